"""What was seen of one side's hour in a town, and where it is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

__all__ = ["Hour", "kept"]


@dataclass(frozen=True, slots=True)
class Hour:
    """One run of either side.

    `times` has, by the name of each vehicle that arrived, for how many seconds it was on the road; `longest` is the
    longest that any vehicle stood, in seconds.
    """

    times: Mapping[str, float]
    longest: float
    collisions: int
    told: tuple[str, ...] = ()
    """Which vehicles collided where, and which stood long."""

    @property
    def arrived(self) -> int:
        """How many vehicles arrived."""
        return len(self.times)


def kept(file: Path, drive: Callable[[], Hour]) -> Hour:
    """The hour that a file holds, or else that of a drive, which is then kept in the file."""
    if file.is_file():
        return _read(file)
    hour = drive()
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps(asdict(hour), allow_nan=False), encoding="utf-8")
    beside.replace(file)
    return hour


def _read(file: Path) -> Hour:
    values = json.loads(file.read_text(encoding="utf-8"))
    return Hour(values["times"], values["longest"], values["collisions"], tuple(values["told"]))
