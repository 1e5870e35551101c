"""Compiled: the random numbers of many vehicles from many streams at once, and normal distributions of them."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.compiled import compiled, inlined

ROUNDS = 10
MULTIPLIER_0, MULTIPLIER_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
WEYL_0, WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
FIRST, SECOND = np.uint64(5), np.uint64(6)
"""See `kernel.philox`, of which this is the same in machine words."""


@compiled
def uniforms(keys: Any, numbers: Integers) -> Floats:
    """For each stream, given by two keys and the upper words of its counter, a number in [0, 1) for each entity.

    See `Stream.uniforms`.
    """
    drawn = np.empty((len(keys), len(numbers)))
    for row in range(len(keys)):
        for at in range(len(numbers)):
            entity = np.uint64(numbers[at])
            c0, c1, c2, c3 = entity & LOW, entity >> HALF & LOW, keys[row, 2], keys[row, 3]
            k0, k1 = keys[row, 0], keys[row, 1]
            for _ in range(ROUNDS):
                p0, p1 = MULTIPLIER_0 * c0, MULTIPLIER_1 * c2
                c0, c1, c2, c3 = (p1 >> HALF) ^ c1 ^ k0, p1 & LOW, (p0 >> HALF) ^ c3 ^ k1, p0 & LOW
                k0, k1 = (k0 + WEYL_0) & LOW, (k1 + WEYL_1) & LOW
            drawn[row, at] = (float(c0 >> FIRST) * 67108864.0 + float(c1 >> SECOND)) / 9007199254740992.0
    return drawn


MIDDLE, SQUARE, FAR, OUTER = 0.425, 0.180625, 5.0, 1.6
"""From how far off the middle on a share is in a tail, the square of that, where the far part of a tail begins, and
what is taken from a place in the near part: Wichura, Algorithm AS 241, Applied Statistics 37 (1988), 477-484."""
CENTRAL = (
    2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
    1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0,
)  # fmt: skip
CENTRAL_BELOW = (
    5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
    5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1.0,
)  # fmt: skip
NEAR_TAIL = (
    7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
    3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0,
)  # fmt: skip
NEAR_TAIL_BELOW = (
    1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
    6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1.0,
)  # fmt: skip
FAR_TAIL = (
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
    2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0,
)  # fmt: skip
FAR_TAIL_BELOW = (
    2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
    1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0,
)  # fmt: skip
"""Coefficients of the numerators and, below them, the denominators, by falling powers."""


@inlined
def polynomial(coefficients: Any, x: float) -> float:
    """The value of a polynomial with eight coefficients, by Horner's rule."""
    value = coefficients[0]
    for k in range(1, 8):
        value = value * x + coefficients[k]
    return float(value)


@inlined
def standard_quantile(share: float) -> float:
    """The value below which a share of the standard normal distribution lies: `NormalDist().inv_cdf`, bit for bit."""
    off = share - 0.5
    if abs(off) <= MIDDLE:
        r = SQUARE - off * off
        return polynomial(CENTRAL, r) * off / polynomial(CENTRAL_BELOW, r)
    r = sqrt(-log(share if off <= 0.0 else 1.0 - share))
    if r <= FAR:
        value = polynomial(NEAR_TAIL, r - OUTER) / polynomial(NEAR_TAIL_BELOW, r - OUTER)
    else:
        value = polynomial(FAR_TAIL, r - FAR) / polynomial(FAR_TAIL_BELOW, r - FAR)
    return -value if off < 0.0 else value


@compiled
def normal_quantiles(
    shares: Floats, first: float, last: float, least: float, most: float, mean: float, deviation: float, low: float,
    high: float,
) -> Floats:  # fmt: skip
    """The values below which shares of a normal distribution lie, of what lies within the bounds `low` and `high`.

    `first` and `last` are the shares of the whole distribution that lie below these; it is cut off below the share
    `least` and above `most`, too.
    """
    values = np.empty(len(shares))
    for k in range(len(shares)):
        place = min(max(first + (last - first) * shares[k], least), most)
        values[k] = min(max(mean + deviation * standard_quantile(place), low), high)
    return values
