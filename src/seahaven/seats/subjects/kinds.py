"""The kinds of virtual subjects: ten driven by the driver machine, and five with rules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from seahaven.seats.subjects.feet import Drifting, HeavyFoot, SetSpeed, Trembling
from seahaven.seats.subjects.habits import Dithering, Dreaming, LaneHopping, Stopping
from seahaven.seats.subjects.kind import Kind
from seahaven.seats.subjects.replaying import Replaying

__all__ = ["KINDS"]

OURS = (
    Kind(
        "steady",
        "Drives at the speed limit and keeps its distance.",
        {"speed_factor": (0.95, 1.05), "headway": (1.3, 1.7)},
    ),
    Kind(
        "slow",
        "Drives at half to three quarters of the limit.",
        {"speed_factor": (0.5, 0.75), "liveliness": (0.8, 1.3), "aggressiveness": (0.1, 0.4)},
    ),
    Kind(
        "fast",
        "Drives at 1.2 to 1.5 times the limit, and overtakes where it can.",
        {
            "speed_factor": (1.2, 1.5),
            "top_speed": (50.0, 50.0),
            "headway": (0.8, 1.2),
            "liveliness": (1.8, 2.8),
            "aggressiveness": (0.7, 1.0),
            "weather_caution": (0.5, 1.0),
        },
    ),
    Kind(
        "tailgater",
        "Follows at a time gap of 0.3 to 0.6 s.",
        {
            "speed_factor": (1.05, 1.25),
            "headway": (0.3, 0.6),
            "standstill": (1.0, 1.6),
            "comfort": (2.5, 3.5),
            "aggressiveness": (0.8, 1.0),
            "reaction": (0.25, 0.4),
            "weather_caution": (0.5, 1.0),
        },
    ),
    Kind(
        "cautious",
        "Keeps a long distance, and accepts only large gaps.",
        {
            "speed_factor": (0.8, 0.95),
            "headway": (2.2, 3.2),
            "standstill": (3.0, 5.0),
            "liveliness": (0.8, 1.1),
            "comfort": (1.0, 1.4),
            "aggressiveness": (0.0, 0.2),
            "weather_caution": (1.0, 1.6),
        },
    ),
    Kind(
        "late braker",
        "Reacts after 1.2 to 1.8 s, and then brakes hard.",
        {"reaction": (1.2, 1.8), "comfort": (3.8, 5.0), "headway": (0.9, 1.3), "aggressiveness": (0.5, 0.8)},
    ),
    Kind(
        "lane changer",
        "Changes lanes every now and then, for no reason.",
        occupant=LaneHopping,
        ways={"pause": (8.0, 25.0)},
    ),
    Kind(
        "stopper",
        "Stops in the middle of the road every minute or two, for 3 to 20 s.",
        occupant=Stopping,
        ways={"pause": (50.0, 130.0)},
    ),
    Kind(
        "distracted",
        "Looks away for 2 to 4 s every now and then: holds the accelerator, strays in its lane, does not react.",
        occupant=Dreaming,
        ways={"pause": (8.0, 20.0)},
    ),
    Kind(
        "hesitant",
        "Lets its speed wander slowly, by up to a fifth.",
        {"speed_factor": (0.8, 1.0), "aggressiveness": (0.0, 0.3)},
        occupant=Dithering,
        ways={"spread": (0.09, 0.14), "memory": (12.0, 35.0)},
    ),
)
UNLIKE = (
    Kind(
        "noisy pedals",
        "Has filtered noise on pedals and steering; follows at a safe speed after Gipps, with a lag.",
        {"speed_factor": (0.8, 1.15), "headway": (1.0, 1.8), "reaction": (0.5, 1.0), "comfort": (2.0, 3.0)},
        occupant=Trembling,
        ways={
            "noise": (0.4, 0.9),
            "memory": (1.0, 3.0),
            "gain": (0.15, 0.4),
            "lag": (0.2, 0.6),
            "sway": (0.12, 0.25),
            "sway_memory": (2.0, 5.0),
        },
        is_ours=False,
    ),
    Kind(
        "pulsing",
        "Presses one pedal or none, and changes only at the edges of wide bands of speed and gap.",
        {"speed_factor": (0.9, 1.25), "headway": (0.9, 1.5), "comfort": (2.2, 3.5), "liveliness": (1.6, 2.6)},
        occupant=HeavyFoot,
        ways={"band": (0.8, 1.8), "pace": (0.05, 0.12)},
        is_ours=False,
    ),
    Kind(
        "drifting",
        "Notices differences only beyond thresholds, after Wiedemann, so that gaps and speeds oscillate.",
        {"speed_factor": (0.85, 1.15), "headway": (1.0, 1.6), "reaction": (0.6, 1.1), "comfort": (2.0, 3.0)},
        occupant=Drifting,
        ways={"drift": (0.15, 0.35), "dullness": (28.0, 45.0), "wide": (1.6, 2.4), "pace": (0.06, 0.14)},
        is_ours=False,
    ),
    Kind(
        "set speed",
        "Holds a round speed; responds late to new limits, and to vehicles ahead 3 to 5 s before a collision.",
        {"speed_factor": (0.9, 1.2), "headway": (0.8, 1.2), "comfort": (2.5, 4.0), "reaction": (0.6, 1.0)},
        occupant=SetSpeed,
        ways={"notice": (3.0, 12.0), "late": (3.0, 5.0), "resumes": (1.8, 3.0)},
        is_ours=False,
    ),
    Kind(
        "replay",
        "Replays a speed profile over the distance, with dips and stops; responds to vehicles ahead only when close.",
        {"speed_factor": (0.7, 1.25), "headway": (0.9, 1.4), "reaction": (0.4, 0.7)},
        occupant=Replaying,
        is_ours=False,
    ),
)

KINDS: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in (*OURS, *UNLIKE)})
"""All kinds, by name; a third of them do not use the driver machine for pedals and steering."""
