// f64 by integers alone: IEEE binary64 on devices that have none, as JavaScript computes it. A
// number is its two words, the low one in x and the high one in y.

import { highWord, lowWord } from '../../math/bits.ts'
import type { Dialect } from './dialect.ts'
import { QUOTIENTS_F64 } from './exact-f64-quotients.ts'
import { SUMS_F64 } from './exact-f64-sums.ts'

/** `dKey` orders all values but NaN as unsigned integers, -0 below +0. */
const COMPARISONS = `
fn dNaN(a:vec2u)->bool{
let h=a.y&0x7fffffffu;
return (h|u32(a.x!=0u))>0x7ff00000u;
}
fn dKey(a:vec2u)->vec2u{return select(vec2u(a.x,a.y|0x80000000u),~a,(a.y>>31u)==1u);}
fn dOrdered(a:vec2u,b:vec2u)->bool{return !(dNaN(a)|dNaN(b));}
fn dZero(a:vec2u,b:vec2u)->bool{return (a.x|b.x|((a.y|b.y)&0x7fffffffu))==0u;}
fn flt(a:vec2u,b:vec2u)->bool{return dLess(dKey(a),dKey(b))&dOrdered(a,b)&(!dZero(a,b));}
fn fle(a:vec2u,b:vec2u)->bool{return dOrdered(a,b)&((!dLess(dKey(b),dKey(a)))|dZero(a,b));}
fn feq(a:vec2u,b:vec2u)->bool{return (all(a==b)&(!dNaN(a)))|dZero(a,b);}
fn fmin(a:vec2u,b:vec2u)->vec2u{
return select(select(b,a,dLess(dKey(a),dKey(b))|dNaN(a)),b,dNaN(b));
}
fn fmax(a:vec2u,b:vec2u)->vec2u{
return select(select(b,a,dLess(dKey(b),dKey(a))|dNaN(a)),b,dNaN(b));
}
fn finite(a:vec2u)->bool{return (a.y&0x7ff00000u)!=0x7ff00000u;}
fn fabs(a:vec2u)->vec2u{return vec2u(a.x,a.y&0x7fffffffu);}
fn fneg(a:vec2u)->vec2u{return vec2u(a.x,a.y^0x80000000u);}
`

/** `dAway` takes a whole number, cut from one with exponent `e`, to the next one away from 0. */
const WHOLE_NUMBERS = `
fn ftrunc(a:vec2u)->vec2u{
let e=(a.y>>20u)&2047u;
if(e<1023u){return vec2u(0u,a.y&0x80000000u);}
if(e>=1075u){return a;}
if(e<1043u){return vec2u(0u,a.y&~(0xfffffu>>(e-1023u)));}
return vec2u(a.x&~(0xffffffffu>>(e-1043u)),a.y);
}
fn dAway(t:vec2u,e:u32)->vec2u{
if(e<1023u){return vec2u(0u,t.y|0x3ff00000u);}
if(e<=1043u){return vec2u(t.x,t.y+(1u<<(1043u-e)));}
let low=t.x+(1u<<(1075u-e));
return vec2u(low,t.y+u32(low<t.x));
}
fn ffloor(a:vec2u)->vec2u{
let t=ftrunc(a);
if(all(t==a)||(a.y>>31u)==0u){return t;}
return dAway(t,(a.y>>20u)&2047u);
}
fn fceil(a:vec2u)->vec2u{
let t=ftrunc(a);
if(all(t==a)||(a.y>>31u)==1u){return t;}
return dAway(t,(a.y>>20u)&2047u);
}
fn fromUnsigned(a:u32)->vec2u{
if(a==0u){return vec2u(0u,0u);}
let zeros=countLeadingZeros(a);
let m=a<<zeros;
return vec2u(m<<21u,((1053u-zeros)<<20u)+(m>>11u));
}
fn fromInt(a:u32)->vec2u{
let sign=a&0x80000000u;
let whole=fromUnsigned(select(a,0u-a,sign!=0u));
return vec2u(whole.x,whole.y|sign);
}
fn toInt(a:vec2u)->u32{
let e=(a.y>>20u)&2047u;
if(e<1023u||e>=1107u){return 0u;}
let high=(a.y&0xfffffu)|0x100000u;
var r=a.x;
if(e>1075u){r=a.x<<(e-1075u);}
else if(e<=1043u){r=high>>(1043u-e);}
else if(e<1075u){r=(a.x>>(1075u-e))|(high<<(e-1043u));}
return select(r,0u-r,(a.y>>31u)==1u);
}
`

const BITS = `
fn floatBits(a:vec2u)->u32{
if(dNaN(a)){return 0x7fc00000u;}
let sign=a.y&0x80000000u;
let m=dOpen(a);
let e=bitcast<i32>(m.z)-896;
if(e>=255){return sign|0x7f800000u;}
if(e<-31){return sign;}
let t=dSticky(m.xy,32u+u32(max(1-e,0))).x;
let n=t>>8u;
let rest=t&255u;
return sign|((u32(max(e-1,0))<<23u)+n+u32(rest>128u||(rest==128u&&(n&1u)==1u)));
}
fn floatFromBits(a:u32)->vec2u{
let sign=a&0x80000000u;
let e=(a>>23u)&255u;
let f=a&0x7fffffu;
if(e==255u){return vec2u(f<<29u,sign|0x7ff00000u|(f>>3u));}
if(e!=0u){return vec2u(f<<29u,sign|((e+896u)<<20u)|(f>>3u));}
if(f==0u){return vec2u(0u,sign);}
let up=countLeadingZeros(f)-8u;
let m=f<<up;
return vec2u(m<<29u,sign|(((896u-up)<<20u)+(m>>3u)));
}
fn fround(a:vec2u)->vec2u{return floatFromBits(floatBits(a));}
fn words(a:vec2u)->vec2u{return select(a,vec2u(0u,0x7ff80000u),dNaN(a));}
fn highWord(a:vec2u)->u32{return words(a).y;}
fn lowWord(a:vec2u)->u32{return words(a).x;}
fn fromWords(high:u32,low:u32)->vec2u{return vec2u(low,high);}
`

const hex = (word: number) => `0x${(word >>> 0).toString(16)}u`

export const EXACT_F64: Dialect = {
  name: 'exact f64',
  float: 'vec2u',
  words: 2,
  isLong: true,
  text: COMPARISONS + SUMS_F64 + QUOTIENTS_F64 + WHOLE_NUMBERS + BITS,
  literal: (x) => (x === x ? `vec2u(${hex(lowWord(x))},${hex(highWord(x))})` : NAN),
}

const NAN = 'vec2u(0u,0x7ff80000u)'
