"""What a scene file may say. Casts and shots are held against the types of their roles when they are read."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from seahaven.files import Field, Length, Schema, Seconds, Speed, Within
from seahaven.stage.mark import PlacedState
from seahaven.stage.scene import Skill

__all__ = ["ExpectationEntry", "SceneEntry", "ShotEntry", "ToleranceEntry"]

Title: TypeAlias = Annotated[str, Field(min_length=1, max_length=120)]
MOST_SHOTS, MOST_ROLES = 12, 12


class ExpectationEntry(Schema):
    """What the student should do."""

    yield_to: str | None = None
    """The role that it has to let go first."""
    stop: bool = False
    """Whether it has to stop at the line."""
    at_most: Annotated[Speed, Within("speed", "1 km/h", "252 km/h")] | None = None
    """How fast it may come to the line."""
    clear_of: str | None = None
    """The role to which it has to keep a distance."""
    by: Annotated[Length, Within("length", "0 m", "20 m")] = 1.0
    """How much that is."""


class ToleranceEntry(Schema):
    """How far off the cast may be when a shot is taken."""

    time: Annotated[Seconds, Within("time", "0.05 s", "10 s")] = 0.5
    distance: Annotated[Length, Within("length", "0.5 m", "100 m")] = 5.0
    speed: Annotated[Speed, Within("speed", "0.5 km/h", "50 km/h")] = 1.5


class ShotEntry(Schema):
    """A shot: a photograph of the scene."""

    shot: Title
    """What it shows."""
    student: PlacedState
    """Where the student is when it is taken."""
    within: Annotated[Seconds, Within("time", "1 s", "10 min")] | None = None
    """How long after the shot before, at most."""


class SceneEntry(Schema):
    """A scene of the movie set: where, who, and what happens, shot by shot."""

    scene: Title
    """What it is called."""
    goals: Annotated[list[Skill], Field(min_length=1)]
    """What a student learns by it."""
    difficulty: Annotated[int, Within(None, 1, 5)]
    """From 1, easy, to 5, hard."""
    place: Title
    """The kind of place in words, such as `T-junction with lights`; see the page on places."""
    uses: Annotated[list[str], Field(default_factory=list)]
    """Types of roles of your own, as `package.module:NAME`."""
    cast: Annotated[dict[str, dict[str, Any]], Field(min_length=1, max_length=MOST_ROLES)]
    """Who plays: by name of the role its `type` and further wishes."""
    shots: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MOST_SHOTS)]
    """What happens: each a photograph, in the order in which they are taken."""
    should: ExpectationEntry = ExpectationEntry()
    """What the student should do."""
    tolerance: ToleranceEntry = ToleranceEntry()
    """How exactly the cast has to play."""
