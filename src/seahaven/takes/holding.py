"""A run is in the hands of one thread at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, current_thread

from seahaven.errors import SeahavenError

__all__ = ["Hold"]


class Hold:
    """Lets one thread at a time move a run or act in it; another one is refused, not kept waiting.

    Within an advance, conditions and watchers may act, but not advance or go back.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._holder = ""
        self._is_moving = False

    @contextmanager
    def acting(self) -> Iterator[None]:
        """For acts between two dates."""
        if not self._lock.acquire(blocking=False):
            raise SeahavenError(
                f"the run is in the hands of thread '{self._holder}', which advances it; call pause(), and act when "
                "its advance has returned"
            )
        try:
            self._holder = current_thread().name
            yield
        finally:
            self._lock.release()

    @contextmanager
    def moving(self, what: str) -> Iterator[None]:
        """For whatever changes the date of the run."""
        with self.acting():
            if self._is_moving:
                raise SeahavenError(f"cannot {what} a run from inside its own advance; return from there first")
            self._is_moving = True
            try:
                yield
            finally:
                self._is_moving = False
