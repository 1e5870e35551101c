"""The judges, by the name of the situation in the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from seahaven.judges.finding import Finding
from seahaven.judges.scene import Scene

__all__ = ["JUDGES", "Judged", "judge"]


class Judged(NamedTuple):
    """What a judge says: the instant that the recording defines (s), the findings, and what the subject made of it."""

    time: float | None
    findings: tuple[Finding, ...]
    outcome: str = ""


Judge = Callable[[Scene], Judged]
JUDGES: Final[dict[str, Judge]] = {}
"""All judges of this room."""


def judge(use: str) -> Callable[[Judge], Judge]:
    """Declare that a function judges the situation of that name."""

    def declare(function: Judge) -> Judge:
        JUDGES[use] = function
        return function

    return declare
