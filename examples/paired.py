"""How the studies on motorways tell an effect: with its interval, over seeds, each of which is compared with itself."""

from __future__ import annotations

from collections.abc import Sequence

from seahaven.trials import change, estimate


def mean_told(values: Sequence[float], digits: int = 1) -> str:
    """A mean with its 95 % interval, as in "2.4 (2.3 to 2.5)"."""
    found = estimate(list(values))
    if found is None or found.low is None or found.high is None:
        return "unknown" if found is None else f"{found.mean:,.{digits}f}"
    return f"{found.mean:,.{digits}f} ({found.low:,.{digits}f} to {found.high:,.{digits}f})"


def change_told(before: Sequence[float], after: Sequence[float], digits: int = 1) -> str:
    """By how much values are greater afterwards, pair by pair, as in "+2.4 (+2.3 to +2.5), 12 pairs"."""
    pairs = [{str(k): value for k, value in enumerate(values)} for values in (before, after)]
    found = change(*pairs)
    if found is None or found.low is None or found.high is None:
        return "unknown: an interval takes three pairs"
    share = "" if found.share is None else f", {found.share:+.0%}"
    low, high = (f"{end:+,.{digits}f}" for end in (found.low, found.high))
    return f"{found.mean:+,.{digits}f} ({low} to {high}{share}), {found.count} pairs"
