// The benchmark's f64 systems in Rust, written as the seed phyz 0.4.0 writes a rollout: a state of
// vectors, a hasher that absorbs byte by byte, a rollout that is given its step as a closure.
//
// Arguments: system (1 Lorenz, 2 double pendulum), fingerprint (0 or 1), members, dt, first value of
// the swept quantity, its increment. Each line on stdin is a number of steps to run from the start;
// each answer is a line of JSON.

use std::io::BufRead;

struct State {
    q: Vec<f64>,
    v: Vec<f64>,
    time: f64,
}

struct RolloutHasher {
    h: u64,
}

impl RolloutHasher {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    fn new() -> Self {
        Self { h: Self::OFFSET_BASIS }
    }

    fn absorb_f64(&mut self, x: f64) {
        self.absorb_u64(x.to_bits());
    }

    fn absorb_u64(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.h ^= byte as u64;
            self.h = self.h.wrapping_mul(Self::PRIME);
        }
    }

    fn absorb_slice(&mut self, xs: &[f64]) {
        self.absorb_u64(xs.len() as u64);
        for &x in xs {
            self.absorb_f64(x);
        }
    }

    fn absorb_state(&mut self, state: &State) {
        self.absorb_slice(&state.q);
        self.absorb_slice(&state.v);
        self.absorb_f64(state.time);
    }
}

fn hash_rollout<F: FnMut(&mut State)>(state: &mut State, steps: usize, mut step: F) -> u64 {
    let mut hasher = RolloutHasher::new();
    hasher.absorb_state(state);
    for _ in 0..steps {
        step(state);
        hasher.absorb_state(state);
    }
    hasher.h
}

fn plain_rollout<F: FnMut(&mut State)>(state: &mut State, steps: usize, mut step: F) -> u64 {
    for _ in 0..steps {
        step(state);
    }
    0
}

/// N components, Q of them positions, which come first; the arrays of a step live on the stack.
fn rk4<const N: usize, const Q: usize, R>(state: &mut State, dt: f64, rates: R)
where
    R: Fn(&[f64; N]) -> [f64; N],
{
    let half = 0.5 * dt;
    let sixth = dt / 6.0;
    let mut y = [0.0; N];
    y[..Q].copy_from_slice(&state.q);
    y[Q..].copy_from_slice(&state.v);
    let ahead = |h: f64, k: &[f64; N]| -> [f64; N] { std::array::from_fn(|i| y[i] + h * k[i]) };
    let k1 = rates(&y);
    let k2 = rates(&ahead(half, &k1));
    let k3 = rates(&ahead(half, &k2));
    let k4 = rates(&ahead(dt, &k3));
    for i in 0..N {
        y[i] += sixth * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    state.q.copy_from_slice(&y[..Q]);
    state.v.copy_from_slice(&y[Q..]);
    state.time += dt;
}

fn lorenz(s: &[f64; 3], rho: f64) -> [f64; 3] {
    let [x, y, z] = *s;
    [10.0 * (y - x), x * (rho - z) - y, x * y - (8.0 / 3.0) * z]
}

fn sin_deficit(x: f64, y: f64) -> f64 {
    let z = x * x;
    let r = 0.00833333333332249
        + z * (-0.0001984126982985795 + z * 2.7557313707070068e-6)
        + z * (z * z) * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
    let v = z * x;
    z * (0.5 * y - v * r) - y - v * -0.16666666666666632
}

fn cos_excess(x: f64, y: f64) -> f64 {
    let z = x * x;
    let w = z * z;
    let r = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 2.480158728947673e-5))
        + w * w
            * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11));
    let half = 0.5 * z;
    1.0 - (1.0 - half) - half + (z * r - x * y)
}

/// Good for |x| up to 411774, as far as Furrow reduces without a call.
fn reduce(x: f64) -> (u64, f64, f64) {
    let shifted = x * 0.6366197723675814 + 6755399441055744.0;
    let n = shifted - 6755399441055744.0;
    let first = x - n * 1.5707963267923333;
    let second = n * 2.563344151689835e-12;
    let high = first - second;
    let low = first - high - second - n * -9.531611933980011e-23;
    (shifted.to_bits(), high, low)
}

fn sin_of_turns(turns: u64, high: f64, low: f64) -> f64 {
    let value = if turns & 1 == 0 {
        high - sin_deficit(high, low)
    } else {
        1.0 - 0.5 * (high * high) + cos_excess(high, low)
    };
    if turns & 2 == 0 { value } else { -value }
}

fn sin(x: f64) -> f64 {
    let (turns, high, low) = reduce(x);
    sin_of_turns(turns, high, low)
}

fn cos(x: f64) -> f64 {
    let (turns, high, low) = reduce(x);
    sin_of_turns(turns + 1, high, low)
}

#[allow(non_snake_case)]
fn pendulum(s: &[f64; 4], m2: f64) -> [f64; 4] {
    let [a, b, u, w] = *s;
    let g = 9.81;
    let M = 1.0 + m2;
    let d = b - a;
    let (sd, cd, s1, s2) = (sin(d), cos(d), sin(a), sin(b));
    let uu = u * u;
    let ww = w * w;
    let den = M - m2 * cd * cd;
    let p = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den;
    let q = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den;
    [u, w, p, q]
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

fn thread_ns() -> f64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    1e9 * time.seconds as f64 + time.nanoseconds as f64
}

struct Job {
    system: u32,
    fingerprint: bool,
    members: usize,
    dt: f64,
    first: f64,
    increment: f64,
}

impl Job {
    fn start(&self, m: usize) -> (State, f64) {
        let swept = self.first + m as f64 * self.increment;
        match self.system {
            1 => (State { q: vec![1.0; 3], v: vec![], time: 0.0 }, swept),
            _ => (State { q: vec![2.0, swept], v: vec![0.0; 2], time: 0.0 }, 1.0),
        }
    }

    fn rollout<F: FnMut(&mut State)>(&self, state: &mut State, steps: usize, step: F) -> u64 {
        if self.fingerprint {
            hash_rollout(state, steps, step)
        } else {
            plain_rollout(state, steps, step)
        }
    }

    fn run(&self, steps: usize) -> (Vec<State>, Vec<u64>) {
        let mut states = Vec::with_capacity(self.members);
        let mut fingerprints = Vec::with_capacity(self.members);
        let dt = self.dt;
        for m in 0..self.members {
            let (mut state, param) = self.start(m);
            fingerprints.push(match self.system {
                1 => self.rollout(&mut state, steps, |s| rk4::<3, 3, _>(s, dt, |y| lorenz(y, param))),
                _ => self.rollout(&mut state, steps, |s| rk4::<4, 2, _>(s, dt, |y| pendulum(y, param))),
            });
            states.push(state);
        }
        (states, fingerprints)
    }

    fn answer(&self, steps: usize) {
        let began = thread_ns();
        let (states, fingerprints) = self.run(steps);
        let ns = thread_ns() - began;
        let mut all_states = RolloutHasher::new();
        let mut all_fingerprints = RolloutHasher::new();
        for (state, fingerprint) in states.iter().zip(fingerprints) {
            state.q.iter().chain(&state.v).for_each(|&x| all_states.absorb_f64(x));
            if self.fingerprint {
                all_fingerprints.absorb_u64(fingerprint);
            }
        }
        println!(
            "{{\"ns\":{ns:.0},\"states\":\"{:016x}\",\"fingerprints\":\"{:016x}\"}}",
            all_states.h, all_fingerprints.h
        );
    }
}

fn main() {
    let arguments: Vec<f64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let job = Job {
        system: arguments[0] as u32,
        fingerprint: arguments[1] != 0.0,
        members: arguments[2] as usize,
        dt: arguments[3],
        first: arguments[4],
        increment: arguments[5],
    };
    for line in std::io::stdin().lock().lines() {
        job.answer(line.unwrap().trim().parse().unwrap());
    }
}
