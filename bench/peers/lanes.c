// The benchmark's systems in C, LANES members a vector and REGISTERS vectors a quantity (one lane
// is plain scalar code). Every operation stands in the order in which Furrow's programs have it.
//
// Built with -DLANES=1|2|4|8|16 -DREGISTERS=n -DSYSTEM=1 (Lorenz) | 2 (double pendulum)
// -DFINGERPRINT=0|1 and -DF32 for binary32 by Furrow's rule for tiny numbers.
// Arguments: members, dt, first value of the swept quantity, its increment. Each line on stdin is a
// number of steps to run from the start; each answer is a line of JSON.

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef F32
typedef float real;
typedef uint32_t word;
#else
typedef double real;
typedef uint64_t word;
#endif

#define INLINE static inline __attribute__((always_inline))
#define GROUP (LANES * REGISTERS)

#if LANES == 1
typedef real vec;
typedef word bits;
#define CONST(x) ((real)(x))
#else
typedef real vec __attribute__((vector_size(LANES * sizeof(real))));
typedef word bits __attribute__((vector_size(LANES * sizeof(real))));
#define CONST(x) ((vec){} + (real)(x))
#endif

#if LANES == 8 && !defined(F32)
// 512 bits have a vector multiply of 64-bit integers; narrower vectors hash faster as scalars.
#define VECTOR_HASH
typedef uint64_t hashes __attribute__((vector_size(8 * LANES)));
#endif

INLINE bits bits_of(vec x) {
  bits b;
  memcpy(&b, &x, sizeof b);
  return b;
}

INLINE vec from_bits(bits b) {
  vec x;
  memcpy(&x, &b, sizeof x);
  return x;
}

// A product. In binary32 what is below 2^-100 becomes +0.
INLINE vec mul(vec a, vec b) {
  vec r = a * b;
#ifdef F32
#if LANES == 1
  return fabsf(r) < 0x1p-100f ? 0.0f : r;
#else
  vec size = from_bits(bits_of(r) & 0x7fffffffu);
  return from_bits(bits_of(r) & ~(bits)(size < CONST(0x1p-100f)));
#endif
#else
  return r;
#endif
}

#if SYSTEM == 1
#define SIZE 3
#define POSITIONS 3

INLINE void rates(const vec *s, vec rho, vec *out) {
  vec x = s[0], y = s[1], z = s[2];
  out[0] = mul(CONST(10), y - x);
  out[1] = mul(x, rho - z) - y;
  out[2] = mul(x, y) - mul(CONST(8.0 / 3), z);
}

static void start(int m, double swept, real *s, real *param) {
  (void)m;
  s[0] = s[1] = s[2] = 1;
  *param = (real)swept;
}

#else
#define SIZE 4
#define POSITIONS 2

// x - sin(x + y), short of rounding, for a reduced angle.
INLINE vec sin_deficit(vec x, vec y) {
  vec z = x * x;
  vec r = CONST(0.00833333333332249) +
          z * (CONST(-0.0001984126982985795) + z * CONST(2.7557313707070068e-6)) +
          z * (z * z) * (CONST(-2.5050760253406863e-8) + z * CONST(1.58969099521155e-10));
  vec v = z * x;
  return z * (CONST(0.5) * y - v * r) - y - v * CONST(-0.16666666666666632);
}

// cos(x + y) - (1 - x^2 / 2 rounded), for a reduced angle.
INLINE vec cos_excess(vec x, vec y) {
  vec z = x * x;
  vec w = z * z;
  vec r = z * (CONST(0.0416666666666666) +
               z * (CONST(-0.001388888888887411) + z * CONST(2.480158728947673e-5))) +
          w * w * (CONST(-2.7557314351390663e-7) +
                   z * (CONST(2.087572321298175e-9) + z * CONST(-1.1359647557788195e-11)));
  vec half = CONST(0.5) * z;
  return CONST(1) - (CONST(1) - half) - half + (z * r - x * y);
}

typedef struct {
  bits turns;
  vec high, low;
} angle;

// Good for |x| up to 411774, as far as Furrow reduces without a call.
INLINE angle reduce(vec x) {
  vec shifted = x * CONST(0.6366197723675814) + CONST(6755399441055744.0);
  vec n = shifted - CONST(6755399441055744.0);
  vec first = x - n * CONST(1.5707963267923333);
  vec second = n * CONST(2.563344151689835e-12);
  vec high = first - second;
  vec low = first - high - second - n * CONST(-9.531611933980011e-23);
  return (angle){bits_of(shifted), high, low};
}

INLINE vec sin_of_turns(bits turns, vec high, vec low) {
#if LANES == 1
  vec value = (turns & 1) == 0 ? high - sin_deficit(high, low)
                               : 1 - 0.5 * (high * high) + cos_excess(high, low);
  return (turns & 2) == 0 ? value : -value;
#else
  bits even = bits_of(high - sin_deficit(high, low));
  bits odd = bits_of(CONST(1) - CONST(0.5) * (high * high) + cos_excess(high, low));
  bits mask = -(turns & 1);
  return from_bits(((even & ~mask) | (odd & mask)) ^ ((turns & 2) << 62));
#endif
}

INLINE vec sine(vec x) {
  angle a = reduce(x);
  return sin_of_turns(a.turns, a.high, a.low);
}

INLINE vec cosine(vec x) {
  angle a = reduce(x);
  return sin_of_turns(a.turns + 1, a.high, a.low);
}

INLINE void rates(const vec *s, vec m2, vec *out) {
  vec g = CONST(9.81), M = CONST(1) + m2;
  vec a = s[0], b = s[1], u = s[2], w = s[3];
  vec d = b - a, sd = sine(d), cd = cosine(d), s1 = sine(a), s2 = sine(b);
  vec uu = u * u, ww = w * w, den = M - m2 * cd * cd;
  out[0] = u;
  out[1] = w;
  out[2] = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den;
  out[3] = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den;
}

static void start(int m, double swept, real *s, real *param) {
  (void)m;
  s[0] = 2;
  s[1] = swept;
  s[2] = s[3] = 0;
  *param = 1;
}
#endif

INLINE void rk4(vec *s, vec param, vec dt, vec half, vec sixth) {
  vec k1[SIZE], k2[SIZE], k3[SIZE], k4[SIZE], stage[SIZE];
  rates(s, param, k1);
  for (int i = 0; i < SIZE; i++) stage[i] = s[i] + mul(half, k1[i]);
  rates(stage, param, k2);
  for (int i = 0; i < SIZE; i++) stage[i] = s[i] + mul(half, k2[i]);
  rates(stage, param, k3);
  for (int i = 0; i < SIZE; i++) stage[i] = s[i] + mul(dt, k3[i]);
  rates(stage, param, k4);
  for (int i = 0; i < SIZE; i++) {
    vec sum = k1[i] + mul(CONST(2), k2[i]) + mul(CONST(2), k3[i]) + k4[i];
    s[i] = s[i] + mul(sixth, sum);
  }
}

static const uint64_t BASIS = 0xcbf29ce484222325u;
static const uint64_t PRIME = 0x100000001b3u;
// PRIME to the eighth: what a short byte and seven zero bytes after it multiply by.
#define PRIME8 0x1efac7090aef4a21u

INLINE uint64_t bits_of_f64(double x) {
  uint64_t w;
  memcpy(&w, &x, sizeof w);
  return w;
}

#if FINGERPRINT && defined(VECTOR_HASH)
INLINE hashes absorb(hashes h, hashes w) {
  for (int byte = 0; byte < 64; byte += 8) h = (h ^ (w >> byte & 255)) * PRIME;
  return h;
}

INLINE void absorb_states(uint64_t *h, vec s[REGISTERS][SIZE], double time) {
  for (int r = 0; r < REGISTERS; r++) {
    hashes x;
    memcpy(&x, h + r * LANES, sizeof x);
    x = (x ^ POSITIONS) * PRIME8;
    for (int i = 0; i < POSITIONS; i++) x = absorb(x, (hashes)s[r][i]);
    x = (x ^ (SIZE - POSITIONS)) * PRIME8;
    for (int i = POSITIONS; i < SIZE; i++) x = absorb(x, (hashes)s[r][i]);
    x = absorb(x, (hashes){} + bits_of_f64(time));
    memcpy(h + r * LANES, &x, sizeof x);
  }
}
#elif FINGERPRINT
// Several chains of multiplies side by side: each has to wait for itself alone.
INLINE void absorb(uint64_t *h, const uint64_t *w) {
#ifdef F32
  // The lowest 29 bits of a binary32 value as a binary64 are zeros.
  for (int j = 0; j < GROUP; j++) h[j] *= PRIME * PRIME * PRIME;
  for (int byte = 24; byte < 64; byte += 8)
#else
  for (int byte = 0; byte < 64; byte += 8)
#endif
    for (int j = 0; j < GROUP; j++) h[j] = (h[j] ^ (w[j] >> byte & 255)) * PRIME;
}

INLINE void absorb_component(uint64_t *h, vec s[REGISTERS][SIZE], int i) {
  uint64_t w[GROUP];
  for (int r = 0; r < REGISTERS; r++) {
    real x[LANES];
    memcpy(x, &s[r][i], sizeof x);
    for (int j = 0; j < LANES; j++) w[r * LANES + j] = bits_of_f64(x[j]);
  }
  absorb(h, w);
}

INLINE void absorb_states(uint64_t *h, vec s[REGISTERS][SIZE], double time) {
  for (int j = 0; j < GROUP; j++) h[j] = (h[j] ^ POSITIONS) * PRIME8;
  for (int i = 0; i < POSITIONS; i++) absorb_component(h, s, i);
  for (int j = 0; j < GROUP; j++) h[j] = (h[j] ^ (SIZE - POSITIONS)) * PRIME8;
  for (int i = POSITIONS; i < SIZE; i++) absorb_component(h, s, i);
  uint64_t t = bits_of_f64(time);
  for (int byte = 0; byte < 64; byte += 8)
    for (int j = 0; j < GROUP; j++) h[j] = (h[j] ^ (t >> byte & 255)) * PRIME;
}
#endif

static int members;
static double dt, first_value, increment;
static real *states[SIZE], *params;
static uint64_t *fingerprints;

static void advance_group(int first, int steps) {
  vec s[REGISTERS][SIZE], p[REGISTERS];
  uint64_t h[GROUP];
  for (int r = 0; r < REGISTERS; r++) {
    for (int i = 0; i < SIZE; i++) memcpy(&s[r][i], states[i] + first + r * LANES, sizeof(vec));
    memcpy(&p[r], params + first + r * LANES, sizeof(vec));
  }
  for (int j = 0; j < GROUP; j++) h[j] = BASIS;
  real one = (real)dt;
  vec whole = CONST(one), half = CONST((real)0.5 * one), sixth = CONST(one / 6);
  double time = 0;
#if FINGERPRINT
  absorb_states(h, s, time);
#endif
  for (int k = 0; k < steps; k++) {
    for (int r = 0; r < REGISTERS; r++) rk4(s[r], p[r], whole, half, sixth);
    time += dt;
#if FINGERPRINT
    absorb_states(h, s, time);
#endif
  }
  for (int r = 0; r < REGISTERS; r++)
    for (int i = 0; i < SIZE; i++) memcpy(states[i] + first + r * LANES, &s[r][i], sizeof(vec));
  memcpy(fingerprints + first, h, sizeof h);
}

static double thread_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static uint64_t digest(uint64_t h, uint64_t w) {
  for (int byte = 0; byte < 64; byte += 8) h = (h ^ (w >> byte & 255)) * PRIME;
  return h;
}

static void answer(int steps) {
  for (int m = 0; m < members; m++) {
    real s[SIZE];
    start(m, first_value + m * increment, s, &params[m]);
    for (int i = 0; i < SIZE; i++) states[i][m] = s[i];
  }
  double began = thread_ns();
  for (int first = 0; first < members; first += GROUP) advance_group(first, steps);
  double ns = thread_ns() - began;
  uint64_t all_states = BASIS, all_fingerprints = BASIS;
  for (int m = 0; m < members; m++) {
    for (int i = 0; i < SIZE; i++) all_states = digest(all_states, bits_of_f64(states[i][m]));
    if (FINGERPRINT) all_fingerprints = digest(all_fingerprints, fingerprints[m]);
  }
  printf("{\"ns\":%.0f,\"states\":\"%016" PRIx64 "\",\"fingerprints\":\"%016" PRIx64 "\"}\n", ns,
         all_states, all_fingerprints);
  fflush(stdout);
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  members = atoi(arguments[1]);
  dt = atof(arguments[2]);
  first_value = atof(arguments[3]);
  increment = atof(arguments[4]);
  if (members <= 0 || members % GROUP != 0) return 2;
  for (int i = 0; i < SIZE; i++) states[i] = malloc(members * sizeof(real));
  params = malloc(members * sizeof(real));
  fingerprints = malloc(members * sizeof(uint64_t));
  char line[32];
  while (fgets(line, sizeof line, stdin)) answer(atoi(line));
  return 0;
}
