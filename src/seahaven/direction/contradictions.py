"""Contradictions: orders to one driver in one step of which it can only follow one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from seahaven.direction.log import Contradicted
from seahaven.direction.order import CONTRARY
from seahaven.kernel import Emits, Event, Hears, Module, State, Tick, in_seconds, port
from seahaven.world import Press

__all__ = ["Contradictions"]

QUIET = 5.0
"""Seconds for which two have not contradicted each other any more when they are told of again."""


class Contradictions(Module):
    """Tells of orders that contradict each other; the drive goes on.

    Link what triggers, beacons and cues press to `ordered`, in which each press stands for itself, and what directors
    and streams press to `directed`: what one of them says in one step belongs together. Run it at the rate of the
    drivers, so that it hears together what they do.

    Who holds is settled by drivers alone: of one button or dial the greatest value, of buttons that exclude each other
    the one that is further on in its line of `CONTRARY`.
    """

    ordered: Hears[Press]
    directed: Hears[Press]
    contradicted: Emits[Contradicted]
    lately: State[dict[str, float]] = port({}, doc="who contradicted whom about what, and when they did last (s)")

    def step(self, tick: Tick) -> None:
        """Compare all orders to each driver."""
        said: dict[int, list[_Said]] = {}
        for events, is_whole in ((self.ordered, False), (self.directed, True)):
            for event in events:
                for entity in event.value.entities:
                    said.setdefault(entity, []).append(_said(event, is_whole=is_whole))
        for entity in sorted(said):
            for one, other in combinations(sorted(said[entity]), 2):
                for loser, winner in _settled(one, other):
                    self._tell(entity, winner, loser, in_seconds(tick.now))

    def _tell(self, entity: int, winner: _Said, loser: _Said, now: float) -> None:
        about = f"{entity} {winner.sender} {winner.item} {loser.sender} {loser.item}"
        is_new = now - self.lately.get(about, -QUIET) >= QUIET
        self.lately = {**{key: since for key, since in self.lately.items() if now - since < QUIET}, about: now}
        if is_new:
            held, lost = (winner.item, winner.value, winner.sender), (loser.item, loser.value, loser.sender)
            self.contradicted.append(Contradicted(entity, *held, *lost))


class _Said(NamedTuple):
    """One order: which button or dial, how, by whom, the how-manieth, and whether all from there belongs together."""

    item: str
    value: float
    sender: str
    number: int
    is_whole: bool


def _said(event: Event[Press], *, is_whole: bool) -> _Said:
    press = event.value
    return _Said(press.item, press.value, event.sender.partition(".")[0], event.index, is_whole)


def _settled(one: _Said, other: _Said) -> Iterator[tuple[_Said, _Said]]:
    """The one that does not hold and the one that does, if the two contradict each other."""
    if one.is_whole and one.sender == other.sender:
        return
    if one.item == other.item and one.value != other.value:
        yield (one, other) if one.value < other.value else (other, one)
    line = next((items for items in CONTRARY if one.item in items and other.item in items), ())
    if one.item != other.item and line:
        yield (one, other) if line.index(one.item) < line.index(other.item) else (other, one)
