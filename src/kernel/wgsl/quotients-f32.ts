// Quotients and roots of f32 in integers, whatever finds their digits.

/** Statements of WGSL that find digits; one more than a mantissa has. */
export interface Digits {
  /** Of the mantissas `full << short` by `n`, with 24 places: declares `q` and the rest `r`. */
  readonly quotient: string
  /** Of the root of `m << 25`: declares `c` and the rest `r`. */
  readonly root: string
}

/** `fdiv` and `fsqrt`: what is left of the digits says how to round. */
export const writeQuotients = ({ quotient, root }: Digits) => `
fn fdiv(a:u32,b:u32)->u32{
let sign=(a^b)&0x80000000u;
let x=a&0x7fffffffu;
let y=b&0x7fffffffu;
let n=(y&0x7fffffu)|0x800000u;
let full=(x&0x7fffffu)|0x800000u;
let short=u32(full<n);
let e=i32(x>>23u)-i32(y>>23u)+127-i32(short);
${quotient}
let m=q>>1u;
let up=q&(u32(r!=0u)|m)&1u;
let number=settle(sign|((u32(e-1)<<23u)+m+up));
let large=(e>=255)|(x==0x7f800000u)|(y==0u);
let small=((e<=0)|(x==0u)|(y==0x7f800000u))&((x!=0x7f800000u)&(y!=0u));
let none=(x>0x7f800000u)|(y>0x7f800000u)|((x==y)&((x==0u)|(x==0x7f800000u)));
return select(select(select(number,sign|0x7f800000u,large),0u,small),0x7fc00000u,none);
}
fn fsqrt(a:u32)->u32{
let e=i32(a>>23u)-127;
let odd=u32(e&1);
let m=((a&0x7fffffu)|0x800000u)<<odd;
${root}
let half=(e-i32(odd))/2;
let n=c>>1u;
let up=c&(u32(r!=0u)|n)&1u;
let number=(u32(half+126)<<23u)+n+up;
return select(select(number,0x7fc00000u,a>0x7f800000u),a,(a==0u)|(a==0x7f800000u));
}
`
