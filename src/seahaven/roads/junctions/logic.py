"""The logic of a network's junctions: made once from its lane map, and only read after that."""

from __future__ import annotations

from math import isfinite, isnan, pi, tau

from seahaven.errors import InputError
from seahaven.roads.junctions.arm import Arm, Arms, Side, side_of, stranded
from seahaven.roads.junctions.conflict import KINDS, Conflict, find_meetings
from seahaven.roads.junctions.crosswalk import Crosswalk, find_crosswalks
from seahaven.roads.junctions.light import Light, Lights, light_remarks
from seahaven.roads.junctions.mouth import ends_of
from seahaven.roads.junctions.overlap import find_overlaps, unit_of_junction
from seahaven.roads.junctions.party import Sign, parties
from seahaven.roads.junctions.post import Posts
from seahaven.roads.junctions.right_of_way import REASONS, VERDICTS, Court
from seahaven.roads.junctions.stopping import Stops, doubts
from seahaven.roads.junctions.tables import JunctionTables, make_tables
from seahaven.roads.junctions.turning import turns
from seahaven.roads.junctions.way import Way, trace
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Remark


class JunctionLogic:
    """Ways through junctions, their arms, where ways meet, who goes first there, where one waits, which lights hold.

    `clearance` is how many metres wider than usual, on either side, vehicles are taken to be where ways are
    tested for meeting. Usually a quarter of a metre at either side of a lane counts as free.
    """

    def __init__(self, lane_map: LaneMap, *, clearance: float = 0.0) -> None:
        if not (isfinite(clearance) and clearance >= 0.0):
            raise InputError(f"JunctionLogic got clearance {clearance!r}; expected a finite number of metres from 0 on")
        self.lane_map = lane_map
        self.clearance = clearance
        self._make()

    def _make(self) -> None:
        lane_map, network = self.lane_map, self.lane_map.network
        courses, remarks = trace(lane_map)
        ends = ends_of(courses, lane_map)
        arms = Arms(courses, ends, lane_map)
        bends = turns(courses, ends, arms.origin, arms.goal, lane_map)
        overlaps = find_overlaps(courses, lane_map, self.clearance)
        meetings = find_meetings(courses, overlaps, unit_of_junction(network), lane_map)
        self.crosswalks, crossings = find_crosswalks(lane_map, self.clearance)
        posts = Posts(lane_map)
        on_way = [posts.on_way(course) for course in courses]
        lights = Lights(courses, [*zip(arms.origin, arms.goal, strict=True)], on_way, lane_map)
        known = parties(courses, bends, ends.start[:, 2].tolist(), arms, on_way, lane_map)
        court = Court(lane_map, arms, known, lights)
        verdicts = court.judge(meetings)
        stops = Stops(courses, known, posts, on_way, lights, lane_map)
        places = stops.find(meetings, verdicts, crossings)
        self.tables = make_tables(
            lane_map, courses, known, arms, lights.of_way, stops, places, meetings, verdicts, crossings
        )
        lengths = self.tables.way_length.tolist()
        self.ways = tuple(
            Way(k, network.junctions[c.junction].id, c.incoming, c.lanes, c.outgoing, bends[k], lengths[k], *ports)
            for k, (c, ports) in enumerate(zip(courses, zip(arms.origin, arms.goal, strict=True), strict=True))
        )
        self._arms, self._lights = arms.of_junction, lights.of_way
        self._signs, self._stops = [party.sign for party in known], stops
        unlit = light_remarks(courses, lights, lane_map)
        self.remarks = (*remarks, *stranded(arms, courses, lane_map), *court.remarks, *unlit, *doubts(stops))

    @classmethod
    def of(cls, lane_map: LaneMap, *, clearance: float = 0.0) -> JunctionLogic:
        """The logic of a lane map as everybody who drives on it shares it; made when it is first asked for."""
        return lane_map.known(cls, clearance=float(clearance))

    lane_map: LaneMap
    clearance: float
    tables: JunctionTables
    """All of it as arrays, for compiled code."""
    ways: tuple[Way, ...]
    crosswalks: tuple[Crosswalk, ...]
    remarks: tuple[Remark, ...]
    """What was doubtful, and how it was decided."""
    _arms: list[tuple[Arm, ...]]
    _lights: list[tuple[Light, ...]]
    _signs: list[Sign]
    _stops: Stops

    def __repr__(self) -> str:
        return f"<JunctionLogic of {len(self.ways)} ways through {len(self._arms)} junctions>"

    def arms(self, junction: str) -> tuple[Arm, ...]:
        """The arms of a junction, counter-clockwise."""
        return self._arms[self._number(junction)]

    def ways_through(self, junction: str) -> tuple[Way, ...]:
        """The ways through a junction."""
        j, first = self._number(junction), self.tables.junction_way_first
        return self.ways[first[j] : first[j + 1]]

    def ways_from(self, lane: int) -> tuple[Way, ...]:
        """The ways that begin at a lane's end."""
        first = self.tables.incoming_way_first
        return tuple(self.ways[k] for k in self.tables.incoming_way[first[lane] : first[lane + 1]].tolist())

    def ways_over(self, lane: int) -> tuple[Way, ...]:
        """The ways of which a lane inside a junction is part."""
        first = self.tables.inside_way_first
        return tuple(self.ways[k] for k in self.tables.inside_way[first[lane] : first[lane + 1]].tolist())

    def arm_of(self, lane: int) -> Arm | None:
        """The arm on which one arrives by a lane; None for lanes that lead into no junction."""
        ways = [way for way in self.ways_from(lane) if way.origin >= 0]
        return self.arms(ways[0].junction)[ways[0].origin] if ways else None

    def from_right(self, arm: Arm) -> Arm | None:
        """The arm to the right of whoever arrives on an arm; of several the one that lies most so."""
        return self._beside(arm, Side.RIGHT, 0.5 * pi)

    def from_left(self, arm: Arm) -> Arm | None:
        """The arm to the left of whoever arrives on an arm."""
        return self._beside(arm, Side.LEFT, 1.5 * pi)

    def opposite(self, arm: Arm) -> Arm | None:
        """The arm straight ahead of whoever arrives on an arm."""
        return self._beside(arm, Side.OPPOSITE, pi)

    def conflicts(self, way: Way | int) -> tuple[Conflict, ...]:
        """The conflicts of a way, in the order in which it comes to them."""
        index = way if isinstance(way, int) else way.index
        first = self.tables.conflict_first
        return tuple(self._conflict(index, row) for row in range(first[index], first[index + 1]))

    def conflict(self, way: Way, foe: Way) -> Conflict | None:
        """The conflict of two ways as the first sees it; None if they do not meet."""
        return next((one for one in self.conflicts(way) if one.foe == foe.index), None)

    def lights(self, way: Way | int) -> tuple[Light, ...]:
        """The lights that hold for a way."""
        return self._lights[way if isinstance(way, int) else way.index]

    def sign(self, way: Way | int) -> Sign:
        """What the signs on the approach of a way say."""
        return self._signs[way if isinstance(way, int) else way.index]

    def stop(self, way: Way | int) -> tuple[int, float]:
        """Where one waits before a way: the lane, and the s on it for the vehicle's front."""
        index = way if isinstance(way, int) else way.index
        return int(self.tables.way_stop_lane[index]), float(self.tables.way_stop_s[index])

    def place(self, way: Way | int, distance: float) -> tuple[int, float]:
        """The lane and the s on it at a distance along a way; negative distances lie before the junction.

        The lane is -1 behind a way that leads nowhere, and s may lie beyond the end of the outgoing lane.
        """
        return self._stops.place(way if isinstance(way, int) else way.index, distance)

    def wait_inside(self, way: Way | int) -> float | None:
        """How far along a way one waits for oncoming traffic inside the junction; None where one does not."""
        place = float(self.tables.way_inside[way if isinstance(way, int) else way.index])
        return None if isnan(place) else place

    def crossings(self, lane: int) -> tuple[tuple[Crosswalk, float, float], ...]:
        """The crosswalks on a lane, each with the s from which to which it lies there."""
        t = self.tables
        rows = range(t.crossing_first[lane], t.crossing_first[lane + 1])
        return tuple(
            (self.crosswalks[t.crossing_crosswalk[k]], float(t.crossing_begin[k]), float(t.crossing_end[k]))
            for k in rows
        )

    def _number(self, junction: str) -> int:
        known = self.lane_map.network.junction(junction)
        return next(j for j, one in enumerate(self.lane_map.network.junctions) if one is known)

    def _beside(self, arm: Arm, side: Side, best: float) -> Arm | None:
        others = [one for one in self.arms(arm.junction) if one.index != arm.index]
        fitting = [one for one in others if side_of(arm.bearing, one.bearing) is side]
        return min(fitting, key=lambda one: abs((one.bearing - arm.bearing) % tau - best), default=None)

    def _conflict(self, way: int, row: int) -> Conflict:
        t = self.tables
        return Conflict(
            way,
            int(t.conflict_foe[row]),
            KINDS[t.conflict_kind[row]],
            float(t.conflict_begin[row]),
            float(t.conflict_end[row]),
            float(t.conflict_foe_begin[row]),
            float(t.conflict_foe_end[row]),
            VERDICTS[t.conflict_verdict[row]],
            REASONS[t.conflict_reason[row]],
            VERDICTS[t.conflict_dark_verdict[row]],
            REASONS[t.conflict_dark_reason[row]],
            bool(t.conflict_is_lit[row]),
        )
