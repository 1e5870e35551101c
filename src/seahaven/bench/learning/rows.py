"""What the bench of learning measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from seahaven.bench.bench import Progress, require_peer
from seahaven.bench.learning.driving_rows import driving_rows
from seahaven.bench.learning.environment_rows import environment_rows
from seahaven.bench.learning.learners import LEARNERS, Marks, alpha_terms, peer
from seahaven.bench.learning.multiplexer import PAID, Multiplexer
from seahaven.bench.row import Row
from seahaven.bench.stopwatch import cpu_seconds
from seahaven.classifiers import Colony

__all__ = ["LearningBench"]

TIMES_AS_FAST = 20.0
"""How many times as many decisions a second as xcsf, one call each."""


@dataclass(frozen=True, slots=True)
class LearningBench:
    """Multiplexers learned by many seeds, and decisions per second on one core."""

    seeds: int = 30
    steps: tuple[tuple[int, int], ...] = ((2, 20_000), (3, 40_000))
    """Problems of each multiplexer, by its bits of address; half of them are explored."""
    decisions: int = 5_000
    repeats: int = 5
    drives: int = 100
    """200 seconds each, in which drivers learn, before they are judged."""
    kilometres: float = 5_000.0
    """That drivers of each form are judged over."""
    steps_of_environments: int = 2_000
    worlds: int = 256
    parts: tuple[str, ...] = ("multiplexer", "driving", "environments")

    name = "learning"
    about = "Classifier systems on the multiplexer and on motorways, and learning environments, against peers"
    libraries = ("numpy", "xcsf", "highway-env", "gymnasium")

    def quick(self) -> LearningBench:
        """The same at a size that takes less than five minutes."""
        return replace(
            self, seeds=4, steps=((2, 10_000), (3, 10_000)), repeats=2, drives=8, kilometres=200.0,
            steps_of_environments=400, worlds=64,
        )  # fmt: skip

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, or the parts that are asked for."""
        if "multiplexer" in self.parts:
            yield from self._multiplexers(progress)
        if "driving" in self.parts:
            yield from driving_rows(progress, drives=self.drives, kilometres=self.kilometres)
        if "environments" in self.parts:
            require_peer(self.name, "highway-env")
            yield from environment_rows(
                progress, steps=self.steps_of_environments, worlds=self.worlds, repeats=self.repeats
            )

    def _multiplexers(self, progress: Progress) -> Iterator[Row]:
        require_peer(self.name, "xcsf")
        for address, steps in self.steps:
            multiplexer = Multiplexer(address)
            problems = multiplexer.problems(steps, agents=self.seeds, seed=1)
            for name, learn in LEARNERS.items():
                progress(f"{name} learns the multiplexer of {multiplexer.bits} bits")
                yield _share(f"{multiplexer.bits} bits, {name}: right at the end", learn(multiplexer, problems))
        progress("decisions per second")
        yield from self._speed()

    def _speed(self) -> Iterator[Row]:
        """With learned rules, each decision explored and paid for, on the multiplexer of 6 bits."""
        multiplexer = Multiplexer(2)
        ours, theirs, fitted = [], [], []
        for _ in range(self.repeats):
            ours.append(self._our_rate(multiplexer))
            theirs.append(self._their_rate(multiplexer))
            fitted.append(self._fitted_rate(multiplexer))
        ratio = float(np.median(ours) / np.median(theirs))
        yield Row.at_least("decisions, a call each", ratio, "times as many a second as xcsf", limit=TIMES_AS_FAST)
        yield Row("decisions, a call each", float(np.median(ours)), "per second")
        yield Row("xcsf, a call each", float(np.median(theirs)), "per second")
        yield Row("xcsf, many in one call of fit", float(np.median(fitted)), "per second")
        yield Row("decisions of 256 agents in a call", self._our_rate(multiplexer, agents=256), "per second")

    def _our_rate(self, multiplexer: Multiplexer, *, agents: int = 1) -> float:
        problems = multiplexer.problems(self.decisions, agents=agents, seed=2)
        answers = multiplexer.answers(problems)
        colony = Colony(multiplexer.layout, alpha_terms(multiplexer), agents=agents, seed=1)

        def learn() -> None:
            for words, right in zip(problems, answers, strict=True):
                colony.pay(PAID * (colony.decide(words) == right)[:, None])

        learn()
        return agents * self.decisions / cpu_seconds(learn)

    def _their_rate(self, multiplexer: Multiplexer) -> float:
        problems = multiplexer.problems(self.decisions, agents=1, seed=2)
        answers, inputs = multiplexer.answers(problems)[:, 0], multiplexer.inputs(problems)[:, 0]
        xcs = peer(multiplexer, seed=1)

        def learn() -> None:
            xcs.init_trial()
            for values, right in zip(inputs, answers, strict=True):
                xcs.init_step()
                xcs.update(float(xcs.decision(values, True) == right), True)
                xcs.end_step()
            xcs.end_trial()

        learn()
        return self.decisions / cpu_seconds(learn)

    def _fitted_rate(self, multiplexer: Multiplexer) -> float:
        """Their supervised use: the answers are handed over with the problems."""
        problems = multiplexer.problems(self.decisions, agents=1, seed=2)
        answers, inputs = multiplexer.answers(problems).astype(float), multiplexer.inputs(problems)[:, 0]
        xcs = peer(multiplexer, seed=1)
        xcs.set_params(n_actions=1, max_trials=self.decisions)
        return self.decisions / cpu_seconds(lambda: xcs.fit(inputs, answers, True, True, False))


def _share(name: str, marks: Marks) -> Row:
    """The share of right answers in the last tenth, with its interval over seeds, and in every tenth."""
    tenths = [tenth.mean() for tenth in np.array_split(marks, 10)]
    last = np.array_split(marks, 10)[-1].mean(axis=0)
    error = 1.96 * float(last.std(ddof=1)) / sqrt(len(last)) if len(last) > 1 else 0.0
    course = ", ".join(f"{100 * tenth:.1f}" for tenth in tenths)
    row = Row(name, 100.0 * float(last.mean()), f"% (± {100 * error:.1f} over {len(last)} seeds)")
    return row.with_details([f"by tenths: {course} %"])
