"""Episodes: the situations of a drive as the recording tells them: where, with which set values, and who played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = ["Episode", "Told", "episodes_of"]


class Told(NamedTuple):
    """An event of the recording: when (s), its kind, and its values."""

    time: float
    kind: str
    values: Mapping[str, Any]


@dataclass(slots=True)
class Episode:
    """One situation of a drive.

    `at` is its planned place along the drive (m), `parameters` are its set values, `casting` lists when which role was
    given to which vehicle. Nothing else of what direction logs is kept.
    """

    number: int
    situation: str
    use: str = ""
    at: float = 0.0
    parameters: Mapping[str, float] = field(default_factory=dict)
    opened: float | None = None
    closed: float | None = None
    casting: list[tuple[float, str, int]] = field(default_factory=list)

    def holder(self, role: str) -> int | None:
        """The vehicle that had a role last."""
        return next((entity for _, name, entity in reversed(self.casting) if name == role), None)


def episodes_of(told: Iterable[Told]) -> list[Episode]:
    """The situations of a drive, in the order of their numbers."""
    found: dict[int, Episode] = {}
    for time, kind, values in told:
        reader = _READERS.get(kind)
        if reader is not None:
            number = int(values["number"])
            reader(found.setdefault(number, Episode(number, str(values["situation"]))), time, values)
    return [found[number] for number in sorted(found)]


def _planned(episode: Episode, _: float, values: Mapping[str, Any]) -> None:
    episode.at = float(values["at"])
    episode.use = str(values.get("use", ""))
    episode.parameters = {name: float(value) for name, value in values.get("parameters", {}).items()}


def _opened(episode: Episode, time: float, _: Mapping[str, Any]) -> None:
    episode.opened = time if episode.opened is None else episode.opened


def _cast(episode: Episode, time: float, values: Mapping[str, Any]) -> None:
    episode.casting.append((time, str(values["role"]), int(values["entity"])))


def _closed(episode: Episode, time: float, _: Mapping[str, Any]) -> None:
    episode.closed = time


_READERS = {"Planned": _planned, "Opened": _opened, "CastMember": _cast, "Closed": _closed}
