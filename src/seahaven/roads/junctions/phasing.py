"""Programs for lights that have none: in which order stages are green, for how long, and what lies between them.

Each stage has green, green while people are held back, amber, and red for all until the junction is clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil

from seahaven.roads.junctions.clearing import (
    LEAST_RED,
    ON_ROAD,
    amber_for,
    approach_limit,
    clearing_time,
    leaving_time,
    walking_time,
)
from seahaven.roads.junctions.logic import JunctionLogic
from seahaven.roads.junctions.stage import Lamp, Stage, Staging, letters_of
from seahaven.roads.model import Phase, Program

LEAST_GREEN = 8.0
"""How long a stage of a made program is green at least, in seconds."""
SHARE = 20.0
"""How much green there is for each stage on average, in seconds; lanes share it out."""
LONGEST = 2.0
"""How many times its usual length a green may last where traffic decides."""
LEAST_WALK = 5.0
"""How long people are let on to the road at least, in seconds."""
REST = 10.0
"""How long those without lights have the junction for themselves where all lights belong to one stream."""


def make_program(logic: JunctionLogic, lamps: Sequence[Lamp], together: Iterable[Sequence[int]]) -> tuple[Program, ...]:
    """Programs for lamps; `together` has the letters that the network says show the same.

    The first goes by the clock. The second is the same, but traffic decides how long greens last, and who walks has to
    ask for it.
    """
    staging = Staging(logic, lamps)
    stages = staging.stages([staging.stream(letters) for letters in together])
    fixed = Program("fixed", tuple(_Timing(logic, lamps, staging).phases(stages)))
    return fixed, actuated(fixed)


def actuated(program: Program) -> Program:
    """The same program, but traffic decides how long its greens last: from 8 s to twice what they last by the clock.

    What a phase says of its shortest and longest counts. Short phases, and those with amber, last as they do.
    """
    return replace(program, id="actuated", phases=tuple(map(_stretched, program.phases)), is_actuated=True)


def _stretched(phase: Phase) -> Phase:
    if set("yu") & set(phase.states) or not set("Gg") & set(phase.states) or phase.duration <= LEAST_GREEN:
        return phase
    shortest = LEAST_GREEN if phase.shortest is None else phase.shortest
    return replace(phase, shortest=shortest, longest=phase.longest or LONGEST * phase.duration)


class _Timing:
    """Makes the phases of stages."""

    def __init__(self, logic: JunctionLogic, lamps: Sequence[Lamp], staging: Staging) -> None:
        self._logic, self._lamps, self._staging = logic, lamps, staging

    def phases(self, stages: Sequence[Stage]) -> Iterator[Phase]:
        """The phases of all stages; a single stage stays green for ever."""
        greens = self._greens(stages)
        if len(stages) == 1:
            yield Phase(60.0, self._states(stages[0], stages[0].walking), name="green")
            return
        for k, stage in enumerate(stages):
            yield from self._stage(stage, stages[(k + 1) % len(stages)], greens[k], f"stage {k + 1}")

    def _greens(self, stages: Sequence[Stage]) -> list[float]:
        weights = [max((one.weight for one in stage.streams), default=0.0) for stage in stages]
        total = SHARE * sum(1 for weight in weights if weight)
        shares = [float(round(total * weight / max(sum(weights), 0.5))) for weight in weights]
        return [max(share, LEAST_GREEN if weight else REST) for share, weight in zip(shares, weights, strict=True)]

    def _stage(self, stage: Stage, after: Stage, green: float, name: str) -> Iterator[Phase]:
        ends = [k for k in letters_of(stage) if k not in letters_of(after)]
        amber = max((self._lamps[k].amber for k in ends), default=0.0)
        now = self._shown(stage, stage.walking)
        red = self._red(ends, [k for k in (*letters_of(after), *after.walking) if k not in now])
        leaving = [k for k in stage.walking if k not in after.walking]
        waits = max((self._walking_time(k) for k in leaving), default=0.0) - amber - red
        held = max(ceil(waits), 0) if leaving else 0
        green = max(green, held + LEAST_WALK)
        yield self._green(green - held, self._states(stage, stage.walking), name)
        if held:
            staying = [k for k in stage.walking if k not in leaving]
            yield Phase(float(held), self._states(stage, staying), name=f"{name}, people wait")
        kept = {k: letter for k, letter in self._shown(stage, []).items() if k in letters_of(after)}
        walking = [k for k in stage.walking if k in after.walking]
        kept |= dict.fromkeys(walking, "G")
        if ends:
            yield Phase(amber, self._text({**kept, **dict.fromkeys(ends, "y")}), name=f"{name}, amber")
        yield Phase(red, self._text(kept), name=f"{name}, clearing")

    def _green(self, green: float, states: str, name: str) -> Phase:
        return Phase(green, states, min(green, LEAST_GREEN), LONGEST * green, name)

    def _red(self, ends: Sequence[int], begins: Sequence[int]) -> float:
        """How long after amber until everybody who ends is out of the way of everybody who begins."""
        needed = [time for k in ends for other in begins for time in self._times(k, other)]
        return float(ceil(max(needed, default=LEAST_RED)))

    def _times(self, letter: int, other: int) -> Iterator[float]:
        foes, crosswalk = set(self._lamps[other].ways), self._lamps[other].crosswalk
        if crosswalk >= 0 and not self._lamps[letter].ways:
            yield ON_ROAD
        for way in self._lamps[letter].ways:
            if crosswalk in self._staging.crosswalks[way]:
                yield leaving_time(self._logic, way, self._staging.crosswalks[way][crosswalk][1])
            for foe, row in self._staging.meets[way].items():
                if foe in foes:
                    yield clearing_time(self._logic, row, way)

    def _walking_time(self, letter: int) -> float:
        return walking_time(self._logic.crosswalks[self._lamps[letter].crosswalk])

    def _states(self, stage: Stage, walking: Sequence[int]) -> str:
        return self._text(self._shown(stage, walking))

    def _shown(self, stage: Stage, walking: Sequence[int]) -> dict[int, str]:
        """What is green: a letter yields if some way of it yields to another that has green."""
        green = {way for one in stage.streams for way in one.ways}
        shown = {
            k: "g" if any(self._staging.gives_way(way, green) for way in self._lamps[k].ways) else "G"
            for k in letters_of(stage)
        }
        return shown | dict.fromkeys(walking, "G")

    def _text(self, shown: dict[int, str]) -> str:
        return "".join(shown.get(k, "r") for k in range(len(self._lamps)))


def lamp_amber(logic: JunctionLogic, ways: Sequence[int]) -> float:
    """How long amber lasts for those who approach on some ways, in seconds."""
    return max((amber_for(approach_limit(logic, way)) for way in ways), default=3.0)
