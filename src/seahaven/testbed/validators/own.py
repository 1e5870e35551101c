"""Requirements of your own, in a few lines of Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from seahaven.errors import InputError
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Cause, Margins
from seahaven.testbed.operators import always

__all__ = ["Own"]


@dataclass(frozen=True, slots=True)
class Own:
    """A function of the evidence that gives a margin for each frame; above 0 it holds.

    def smooth(evidence):
        return 0.1 - abs(evidence.turning)
    """

    name: str
    function: Callable[[Evidence], Any]

    def margins(self, evidence: Evidence) -> Margins:
        """What the function gives; anything but a finite or infinite number for each frame is refused."""
        try:
            values = np.asarray(self.function(evidence), dtype=np.float64)
        except Exception as error:
            raise InputError(f"requirement '{self.name}' failed: {type(error).__name__}: {error}") from error
        if values.shape not in ((), (len(evidence.frames),)) or np.isnan(values).any():
            raise InputError(
                f"requirement '{self.name}' gave an array of shape {values.shape}; expected a number for each of "
                f"{len(evidence.frames)} frames"
            )
        return evidence.margins(values, Cause(self.name))

    def over_drive(self, evidence: Evidence) -> Margins:
        """It has to hold at each frame."""
        return always(self.margins(evidence))

    def text(self) -> str:
        """Its name."""
        return self.name
