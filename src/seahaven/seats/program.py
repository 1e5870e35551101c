"""A program as the occupant of a seat, over the wire protocol."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError, OccupantError
from seahaven.kernel import Deadline
from seahaven.seats.child import ROOMY, Child
from seahaven.seats.occupant import refuse_other_kind
from seahaven.seats.process import refuse_missing
from seahaven.seats.protocol import (
    VERSION,
    Hello,
    answer_from,
    frame,
    hello_message,
    message_of,
    step_message,
    unpacked,
    welcome_from,
)
from seahaven.seats.reply import Answer, Reply
from seahaven.seats.view import View

__all__ = ["ProgramOccupant"]

STARTING: Final = 10.0
"""s by the wall clock within which a program has to say welcome; an interpreter with large libraries takes seconds."""


class ProgramOccupant:
    """A child process that is sent views and sends controls; `limit` is how many seconds it may take for an answer.

    It is refused, before the run starts, if it is missing, cannot be executed, does not say welcome, or speaks another
    version. After a failure in its frames, a hang or its end it is gone.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        hello: Hello,
        *,
        limit: float,
        by_socket: bool = False,
        memory: float = ROOMY,
    ) -> None:
        self.label = f"program '{' '.join(command)}'"
        self.is_gone = False
        self._limit, self._kind = limit, hello.controls
        self._open: dict[int, Deadline] = {}
        self._child = Child(refuse_missing(command, folder), folder, by_socket=by_socket, memory=memory)
        try:
            self._greet(hello)
        except (OccupantError, InputError) as error:
            self._drop()
            raise InputError(f"{self.label} cannot take the seat: {error}") from None

    def _greet(self, hello: Hello) -> None:
        deadline = Deadline(STARTING)
        self._child.connect(deadline)
        self._child.send(frame(hello_message(hello)), deadline)
        welcome = welcome_from(unpacked(self._child.receive(deadline)))
        if welcome.version != VERSION:
            raise OccupantError(f"it speaks version {welcome.version} of the protocol; expected {VERSION}")
        if welcome.controls != self._kind:
            raise OccupantError(f"it sends controls of kind '{welcome.controls}'; the seat takes '{self._kind}'")
        self.name = welcome.name

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._child.pid

    def ask(self, view: View) -> Reply:
        """Send a view and wait for the reply."""
        deadline = Deadline(self._limit)
        try:
            self._child.send(frame(step_message(view)), deadline)
            received = self._child.receive(deadline)
        except OccupantError:
            self._drop()
            raise
        answer = self._read(received)
        if answer.step != view.step:
            raise OccupantError(f"it answered step {answer.step}; expected step {view.step}")
        return answer.reply

    def offer(self, view: View) -> bool:
        """Send a view; the answer is collected when it has come. False if the program has not read the views before.

        A program that leaves a view unanswered for longer than the limit is hung.
        """
        oldest = next(iter(self._open.items()), None)
        if oldest and oldest[1].has_passed:
            self._drop()
            raise OccupantError(f"it did not answer step {oldest[0]} within {self._limit:g} s")
        try:
            is_sent = self._child.post(frame(step_message(view)))
        except OccupantError:
            self._drop()
            raise
        if is_sent:
            self._open[view.step] = Deadline(self._limit)
        return is_sent

    def collect(self) -> list[Answer]:
        """The answers that have come."""
        answers = []
        while self._open:
            try:
                received = self._child.poll()
            except OccupantError:
                self._drop()
                raise
            if received is None:
                break
            answer = self._read(received)
            if answer.step not in self._open:
                raise OccupantError(f"it answered step {answer.step}; unanswered are {list(self._open)}")
            self._open = {step: limit for step, limit in self._open.items() if step > answer.step}
            answers.append(answer)
        return answers

    def close(self, reason: str) -> None:
        """Say goodbye, and end the program if it does not end by itself."""
        if not self.is_gone:
            with suppress(OccupantError):
                self._child.send(frame(message_of("goodbye", reason=reason)), Deadline(0.2))
            self._drop(grace=1.0)

    def _read(self, received: bytes) -> Answer:
        try:
            answer = answer_from(unpacked(received))
        except InputError as error:
            raise OccupantError(f"its answer does not fit: {error}") from None
        refuse_other_kind(answer.controls, self._kind)
        return answer

    def _drop(self, grace: float = 0.0) -> None:
        self.is_gone = True
        self._child.close(grace)

    def __repr__(self) -> str:
        state: Any = "gone" if self.is_gone else self.pid
        return f"<{self.label}: {state}>"
