"""Rows on driving that was learned: collisions with their intervals, speed, lane; and how the forms compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seahaven.bench.bench import Progress
from seahaven.bench.learning.driving import (
    FORMS,
    Driven,
    drive_by_machine,
    drive_by_rules,
    drive_by_table,
    learn_rules,
    learn_table,
)
from seahaven.bench.learning.intervals import poisson_interval
from seahaven.bench.row import Row

__all__ = ["driving_rows"]

AGAINST_UNPRIORITISED, AGAINST_RANDOM, AGAINST_MACHINE = 0.1, 0.01, 0.9
"""With priorities: at most these shares of the collisions of others, at least this share of the machine's speed."""


def driving_rows(progress: Progress, *, drives: int, kilometres: float) -> Iterator[Row]:
    """Judge all forms, after so many drives of learning, over so many kilometres each."""
    ways: dict[str, Callable[[], Driven]] = {
        "random": lambda: drive_by_table(None, kilometres),
        "driver machine": lambda: drive_by_machine(kilometres),
        "Q-learning": lambda: drive_by_table(learn_table(drives), kilometres),
        "alphaCS without priorities": lambda: _alpha(drives, kilometres, prioritised=False),
        "alphaCS with priorities": lambda: _alpha(drives, kilometres, prioritised=True),
    }
    found: dict[str, Driven] = {}
    for form in FORMS:
        progress(f"driving: {form}")
        found[form] = ways[form]()
        yield _collisions(form, found[form])
    for form in FORMS:
        yield Row(f"driving, {form}: mean speed", found[form].speed, "m/s")
        yield Row(f"driving, {form}: on the rightmost lane", 100.0 * found[form].right_share, "% of the time")
    careful = _rates(found["alphaCS with priorities"])[1]
    for form, share in (("alphaCS without priorities", AGAINST_UNPRIORITISED), ("random", AGAINST_RANDOM)):
        least = _rates(found[form])[0]
        ratio = careful / least if least else float("inf")
        name = f"driving, with priorities: collisions against {form}"
        yield Row.at_most(name, ratio, "of them, upper bound over lower bound", limit=share)
    speed = found["alphaCS with priorities"].speed / found["driver machine"].speed
    yield Row.at_least("driving, with priorities: speed", speed, "of the driver machine's", limit=AGAINST_MACHINE)


def _alpha(drives: int, kilometres: float, *, prioritised: bool) -> Driven:
    return drive_by_rules(learn_rules(drives, prioritised=prioritised), kilometres, prioritised=prioritised)


def _rates(driven: Driven) -> tuple[float, float]:
    """The bounds of collisions per 1,000 km."""
    low, high = poisson_interval(driven.collisions)
    return 1000.0 * low / driven.kilometres, 1000.0 * high / driven.kilometres


def _collisions(form: str, driven: Driven) -> Row:
    low, high = _rates(driven)
    rate = 1000.0 * driven.collisions / driven.kilometres
    driven_km = f"{driven.collisions:.0f} in {driven.kilometres:,.0f} km"
    unit = f"collisions per 1,000 km (95 %: {low:.3g} to {high:.3g}; {driven_km})"
    return Row(f"driving, {form}", rate, unit)
