"""A process of its own that ends a program when the simulator is gone, however that came about.

It is started as `python -I -S guard.py`, reads the id of a process group from its standard input and waits for that to
close. The word "done" before that says that the group has ended in order. Nothing of Seahaven is imported here: it has
to start within milliseconds.
"""

import os
import signal
import sys
from contextlib import suppress

__all__ = ["watch"]


def watch() -> None:
    """Wait for the end of the input; unless it says that all is done, kill the process group that it names."""
    said = sys.stdin.buffer.read().split()
    if said and said[-1] != b"done":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(int(said[0]), signal.SIGKILL)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch()
