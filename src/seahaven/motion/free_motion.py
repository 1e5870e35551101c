"""What moves freely driven vehicles in a running world, by pedals and wheel, wherever they go (C3, C5)."""

from __future__ import annotations

from fractions import Fraction
from math import tau
from typing import Final, NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers
from seahaven.kernel import SECOND, Beat, Emits, Hears, Module, Param, State, Tick, port
from seahaven.motion.bystanders import Bystanders, bystanders_of
from seahaven.motion.chassis import Chassis, chassis_table
from seahaven.motion.cockpit_family import COCKPIT
from seahaven.motion.collision import Collision
from seahaven.motion.columns import Cells
from seahaven.motion.fleet import FLEET
from seahaven.motion.free import drive
from seahaven.motion.free_columns import Cockpit, FreeState, Ground
from seahaven.motion.hulls import Hulls
from seahaven.motion.impact import Impact, collide
from seahaven.motion.lane_entries import entry_on, lanes_between, on_connector
from seahaven.motion.rerouting import Rerouted
from seahaven.motion.surface import SURFACES
from seahaven.motion.towing import Towed
from seahaven.motion.ways import ROADWAY
from seahaven.roads.lanemap import Lookup, Surroundings, bits_of
from seahaven.roads.routing import Tracks
from seahaven.world import PERSON, WEATHER, WalkPhase, entity_with_id, reads, writes

__all__ = ["FreeMotion"]

KINDS: Final = bits_of(ROADWAY)
VERGE: Final = SURFACES["grass"]
"""What lies beside all lanes of the roadway."""
EDGE: Final = 0.5
"""m, how far beside all lanes a vehicle still counts as on the nearest: seams between roads are no grass."""
TOLD_FROM: Final = 0.5
"""m/s, closing speed from which an impact is told: what leans on something is no collision."""
APART: Final = SECOND
"""ns, for which two bodies have not pushed each other before they can collide anew."""
FELT: Final = SECOND // 5
"""ns, for which a vehicle has whom it met in `contact`: two steps of ordinary traffic."""
WRECKING: Final = 8.0
"""m/s, change of velocity that makes a wreck. Airbags fire from about 5, and cars whose velocity changed by more than
8 (30 km/h) are mostly towed away (NHTSA, *Crashworthiness Data System*)."""

_PLACE = (*Cells._fields, "route")
_SEEN = (*_PLACE, "kind", "length", "width", "height", "towed_by")
_OF_PEOPLE = ("x", "y", "z", "heading", "speed", "length", "width", "height", "phase")
_WORKS = ("aside", "push", "pressure", "ratio", "shift", "engine", "hitch", "wrecked")
"""Of the state of a vehicle, what only its cockpit has."""


class FreeMotion(Module):
    """Moves the vehicles that have a cockpit, by what their drivers do in it.

        world.grant("free", "vehicle", ids=ada)
        root.add(FreeMotion("free", rate=100, tracks=tracks, traffic_rate=10))
        root.link("free.collided", "traffic/motion.struck")

    It owns where they are, on the ground and on the lanes, and all of their state is in columns: in those of the
    vehicle and of its cockpit. On lanes of the roadway they have the grip of the weather and the slopes of the road,
    elsewhere they are on level grass. They collide with each other, with ordinary vehicles and with people. These
    belong to other modules, so they are not pushed away: an ordinary vehicle that is told to be struck stops and
    stands, and is as hard to push as its mass in every step; people are pushed once, and then driven over.
    """

    tracks: Param[Tracks]
    traffic_rate: Param[float | Fraction] = port(10.0, unit="Hz", doc="at which all others move")
    rerouted: Hears[Rerouted]
    collided: Emits[Collision]
    recent: State[tuple[tuple[int, int, int], ...]] = port((), doc="who pushed whom, and when last")

    seats = reads(COCKPIT.name)
    seen = reads("vehicle", *_SEEN)
    people = reads(PERSON, *_OF_PEOPLE)
    weather = reads(WEATHER, "grip")
    body = writes("vehicle", *_PLACE, "contact")
    works = writes(COCKPIT.name, *_WORKS)

    def step(self, tick: Tick) -> None:
        """Move all of them by one period."""
        ids = self.body.ids
        if not len(ids):
            return
        rows, at = self.seen.ids.searchsorted(ids), self._cockpits(ids)
        state = self._state(rows, at)
        before = np.array((state.x, state.y, state.heading)).T
        drive(self._fixed.table, state, self._controls(at), self._ground(rows), tick.dt)
        self._meet(tick, ids, rows, before, state)
        self._place(ids, rows, state)
        self._put(at, state)

    # --- what they are and what their drivers do ----------------------------------------------------------------------

    @property
    def _fixed(self) -> _Fixed:
        """What is the same at every step."""
        if self.live is None:
            chassis, strips = list(FLEET.values()), self.tracks.lane_map.strips
            self.live = _Fixed(
                Beat.of(self.traffic_rate), chassis_table(*chassis), chassis, strips.lookup, strips.surroundings
            )
        fixed: _Fixed = self.live
        return fixed

    def _cockpits(self, ids: Integers) -> Integers:
        """The rows of the cockpits of vehicles."""
        owners = self.seats.vehicle
        order = np.argsort(owners, kind="stable")
        at = order[np.minimum(owners[order].searchsorted(ids), len(order) - 1)] if len(order) else order
        strangers = ids if not len(at) else ids[owners[at] != ids]
        if len(strangers):
            who = entity_with_id(strangers[0])
            raise InputError(f"module '{self.path}' is to drive vehicle {who}, which has no cockpit; add one for it")
        return at

    def _state(self, rows: Integers, at: Integers) -> FreeState:
        seen, seats = self.seen, self.seats
        return FreeState(
            kind=seats.chassis[at], x=seen.x[rows], y=seen.y[rows], heading=seen.heading[rows], speed=seen.speed[rows],
            aside=seats.aside[at], yaw_rate=seen.yaw_rate[rows], steering=seen.steering[rows], push=seats.push[at],
            pressure=seats.pressure[at], ratio=seats.ratio[at], shift=seats.shift[at], hitch=seats.hitch[at],
            acceleration=seen.acceleration[rows], engine=seats.engine[at], wrecked=seats.wrecked[at],
        )  # fmt: skip

    def _controls(self, at: Integers) -> Cockpit:
        seats, none = self.seats, np.zeros(len(at))
        return Cockpit(
            wheel=seats.wheel[at], throttle=seats.throttle[at], brake=seats.brake[at],
            hand_brake=seats.hand_brake[at].astype(np.float64), gear=seats.gear[at].astype(np.int8),
            by_acceleration=seats.by_demand[at], by_rate=np.zeros(len(at), np.bool_), acceleration=seats.demand[at],
            steering_rate=none,
        )  # fmt: skip

    def _ground(self, rows: Integers) -> Ground:
        import seahaven.motion.roaming_kernels as kernels

        ground, seen = Ground.of(len(rows)), self.seen
        grip = self.weather.grip.item(0) if len(self.weather) else 1.0
        lookup, lane = self._fixed.lookup, seen.lane[rows].astype(np.int64)
        kernels.feel_ground(
            lookup, lane, seen.s[rows], seen.offset[rows], grip, grip * VERGE.grip, VERGE.drag, ground
        )  # fmt: skip
        return ground

    # --- what they run into -------------------------------------------------------------------------------------------

    def _meet(self, tick: Tick, ids: Integers, rows: Integers, before: Floats, state: FreeState) -> None:
        """Let them collide with what is in their way."""
        towed = Towed.of(self.seen, ids)
        groups = self._bystanders(tick, ids, rows, state, towed)
        if len(ids) > 1 or groups:
            fleet = self._fixed.fleet
            hulls = Hulls.of_vehicles(fleet, state).joined(*[group.hulls for group in groups])
            poses = np.concatenate((before, towed.poses, *[group.before for group in groups]))
            impacts = collide(poses, hulls, tick.dt, movers=np.arange(len(ids) + len(towed.rows)))
            hulls.put_into(fleet, state, sorted({row for impact in impacts for row in impact.rows}))
            everybody = np.concatenate((ids, towed.pullers, *[group.ids for group in groups]))
            persons = {int(entity) for group in groups if group.are_people for entity in group.ids}
            self._note(tick, impacts, everybody, persons, state)
        self._touch(tick, ids)

    def _bystanders(
        self, tick: Tick, ids: Integers, rows: Integers, state: FreeState, towed: Towed
    ) -> list[Bystanders]:  # fmt: skip
        """Those near enough to be met, where they will be."""
        import seahaven.motion.roaming_kernels as kernels

        seen, beat = self.seen, self._fixed.beat
        past = tick.now - beat.date(beat.first(tick.now + 1) - 1)
        age, period, groups = past / SECOND, float(1 / beat.rate), []
        count = len(rows)
        rows = np.concatenate((rows, towed.rows))
        own = np.empty((len(rows), 7))
        own[:count, 0], own[:count, 1], own[count:, :2] = state.x, state.y, towed.poses[:, :2]
        own[:, 2], own[:, 3] = seen.z[rows], seen.speed[rows]
        own[:, 4], own[:, 5], own[:, 6] = seen.length[rows], seen.width[rows], seen.height[rows]
        for table, are_people in ((seen, False), (self.people, True)):
            if not len(table):
                continue
            found = np.empty(len(table), np.int64)
            count = kernels.near_rows(
                table.x, table.y, table.z, table.speed, table.length, table.width, table.height, own, period, found
            )  # fmt: skip
            near = found[:count]
            if are_people:
                near = near[table.phase[near] != WalkPhase.FALLEN]
            elif count > len(rows):  # these find themselves
                near = np.setdiff1d(near, rows, assume_unique=True)
            if are_people or count > len(rows):
                group = bystanders_of(table, near, age, tick.dt, are_people=are_people)
                groups.append(group.but({other for _, other, _ in self.recent}) if are_people else group)
        return [group for group in groups if len(group.ids)]

    def _note(
        self, tick: Tick, impacts: list[Impact], ids: Integers, persons: set[int], state: FreeState
    ) -> None:  # fmt: skip
        """Keep in mind who pushed whom, tell of new collisions of vehicles, and make wrecks of those hit hard."""
        recent = {(a, b): date for a, b, date in self.recent if tick.now - date < APART}
        for impact in impacts:
            pair = int(ids[impact.rows[0]]), int(ids[impact.rows[1]])
            if impact.closing >= TOLD_FROM and pair not in recent and not persons.intersection(pair):
                first, second = sorted(pair)
                self.collided.append(Collision((first, second), impact.x, impact.y, impact.closing))
            recent[pair] = tick.now
            for row, change in zip(impact.rows, impact.changes, strict=True):
                if row < len(state.x) and change >= WRECKING:
                    state.wrecked[row] = True
        self._remember(recent)

    def _touch(self, tick: Tick, ids: Integers) -> None:
        """Have in `contact` whom each of them met a moment ago."""
        if not self.recent and not np.any(~self.body.null("contact")):
            return
        recent = {(a, b): date for a, b, date in self.recent if tick.now - date < APART}
        self._remember(recent)
        felt = [pair for pair, date in recent.items() if tick.now - date < FELT]
        met = [min((b if a == me else a for a, b in felt if me in (a, b)), default=None) for me in ids.tolist()]
        for entity, other in zip(ids.tolist(), met, strict=True):
            self.body.put("contact", other, ids=entity)

    def _remember(self, recent: dict[tuple[int, int], int]) -> None:
        kept = tuple((a, b, date) for (a, b), date in sorted(recent.items()))
        if kept != self.recent:
            self.recent = kept

    # --- where they are -----------------------------------------------------------------------------------------------

    def _place(self, ids: Integers, rows: Integers, state: FreeState) -> None:
        """Find the lanes that they are on, and propose where they are."""
        import seahaven.motion.roaming_kernels as kernels

        seen, body, fixed = self.seen, self.body, self._fixed
        heading = state.heading - tau * np.rint(state.heading / tau)
        z, lane, s = seen.z[rows], seen.lane[rows].astype(np.int64), seen.s[rows]
        offset, drift = np.zeros(len(rows)), np.zeros(len(rows))
        bad = kernels.locate_each(
            fixed.lookup, fixed.around, KINDS, EDGE, state.x, state.y, z, heading, state.speed,
            state.aside, lane, s, offset, drift,
        )  # fmt: skip
        if bad >= 0:
            who = entity_with_id(ids[bad])
            raise InputError(f"vehicle {who} is at x={state.x[bad]:g}, y={state.y[bad]:g}, z={z[bad]:g}: no place")
        for k in np.flatnonzero(lane != seen.lane[rows]).tolist():
            pose = float(state.x[k]), float(state.y[k]), float(z[k]), float(heading[k])
            velocity = float(state.speed[k]), float(state.aside[k])
            place = on_connector(self.tracks, int(seen.entry[rows[k]]), int(lane[k]), pose, velocity)
            if place is not None:
                lane[k], s[k], offset[k], z[k], drift[k] = place
        body.x, body.y, body.z, body.heading = state.x, state.y, z, heading
        body.speed, body.acceleration, body.yaw_rate = state.speed, state.acceleration, state.yaw_rate
        body.steering, body.s, body.offset, body.drift = state.steering, s, offset, drift
        moved = np.flatnonzero(lane != seen.lane[rows])
        if len(moved) or self.rerouted:
            self._change_lanes(ids, rows, lane, moved)

    def _change_lanes(self, ids: Integers, rows: Integers, lane: Integers, moved: Integers) -> None:
        """Propose the lanes of those who came onto another, and the routes of those who were given one."""
        seen, body = self.seen, self.body
        body.lane = lane.astype(np.int32)
        routes = {event.value.entity: event.value for event in self.rerouted}
        for k, entity in enumerate(ids.tolist()):
            row, new = rows[k], int(lane[k])
            entry, route = int(seen.entry[row]), int(seen.route[row])
            if entity in routes and new >= 0:
                entry, route = routes[entity].entry, routes[entity].route
                body.put("route", route, ids=entity)
                body.put("entry", entry_on(self.tracks, entry, route, new), ids=entity)
            elif k in moved:
                body.put("entry", entry_on(self.tracks, entry, route, new), ids=entity)
                line = int(seen.line[row]) + lanes_between(self.tracks.lane_map, int(seen.lane[row]), new)
                body.put("line", line, ids=entity)

    def _put(self, at: Integers, state: FreeState) -> None:
        """Propose the rest of their state."""
        for name in _WORKS:
            before = getattr(self.seats, name)
            whole = before.copy()
            whole[at] = getattr(state, name)
            if (whole != before).any():
                setattr(self.works, name, whole)


class _Fixed(NamedTuple):
    beat: Beat
    """That of the traffic"""
    table: Floats
    fleet: list[Chassis]
    """The chassis, by their codes in the column"""
    lookup: Lookup
    around: Surroundings
