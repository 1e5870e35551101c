"""What agents are to do: where, how long, how often they decide, and what they are paid for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from seahaven.errors import InputError, nearest
from seahaven.takes import is_study

__all__ = ["TASKS", "Task", "task_named"]

STUDIES: Final = Path(__file__).parent / "studies"
"""The folder of the studies that come with the environments."""


@dataclass(frozen=True, slots=True)
class Task:
    """A study, and what its agents make of it.

        Task("mine.study.yaml", period=0.5, episode=20.0, pay={"speed": 0.5, "collision": -1.0})

    `agents` are subjects of the study by name; all of them if none is named. They decide every `period` seconds, which
    has to be a whole number of steps of the study's traffic. An episode that nothing else ends is cut off after
    `episode` seconds. `speeds` (m/s) are what discrete actions choose from, and `changes_lanes` says whether there are
    actions to change lanes. `slow` and `fast` (m/s) are the speeds that are worth nothing and everything. `pay` has a
    weight for each term of the reward. With `ends_on_arrival` an episode ends where the agent's route does.
    """

    study: str | Path
    agents: tuple[str, ...] = ()
    period: float = 1.0
    episode: float = 40.0
    speeds: tuple[float, ...] = (0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0)
    changes_lanes: bool = True
    slow: float = 0.0
    fast: float = 30.0
    pay: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({"speed": 0.4, "collision": -1.0}))
    ends_on_arrival: bool = True
    allow: tuple[str, ...] = ()
    """Packages whose code the study may use."""

    def __post_init__(self) -> None:
        if not is_study(self.study):
            raise InputError(f"'{self.study}' is no study; an environment needs a file whose name ends in .study.yaml")
        for name in ("period", "episode"):
            value = getattr(self, name)
            if not (isfinite(value) and value > 0.0):
                raise InputError(f"{name} got {value!r}; expected a number of seconds above 0")
        if len(self.speeds) < 2 or sorted(set(self.speeds)) != list(self.speeds):
            raise InputError(f"speeds got {self.speeds!r}; expected two or more in m/s, the lowest first")
        if not self.fast > self.slow:
            raise InputError(f"fast got {self.fast!r}; expected a speed above slow, which is {self.slow!r}")

    def changed(self, **changes: Any) -> Task:
        """The same with other values of some of its fields, by name; those that are None stay as they are."""
        known = list(self.__dataclass_fields__)
        for name in changes:
            if name not in known:
                raise InputError(f"a task has no '{name}'{nearest(name, known)}")
        return replace(self, **{name: value for name, value in changes.items() if value is not None})


TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        "motorway": Task(
            STUDIES / "motorway.study.yaml",
            ("ada",),
            speeds=(15.0, 20.0, 25.0, 30.0, 35.0),
            slow=20.0,
            fast=33.0,
            pay=MappingProxyType({"speed": 0.6, "right": 0.1, "close": -0.3, "change": -0.05, "collision": -5.0}),
        ),
        "merge": Task(
            STUDIES / "merge.study.yaml",
            ("ada",),
            episode=30.0,
            period=0.5,
            speeds=(0.0, 10.0, 15.0, 20.0, 25.0, 30.0),
            fast=30.0,
            pay=MappingProxyType({"speed": 0.3, "merged": 0.3, "close": -0.3, "collision": -5.0}),
        ),
        "roundabout": Task(
            STUDIES / "roundabout.study.yaml",
            ("ada",),
            episode=40.0,
            period=0.5,
            speeds=(0.0, 3.0, 6.0, 9.0, 12.0),
            changes_lanes=False,
            fast=12.0,
            pay=MappingProxyType({"speed": 0.2, "danger": -0.3, "collision": -5.0, "arrival": 3.0}),
        ),
        "crossing": Task(
            STUDIES / "crossing.study.yaml",
            ("ada",),
            episode=60.0,
            period=0.5,
            speeds=(0.0, 3.0, 6.0, 9.0, 12.0),
            changes_lanes=False,
            fast=12.0,
            pay=MappingProxyType({"speed": 0.2, "danger": -0.3, "red": -1.0, "collision": -5.0, "arrival": 3.0}),
        ),
    }
)
"""The tasks that come with the environments."""


def task_named(name: str) -> Task:
    """A task of ours by its name, or one with the study file of that name."""
    if name in TASKS:
        return TASKS[name]
    if is_study(name):
        return Task(name)
    raise InputError(f"there is no task '{name}'{nearest(name, TASKS)}; or give a study file (*.study.yaml)")
