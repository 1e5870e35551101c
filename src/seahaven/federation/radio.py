"""The driver of a seat who is a federate of its own: an outside simulator that may know nothing of Seahaven.

What the seat sees is published as JSON on `NAME/view`; what the outside simulator publishes on `NAME/controls`, JSON as
well, holds until it publishes something else. The fields of both are those of the protocol of seats. HELICS keeps the
two in step: controls that are published for a date are in force at that date, whatever the wall clock says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from seahaven.errors import InputError
from seahaven.federation import engine as helics
from seahaven.federation.post import Post
from seahaven.seats import Controls, LaneControls, Reply, View, answer_from, plain

__all__ = ["Absent", "Radio"]

MOST_BYTES: Final = 1 << 20
"""Of one message of an outside simulator."""


class Absent:
    """Sits in the seat of an outside simulator while nothing is played: in checks."""

    def drive(self, view: View) -> Controls:
        """Roll on."""
        return LaneControls(0.0)


class Radio:
    """The link to an outside simulator; refuses and counts what makes no sense, and goes on with what held before."""

    def __init__(self, name: str, post: Post, tell: Callable[[str], None]) -> None:
        self.name = name
        self._post, self._tell = post, tell
        self._held: Reply | None = None
        with post.asking():
            self._view = helics.helicsFederateRegisterGlobalPublication(
                post.federate, f"{name}/view", helics.HELICS_DATA_TYPE_STRING, ""
            )
            self._controls = helics.helicsFederateRegisterSubscription(post.federate, f"{name}/controls", "")

    def drive(self, view: View) -> Reply | Controls:
        """The newest controls at the date of the view, once the outside simulator is past everything before."""
        self._post.reach(view.date)
        with self._post.asking():
            text = helics.helicsInputGetString(self._controls) if helics.helicsInputIsUpdated(self._controls) else None
            helics.helicsPublicationPublishString(self._view, json.dumps({"kind": "step", **plain(view)}))
        if text is not None:
            self._take(text, view)
        return LaneControls(0.0) if self._held is None else self._held

    def _take(self, text: str, view: View) -> None:
        try:
            if len(text) > MOST_BYTES:
                raise InputError(f"it has {len(text):,} bytes")
            given = json.loads(text)
            self._held = answer_from({"kind": "answer", "step": view.step, "controls": given}).reply
        except (InputError, RecursionError, ValueError) as error:
            self._post.traffic.refused += 1
            if self._post.traffic.refused == 1:
                self._tell(f"controls of '{self.name}' were refused: {error}")
