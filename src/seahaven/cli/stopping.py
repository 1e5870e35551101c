"""Signals that ask a run to stop: each ends it in order, like Ctrl-C."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Final, Self

__all__ = ["INTERRUPTED", "Stopped", "Stopping"]

INTERRUPTED: Final = 130
_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_FIRST: Final = 128


class Stopped(KeyboardInterrupt):
    """A run that was asked to stop, and did; the text says when, and `exit_code` is the one of the signal."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class Stopping:
    """Lets SIGTERM and SIGHUP raise the `KeyboardInterrupt` of Ctrl-C while inside.

    `exit_code` is what shells expect of a process that stopped for its signal. Only the first one counts: a closing
    terminal sends several, and the later ones must not disturb the closing of the reel. Signals that are handled
    or ignored already (`nohup`) are left alone.
    """

    def __init__(self) -> None:
        self.exit_code = INTERRUPTED
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            free = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
            self._before = {number: signal.signal(number, self._stop) for number in free}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        for other in self._before:
            signal.signal(other, signal.SIG_IGN)
        self.exit_code = _FIRST + number
        raise KeyboardInterrupt
