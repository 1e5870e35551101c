"""Who may be green together: lights that show the same, and stages in which several of these are green.

OpenDRIVE names lights, and at most which of them show the same. From who meets whom, and who would yield, follows
which of them may be green at once; the rest takes turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from seahaven.roads.junctions.arm import Side, side_of
from seahaven.roads.junctions.clearing import conflicts_of, crosswalks_on
from seahaven.roads.junctions.conflict import Reason, Verdict
from seahaven.roads.junctions.logic import JunctionLogic
from seahaven.roads.junctions.right_of_way import REASONS, VERDICTS
from seahaven.roads.junctions.tables import TURNS
from seahaven.roads.model import LaneKind, Turn

_GO_FIRST = VERDICTS.index(Verdict.GO_FIRST)
_SAME_ARM, _TURNING = REASONS.index(Reason.SAME_ARM), REASONS.index(Reason.TURNING)
_PRIORITY = REASONS.index(Reason.PRIORITY)
_BIKING = tuple(LaneKind).index(LaneKind.BIKING)
_TURNS = frozenset(TURNS.index(turn) for turn in (Turn.LEFT, Turn.RIGHT))


@dataclass(frozen=True, slots=True)
class Lamp:
    """What one letter of a made program stands for: a light and the ways for which it shows that, or a crosswalk.

    A light for ways of which some turn across oncoming traffic has two letters, since those yield while it is green.
    """

    signal: str
    ways: tuple[int, ...] = ()
    crosswalk: int = -1
    amber: float = 3.0

    @property
    def is_for_people(self) -> bool:
        """Whether people on foot heed it."""
        return self.crosswalk >= 0


@dataclass(frozen=True, slots=True)
class Stream:
    """Lamps, by their letters, that always show the same; those who wait at them go together."""

    letters: tuple[int, ...]
    ways: tuple[int, ...]
    arm: int
    bearing: float
    lanes: int
    is_across: bool
    """Whether all of its ways turn across oncoming traffic: with lights of their own they need not yield."""

    @property
    def weight(self) -> float:
        """What share of the green it gets: by its lanes, half of that for those who turn across, who are fewer."""
        return 0.5 * self.lanes if self.is_across else float(self.lanes)


@dataclass(slots=True)
class Stage:
    """Streams that are green together, and the letters of the people who walk meanwhile."""

    streams: list[Stream]
    walking: list[int] = field(default_factory=list)


def yields(logic: JunctionLogic, way: int) -> bool:
    """Whether whoever takes a way turns across others who are green at the same time."""
    t = logic.tables
    return any(
        t.conflict_is_lit[row] and t.conflict_reason[row] == _TURNING and t.conflict_verdict[row] != _GO_FIRST
        for row in conflicts_of(logic, way)
    )


def is_driven_over(logic: JunctionLogic, way: int, crosswalk: int) -> bool:
    """Whether a way leads over a crosswalk, other than by turning off and meeting it behind the turn."""
    place = crosswalks_on(logic, way).get(crosswalk)
    if place is None:
        return False
    return place[0] < 0.5 * float(logic.tables.way_length[way]) or int(logic.tables.way_turn[way]) not in _TURNS


class Staging:
    """Makes the stages of one controller."""

    def __init__(self, logic: JunctionLogic, lamps: Sequence[Lamp]) -> None:
        self._logic, self._lamps = logic, lamps
        ways = [way for lamp in lamps for way in lamp.ways]
        self.crosswalks = {way: crosswalks_on(logic, way) for way in ways}
        """The crosswalks that one drives over on each way, and where."""
        self.meets = {way: meetings(logic, way) for way in ways}
        """The ways that each way meets, and the rows of the conflicts."""

    def stream(self, letters: Sequence[int]) -> Stream:
        """The stream of some letters; it comes from the arm of its first way."""
        t, ways = self._logic.tables, tuple(sorted({way for k in letters for way in self._lamps[k].ways}))
        arms = [int(t.way_origin[way]) for way in ways if t.way_origin[way] >= 0]
        arm = arms[0] if arms else -1
        bearing = float(t.arm_bearing[arm]) if arm >= 0 else 0.0
        lanes = len({int(t.way_incoming[way]) for way in ways if self._is_driven(int(t.way_incoming[way]))})
        across = bool(ways) and all(yields(self._logic, way) for way in ways)
        return Stream(tuple(letters), ways, arm, bearing, max(lanes, 1), across)

    def _is_driven(self, lane: int) -> bool:
        """Whether a lane is one for more than bicycles."""
        return bool(self._logic.lane_map.kind[lane] != _BIKING)

    def stages(self, streams: Sequence[Stream]) -> list[Stage]:
        """Streams that may be green together, until all have had their turn; then people, and who else may go."""
        left = sorted(streams, key=lambda one: (not one.is_across, one.arm, one.letters))
        stages: list[Stage] = []
        while left:
            chosen = [left.pop(0)]
            for other in sorted(left, key=lambda one: _liking(chosen[0], one)):
                if all(self.agree(one, other) for one in chosen):
                    chosen.append(other)
                    left.remove(other)
            stages.append(Stage(chosen))
        stages.sort(key=lambda stage: min((one.arm, not one.is_across) for one in stage.streams))
        self._let_walk(stages)
        for stage in stages:
            self._join(stage, streams)
        return self._with_rest(stages)

    def agree(self, one: Stream, other: Stream) -> bool:
        """Whether two streams may be green together: nobody crosses, except who yields for want of a light."""
        for way in one.ways:
            for foe, row in self.meets[way].items():
                if foe in other.ways and not self._is_tame(row, one, other):
                    return False
        return True

    def _is_tame(self, row: int, one: Stream, other: Stream) -> bool:
        """Whether a conflict is settled among those who have green."""
        reason = self._logic.tables.conflict_reason[row]
        if reason == _SAME_ARM:
            return True
        if one.is_across or other.is_across:
            return False
        return bool(reason == _TURNING or (reason == _PRIORITY and (one.arm == other.arm or _is_opposite(one, other))))

    def _let_walk(self, stages: list[Stage]) -> None:
        """People walk with the traffic beside them; where there is none such, they get a stage of their own."""
        alone = []
        for letter, lamp in enumerate(self._lamps):
            if lamp.is_for_people:
                found = [stage for stage in stages if not self._is_walked_over(lamp.crosswalk, stage.streams)]
                for stage in found:
                    stage.walking.append(letter)
                if not found:
                    alone.append(letter)
        if alone:
            stages.append(Stage([], alone))

    def _is_walked_over(self, crosswalk: int, streams: Iterable[Stream]) -> bool:
        """Whether anybody drives over a crosswalk who would not look: who does not turn, or has a light to turn."""
        return any(not one.ways or self._drives_over(one, crosswalk) for one in streams)

    def _drives_over(self, stream: Stream, crosswalk: int) -> bool:
        return any(
            crosswalk in self.crosswalks[way] and (stream.is_across or is_driven_over(self._logic, way, crosswalk))
            for way in stream.ways
        )

    def _join(self, stage: Stage, streams: Sequence[Stream]) -> None:
        """Let those go, too, whom nobody in a stage keeps from it."""
        for other in streams:
            if other in stage.streams or not stage.streams:
                continue
            walked = any(self._is_walked_over(self._lamps[k].crosswalk, [other]) for k in stage.walking)
            if not walked and all(self.agree(one, other) for one in stage.streams):
                stage.streams.append(other)

    def _with_rest(self, stages: list[Stage]) -> list[Stage]:
        """A stage without any green, where a single one would keep those out who have no lights."""
        lit = {way for stage in stages for one in stage.streams for way in one.ways}
        t = self._logic.tables
        foes = {int(t.conflict_foe[row]) for way in lit for row in conflicts_of(self._logic, way)}
        return [*stages, Stage([])] if len(stages) == 1 and foes - lit else stages

    def gives_way(self, way: int, green: set[int]) -> bool:
        """Whether whoever takes a way yields to somebody on others that have green."""
        t = self._logic.tables
        return any(
            foe in green and t.conflict_verdict[row] != _GO_FIRST and t.conflict_reason[row] != _SAME_ARM
            for foe, row in self.meets[way].items()
        )


def meetings(logic: JunctionLogic, way: int) -> dict[int, int]:
    """The ways that a way meets, and the row of each conflict."""
    return {int(logic.tables.conflict_foe[row]): row for row in conflicts_of(logic, way)}


def letters_of(stage: Stage) -> list[int]:
    """The letters of all who drive in a stage."""
    return [k for one in stage.streams for k in one.letters]


def _is_opposite(one: Stream, other: Stream) -> bool:
    return one.arm >= 0 and other.arm >= 0 and side_of(one.bearing, other.bearing) is Side.OPPOSITE


def _liking(one: Stream, other: Stream) -> tuple[bool, bool, int, tuple[int, ...]]:
    """How well a stream goes with another, the best being least: opposite, of the same sort, of many lanes."""
    return not _is_opposite(one, other), one.is_across is not other.is_across, -other.lanes, other.letters
