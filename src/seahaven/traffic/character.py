"""Driver characters: what sets cautious, ordinary and hurried drivers apart, and a car that follows by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from seahaven.behaviour import TRAITS
from seahaven.errors import InputError, nearest
from seahaven.traffic.distribution import Distribution, LogNormal, Normal, Uniform, distribution

__all__ = ["CAUTIOUS", "CHARACTERS", "CRUISING", "HURRIED", "ORDINARY", "TRAIT_BOUNDS", "Character", "Traits", "traits"]

Traits = Mapping[str, Distribution]

TRAIT_BOUNDS: Mapping[str, tuple[float, float]] = {
    "speed_factor": (0.01, 10.0),
    "top_speed": (0.1, 100.0),
    "headway": (0.0, 60.0),
    "standstill": (0.0, 100.0),
    "liveliness": (0.01, 20.0),
    "comfort": (0.01, 20.0),
    "aggressiveness": (0.0, 1.0),
    "reaction": (0.0, 10.0),
    "sight": (1.0, 10_000.0),
    "glance": (0.1, 600.0),
    "unsteadiness": (0.0, 10.0),
    "weather_caution": (0.0, 3.0),
}
"""Within which values of a trait mean anything, in SI; far beyond all drivers."""
ALL_BUT = 1e-4
"""The share of drivers at either end of a distribution who may lie beyond the bounds."""


def traits(owner: str, given: Mapping[str, Distribution | float]) -> Traits:
    """Distributions of a driver's traits by name; plain numbers are the same for all, unknown names are refused."""
    for name in given:
        _refuse_unknown(owner, name)
    found = {name: distribution(value) for name, value in given.items()}
    for name, one in found.items():
        low, high = one.quantile(np.array([ALL_BUT, 1.0 - ALL_BUT])).tolist()
        least, most = TRAIT_BOUNDS[name]
        if not least <= low <= high <= most:
            words = f"from {least:g} to {most:g} {TRAITS[name].unit}".rstrip()
            raise InputError(f"{owner} has {name} {_told(low, high)}; expected values {words}")
    return MappingProxyType(found)


def _refuse_unknown(owner: str, name: str) -> None:
    if name not in TRAITS:
        raise InputError(f"{owner} has no trait '{name}'{nearest(name, TRAITS)}")


def _told(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"from {low:.3g} to {high:.3g}"


@dataclass(frozen=True, slots=True)
class Character:
    """What a driver is like, whatever it drives: distributions of traits, and factors on those of the vehicle's type.

    How lively one accelerates is a matter of the vehicle first, so that a character only makes it more or less.
    """

    name: str
    traits: Mapping[str, Distribution | float]
    factors: Mapping[str, float] = field(default_factory=dict)

    is_immutable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        owner = f"the character '{self.name}'"
        object.__setattr__(self, "traits", traits(owner, self.traits))
        for name in self.factors:
            _refuse_unknown(owner, name)
        object.__setattr__(self, "factors", MappingProxyType(dict(self.factors)))


# Reaction: Green (2000) has 0.70 to 0.75 s until the foot is on the brake for a signal that one expects, and 1.25 s for
# a leader's brake lights that one does not. Ours is how old the knowledge is, without the foot, of somebody who looks.
# Unsteadiness: what is left of real drivers' accelerations once the intelligent driver model is fitted to them has a
# spread of about 0.2 m/s², and a memory of some seconds (Zhang and Sun, 2024, of highways seen from above). Ours is
# half of that, since part of it is what the model does not know of, and with more, mean speeds in dense traffic fall.
# Weather caution: 1 is the mean response of `seahaven.behaviour.weather`; how much drivers differ is ours. Zhang and
# Prevedouros (2005) found that risk-prone drivers say they slow down less in rain than others.
# The other numbers are ours, chosen for plausible capacity; they were not taken from measurements.
_UNSTEADY = LogNormal(0.1, 0.03, 0.05, 0.2)
ORDINARY = Character(
    "ordinary",
    {
        "speed_factor": Normal(1.0, 0.08, 0.8, 1.25),
        "headway": LogNormal(1.2, 0.3, 0.8, 2.2),
        "aggressiveness": Normal(0.5, 0.15, 0.1, 0.9),
        "reaction": LogNormal(0.6, 0.12, 0.35, 1.0),
        "glance": LogNormal(5.0, 1.5, 2.5, 10.0),
        "unsteadiness": _UNSTEADY,
        "weather_caution": Normal(1.0, 0.25, 0.4, 1.6),
    },
)
# Ours: half as much time again, and a third later.
CAUTIOUS = Character(
    "cautious",
    {
        "speed_factor": Normal(0.9, 0.05, 0.75, 1.0),
        "headway": LogNormal(1.8, 0.35, 1.2, 3.0),
        "aggressiveness": Normal(0.15, 0.08, 0.0, 0.4),
        "reaction": LogNormal(0.8, 0.15, 0.5, 1.2),
        "glance": LogNormal(4.0, 1.0, 2.0, 8.0),
        "unsteadiness": _UNSTEADY,
        "weather_caution": Normal(1.3, 0.25, 0.7, 1.9),
    },
    {"liveliness": 0.8, "comfort": 0.85, "standstill": 1.2},
)
# Ours: some 15 % above the limit, and a quarter less time.
HURRIED = Character(
    "hurried",
    {
        "speed_factor": Normal(1.15, 0.06, 1.0, 1.35),
        "headway": LogNormal(0.9, 0.15, 0.65, 1.4),
        "aggressiveness": Normal(0.85, 0.08, 0.6, 1.0),
        "reaction": LogNormal(0.5, 0.1, 0.3, 0.8),
        "glance": LogNormal(6.0, 2.0, 3.0, 12.0),
        "unsteadiness": _UNSTEADY,
        "weather_caution": Normal(0.75, 0.2, 0.3, 1.3),
    },
    {"liveliness": 1.3, "comfort": 1.2, "standstill": 0.85},
)
# Time gaps within what cars let one set, such as 1 to 2.5 s by the manual of a Volvo; the reaction is ours: one step.
CRUISING = Character(
    "cruising",
    {
        "speed_factor": Normal(1.0, 0.05, 0.85, 1.15),
        "headway": Uniform(1.0, 1.6),
        "aggressiveness": Normal(0.4, 0.1, 0.1, 0.7),
        "reaction": 0.1,
        "glance": LogNormal(5.0, 1.5, 2.5, 10.0),
        "unsteadiness": 0.0,
        "weather_caution": Normal(1.0, 0.25, 0.4, 1.6),
    },
)

CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {one.name: one for one in (CAUTIOUS, ORDINARY, HURRIED, CRUISING)}
)
"""The characters above, by name; `cruising` is a car whose speed and gap are kept by cruise control."""
