"""The last few values that were made, by their keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Recent"]

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Keeps at most `most` values, none of which is None; the one asked for longest ago goes first.

    recent = Recent[RouteTable](most=4)
    recent.get(key, lambda: make(key))
    """

    __slots__ = ("_lock", "_values", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: dict[Hashable, Value] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, made if it is not kept; two threads that ask at once may both make it."""
        with self._lock:
            value = self._values.pop(key) if key in self._values else None
        value = make() if value is None else value
        with self._lock:
            self._values[key] = value
            while len(self._values) > self.most:
                del self._values[next(iter(self._values))]
        return value

    def forget(self, key: Hashable) -> None:
        """Forget the value of a key, if there is one."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._values.clear()
