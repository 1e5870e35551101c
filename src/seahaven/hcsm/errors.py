"""What can be wrong with a machine that an author wrote."""

from __future__ import annotations

from seahaven.errors import SeahavenError
from seahaven.hcsm.program import Where

__all__ = ["MachineError", "MachineWarning"]


class MachineError(SeahavenError):
    """A machine that cannot be used: where in the author's source, what is wrong, and what to write instead."""

    def __init__(self, message: str, where: Where | None = None, hint: str = "") -> None:
        text = f"{message}; {hint}" if hint else message
        super().__init__(f"{where}: {text}" if where else text)
        self.message = message
        self.where = where
        self.hint = hint


class MachineWarning(UserWarning):
    """Something in a machine that works, but is hardly meant: a child that no transition can reach."""
