"""A process as the supervisor sees it: what its warden tells, and the signs of life since."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any, Final, Protocol

from seahaven.kernel import Stopwatch

__all__ = ["Ward"]

WARDEN: Final = Path(__file__).with_name("warden.py")

Tell = Callable[[str, dict[str, Any]], None]


class Elsewhere(Protocol):
    """A machine that has joined."""

    def send(self, what: dict[str, Any]) -> None:
        """Tell it something."""


@dataclass(slots=True)
class Ward:
    """A process of the federation, behind its warden; `tell` is called, in a thread, with all that the warden says."""

    name: str
    tell: Tell
    pid: int | None = None
    ended: int | None = None
    """Its exit status, once it has ended."""
    outcome: dict[str, Any] | None = None
    """What it said at its end."""
    last: dict[str, Any] = field(default_factory=dict)
    """What it said last of how it goes."""
    is_away: bool = False
    """Whether it runs on another machine, which may not have joined yet."""
    silence: Stopwatch = field(default_factory=Stopwatch)
    """How long it has given no sign of life."""
    machine: Elsewhere | None = None
    """The machine that it runs on, if that is not this one."""
    passes_on: Callable[[dict[str, Any]], None] | None = None
    """Is told everything, signs of life included."""
    _warden: subprocess.Popen[bytes] | None = None
    _listener: Thread | None = None

    def start(self, command: Sequence[str], order: Mapping[str, Any], *, folder: Path, log: Path) -> None:
        """Start the process, with its orders on its standard input."""
        self._warden = subprocess.Popen(
            [sys.executable, "-I", "-S", str(WARDEN)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        assert self._warden.stdin is not None
        told = {"command": list(command), "input": json.dumps(order), "folder": str(folder), "log": str(log)}
        self._warden.stdin.write(json.dumps(told).encode() + b"\n")
        self._listener = Thread(target=self._listen, args=(self._warden,), name=f"ward-{self.name}", daemon=True)
        self._listener.start()

    def _listen(self, warden: subprocess.Popen[bytes]) -> None:
        assert warden.stdout is not None
        with suppress(OSError, ValueError), warden.stdout as lines:
            for line in iter(lines.readline, b""):
                self.hear(json.loads(line))
        self.hear({"gone": True})

    def hear(self, told: dict[str, Any]) -> None:
        """Take note of what the warden says."""
        self.silence = Stopwatch()
        if "pid" in told:
            self.pid = told["pid"]
        elif "ended" in told:
            self.ended = told["ended"]
        if "beat" not in told:
            self.tell(self.name, told)
        if self.passes_on:
            self.passes_on(told)

    @property
    def is_watched(self) -> bool:
        """Whether signs of life are due."""
        return not self.is_over and (self._warden is not None or self.machine is not None)

    @property
    def is_over(self) -> bool:
        """Whether the process has ended."""
        return self.ended is not None or (self._warden is None and not self.is_away)

    def kill(self) -> None:
        """End the process, its group and its warden at once."""
        if self.machine is not None and self.ended is None:
            self.machine.send({"kill": self.name})
            self.ended = -signal.SIGKILL
        if self._warden is not None and self.pid is not None and self.ended is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self.dismiss()

    def dismiss(self) -> None:
        """Let the warden go, and its process with it, if there still is one."""
        warden, self._warden = self._warden, None
        if warden is not None:
            with suppress(OSError):
                if warden.stdin:
                    warden.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                warden.wait(2.0)
            if warden.poll() is None:
                warden.kill()
                warden.wait()
            if self._listener is not None:
                self._listener.join(2.0)
