"""Replies: all that the occupant of a seat says to one view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.seats.controls import CONTROL_KINDS, Controls
from seahaven.seats.fields import Checked, flag, words

__all__ = ["Answer", "Reply"]

MOST_STATES: Final = 32
"""The most states that software may report at once: machines of driving software have about a dozen levels."""
LONGEST_STATE: Final = 60
"""Characters of a name."""


@dataclass(frozen=True, slots=True)
class Reply(Checked):
    """Controls, and what the software says of itself.

        Reply(MotionControls(0.4), states=("following",))

    `states` are the names of all states that it is in by now, such as those of its own machines; they are recorded
    when they change, and a test drive may require or forbid them. With `another_way` it says that its way is blocked,
    and asks for another one to its goal: the simulator stands in for its navigation.
    """

    controls: Controls
    states: tuple[str, ...] = words(
        "of all states that the software is in by now", most=MOST_STATES, longest=LONGEST_STATE, default=()
    )
    another_way: bool = flag(
        "whether its way is blocked, and it asks for another one to the goals that are left", default=False
    )

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if type(self.controls) not in CONTROL_KINDS.values():
            raise InputError(f"Reply.controls got {self.controls!r:.80}; expected controls")

    @classmethod
    def of(cls, given: Any) -> Reply | None:
        """What a driver in Python returned, be it controls alone; None if it is neither."""
        if type(given) is cls:
            return given
        return cls(given) if type(given) in CONTROL_KINDS.values() else None


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply to the view of a step."""

    step: int
    reply: Reply

    @property
    def controls(self) -> Controls:
        """The controls in it."""
        return self.reply.controls
