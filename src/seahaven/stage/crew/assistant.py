"""The assistant director: which scene comes next, where (T5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any, Final

from seahaven.roads.places import Wanted
from seahaven.stage.scene import Scene
from seahaven.stage.scout import Prospect

__all__ = ["AssistantDirector", "Choice"]

LEAST, MOST = 5.0, 45.0
"""s before the first shot between which a scene may begin."""
LIKELY: Final = 0.6
"""How likely the student has to come to a place at least."""
PAUSE: Final = 15.0
"""s between two scenes."""
AGAIN: Final = 240.0
"""s after which a scene that has been played is as good as new."""
FORGIVING: Final = 20.0
"""s for which a scene that nobody could be cast for is not tried again."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A scene and a place for it, and how good a choice that is."""

    score: float
    scene: Scene
    prospect: Prospect


@dataclass(slots=True)
class Record:
    """What has come of a scene so far."""

    tried: int = 0
    completed: int = 0
    last: float = -inf
    refused: float = -inf
    places: list[str] = field(default_factory=list)
    """Where it has been played."""


class AssistantDirector:
    """Picks scenes from the pool by where the student comes, what the student still has to learn, and what works.

    A scene scores by how likely the student comes to the place, how rarely it has been played, and how often it came
    off (Laplace's rule of succession). `needs` says how much of each skill is still to be learned, from 0 to 1.
    """

    def __init__(self, pool: Sequence[Scene], needs: Mapping[str, float] | None = None) -> None:
        self.pool = tuple(pool)
        self.needs = dict(needs or {})
        self.records = {scene.name: Record() for scene in pool}
        self._over = -inf

    def wanted(self) -> list[Wanted]:
        """The kinds of places that scenes need."""
        return list(dict.fromkeys(scene.place for scene in self.pool))

    def choices(self, time: float, prospects: Mapping[Wanted, Iterable[Prospect]], speed: float) -> list[Choice]:
        """The scenes that may begin now, the best first."""
        if time < self._over + PAUSE:
            return []
        found = [
            Choice(self._score(scene, prospect, time), scene, prospect)
            for scene in self.pool
            if time >= self.records[scene.name].refused + FORGIVING
            for prospect in prospects.get(scene.place, ())
            if self._is_timely(scene, prospect, speed)
        ]
        return sorted(found, key=lambda one: (-one.score, one.prospect.way, one.scene.name))

    def _is_timely(self, scene: Scene, prospect: Prospect, speed: float) -> bool:
        """Whether there is time to prepare, and not too much of it."""
        first = scene.shots[0].student
        away = (prospect.way - first.metres(max(speed, 1.0))) / max(speed, 1.0)
        return isfinite(prospect.likely) and LEAST <= away <= MOST and prospect.probability >= LIKELY

    def _score(self, scene: Scene, prospect: Prospect, time: float) -> float:
        record = self.records[scene.name]
        works = (record.completed + 1.0) / (record.tried + 2.0)
        fresh = min((time - record.last) / AGAIN, 1.0) if isfinite(record.last) else 1.0
        need = max((self.needs.get(goal, 0.5) for goal in scene.goals), default=0.5)
        elsewhere = 0.6 if prospect.place.name in record.places else 1.0
        return prospect.probability * works * (0.1 + fresh) * (0.2 + need) * elsewhere / (1.0 + record.tried)

    def refuse(self, scene: Scene, time: float) -> None:
        """Nobody could be cast for a scene."""
        self.records[scene.name].refused = time

    def begin(self, choice: Choice, time: float) -> None:
        """A scene has begun."""
        record = self.records[choice.scene.name]
        record.tried, record.last = record.tried + 1, time
        record.places.append(choice.prospect.place.name)

    def end(self, scene: Scene, time: float, *, is_completed: bool) -> None:
        """A scene is over."""
        self._over = time
        self.records[scene.name].completed += is_completed

    def state(self) -> dict[str, Any]:
        """What has been learned, as plain data."""
        return {
            "over": self._over if isfinite(self._over) else None,
            "records": {
                name: [one.tried, one.completed, _plain(one.last), _plain(one.refused), list(one.places)]
                for name, one in self.records.items()
            },
        }

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        self._over = -inf if state["over"] is None else state["over"]
        for name, (tried, completed, last, refused, places) in state["records"].items():
            self.records[name] = Record(tried, completed, _time(last), _time(refused), list(places))


def _plain(time: float) -> float | None:
    return time if isfinite(time) else None


def _time(value: float | None) -> float:
    return -inf if value is None else value
