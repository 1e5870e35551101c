"""Learners of the multiplexer: alphaCS, Holland's classifier system, and xcsf from PyPI.

Each explores every problem with an even number and is paid for it, and exploits every odd one, which counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.learning.multiplexer import PAID, Multiplexer, Problems
from seahaven.classifiers import Colony, Holland, Terms

__all__ = ["LEARNERS", "Learner", "Marks", "alpha_terms", "peer"]

Marks = NDArray[np.bool_]
"""Whether each exploited problem was solved: steps by agents."""
Learner = Callable[[Multiplexer, Problems], Marks]

ROOM: Final = {6: 400, 11: 800}
"""Rules of an agent, by the bits of the problem: what the literature on XCS gives it (Wilson 1995)."""


def alpha_terms(multiplexer: Multiplexer) -> Terms:
    """The terms on which alphaCS learns; the same for both sizes but for the room."""
    return Terms(capacity=ROOM[multiplexer.bits], period=10, bid_rate=0.2, bid_tax=0.01, life_tax=0.0, grace=200)


def learn_alpha(multiplexer: Multiplexer, problems: Problems) -> Marks:
    """All agents in one colony."""
    colony = Colony(multiplexer.layout, alpha_terms(multiplexer), agents=problems.shape[1], seed=1)
    answers, marks = multiplexer.answers(problems), []
    for step, (words, right) in enumerate(zip(problems, answers, strict=True)):
        is_right = colony.decide(words, is_greedy=bool(step % 2)) == right
        if step % 2:
            marks.append(is_right)
        else:
            colony.pay(PAID * is_right[:, None])
    return np.array(marks)


def learn_holland(multiplexer: Multiplexer, problems: Problems) -> Marks:
    """One agent after the other."""
    terms = Terms(capacity=ROOM[multiplexer.bits], period=25, grace=200)
    answers, columns = multiplexer.answers(problems), []
    for agent in range(problems.shape[1]):
        holland, marks = Holland(multiplexer.layout, terms, seed=agent), []
        holland.fill(terms.capacity)
        for step, (word, right) in enumerate(zip(problems[:, agent].tolist(), answers[:, agent], strict=True)):
            is_right = holland.decide(word, is_greedy=bool(step % 2)) == right
            if step % 2:
                marks.append(is_right)
            else:
                holland.pay(PAID * is_right)
        columns.append(marks)
    return np.array(columns).T


def learn_xcsf(multiplexer: Multiplexer, problems: Problems) -> Marks:
    """One agent after the other, one call for a decision and one for its reward."""
    answers, inputs, columns = multiplexer.answers(problems), multiplexer.inputs(problems), []
    for agent in range(problems.shape[1]):
        xcs, marks = peer(multiplexer, seed=agent), []
        xcs.init_trial()
        for step in range(len(problems)):
            is_greedy = bool(step % 2)
            xcs.init_step()
            is_right = xcs.decision(inputs[step, agent], not is_greedy) == answers[step, agent]
            if is_greedy:
                marks.append(is_right)
            else:
                xcs.update(float(is_right), True)
            xcs.end_step()
        xcs.end_trial()
        columns.append(marks)
    return np.array(columns).T


def peer(multiplexer: Multiplexer, *, seed: int) -> Any:
    """An XCS of xcsf with ternary conditions and constant predictions, as its manual sets one up for bit strings."""
    import xcsf

    return xcsf.XCS(
        x_dim=multiplexer.bits,
        y_dim=1,
        n_actions=2,
        omp_num_threads=1,
        random_state=seed,
        pop_size=ROOM[multiplexer.bits],
        loss_func="mae",
        e0=0.01,
        alpha=0.1,
        beta=0.2,
        condition={"type": "ternary", "args": {"bits": 1, "p_dontcare": 0.33}},
        action={"type": "integer"},
        prediction={"type": "constant"},
        ea={"select_type": "roulette", "theta_ea": 25, "lambda": 2, "p_crossover": 0.8, "subsumption": True},
    )


LEARNERS: Final[dict[str, Learner]] = {"alphaCS": learn_alpha, "Holland": learn_holland, "xcsf": learn_xcsf}
