"""A process of its own that starts another one, gives signs of life, and tells at once if that one stops or ends.

It is started as `python -I -S warden.py`. A line of JSON on its standard input says what to start: `command`, `input`,
`folder` and `log`. On its standard output it writes a line of JSON ten times a second, whatever its ward computes, and
one for everything that it sees: `said` by the ward, `stopped`, `continued`, `ended`. When its input ends, its ward ends
too, with its whole process group. Nothing of Seahaven is imported here, so that it starts within milliseconds.
"""

import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress

__all__ = ["watch"]

BEAT = 0.1
"""Seconds between two signs of life."""


def watch() -> None:
    """Start what the first line asks for, and watch over it until it or the input ends."""
    order = json.loads(sys.stdin.buffer.readline())
    with open(order["log"], "ab") as log:
        ward = subprocess.Popen(
            order["command"], cwd=order["folder"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            start_new_session=True, bufsize=0,
        )  # fmt: skip
    assert ward.stdin is not None
    assert ward.stdout is not None
    tell(pid=ward.pid)
    with suppress(BrokenPipeError):
        ward.stdin.write(order["input"].encode())
        ward.stdin.close()
    try:
        attend(ward.pid, ward.stdout.fileno())
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(ward.pid, signal.SIGKILL)


def attend(pid: int, out: int) -> None:
    """Give signs of life until the ward has ended, or nobody listens any more."""
    rest, open_ends = b"", [0, out]
    while True:
        ready, _, _ = select.select(open_ends, [], [], BEAT)
        if 0 in ready and not os.read(0, 4096):
            return
        if out in ready:
            chunk = os.read(out, 65536)
            if not chunk:
                open_ends.remove(out)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                tell(said=line.decode(errors="replace"))
        number, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED | os.WCONTINUED)
        if number and os.WIFSTOPPED(status):
            tell(stopped=os.WSTOPSIG(status))
        elif number and os.WIFCONTINUED(status):
            tell(continued=True)
        elif number:
            code = os.waitstatus_to_exitcode(status)
            while out in open_ends and (chunk := os.read(out, 65536)):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    tell(said=line.decode(errors="replace"))
            tell(ended=code)
            return
        tell(beat=True)


def tell(**what: object) -> None:
    """Write a line for the supervisor."""
    try:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        sys.exit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch()
