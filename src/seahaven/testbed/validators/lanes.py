"""Keeping to the lane, to the road, and to the right direction."""

from __future__ import annotations

from math import pi
from typing import ClassVar

import numpy as np

from seahaven.geometry import Floats, wrap_angle
from seahaven.testbed.bounds import HowFar
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["KeepLane", "KeepRoad", "RightDirection"]


@validator("keep_lane")
class KeepLane(Requirement):
    """Its outline stays between the borders of its lane, except in junctions and where it changes lanes."""

    unit: ClassVar[str] = "m"
    usual: ClassVar[str] = "tolerance"
    tolerance: HowFar = 0.1
    """By how much it may reach over a border."""
    may_change: bool = True
    """Whether it may leave its lane while its turn light is on."""

    def margins(self, evidence: Evidence) -> Margins:
        """The room to the nearer border; infinite where it may leave its lane, and off all lanes."""
        place = evidence.on_lanes
        lane = evidence.lane
        turned = np.abs(np.cos(evidence.mine("heading") - place.heading))
        half = 0.5 * (evidence.mine("width") * turned + evidence.mine("length") * np.sqrt(1.0 - turned**2))
        room = 0.5 * place.width - np.abs(evidence.mine("offset")) - half + self.tolerance
        is_free = (lane < 0) | evidence.is_inside
        if self.may_change:
            is_free |= evidence.mine("turn_light") > 0
        return self.of(evidence, np.where(is_free, np.inf, room))


@validator("keep_road")
class KeepRoad(Requirement):
    """Its wheels stay on lanes for vehicles: the four corners of its outline, on lanes of either direction."""

    unit: ClassVar[str] = "m"
    usual: ClassVar[str] = "tolerance"
    tolerance: HowFar = 0.1
    """By how much a corner may reach beyond the road."""

    def margins(self, evidence: Evidence) -> Margins:
        """How far the corner that is worst off is inside the road, or beyond it."""
        return self.of(evidence, evidence.room_on_road + self.tolerance)


@validator("right_direction")
class RightDirection(Requirement):
    """It drives in the direction of its lane; the margin is how far it is from driving across it."""

    unit: ClassVar[str] = "rad"

    def margins(self, evidence: Evidence) -> Margins:
        """A right angle less the angle between it and the lane it is on; infinite where it stands or is on none."""
        turned: Floats = np.abs(wrap_angle(evidence.mine("heading") - evidence.on_lanes.heading))
        is_free = (evidence.lane < 0) | (np.abs(evidence.mine("speed")) < 0.5) | evidence.is_two_way
        return self.of(evidence, np.where(is_free, np.inf, 0.5 * pi - turned))
