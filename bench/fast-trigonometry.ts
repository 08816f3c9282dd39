// Sine and cosine for moderate angles without branches: fdlibm's polynomials after a reduction by
// pi/2 in three parts. Written in the scene language; hand-written contenders call them as they
// are, so that all contenders give the same bits.

/** The angle less the nearest multiple of pi/2; |x| below 10^5 or so. */
export function fastTurns(x: number): number {
  return x * 0.6366197723675814 + 6755399441055744 - 6755399441055744
}

export function fastRemainder(x: number, n: number): number {
  return x - n * 1.5707963267341256 - n * 6.077100506303966e-11 - n * 2.0222662487111665e-21
}

export function polySin(r: number): number {
  const z = r * r
  const p = z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10))
  return (
    r + z * r * (-0.16666666666666632 + z * (0.00833333333332249 + z * (-1.984126982985795e-4 + p)))
  )
}

export function polyCos(r: number): number {
  const z = r * r
  const p = z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))
  const tail =
    z * (0.0416666666666666 + z * (-0.001388888888887411 + z * (2.480158728947673e-5 + p)))
  const half = 0.5 * z
  const w = 1 - half
  return w + (1 - w - half + z * tail)
}

export function fastSin(x: number): number {
  const n = fastTurns(x)
  const r = fastRemainder(x, n)
  const quarter = n | 0
  const value = (quarter & 1) === 0 ? polySin(r) : polyCos(r)
  return (quarter & 2) === 0 ? value : -value
}

export function fastCos(x: number): number {
  const n = fastTurns(x)
  const r = fastRemainder(x, n)
  const quarter = n | 0
  const value = (quarter & 1) === 0 ? polyCos(r) : -polySin(r)
  return (quarter & 2) === 0 ? value : -value
}
