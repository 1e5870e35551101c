"""Turning when told to: whoever is ordered to turn at the next junction is led there, and then on to its goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from seahaven.behaviour import TurnOrder
from seahaven.kernel import Emits, Module, Out, Param, Part, State, Tick, port
from seahaven.motion import Rerouted
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import Turn
from seahaven.roads.routing import Tracks
from seahaven.world import Binding, reads, watch_column

__all__ = ["TurnAhead", "TurnOrders", "TurnRefused", "Turned"]

Order: TypeAlias = tuple[int, int, str, int, float]
"""Which turn, the tree of the goal, the junction at which it is to be made, the entry of the last step, since when."""
_PENDING = ""
"""Stands for the junction as long as none is settled."""
_OF_CODE = {TurnOrder.LEFT: Turn.LEFT, TurnOrder.STRAIGHT: Turn.STRAIGHT, TurnOrder.RIGHT: Turn.RIGHT}
_SLOW = 6.0
"""A speed (m/s) at which one turns off."""
_CHANGE, _LEAST = 4.0, 12.0
"""Seconds that a change of lanes takes, and metres that it takes at least."""
_STEPS = 3.5
"""So many steps after an order was given to it a vehicle has its new route, if it is to have it at all."""
_FAR = 1000
"""How many lanes ahead it is looked for a junction at most."""
_HOPS = 8
"""So many lanes one comes by in a step at most."""


@dataclass(frozen=True, slots=True)
class TurnAhead:
    """A vehicle that was told to turn will do so: its id, which way, at which junction, and onto which road."""

    entity: int
    turn: str
    junction: str
    road: str


@dataclass(frozen=True, slots=True)
class Turned:
    """A vehicle has turned as it was told: its id, which way, at which junction, and whether it now goes to its goal.

    From where it is now no way may lead to its goal; then it drives straight on.
    """

    entity: int
    turn: str
    junction: str
    goes_to_goal: bool


@dataclass(frozen=True, slots=True)
class TurnRefused:
    """A vehicle will not turn as it was told: its id, which way, and why."""

    entity: int
    turn: str
    why: Literal["no such turn ahead", "another route was given", "the tracks have no turns"]


class _Ahead(NamedTuple):
    """A turn ahead: its junction, the metres to it from the lane's beginning, the changes, and the lane beyond."""

    junction: str
    metres: float
    changes: int
    onto: int


class TurnOrders(Module):
    """Leads those whose drivers were told to turn (`turn_next`) to the next junction at which they still can (H11).

    The order is carried out at the first junction that has such an exit and before which there is time enough to slow
    down and to change to the right lane; at those before it the vehicle goes straight on where it can. `ahead` tells
    at which that will be, `turned` when it has, and from there on the vehicle is on its way to its goal again; where
    no way leads there, or it had none, it goes straight on. Who comes to the junction on the wrong lane, because nobody
    lets it in, waits for its gap; when a `Replanner` has sent it on, the turn is made at the next junction. An order is
    `refused` where no junction ahead has such an exit. `release` takes it back.

    It is the part `turns` of `Traffic`, and needs tracks whose trees have turns:
    `Tracks(*tables, trees=goal_trees(tables, turns=True))`.
    """

    tracks: Param[Tracks]
    orders: State[dict[int, Order]] = port({})
    count: Out[int] = port(0, doc="how many turns were made as told")
    rerouted: Emits[Rerouted]
    ahead: Emits[TurnAhead]
    turned: Emits[Turned]
    refused: Emits[TurnRefused]

    seen = reads(
        "vehicle", "turn_order", "goes", "lane", "s", "speed", "length", "comfort", "reaction", "route", "entry",
        "contact",
    )  # fmt: skip

    def step(self, tick: Tick) -> None:
        """Hear new orders, and see to those that stand."""
        for row in np.flatnonzero(self.seen.turn_order).tolist():
            self._hear(row, tick)
        for entity in sorted(self.orders) if self.orders else ():
            row = int(self.seen.ids.searchsorted(entity))
            if row == len(self.seen) or self.seen.ids[row] != entity:
                del self.orders[entity]
            elif self.orders[entity][2] == _PENDING:
                self._settle(entity, row, tick)
            else:
                self._watch(entity, row, tick)

    def part(self, tick: Tick) -> Part | None:
        """Sleeps while no order stands, until a driver is given one."""
        if self.orders:
            return None
        if self.live is None:
            self.live = Binding[Part]()
        binding: Binding[Part] = self.live
        return binding.bound((self.seen,), lambda: watch_column(self.seen, "turn_order"))

    def _hear(self, row: int, tick: Tick) -> None:
        """Take in an order, in place of the one before."""
        entity, code = int(self.seen.ids[row]), TurnOrder(int(self.seen.turn_order[row]))
        known = self.orders.pop(entity, None)
        goal = known[1] if known else self.tracks.tree_of(int(self.seen.route[row]))
        if known and known[2] != _PENDING:
            self._send_on(entity, goal, row)
        if code is not TurnOrder.RELEASED:
            self.orders[entity] = int(code), goal, _PENDING, -1, tick.seconds

    def _settle(self, entity: int, row: int, tick: Tick) -> None:
        """Look for the junction at which somebody can turn; nobody changes its mind in a junction."""
        lane, turn = int(self.seen.lane[row]), _OF_CODE[TurnOrder(self.orders[entity][0])]
        is_busy = lane < 0 or self.tracks.lane_map.junction[lane] >= 0 or bool(self.seen.goes[row])
        if is_busy or not self.seen.null("contact")[row] or self.seen.route[row] < 0:
            return
        tree = self.tracks.turning(int(self.seen.route[row]), turn)
        entry = int(self.tracks.locate(tree, lane)) if tree >= 0 else -1
        found = self._find(tree, entry) if entry >= 0 else None
        if found is None:
            self._refuse(entity, "no such turn ahead" if tree >= 0 else "the tracks have no turns")
        elif self._is_in_time(row, turn, found, tick.dt):
            code, goal, *_ = self.orders[entity]
            self.orders[entity] = code, goal, found.junction, -1, tick.seconds
            self.rerouted.append(Rerouted(entity, tree, entry))
            self.ahead.append(TurnAhead(entity, turn.value, found.junction, self._road(found.onto)))

    def _find(self, tree: int, entry: int) -> _Ahead | None:
        """The first turn along a turn tree."""
        arrays, length, links = self.tracks.arrays, self.tracks.lane_map.length, self.tracks.turns_on(tree)
        metres, changes = 0.0, 0
        for _ in range(_FAR):
            lane, following, shift = int(arrays.lane[entry]), int(arrays.following[entry]), int(arrays.shift[entry])
            if following < 0 and shift == 0:
                return None
            if following < 0:
                entry = int(arrays.left[entry] if shift > 0 else arrays.right[entry])
                changes += 1
                continue
            metres += float(length[lane])
            if links.get(lane) == arrays.lane[following]:
                return _Ahead(self._junction(lane), metres, changes, self._beyond(following))
            entry = following
        return None

    def _is_in_time(self, row: int, turn: Turn, found: _Ahead, dt: float) -> bool:
        """Whether somebody can still slow down for a turn, and change to the lane that it is made from."""
        seen = self.seen
        speed, left = float(seen.speed[row]), found.metres - float(seen.s[row]) - 0.5 * float(seen.length[row])
        excess = 0.0 if turn is Turn.STRAIGHT else max(speed * speed - _SLOW * _SLOW, 0.0)
        # A route that is given now is driven by from the step after the next on.
        needed = speed * (float(seen.reaction[row]) + 2.0 * dt) + excess / (2.0 * float(seen.comfort[row]))
        return left >= needed + found.changes * max(_CHANGE * speed, _LEAST)

    def _watch(self, entity: int, row: int, tick: Tick) -> None:
        """See whether somebody has turned, or has come through its junction another way."""
        code, goal, junction, last, since = self.orders[entity]
        turn, entry = _OF_CODE[TurnOrder(code)], int(self.seen.entry[row])
        tree = int(self.seen.route[row])
        if entry < 0 or tree != self.tracks.turning(tree, turn):
            if tick.seconds - since > _STEPS * tick.dt and entry >= 0:
                self._refuse(entity, "another route was given")
            return
        self.orders[entity] = code, goal, junction, entry, since
        passed = self._passed(last, entry, int(self.seen.lane[row])) if last >= 0 else []
        links = self.tracks.turns_on(tree)
        if any(links.get(before) == after for before, after in passed):
            del self.orders[entity]
            self.count += 1
            goes_to_goal = self._send_on(entity, goal, row)
            self.turned.append(Turned(entity, turn.value, junction, goes_to_goal))
        elif any(self._junction(before) == junction for before, _ in passed):
            self.orders[entity] = code, goal, _PENDING, -1, tick.seconds

    def _passed(self, last: int, entry: int, lane: int) -> list[tuple[int, int]]:
        """The lanes that somebody has come over to others from, since the last step."""
        arrays = self.tracks.arrays
        if last == entry:
            return []
        for first in (last, int(arrays.left[last]), int(arrays.right[last])):
            pairs, at = list[tuple[int, int]](), first
            while at >= 0 and arrays.lane[at] != lane and len(pairs) < _HOPS:
                following = int(arrays.following[at])
                if following >= 0:
                    pairs.append((int(arrays.lane[at]), int(arrays.lane[following])))
                at = following
            if at >= 0 and arrays.lane[at] == lane:
                return pairs
        return []

    def _send_on(self, entity: int, goal: int, row: int) -> bool:
        """Put somebody onto the way to its goal, or straight on where there is none; whether it goes to its goal."""
        lane = int(self.seen.lane[row])
        straight = self.tracks.turning(int(self.seen.route[row]), Turn.STRAIGHT)
        for tree in (goal, straight):
            entry = int(self.tracks.locate(tree, lane)) if tree >= 0 and lane >= 0 else -1
            if entry >= 0:
                self.rerouted.append(Rerouted(entity, tree, entry))
                return tree == goal
        return False

    def _refuse(
        self, entity: int, why: Literal["no such turn ahead", "another route was given", "the tracks have no turns"]
    ) -> None:
        turn = _OF_CODE[TurnOrder(self.orders.pop(entity)[0])]
        self.refused.append(TurnRefused(entity, turn.value, why))

    # --- the roads ------------------------------------------------------------------------------------------------

    def _beyond(self, entry: int) -> int:
        """The first lane outside junctions that one comes to from an entry."""
        arrays, junction = self.tracks.arrays, self.tracks.lane_map.junction
        while junction[arrays.lane[entry]] >= 0 and arrays.following[entry] >= 0:
            entry = int(arrays.following[entry])
        return int(arrays.lane[entry])

    def _junction(self, lane: int) -> str:
        """The junction that a lane leads into; empty where it leads into none."""
        ways = JunctionLogic.of(self.tracks.lane_map).ways_from(lane)
        return ways[0].junction if ways else _PENDING

    def _road(self, lane: int) -> str:
        lane_map = self.tracks.lane_map
        return str(lane_map.network.roads[lane_map.road[lane]].id)
