"""A program as a process: started without a shell, in a process group of its own, and never left behind."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Final

from seahaven.errors import InputError

__all__ = ["Process", "refuse_missing"]

GUARD: Final = Path(__file__).with_name("guard.py")
PYTHON: Final = ".py"


def refuse_missing(command: Sequence[str], folder: Path) -> list[str]:
    """The command with the path of its program, looked up in `folder` if it has a slash in it, else on the PATH.

    A program that is not there or cannot be executed is refused, before anything starts. Files in Python need not be
    executable: see `Process`.
    """
    if not command:
        raise InputError("the driver's program is an empty list; expected the program and its arguments")
    program, *arguments = command
    if os.sep not in program:
        found = which(program)
        if found is None:
            raise InputError(f"there is no program '{program}' on the PATH; write ./{program} for one beside the study")
        return [found, *arguments]
    path = folder / program
    if not path.is_file():
        raise InputError(f"there is no program '{program}' (looked for {path})")
    if path.suffix != PYTHON and not os.access(path, os.X_OK):
        raise InputError(f"the program '{program}' cannot be executed; chmod +x {path}")
    return [str(path.absolute()), *arguments]


class Process:
    """A program that runs, and a guard beside it that kills its process group should this process be gone.

    A file whose name ends in `.py` is started with the Python that runs this, so that it finds the same libraries. Its
    standard input and output are pipes to us, or, if `is_apart`, nothing and the standard error. It may have `memory`
    bytes of data. It is ended when this object is forgotten, at the latest.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        *,
        memory: float,
        is_apart: bool = False,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        guard = subprocess.Popen([sys.executable, "-I", "-S", str(GUARD)], stdin=subprocess.PIPE)
        ends = (subprocess.PIPE, subprocess.PIPE) if not is_apart else (subprocess.DEVNULL, subprocess.STDOUT)
        line = [sys.executable, *command] if Path(command[0]).suffix == PYTHON else list(command)
        try:
            self._popen = subprocess.Popen(
                line, cwd=folder, env={**os.environ, **(variables or {})}, bufsize=0, start_new_session=True,
                stdin=ends[0], stdout=subprocess.PIPE, stderr=ends[1],
            )  # fmt: skip
        except OSError as error:
            _dismiss(guard)
            raise InputError(f"the program '{command[0]}' cannot be started: {error.strerror}") from None
        assert guard.stdin
        guard.stdin.write(b"%d " % self._popen.pid)
        guard.stdin.flush()
        self._end = weakref.finalize(self, _end, self._popen, guard)
        _limit_memory(self._popen.pid, memory)

    @property
    def pid(self) -> int:
        """The id of the process, and of its group."""
        pid: int = self._popen.pid
        return pid

    @property
    def pipes(self) -> tuple[int, int, int]:
        """Its standard input, output and error, as we write and read them; none blocks, and -1 is none."""
        streams = self._popen.stdin, self._popen.stdout, self._popen.stderr
        standard_in, standard_out, standard_error = (stream.fileno() if stream else -1 for stream in streams)
        for stream in streams:
            if stream:
                os.set_blocking(stream.fileno(), False)
        return standard_in, standard_out, standard_error

    def has_ended(self) -> bool:
        """Whether the program has ended by itself."""
        return self._popen.poll() is not None

    def how_it_ended(self) -> str:
        """How the program ended, for messages; empty if it runs on after half a second."""
        try:
            code = self._popen.wait(0.5)
        except subprocess.TimeoutExpired:
            return ""
        return f"was ended by signal {signal.Signals(-code).name}" if code < 0 else f"ended with exit status {code}"

    def end(self, grace: float) -> None:
        """Close its input, wait `grace` seconds for it to end, and kill what is left of its group; once is enough."""
        if self._end.alive:
            if self._popen.stdin:
                with suppress(OSError):
                    self._popen.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(grace)
            self._end()


def _limit_memory(pid: int, most: float) -> None:
    """Let a process have so many bytes of data and no more; where the system cannot do that, it is not limited."""
    if hasattr(resource, "prlimit"):
        with suppress(OSError, ValueError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (int(most), int(most)))


def _dismiss(guard: subprocess.Popen[bytes]) -> None:
    """Tell the guard that there is nothing left to end."""
    assert guard.stdin
    with suppress(OSError):
        guard.stdin.write(b"done")
        guard.stdin.close()
    guard.wait()


def _end(popen: subprocess.Popen[bytes], guard: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a program and its process group, and reap it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)
    popen.wait()
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe:
            with suppress(OSError):
                pipe.close()
    _dismiss(guard)
