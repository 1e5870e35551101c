"""A scene: where it may happen, who plays, and its shots, as values (T1 to T3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, Literal, TypeAlias

from seahaven.files import format_quantity
from seahaven.roads.places import Wanted
from seahaven.stage.mark import Mark
from seahaven.stage.roles import RoleState, RoleType, Wish

__all__ = ["SKILLS", "CastRole", "Expectation", "Scene", "Shot", "Skill", "Tolerance"]

Skill: TypeAlias = Literal[
    "hazards", "headway", "lane discipline", "passing", "right of way", "signals", "smoothness", "speed"
]
"""What a lesson can be about; the instructor keeps a score for each."""
SKILLS: Final[tuple[Skill, ...]] = Skill.__args__  # type: ignore[attr-defined]  # a literal type has its words there


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far off a member of the cast may be when a shot is taken."""

    time: float = 0.5
    """s, of marks in seconds"""
    distance: float = 5.0
    """m, of marks in metres"""
    speed: float = 1.5
    """m/s"""

    def of(self, mark: Mark | None) -> float:
        """How far off a mark may be missed, in its own unit."""
        return self.time if mark is not None and mark.is_time else self.distance


@dataclass(frozen=True, slots=True)
class CastRole:
    """A member of the cast: the type of its role, and what the scene wishes of it."""

    name: str
    type: RoleType
    wish: Wish

    def words(self) -> str:
        """The role in words: `a cyclist that comes from the right`."""
        return f"{self.type.about} {self.wish.words()}".rstrip()


@dataclass(frozen=True, slots=True)
class Shot:
    """A photograph: where the student is when it is taken, and the state of each role then."""

    title: str
    student: Mark
    states: Mapping[str, RoleState]
    within: float = inf
    """s from the shot before, or from the beginning, after which the scene is given up."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the student should do: which role it has to let pass, whether it has to stop, how fast it may come."""

    yield_to: str = ""
    stop: bool = False
    at_most: float = inf
    """m/s at the line."""
    clear_of: str = ""
    """The role that it may not come nearer to than `by` metres."""
    by: float = 1.0

    def words(self) -> str:
        """The expectation as sentences."""
        parts = [f"yield to the {self.yield_to}" if self.yield_to else "", "stop at the line" if self.stop else ""]
        if self.at_most < inf:
            parts.append(f"come to the line at no more than {format_quantity(self.at_most, 'km/h', digits=3)}")
        if self.clear_of:
            parts.append(f"keep {format_quantity(self.by, 'm', digits=3)} clear of the {self.clear_of}")
        return ", ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene as its author wrote it."""

    name: str
    """The name of its file without the ending."""
    title: str
    goals: tuple[Skill, ...]
    difficulty: int
    """From 1, easy, to 5."""
    place: Wanted
    place_words: str
    cast: Mapping[str, CastRole]
    shots: tuple[Shot, ...]
    should: Expectation
    tolerance: Tolerance

    @property
    def reach(self) -> float:
        """How far before the place its first shot is, in metres at 50 km/h."""
        return max(shot.student.metres(50.0 / 3.6) for shot in self.shots)

    def story(self) -> list[str]:
        """The scene as sentences, to be read aloud."""
        told = [f"At a {self.place_words}, {_listed([role.words() for role in self.cast.values()])}."]
        for shot in self.shots:
            states = [f"the {name} {state.words()}" for name, state in shot.states.items() if state.words()]
            told.append(
                f"{shot.title}: the student is {shot.student}" + "".join(f"; {state}" for state in states) + "."
            )
        if self.should.words():
            told.append(f"The student should {self.should.words()}.")
        return told


def _listed(words: list[str]) -> str:
    """Several things in a sentence.

    >>> _listed(["a car"]), _listed(["a car", "a bus"])
    ('a car', 'a car and a bus')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
