"""The judges, one file each: what a recording must show of a situation, as the paper on hierarchical machines tells it.

A judge gets a scene and gives the instant at which it judges, its findings, and what the subject made of it.
"""

from seahaven.judges.situations import (
    dangerous_merge,
    gang,
    inconspicuous_following,
    indecisive_driver,
    on_foot,
    red_light_violation,
    semi_sudden_turn,
    slow_truck,
    sudden_stop,
    unexpected_slowdown,
)

__all__ = [
    "dangerous_merge",
    "gang",
    "inconspicuous_following",
    "indecisive_driver",
    "on_foot",
    "red_light_violation",
    "semi_sudden_turn",
    "slow_truck",
    "sudden_stop",
    "unexpected_slowdown",
]
