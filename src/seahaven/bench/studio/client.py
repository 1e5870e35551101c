"""A page without a browser: what it asks of a studio, and what it hears and sees."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Final, Self

from websockets.sync.client import connect

from seahaven.studio import unpacked

Frame = dict[str, dict[str, Any]]
PATIENCE: Final = 60.0
"""s for which something may not come; a busy machine may take long."""
MOST: Final = 2000
"""Messages and frames among which the wanted one has to be: there are 50 a second and more."""


class Client:
    """One link to a studio."""

    def __init__(self, address: str, **options: Any) -> None:
        self._exits = ExitStack()
        link = connect(
            address.replace("http", "ws", 1) + "stream", max_size=None, **{"open_timeout": PATIENCE} | options
        )
        self.socket = self._exits.enter_context(link)
        self._held: dict[str, Any] = {}
        self.number = int(self.hear("welcome")["number"])

    def ask(self, what: str, **options: Any) -> None:
        """Ask for something."""
        self.socket.send(json.dumps({"do": what, **options}))

    def drive(self, vehicle: int, **controls: Any) -> None:
        """Say what hands and feet do."""
        self._held = {"vehicle": vehicle, "means": "wheel", **controls}
        self.ask("controls", **self._held)

    def _next(self, k: int, seconds: float) -> str | bytes:
        """What comes next; a driver goes on saying what it does."""
        if self._held and k % 10 == 9:
            self.ask("controls", **self._held)
        said: str | bytes = self.socket.recv(timeout=seconds)
        return said

    def hear(self, kind: str, holds: Callable[[Any], Any] = bool, *, seconds: float = PATIENCE) -> Any:
        """The next message of a kind for which something holds."""
        for k in range(MOST):
            said = self._next(k, seconds)
            if isinstance(said, str):
                message = json.loads(said)
                if message["type"] == kind and holds(message):
                    return message
        raise AssertionError(f"no message '{kind}' came")

    def see(self, holds: Callable[[Frame], Any] = bool, *, seconds: float = PATIENCE) -> Frame:
        """The next frame for which something holds."""
        for k in range(MOST):
            said = self._next(k, seconds)
            if isinstance(said, bytes) and holds(frame := unpacked(said)):
                return frame
        raise AssertionError("no such frame came")

    def close(self) -> None:
        """Leave."""
        self._exits.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def of(frame: Frame, vehicle: int, column: str) -> float:
    """A value of a vehicle in a frame."""
    block = frame["vehicle"]
    return float(block[column][list(block["id"]).index(vehicle)])


def time_of(frame: Frame) -> float:
    """The date of a frame."""
    return float(frame["header"]["time"][0])
