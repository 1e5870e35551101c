"""What the rules of an agent are about: what it senses, bit by bit, what it can do, and what it is rewarded for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError, nearest

__all__ = ["MOST_ACTIONS", "MOST_BITS", "Goal", "Layout"]

MOST_BITS: Final = 64
"""A message of sensors is one word of the processor."""
_NAME: Final = re.compile(r"[\w.'-]+( [\w.'-]+)*")
MOST_ACTIONS: Final = 256


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that an agent is rewarded or punished for (A4).

    Goals of priority 1 come before those of priority 2: rules that differ by more than `tolerance` in what they
    expect of the former are not compared in the latter. `tolerance` has the unit of the reward.
    """

    name: str
    priority: int = 1
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        if self.priority < 1:
            raise InputError(f"goal {self.name!r} has priority {self.priority}; the first priority is 1")
        if not self.tolerance >= 0.0:
            raise InputError(f"goal {self.name!r} has a tolerance of {self.tolerance}; it must be 0 or more")


@dataclass(frozen=True, slots=True)
class Layout:
    """The sensors, effectors and goals that a rule base is made for.

    A sensor is one bit of a message, the first sensor the lowest. A reading with more than two values takes several.

    >>> car = Layout(("near", "right lane"), ("go", "brake"), (Goal("collision"),))
    >>> car.message(["right lane"])
    2
    """

    sensors: tuple[str, ...]
    effectors: tuple[str, ...]
    goals: tuple[Goal, ...]

    def __post_init__(self) -> None:
        for kind, names, most in (
            ("sensor", self.sensors, MOST_BITS),
            ("effector", self.effectors, MOST_ACTIONS),
            ("goal", self.goal_names, MOST_ACTIONS),
        ):
            _check_names(kind, names, most)

    @property
    def goal_names(self) -> tuple[str, ...]:
        """The names of the goals, in their order."""
        return tuple(goal.name for goal in self.goals)

    def message(self, seen: Iterable[str]) -> int:
        """The message in which these sensors answer yes, and all others no."""
        return sum(1 << self.sensor(name) for name in set(seen))

    def sensor(self, name: str) -> int:
        """The bit of a sensor."""
        return _index("sensor", name, self.sensors)

    def effector(self, name: str) -> int:
        """The number of an effector."""
        return _index("effector", name, self.effectors)

    def messages(self, readings: Sequence[NDArray[np.bool_]]) -> NDArray[np.uint64]:
        """One message for each agent, from one array for each sensor."""
        if len(readings) != len(self.sensors):
            raise InputError(f"{len(readings)} readings for {len(self.sensors)} sensors")
        words = np.zeros(len(readings[0]), dtype=np.uint64)
        for bit, reading in enumerate(readings):
            words |= np.asarray(reading, dtype=np.uint64) << np.uint64(bit)
        return words

    def widened(
        self, *, sensors: Iterable[str] = (), effectors: Iterable[str] = (), goals: Iterable[Goal] = ()
    ) -> Layout:
        """The same with more sensors, effectors and goals behind those that are there (A7)."""
        return Layout((*self.sensors, *sensors), (*self.effectors, *effectors), (*self.goals, *goals))

    def continues(self, other: Layout) -> bool:
        """Say whether this layout begins with another one, so that rules of that one can be taken over."""
        return (
            self.sensors[: len(other.sensors)] == other.sensors
            and self.effectors[: len(other.effectors)] == other.effectors
            and self.goal_names[: len(other.goals)] == other.goal_names
        )


def _check_names(kind: str, names: Sequence[str], most: int) -> None:
    if not names:
        raise InputError(f"a layout needs at least one {kind}")
    if len(names) > most:
        raise InputError(f"{len(names)} {kind}s; a layout has room for {most}")
    for at, name in enumerate(names):
        if not _NAME.fullmatch(name) or "--" in name:
            raise InputError(f"{kind} {name!r}: a name is made of letters, digits, single hyphens and single spaces")
        if name in names[:at]:
            raise InputError(f"two {kind}s have the name {name!r}")


def _index(kind: str, name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise InputError(f"no {kind} has the name {name!r}{nearest(name, names)}")
    return names.index(name)
