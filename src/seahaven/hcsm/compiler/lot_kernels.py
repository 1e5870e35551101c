"""Compiled: random numbers, the same as `Stream` gives, for machines that draw lots and for kernels of other rooms."""

from __future__ import annotations

from typing import Any, cast

from numba import uint64

from seahaven.geometry.compiled import compiled

_LOW = 0xFFFFFFFF


@compiled
def uniform(key0: int, key1: int, entity: int, step: int, draw: int) -> float:
    """A number in [0, 1), the same as `Stream.uniform` gives (Philox-4x32 with ten rounds)."""
    low = uint64(_LOW)
    half = uint64(32)
    c0, c1 = uint64(entity) & low, uint64(entity) >> half
    c2 = uint64(step) & low
    c3 = (uint64(step) >> half & uint64(0xFFFF)) | (uint64(draw) & uint64(0xFFFF)) << uint64(16)
    k0, k1 = uint64(key0), uint64(key1) ^ uint64(draw) >> uint64(16)
    for _ in range(10):
        p0, p1 = uint64(0xD2511F53) * c0, uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = (p1 >> half) ^ c1 ^ k0, p1 & low, (p0 >> half) ^ c3 ^ k1, p0 & low
        k0, k1 = (k0 + uint64(0x9E3779B9)) & low, (k1 + uint64(0xBB67AE85)) & low
    return (float(c0 >> uint64(5)) * 67108864.0 + float(c1 >> uint64(6))) / 9007199254740992.0


# A call would keep the processor from drawing for several rows at once.
cast(Any, uniform).targetoptions["forceinline"] = True
