"""The benchmark's systems compiled by numba: one thread, member by member, plain loops.

Arguments and answers are those of members.py.
"""

import json
import sys
import time

import numpy as np
from numba import njit

U64 = np.uint64
BASIS = U64(0xCBF29CE484222325)
PRIME = U64(0x100000001B3)
PRIME8 = U64(0x1EFAC7090AEF4A21)
EIGHT, BYTE = U64(8), U64(255)
F32 = np.float32
TINY = F32(2.0**-100)
inlined = njit(inline="always")


@inlined
def plain_mul(a, b):
    return a * b


@inlined
def mul32(a, b):
    """What is below 2^-100 becomes +0."""
    r = a * b
    return F32(0) if abs(r) < TINY else r


def lorenz_with(mul, real):
    ten, eight_thirds = real(10), real(8 / 3)

    @njit
    def rates(s, rho, out):
        x, y, z = s[0], s[1], s[2]
        out[0] = mul(ten, y - x)
        out[1] = mul(x, rho - z) - y
        out[2] = mul(x, y) - mul(eight_thirds, z)

    return rates


@njit
def sin_deficit(x, y):
    z = x * x
    r = (
        0.00833333333332249
        + z * (-0.0001984126982985795 + z * 2.7557313707070068e-6)
        + z * (z * z) * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)
    )
    v = z * x
    return z * (0.5 * y - v * r) - y - v * -0.16666666666666632


@njit
def cos_excess(x, y):
    z = x * x
    w = z * z
    r = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 2.480158728947673e-5)) + (
        w * w
    ) * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))
    half = 0.5 * z
    return 1 - (1 - half) - half + (z * r - x * y)


@njit
def reduce(x):
    """Good for |x| up to 411774, as far as Furrow reduces without a call."""
    n = x * 0.6366197723675814 + 6755399441055744.0 - 6755399441055744.0
    first = x - n * 1.5707963267923333
    second = n * 2.563344151689835e-12
    high = first - second
    low = first - high - second - n * -9.531611933980011e-23
    return np.int64(n), high, low


@njit
def sin_of_turns(turns, high, low):
    if turns & 1 == 0:
        value = high - sin_deficit(high, low)
    else:
        value = 1 - 0.5 * (high * high) + cos_excess(high, low)
    return value if turns & 2 == 0 else -value


@njit
def sin(x):
    turns, high, low = reduce(x)
    return sin_of_turns(turns, high, low)


@njit
def cos(x):
    turns, high, low = reduce(x)
    return sin_of_turns(turns + 1, high, low)


@njit
def pendulum(s, m2, out):
    a, b, u, w = s[0], s[1], s[2], s[3]
    g = 9.81
    M = 1 + m2
    d = b - a
    sd, cd, s1, s2 = sin(d), cos(d), sin(a), sin(b)
    uu = u * u
    ww = w * w
    den = M - m2 * cd * cd
    out[0] = u
    out[1] = w
    out[2] = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den
    out[3] = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den


@njit
def absorb(h, w):
    for _ in range(8):
        h = (h ^ (w & BYTE)) * PRIME
        w = w >> EIGHT
    return h


def runner(rates, mul, real, dt, size, positions, fingerprint):
    whole = real(dt)
    half, sixth, two = real(0.5) * whole, whole / real(6), real(2)
    split = U64(positions), U64(size - positions)

    @njit
    def absorb_state(h, s, wide, words):
        for i in range(size):
            wide[i] = s[i]
        h = (h ^ split[0]) * PRIME8
        for i in range(positions):
            h = absorb(h, words[i])
        h = (h ^ split[1]) * PRIME8
        for i in range(positions, size + 1):
            h = absorb(h, words[i])
        return h

    @njit
    def run(states, params, fingerprints, steps):
        k1, k2, k3, k4 = np.empty((4, size), real)
        stage, wide = np.empty(size, real), np.empty(size + 1)
        words = wide.view(U64)
        for m in range(len(params)):
            s, p, h, now = states[m], params[m], BASIS, 0.0
            wide[size] = now
            if fingerprint:
                h = absorb_state(h, s, wide, words)
            for _ in range(steps):
                rates(s, p, k1)
                for i in range(size):
                    stage[i] = s[i] + mul(half, k1[i])
                rates(stage, p, k2)
                for i in range(size):
                    stage[i] = s[i] + mul(half, k2[i])
                rates(stage, p, k3)
                for i in range(size):
                    stage[i] = s[i] + mul(whole, k3[i])
                rates(stage, p, k4)
                for i in range(size):
                    total = k1[i] + mul(two, k2[i]) + mul(two, k3[i]) + k4[i]
                    s[i] = s[i] + mul(sixth, total)
                now += dt
                wide[size] = now
                if fingerprint:
                    h = absorb_state(h, s, wide, words)
            fingerprints[m] = h

    return run


@njit
def digest(words):
    h = BASIS
    for w in words:
        h = absorb(h, w)
    return h


def main():
    system, precision, fingerprint, members = map(int, sys.argv[1:5])
    dt, first, increment = map(float, sys.argv[5:8])
    real, mul = (F32, mul32) if precision == 32 else (np.float64, plain_mul)
    swept = first + np.arange(members) * increment
    if system == 1:
        size, positions, rates, param = 3, 3, lorenz_with(mul, real), swept
        start = np.ones((members, 3))
    else:
        size, positions, rates, param = 4, 2, pendulum, np.ones(members)
        start = np.zeros((members, 4))
        start[:, 0], start[:, 1] = 2, swept
    run = runner(rates, mul, real, dt, size, positions, fingerprint)
    for line in sys.stdin:
        states, params = start.astype(real), param.astype(real)
        fingerprints = np.zeros(members, U64)
        began = time.thread_time_ns()
        run(states, params, fingerprints, int(line))
        ns = time.thread_time_ns() - began
        answer = {
            "ns": ns,
            "states": "%016x" % digest(states.astype(np.float64).ravel().view(U64)),
            "fingerprints": "%016x" % digest(fingerprints if fingerprint else fingerprints[:0]),
        }
        print(json.dumps(answer), flush=True)


main()
