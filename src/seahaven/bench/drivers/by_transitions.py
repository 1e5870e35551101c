"""The driver in transitions: one nested machine with a parallel state, ticked by a trigger."""

from __future__ import annotations

from typing import Any

from transitions.extensions.nesting import HierarchicalMachine

from seahaven.bench.drivers.plain import Answer, PlainDriver
from seahaven.bench.drivers.traffic import Sight

__all__ = ["TransitionsDriver"]

_STATES: list[dict[str, Any]] = [
    {
        "name": "driver",
        "parallel": [
            {"name": "keep"},
            {
                "name": "follow",
                "initial": "clear",
                "children": [
                    {"name": "clear"},
                    {"name": "tracking", "on_enter": "track"},
                    {"name": "braking", "on_enter": "brake"},
                ],
            },
            {
                "name": "change",
                "initial": "waiting",
                "children": [
                    {"name": "waiting", "on_enter": "restart"},
                    {"name": "looking", "on_enter": "restart"},
                    {"name": "going", "on_enter": ["restart", "ready", "go"]},
                    {"name": "settling", "on_enter": ["restart", "hold"]},
                ],
            },
        ],
    }
]
_CHANGES = (
    ("follow_clear", "follow_tracking", "is_near"),
    ("follow_tracking", "follow_clear", "is_clear"),
    ("follow_tracking", "follow_braking", "is_urgent"),
    ("follow_braking", "follow_tracking", "is_relaxed"),
    ("change_waiting", "change_looking", "is_wanted"),
    ("change_looking", "change_going", "has_room"),
    ("change_looking", "change_waiting", "gives_up"),
    ("change_going", "change_settling", "is_over"),
    ("change_settling", "change_waiting", "is_settled"),
)
_ACTIVITIES = {
    "keep": "keep_speed",
    "follow_tracking": "track",
    "follow_braking": "brake",
    "change_going": "go",
    "change_settling": "hold",
}


class TransitionsDriver(PlainDriver):
    """A state's activity is its entry and an internal transition, tried after those that leave it."""

    def __init__(self) -> None:
        super().__init__()
        changes = [
            {"trigger": "tick", "source": f"driver_{source}", "dest": f"driver_{target}", "conditions": condition}
            for source, target, condition in _CHANGES
        ]
        stays = [
            {"trigger": "tick", "source": f"driver_{state}", "dest": None, "after": activity}
            for state, activity in _ACTIVITIES.items()
        ]
        machine: Any = HierarchicalMachine
        machine(self, states=_STATES, transitions=changes + stays, initial="driver", auto_transitions=False)

    def __call__(self, sight: Sight) -> Answer:
        """One step."""
        self.take(sight)
        self.tick()  # type: ignore[attr-defined]  # the machine gives its model this method
        return self.answer()
