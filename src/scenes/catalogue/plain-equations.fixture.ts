// The equations of some systems written a second time, with their constants, over plain arrays and
// with the functions of the engine: what a scene of the catalogue is held to.

type Rates = (u: number[], t: number) => number[]
type Next = (u: number[]) => number[]

const { abs, cos, exp, floor, PI, sin, sqrt } = Math
const fraction = (x: number) => x - floor(x)

/** Rates by the id of the entry. */
export const PLAIN_RATES: Readonly<Record<string, Rates>> = {
  lorenz63: ([x, y, z]) => [10 * (y! - x!), x! * (28 - z!) - y!, x! * y! - (8 / 3) * z!],
  lorenz63_rho20_fixedpoint: ([x, y, z]) => [
    10 * (y! - x!),
    x! * (20 - z!) - y!,
    x! * y! - (8 / 3) * z!,
  ],
  diffusionless_lorenz_1: ([x, y, z]) => [-y! - x!, -(x! * z!), x! * y! + 1],
  'rucklidge_2_6.7': ([x, y, z]) => [-2 * x! + 6.7 * y! - y! * z!, x!, -z! + y! ** 2],
  'lorenz84_0.25_4_8_1': ([x, y, z]) => [
    -(y! ** 2) - z! ** 2 - 0.25 * x! + 2,
    x! * y! - 4 * x! * z! - y! + 1,
    4 * x! * y! + x! * z! - z!,
  ],
  'rossler_0.2_0.2_5.7': ([x, y, z]) => [-y! - z!, x! + 0.2 * y!, 0.2 + z! * (x! - 5.7)],
  'hyperrossler_0.25_3_0.5_0.05': ([x, y, z, w]) => [
    -y! - z!,
    x! + 0.25 * y! + w!,
    3 + x! * z!,
    -0.5 * z! + 0.05 * w!,
  ],
  'chua_pwl_9_100/7_8/7_5/7': ([x, y, z]) => {
    // Slope 8/7 within [-1, 1] and 5/7 outside of it.
    const diode = abs(x!) <= 1 ? (8 / 7) * x! : (5 / 7) * x! + (x! > 0 ? 3 / 7 : -3 / 7)
    return [9 * (y! - x! + diode), x! - y! + z!, (-100 / 7) * y!]
  },
  'halvorsen_1.4_dysts': (u) =>
    [0, 1, 2].map((i) => {
      const [x, y, z] = [u[i]!, u[(i + 1) % 3]!, u[(i + 2) % 3]!]
      return -1.4 * x - 4 * y - 4 * z - y ** 2
    }),
  'thomas_0.18': (u) => u.map((x, i) => sin(u[(i + 1) % 3]!) - 0.18 * x),
  labyrinth_thomas_b0: (u) => u.map((_, i) => sin(u[(i + 1) % 3]!)),
  sprottB: ([x, y, z]) => [y! * z!, x! - y!, 1 - x! * y!],
  sprottC: ([x, y, z]) => [y! * z!, x! - y!, 1 - x! ** 2],
  sprottE: ([x, y, z]) => [y! * z!, x! ** 2 - y!, 1 - 4 * x!],
  sprottF: ([x, y, z]) => [y! + z!, y! / 2 - x!, x! ** 2 - z!],
  sprottH: ([x, y, z]) => [z! ** 2 - y!, x! + y! / 2, x! - z!],
  sprottJ: ([x, y, z]) => [2 * z!, z! - 2 * y!, y! + y! ** 2 - x!],
  sprottL: ([x, y, z]) => [y! + 3.9 * z!, 0.9 * x! ** 2 - y!, 1 - x!],
  sprottM: ([x, y, z]) => [-z!, -(x! ** 2) - y!, 1.7 * (1 + x!) + y!],
  sprottN: ([x, y, z]) => [-2 * y!, x! + z! ** 2, 1 + y! - 2 * z!],
  sprottP: ([x, y, z]) => [2.7 * y! + z!, y! ** 2 - x!, x! + y!],
  sprottQ: ([x, y, z]) => [-z!, x! - y!, 3.1 * x! + y! ** 2 + z! / 2],
  sprottS: ([x, y, z]) => [-x! - 4 * y!, x! + z! ** 2, 1 + x!],
  moore_spiegel_6_20: ([x, y, z]) => [y!, z!, -z! - (20 * x! ** 2 - 14) * y! - 6 * x!],
  'simplest_quadratic_2.017': ([x, y, z]) => [y!, z!, -2.017 * z! + y! ** 2 - x!],
  'linz_sprott_pwl_0.6': ([x, y, z]) => [y!, z!, -0.6 * z! - y! + abs(x!) - 1],
  'ueda_0.05_7.5': ([x, y], t) => [y!, -(x! ** 3) - 0.05 * y! + 7.5 * sin(t)],
  'duffing_chaostools301_d0.2_f0.3': ([x, y], t) => [y!, 0.3 * cos(t) + x! - x! ** 3 - 0.2 * y!],
  'vdp_forced_geist_5_5_2.466': ([x, y], t) => [
    y!,
    -x! + 5 * (1 - x! ** 2) * y! + 5 * cos(2.466 * t),
  ],
  stuart_landau_forced_CT348_nonautonomous: ([x, y], t) => [
    x! + 2 * PI * y! - (x! ** 2 + y! ** 2) * x! - 3 * sin(2 * PI * t),
    -2 * PI * x! + y! - (x! ** 2 + y! ** 2) * y!,
  ],
  vdp_autonomous_mu1: ([x, y]) => [y!, (1 - x! ** 2) * y! - x!],
  'damped_oscillator_g0.2': ([x, y]) => [y!, -x! - 0.2 * y!],
  'linear_decay_-1': (u) => u.map((x) => -x),
  lorenz96_N40_F8_spectrum: (u) =>
    u.map((x, i) => (u.at((i + 1) % 40)! - u.at(i - 2)!) * u.at(i - 1)! - x + 8),
}

/** The next state by the id of the entry. */
export const PLAIN_NEXT: Readonly<Record<string, Next>> = {
  'logistic_r3.9': ([x]) => [3.9 * x! * (1 - x!)],
  'tent_slope1.9': ([x]) => [1.9 * (x! < 0.5 ? x! : 1 - x!)],
  'beta_1.5': ([x]) => [(1.5 * x!) % 1],
  gauss_continued_fraction: ([x]) => [(1 / x!) % 1],
  sine_map_1: ([x]) => [sin(PI * x!)],
  circle_rotation_golden: ([x]) => [(x! + (sqrt(5) - 1) / 2) % 1],
  ricker_20: ([x]) => [20 * x! * exp(-x!)],
  'ricker_exp_r3.3_dysts': ([x]) => [x! * exp(3.3 - x!)],
  'cusp_0.5': ([x]) => [1 - 2 * sqrt(abs(x!))],
  'henon_1.4_0.3': ([x, y]) => [1 - 1.4 * x! ** 2 + y!, 0.3 * x!],
  'lozi_1.4_0.3': ([x, y]) => [1 - 1.4 * abs(x!) + y!, 0.3 * x!],
  'delayed_logistic_2.27': ([x, y]) => [2.27 * x! * (1 - y!), x!],
  'tinkerbell_0.9_-0.6013_2_0.5': ([x, y]) => [
    x! ** 2 - y! ** 2 + 0.9 * x! - 0.6013 * y!,
    2 * x! * y! + 2 * x! + 0.5 * y!,
  ],
  'burgers_0.75_1.75': ([x, y]) => [0.75 * x! - y! ** 2, (1.75 + x!) * y!],
  'holmes_cubic_0.2_2.77': ([x, y]) => [y!, -0.2 * x! + 2.77 * y! - y! ** 3],
  'kaplan_yorke_2_0.2_collapse': ([x, y]) => [(2 * x!) % 1, 0.2 * y! + cos(4 * PI * x!)],
  'sinai_0.1': ([x, y]) => [fraction(x! + y! + 0.1 * cos(2 * PI * y!)), (x! + 2 * y!) % 1],
  baker_fold_collapse: ([x, y]) => (x! < 0.5 ? [2 * x!, y! / 2] : [2 - 2 * x!, 1 - y! / 2]),
  arnold_cat: ([x, y]) => [(2 * x! + y!) % 1, (x! + y!) % 1],
  standard_map_k1: ([q, p]) => {
    const kicked = p! + sin(q!)
    return [q! + kicked, kicked].map((x) => 2 * PI * fraction(x / (2 * PI)))
  },
  gingerbreadman: ([x, y]) => [1 + abs(x!) - y!, x!],
  folded_towel: ([x, y, z]) => [
    3.8 * x! * (1 - x!) - 0.05 * (y! + 0.35) * (1 - 2 * z!),
    0.1 * ((y! + 0.35) * (1 - 2 * z!) - 1) * (1 - 1.9 * x!),
    3.78 * z! * (1 - z!) + 0.2 * y!,
  ],
  'generalized_henon_hyperchaos_1.9_0.03': ([x, y, z]) => [1.9 - y! ** 2 - 0.03 * z!, x!, y!],
}

/** The classical Runge-Kutta step. */
export function plainRk4(rates: Rates, u: number[], t: number, dt: number): number[] {
  const along = (k: number[], by: number) => u.map((x, i) => x + by * k[i]!)
  const a = rates(u, t)
  const b = rates(along(a, dt / 2), t + dt / 2)
  const c = rates(along(b, dt / 2), t + dt / 2)
  const d = rates(along(c, dt), t + dt)
  return u.map((x, i) => x + (dt / 6) * (a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!))
}
