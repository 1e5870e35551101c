"""What moves every vehicle from one date to the next, each by the behaviour that its column `motion` names (C5, G8)."""

from __future__ import annotations

from dataclasses import replace
from math import atan, tau
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers, Pose, Truths
from seahaven.kernel import Emits, Hears, Module, Param, Part, State, Tick, port
from seahaven.motion.collision import Collision, Push, collision_of
from seahaven.motion.columns import GUIDED, Cells, Loose, Seen
from seahaven.motion.ground import Ground, Hands
from seahaven.motion.impact import collide
from seahaven.motion.lane_entries import entry_on, lanes_between
from seahaven.motion.rerouting import Rerouted
from seahaven.motion.script import UNSCRIPTED, Move, Script
from seahaven.motion.struck import askew_of, hulls_between, put_pushed
from seahaven.motion.ways import ROADWAY
from seahaven.roads.routing import Tracks
from seahaven.world import MOTIONS, OBSTACLE_KINDS, STEERING, VEHICLE, entity_with_id, part_of, reads, writes

if TYPE_CHECKING:
    from seahaven.motion.handing_kernels import Addresses

__all__ = ["HOLD", "LANE_REACH", "Motion"]

HOLD = 0.5
"""m, how far beside all lanes a vehicle still counts as on the nearest, lest it fall through seams between roads."""
LANE_REACH = 50.0
"""m, within which a vehicle off all lanes looks for one to keep to."""

LIGHT: Final = [VEHICLE.columns["kind"].kinds.index(kind) for kind in OBSTACLE_KINDS]
"""Codes of kinds that are no vehicles, and give way when they are struck."""
NOBODY: Integers = np.empty(0, np.int64)
NO_PAIRS: Integers = np.empty((0, 2), np.int64)
BY_LANE, KINEMATIC = STEERING.index("lane"), MOTIONS.index("kinematic")
ALONG = 0.03
"""rad, between a vehicle that rolls back onto its lane and that lane, below which it is bound to it again."""
ROLLING = 0.5
"""m/s, below which the front wheels of a scripted vehicle point straight ahead."""

_READ = dict.fromkeys((*Seen._fields, *Cells._fields, "height", "steer", "steered_by", "route", "kind"))


class Motion(Module):
    """Moves vehicles by what they wish (`wish`, `aim`, `lean`, `steer`) and by what they can do.

        Motion("motion", rate=10, tracks=tracks)

    Along a lane ("lane"), as a bicycle whose wheels do not slip ("kinematic"), or as one whose wheels do ("dynamic"):
    writing the column `motion` switches, from one step to the next, and the vehicle goes on from where it is. Bicycles
    are led along their lanes, or, if `steered_by` says so, turn their wheels as `steer` wishes. A vehicle that is bound
    to a lane but off all of them rolls as a bicycle until it is on one. A vehicle with a script, which it has from the
    beginning or by a `Move`, is where the script says, whatever its driver wishes and whatever is in the way; the
    column then shows what kind of script it is. Vehicles whose places another module writes are matched to the lanes
    where they are, unless that module does so itself. A vehicle that is `rerouted` goes on along its new route. Grip
    comes from the weather, where there is any. Vehicles that touch are told of once, and have each other in `contact`
    as long as they do. Where another module writes the `contact` of a vehicle, it is that module's to tell: link its
    collisions to `struck`, so that those hit by it have it in `contact` for a step.

    If it `pushes`, vehicles that begin to touch part with the impulse of the impact: they are put where they are after
    it, and `pushed` tells how each of them moves then. `FreeMotion`, which hears that, takes them over. Vehicles whose
    places another module writes, or a script, are not pushed, but the others are.
    """

    keeps_spare = True
    tracks: Param[Tracks]
    parallel: Param[bool] = port(False, doc="whether blocks of rows run on several threads")
    scripted: Param[dict[int, Script]] = port({}, doc="scripts that vehicles have from the beginning, by id")
    pushes: Param[bool] = port(False, doc="whether vehicles that touch are handed over to whatever moves the struck")
    rerouted: Hears[Rerouted]
    moves: Hears[Move] = port(doc="switches to another behaviour")
    struck: Hears[Collision] = port(doc="collisions that another module tells of")
    collided: Emits[Collision]
    pushed: Emits[Push]
    touching: State[tuple[tuple[int, int], ...]] = ()
    asides: State[dict[int, float]] = port({})
    scripts: State[dict[int, Script]] = port({}, doc="of vehicles that have one, by id, also of those that begin later")
    returning: State[tuple[int, ...]] = port((), doc="vehicles that roll back onto their lanes")

    seen = reads("vehicle", *_READ)
    weather = reads("weather", "grip")
    body = writes("vehicle", *Cells._fields, "contact")
    course = writes("vehicle", "route")
    mode = writes("vehicle", "motion")

    def init(self, tick: Tick) -> None:
        """Take over the scripts of the beginning."""
        self.scripts = dict(self.scripted)

    def step(self, tick: Tick) -> None:
        """Move everybody on by one period, and see who touches whom."""
        if not len(self.seen):
            return
        rooms, guided = self.body.all_cells(), self._guided()
        codes = _guiding(guided)
        due = self._script(tick, codes) if self.moves or self.scripts else {}
        grip = self.weather.grip.item(0) if len(self.weather) else 1.0
        table = self._table(codes)
        others, lost = self._drive(table, tick.dt, grip)
        rolls = others > len(guided) + len(due)
        self._ground().has_others = rolls
        if lost or others or self.rerouted:
            seen, cells = self._seen(codes), self._cells(rooms)
            self._mind_others(seen, cells, guided, tick.dt, grip, rolls, lost > 0)
            self._play(tick, seen, cells, due)
        if self.asides and not rolls:
            self.asides = {}
        if self.returning:
            self._bind_returned()
        self._touch(rooms, table, tick.dt, np.union1d(guided, np.array(list(due), np.int64)))

    def part(self, tick: Tick) -> Part | None:
        """All of it, as long as every vehicle keeps to a lane or is moved by others, and the same touch each other."""
        if self.parallel or self.asides or self._ground().has_others:
            return None
        if self.scripts or self.moves or self.returning or (self.touching and self.body.foreign("contact") is not None):
            return None
        ground, guided = self._ground(), self._guided()
        hints, notes = ground.hints.follow(self.seen), ground.room_for_notes(self._room)
        rows, met = ground.guide(guided, self._placed_here(guided)), ground.meet(self.touching)
        works_on = self.body, self.seen, hints, ground.slots, notes, rows, met, len(guided) > 0
        return ground.binding.bound(works_on, lambda: self._bound(ground, hints, guided))

    def _bound(self, ground: Ground, hints: Floats, guided: Integers) -> Part:
        """What compiled code works with, for as long as it lies where it does."""
        import seahaven.motion.step_kernels as kernels

        hands, rooms, told = self._hands(), self.body.all_cells(), np.zeros((1, 3), np.int64)
        table = hands.marked if len(guided) else hands.table
        z = rooms[Cells._fields.index("z")][0]
        values = (
            self.seen.tally, table, ground.ways, hints, ground.slots, self.weather.tally,
            self.weather.spacious("grip"), told, ground.touch, rooms[-1], self._following(ground, hands),
            (self.seen.spacious("ids"), z, self.seen.spacious("height"), *ground.met),
        )  # fmt: skip
        return part_of(kernels.move, values, is_steady=not len(guided))

    def _following(self, ground: Ground, hands: Hands) -> tuple[Any, ...]:
        """What compiled code needs to follow vehicles that other modules move."""
        rooms = self.body.all_cells()
        seen, cells = (
            Seen(*[self.seen.spacious(name) for name in Seen._fields]),
            Cells(*[room[0] for room in rooms[:-1]]),
        )
        before = [self.seen.spacious(name) for name in Cells._fields]
        places = zip(before, [room[0] for room in rooms[:-1]], strict=True)
        fields = [(old.ctypes.data, new.ctypes.data, new.itemsize) for old, new in places]
        lanes = *ground.lanes, ground.kinds, HOLD, seen, cells, self.seen.spacious("z")
        return *ground.guided, np.array(fields, np.uintp), seen.motion, hands.marks, lanes

    def _mind_others(
        self, seen: Seen, cells: Cells, guided: Integers, dt: float, grip: float, rolls: bool, lost: bool
    ) -> None:  # fmt: skip
        """See to those who are not simply driven along their lanes."""
        if lost:
            self._find_entries(seen, cells)
        if rolls:
            self._roll(seen, cells, dt, grip)
        if len(guided):
            self._follow(seen, cells, guided)
        if self.rerouted:
            self._reroute(cells)

    def _hands(self) -> Hands:
        """Where compiled code finds what it reads and fills in; kept as long as everything lies where it does."""
        return self._ground().hands.bound((self.body, self.seen), self._handed)

    def _handed(self) -> Hands:
        from seahaven.motion.handing_kernels import addresses_of

        seen = Seen(*[self.seen.spacious(name) for name in Seen._fields])
        marks = np.empty(len(seen.motion), seen.motion.dtype)
        cells = self._cells(self.body.all_cells())
        return Hands(addresses_of(seen, cells), addresses_of(seen._replace(motion=marks), cells), marks)

    def _table(self, codes: dict[int, int]) -> Addresses:
        """The addresses of the columns, with other behaviours in some rows."""
        hands = self._hands()
        if not codes:
            return hands.table
        marks, count = hands.marks, len(self.seen)
        marks[:count] = self.seen.motion
        marks[list(codes)] = list(codes.values())
        return hands.marked

    def _cells(self, rooms: Any) -> Cells:
        """What is filled in, a cell for each row."""
        count = len(self.seen)
        return Cells(*[values[:count] for values, _ in rooms[:-1]])

    def _seen(self, codes: dict[int, int]) -> Seen:
        """What is read, with other behaviours in some rows."""
        seen = Seen(*[getattr(self.seen, name) for name in Seen._fields])
        return seen._replace(motion=_replaced(seen.motion, codes)) if codes else seen

    def _ground(self) -> Ground:
        """The roads, with room for all rows."""
        if self.live is None or self.live.tracks is not self.tracks:
            spare = self.spare
            is_good = isinstance(spare, Ground) and spare.tracks is self.tracks
            self.live = spare.begin_anew() if is_good else Ground(self.tracks)
        ground: Ground = self.live
        ground.make_room(self._room)
        return ground

    @property
    def _room(self) -> int:
        """For how many rows the table has room."""
        return len(self.seen.spacious("ids"))

    # --- those bound to lanes -------------------------------------------------------------------------------------

    def _drive(self, table: Addresses, dt: float, grip: float) -> tuple[int, int]:
        """Move those bound to lanes; how many are not, and how many have lost their entry."""
        import seahaven.motion.lane_kernels as kernels

        count, ground = len(self.seen), self._ground()
        told = np.zeros((-(-count // kernels.BLOCK) if self.parallel else 1, 3), np.int64)
        run = kernels.drive_in_parallel if self.parallel else kernels.drive_all
        run(table, count, ground.ways, ground.hints.follow(self.seen), ground.slots, dt, grip, told)
        others, lost, bad = zip(*told.tolist(), strict=True)
        if any(bad):
            self._refuse(min(row for row in bad if row) - 1)
        return sum(others), sum(lost)

    def _refuse(self, row: int) -> None:
        lane, entry = int(self.seen.lane[row]), int(self.seen.entry[row])
        arrays, lane_map = self.tracks.arrays, self.tracks.lane_map
        who = f"vehicle {entity_with_id(self.seen.ids[row])}"
        if lane >= len(lane_map):
            raise InputError(f"{who} is on lane {lane}, but the map has {len(lane_map)} lanes, numbered from 0")
        if entry >= len(arrays.lane):
            raise InputError(f"{who} has entry {entry}, but the tracks have {len(arrays.lane)}, numbered from 0")
        raise InputError(
            f"{who} is on lane '{lane_map.name(lane)}', but its entry {entry} is lane "
            f"'{lane_map.name(int(arrays.lane[entry]))}'; take it from `tracks.locate(route, lane)`"
        )

    def _find_entries(self, seen: Seen, cells: Cells) -> None:
        """Look up the entries of those who came onto a lane that is not beside their last one on their route."""
        route = self.seen.route
        rows = np.flatnonzero((cells.entry < 0) & (route >= 0) & (cells.lane != seen.lane) & (seen.motion == 0))
        cells.entry[rows] = self.tracks.locate(route[rows], np.maximum(cells.lane[rows], 0))

    def _reroute(self, cells: Cells) -> None:
        """Put those who were given another route onto it, on the lanes where they are now."""
        own = self.course.ids
        for event in self.rerouted:
            told = event.value
            seat, row = int(own.searchsorted(told.entity)), int(self.seen.ids.searchsorted(told.entity))
            if seat == len(own) or own[seat] != told.entity or cells.lane[row] < 0:
                continue
            lane = int(cells.lane[row])
            is_there = int(self.tracks.arrays.lane[told.entry]) == lane
            entry = told.entry if is_there else int(self.tracks.locate(told.route, lane))
            if entry >= 0:
                cells.entry[row] = entry
                self.course.put("route", told.route, ids=told.entity)

    # --- those who roll freely ------------------------------------------------------------------------------------

    def _roll(self, seen: Seen, cells: Cells, dt: float, grip: float) -> None:
        """Move those who are not bound to lanes, and find the lanes that they are on."""
        import seahaven.motion.bicycle_kernels as kernels

        rows = np.flatnonzero((seen.motion > 0) | ((seen.motion == 0) & (seen.lane < 0)))
        self._refuse_unscripted(seen, rows)
        ids = self.seen.ids[rows].tolist()
        self._refuse_two_at_the_wheel(rows)
        looked_up = {name: getattr(self.seen, name) for name in Loose._fields if name != "unsteered"}
        loose = Loose(**looked_up, unsteered=self.seen.null("steer"))
        lane, s = self._kept_to(seen, loose, rows)
        asides = np.array([self.asides.get(entity, 0.0) for entity in ids])
        kernels.roll_each(seen, loose, cells, self._ground().ways, rows, lane, s, asides, dt, grip)
        self.asides = dict(zip(ids, asides.tolist(), strict=True))
        self._match(seen, cells, rows, asides)

    def _bind_returned(self) -> None:
        """Bind vehicles to their lanes that were struck, have rolled back and drive along them again."""
        kept, seen = list[int](), self.seen
        for entity in self.returning:
            row = int(seen.ids.searchsorted(entity))
            if row == len(seen.ids) or seen.ids[row] != entity or seen.motion[row] != KINEMATIC:
                continue
            if int(seen.lane[row]) >= 0 and askew_of(self.tracks.lane_map, seen, row) < ALONG:
                self._note_motion(row, "lane")
            else:
                kept.append(entity)
        self.returning = tuple(kept)

    def _refuse_unscripted(self, seen: Seen, rows: Integers) -> None:
        """Refuse vehicles whose column names a script that they do not have."""
        lost = rows[seen.motion[rows] >= len(UNSCRIPTED)]
        if len(lost):
            who, motion = entity_with_id(self.seen.ids[lost[0]]), MOTIONS[seen.motion[lost[0]]]
            raise InputError(f"vehicle {who} has motion '{motion}', but no script; give it one by a `Move`")

    def _refuse_two_at_the_wheel(self, rows: Integers) -> None:
        """Refuse a wished angle of wheels that the lane turns: nobody would notice that it counts for nothing."""
        both = rows[(self.seen.steered_by[rows] == BY_LANE) & ~self.seen.null("steer")[rows]]
        if len(both):
            who = f"vehicle {entity_with_id(self.seen.ids[both[0]])}"
            raise InputError(
                f"'steer' of {who} is {self.seen.steer[both[0]]:g}, but its lane steers it; write 'steered_by', too "
                "('wheel'), or leave 'steer' null"
            )

    def _kept_to(self, seen: Seen, loose: Loose, rows: Integers) -> tuple[Integers, NDArray[np.float64]]:
        """The lanes that vehicles keep to, and how far along: their own, or the nearest."""
        lane, s = seen.lane[rows].astype(np.int64), seen.s[rows]
        off = np.flatnonzero(lane < 0)
        if len(off):
            at = rows[off]
            z = self.seen.z[at]
            near = self.tracks.lane_map.match(
                loose.x[at], loose.y[at], heading=seen.heading[at], z=z, reach=LANE_REACH, kinds=ROADWAY
            )
            lane[off], s[off] = near.lane, near.s
        return lane, s

    def _match(self, seen: Seen, cells: Cells, rows: Integers, asides: NDArray[np.float64]) -> None:
        """Fill in where on the lanes those are who are not bound to one."""
        import seahaven.motion.matching_kernels as kernels

        lane_map, ground = self.tracks.lane_map, self._ground()
        changed = kernels.find_lanes(*ground.lanes, rows, seen, cells, self.seen.z, asides, ground.kinds, HOLD)
        if changed < 0:
            self._refuse_place(int(rows[-1 - changed]), cells)
        if not changed:
            return
        for row in rows[cells.lane[rows] != seen.lane[rows]].tolist():
            old, new, entry = int(seen.lane[row]), int(cells.lane[row]), int(seen.entry[row])
            cells.line[row] += lanes_between(lane_map, old, new)
            cells.entry[row] = entry_on(self.tracks, entry, int(self.seen.route[row]), new)

    def _refuse_place(self, row: int, cells: Cells) -> None:
        where = f"x={cells.x[row]:g}, y={cells.y[row]:g}, z={self.seen.z[row]:g}, heading={cells.heading[row]:g}"
        raise InputError(f"vehicle {entity_with_id(self.seen.ids[row])} is at {where}, which is no place")

    # --- those with a script ------------------------------------------------------------------------------------------

    def _script(self, tick: Tick, codes: dict[int, int]) -> dict[int, Script]:
        """The scripts of this step, by row; rows that are moved otherwise than their column says get `codes`."""
        scripts = self._switched(tick, codes)
        ids, due, dropped = self.seen.ids, dict[int, Script](), set[int]()
        for entity, script in sorted(scripts.items()):
            row = int(ids.searchsorted(entity))
            if row == len(ids) or ids[row] != entity:
                if script.begin < tick.next:  # before, as in a warm-up, the vehicle may still come
                    dropped.add(entity)
            elif script.begin <= (tick.next if script.is_placed else tick.now) and codes.get(row) != GUIDED:
                due[row] = scripts[entity] = script = script.placed(self._pose(row), tick.now)
                self._note_motion(row, script.then if script.is_over(tick.next) else script.plan.motion)
                if script.is_over(tick.next):
                    dropped.add(entity)
        codes.update(dict.fromkeys(due, GUIDED))
        if dropped or scripts != self.scripts:
            self.scripts = {entity: script for entity, script in scripts.items() if entity not in dropped}
        return due

    def _switched(self, tick: Tick, codes: dict[int, int]) -> dict[int, Script]:
        """All scripts, with the moves that were just heard of; rows that are driven again get `codes`."""
        scripts, seen = dict(self.scripts), self.seen
        for event in self.moves:
            move = event.value
            row = int(seen.ids.searchsorted(move.entity))
            if row == len(seen.ids) or seen.ids[row] != move.entity:
                continue
            script = move.script(tick.now, self._pose(row))
            if script is not None:
                scripts[move.entity] = script
                continue
            scripts.pop(move.entity, None)
            others = tuple(one for one in self.returning if one != move.entity)
            self.returning = (*others, move.entity) if move.returns else others
            self._note_motion(row, move.motion)
            if codes.get(row) != GUIDED:
                codes[row] = MOTIONS.index(move.motion)
        return scripts

    def _pose(self, row: int) -> Pose:
        """Where a vehicle is now."""
        return Pose(self.seen.x.item(row), self.seen.y.item(row), self.seen.heading.item(row))

    def _note_motion(self, row: int, motion: str) -> None:
        """Have a behaviour in the column of a vehicle, unless another module writes that."""
        entity = self.seen.ids[row]
        if self.seen.motion[row] != MOTIONS.index(motion) and entity in self.mode.ids:
            self.mode.put("motion", motion, ids=entity)

    def _play(self, tick: Tick, seen: Seen, cells: Cells, due: dict[int, Script]) -> None:
        """Put vehicles where their scripts have them at the end of the step, and find the lanes that they are on."""
        from seahaven.motion.lane_kernels import WHEELBASE

        for row, script in due.items():
            point = script.at(tick.next)
            pose, speed = point.pose, point.speed
            cells.x[row], cells.y[row] = pose.x, pose.y
            cells.heading[row] = pose.heading - tau * round(pose.heading / tau)
            cells.speed[row], cells.acceleration[row], cells.yaw_rate[row] = speed, point.acceleration, point.yaw_rate
            turn = point.yaw_rate / speed if abs(speed) > ROLLING else 0.0
            cells.steering[row] = atan(WHEELBASE * seen.length[row] * turn)
        if due:
            rows = np.array(sorted(due), np.int64)
            self._match(seen, cells, rows, np.zeros(len(rows)))

    # --- those whom others move -----------------------------------------------------------------------------------

    def _guided(self) -> Integers:
        """The rows whose places are not the module's to write."""
        guided = self.body.foreign("x")
        return NOBODY if guided is None else guided

    def _follow(self, seen: Seen, cells: Cells, rows: Integers) -> None:
        """Find the lanes that those are on now whom others move; the rest of them stays as it is."""
        for name in Cells._fields:
            getattr(cells, name)[rows] = getattr(self.seen, name)[rows]
        mine = self._placed_here(rows)
        if len(mine):
            self._match(seen, cells, mine, np.zeros(len(mine)))

    def _placed_here(self, rows: Integers) -> Integers:
        """Those of some rows whose lanes have to be found here; of others, their own module writes them."""
        placed = self.body.foreign("lane") if len(rows) else None
        return rows if placed is None else np.setdiff1d(rows, placed, assume_unique=True)

    # --- collisions -----------------------------------------------------------------------------------------------

    def _touch(self, rooms: Any, table: Addresses, dt: float, led: Integers) -> None:
        """See who touches whom, and tell of those who did not before; nothing pushes the rows that are `led`."""
        contact, nulls = rooms[-1]
        contact.fill(0)
        nulls.fill(True)
        pairs = self._pairs(rooms, table)
        if self.struck:
            self._note_struck(contact, nulls)
        if len(pairs):
            self._note(pairs, contact, nulls)
        if len(pairs) or self.touching:
            self._tell(pairs, self._cells(rooms), dt, led)

    def _pairs(self, rooms: Any, table: Addresses) -> Integers:
        """The pairs of rows that touch: boxes that meet, at about the same height; not those told elsewhere."""
        pairs = self._ground().touching(table, len(self.seen))
        if not len(pairs):
            return NO_PAIRS
        (a, b), z, height = pairs.T, self._cells(rooms).z, self.seen.height
        mine: NDArray[np.bool_] = (z[a] <= z[b] + height[b]) & (z[b] <= z[a] + height[a])
        told_elsewhere = self.body.foreign("contact")
        if told_elsewhere is not None:
            mine &= ~(np.isin(a, told_elsewhere) | np.isin(b, told_elsewhere))
        return pairs[mine]

    def _note_struck(self, contact: Integers, nulls: NDArray[np.bool_]) -> None:
        """Give each other to those of whom another module tells that they collided."""
        ids = self.seen.ids
        for event in self.struck:
            pair = event.value.entities
            for me, other in (pair, pair[::-1]):
                row = int(ids.searchsorted(me))
                if row < len(ids) and ids[row] == me:
                    contact[row], nulls[row] = other, False

    def _note(self, pairs: Integers, contact: Integers, nulls: NDArray[np.bool_]) -> None:
        """Give everybody who touches somebody the lowest id of those."""
        ids = self.seen.ids
        for a, b in pairs[::-1].tolist():
            for me, other in ((b, a), (a, b)):
                contact[me], nulls[me] = ids[other], False

    def _tell(self, pairs: Integers, cells: Cells, dt: float, led: Integers) -> None:
        """Tell of pairs that did not touch before, and let them part."""
        touching = tuple((int(a), int(b)) for a, b in self.seen.ids[pairs].tolist())
        before = set(self.touching)
        new = [(pair, rows) for pair, rows in zip(touching, pairs, strict=True) if pair not in before]
        told = [self._collision(pair, rows, cells) for pair, rows in new]
        rows = np.unique([rows for _, rows in new])
        impulses = self._push(rows, cells, dt, np.isin(rows, led)) if self.pushes and new and dt else {}
        for collision in told:
            self.collided.append(replace(collision, impulse=impulses.get(collision.entities, 0.0)))
        if touching != self.touching:
            self.touching = touching

    def _collision(self, pair: tuple[int, int], rows: Integers, cells: Cells) -> Collision:
        columns = cells.x, cells.y, cells.heading, self.seen.length, self.seen.width
        return collision_of(pair, np.column_stack([column[rows] for column in columns]), cells.speed[rows])

    def _push(self, rows: Integers, cells: Cells, dt: float, led: Truths) -> dict[tuple[int, int], float]:
        """Let vehicles in some rows part that have met, unless they are led; gives the impulses of the pairs."""
        ids = self.seen.ids[rows].tolist()
        hulls, before = hulls_between(self.seen, cells, rows, dt)
        firm = led & ~np.isin(self.seen.kind[rows], LIGHT)  # a cone flies off instead
        hulls.mass[firm], hulls.inertia[firm] = np.inf, np.inf
        impulses, changes = dict[tuple[int, int], float](), dict[int, float]()
        for impact in collide(before, hulls, dt):
            first, second = impact.rows
            impulses.setdefault((ids[first], ids[second]), impact.impulse)
            for k, change in zip(impact.rows, impact.changes, strict=True):
                changes[k] = max(change, changes.get(k, 0.0))
        for k, change in sorted(changes.items()):
            if not led[k]:
                put_pushed(cells, int(rows[k]), hulls, k)
                self.pushed.append(Push.of(ids[k], hulls, k, change))
        return impulses


def _guiding(rows: Integers) -> dict[int, int]:
    """The codes of rows that other modules move."""
    return dict.fromkeys(rows.tolist(), GUIDED)


def _replaced(column: NDArray[Any], values: dict[int, int]) -> NDArray[Any]:
    """A column with other values in some rows."""
    changed = column.copy()
    changed[list(values)] = list(values.values())
    changed.setflags(write=False)
    return changed
