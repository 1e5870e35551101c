"""SUMO's induction loops; what else measures there is left out, with a remark."""

from __future__ import annotations

from seahaven.files import Element
from seahaven.traffic.detectors import Detector
from seahaven.traffic.formats.sumo_edges import Edges
from seahaven.traffic.formats.sumo_words import Notes

__all__ = ["LOOPS", "Loops"]

LOOPS = ("e1Detector", "inductionLoop", "instantInductionLoop")
"""Elements that put a loop into a lane."""
_DAY = 86400.0
"""Seconds after which a loop tells that says nothing of it: where SUMO writes one line at the end of the run."""
_KNOWN = frozenset(
    ("id", "lane", "pos", "length", "freq", "period", "file", "friendlyPos", "name", "vTypes", "nextEdges")
)


class Loops:
    """The loops of additional files, in their order."""

    def __init__(self, edges: Edges, notes: Notes, *, lenient: bool) -> None:
        self._edges, self._notes, self._is_lenient = edges, notes, lenient
        self._made: dict[str, Detector] = {}

    @property
    def made(self) -> tuple[Detector, ...]:
        """All of them."""
        return tuple(self._made.values())

    def read(self, element: Element) -> None:
        """Take in a loop: `pos` below 0 counts from the end of its lane."""
        name, lane = element.word("id"), self._edges.lane(element, "lane")
        if name in self._made:
            element.refuse(f"the <{element.tag}> '{name}' is there twice")
        if lane is None:
            edge = element.word("lane").rpartition("_")[0]
            hint = self._edges.hint(edge) if edge not in self._edges else f"; it has {len(self._edges.lanes(edge))}"
            message = f"<{element.tag}> is on the lane '{element.word('lane')}', of no edge{hint}"
            if not self._is_lenient:
                element.refuse(message)
            self._notes.add("left out", f"left out: {message}", element)
            return
        self._notes.unused(element, _KNOWN)
        length, s = self._edges.lane_length(lane), element.number("pos", 0.0)
        interval = element.number("period", element.number("freq", _DAY))
        s = min(max(s + length if s < 0.0 else s, 0.0), length)
        self._made[name] = Detector(name, lane, s, element.number("length", 2.0), interval if interval > 0.0 else _DAY)
