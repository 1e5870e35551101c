"""A module's step as compiled code: what the controller runs over many dates without visiting the module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ASLEEP", "DONE", "FAILED", "LEFT", "MADE", "NEVER", "VISIT", "Dates", "Halt", "Part", "Stretch", "Visits",
]  # fmt: skip

DONE: Final = 0
"""What an entry gives when it has made a step, and nothing is left to do."""
VISIT: Final = -1
"""What it gives when it has changed nothing, and the module has to be visited at this date."""
FAILED: Final = -2
"""What a visit from compiled code gives when the module's step has failed."""
MADE: Final = 1
"""What it gives when the step is made, and nothing is left to do; not 0, which means that it was cut short."""
LEFT: Final = 2
"""What it gives when the step is made, and something is left to do at the end of the date, such as events."""
NEVER: Final = -(1 << 62)
"""Stands for the next date of a part that does not run."""

Dates: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """How compiled code makes the next steps of a module.

    `code` is the address of an entry, `int64 code(hand, index, now, due)`, and `hand` that of what it works on. The
    entry makes the step with that index at the date `now`, up to `due`. It gives `DONE`, or `VISIT`, or, if it has made
    the step but something is left to do in Python, a number above 0, with which `Module.settle` is then called.

    A module that *sleeps* writes nothing as long as its entry gives `DONE`; without an entry, it sleeps until an event
    reaches it. It is visited at `until`, if that is given, a date in nanoseconds.

    A part is good until the module is next visited, hears an event, or rows or owners of the store change. One that is
    *steady* does not mind rows that come and go, as long as all lies in the same memory: what the module keeps of each
    row follows by itself; nor does it mind what `Module.settle` does. `begin` is called right before compiled code
    runs, which makes one step or many.

    A module without a part of its own has one that *is a visit*: its entry calls back and runs `step` in Python, in
    the middle of a stretch. It gives `MADE`, `LEFT` or `FAILED`.
    """

    code: int = 0
    hand: int = 0
    is_asleep: bool = False
    is_visit: bool = False
    until: int | None = None
    is_steady: bool = False
    begin: Callable[[], None] | None = None
    held: Any = field(default=None, repr=False)
    """What has to stay alive as long as the part does."""


ASLEEP: Final = Part(is_asleep=True, is_steady=True)
"""The part of a module that has nothing to do until it hears something, whatever rows come and go."""


class Visits(Enum):
    """Which modules a controller visits in Python; all ways give the same values (rule 2).

    `NEEDED`: those that have no part, or whose part asks for it. `ALL`: every module at each of its dates. `CHECKED`:
    every module; one that writes, emits or changes its state while its part says that it sleeps is an error.
    """

    NEEDED = "needed"
    ALL = "all"
    CHECKED = "checked"


class Halt(NamedTuple):
    """Where a stretch ended: which of its dates, and which part in the order given asked for a visit.

    At the end of a date, the part is the number of parts. A status above `DONE` means that something was written that
    must not be committed, `FAILED` that the step of a visited module failed.
    """

    date: int
    part: int
    status: int


class Stretch(Protocol):
    """Some parts, bound to the store, ready to run."""

    def run(self, dates: Dates, dues: Dates, indices: Dates, statuses: Dates) -> Halt:
        """Make the steps at these dates, and bring into force at each but the first what is dated so.

        `dues` has a row for each date: of each part when it is due next, `NEVER` if it does not run at that date.
        `indices` are the numbers of the parts' next steps, and are counted on. Into `statuses` goes what entries give
        other than `DONE`; after such a date no other is begun. Where a part gives `VISIT`, those after it run if the
        module is `loose`, else the run ends there. What the last steps wrote comes into force when the store turns to
        its date.
        """

    def seal(self, part: int) -> None:
        """Hand over what a part has written in its last step; raises what is wrong with it."""
