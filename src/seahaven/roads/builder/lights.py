"""Programs of traffic lights: stages of green, amber and red, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from seahaven.roads.model import Phase, Program

ALL_RED = 2.0
CLEARING = 6.0
"""How long before the end of green people are no longer let on to the road, in seconds."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Lights that are green together for so many seconds; those in `yielding` show a green that yields."""

    green: frozenset[str]
    duration: float
    walking: frozenset[str] = frozenset()
    yielding: frozenset[str] = frozenset()
    name: str = ""


def program(signals: Sequence[str], stages: Sequence[Stage], amber: float) -> Program:
    """The program that runs through the stages; each ends with people held back, amber, and red for all."""
    return Program("default", tuple(phase for stage in stages for phase in _phases(signals, stage, amber)))


def amber_for(limits: Iterable[float | None]) -> float:
    """How long amber lasts for those speed limits: 3 s up to 50 km/h, 4 s up to 60, 5 s beyond that."""
    fastest = max((limit for limit in limits if limit is not None), default=30.0)
    return 3.0 if fastest < 14.0 else 4.0 if fastest < 17.0 else 5.0


def _phases(signals: Sequence[str], stage: Stage, amber: float) -> Iterable[Phase]:
    cars = dict.fromkeys(stage.green, "G") | dict.fromkeys(stage.yielding, "g")
    walking = cars | dict.fromkeys(stage.walking, "G")
    if stage.walking:
        yield Phase(stage.duration - CLEARING, _letters(signals, walking), name=stage.name)
        yield Phase(CLEARING, _letters(signals, cars), name=f"{stage.name}, people wait")
    else:
        yield Phase(stage.duration, _letters(signals, cars), name=stage.name)
    if cars:
        yield Phase(amber, _letters(signals, dict.fromkeys(cars, "y")), name=f"{stage.name}, amber")
    yield Phase(ALL_RED, _letters(signals, {}), name="all red")


def _letters(signals: Sequence[str], shown: dict[str, str]) -> str:
    return "".join(shown.get(signal, "r") for signal in signals)
