"""The log of the crew: scenes begun and ended, roles cast and handed over, shots taken, and messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = ["Outcome", "RoleCast", "Said", "SceneBegun", "SceneEnded", "ShotTaken"]

Outcome: TypeAlias = Literal["completed", "failed", "stopped"]
"""How a scene ended: every shot was taken within tolerance, one was not, or the student went elsewhere."""


@dataclass(frozen=True, slots=True)
class SceneBegun:
    """The master director has called "action": the scene, its place, and when and how likely the student comes."""

    number: int
    scene: str
    title: str
    place: str
    x: float
    y: float
    likely: float
    """s until the student is at the line."""
    probability: float


@dataclass(frozen=True, slots=True)
class RoleCast:
    """An actor has a role. `how` is "cast", or "handed over" by an actor that could not play it any more."""

    number: int
    role: str
    type: str
    entity: int
    how: Literal["cast", "handed over"]
    metres: float
    """To its own line."""


@dataclass(frozen=True, slots=True)
class ShotTaken:
    """A shot was taken: how far off each role with a mark was (s or m; positive: too far from its line)."""

    number: int
    shot: int
    title: str
    is_good: bool
    off: Mapping[str, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class SceneEnded:
    """A scene is over. If it failed, `blame` names the member of the crew whose job failed, and `why` the evidence."""

    number: int
    scene: str
    outcome: Outcome
    blame: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A message from one member of the crew to another."""

    number: int
    sender: str
    receiver: str
    words: str
