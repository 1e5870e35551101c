"""An output at work: the value in force, the one computed since, and as much history as its readers need."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from typing import Any

from seahaven.kernel.interpolation import ORDERS, Order, blender, lagrange_weights, window
from seahaven.kernel.port import Field
from seahaven.kernel.values import runtime_type

__all__ = ["Signal"]

Read = Callable[[int], Any]


class Signal:
    """The dated values of one output.

    `value` is the newest one dated now or earlier; `latest` is what was computed last and is dated `due`. History is
    kept only as far as some reader interpolates or looks back. A signal that is produced in another process (a mirror)
    receives its samples into `arrivals`.
    """

    __slots__ = (
        "address", "arrivals", "check", "date", "dates", "degree", "due", "field", "lag", "latest", "name", "value",
        "values",
    )  # fmt: skip

    def __init__(self, address: str, field: Field, value: Any) -> None:
        self.address = address
        self.name = field.name
        self.field = field
        self.check = field.check
        self.value = self.latest = value
        self.date = self.due = 0
        self.degree = 0
        self.lag = 0
        self.dates: list[int] = []
        self.values: list[Any] = []
        self.arrivals: deque[tuple[int, Any]] = deque()

    def begin(self, value: Any, date: int) -> None:
        """Start over with an initial value dated `date`."""
        self.value = self.latest = self.check(value)
        self.date = self.due = date
        if self.dates:
            self.dates, self.values = [date], [self.value]

    def turn(self) -> None:
        """Bring the latest value into force. Of two values with the same date, the later one stands."""
        self.value = self.latest
        if self.dates:
            self._remember()
        self.date = self.due

    def _remember(self) -> None:
        dates, values = self.dates, self.values
        if dates[-1] == self.due:
            values[-1] = self.latest
            return
        dates.append(self.due)
        values.append(self.latest)
        spare = self.degree + 1
        oldest_wanted = self.due - self.lag
        while len(dates) > spare and dates[spare] <= oldest_wanted:
            del dates[0], values[0]

    def receive(self, now: int) -> None:
        """Bring into force what arrived from another process and is dated `now` or earlier."""
        while self.arrivals and self.arrivals[0][0] <= now:
            self.due, self.latest = self.arrivals.popleft()
            self.turn()

    def reader(self, order: Order, lag: int) -> Read | None:
        """A function from a reader's date to the value there; None where `value` itself will do."""
        if order == "none" and lag == 0:
            return None
        self.degree = max(self.degree, ORDERS[order])
        self.lag = max(self.lag, lag)
        if not self.dates:
            self.dates, self.values = [self.date], [self.value]
        if order == "none":
            return lambda now: self._held(now - lag)
        return self._polynomial(ORDERS[order], lag)

    def _held(self, at: int) -> Any:
        return self.values[max(0, bisect_right(self.dates, at) - 1)]

    def _polynomial(self, degree: int, lag: int) -> Read:
        blend = blender(runtime_type(self.field.type))
        assert blend is not None  # the wiring refuses to interpolate what cannot be blended
        if degree == 1 and lag == 0 and self.field.type is float:
            return self._line

        def read(now: int) -> Any:
            at = max(now - lag, self.dates[0])
            newest = bisect_right(self.dates, at) - 1
            if self.dates[newest] == at:
                return self.values[newest]
            start, stop = window(self.dates, at, degree)
            return blend(lagrange_weights(self.dates[start:stop], at), self.values[start:stop])

        return read

    def _line(self, now: int) -> float:
        """The commonest case by itself: a float, linear, at the reader's date; the same sums as the general one."""
        dates, values = self.dates, self.values
        last = dates[-1]
        if last == now or len(dates) < 2:
            return values[-1]  # type: ignore[no-any-return] # the signal's type is float
        first = dates[-2]
        return (now - last) / (first - last) * values[-2] + (now - first) / (last - first) * values[-1]  # type: ignore[no-any-return]

    def saved(self) -> dict[str, Any]:
        """All that running on depends on."""
        return {
            "value": self.value, "date": self.date, "latest": self.latest, "due": self.due, "degree": self.degree,
            "lag": self.lag, "dates": list(self.dates), "values": list(self.values),
            "arrivals": [list(sample) for sample in self.arrivals],
        }  # fmt: skip

    def load(self, saved: dict[str, Any]) -> None:
        """Go back to what `saved` gave."""
        self.value, self.latest = self.check(saved["value"]), self.check(saved["latest"])
        self.date, self.due, self.degree, self.lag = (saved[k] for k in ("date", "due", "degree", "lag"))
        self.dates, self.values = list(saved["dates"]), [self.check(value) for value in saved["values"]]
        self.arrivals = deque((date, self.check(value)) for date, value in saved["arrivals"])
