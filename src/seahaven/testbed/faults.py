"""What went wrong with the software itself, as the recording has it."""

from __future__ import annotations

from typing import NamedTuple

from seahaven.reels import Reel
from seahaven.seats import OccupantFault, OccupantLate

__all__ = ["Fault", "faults_in"]


class Fault(NamedTuple):
    """A failure of the software, or an answer that came late, at a time (s)."""

    time: float
    what: str
    is_late: bool


def faults_in(reel: Reel, subject: int, until: float) -> tuple[Fault, ...]:
    """The faults and late answers of a subject's occupant up to a time (s), and what broke the run off."""
    found = []
    for time, kind, value in reel.happenings(OccupantFault.__name__, OccupantLate.__name__):
        if value["entity"] == subject and time <= until:
            is_late = kind == OccupantLate.__name__
            what = f"an answer came {value['by']} steps late" if is_late else str(value["what"])
            found.append(Fault(time, what, is_late))
    told = reel.manifest
    if told.state == "failed" and told.start + told.duration <= until:
        found.append(Fault(told.start + told.duration, told.fault or "the run broke off", is_late=False))
    return tuple(found)
