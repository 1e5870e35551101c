"""What drivers perceive at junctions, and who has the right to go."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.junctions.crossroads import Crossroads
from seahaven.behaviour.junctions.opponents import opponents
from seahaven.behaviour.junctions.passages import Passages
from seahaven.behaviour.junctions.survey import survey
from seahaven.behaviour.senses import AT_JUNCTIONS
from seahaven.kernel import ASLEEP, Module, Param, Part, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.world import (
    SIGNAL,
    Baggage,
    Binding,
    Block,
    Moves,
    Reader,
    Table,
    Writer,
    make_step,
    part_of,
    reads,
    writes,
)

__all__ = ["Junctions"]

MOST = 5
"""So often a vehicle may be listed: on three ways, and before two."""


class Junctions(Module):
    """Fills in what every driver knows of the junction ahead, and of those who are in its way in one.

        Junctions("junctions", rate=10, tracks=tracks)

    **Holds.** Before a junction there is a place at which one waits, and for those who turn across oncoming traffic
    another one inside. The first driver in line sees how far it is, what the light shows there, how much room there is
    behind the junction, and how much time it has before somebody comes who goes first. When it has made up its mind it
    sets out (`goes`), and from the next step on the way, up to the next hold, is its own until its rear has left.

    **Order.** Where two ways cross or meet, whoever was the first to set out goes first, of two in the same step the
    one who had found a gap to look for, else the one whose way has to yield to fewer; the other one sees a place at
    which it has to stand (`block`), and does so already before it sets out. So whoever set out first has nobody to wait
    for, except somebody who is already where they meet. Whoever stands behind another one that stands there comes after
    that one for all others, too, lest three wait for each other in a circle. Where ways part or meet, the one ahead on
    the other way is followed (`join_gap`).

    **Right of way.** Of those who have not set out, only the ones count who go first by signs, lights or rules: by how
    many seconds they would come later than oneself would have passed is the `slack`. Whoever stands and could go but
    does not, loses that right after four seconds to others who have been waiting for longer.

    Whoever comes past a hold without having set out counts as being on its way: people and software drive as they like.
    """

    keeps_spare = True
    tracks: Param[Tracks]
    passages: State[Passages] = port(Passages())

    seen = reads("vehicle", "lane", "s", "offset", "entry", "speed", "length", "liveliness", "goes")
    lights = reads(SIGNAL, "state", "since")
    known = writes("vehicle", *AT_JUNCTIONS)

    def step(self, tick: Tick) -> None:
        """See once."""
        make_step(self.part(tick), tick)

    def part(self, tick: Tick) -> Part:
        """All of it; where no ways meet and no lights stand, there is nothing to do."""
        live = self._live()
        if not len(live.roads.conflicts) and not len(live.roads.posts):
            return ASLEEP
        live.follow(self.seen, self.known)
        works_on = self.seen, self.lights, self.known, live.lists, live.baggage.arrays
        return live.binding.bound(works_on, lambda: self._bound(live))

    def _bound(self, live: _Live) -> Part:
        """What compiled code works with, for as long as it lies where it does."""
        import seahaven.behaviour.junctions.step_kernels as kernels

        names = ("lane", "s", "offset", "entry", "speed", "length", "liveliness", "goes")
        lights, own = tuple(map(self.lights.spacious, ("state", "since"))), live.baggage.arrays
        passages = tuple(own[name] for name in ("ways", "dates", "fronts", "asked", "waited"))
        given = tuple(cells if mask is None else (cells, mask) for cells, mask in self.known.all_cells())
        values = (
            self.seen.tally, self.lights.tally, tuple(live.roads), lights, tuple(map(self.seen.spacious, names)),
            passages, live.lists, live.ends, (live.views, live.seats, live.is_shown, live.waits), given,
        )  # fmt: skip
        return part_of(kernels.see_junctions, values, is_steady=True)

    def opponents(self, table: Table, entity: int) -> dict[int, str]:
        """Whose way crosses or joins that of a vehicle of the world's table, at its junction: who goes first, by id."""
        row = int(np.searchsorted(table.ids, entity))
        if row >= len(table.ids) or table.ids[row] != entity:
            return {}
        return opponents(self._live().roads, len(self.tracks.lane_map), table, row)

    def freeze(self) -> None:
        """Keep who is on which way."""
        if self.live is not None:
            self.passages = Passages.packed(self.live.baggage)

    def _live(self) -> _Live:
        if self.live is None:
            roads, spare = self.tracks.known(survey), self.spare
            if isinstance(spare, _Live) and spare.roads is roads:
                self.live = spare.begin_anew(self.passages)
            else:
                self.live = _Live(roads, len(self.tracks.lane_map), self.passages.unpacked())
        live: _Live = self.live
        return live


class _Live:
    """What is made anew after a snapshot."""

    def __init__(self, roads: Crossroads, lanes: int, baggage: Baggage) -> None:
        self.roads, self.baggage = roads, baggage
        """The roads, and the passages of those who are there."""
        self.binding = Binding[Part]()
        self._others: object = None
        self.heads, self.head_spots = np.full(lanes, -1, np.int32), np.zeros(lanes)
        self.tails, self.tail_spots = np.full(lanes, -1, np.int32), np.zeros(lanes)
        self.rears, self.rear_spots = np.full(lanes, -1, np.int32), np.zeros(lanes)
        self.ends = self.heads, self.head_spots, self.tails, self.tail_spots, self.rears, self.rear_spots
        self._make_room(0)

    def begin_anew(self, passages: Passages) -> _Live:
        """The same with other passages, after the run went back, in the room that compiled code is bound to."""
        self._others = None
        passages.unpack_into(self.baggage)
        for rows in (self.heads, self.tails, self.rears):
            rows.fill(-1)
        for places in (self.head_spots, self.tail_spots, self.rear_spots):
            places.fill(0.0)
        self.views.fill(0.0)
        self.waits.fill(0.0)
        return self

    @property
    def ids(self) -> NDArray[np.int64]:
        """Who is there."""
        return self.baggage.ids

    @property
    def block(self) -> Block:
        """Their passages."""
        return self.baggage.block

    @property
    def capacity(self) -> int:
        """For how many vehicles there is room."""
        return min(self.baggage.capacity, len(self.views))

    def settle(self, moves: Moves) -> None:
        """Be for those who are there now, as their table has moved them."""
        self.baggage.settle(moves)
        self.is_shown.fill(True)

    def follow(self, seen: Reader, known: Writer) -> None:
        """Be for those who are there now, and for the owners of now."""
        others = known.others
        if self.ids is seen.moves.after and self._others is others and self.capacity >= len(seen):
            return
        self._others = others
        self.baggage.follow(seen.ids, seen.moves)
        if len(self.views) < len(seen):
            self._make_room(self.baggage.capacity)
        self.is_shown.fill(True)
        seen.lead(self)

    def _make_room(self, count: int) -> None:
        holds, spots = np.full((count, 5), -1, np.int32), np.zeros((count, 3))
        comers, places = np.zeros((MOST * count, 2), np.int32), np.zeros(MOST * count)
        grants = np.zeros((MOST * count, 2), np.int64)
        first, order = np.zeros(len(self.roads.links), np.int32), np.zeros(MOST * count, np.int32)
        self.lists = holds, spots, comers, places, grants, first, order
        self.views, self.waits = np.zeros((count, 7)), np.zeros(count)
        self.is_shown, self.seats = np.ones(count, np.bool_), np.arange(count)
