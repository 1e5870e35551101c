"""Guided search for failures: Optuna proposes combinations by what came of those before, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from seahaven.errors import InputError
from seahaven.testbed.campaigns.parameters import Parameter

__all__ = ["Search"]


class Search:
    """Proposes combinations where the least margin is expected.

    A round is proposed as a whole, and told as a whole, in order. So the proposals do not depend on how many drives are
    played side by side, and a search that goes on after a crash proposes the same again.
    """

    def __init__(self, parameters: Sequence[Parameter], *, seed: int, first: int) -> None:
        try:
            import optuna
        except ImportError:
            message = "'method: search' needs Optuna; install seahaven[campaigns], or choose 'latin' or 'random'"
            raise InputError(message) from None
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._parameters = tuple(parameters)
        sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=first, multivariate=False, constant_liar=True)
        self._study = optuna.create_study(direction="minimize", sampler=sampler)
        self._asked: list[Any] = []

    def round(self, count: int) -> list[dict[str, Any]]:
        """So many combinations to be played next."""
        proposals = []
        for _ in range(count):
            trial = self._study.ask()
            self._asked.append(trial)
            proposals.append({each.name: self._value(trial, each) for each in self._parameters})
        return proposals

    def tell(self, margins: Sequence[float | None]) -> None:
        """What came of the round before: least margins, null for drives that could not be played."""
        from optuna.trial import TrialState

        for trial, margin in zip(self._asked, margins, strict=True):
            if margin is None:
                self._study.tell(trial, state=TrialState.FAIL)
            else:
                self._study.tell(trial, margin)
        self._asked = []

    @staticmethod
    def _value(trial: Any, parameter: Parameter) -> Any:
        if parameter.choices:
            place = trial.suggest_categorical(parameter.name, list(range(len(parameter.choices))))
            return parameter.choices[place]
        if parameter.is_whole:
            return parameter.written(trial.suggest_int(parameter.name, int(parameter.low), int(parameter.high)))
        return parameter.written(trial.suggest_float(parameter.name, parameter.low, parameter.high))


def squashed(margins: Mapping[str, float | None], failed: bool) -> float:
    """All margins of a drive as one number between -1 and 1, so that metres and seconds can be compared."""
    known = [margin / (1.0 + abs(margin)) for margin in margins.values() if margin is not None]
    return min([*known, -1.0] if failed and not any(value < 0.0 for value in known) else [*known, 1.0])
