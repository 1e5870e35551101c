"""A process of a federation: takes its orders from its standard input, and tells how it goes in lines of JSON.

    python -m seahaven.federation < orders.json

At its end it says `done` or `failed`. Everything else that is printed goes to the standard error, which its warden
keeps in a file.
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any, Final

from seahaven.errors import FederationError, SeahavenError
from seahaven.federation.part import Orders, play_part

__all__: list[str] = []

PR_SET_PDEATHSIG: Final = 1


def _die_with_parent() -> None:
    """Have the system end this process if its warden is killed; elsewhere than on Linux nothing does."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    """Play the part that the standard input asks for."""
    _die_with_parent()
    faulthandler.enable()
    told = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    orders = Orders(**json.load(sys.stdin))

    def tell(what: dict[str, Any]) -> None:
        told.write(json.dumps(what) + "\n")

    code = 0
    try:
        tell({"done": play_part(orders, tell)})
    except SeahavenError as error:
        is_victim = isinstance(error, FederationError)
        tell({"failed": str(error), "is_victim": is_victim, "notes": list(getattr(error, "__notes__", []))})
        code = 3 if is_victim else 1
    sys.stderr.flush()
    os._exit(code)  # HELICS would wait for its threads, which may wait for processes that are gone


if __name__ == "__main__":
    main()
