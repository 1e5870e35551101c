"""What engines run: a program, or a machine that has one."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Program, SiblingPanel

__all__ = ["Runnable", "program_of"]


class _Machine(Protocol):
    """A class of `Machine`, or one with its dials preset."""

    @property
    def program(self) -> Program: ...


Runnable: TypeAlias = Program | _Machine | type[_Machine]
"""A class of `Machine`, one with its dials preset, or the program of either."""


def program_of(machine: Runnable) -> Program:
    """The program to run; whatever has none is refused."""
    program = machine if isinstance(machine, Program) else getattr(machine, "program", None)
    if not isinstance(program, Program):
        kind = machine.__name__ if isinstance(machine, type) else type(machine).__name__
        raise MachineError(
            f"{kind} is no machine; expected a class of Machine, one with its dials preset, or a Program"
        )
    for press in program.presses():
        if isinstance(press.to, SiblingPanel):
            raise MachineError(
                f"{program.name} sends to its sibling '{press.to.sibling}', but it is run alone and has none",
                press.where,
                f"run a machine that has both as children, {program.name} and '{press.to.sibling}'",
            )
    return program
