"""A run is in the hands of one thread at a time."""

from __future__ import annotations

from threading import RLock, current_thread

from seahaven.errors import SeahavenError

__all__ = ["Hold"]


class Hold:
    """Lets one thread at a time move a run or act in it; another one is refused, not kept waiting.

    Within an advance, conditions and watchers may act, but not advance or go back.
    """

    __slots__ = ("_holder", "_lock", "acting", "is_moving")

    def __init__(self) -> None:
        self._lock = RLock()
        self._holder = ""
        self.is_moving = False
        self.acting = _Acting(self)
        """A context for acts between two dates."""

    def moving(self, what: str) -> _Moving:
        """A context for whatever changes the date of the run."""
        return _Moving(self, what)

    def take(self) -> None:
        """Take the run into the hands of this thread, in which it may be already."""
        if not self._lock.acquire(blocking=False):
            raise SeahavenError(
                f"the run is in the hands of thread '{self._holder}', which advances it; call pause(), and act when "
                "its advance has returned"
            )
        self._holder = current_thread().name

    def leave(self) -> None:
        """Give the run back."""
        self._lock.release()


class _Acting:
    __slots__ = ("_hold",)

    def __init__(self, hold: Hold) -> None:
        self._hold = hold

    def __enter__(self) -> None:
        self._hold.take()

    def __exit__(self, *_: object) -> None:
        self._hold.leave()


class _Moving:
    __slots__ = ("_hold", "_what")

    def __init__(self, hold: Hold, what: str) -> None:
        self._hold, self._what = hold, what

    def __enter__(self) -> None:
        hold = self._hold
        hold.take()
        if hold.is_moving:
            hold.leave()
            raise SeahavenError(f"cannot {self._what} a run from inside its own advance; return from there first")
        hold.is_moving = True

    def __exit__(self, *_: object) -> None:
        self._hold.is_moving = False
        self._hold.leave()
