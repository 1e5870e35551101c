"""A studio in a process of its own, and the CPU time that its simulation takes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from seahaven.kernel import Stopwatch

__all__ = ["Served", "cpu_of"]


class Served:
    """The studio of a folder, from its start to the end of the `with`."""

    def __init__(self, folder: Path, *options: str) -> None:
        program = (sys.executable, "-c", "from seahaven.cli import main; main()")
        command = [*program, "studio", str(folder), "--port", "0", *options]
        self.since = Stopwatch()
        """Runs from the command on."""
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"}
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        match = re.search(r"http://[^\s/]*:(\d+)/", line)
        assert match, f"the studio said {line!r}"
        self.address = f"http://127.0.0.1:{match[1]}/"

    def tokens(self) -> dict[str, str]:
        """The tokens of a studio that is shared, by role: it tells each in a line of its own."""
        assert self._process.stdout is not None
        told = (re.match(r"\s*(\w+): \S+\?token=(\S+)", self._process.stdout.readline()) for _ in range(3))
        return {match[1]: match[2] for match in told if match}

    def kill(self) -> None:
        """End it as a failing computer would."""
        self._process.kill()
        self._process.wait(timeout=20)

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of the server and its simulation so far."""
        return cpu_of(self._process.pid) + cpu_of(self.simulation)

    @property
    def simulation(self) -> int:
        """The process of the simulation."""
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                words = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(words[1]) == self._process.pid:
                    return int(entry.name)
        raise AssertionError("the studio has no simulation")

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(timeout=20)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def cpu_of(process: int) -> float:
    """The CPU time of another process so far in seconds, of all its threads together."""
    tasks = Path(f"/proc/{process}/task")
    spent = 0
    for task in tasks.iterdir():
        with suppress(OSError):  # a thread may end meanwhile
            spent += int((task / "schedstat").read_text().split()[0])
    return spent / 1e9
