"""Impossible situations, staged on purpose: something appears in sight of the subject, and the recording says so.

Everything else in this room brings vehicles in unseen. A test drive may want to know what software does if a truck
stands ten metres ahead from one moment to the next; then the recording has to say that this was staged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Any, ClassVar

import numpy as np

from seahaven.direction.line import Spot
from seahaven.kernel import Emits, Module, Param, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.traffic import placed
from seahaven.world import reads, spawns

__all__ = ["Apparition", "Staged", "StagedBody"]


@dataclass(frozen=True, slots=True)
class Staged:
    """Event: something was put in sight of the subject on purpose, as cannot happen in reality.

    `distance` (m) is from the subject's front bumper to its nearest end, in a straight line.
    """

    entity: int
    subject: int
    name: str
    distance: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class StagedBody:
    """What appears: the columns of its row, its id, and the module that has it stand there, if it does."""

    is_immutable: ClassVar[bool] = True

    entity: int
    name: str
    columns: Mapping[str, Any]
    offset: float = 0.0
    turned: float = 0.0
    owner: str | None = None
    is_off_lanes: bool = False
    """Whether it is a cone or a barrier, which is on no lane."""

    def __hash__(self) -> int:
        return hash((self.entity, self.name))


class Apparition(Module):
    """Puts a body onto the road once, at a place or so far ahead of the subject, at a time or after some way.

    It is there from the next date on. One that does not stand drives on as all vehicles do, on the subject's route.
    """

    tracks: Param[Tracks]
    subject: Param[int]
    body: Param[StagedBody]
    ahead: Param[float | None] = port(None, unit="m", doc="from the subject's front bumper to its rear")
    spot: Param[Spot | None] = port(None, doc="instead: where its middle is")
    time: Param[float | None] = port(None, unit="s", doc="when it appears")
    driven: Param[float | None] = port(None, unit="m", doc="instead: once the subject has driven so far")
    has_come: State[bool] = False
    way: State[float] = port(0.0, doc="how far the subject has driven (m)")
    staged: Emits[Staged]

    seen = reads("vehicle", "x", "y", "heading", "lane", "s", "entry", "route", "speed", "length")
    door = spawns("vehicle")

    def step(self, tick: Tick) -> None:
        """Look whether its moment has come."""
        row = int(self.seen.ids.searchsorted(self.subject))
        if self.has_come or row == len(self.seen.ids) or self.seen.ids[row] != self.subject:
            return
        self.way += abs(float(self.seen.speed[row])) * tick.dt
        is_time = self.time is not None and tick.seconds >= self.time
        if is_time or (self.driven is not None and self.way >= self.driven):
            self._appear(row)

    def _appear(self, row: int) -> None:
        spot = self.spot or self._ahead_of(row)
        if spot is None:
            return  # it is off all lanes now; perhaps not at the next date
        self.has_come = True
        body, seen = self.body, self.seen
        columns = {**body.columns, **self._place(spot, row)}
        self.door.add(ids=np.array([body.entity], np.int64), owner=body.owner, **columns)
        front = 0.5 * float(seen.length[row])
        x, y = float(seen.x[row]), float(seen.y[row])
        nose_x, nose_y = x + front * cos(seen.heading[row]), y + front * sin(seen.heading[row])
        away = hypot(columns["x"] - nose_x, columns["y"] - nose_y) - 0.5 * float(columns["length"])
        where = round(float(columns["x"]), 3), round(float(columns["y"]), 3)
        self.staged.append(Staged(body.entity, self.subject, body.name, round(max(away, 0.0), 3), *where))

    def _ahead_of(self, row: int) -> Spot | None:
        """The place so far ahead of the subject along its way, or where that ends."""
        lane, entry = int(self.seen.lane[row]), int(self.seen.entry[row])
        if lane < 0:
            return None
        arrays, lanes = self.tracks.arrays, self.tracks.lane_map
        s = float(self.seen.s[row]) + 0.5 * float(self.seen.length[row]) + (self.ahead or 0.0)
        s += 0.5 * float(self.body.columns["length"])
        while s > lanes.length[lane]:
            onward = int(arrays.following[entry]) if entry >= 0 else -1
            following = int(arrays.lane[onward]) if onward >= 0 else next(iter(lanes.successors(lane)), -1)
            if following < 0:
                return Spot(lane, float(lanes.length[lane]))
            s -= float(lanes.length[lane])
            lane, entry = following, onward
        return Spot(lane, s)

    def _place(self, spot: Spot, row: int) -> dict[str, Any]:
        """Where it is, in the world and on the lanes; one that drives takes the subject's route."""
        route = -1
        if self.body.owner is None:
            own = int(self.seen.route[row])
            route = own if own >= 0 and int(self.tracks.locate(own, spot.lane)) >= 0 else -1
        columns = placed(self.tracks, spot.lane, spot.s, route, offset=self.body.offset)
        columns["heading"] += self.body.turned
        return {**columns, **({"lane": -1, "s": 0.0, "offset": 0.0} if self.body.is_off_lanes else {})}
