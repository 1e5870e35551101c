"""The missions of a drive as a page shows them: checkpoints, and when each subject came by them."""

from __future__ import annotations

from typing import Any, Final

from seahaven.reels.reel import Reel

__all__ = ["missions_of"]

LAID: Final = "MissionIs"
PASSED: Final = "CheckpointReached"


def missions_of(reel: Reel) -> list[dict[str, Any]]:
    """The mission of each subject that has one: `who` it is, its `points` in driving order, and the times `reached`.

    A point has a `name` and an array `at` of places, any of which will do; `within` is the time allowed (s), or null.
    """
    found: dict[int, dict[str, Any]] = {}
    for time, kind, value in reel.happenings(LAID, PASSED):
        if not isinstance(value, dict) or "entity" not in value:
            continue
        who = value["entity"]
        if kind == LAID and who not in found and isinstance(value.get("points"), list):
            points = [
                {"name": str(one["name"]), "at": [list(spot) for spot in one["spots"]]} for one in value["points"]
            ]
            found[who] = {"who": who, "points": points, "within": value.get("within"), "reached": []}
        elif kind == PASSED and who in found:
            found[who]["reached"].append(time)
    return list(found.values())
