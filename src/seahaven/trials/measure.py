"""What happened in each situation of a drive, in numbers, from its reel alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any, Final

import numpy as np

from seahaven.direction.log import CastMember, Critical, Planned, Told
from seahaven.motion import Collision
from seahaven.reels import Reel
from seahaven.trials.episode import Entry, Episode, read_log
from seahaven.trials.lanes import Lanes, lanes_of
from seahaven.trials.reaction import extremes, reaction
from seahaven.trials.row import Row, Who
from seahaven.trials.scene import Scene, read_scene
from seahaven.trials.surroundings import surroundings
from seahaven.trials.wording import name_of

__all__ = ["WINDOW", "measure"]

WINDOW: Final = 30.0
"""Seconds after the critical moment that are looked at, unless the situation is over before."""
DIGITS: Final = 4
_MOMENT: Final = 1e-6
_UNENDED: Final = ("unended", "the drive ended before")
_UNOPENED: Final = ("unopened", "the drive ended before the subject came near")


def measure(reel: Reel, who: Who | None = None, *, known: dict[str | None, Lanes] | None = None) -> list[Row]:
    """A row for each situation of a directed drive, in their order, also for those that the subject never came near.

    `who` tells whose drive it is. Whoever measures many drives on the same roads passes the same dict as `known`, so
    that the roads are read once.
    """
    log = read_log(reel)
    if not log.episodes:
        return []
    measuring = _Measuring(reel, who or Who(), lanes_of(reel, {} if known is None else known), log.remarks)
    return [measuring.row(episode) for episode in log.episodes]


class _Measuring:
    """Measures the situations of one reel."""

    def __init__(self, reel: Reel, who: Who, lanes: Lanes | None, remarks: Sequence[Entry]) -> None:
        self._reel, self._who, self._lanes = reel, who, lanes
        self._tasks = [entry for entry in remarks if isinstance(entry.what, Told) and entry.what.task]
        self._subject = reel.manifest.subjects[0] if reel.manifest.subjects else -1
        self._names = {entity: name for name, entity in reel.manifest.names.items()}
        self._times, self._travelled = self._way()

    def row(self, episode: Episode) -> Row:
        planned, opened, closed, critical = episode.planned, episode.opened, episode.closed, episode.critical
        cut_off = _UNENDED if opened else _UNOPENED
        outcome, why = (closed[1].outcome, closed[1].why) if closed else cut_off
        return Row(
            participant=self._who.participant,
            subject=self._who.subject,
            condition=self._who.condition,
            order=self._who.order,
            seed=self._reel.seed,
            number=episode.number + 1,
            situation=episode.situation,
            outcome=outcome,
            why=why,
            opened=_told(opened[0] if opened else None),
            place=_told(planned.at if planned else None),
            nearest=_told(closed[1].nearest if closed else None),
            lacked=closed[1].lacked if closed else "",
            cast=self._cast(episode.cast),
            **{**_asked(planned), **(self._moment(episode, *critical) if critical else {})},
        )

    def _moment(self, episode: Episode, time: float, critical: Critical) -> dict[str, Any]:
        """What is told of the critical moment, and of what came of it."""
        over = episode.closed[0] if episode.closed else float("inf")
        end = min(over, time + WINDOW)
        told = {
            "time": _told(time),
            **self._task(time),
            **_asked(critical),
            "reached": _told(critical.reached),
            "error": _told(critical.reached - critical.wanted),
            "is_met": critical.is_met,
            "role_vehicle": None if critical.entity == self._subject else critical.entity,
            "collision": self._collisions(time, end),
        }
        scene = read_scene(self._reel, self._subject, self._frame_before(time) - _MOMENT, end + _MOMENT)
        return {**told, **(self._seen(scene, critical, time) if scene.views else {})}

    def _task(self, time: float) -> dict[str, Any]:
        """What the subject has to do besides at a time, and since when."""
        told = [entry for entry in self._tasks if entry.time <= time]
        return {"task": told[-1].what.task, "task_since": _told(time - told[-1].time)} if told else {}

    def _seen(self, scene: Scene, critical: Critical, time: float) -> dict[str, Any]:
        first = scene.views[0]
        lane = int(first.mine("lane")) if self._lanes else -1
        around, answer, most = (
            surroundings(first, self._lanes),
            reaction(scene, time),
            extremes(scene, self._lanes, critical.entity),
        )
        beside = {
            f"{name}_{what}": _told(getattr(getattr(around, name), what))
            for name in ("leader", "follower", "left_ahead", "left_behind", "right_ahead", "right_behind")
            for what in ("gap", "speed")
        }
        return {
            "distance": _told(float(np.interp(first.time, self._times, self._travelled))),
            "x": _told(first.mine("x")),
            "y": _told(first.mine("y")),
            "road": self._lanes.road(lane) if self._lanes else "",
            "lane": self._lanes.name(lane) if self._lanes else "",
            "speed": _told(first.mine("speed")),
            "leader": around.leader.entity,
            **beside,
            "vehicles_near": around.vehicles,
            "reaction_time": _told(answer.time),
            "reaction": answer.kind,
            "least_time_to_collision": _told(most.time_to_collision),
            "least_leader_gap": _told(most.leader_gap),
            "least_role_gap": _told(most.role_gap),
            "hardest_braking": _told(most.deceleration),
        }

    def _way(self) -> tuple[Any, Any]:
        """When the subject was seen, and how far it had driven by then."""
        found = self._reel.query(
            f"select time, x, y from vehicle where id = {self._subject} order by time"
        ).fetchnumpy()
        steps = np.hypot(np.diff(found["x"]), np.diff(found["y"]))
        return (found["time"], np.concatenate(([0.0], np.cumsum(steps)))) if len(found["time"]) else ([0.0], [0.0])

    def _collisions(self, start: float, end: float) -> str:
        """Whom the subject touched from one time to another."""
        events = self._reel.events().to_pylist()
        told = [
            json.loads(event["value"])["entities"]
            for event in events
            if event["kind"] == Collision.__name__ and start - _MOMENT <= event["time"] <= end + _MOMENT
        ]
        others = [one for pair in told if self._subject in pair for one in pair if one != self._subject]
        return ", ".join(name_of(one, self._names) for one in dict.fromkeys(others))

    def _cast(self, members: Sequence[CastMember]) -> str:
        """Who had each role, and how it was found; of a role that was cast anew one after the other."""
        roles: dict[str, list[str]] = {}
        for member in members:
            roles.setdefault(member.role, []).append(f"{name_of(member.entity, self._names)} ({member.how})")
        return "; ".join(f"{role}: {', then '.join(choices)}" for role, choices in roles.items())

    def _frame_before(self, time: float) -> float:
        """The last frame up to a time: what was seen when the moment was chosen, and not a frame's length later."""
        found = int(np.searchsorted(self._times, time + _MOMENT, side="right")) - 1
        return float(self._times[found]) if found >= 0 else time


def _asked(what: Planned | Critical | None) -> dict[str, Any]:
    """What was to be reached, of which role."""
    if what is None:
        return {}
    wanted, tolerance = _told(what.wanted), _told(what.tolerance)
    return {"criterion": what.criterion, "unit": what.unit, "wanted": wanted, "tolerance": tolerance, "role": what.role}


def _told(value: float | None) -> float | None:
    """A number to a tenth of a millimetre, or of a millisecond, never -0; None for what is no number."""
    return None if value is None or not isfinite(value) else round(float(value), DIGITS) + 0.0
