"""How a machine declares what it takes, gives, remembers and can be told (H1).

To a type checker a port is its plain value: `gap: In[float | None]` is a float or None; a button is a `Bag`.

    gap: In[float | None] = declare(unit="m", doc="to the leader's rear bumper")
    headway: Dial[float] = 1.5
    patience: Local[float] = 60.0
    brake: Button[float]
    acceleration: Out[float] = most_conservative(keep, follow)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from seahaven.hcsm.definition.resolution import Method
from seahaven.hcsm.definition.vocabulary import Bag
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Port, Type, Where
from seahaven.kernel import Role as PortRole

__all__ = [
    "Button",
    "Declared",
    "Dial",
    "In",
    "Local",
    "Out",
    "Role",
    "declare",
    "declared",
    "fitting",
    "redeclared",
]

T = TypeVar("T")


class Role(Enum):
    """What a declared name is for."""

    INPUT = "input"
    OUTPUT = "output"
    LOCAL = "local"
    BUTTON = "button"
    DIAL = "dial"


# The marks of the kernel let `In` and `Out` stand in modules, too, so that a program imports them once.
In = Annotated[T, Role.INPUT, PortRole.IN]
Out = Annotated[T, Role.OUTPUT, PortRole.OUT]
Local = Annotated[T, Role.LOCAL]
Button = Annotated[Bag[T], Role.BUTTON]
Dial = Annotated[T, Role.DIAL]

_NOTHING: Any = object()
_TYPES: dict[Any, Type] = {float: "float", int: "int", bool: "bool"}


@dataclass(frozen=True, slots=True, eq=False)
class _Options:
    value: Any
    unit: str
    doc: str
    least: float | None
    most: float | None


def declare(
    value: Any = _NOTHING, *, unit: str = "", doc: str = "", least: float | None = None, most: float | None = None
) -> Any:
    """Say more about a port than its type: `value` is a dial's first setting, a local's initial value, or an output's
    resolution; `least` and `most` are the bounds of what makes sense as the first setting of a dial.
    """
    return _Options(value, unit, doc, least, most)


@dataclass(frozen=True, slots=True)
class Declared:
    """One declared name of a machine class."""

    role: Role
    port: Port
    where: Where
    method: Method | None = None

    def __str__(self) -> str:
        return f"{self.role.value} '{self.port.name}'"


def declared(name: str, hint: Any, value: Any = _NOTHING, *, where: Where) -> Declared | None:
    """What an annotated name of a class body declares; None if it has no marker."""
    role = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Role)), None)
    if role is None:
        return None
    carried = get_args(hint)[0]
    type_, nullable = _type(name, get_args(carried)[0] if role is Role.BUTTON else carried, where)
    if nullable and role in (Role.BUTTON, Role.DIAL):
        raise MachineError(f"{role.value} '{name}' may not be None", where, f"what is None is not sent: use {type_}")
    made = Declared(role, Port(name, type_, nullable or role is Role.OUTPUT), where)
    return redeclared(made, value, where)


def redeclared(known: Declared, value: Any, where: Where) -> Declared:
    """A declared name with the value that a class body gives it."""
    options = value if isinstance(value, _Options) else declare(value)
    made = replace(known.port, unit=options.unit or known.port.unit, doc=options.doc or known.port.doc)
    made = replace(made, **{end: limit for end in ("least", "most") if (limit := getattr(options, end)) is not None})
    if known.role is not Role.DIAL and (made.least is not None or made.most is not None):
        raise MachineError(f"{known} has bounds", where, "only dials do")
    if known.role is Role.OUTPUT:
        return _output(known, made, options.value, where)
    if known.role in (Role.INPUT, Role.BUTTON):
        if options.value is not _NOTHING:
            raise MachineError(f"{known} has a value", where, "only locals and dials begin with one")
        return replace(known, port=made)
    default = known.port.default if options.value is _NOTHING else options.value
    known = replace(known, port=made, where=where)
    return replace(known, port=replace(made, default=fitting(known, default, where)))


def fitting(known: Declared, value: Any, where: Where) -> float | int | bool | None:
    """A value that a dial or local may begin with; a misfit is refused."""
    wanted = known.port.type
    if value is None and known.port.nullable:
        return None
    if value is None or value is _NOTHING:
        example = {"float": "0.0", "int": "0", "bool": "False"}[wanted]
        raise MachineError(f"{known} has nothing to begin with", where, f"give it a value, such as `= {example}`")
    given = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
    if not isinstance(value, bool | int | float) or given not in (wanted, "int" if wanted == "float" else wanted):
        raise MachineError(f"{known} begins with {value!r}, which is not of type {wanted}", where)
    if wanted == "int" and not -(2**63) <= value < 2**63:
        raise MachineError(f"{known} begins with {value!r}, which 64 bits cannot hold", where)
    if wanted == "float" and math.isnan(value):
        raise MachineError(f"{known} begins with NaN", where, "use None, and `float | None`, for no value")
    _refuse_beyond(known, value, where)
    return float(value) if wanted == "float" else int(value) if wanted == "int" else value


def _refuse_beyond(known: Declared, value: float, where: Where) -> None:
    """Refuse a setting beyond the bounds."""
    least, most = known.port.least, known.port.most
    if least is not None and value < least:
        raise MachineError(f"{known} begins with {value!r}", where, f"it is at least {least:g}")
    if most is not None and value > most:
        raise MachineError(f"{known} begins with {value!r}", where, f"it is at most {most:g}")


def _output(known: Declared, made: Port, value: Any, where: Where) -> Declared:
    if value is not _NOTHING and not isinstance(value, Method):
        raise MachineError(
            f"{known} is given {value!r}",
            where,
            "an output is null at the beginning of each step: assign it in `activity`, or give a resolution such as "
            "most_conservative(...)",
        )
    return replace(known, port=made, method=known.method if value is _NOTHING else value, where=where)


def _type(name: str, hint: Any, where: Where) -> tuple[Type, bool]:
    parts = list(get_args(hint)) if get_origin(hint) in (Union, UnionType) else [hint]
    nullable = NoneType in parts
    kinds = [part for part in parts if part is not NoneType]
    if len(kinds) != 1 or kinds[0] not in _TYPES:
        shown = getattr(hint, "__name__", str(hint))
        raise MachineError(f"'{name}' is of type {shown}", where, "machines know float, int and bool, and `| None`")
    return _TYPES[kinds[0]], nullable
