"""SUMO's files of turning ratios, as jtrrouter takes them."""

from __future__ import annotations

from pathlib import Path

from seahaven.errors import Position
from seahaven.files import Element, load_xml
from seahaven.roads import Remark
from seahaven.roads.formats.sumo import read_time
from seahaven.traffic.formats.sumo_words import Notes
from seahaven.traffic.turning import TurningRatios

__all__ = ["read_turns"]

_TOPS = ("turns", "edgeRelations", "turn-definitions", "data", "additional")
_SHARES = ("probability", "count")


def read_turns(*paths: str | Path) -> TurningRatios:
    """The turning ratios of files that say from which edge how many go on to which (`.turns.xml`, plain or gzipped).

        <turns><interval begin="0" end="3600"><edgeRelation from="a" to="b" probability="0.3"/></interval></turns>

    The older form, `<fromEdge id="a"><toEdge id="b" probability="0.3"/></fromEdge>`, is read, too, and so are
    `<sink edges="..."/>`. Shares of several intervals are put together, each counting by how long it lasts: here they
    do not change with time, which is remarked upon.
    """
    reader = _Reader()
    for path in paths:
        top = load_xml(path)
        if top.tag not in _TOPS:
            top.refuse(f"the outermost element is <{top.tag}>; expected <turns> or <edgeRelations>")
        reader.read(top, 1.0)
    if not reader.shares and not reader.sinks:
        top.refuse(f"<{top.tag}> holds no <edgeRelation>; expected at least one")
    reader.tell()
    return TurningRatios(reader.shares, sinks=frozenset(reader.sinks), places=reader.places, remarks=reader.remarks)


class _Reader:
    """Gathers shares from edge to edge."""

    def __init__(self) -> None:
        self.shares: dict[str, dict[str, float]] = {}
        self.places: dict[str, Position] = {}
        self.sinks: dict[str, None] = {}
        self._notes = Notes()
        self._intervals: dict[tuple[float, float], Element] = {}

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What was remarked."""
        return self._notes.remarks

    def read(self, top: Element, weight: float) -> None:
        """Read what is inside an element, each share counting so much."""
        for element in top:
            if element.tag == "interval":
                self._interval(element)
            elif element.tag == "edgeRelation":
                self._add(element, element.word("from"), element.word("to"), weight)
            elif element.tag == "fromEdge":
                for child in element.all("toEdge"):
                    self._add(child, element.word("id"), child.word("id"), weight)
            elif element.tag == "sink":
                self.sinks.update(dict.fromkeys(element.word("edges").replace(",", " ").split()))
            else:
                self._notes.add("left out", f"<{element.tag}> is left out: only turning ratios are read here", element)

    def tell(self) -> None:
        """Remark on intervals that were put together."""
        if len(self._intervals) > 1:
            first = next(iter(self._intervals.values()))
            self._notes.add("unused", f"{len(self._intervals)} intervals are put together into one", first)

    def _interval(self, element: Element) -> None:
        begin, end = read_time(element, "begin", 0.0), read_time(element, "end", 3600.0)
        if not end > begin:
            element.refuse(f"<interval> ends at {end:g} s; expected an end after its begin, {begin:g} s")
        self._intervals.setdefault((begin, end), element)
        self.read(element, end - begin)

    def _add(self, element: Element, origin: str, goal: str, weight: float) -> None:
        name = next((name for name in _SHARES if name in element.attributes), None)
        if name is None:
            element.refuse(f"<{element.tag}> has no share; expected 'probability' or 'count'")
        # Counts are numbers of vehicles already, however long the interval is.
        share = element.number(name, least=0.0) * (weight if name == "probability" else 1.0)
        known = self.shares.setdefault(origin, {})
        known[goal] = known.get(goal, 0.0) + share
        self.places.setdefault(origin, element.at)
