"""What it costs to execute a machine, counted in additions: whether it is better written with branches or without.

Without branches, every row computes everything, but `LANES` rows at a time. With branches, a row computes only what it
has to, but the processor guesses which branch that is, and a wrong guess throws away about `MISS` additions. So

    weight of all / LANES  <=  weight of what one row does + MISS for each sequential machine that it meets

speaks for no branches. Children are taken to be active equally often. The weights are rough, and need be no better: the
two forms give the same bits, so a wrong decision costs time and nothing else.
"""

from __future__ import annotations

from typing import Any

from seahaven.hcsm.compiler.places import descend
from seahaven.hcsm.program import And, Assign, Binary, Call, Compare, If, Not, Or, Press, Program, Select, Unary

__all__ = ["LANES", "MISS", "MOST", "pays_without_branches", "weight"]

LANES = 4
MISS = 40
MOST = 100
"""A statement or condition beyond this is never executed by all rows: those that need it are left to branches."""

_CHILD = 3
"""To compare the state, combine it with the test above, and choose."""
_BEYOND = MOST + 1
_FLOATS = {"+": 1, "-": 1, "*": 1, "/": 4, "//": 6, "%": 8}
_INTS = {"+": 1, "-": 1, "*": 6, "//": 40, "%": 40}
_CALLS = {
    "abs": 1, "ceil": 3, "clip": 4, "either": 1, "float": 4, "floor": 2, "hypot": 10, "int": 10, "max": 2, "min": 2,
    "sign": 5, "sqrt": 7,
}  # fmt: skip
"""All others are library calls, which are made row by row."""


def weight(thing: Any) -> int:
    """The weight of an expression, a statement or a block, with all that is in it."""
    return sum(_own_weight(part) for part in descend(thing))


def pays_without_branches(machine: Program) -> bool:
    """Whether all rows should compute everything, several at a time."""
    return _of_all(machine) <= LANES * _of_one(machine)


def _own_weight(part: Any) -> int:
    if isinstance(part, Binary):
        return (_INTS if part.type == "int" else _FLOATS)[part.operator]
    if isinstance(part, Call):
        return _CALLS.get(part.function, _BEYOND)
    if isinstance(part, And | Or):
        return len(part.operands) - 1
    return 1 if isinstance(part, Assign | Compare | If | Not | Press | Select | Unary) else 0


def _functions(machine: Program) -> int:
    return weight(machine.pre_activity) + weight(machine.activity) + 2 * len(machine.resolutions)


def _of_all(machine: Program) -> int:
    below = sum(_CHILD + _of_all(child) + weight((child.entry, child.exit)) for child in machine.children)
    return _functions(machine) + weight(machine.transitions) + below


def _of_one(machine: Program) -> float:
    below = [_of_one(child) for child in machine.children]
    if machine.kind != "sequential":
        return _functions(machine) + sum(below)
    return _functions(machine) + MISS + (weight(machine.transitions) + sum(below)) / len(below)
