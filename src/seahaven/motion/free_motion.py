"""What moves freely driven and struck vehicles in a running world, by pedals and wheel, wherever they go (C3, C5)."""

from __future__ import annotations

from fractions import Fraction
from math import tau
from typing import Any, Final, NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers, Truths
from seahaven.kernel import ASLEEP, SECOND, Beat, Emits, Hears, Module, Param, Part, State, Tick, port
from seahaven.motion.bystanders import Bystanders, Neighbourhood
from seahaven.motion.chassis import Chassis, chassis_table
from seahaven.motion.cockpit_family import COCKPIT
from seahaven.motion.collision import Collision, Crash, Push
from seahaven.motion.columns import Cells
from seahaven.motion.fleet import FLEET
from seahaven.motion.free import drive
from seahaven.motion.free_columns import Cockpit, FreeState, Ground
from seahaven.motion.free_hand import FreeHand, FreeTables
from seahaven.motion.hulls import Hulls
from seahaven.motion.impact import Impact, collide
from seahaven.motion.lane_entries import entry_on, lanes_between, on_connector
from seahaven.motion.rerouting import Rerouted
from seahaven.motion.script import Move, is_scripted
from seahaven.motion.struck import Fallen, braking, drives_on, has_come_to_rest, pushed_state, state_after, thrown
from seahaven.motion.surface import ground_table
from seahaven.motion.towing import Towed
from seahaven.motion.ways import ROADWAY
from seahaven.roads.lanemap import Lookup, Surroundings, bits_of
from seahaven.roads.routing import Tracks
from seahaven.world import (
    MOTIONS,
    PERSON,
    WEATHER,
    PilotState,
    Solids,
    Writer,
    entity_with_id,
    reads,
    solids_of,
    spawns,
    writes,
)

__all__ = ["FreeMotion"]

KINDS: Final = bits_of(ROADWAY)
EDGE: Final = 0.5
"""m, how far beside all lanes a vehicle still counts as on the nearest: seams between roads are no grass."""
TOLD_FROM: Final = 0.5
"""m/s, closing speed from which an impact of vehicles is told: what leans on something is no collision."""
FELLED_FROM: Final = 0.3
"""m/s, closing speed from which a person who is touched falls."""
APART: Final = SECOND
"""ns, for which two bodies have not pushed each other before they can collide anew."""
FELT: Final = SECOND // 5
"""ns, for which a vehicle has whom it met in `contact`: two steps of ordinary traffic."""
WRECKING: Final = 8.0
"""m/s, change of velocity that makes a wreck. Airbags fire from about 5, and cars whose velocity changed by more than
8 (30 km/h) are mostly towed away (NHTSA, *Crashworthiness Data System*)."""
REST: Final = 1.0
"""s, for which a struck vehicle has stood before it may drive on."""
CLEARED: Final = 1800.0
"""s, after which a wreck that has come to rest is towed away. Half an hour is usual for a crash that blocks a lane (US
Federal Highway Administration, *Traffic Incident Management Handbook*, 2010: 30 to 60 minutes)."""

_MARKS = ("lane", "line", "entry", "route", "contact", "motion")
"""Of the columns of a vehicle, those that change now and then."""
_BODY = tuple(name for name in Cells._fields if name not in _MARKS)
_SEEN = (*Cells._fields, "route", "motion", "kind", "length", "width", "height", "pilot", "towed_by")
_OF_PEOPLE = ("x", "y", "z", "heading", "speed", "length", "width", "height", "struck")
_WORKS = ("aside", "push", "pressure", "ratio", "shift", "engine", "hitch", "wrecked")
"""Of the state of a vehicle, what only its cockpit has."""
_WORKS_AND_STANDS = (*_WORKS, "stands")
_ACCIDENT: Final = list(PilotState).index(PilotState.ACCIDENT)
_DYNAMIC: Final = MOTIONS.index("dynamic")
_NOBODY: Integers = np.empty(0, np.int64)


class FreeMotion(Module):
    """Moves the vehicles that have a cockpit, by what their drivers do in it; and those that were struck.

        world.grant("free", "vehicle", ids=ada)
        root.add(FreeMotion("free", rate=100, tracks=tracks, traffic_rate=10))
        root.link("free.collided", "traffic/motion.struck")
        root.link("traffic/motion.pushed", "free.pushed")
        root.link("free.returned", "traffic/motion.moves")

    It owns where they are, on the ground and on the lanes, and all of their state is in columns: in those of the
    vehicle and of its cockpit. On lanes of the roadway they have the grip of the weather and the slopes of the road,
    elsewhere those of what lies there: pavement, gravel or grass, which slopes as the nearest lane does. To come up a
    kerb takes speed. They collide with each other, with ordinary vehicles, with people, and with walls, poles and
    trees beside the roads.

    An ordinary vehicle that is struck, or that `Motion` tells to be pushed by another one, is claimed at that moment,
    gets a cockpit with a foot on the brake, and slides until it stands. If its velocity changed by more than
    `WRECKING`, or it lies across its lane, it is a wreck, which is towed away after `CLEARED` seconds, unless it is
    among those `kept`. An unmanned one stays where it comes to rest. Else it is given back to `Motion` as soon as its
    driver is over the accident. Vehicles that another module moves in particular are not claimed: they are as hard to
    push as their mass, and go on. Vehicles that a script moves are not claimed either, and nothing pushes them. A
    person who is struck is claimed for good, thrown, and slides to rest.
    """

    tracks: Param[Tracks]
    traffic_rate: Param[float | Fraction] = port(10.0, unit="Hz", doc="at which all others move")
    kept: Param[tuple[int, ...]] = port((), doc="vehicles that are never towed away")
    unmanned: Param[tuple[int, ...]] = port((), doc="vehicles that stand with nobody inside, and move only if struck")
    has_people: Param[bool] = port(False, doc="whether the world has people on foot")
    rerouted: Hears[Rerouted]
    pushed: Hears[Push] = port(doc="ordinary vehicles that struck each other")
    collided: Emits[Collision]
    crashed: Emits[Crash]
    returned: Emits[Move] = port(doc="vehicles that were given back askew, and are to be led onto their lanes")
    recent: State[tuple[tuple[int, int, int], ...]] = port((), doc="who pushed whom, and when last")

    seats = reads(COCKPIT.name)
    seen = reads("vehicle", *_SEEN)
    people = reads(PERSON, *_OF_PEOPLE)
    weather = reads(WEATHER, "grip")
    body = writes("vehicle", *_BODY)
    marks = writes("vehicle", *_MARKS)
    works = writes(COCKPIT.name, *_WORKS_AND_STANDS)
    crew = spawns(COCKPIT.name)
    towing = spawns("vehicle")
    fallen: Writer

    def build(self) -> None:
        """Be ready to move people, if there are any."""
        if self.has_people:
            self.open_port("fallen", writes(PERSON.name, *Fallen._fields, "contact", "struck"))

    def step(self, tick: Tick) -> None:
        """Move all of them by one period."""
        self._drop_orphans()
        recent = {(a, b): date for a, b, date in self.recent if tick.now - date < APART}
        party = self._party()
        if len(party.ids):
            before = np.array((party.state.x, party.state.y, party.state.heading)).T
            drive(self._fixed.table, party.state, party.controls, self._ground(party.rows), tick.dt)
            party = self._meet(tick, party, before, recent)
            met = [_met(entity, tick.now, recent) for entity in party.ids.tolist()]
            self._touch(met)
            self._place(party, before, met)
            self._put(tick, party)
            self._show_as_free(party)
        self._remember(recent)
        if self.has_people:
            self._slide(tick, recent)

    def part(self, tick: Tick) -> Part | None:
        """Sleep as long as there is nothing to move, or else drive on as long as nothing is in the way."""
        is_sliding = self.has_people and len(self.fallen.ids) > 0 and self.fallen.speed.any()
        if self.recent or is_sliding:
            return None
        if not len(self.body.ids):
            return None if self.seats.adrift.any() else ASLEEP
        if not self.marks.null("contact").all() or SECOND % self.traffic_rate:
            return None
        if any(rows is not None for rows in self.body.others) or len(self.marks.ids) != len(self.body.ids):
            return None  # some of them are in other hands in part
        ids, fixed = self.body.ids, self._fixed
        if self._orphans() is not None:
            return None
        rows, at = self.seen.ids.searchsorted(ids), self._cockpits(ids)
        if len(Towed.of(self.seen, ids).rows) or self._is_new_here(rows, at).any():
            return None
        fixed.hand.seat(rows, at)
        placed, works = self.body.own_cells(), self.works.all_cells()
        works_on = fixed.hand.room, placed, works, self.seen, self.seats, self.people, self.weather
        tables = FreeTables(self.seen, self.seats, self.people, self.weather)
        roads = fixed.table, fixed.lookup, fixed.around, KINDS, EDGE, fixed.surfaces, fixed.solids
        filled = dict(zip((*_BODY, *_WORKS_AND_STANDS), (*placed, *works), strict=True))
        limits = int(SECOND // self.traffic_rate), (REST, CLEARED, _ACCIDENT)
        return fixed.hand.binding.bound(works_on, lambda: fixed.hand.bound(tables, roads, filled, limits))

    # --- what they are and what their drivers do ----------------------------------------------------------------------

    @property
    def _fixed(self) -> _Fixed:
        """What is the same at every step."""
        if self.live is None:
            chassis, strips = list(FLEET.values()), self.tracks.lane_map.strips
            self.live = _Fixed(
                Beat.of(self.traffic_rate), chassis_table(*chassis), chassis, strips.lookup, strips.surroundings,
                FreeHand(), ground_table(), self.tracks.lane_map.known(solids_of),
            )  # fmt: skip
        fixed: _Fixed = self.live
        return fixed

    def _party(self) -> _Party:
        """The vehicles that are to be moved: its own, and those that were pushed since."""
        own = self.body.ids
        at, rows = self._cockpits(own), self.seen.ids.searchsorted(own)
        pushes = {event.value.entity: event.value for event in self.pushed}
        new = np.array(sorted(pushes.keys() - set(own.tolist())), np.int64)
        new = new[self._claimable(new)]
        party = _Party(own, rows, at, self._state(rows, at), self._controls(at))
        if not len(new):
            return party
        rows = self.seen.ids.searchsorted(new)
        state = pushed_state(self.seen, rows, [pushes[entity] for entity in new.tolist()])
        for k, entity in enumerate(new.tolist()):
            state.wrecked[k] = pushes[entity].change >= WRECKING
        return party.joined(new, rows, state)

    def _claimable(self, ids: Integers) -> Truths:
        """Which vehicles are here, and unmanned, or belong to no module in particular and to no script."""
        seen = self.seen
        led = np.append(seen.ids[seen.claimed("x")], seen.ids[is_scripted(seen.motion)])
        return np.isin(ids, seen.ids) & (~np.isin(ids, led) | np.isin(ids, self.unmanned))

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

    def _drop_orphans(self) -> None:
        """Remove the cockpits of struck vehicles that are gone."""
        orphans = self._orphans()
        if orphans is not None:
            self.crew.remove(orphans)

    def _orphans(self) -> Integers | None:
        """The cockpits of struck vehicles that are gone; None if there are none."""
        adrift = self.seats.adrift
        if not adrift.any():
            return None
        gone: Integers = self.seats.ids[adrift & ~np.isin(self.seats.vehicle, self.seen.ids)]
        return gone if len(gone) else None

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

        ground, seen, fixed = Ground.of(len(rows)), self.seen, self._fixed
        grip = self.weather.grip.item(0) if len(self.weather) else 1.0
        kernels.feel_ground(
            fixed.lookup, fixed.around, fixed.surfaces, seen.x[rows], seen.y[rows], seen.z[rows], seen.heading[rows],
            seen.lane[rows].astype(np.int64), seen.s[rows], grip, ground,
        )  # fmt: skip
        return ground

    # --- what they run into -------------------------------------------------------------------------------------------

    def _meet(self, tick: Tick, party: _Party, before: Floats, recent: _Recent) -> _Party:
        """Let them collide with what is in their way; gives them and the vehicles that they struck."""
        towed = Towed.of(self.seen, party.ids)
        groups = self._bystanders(tick, party, towed)
        if len(party.ids) < 2 and not groups:
            return party
        fleet, count, state = self._fixed.fleet, len(party.ids), party.state
        own = Hulls.of_vehicles(fleet, state)
        own.length[:count], own.width[:count] = self.seen.length[party.rows], self.seen.width[party.rows]
        hulls, first = own.joined(*[group.hulls for group in groups]), count + len(towed.rows)
        poses = np.concatenate((before, towed.poses, *[group.before for group in groups]))
        impacts = collide(poses, hulls, tick.dt, movers=np.arange(first))
        if not impacts:
            return party
        hulls.put_into(fleet, state, sorted({row for impact in impacts for row in impact.rows}))
        ids = np.concatenate((party.ids, towed.pullers, *[group.ids for group in groups]))
        self._make_wrecks(impacts, state)
        for group in groups:
            last = first + len(group.ids)
            if not group.rows.size:
                pass  # walls and poles stay as they are
            elif group.are_people:
                self._fell(tick, impacts, ids, hulls, range(first, last))
            else:
                party = self._strike(party, impacts, ids, hulls, group, first)
            first = last
        self._tell(tick, impacts, ids, recent)
        return party

    def _bystanders(self, tick: Tick, party: _Party, towed: Towed) -> list[Bystanders]:
        """What is near enough to be met, where it will be: vehicles, then people, then walls and poles."""
        seen, beat, rows, state = self.seen, self._fixed.beat, party.rows, party.state
        past = tick.now - beat.date(beat.first(tick.now + 1) - 1)
        rows = np.concatenate((rows, towed.rows))
        x, y = np.append(state.x, towed.poses[:, 0]), np.append(state.y, towed.poses[:, 1])
        fast = np.append(np.hypot(state.speed, state.aside), np.abs(seen.speed[towed.rows]))
        own = np.column_stack((x, y, seen.z[rows], fast, seen.length[rows], seen.width[rows], seen.height[rows]))
        near = Neighbourhood(own, past / SECOND, tick.dt, float(1 / beat.rate))
        return near.bystanders(seen, rows, self.people, self._fixed.solids)

    def _make_wrecks(self, impacts: list[Impact], state: FreeState) -> None:
        """Make wrecks of those that are hit hard."""
        for impact in impacts:
            for row, change in zip(impact.rows, impact.changes, strict=True):
                if row < len(state.x) and change >= WRECKING:
                    state.wrecked[row] = True

    def _strike(
        self, party: _Party, impacts: list[Impact], ids: Integers, hulls: Hulls, group: Bystanders, first: int
    ) -> _Party:  # fmt: skip
        """Take over ordinary vehicles that were struck."""
        hit = sorted({row for impact in impacts for row in impact.rows if first <= row < first + len(group.ids)})
        places = np.array(hit, np.int64)[self._claimable(ids[hit])] if hit else _NOBODY
        if not len(places):
            return party
        rows = group.rows[places - first]
        state = state_after(hulls, places, self.seen.kind[rows])
        for k, place in enumerate(places.tolist()):
            hardest = max(i.changes[i.rows.index(place)] for i in impacts if place in i.rows)
            state.wrecked[k] = hardest >= WRECKING
        return party.joined(ids[places], rows, state)

    def _fell(self, tick: Tick, impacts: list[Impact], ids: Integers, hulls: Hulls, people: range) -> None:
        """Throw people who were struck."""
        by = dict[int, int]()
        for impact in impacts:
            car, person = impact.rows  # people come last
            if person in people and impact.closing >= FELLED_FROM:
                by.setdefault(person, int(ids[car]))
        places = np.array(sorted(by), np.int64)
        if len(places):
            cars = np.array([by[place] for place in places.tolist()], np.int64)
            values = thrown(hulls, places)
            self.fallen.claim(ids[places], **values, contact=cars, struck=cars)

    def _tell(self, tick: Tick, impacts: list[Impact], ids: Integers, recent: _Recent) -> None:
        """Keep in mind who pushed whom, and tell of new collisions."""
        for impact in impacts:
            first, second = sorted((int(ids[impact.rows[0]]), int(ids[impact.rows[1]])))
            is_between_vehicles = first == 0 or np.isin((first, second), self.seen.ids).all()
            least = TOLD_FROM if is_between_vehicles else FELLED_FROM
            if impact.closing >= least and (first, second) not in recent:
                where = impact.x, impact.y, impact.closing, impact.impulse
                if first:
                    self.collided.append(Collision((first, second), *where))
                else:
                    self.crashed.append(Crash(second, *where))
            recent[first, second] = tick.now

    def _touch(self, met: list[int | None]) -> None:
        """Have in `contact` whom each of them met a moment ago."""
        own = self.body.ids.tolist()
        if own and (any(other is not None for other in met) or not self.marks.null("contact").all()):
            self._mark("contact", met[: len(own)])

    def _remember(self, recent: _Recent) -> None:
        kept = tuple((a, b, date) for (a, b), date in sorted(recent.items()))
        if kept != self.recent:
            self.recent = kept

    def _slide(self, tick: Tick, recent: _Recent) -> None:
        """Move people who were thrown, until they lie still."""
        ids = self.fallen.ids
        if not len(ids):
            return
        rows = self.people.ids.searchsorted(ids)
        moving = Fallen(*[getattr(self.people, name)[rows] for name in Fallen._fields])
        if moving.speed.any():
            x, y, speed = moving.slid(tick.dt)
            self.fallen.x, self.fallen.y, self.fallen.speed = x, y, speed
        if not self.fallen.null("contact").all():
            self.fallen.contact = [_met(entity, tick.now, recent) for entity in ids.tolist()]

    # --- where they are -----------------------------------------------------------------------------------------------

    def _place(self, party: _Party, before: Floats, met: list[int | None]) -> None:
        """Find the lanes that they are on, and propose where they are."""
        import seahaven.motion.roaming_kernels as kernels

        seen, body, fixed, rows, state = self.seen, self.body, self._fixed, party.rows, party.state
        heading = state.heading - tau * np.rint(state.heading / tau)
        z, lane, s = seen.z[rows], seen.lane[rows].astype(np.int64), seen.s[rows]
        offset, drift = np.zeros(len(rows)), np.zeros(len(rows))
        bad = kernels.locate_each(
            fixed.lookup, fixed.around, KINDS, EDGE, state.x, state.y, z, heading, state.speed,
            state.aside, lane, s, offset, drift,
        )  # fmt: skip
        if bad >= 0:
            who = entity_with_id(party.ids[bad])
            raise InputError(f"vehicle {who} is at x={state.x[bad]:g}, y={state.y[bad]:g}, z={z[bad]:g}: no place")
        for k in np.flatnonzero(lane != seen.lane[rows]).tolist():
            pose = float(state.x[k]), float(state.y[k]), float(z[k]), float(heading[k])
            velocity = float(state.speed[k]), float(state.aside[k])
            place = on_connector(self.tracks, int(seen.entry[rows[k]]), int(lane[k]), pose, velocity)
            if place is not None:
                lane[k], s[k], offset[k], z[k], drift[k] = place
        moving, was = len(before), seen.lane[rows].astype(np.int64)
        kernels.mount_kerbs(
            fixed.lookup, fixed.around, fixed.surfaces, before, was[:moving], state.x[:moving], state.y[:moving],
            z[:moving], heading[:moving], lane[:moving], state.speed[:moving], state.aside[:moving],
        )  # fmt: skip
        values = {
            "x": state.x, "y": state.y, "z": z, "heading": heading, "speed": state.speed, "steering": state.steering,
            "acceleration": state.acceleration, "yaw_rate": state.yaw_rate, "s": s, "offset": offset, "drift": drift,
        }  # fmt: skip
        moved = lane != seen.lane[rows]
        own = len(body.ids)
        if moved.any() or self.rerouted or own < len(rows):
            values |= self._lanes(party, lane, moved)
        for name, column in values.items():
            if name in _MARKS:
                self._mark(name, column[:own])
            else:
                setattr(body, name, column[:own])
        if own < len(rows):
            self._claim(party, own, {name: column[own:] for name, column in values.items()} | {"contact": met[own:]})

    def _mark(self, name: str, values: Any) -> None:
        """Propose a mark for each of its vehicles, where that is not in other hands."""
        own, marked = self.body.ids, self.marks.ids
        if len(own) == len(marked):
            setattr(self.marks, name, values)
        else:
            for entity, value in zip(own.tolist(), values, strict=True):
                if entity in marked:
                    self.marks.put(name, value, ids=entity)

    def _lanes(self, party: _Party, lane: Integers, moved: Truths) -> dict[str, Integers]:
        """The lanes, entries and routes of all, with those who came onto another lane or were given another route."""
        seen, rows = self.seen, party.rows
        entries, routes, lines = seen.entry[rows], seen.route[rows], seen.line[rows]
        given = {event.value.entity: event.value for event in self.rerouted}
        for k, entity in enumerate(party.ids.tolist()):
            new = int(lane[k])
            if entity in given and new >= 0:
                routes[k] = given[entity].route
                entries[k] = entry_on(self.tracks, given[entity].entry, given[entity].route, new)
            elif moved[k]:
                entries[k] = entry_on(self.tracks, int(entries[k]), int(routes[k]), new)
                lines[k] += lanes_between(self.tracks.lane_map, int(seen.lane[rows[k]]), new)
        return {"lane": lane.astype(np.int32), "entry": entries, "route": routes, "line": lines}

    def _claim(self, party: _Party, own: int, values: dict[str, Any]) -> None:
        """Take over vehicles that were struck: their places, and a cockpit for each."""
        ids, state = party.ids[own:], party.state
        self.body.claim(ids, **{name: column for name, column in values.items() if name not in _MARKS})
        self.marks.claim(ids, **{name: column for name, column in values.items() if name in _MARKS})
        works = {name: getattr(state, name)[own:] for name in _WORKS}
        self.crew.add(len(ids), vehicle=ids, chassis=state.kind[own:], brake=1.0, adrift=True, **works)

    def _put(self, tick: Tick, party: _Party) -> None:
        """Propose the rest of their state, and let go of those that have come to rest."""
        at, state, own = party.at, party.state, len(party.at)
        resting = has_come_to_rest(state, own)
        stands = np.where(self.seats.adrift[at] & resting, self.seats.stands[at] + tick.dt, 0.0)
        if (stands > REST).any():
            self._let_go(party, stands)
        columns: dict[str, Any] = {name: getattr(state, name)[:own] for name in _WORKS} | {"stands": stands}
        for name, column in columns.items():
            whole = getattr(self.seats, name).copy()
            whole[at] = column
            setattr(self.works, name, whole)

    def _show_as_free(self, party: _Party) -> None:
        """Have in the column of vehicles that are driven here what moves them, if that was something else until now."""
        own = len(party.at)
        for entity in party.ids[:own][self._is_new_here(party.rows[:own], party.at)].tolist():
            if entity in self.marks.ids:
                self.marks.put("motion", "dynamic", ids=entity)

    def _is_new_here(self, rows: Integers, at: Integers) -> Truths:
        """Of which vehicles with drivers, in rows and with cockpits, the column says that something else moves them."""
        new: Truths = (self.seen.motion[rows] != _DYNAMIC) & ~self.seats.adrift[at]
        return new

    def _let_go(self, party: _Party, stands: Floats) -> None:
        """Give struck vehicles back whose drivers may drive on, and have wrecks towed away."""
        for k in np.flatnonzero(stands > REST).tolist():
            entity, row, cockpit = int(party.ids[k]), int(party.rows[k]), int(self.seats.ids[party.at[k]])
            if party.state.wrecked[k]:
                if stands[k] >= CLEARED and entity not in self.kept:
                    self.towing.remove(entity)
                    self.crew.remove(cockpit)
            elif int(self.seen.pilot[row]) != _ACCIDENT and entity not in self.unmanned:
                motion = drives_on(self.tracks.lane_map, self.seen, row)
                if motion is None:
                    party.state.wrecked[k] = True
                    continue
                self.marks.put("motion", motion, ids=entity)
                if motion == "kinematic":
                    self.returned.append(Move(entity, motion, then="lane"))
                self.body.give_back(np.array([entity]))
                self.marks.give_back(np.array([entity]))
                self.crew.remove(cockpit)


_Recent = dict[tuple[int, int], int]
"""When two bodies last pushed each other."""


class _Party(NamedTuple):
    """Vehicles that are moved in a step; the first have cockpits, the others were struck just now."""

    ids: Integers
    rows: Integers
    """Of the vehicles"""
    at: Integers
    """The rows of the cockpits"""
    state: FreeState
    controls: Cockpit

    def joined(self, ids: Integers, rows: Integers, state: FreeState) -> _Party:
        """With others that were struck."""
        return _Party(
            np.concatenate((self.ids, ids)), np.concatenate((self.rows, rows)), self.at, self.state.joined(state),
            self.controls.joined(braking(len(ids))),
        )  # fmt: skip


class _Fixed(NamedTuple):
    beat: Beat
    """That of the traffic"""
    table: Floats
    fleet: list[Chassis]
    """The chassis, by their codes in the column"""
    lookup: Lookup
    around: Surroundings
    hand: FreeHand
    surfaces: Floats
    solids: Solids


def _met(entity: int, now: int, recent: _Recent) -> int | None:
    """Which body an entity met a moment ago: that with the lowest id. Walls and poles, of id 0, do not count."""
    felt = (pair for pair, date in recent.items() if now - date < FELT and entity in pair and pair[0])
    return min((b if a == entity else a for a, b in felt), default=None)
