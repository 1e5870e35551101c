"""What a study says of drivers whose rules are learned."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from seahaven.files import Field, Schema
from seahaven.takes.dimensions import (
    ModuleRate,
    Pedalling,
    Period,
    Points,
    Priority,
    RuleCount,
    Tolerance,
    VehicleCount,
    Velocity,
)

__all__ = ["EffectorEntry", "GoalEntry", "LearnedEntry", "LearningEntry"]


class EffectorEntry(Schema):
    """What a vehicle does until the next decision."""

    acceleration: Pedalling = 0.0
    """It accelerates, or brakes below 0; a speed is kept unless told otherwise."""
    lane: Literal["keep", "left", "right", "other"] = "keep"
    """It changes lanes; `other` is to the left from the rightmost lane, and else to the right."""
    horn: bool = False
    """It sounds its horn."""


class GoalEntry(Schema):
    """A fitness function."""

    when: str = ""
    """Under which condition it counts, in the words of sensors; always unless told otherwise."""
    reward: Points = 0.0
    """What it earns then, at each decision."""
    of: str | None = None
    """A quantity that it earns besides."""
    less: Any = 0.0
    """What is taken from that quantity first."""
    times: Points = 1.0
    """What the rest is multiplied by."""
    priority: Priority = 1
    """Goals of priority 1 come before those of priority 2, and so on."""
    tolerance: Tolerance = 0.0
    """By how much rules may differ in it and still be compared in the goals of later priorities."""


class LearnedEntry(Schema):
    """A driver whose rules are learned, or were."""

    like: str | None = None
    """Another file that declares a learned driver of the same name, or of whatever name if it has but one: all that is
    not said here is taken from there, and sensors, effectors and goals are added to those there."""
    sensors: Annotated[dict[str, str], Field(default_factory=dict)]
    """What it senses: conditions over what a driver perceives, such as `gap < 30 m and closing > 0`, by name."""
    effectors: Annotated[dict[str, EffectorEntry], Field(default_factory=dict)]
    """What it can do, by name."""
    goals: Annotated[dict[str, GoalEntry], Field(default_factory=dict)]
    """What it is rewarded for, by name."""
    decides: ModuleRate | None = None
    """How often it decides; twice a second unless told otherwise."""
    least_speed: Velocity | None = None
    """Its vehicles do not brake below this; 0 unless told otherwise."""
    most_speed: Velocity | None = None
    """Its vehicles do not accelerate beyond this."""
    rules: str | Annotated[list[str], Field(min_length=1)] | None = None
    """A rule file beside the study, or several, of which its vehicles have one each in turn."""
    random: RuleCount | None = None
    """How many random rules each rule base begins with besides."""
    learns: bool | None = None
    """Whether its vehicles go on learning, each for itself; else all go by the strongest rules."""
    most: VehicleCount | None = None
    """How many of its vehicles there may be at a time, if they learn."""
    terms: Annotated[dict[str, Any], Field(default_factory=dict)]
    """Taxes and rates of learning, by name."""


class LearningEntry(Schema):
    """How an experiment in learning goes on, and what is shown of it."""

    every: Period = 60.0
    """After how many seconds of the run curves have a point, and the state is kept."""
    significant: Points = 30.0
    """Rules stronger than this are listed."""
    after: str | None = None
    """Another experiment, in a file beside this one, that is played first: its vehicles' rules are what those of this
    one begin with, one by one, as far as its drivers' sensors, effectors and goals begin with theirs."""
    fresh: bool = False
    """Whether this one is played once more without what was learned in the one before, to compare."""
    published: bool = False
    """Whether the paper's tables (its Figures 10 and 11) are printed beside ours."""


HALF_SECONDS = Fraction(2)
"""Hz, how often learned drivers decide unless told otherwise."""
