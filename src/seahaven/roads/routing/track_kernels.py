"""Compiled: which lanes beside a route lead along it, and which of them one had better be on."""

from __future__ import annotations

from math import inf

import numpy as np

from seahaven.geometry.compiled import compiled
from seahaven.roads.lanemap.strips import Indices, Integers, Truths


@compiled
def leads_to(following: Integers, is_goal: Truths) -> Truths:
    """Of each entry, whether going on without a change leads to a goal; entries lead to later ones only."""
    leads = is_goal.copy()
    for entry in range(len(following) - 1, -1, -1):
        if following[entry] >= 0 and leads[following[entry]]:
            leads[entry] = True
    return leads


@compiled
def best_shifts(
    entry_first: Integers, following: Integers, reach: Integers, goes_all_the_way: Truths, left: Indices,
    right: Indices, shift: Indices,
) -> None:  # fmt: skip
    """Where lanes side by side follow the route equally far, prefer those from which the fewest changes are left.

    Far before an exit all lanes lead up to it, and none into it: better be on the one next to it. `shift` comes with
    the lanes to the left to the nearest of those that reach furthest, and is changed where another one is better.
    """
    needed = np.full(len(following), inf)
    beyond = np.full(len(following), inf)
    for stage in range(len(entry_first) - 2, -1, -1):
        low, high = entry_first[stage], entry_first[stage + 1]
        for _ in range(high - low):
            is_settled = True
            for e in range(low, high):
                onward = 0.0 if goes_all_the_way[e] else (needed[following[e]] if following[e] >= 0 else inf)
                if onward != beyond[e]:
                    beyond[e], is_settled = onward, False
            for e in range(low, high):
                needed[e] = beyond[e]
                for f in range(low, high):
                    if abs(f - e) + beyond[f] < needed[e] and abreast(left, right, e, f):
                        needed[e] = abs(f - e) + beyond[f]
            if is_settled:
                break
        for e in range(low, high):
            best, settled = -1, e - shift[e]
            for f in range(low, high):
                if reach[f] == reach[settled] and abreast(left, right, e, f):
                    is_better = best < 0 or beyond[f] < beyond[best]
                    if is_better or (beyond[f] == beyond[best] and abs(f - e) < abs(best - e)):
                        best = f
            if best >= 0 and beyond[best] < beyond[settled]:
                shift[e] = e - best


@compiled
def abreast(left: Indices, right: Indices, e: int, f: int) -> bool:
    """Whether the entries from one to another lie side by side."""
    while e < f and right[e] == e + 1:
        e += 1
    while e > f and left[e] == e - 1:
        e -= 1
    return e == f
