"""What a function of a machine can see of the machine, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from seahaven.hcsm.definition.port import Declared
from seahaven.hcsm.program import Program

__all__ = ["Moment", "Scope"]


@dataclass(frozen=True, slots=True)
class _Rights:
    title: str
    wires: bool = False
    gives: bool = False


class Moment(Enum):
    """When a function runs in a step, which decides what it may read and write (H2 to H4, H9)."""

    CONDITION = _Rights("a condition")
    PRE_ACTIVITY = _Rights("a pre-activity", wires=True)
    ACTIVITY = _Rights("an activity", gives=True)
    ENTRY = _Rights("an entry function")
    EXIT = _Rights("an exit function")
    TRANSITION = _Rights("a transition function")

    @property
    def title(self) -> str:
        """What to call it in a message."""
        return self.value.title

    @property
    def wires(self) -> bool:
        """Whether it assigns the children's inputs."""
        return self.value.wires

    @property
    def gives(self) -> bool:
        """Whether it reads the children's outputs and assigns the machine's own."""
        return self.value.gives


class Scope(Protocol):
    """A machine as its functions see it."""

    @property
    def name(self) -> str:
        """The machine's name, for messages."""

    @property
    def children(self) -> Mapping[str, Program]:
        """The children by name."""

    def port(self, name: str) -> Declared | None:
        """What is declared under a name, by the machine or, for inputs, by the machines that it is written in."""

    def output(self, name: str) -> Declared | None:
        """An output by name, declared by the machine or by the machines that it is written in."""

    def absence(self, name: str) -> str:
        """What to say of a name that is not there."""
