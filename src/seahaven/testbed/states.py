"""What the software reported of its own states, as the recording has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.reels import Reel
from seahaven.seats import OccupantStates

__all__ = ["ReportedStates", "report_rows", "states_in"]

MOMENT = 1e-6
"""Seconds by which times may be rounded."""


class ReportedStates(NamedTuple):
    """The names of all states that the software was in from a time (s) on, until it reported others."""

    time: float
    states: tuple[str, ...]


def states_in(reel: Reel, subject: int, until: float = float("inf")) -> tuple[ReportedStates, ...]:
    """The reports of a subject's occupant up to a time (s), in order."""
    return tuple(
        ReportedStates(each.time, tuple(each.value["states"]))
        for each in reel.happenings(OccupantStates.__name__)
        if each.value["entity"] == subject and each.time <= until + MOMENT
    )


def report_rows(reports: Sequence[ReportedStates], times: Floats) -> Integers:
    """The place of the report that is in force at each time; -1 before the first."""
    begins = np.array([report.time for report in reports])
    rows: Integers = np.searchsorted(begins, times + MOMENT, side="right") - 1
    return rows
