// FNV-1a 64 as WGSL: the private variables `low` and `high` hold the hash.

/** The upper 32 bits of the product of two 32-bit integers; dialects use it too. */
const MULTIPLY_HIGH = `
fn mulHigh(a:u32,b:u32)->u32{
let p=a>>16u;let q=a&0xffffu;let r=b>>16u;let s=b&0xffffu;
let low=q*s;
let middle=p*s+(low>>16u);
let other=q*r+(middle&0xffffu);
return p*r+(middle>>16u)+(other>>16u);
}
`

const PRIME = 0x100000001b3n

/** The prime to the power of `count`, as two words: what so many zero bytes multiply by. */
function power(count: number): readonly [low: number, high: number] {
  let product = 1n
  for (let i = 0; i < count; i++) product = BigInt.asUintN(64, product * PRIME)
  return [Number(product & 0xffffffffn), Number(product >> 32n)]
}

const hex = (word: number) => `0x${word.toString(16)}u`

function absorbZeros(count: number): string {
  const [low, high] = power(count)
  const [l, h] = [hex(low), hex(high)]
  return `fn zeros${count}(){high=mulHigh(low,${l})+low*${h}+high*${l};low=low*${l};}`
}

/**
 * `absorb` takes the words of a binary64, low first; `absorbShort` one whose lower 24 bits are
 * zero, as those of an f32 value are.
 */
export const FINGERPRINT = `${MULTIPLY_HIGH}var<private> low:u32;
var<private> high:u32;
fn byte(b:u32){
let l=low^b;
let carry=((l>>16u)*435u+(((l&0xffffu)*435u)>>16u))>>16u;
high=high*435u+carry+(l<<8u);
low=l*435u;
}
fn word(w:u32){byte(w&255u);byte((w>>8u)&255u);byte((w>>16u)&255u);byte(w>>24u);}
fn absorb(w:vec2u){word(w.x);word(w.y);}
fn absorbShort(w:vec2u){zeros3();byte(w.x>>24u);word(w.y);}
fn absorbLength(n:u32){if(n<256u){byte(n);zeros7();}else{word(n);zeros4();}}
${[3, 4, 7].map(absorbZeros).join('\n')}
`
