// Sums and products of f64 by integers alone, and what all of its arithmetic ends with: rounding.

/**
 * A significand has 64 bits with the first one set: 53 of the number, 10 more, and a last one that
 * remembers all that is lost below. `dOpen` gives it with the exponent it would have if exponents
 * had no end (those of subnormals are below 1; of 0 there is nothing to use); `dPack` rounds it.
 */
export const SUMS_F64 = `
fn dLess(a:vec2u,b:vec2u)->bool{return (a.y<b.y)|((a.y==b.y)&(a.x<b.x));}
fn dZeros(m:vec2u)->u32{
return select(countLeadingZeros(m.y),32u+countLeadingZeros(m.x),m.y==0u);
}
fn dLeft(m:vec2u,n:u32)->vec2u{
let v=select(m,vec2u(0u,m.x),n>=32u);
let by=n&31u;
return vec2u(v.x<<by,(v.y<<by)|((v.x>>1u)>>(31u-by)));
}
fn dSticky(m:vec2u,n:u32)->vec2u{
let far=n>=32u;
let v=select(m,vec2u(m.y,0u),far);
let by=select(n&31u,31u,n>=63u);
let lost=select(0u,m.x,far)|((v.x<<1u)<<(31u-by));
return vec2u((v.x>>by)|((v.y<<1u)<<(31u-by))|u32(lost!=0u),v.y>>by);
}
fn dSubtract(a:vec2u,b:vec2u)->vec2u{return vec2u(a.x-b.x,a.y-b.y-u32(a.x<b.x));}
fn dOpen(a:vec2u)->vec3u{
let e=(a.y>>20u)&2047u;
let m=vec2u(a.x<<11u,(a.y<<11u)|(a.x>>21u));
let n=dZeros(m);
return select(vec3u(dLeft(m,n),1u-n),vec3u(m.x,m.y|0x80000000u,e),e!=0u);
}
fn dPack(sign:u32,e:i32,m:vec2u)->vec2u{
let t=dSticky(m,u32(max(1-e,0)));
let whole=(t.y<<21u)|(t.x>>11u);
let rest=t.x&2047u;
let low=whole+((rest+1023u+(whole&1u))>>11u);
let high=(u32(max(e-1,0))<<20u)+(t.y>>11u)+u32(low<whole);
return vec2u(0u,sign)|select(vec2u(low,high),vec2u(0u,0x7ff00000u),e>=2047);
}
fn fsub(a:vec2u,b:vec2u)->vec2u{return fadd(a,vec2u(b.x,b.y^0x80000000u));}
fn fadd(a:vec2u,b:vec2u)->vec2u{
let swap=dLess(fabs(a),fabs(b));
let x=select(a,b,swap);
let y=select(b,a,swap);
let sign=x.y&0x80000000u;
let opposite=((x.y^y.y)>>31u)==1u;
let none=dNaN(x)|(opposite&((y.y&0x7ff00000u)==0x7ff00000u));
let p=(x.y>>20u)&2047u;
let q=(y.y>>20u)&2047u;
let m=vec2u(x.x<<10u,(u32(p!=0u)<<30u)|((x.y&0xfffffu)<<10u)|(x.x>>22u));
let small=vec2u(y.x<<10u,(u32(q!=0u)<<30u)|((y.y&0xfffffu)<<10u)|(y.x>>22u));
let e=max(p,1u);
let n=dSticky(small,e-max(q,1u));
let low=m.x+n.x;
let s=select(vec2u(low,m.y+n.y+u32(low<m.x)),dSubtract(m,n),opposite);
let up=dZeros(s);
let sum=dPack(sign,i32(e+1u)-i32(up),dLeft(s,up));
let zero=vec2u(0u,select(sign,0u,opposite));
let number=select(select(sum,zero,(s.x|s.y)==0u),x,p==2047u);
return select(number,vec2u(0u,0x7ff80000u),none);
}
fn fmul(a:vec2u,b:vec2u)->vec2u{
let sign=(a.y^b.y)&0x80000000u;
let p=fabs(a);
let q=fabs(b);
let zero=((p.x|p.y)==0u)|((q.x|q.y)==0u);
let large=max(p.y,q.y)>=0x7ff00000u;
let none=dNaN(a)|dNaN(b)|(zero&large);
let m=dOpen(p);
let n=dOpen(q);
let s=mulHigh(m.x,n.x);
let t=s+m.x*n.y;
let u=t+m.y*n.x;
let carry=u32(t<s)+u32(u<t);
let f=mulHigh(m.x,n.y);
let g=f+mulHigh(m.y,n.x);
let h=g+m.y*n.y;
let low=h+carry;
let r=vec2u(low,mulHigh(m.y,n.y)+u32(g<f)+u32(h<g)+u32(low<h));
let by=1u-(r.y>>31u);
let e=bitcast<i32>(m.z)+bitcast<i32>(n.z)-1022-i32(by);
let last=u32(((u<<by)|(m.x*n.x))!=0u);
let wide=vec2u((r.x<<by)|((u>>31u)&by)|last,(r.y<<by)|((r.x>>31u)&by));
let product=dPack(sign,e,wide);
let held=select(product,vec2u(0u,sign|0x7ff00000u),large);
return select(select(held,vec2u(0u,sign),zero),vec2u(0u,0x7ff80000u),none);
}
`
