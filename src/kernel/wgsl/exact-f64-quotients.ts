// Quotients, remainders and square roots of f64 by integers alone.

/**
 * `dDivide` moves a remainder `r` below `n` (both whole, `n` of 53 bits) up by at most 11 bits and
 * gives the new remainder, and as third word the digit of the quotient. The digit is estimated by
 * the first 32 bits of the one and 21 of the other: at most one too small, and never too large.
 */
export const QUOTIENTS_F64 = `
fn dDivide(r:vec2u,n:vec2u,by:u32)->vec3u{
let wide=dLeft(r,by);
var q=wide.y/(n.y+1u);
let low=q*(n.x&0xffffu);
let middle=q*(n.x>>16u)+(low>>16u);
var left=dSubtract(wide,vec2u(q*n.x,q*n.y+(middle>>16u)));
if(!dLess(left,n)){left=dSubtract(left,n);q=q+1u;}
return vec3u(left,q);
}
fn dWhole(m:vec3u)->vec2u{return vec2u((m.x>>11u)|(m.y<<21u),m.y>>11u);}
fn fdiv(a:vec2u,b:vec2u)->vec2u{
let sign=(a.y^b.y)&0x80000000u;
let x=fabs(a);
let y=fabs(b);
let none=(y.x|y.y)==0u;
if(dNaN(a)||dNaN(b)||(all(x==y)&&(none||x.y==0x7ff00000u))){return vec2u(0u,0x7ff80000u);}
if(x.y==0x7ff00000u||none){return vec2u(0u,sign|0x7ff00000u);}
if((x.x|x.y)==0u||y.y==0x7ff00000u){return vec2u(0u,sign);}
let m=dOpen(x);
let d=dOpen(y);
let n=dWhole(d);
var r=dWhole(m);
var e=bitcast<i32>(m.z)-bitcast<i32>(d.z)+1023;
if(dLess(r,n)){r=dLeft(r,1u);e=e-1;}
r=dSubtract(r,n);
var q=vec2u(1u,0u);
for(var i=0;i<5;i++){
let part=dDivide(r,n,11u);
r=part.xy;
q=dLeft(q,11u)|vec2u(part.z,0u);
}
q=dLeft(q,8u);
return dPack(sign,e,vec2u(q.x|u32((r.x|r.y)!=0u),q.y));
}
fn frem(a:vec2u,b:vec2u)->vec2u{
let x=fabs(a);
let y=fabs(b);
if(x.y>=0x7ff00000u||dNaN(b)||(y.x|y.y)==0u){return vec2u(0u,0x7ff80000u);}
if(dLess(x,y)){return a;}
let m=dOpen(x);
let d=dOpen(y);
let n=dWhole(d);
var r=dWhole(m);
if(!dLess(r,n)){r=dSubtract(r,n);}
var left=m.z-d.z;
for(var i=0;i<200&&left>0u&&(r.x|r.y)!=0u;i++){
let by=min(left,11u);
r=dDivide(r,n,by).xy;
left=left-by;
}
let sign=a.y&0x80000000u;
if((r.x|r.y)==0u){return vec2u(0u,sign);}
let up=dZeros(r);
return dPack(sign,bitcast<i32>(d.z)+11-i32(up),dLeft(r,up));
}
fn fsqrt(a:vec2u)->vec2u{
if(((a.x|(a.y&0x7fffffffu))==0u)||(a.y==0x7ff00000u&&a.x==0u)){return a;}
if(dNaN(a)||(a.y>>31u)==1u){return vec2u(0u,0x7ff80000u);}
let m=dOpen(a);
let e=bitcast<i32>(m.z)-1023;
var x=m.xy;
if((e&1)==0){x=vec2u((x.x>>1u)|(x.y<<31u),x.y>>1u);}
var r=vec2u(0u,0u);
var root=vec2u(0u,0u);
for(var i=0;i<54;i++){
r=vec2u((r.x<<2u)|(x.y>>30u),(r.y<<2u)|(r.x>>30u));
x=vec2u(x.x<<2u,(x.y<<2u)|(x.x>>30u));
let t=vec2u((root.x<<2u)|1u,(root.y<<2u)|(root.x>>30u));
root=vec2u(root.x<<1u,(root.y<<1u)|(root.x>>31u));
if(!dLess(r,t)){r=dSubtract(r,t);root.x=root.x|1u;}
}
root=dLeft(root,10u);
return dPack(0u,((e-(e&1))/2)+1023,vec2u(root.x|u32((r.x|r.y)!=0u),root.y));
}
`
