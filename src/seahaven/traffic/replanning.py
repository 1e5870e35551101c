"""Replanning: whoever is stuck, or off its route, is given another way to its goal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Bytes, Floats
from seahaven.kernel import Emits, Out, Param, Part, State, Tick, port
from seahaven.motion import Rerouted
from seahaven.roads.model import Turn
from seahaven.roads.routing import Tracks, WayOn
from seahaven.traffic.patience import Patience
from seahaven.world import Binding, Host, Running, Table, part_of, reads

__all__ = ["Replanned", "Replanner"]

STILL = 0.5
"""Below this speed (m/s) a vehicle stands."""
NEAR = 40.0
"""Metres to the end of its lane within which one that stands does so because of what lies there."""
EACH = 15.0
"""Metres that one stands further from there for each further lane that it would have to cross."""
FULL = 15.0
"""Metres behind a junction on which somebody stands who fills the road there."""
AGAIN = 30.0
"""Seconds after which one for whom there was no other way is looked at again."""
GIVES_UP = 120.0
"""Seconds after which one on the wrong lane gives up its goal, if there is no way there from where the lane leads: more
than a light takes to come round."""
PINNED = 1.0
"""Metres to the end of its lane within which one gives up at once: without room ahead, it never gets onto another."""
DETOUR = 900.0
"""The longest, in seconds, that another way may take beyond the best one."""
BUSES = 3.0
"""How many times as long as others buses stand at the end of a lane before they go where it leads."""
STRAYS = 2.0
"""Seconds for which a freely driven vehicle is off its route before it gets another: one that cuts a corner may touch
a lane that leads elsewhere."""
TURNS = 60.0
"""Seconds of those that may have to turn round on a road: five moves at walking speed, and others to be let by."""
MOST = 50
"""How many are looked at in one step at most, those who have stood longest first."""
Why: TypeAlias = Literal["lost", "wrong lane", "blocked"]
_WHY: tuple[Why, ...] = ("blocked", "lost", "wrong lane", "blocked")
"""In words what compiled code finds to be the matter with somebody; the first stands for nothing."""


@dataclass(frozen=True, slots=True)
class Replanned:
    """A vehicle has another way to its goal: its id, why, and the id of the road that it now goes on by."""

    entity: int
    why: Why
    road: str


class Replanner(Host):
    """Gives vehicles another way to their goals, from where they are.

        tables = demand.tables
        tracks = Tracks(*tables, trees=goal_trees(tables))
        root.add(Replanner("replanner", rate=1, tracks=tracks))
        root.link("replanner.rerouted", "traffic/motion.rerouted")

    Three kinds of them: those who are off their route; those who have stood for a while (`lane_patience`) because their
    lane does not lead where they want, who go on where it leads; and those who have stood for long (`patience`) at the
    end of a road, with nobody before them, who turn off another way, unless that is full, too. The new way is the
    tree of the old one's goal; checkpoints that were left are forgotten, and buses leave out halts that it does not
    come by. A freely driven vehicle that is off its route only for a moment keeps it. Whose lane leads nowhere from
    which there is a way to its goal gives that up after two minutes and drives straight on, if the trees have turns,
    and leaves where the network ends. Whoever plays to a partner, has run into
    somebody or has set out into a junction is left alone.

    Its panel, pressed through `presses`: the dials `patience` and `lane_patience` (s), the buttons `halt` and `resume`.
    """

    machine = Patience
    tracks: Param[Tracks]
    turning: Param[tuple[int, ...]] = port((), doc="vehicles that may be off their routes for long, as they turn round")
    standing: State[NDArray[np.int64]] = port(np.zeros(0, np.int64))
    since: State[NDArray[np.float64]] = port(np.zeros(0))
    strays: State[tuple[tuple[int, float, float], ...]] = port(
        (), doc="freely driven vehicles that are off their routes, since when, and when last (s)"
    )
    count: Out[int] = port(0, doc="how many new routes were given")
    rerouted: Emits[Rerouted]
    replanned: Emits[Replanned]

    seen = reads(
        "vehicle", "kind", "lane", "s", "speed", "length", "route", "entry", "drop", "shift", "partner", "contact",
        "goes", "motion",
    )  # fmt: skip

    def build(self) -> None:
        """Refuse tracks without trees."""
        if self.tracks.trees is None:
            raise InputError(
                f"module '{self.name}' got tracks without goal trees; make them with "
                "Tracks(*tables, trees=goal_trees(tables))"
            )

    def part(self, tick: Tick) -> Part | None:
        """Notes which vehicles stand, until one is stuck or lost."""
        running: Running | None = self.live
        if running is None or not running.rests(self.sense(tick)) or running.outputs["blocked"] is None:
            return None
        if running.kept is None:
            running.kept = _Record()
        record: _Record = running.kept
        record.note(self.standing, self.since)
        works_on = self.seen, record.make_room(self.seen.spacious("speed")), running.outputs
        return record.binding.bound(works_on, lambda: self._bound(record, running.outputs))

    def _bound(self, record: _Record, outputs: Mapping[str, Any]) -> Part:
        import seahaven.traffic.replanning_kernels as kernels

        seen = self.seen
        no_partner, no_contact, leads_on = map(seen.spacious_null, ("partner", "contact", "drop"))
        first = seen.spacious("ids"), seen.spacious("speed"), no_partner, no_contact
        rest = map(seen.spacious, ("lane", "route", "goes", "entry", "s", "drop"))
        columns = *first, *rest, leads_on, seen.spacious("shift"), seen.spacious("kind")
        limits = STILL, NEAR, EACH, float(outputs["astray"]), BUSES, float(outputs["blocked"]), AGAIN
        values = seen.tally, columns, record.noted, record.room, self.tracks.lane_map.length, limits, self._bus
        return part_of(kernels.look_around, values)

    @property
    def _bus(self) -> int:
        """The code of buses."""
        return self.seen.type.columns["kind"].kinds.index("bus")

    def freeze(self) -> None:
        """Keep which vehicles stand, and the state of the machine."""
        self._look_up()
        super().freeze()

    def _look_up(self) -> None:
        """Look up what compiled code has noted, if it was the last to note anything."""
        record: _Record | None = self.live.kept if self.live is not None else None
        if record is not None and record.is_valid:
            self.standing, self.since = record.taken()

    def act(self, tick: Tick, outputs: Mapping[str, Any]) -> None:
        """See who is stuck or lost, and give those another way, from the next date on."""
        self._look_up()
        if self.live.kept is not None:
            self.live.kept.is_valid = False
        stood = self._stood(tick.seconds)
        if outputs["blocked"] is None or not len(self.seen):
            return
        found = self._stuck(stood, outputs, tick.dt)
        self._excuse_strays(found, tick)
        wanted = np.flatnonzero(found)
        if not len(wanted):
            return
        fronts = _Fronts(self.tracks, self.seen)
        for row in wanted[np.lexsort((wanted, -stood[wanted]))][:MOST].tolist():
            self._look(row, _WHY[found[row]], fronts, stood[row], tick.seconds)

    def _stood(self, now: float) -> Floats:
        """For how long each has stood; 0 for those who move."""
        import seahaven.traffic.replanning_kernels as kernels

        most = len(self.seen)
        standing, since, stood = np.empty(most, np.int64), np.empty(most), np.empty(most)
        count = kernels.note_standing(
            self.seen.ids, self.seen.speed, STILL, now, self.standing, self.since, standing, since, stood
        )
        self.standing, self.since = standing[:count], since[:count]
        return stood

    def _stuck(self, stood: Floats, outputs: Mapping[str, Any], period: float) -> Bytes:
        """What is the matter with each: who is off its route, who stands on the wrong lane, and who stands for long."""
        import seahaven.traffic.replanning_kernels as kernels

        table, found = self.seen, np.empty(len(self.seen), np.uint8)
        kernels.find_stuck(
            table.null("partner"), table.null("contact"), table.lane, table.route, table.goes, table.entry, table.s,
            table.drop, table.null("drop"), table.shift, table.kind, stood, self.tracks.lane_map.length,
            self._bus, NEAR, EACH, float(outputs["astray"]), BUSES,
            float(outputs["blocked"]), AGAIN, period, found,
        )  # fmt: skip
        return found

    def _excuse_strays(self, found: Bytes, tick: Tick) -> None:
        """Leave alone freely driven vehicles that have been off their routes for less than `STRAYS` seconds."""
        bound = self.seen.type.columns["motion"].kinds.index("lane")
        rows = np.flatnonzero((found == _WHY.index("lost")) & (self.seen.motion != bound))
        now, known = tick.seconds, {entity: (since, last) for entity, since, last in self.strays}
        strays = []
        for row in rows.tolist():
            entity = int(self.seen.ids[row])
            since, last = known.get(entity, (now, now))
            since = since if now - last < 1.5 * tick.dt else now
            strays.append((entity, since, now))
            if now - since < (TURNS if entity in self.turning else STRAYS):
                found[row] = 0
        if strays or self.strays:
            self.strays = tuple(strays)

    def _look(self, row: int, why: Why, fronts: _Fronts, stood: float, now: float) -> None:
        """Give one vehicle another way, if there is one."""
        entity, route = int(self.seen.ids[row]), int(self.seen.route[row])
        tree = self.tracks.tree_of(route)
        entry = self._way(row, why, tree, fronts) if tree >= 0 else -1
        if entry < 0 and why == "wrong lane" and (stood >= GIVES_UP or self.seen.drop[row] < PINNED):
            tree = self.tracks.turning(route, Turn.STRAIGHT)
            entry = self._way(row, why, tree, fronts) if tree >= 0 else -1
        if entry < 0:
            return
        at = int(np.searchsorted(self.standing, entity))
        if at < len(self.standing) and self.standing[at] == entity:
            self.since[at] = now
        self.rerouted.append(Rerouted(entity, tree, entry))
        self.replanned.append(Replanned(entity, why, self._road(entry)))
        self.count += 1

    def _way(self, row: int, why: str, tree: int, fronts: _Fronts) -> int:
        """The entry of the way on for a vehicle; -1 where there is none."""
        lane = int(self.seen.lane[row])
        if why == "lost":
            return int(self.tracks.locate(tree, lane))
        ways = self.tracks.ways_on(tree, lane)
        if why == "blocked":
            ways = self._other_ways(row, ways, fronts)
        return ways[0].entry if ways else -1

    def _other_ways(self, row: int, ways: list[WayOn], fronts: _Fronts) -> list[WayOn]:
        """Of the ways on for one that is blocked, those onto other roads that have room; none unless it is in front."""
        if not ways or not fronts.is_foremost(row):
            return []
        blocked = self._road(int(self.seen.entry[row]))
        longest = ways[0].seconds + DETOUR
        return [
            way
            for way in ways
            if way.seconds <= longest
            and self._road(way.entry) != blocked
            and not fronts.is_full(self._beyond(way.entry))
        ]

    def _beyond(self, entry: int) -> int:
        """The first lane outside junctions that one comes to from an entry; its own lane where there is none."""
        arrays, junction, at = self.tracks.arrays, self.tracks.lane_map.junction, entry
        while arrays.following[at] >= 0:
            at = int(arrays.following[at])
            if junction[arrays.lane[at]] < 0:
                break
        return int(arrays.lane[at])

    def _road(self, entry: int) -> str:
        lane_map = self.tracks.lane_map
        return str(lane_map.network.roads[lane_map.road[self._beyond(entry)]].id)


class _Record:
    """Which vehicles stand and since when, as compiled code keeps it."""

    __slots__ = ("binding", "is_valid", "noted", "room")

    noted: tuple[NDArray[np.int64], Floats, NDArray[np.int64]]
    """Ids, since when, and how many there are."""
    room: tuple[NDArray[np.int64], Floats, Floats, Bytes]
    """For those who stand now, since when, for how long everybody has stood, and what is the matter with each."""

    def __init__(self) -> None:
        self.binding = Binding[Part]()
        self.is_valid = False
        """Whether it holds what was noted last; else the module itself does."""
        self._lay_out(0)

    def _lay_out(self, capacity: int) -> None:
        ids, floats = np.zeros(capacity, np.int64), np.zeros(capacity)
        self.noted = ids, floats, np.zeros(1, np.int64)
        self.room = ids.copy(), floats.copy(), floats.copy(), np.zeros(capacity, np.uint8)

    def make_room(self, column: NDArray[Any]) -> NDArray[np.int64]:
        """Have as much room as a column; gives what is another object once there is more."""
        if len(self.noted[0]) < len(column):
            standing, since = self.taken()
            self._lay_out(len(column))
            self._fill(standing, since)
        return self.noted[0]

    def note(self, standing: NDArray[np.int64], since: Floats) -> None:
        """Take over what the module has noted, unless what is noted here is newer."""
        if not self.is_valid:
            self.is_valid = True
            if len(self.noted[0]) < len(standing):
                self._lay_out(len(standing))
            self._fill(standing, since)

    def _fill(self, standing: NDArray[np.int64], since: Floats) -> None:
        many = len(standing)
        self.noted[0][:many], self.noted[1][:many], self.noted[2][0] = standing, since, many

    def taken(self) -> tuple[NDArray[np.int64], Floats]:
        """Those who stand, and since when, as arrays of their own."""
        ids, since, count = self.noted
        return ids[: count[0]].copy(), since[: count[0]].copy()


class _Fronts:
    """Who is in front on each lane, and where somebody stands at its beginning."""

    def __init__(self, tracks: Tracks, table: Table) -> None:
        rows = np.flatnonzero(table.lane >= 0)
        still = rows[table.speed[rows] < STILL]
        self._table = table
        self._foremost: Floats = np.full(len(tracks.lane_map), -np.inf)
        self._rearmost: Floats = np.full(len(tracks.lane_map), np.inf)
        np.maximum.at(self._foremost, table.lane[rows], table.s[rows])
        np.minimum.at(self._rearmost, table.lane[still], table.s[still] - 0.5 * table.length[still])

    def is_foremost(self, row: int) -> bool:
        """Whether nobody is ahead of a vehicle on its lane."""
        return bool(self._table.s[row] >= self._foremost[self._table.lane[row]])

    def is_full(self, lane: int) -> bool:
        """Whether somebody stands where one comes onto a lane."""
        return bool(self._rearmost[lane] < FULL)
