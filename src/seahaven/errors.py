"""Every error a user can meet, in one tree.

    SeahavenError
    ├── InputError             a file, value or command line that cannot be used
    │   ├── DocumentError      all that is wrong with one file (in `seahaven.files`)
    │   ├── UnitError          a quantity whose unit is unknown or does not fit
    │   └── TrustError         a file asks for code that the user has not allowed
    ├── WiringError            modules, ports or columns that do not fit together
    ├── OwnershipError         a second writer for one entity's column
    ├── ProposalError          a value that cannot be committed (NaN, infinity, wrong length)
    ├── StepError              a module raised; carries its path, the time and its inputs
    ├── OccupantError          a program or object in a driver's seat that failed
    ├── SnapshotError          state that cannot be saved, restored or forked
    ├── FederationError        processes of a federation that died, block, or cannot join
    ├── ParcelError            bytes from another process that are no parcel
    └── ReelError              a recording that cannot be written or read

    CacheWarning               compiled code cannot be kept, and is compiled in every run

A message names the object, the value, what was expected and the next move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar, Final

__all__ = [
    "CacheWarning",
    "FederationError",
    "InputError",
    "OccupantError",
    "OwnershipError",
    "ParcelError",
    "Position",
    "ProposalError",
    "ReelError",
    "SeahavenError",
    "SnapshotError",
    "StepError",
    "TrustError",
    "UnitError",
    "WiringError",
    "nearest",
    "visible",
]


_MOST_NAMES = 20
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that steer a terminal, turn text round or cannot be written, but line ends and tabs."""


def visible(text: str) -> str:
    """The text with every character that a terminal would obey written out, as a Python string has it.

    Titles and names come from files of others; an escape sequence in one could clear the screen or pretend anything.

    >>> print(visible("a\x1b[2Jb"))
    a\\x1b[2Jb
    """
    return _UNSEEN.sub(lambda match: ascii(match[0])[1:-1], text)


class SeahavenError(Exception):
    """The base of all errors that Seahaven raises on purpose; what it quotes can do nothing to a terminal."""

    speaks_for_itself: ClassVar[bool] = False
    """Whether its message says all: it came from outside, so inputs and state of the module that met it add nothing."""

    def __str__(self) -> str:
        return visible(super().__str__())


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a file: 1-based line and column, either of which may be unknown."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = [self.file, *(str(n) for n in (self.line, self.column) if n is not None)]
        return ":".join(parts)


class InputError(SeahavenError):
    """A file, value or command line that cannot be used; cites its position when there is one."""

    def __init__(self, message: str, at: Position | None = None) -> None:
        super().__init__(f"{at}: {message}" if at else message)
        self.message = message
        self.at = at


class UnitError(InputError):
    """A quantity whose unit is unknown or does not fit what is asked for."""


class TrustError(InputError):
    """A file asks for code from a package that the user has not allowed."""


class WiringError(SeahavenError):
    """Modules, ports or columns that do not fit together; both ends are named."""


class OwnershipError(SeahavenError):
    """A second writer for one entity's column."""


class ProposalError(SeahavenError):
    """A proposed value that cannot be committed: not finite, or of the wrong length or type."""


class StepError(SeahavenError):
    """A module raised while it ran; carries its path and the date (ns), and the cause keeps its traceback."""

    def __init__(self, message: str, *, path: str = "", now: int = 0) -> None:
        super().__init__(message)
        self.path = path
        self.now = now


class OccupantError(SeahavenError):
    """What sits in a driver's seat failed: it hung, ended, raised or answered nonsense; names it, step and answer."""

    speaks_for_itself = True


class FederationError(SeahavenError):
    """Processes of a federation that died, block the others, or cannot join."""

    speaks_for_itself = True


class ParcelError(SeahavenError):
    """Bytes from another process that are no parcel of this version, or a damaged one."""


class SnapshotError(SeahavenError):
    """State that cannot be saved, restored or forked."""


class ReelError(SeahavenError):
    """A recording that cannot be written or read."""


class CacheWarning(UserWarning):
    """Compiled code cannot be kept; the run goes on, and the next one compiles again."""


def nearest(name: str, valid: Iterable[str]) -> str:
    """Give a hint to append to a message: the nearest valid name, or the list of all if it is short.

    >>> nearest("sped", ["speed", "heading"])
    "; did you mean 'speed'?"
    >>> nearest("colour", ["speed", "heading"])
    '; valid names are heading, speed'
    """
    names = sorted(valid)
    if match := get_close_matches(name, names, n=1):
        return f"; did you mean '{match[0]}'?"
    if not names:
        return "; there are none"
    more = f", and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"; valid names are {', '.join(names[:_MOST_NAMES])}{more}"
