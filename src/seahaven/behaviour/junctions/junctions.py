"""What drivers perceive at junctions, and who has the right to go."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.junctions.crossroads import Crossroads
from seahaven.behaviour.junctions.passages import Passages
from seahaven.behaviour.junctions.survey import survey
from seahaven.behaviour.senses import AT_JUNCTIONS
from seahaven.kernel import Module, Param, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.world import SIGNAL, Baggage, Reader, Writer, reads, writes

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

    tracks: Param[Tracks]
    passages: State[Passages] = port(Passages())

    seen = reads("vehicle", "lane", "s", "offset", "entry", "speed", "length", "liveliness", "goes")
    lights = reads(SIGNAL, "state", "since")
    known = writes("vehicle", *AT_JUNCTIONS)

    def step(self, tick: Tick) -> None:
        """See once."""
        import seahaven.behaviour.junctions.junction_kernels as kernels

        live = self._live()
        if not len(live.roads.conflicts) and not len(live.roads.posts):
            return
        live.follow(self.seen, self.known)
        seen, roads, own = self.seen, live.roads, live.baggage.arrays
        kernels.list_comers(
            tick.index, tick.dt, roads.entries, roads.distances, roads.ways, roads.links, seen.lane,
            seen.s, seen.offset, seen.entry, seen.speed, seen.length, seen.goes, own["ways"], own["dates"],
            own["fronts"], own["asked"], *live.lists, *live.ends,
        )  # fmt: skip
        kernels.judge(
            tick.seconds, tick.dt, *roads[:7], self.lights.state, self.lights.since, seen.offset, seen.speed,
            seen.length, seen.liveliness, own["ways"], own["dates"], own["fronts"], own["asked"], own["waited"],
            *live.lists, live.heads, live.tails, live.tail_spots, live.views, live.seats, live.is_shown, live.waits,
            *live.given,
        )  # fmt: skip
        if len(roads.posts) and len(self.lights):
            self._heed_posts(tick, live)

    def freeze(self) -> None:
        """Keep who is on which way."""
        if self.live is not None:
            self.passages = Passages.packed(self.live.baggage)

    def _heed_posts(self, tick: Tick, live: _Live) -> None:
        """Look at lights away from junctions, too."""
        import seahaven.behaviour.junctions.post_kernels as kernels

        seen, roads = self.seen, live.roads
        kernels.heed_posts(
            tick.seconds, roads.entries, roads.distances, roads.post_first, roads.posts, roads.post_spots,
            self.lights.state, self.lights.since, seen.lane, seen.s, seen.entry, seen.length, len(live.heads),
            live.baggage.arrays["asked"], live.seats, live.is_shown, *live.given[1:7],
        )  # fmt: skip

    def _live(self) -> _Live:
        if self.live is None:
            self.live = _Live(self.tracks.known(survey), len(self.tracks.lane_map), self.passages.unpacked())
        live: _Live = self.live
        return live


class _Live:
    """What is made anew after a snapshot."""

    def __init__(self, roads: Crossroads, lanes: int, baggage: Baggage) -> None:
        self.roads, self.baggage = roads, baggage
        """The roads, and the passages of those who are there."""
        self._ids: NDArray[np.int64] | None = None
        self._cells: Any = None
        self._others: object = None
        self.heads, self.head_spots = np.full(lanes, -1, np.int32), np.zeros(lanes)
        self.tails, self.tail_spots = np.full(lanes, -1, np.int32), np.zeros(lanes)
        self.ends = self.heads, self.head_spots, self.tails, self.tail_spots
        self._make_room(0)

    def follow(self, seen: Reader, known: Writer) -> None:
        """Be for those who are there now."""
        cells = known.all_cells()
        if cells is not self._cells:
            self._cells = cells
            self.given = tuple(cell if cell[1] is not None else cell[0] for cell in cells)
        elif self._ids is seen.ids and self._others is known.others:
            return
        self._ids, self._others = seen.ids, known.others
        self.baggage.follow(seen.ids, seen.moves)
        if len(self.views) < len(seen):
            self._make_room(self.baggage.capacity)
        self.is_shown.fill(True)

    def _make_room(self, count: int) -> None:
        holds, spots = np.full((count, 4), -1, np.int32), np.zeros((count, 2))
        comers, places = np.zeros((MOST * count, 2), np.int32), np.zeros(MOST * count)
        grants = np.zeros((MOST * count, 2), np.int64)
        first, order = np.zeros(len(self.roads.links), np.int32), np.zeros(MOST * count, np.int32)
        self.lists = holds, spots, comers, places, grants, first, order
        self.views, self.waits = np.zeros((count, 7)), np.zeros(count)
        self.is_shown, self.seats = np.ones(count, np.bool_), np.arange(count)
