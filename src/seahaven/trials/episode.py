"""What a reel tells of the situations of a drive: the log of its direction, situation by situation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, TypeVar

from seahaven.direction import (
    CastMember,
    Closed,
    Contradicted,
    Critical,
    DriveLaid,
    Marker,
    Opened,
    Planned,
    Postponed,
    Resited,
    Told,
)
from seahaven.reels import Reel
from seahaven.trials.herald import ENTRIES

__all__ = ["Entry", "Episode", "Log", "read_log"]

_KINDS: Final = {kind.__name__: kind for kind in ENTRIES}
T = TypeVar("T")


class Entry(NamedTuple):
    """One entry of the log, at a time (s)."""

    time: float
    what: Any


@dataclass(frozen=True, slots=True)
class Episode:
    """One situation of a drive: all entries that are about it, in order of time."""

    number: int
    situation: str
    entries: list[Entry] = field(default_factory=list)

    @property
    def planned(self) -> Planned | None:
        """What was to be reached and where; reels of before tell only where it opened."""
        found = self._first(Planned)
        return found[1] if found else None

    @property
    def attempts(self) -> int:
        """How often it opened."""
        return sum(isinstance(entry.what, Opened) for entry in self.entries)

    @property
    def opened(self) -> tuple[float, Opened] | None:
        """When the subject came near, if it did; the last time, if it was tried again."""
        return self._first(Opened, self._last_attempt)

    @property
    def critical(self) -> tuple[float, Critical] | None:
        """The critical moment, if it came."""
        return self._first(Critical)

    @property
    def closed(self) -> tuple[float, Closed] | None:
        """When it was over, if it was."""
        return self._first(Closed)

    @property
    def resited(self) -> tuple[float, Resited] | None:
        """When it was given another place, the last time, if it was."""
        return next(((entry.time, entry.what) for entry in self._moves if isinstance(entry.what, Resited)), None)

    @property
    def postponed(self) -> Postponed | None:
        """Why it has no place in the end; None if it has one."""
        last = self._moves[0].what if self._moves else None
        return last if isinstance(last, Postponed) else None

    @property
    def cast(self) -> list[CastMember]:
        """Who played in it, in the last attempt; of a role that was cast anew all who were."""
        return [entry.what for entry in self._last_attempt if isinstance(entry.what, CastMember)]

    @property
    def _moves(self) -> list[Entry]:
        """What became of its place, the last first."""
        return [entry for entry in reversed(self.entries) if isinstance(entry.what, Postponed | Resited)]

    @property
    def _last_attempt(self) -> list[Entry]:
        """The entries since it was last given a place."""
        places = [k for k, entry in enumerate(self.entries) if isinstance(entry.what, Resited)]
        return self.entries[places[-1] :] if places else self.entries

    def _first(self, kind: type[T], entries: list[Entry] | None = None) -> tuple[float, T] | None:
        among = self.entries if entries is None else entries
        return next(((entry.time, entry.what) for entry in among if isinstance(entry.what, kind)), None)


@dataclass(frozen=True, slots=True)
class Log:
    """The log of a drive: its situations by their number, and what else was told."""

    episodes: tuple[Episode, ...]
    remarks: tuple[Entry, ...]
    """Instructions to the subject, markers, orders that contradicted each other, and drives that were laid anew."""

    @property
    def laid(self) -> list[tuple[float, DriveLaid]]:
        """When the subject's drive was laid anew."""
        return [(entry.time, entry.what) for entry in self.remarks if isinstance(entry.what, DriveLaid)]


def read_log(reel: Reel) -> Log:
    """The log that lies in the events of a reel; empty where nobody directed."""
    episodes: dict[int, Episode] = {}
    remarks = []
    for entry in _entries(reel):
        if isinstance(entry.what, Told | Marker | Contradicted | DriveLaid):
            remarks.append(entry)
            continue
        episode = episodes.setdefault(entry.what.number, Episode(entry.what.number, entry.what.situation))
        episode.entries.append(entry)
    return Log(tuple(episodes[number] for number in sorted(episodes)), tuple(remarks))


def _entries(reel: Reel) -> Iterator[Entry]:
    for event in reel.events().to_pylist():
        kind = _KINDS.get(event["kind"])
        if kind is not None:
            yield Entry(event["time"], _told(kind, json.loads(event["value"])))


def _told(kind: type[T], value: dict[str, Any]) -> T:
    """The entry that was recorded; numbers for which JSON has none (NaN, infinity) are told as text."""
    numbers = {one.name for one in fields(kind) if one.type == "float"}  # type: ignore[arg-type]  # they are dataclasses
    return kind(**{name: float(item) if name in numbers else item for name, item in value.items()})
