"""What comes in from outside, checked and brought into the types of the top machine's inputs."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from seahaven.errors import nearest
from seahaven.hcsm.arithmetic import wrapped
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.interpreter.slots import Slots
from seahaven.hcsm.panel import Scalar
from seahaven.hcsm.program import Port, Type

__all__ = ["Inputs", "Intake"]

Inputs = Mapping[str, Scalar | None]
"""Values by the names of inputs; None is null."""


class Intake:
    """Puts one step's inputs where the machines find them."""

    def __init__(self, slots: Slots) -> None:
        self._program = slots.program
        self._ports = {port.name: port for port in slots.program.inputs}
        numbers = {name: slots.inputs[slots.program.name, name].number for name in self._ports}
        self._rows = [(numbers[name], name, _conversion(port)) for name, port in self._ports.items()]

    def take(self, v: list[Any], inputs: Inputs) -> None:
        """All inputs at once; those that may be null may be left out."""
        try:
            for number, name, converted in self._rows:
                v[number] = converted(inputs[name])
            is_taken = len(inputs) == len(self._rows)
        except (KeyError, TypeError, ValueError):
            is_taken = False
        if not is_taken:
            self._take_with_care(v, inputs)

    def taken(self, v: list[Any]) -> dict[str, Scalar | None]:
        """The inputs as the machines see them."""
        return {name: v[number] for number, name, _ in self._rows}

    def _take_with_care(self, v: list[Any], inputs: Inputs) -> None:
        """Null for what was left out; and the refusal of all else that does not fit."""
        for name in inputs:
            if name not in self._ports:
                raise MachineError(f"machine '{self._program.name}' has no input '{name}'{nearest(name, self._ports)}")
        for number, name, converted in self._rows:
            try:
                v[number] = converted(inputs.get(name))
            except (TypeError, ValueError):
                raise MachineError(self._misfit(name, inputs)) from None

    def _misfit(self, name: str, inputs: Inputs) -> str:
        value, type = inputs.get(name), self._ports[name].type
        what = f"is {value!r}" if value is not None else "is null" if name in inputs else "is missing"
        hint = f" (declare it as `{type} | None` if there may be none)" if value is None else ""
        return f"input '{name}' of machine '{self._program.name}' {what}; it takes a value of type {type}{hint}"


def _conversion(port: Port) -> Callable[[Any], Scalar | None]:
    convert = _CONVERSIONS[port.type]
    return (lambda value: None if value is None else convert(value)) if port.nullable else convert


def _real(value: Any) -> float:
    if value.__class__ is not float:
        if isinstance(value, str):
            raise TypeError("text is no number")
        value = float(value)
    return value if value == value else math.nan


def _whole(value: Any) -> int:
    number = operator.index(value)
    if number != wrapped(number):
        raise ValueError("more than 64 bits")
    return number


def _truth(value: Any) -> bool:
    if not isinstance(value, (int, np.bool_, np.integer)):
        raise TypeError("no truth value")
    return bool(value)


_CONVERSIONS: dict[Type, Callable[[Any], Scalar]] = {"float": _real, "int": _whole, "bool": _truth}
