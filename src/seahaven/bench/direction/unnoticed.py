"""Whether a classifier can tell who is directed: gradient boosting, judged on subjects that it has not seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seahaven.bench.direction.trial import traffic_around
from seahaven.geometry import Floats
from seahaven.kernel import Stream

__all__ = ["GROUPS", "Judged", "Sample", "judge", "matched"]

GROUPS, DRAWS = 5, 200
"""Groups into which subjects are split, all kinds in each and each among traffics of its own, lest a classifier know
vehicles again that it has seen around others; and how often subjects are drawn anew for the interval."""
FEWEST = 20
"""Windows of either sort that are needed to judge at all."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A window: who was the subject, what it is matched by, its numbers, and whether the vehicle was directed."""

    person: int
    stratum: tuple[int, ...]
    numbers: Sequence[float]
    is_directed: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """The area under the curve with its 95 % interval, and how many windows of how many subjects it is of."""

    area: float
    low: float
    high: float
    windows: int
    people: int


def matched(directed: Sequence[Sample], others: Sequence[Sample], *, seed: int = 0) -> list[Sample]:
    """As many of both sorts from every stratum, by chance; strata that only one of them has are left out."""
    sides: tuple[dict[Any, list[Sample]], dict[Any, list[Sample]]] = (defaultdict(list), defaultdict(list))
    for side, samples in zip(sides, (directed, others), strict=True):
        for sample in samples:
            side[sample.stratum].append(sample)
    stream, chosen = Stream.named(seed, "matched windows"), list[Sample]()
    for number, stratum in enumerate(sorted(sides[0].keys() & sides[1].keys())):
        pair = sides[0][stratum], sides[1][stratum]
        count = min(len(pair[0]), len(pair[1]))
        for which, samples in enumerate(pair):
            luck = stream.uniforms(np.arange(len(samples)), step=number, draw=which)
            chosen += [samples[k] for k in np.argsort(luck)[:count].tolist()]
    return chosen


def judge(samples: Sequence[Sample], *, seed: int = 0) -> Judged | None:
    """How well a classifier that knows other subjects tells the two sorts apart; None with too few windows."""
    people = np.array([sample.person for sample in samples])
    truth = np.array([sample.is_directed for sample in samples])
    groups = np.array([traffic_around(sample.person) % GROUPS for sample in samples])
    if truth.sum() < FEWEST or (~truth).sum() < FEWEST or len(np.unique(groups)) < 2:
        return None
    scores = _scores(np.array([sample.numbers for sample in samples]), truth, groups, seed)
    stream, known, areas = Stream.named(seed, "bootstrap over subjects"), np.unique(people), list[float]()
    rows = {one: np.flatnonzero(people == one) for one in known.tolist()}
    for draw in range(DRAWS):
        drawn = (stream.uniforms(np.arange(len(known)), draw=draw) * len(known)).astype(np.int64)
        again = np.concatenate([rows[one] for one in known[drawn].tolist()])
        if truth[again].any() and not truth[again].all():
            areas.append(area_under_curve(scores[again], truth[again]))
    low, high = np.quantile(areas, (0.025, 0.975)).tolist()
    return Judged(area_under_curve(scores, truth), low, high, len(samples), len(known))


def _scores(numbers: Floats, truth: Any, groups: Any, seed: int) -> Floats:
    """What a classifier says of each window that was trained on all other groups of subjects."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.model_selection import GroupKFold

    scores = np.zeros(len(truth))
    for train, test in GroupKFold(n_splits=len(np.unique(groups))).split(numbers, truth, groups=groups):
        model = HistGradientBoostingClassifier(max_iter=150, learning_rate=0.08, random_state=seed)
        scores[test] = model.fit(numbers[train], truth[train]).predict_proba(numbers[test])[:, 1]
    return scores


def area_under_curve(scores: Floats, truth: Any) -> float:
    """How often one of the one sort has a higher score than one of the other; ties count half."""
    order = np.sort(scores)
    ranks = 0.5 * (np.searchsorted(order, scores, "left") + np.searchsorted(order, scores, "right") + 1)
    ours = int(truth.sum())
    return float((ranks[truth].sum() - ours * (ours + 1) / 2) / (ours * (len(truth) - ours)))
