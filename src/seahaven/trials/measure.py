"""What happened in each situation of a drive, in numbers, from its reel alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

import numpy as np

from seahaven.direction import CastMember, Critical, Planned, Told
from seahaven.judges import Verdict, judge_reel
from seahaven.measures import MOMENT, Lanes, SubjectFrames, crashes, lanes_of, read_frames, surroundings
from seahaven.reels import Reel
from seahaven.takes import cockpits_beside
from seahaven.trials.answer import LOOK_BACK, answered, closest, stimulus_onset
from seahaven.trials.episode import Episode, Log, read_log
from seahaven.trials.row import Row, Who
from seahaven.world import entity_label

__all__ = ["WINDOW", "measure"]

WINDOW: Final = 30.0
"""Seconds after the critical moment that are measured, unless the situation ends or the subject collides before."""
DIGITS: Final = 4
COLLISION: Final = "collision"
_MOMENT: Final = 1e-6
_UNENDED: Final = ("unended", "the drive ended before")
_UNOPENED: Final = ("unopened", "the drive ended before the subject came near")


def measure(reel: Reel, who: Who | None = None, *, known: dict[str | None, Lanes] | None = None) -> list[Row]:
    """A row for each planned situation of a drive, in order, including those that never opened.

    `who` gives the participant and the condition. Pass the same dict as `known` for all drives on the same roads, so
    that the roads are read only once. Measuring ends at a collision of the subject: how the simulator stops a vehicle
    that has crashed is no response of its driver.
    """
    log = read_log(reel)
    if not log.episodes:
        return []
    known = {} if known is None else known
    verdicts = {verdict.number: verdict for verdict in judge_reel(reel, known=known)}
    measuring = _Measuring(reel, who or Who(), lanes_of(reel, known), log, verdicts)
    return [measuring.row(episode) for episode in log.episodes]


class _Measuring:
    """Measures the situations of one reel."""

    def __init__(
        self, reel: Reel, who: Who, lanes: Lanes | None, log: Log, verdicts: Mapping[int, Verdict]
    ) -> None:  # fmt: skip
        self._reel, self._who, self._lanes, self._log, self._verdicts = reel, who, lanes, log, verdicts
        self._tasks = [entry for entry in log.remarks if isinstance(entry.what, Told) and entry.what.task]
        self._subject = reel.manifest.subjects[0] if reel.manifest.subjects else -1
        self._names = {entity: name for name, entity in reel.manifest.names.items()}
        self._cockpits = cockpits_beside(reel)
        self._times, self._travelled = self._way()
        self._hits = crashes(reel, self._subject)

    def row(self, episode: Episode) -> Row:
        planned, opened, closed, critical = episode.planned, episode.opened, episode.closed, episode.critical
        outcome, why = _outcome(episode)
        verdict = self._verdicts.get(episode.number)
        return Row(
            participant=self._who.participant,
            subject=self._who.subject,
            condition=self._who.condition,
            order=self._who.order,
            position=self._who.position,
            seed=self._reel.seed,
            number=episode.number + 1,
            situation=episode.situation,
            outcome=outcome,
            why=why,
            attempt=episode.attempts,
            opened=_rounded(opened[0] if opened else None),
            **self._place(episode),
            nearest=_rounded(closed[1].nearest if closed else None),
            lacked=closed[1].lacked if closed else "",
            cast=self._cast(episode.cast),
            is_whole=verdict.is_whole if verdict else None,
            not_whole=verdict.why if verdict else "",
            **{**_asked(planned), **(self._moment(episode, *critical) if critical else {})},
        )

    def _place(self, episode: Episode) -> dict[str, Any]:
        """The place of a situation, and the drive along which that is."""
        if episode.resited is None:
            return {"place": _rounded(episode.planned.at if episode.planned else None), "drive": 1}
        time, resited = episode.resited
        drive = max((laid.number for when, laid in self._log.laid if when <= time), default=1)
        return {"place": _rounded(resited.at), "drive": drive}

    def _moment(self, episode: Episode, time: float, critical: Critical) -> dict[str, Any]:
        """What is known of the critical moment, and of what came of it."""
        over = episode.closed[0] if episode.closed else float("inf")
        end, until = self._end(time, over)
        known = {
            "time": _rounded(time),
            **self._task(time),
            **_asked(critical),
            "reached": _rounded(critical.reached),
            "error": _rounded(critical.reached - critical.wanted),
            "is_met": critical.is_met,
            "role_vehicle": "" if critical.entity == self._subject else self._label(critical.entity),
            "collision": self._collisions(time, end),
            "measured_until": until,
        }
        begin = max(self._frame_before(time) - LOOK_BACK, 0.0)
        hit = self._hit_at(end) if until == COLLISION else None
        last = end - _MOMENT if hit is not None else end + _MOMENT  # the frame of a collision shows what it left
        frames = read_frames(self._reel, self._subject, begin - _MOMENT, last)
        return {**known, **(self._seen(frames, critical, time, hit) if len(frames) else {})}

    def _hit_at(self, time: float) -> int:
        """The vehicle that the subject collided with at a time."""
        pair = next(pair for when, pair in self._hits if when == time)
        return next(entity for entity in pair if entity != self._subject)

    def _end(self, time: float, over: float) -> tuple[float, str]:
        """When measuring ends that began with a critical moment (s), and why."""
        hit = min((when for when, pair in self._hits if when >= time - _MOMENT), default=float("inf"))
        last = float(self._times[-1])
        ends = {COLLISION: hit, "end of the situation": over, f"{WINDOW:g} s": time + WINDOW, "end of the drive": last}
        why = min(ends, key=lambda name: ends[name])
        return ends[why], why

    def _task(self, time: float) -> dict[str, Any]:
        """The secondary task that the subject has at a time, and since when."""
        tasks = [entry for entry in self._tasks if entry.time <= time]
        return {"task": tasks[-1].what.task, "task_since": _rounded(time - tasks[-1].time)} if tasks else {}

    def _seen(self, frames: SubjectFrames, critical: Critical, time: float, hit: int | None) -> dict[str, Any]:
        """What the frames show; measuring ends where the subject hit a vehicle, if it did."""
        at = max(int(np.searchsorted(frames.times, time + _MOMENT, side="right")) - 1, 0)
        around = surroundings(frames, self._lanes, at)
        cells, me = frames.cells, int(frames.me[at])
        lane = int(cells["lane"][me]) if self._lanes else -1
        since = stimulus_onset(
            self._reel, frames, self._lanes, kind=critical.stimulus, by=critical.stimulus_by, moment=time
        )
        begin = float(frames.times[at]) if since is None else min(since, float(frames.times[at]))
        after = frames.since(begin - _MOMENT)
        beside = {
            f"{name}_{what}": getattr(getattr(around, name), what)
            for name in ("leader", "follower", "left_ahead", "left_behind", "right_ahead", "right_behind")
            for what in ("gap", "speed")
        }
        numbers: dict[str, Any] = {
            "distance": float(np.interp(frames.times[at], self._times, self._travelled)),
            "x": float(cells["x"][me]),
            "y": float(cells["y"][me]),
            "speed": float(cells["speed"][me]),
            "acceleration": float(cells["acceleration"][me]),
            **beside,
            "onset": since,
            **answered(after, since, is_cut=hit is not None, cockpits=self._cockpits),
            **closest(after, self._lanes, critical.entity, hit=hit),
        }
        return {
            "road": self._lanes.road(lane) if self._lanes else "",
            "lane": self._lanes.name(lane) if self._lanes else "",
            "leader": self._label(around.leader.entity),
            "vehicles_near": around.vehicles,
            "stimulus": critical.stimulus or MOMENT,
            "conflict_vehicle": self._label(numbers.pop("conflict_vehicle")),
            **{name: _rounded(value) if isinstance(value, float) else value for name, value in numbers.items()},
        }

    def _way(self) -> tuple[Any, Any]:
        """When the subject was seen, and how far it had driven by then."""
        found = self._reel.query(
            f"select time, x, y from vehicle where id = {self._subject} order by time"
        ).fetchnumpy()
        steps = np.hypot(np.diff(found["x"]), np.diff(found["y"]))
        return (found["time"], np.concatenate(([0.0], np.cumsum(steps)))) if len(found["time"]) else ([0.0], [0.0])

    def _collisions(self, start: float, end: float) -> str:
        """The vehicles that the subject touched from one time to another (s)."""
        pairs = [pair for time, pair in self._hits if start - _MOMENT <= time <= end + _MOMENT]
        others = [one for pair in pairs for one in pair if one != self._subject]
        return ", ".join(self._label(one) for one in dict.fromkeys(others))

    def _cast(self, members: Sequence[CastMember]) -> str:
        """The vehicles of each role, and how each was found; those of a role that was cast again follow each other."""
        roles: dict[str, list[str]] = {}
        for member in members:
            roles.setdefault(member.role, []).append(f"{self._label(member.entity)} ({member.how})")
        return "; ".join(f"{role}: {', then '.join(choices)}" for role, choices in roles.items())

    def _label(self, entity: int | None) -> str:
        return "" if entity is None else entity_label(entity, self._names)

    def _frame_before(self, time: float) -> float:
        """The last frame up to a time: what was seen when the moment was chosen, and not a frame's length later."""
        found = int(np.searchsorted(self._times, time + _MOMENT, side="right")) - 1
        return float(self._times[found]) if found >= 0 else time


def _outcome(episode: Episode) -> tuple[str, str]:
    """How a situation ended, and why."""
    if episode.closed:
        return episode.closed[1].outcome, episode.closed[1].why
    if episode.postponed:
        return "postponed", episode.postponed.why
    return _UNENDED if episode.opened else _UNOPENED


def _asked(what: Planned | Critical | None) -> dict[str, Any]:
    """What was to be reached, of which role."""
    if what is None:
        return {}
    wanted, tolerance = _rounded(what.wanted), _rounded(what.tolerance)
    return {"criterion": what.criterion, "unit": what.unit, "wanted": wanted, "tolerance": tolerance, "role": what.role}


def _rounded(value: float | None) -> float | None:
    """A number to a tenth of a millimetre, or of a millisecond, never -0; None for a value that is not finite."""
    return None if value is None or not isfinite(value) else round(float(value), DIGITS) + 0.0
