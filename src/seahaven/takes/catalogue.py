"""The modules that a study can use by a short name."""

from __future__ import annotations

from seahaven.behaviour import Pilot, Vision
from seahaven.kernel import Module
from seahaven.motion import Controls, Mechanics
from seahaven.reels import Picture, Replay
from seahaven.takes.car import Car
from seahaven.takes.cue import Cue

__all__ = ["CATALOGUE"]

CATALOGUE: dict[str, type[Module]] = {
    "car": Car,
    "controls": Controls,
    "cue": Cue,
    "mechanics": Mechanics,
    "picture": Picture,
    "pilot": Pilot,
    "replay": Replay,
    "vision": Vision,
}
