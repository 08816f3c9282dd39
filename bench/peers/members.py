"""The benchmark's systems in numpy: one array a quantity, an entry a member.

Arguments: system (1 Lorenz, 2 double pendulum), precision (64 or 32), fingerprint (0 or 1),
members, dt, first value of the swept quantity, its increment. Each line on stdin is a number of
steps to run from the start; each answer is a line of JSON.
"""

import json
import struct
import sys
import time

import numpy as np

U64 = np.uint64
BASIS = 0xCBF29CE484222325
PRIME = 0x100000001B3
MASK = (1 << 64) - 1
# What a short byte and the seven zero bytes after it multiply by.
PRIME8 = U64(pow(PRIME, 8, 1 << 64))
TINY = np.float32(2.0**-100)


def mul(a, b):
    """A product of binary32 numbers; what is below 2^-100 becomes +0."""
    r = a * b
    r[np.abs(r) < TINY] = 0
    return r


def lorenz(s, rho):
    x, y, z = s
    return 10 * (y - x), x * (rho - z) - y, x * y - (8 / 3) * z


def lorenz32(s, rho):
    x, y, z = s
    return mul(F32_10, y - x), mul(x, rho - z) - y, mul(x, y) - mul(F32_8_3, z)


F32_10 = np.float32(10)
F32_8_3 = np.float32(8 / 3)


def quarters(x):
    """The sine for an even and for an odd number of quarter turns, and that number.

    Good for |x| up to 411774, as far as Furrow reduces without a call.
    """
    shifted = x * 0.6366197723675814 + 6755399441055744.0
    n = shifted - 6755399441055744.0
    first = x - n * 1.5707963267923333
    second = n * 2.563344151689835e-12
    high = first - second
    low = first - high - second - n * -9.531611933980011e-23
    even = high - sin_deficit(high, low)
    odd = 1 - 0.5 * (high * high) + cos_excess(high, low)
    return even, odd, shifted.view(U64)


def sin_of(quarters):
    even, odd, turns = quarters
    value = np.where((turns & U64(1)).astype(bool), odd, even)
    return (value.view(U64) ^ ((turns & U64(2)) << U64(62))).view(np.float64)


def cos_of(quarters):
    even, odd, turns = quarters
    return sin_of((even, odd, turns + U64(1)))


def sin_deficit(x, y):
    z = x * x
    r = (
        0.00833333333332249
        + z * (-0.0001984126982985795 + z * 2.7557313707070068e-6)
        + z * (z * z) * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)
    )
    v = z * x
    return z * (0.5 * y - v * r) - y - v * -0.16666666666666632


def cos_excess(x, y):
    z = x * x
    w = z * z
    r = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 2.480158728947673e-5)) + (
        w * w
    ) * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))
    half = 0.5 * z
    return 1 - (1 - half) - half + (z * r - x * y)


def pendulum(s, m2):
    a, b, u, w = s
    g = 9.81
    M = 1 + m2
    delta = quarters(b - a)
    sd, cd = sin_of(delta), cos_of(delta)
    s1, s2 = sin_of(quarters(a)), sin_of(quarters(b))
    uu = u * u
    ww = w * w
    den = M - m2 * cd * cd
    p = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den
    q = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den
    return u, w, p, q


def rk4(rates, times, whole, half, sixth, two):
    def step(s, param):
        k1 = rates(s, param)
        k2 = rates([y + times(half, k) for y, k in zip(s, k1)], param)
        k3 = rates([y + times(half, k) for y, k in zip(s, k2)], param)
        k4 = rates([y + times(whole, k) for y, k in zip(s, k3)], param)
        return [
            y + times(sixth, a + times(two, b) + times(two, c) + d)
            for y, a, b, c, d in zip(s, k1, k2, k3, k4)
        ]

    return step


def absorb(h, x):
    w = x.astype(np.float64).view(U64)
    for byte in range(0, 64, 8):
        h = (h ^ (w >> U64(byte) & U64(255))) * U64(PRIME)
    return h


def absorb_state(h, s, positions, now):
    h = (h ^ U64(positions)) * PRIME8
    for x in s[:positions]:
        h = absorb(h, x)
    h = (h ^ U64(len(s) - positions)) * PRIME8
    for x in s[positions:]:
        h = absorb(h, x)
    for byte in struct.pack("<d", now):
        h = (h ^ U64(byte)) * U64(PRIME)
    return h


def digest(words):
    h = BASIS
    for byte in words.tobytes():
        h = (h ^ byte) * PRIME & MASK
    return "%016x" % h


def main():
    system, precision, fingerprint, members = map(int, sys.argv[1:5])
    dt, first, increment = map(float, sys.argv[5:8])
    swept = first + np.arange(members) * increment
    real = np.float32 if precision == 32 else np.float64
    if system == 1:
        start, param = [np.ones(members)] * 3, swept
        rates = lorenz32 if precision == 32 else lorenz
    else:
        still = np.zeros(members)
        start, param = [np.full(members, 2.0), swept, still, still], np.ones(members)
        rates = pendulum
    positions = 3 if system == 1 else 2
    times = mul if precision == 32 else np.multiply
    whole = real(dt)
    step = rk4(rates, times, whole, real(0.5) * whole, whole / real(6), real(2))

    def run(steps):
        s, p = [x.astype(real) for x in start], param.astype(real)
        h = np.full(members, BASIS, U64)
        now = 0.0
        if fingerprint:
            h = absorb_state(h, s, positions, now)
        for _ in range(steps):
            s = step(s, p)
            now += dt
            if fingerprint:
                h = absorb_state(h, s, positions, now)
        return s, h

    for line in sys.stdin:
        began = time.thread_time_ns()
        s, h = run(int(line))
        ns = time.thread_time_ns() - began
        states = digest(np.stack([x.astype(np.float64) for x in s], axis=1))
        fingerprints = digest(h) if fingerprint else digest(h[:0])
        print(json.dumps({"ns": ns, "states": states, "fingerprints": fingerprints}), flush=True)


main()
