"""Drawn roads cut into the stretches between junctions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from seahaven.errors import InputError
from seahaven.roads.builder.alignment import cut
from seahaven.roads.builder.plan import RoadPlan, as_id
from seahaven.roads.builder.profiles import eased, window
from seahaven.roads.builder.sections import Ending, sections
from seahaven.roads.builder.tracks import Lanes
from seahaven.roads.model import (
    End,
    JunctionLink,
    Limit,
    Profile,
    Road,
    RoadKind,
    RoadLink,
    RoadObject,
    Signal,
)

V = TypeVar("V")

SHORTEST_PIECE = 1.0


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of a drawn road that a junction takes up."""

    begin: float
    end: float
    junction: str


@dataclass(slots=True, eq=False)
class Site:
    """A drawn road while the network is being built: its lanes, its height, and where it is cut."""

    plan: RoadPlan
    lanes: Lanes
    elevation: Profile = field(default_factory=Profile)
    cuts: list[Cut] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def divide(self) -> None:
        """Make the pieces between the cuts; pieces in which two junctions would overlap are refused."""
        plan = self.plan
        self.cuts.sort(key=lambda one: one.begin)
        for first, second in pairwise(self.cuts):
            if second.begin - first.end < SHORTEST_PIECE:
                raise InputError(_overlap(plan.name, first, second))
        begins = [0.0, *(one.end for one in self.cuts)]
        ends = [*(one.begin for one in self.cuts), plan.length]
        names: list[str | None] = [None, *(one.junction for one in self.cuts), None]
        stretches = [
            (begin, end, names[k], names[k + 1])
            for k, (begin, end) in enumerate(zip(begins, ends, strict=True))
            if end - begin > SHORTEST_PIECE
        ]
        many = len(stretches) > 1
        for k, (begin, end, before, after) in enumerate(stretches):
            name = f"{as_id(plan.name)}.{k + 1}" if many else as_id(plan.name)
            self.pieces.append(Piece(self, name, begin, end, _link(before), _link(after)))

    def piece_from(self, s: float) -> Piece | None:
        """The piece that begins at s."""
        return next((piece for piece in self.pieces if abs(piece.begin - s) < 1e-6), None)

    def piece_to(self, s: float) -> Piece | None:
        """The piece that ends at s."""
        return next((piece for piece in self.pieces if abs(piece.end - s) < 1e-6), None)

    def piece_at(self, s: float) -> Piece | None:
        """The piece that holds s, if s is not inside a junction."""
        return next((piece for piece in self.pieces if piece.begin <= s <= piece.end), None)


@dataclass(slots=True, eq=False)
class Piece:
    """A stretch of a drawn road between junctions, which becomes a road of the network."""

    site: Site
    id: str
    begin: float
    end: float
    before: RoadLink | JunctionLink | None = None
    after: RoadLink | JunctionLink | None = None
    start: Ending = field(default_factory=Ending)
    finish: Ending = field(default_factory=Ending)
    signals: list[Signal] = field(default_factory=list)
    objects: list[RoadObject] = field(default_factory=list)

    @property
    def length(self) -> float:
        """How long it is."""
        return self.end - self.begin

    def ending(self, end: End) -> Ending:
        """What happens at one of its ends."""
        return self.start if end is End.START else self.finish

    def road(self) -> Road:
        """The piece as a road of the network."""
        plan, lanes = self.site.plan, self.site.lanes
        line = cut(plan.line, self.begin, self.end)
        return Road(
            self.id,
            line,
            sections(
                lanes,
                plan.changes,
                self.begin,
                self.end,
                start=self.start,
                finish=self.finish,
                no_passing=_stretches(plan.no_passing, plan.length),
            ),
            name=plan.name,
            elevation=window(self.site.elevation, self.begin, self.end),
            superelevation=window(eased(plan.banks), self.begin, self.end) if plan.banks else Profile(),
            lane_offset=window(lanes.shift, self.begin, self.end),
            before=self.before,
            after=self.after,
            kinds=self._kinds(),
            limits=tuple(self._limits()),
            signals=tuple(sorted(self.signals, key=lambda signal: (signal.s, signal.id))),
            objects=tuple(sorted(self.objects, key=lambda thing: (thing.s, thing.id))),
        )

    def _limits(self) -> Iterable[Limit]:
        changes = [(change.s, change.speed) for change in self.site.plan.limits]
        return (Limit(s, speed) for s, speed in self._stated(changes))

    def _kinds(self) -> tuple[tuple[float, RoadKind], ...]:
        return tuple(self._stated([(change.s, change.section.kind) for change in self.site.plan.changes]))

    def _stated(self, changes: Sequence[tuple[float, V]]) -> Iterator[tuple[float, V]]:
        """What counts where the piece begins, and wherever on it something else counts."""
        known = [value for s, value in changes if s <= self.begin + 1e-9][-1]
        yield 0.0, known
        for s, value in changes:
            if self.begin + 1e-9 < s < self.end and value != known:
                yield s - self.begin, value
                known = value


def limit_at(plan: RoadPlan, s: float) -> float | None:
    """The speed limit at s."""
    return [change.speed for change in plan.limits if change.s <= s + 1e-9][-1]


def _stretches(changes: Sequence[tuple[float, bool]], length: float) -> list[tuple[float, float]]:
    ends = [*(s for s, _ in changes[1:]), length]
    return [(s, end) for (s, forbidden), end in zip(changes, ends, strict=True) if forbidden] if changes else []


def _link(junction: str | None) -> JunctionLink | None:
    return JunctionLink(junction) if junction is not None else None


def _overlap(road: str, first: Cut, second: Cut) -> str:
    return (
        f"junctions '{first.junction}' and '{second.junction}' overlap on road '{road}': one ends at {first.end:.1f} m "
        f"and the next begins at {second.begin:.1f} m; draw them further apart, or give a smaller corner"
    )
