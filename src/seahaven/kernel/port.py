"""How a module declares what it takes, gives, remembers and can be told (G1: Y = F(X, CP)).

A port is an annotated name in the module's class body. To a type checker `gap: In[float]` is simply a float:

    class Driver(Module):
        gap: In[float] = port(unit="m", interpolate="linear")   # X: read at the driver's own dates
        horns: Hears[str]                                       # sporadic events that came in
        headway: Param[float] = port(1.5, unit="s")             # CP: may be changed while running
        patience: State[float] = 60.0                           # memory, carried by snapshots
        throttle: Out[float] = 0.0                              # Y
        complaints: Emits[str]                                  # sporadic events that go out

"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Annotated, Any, Generic, TypeVar, get_args, get_type_hints

from seahaven.errors import WiringError, nearest
from seahaven.kernel.dates import nanoseconds
from seahaven.kernel.interpolation import ORDERS, Order, blender
from seahaven.kernel.values import Check, at_least, checker, runtime_type, type_name

__all__ = [
    "Emits",
    "Event",
    "Field",
    "Hears",
    "In",
    "Many",
    "Out",
    "Param",
    "Role",
    "State",
    "declared_fields",
    "port",
    "redeclared",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Event(Generic[T]):
    """Something that happened: its date, the port that told it, a count within that date, and what it was.

    Events are sorted by the first three; what happened need not have an order.
    """

    date: int
    sender: str
    index: int
    value: T

    def __lt__(self, other: Event[Any]) -> bool:
        return (self.date, self.sender, self.index) < (other.date, other.sender, other.index)


class Role(Enum):
    """What a declared field is for."""

    IN = "input"
    MANY = "many-input"
    HEARS = "event input"
    OUT = "output"
    EMITS = "event output"
    PARAM = "control parameter"
    STATE = "state"


In = Annotated[T, Role.IN]
Many = Annotated[Mapping[str, T], Role.MANY]
Hears = Annotated[tuple[Event[T], ...], Role.HEARS]
Out = Annotated[T, Role.OUT]
Emits = Annotated[list[T], Role.EMITS]
Param = Annotated[T, Role.PARAM]
State = Annotated[T, Role.STATE]

REQUIRED: Any = object()
"""Stands for 'no default'."""


@dataclass(frozen=True, slots=True)
class _Options:
    default: Any
    unit: str
    doc: str
    interpolate: Order
    lag: int
    immediate: bool
    least: float | None


def port(
    default: Any = REQUIRED,
    *,
    unit: str = "",
    doc: str = "",
    interpolate: Order = "none",
    lag: float = 0.0,
    immediate: bool = False,
    least: float | None = None,
) -> Any:
    """Say more about a declared field than its type and default.

    For control parameters: `least` is the smallest value that makes sense. For inputs: `interpolate` is the order of
    the polynomial that carries values to the reader's date; `lag` (s) reads that much before the reader's date, so
    that there are samples on both sides; `immediate` makes links to this input hand over what was computed in the
    same date.
    """
    if interpolate not in ORDERS:
        raise WiringError(f"there is no interpolation '{interpolate}'{nearest(interpolate, ORDERS)}")
    if lag < 0 or (immediate and (lag or interpolate != "none")):
        raise WiringError("a lag is zero or more, and an immediate input has neither lag nor interpolation")
    return _Options(default, unit, doc, interpolate, nanoseconds(lag), immediate, least)


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field of a module class."""

    name: str
    role: Role
    type: Any
    default: Any
    unit: str = ""
    doc: str = ""
    interpolate: Order = "none"
    lag: int = 0
    immediate: bool = False
    check: Check = field(default=checker(Any), repr=False, compare=False)

    @property
    def is_required(self) -> bool:
        """Whether a value has to be given."""
        return self.default is REQUIRED

    def __str__(self) -> str:
        unit = f", {self.unit}" if self.unit else ""
        return f"{self.role.value} '{self.name}' ({type_name(self.type)}{unit})"


_EMPTY: dict[Role, Any] = {Role.MANY: {}, Role.HEARS: (), Role.EMITS: []}
_CHANGEABLE = (list, dict, set, bytearray)


def declared_fields(owner: type) -> dict[str, Field]:
    """The fields that a module class declares itself, in the order in which they are written."""
    fields = {name: _field(owner, name, hint) for name, hint in _hints(owner).items()}
    return {name: made for name, made in fields.items() if made is not None}


def redeclared(owner: type, inherited: Field) -> Field:
    """An inherited field with the default that a subclass gives it by a plain `name = value`."""
    default = _default(owner, inherited.name, inherited.role, vars(owner)[inherited.name], inherited.check)
    return replace(inherited, default=default)


def _hints(owner: type) -> dict[str, Any]:
    """A class's own type hints, also for one made inside a function, whose names live in its frame."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("seahaven.kernel."):
        frame = frame.f_back
    names = {**frame.f_locals, **vars(owner)}
    alone = type(
        owner.__name__, (), {"__annotations__": inspect.get_annotations(owner), "__module__": owner.__module__}
    )
    try:
        return get_type_hints(alone, localns=names, include_extras=True)
    except NameError as error:
        raise WiringError(f"module class {owner.__qualname__}: a port's type is unknown: {error}") from None


def _field(owner: type, name: str, hint: Any) -> Field | None:
    role = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Role)), None)
    if role is None:
        return None
    value = owner.__dict__.get(name, REQUIRED)
    options = value if isinstance(value, _Options) else port(value)
    carried = _carried(role, get_args(hint)[0])
    check = checker(carried) if options.least is None else at_least(checker(carried), options.least)
    made = Field(
        name, role, carried, _default(owner, name, role, options.default, check), options.unit, options.doc,
        options.interpolate, options.lag, options.immediate, check,
    )  # fmt: skip
    _refuse_misfits(owner, made)
    return made


def _carried(role: Role, hint: Any) -> Any:
    """The type of one value: the T in Many[T], Hears[T] and Emits[T]."""
    if role is Role.MANY:
        return get_args(hint)[1]
    if role is Role.HEARS:
        return get_args(get_args(hint)[0])[0]
    return get_args(hint)[0] if role is Role.EMITS else hint


def _default(owner: type, name: str, role: Role, default: Any, check: Check) -> Any:
    if role in _EMPTY:
        return _EMPTY[role]
    if default is REQUIRED or role is Role.STATE:
        return default
    try:
        return check(default)
    except TypeError as error:
        raise WiringError(f"{owner.__qualname__}.{name}: the default does not fit: {error}") from None


def _refuse_misfits(owner: type, made: Field) -> None:
    where = f"{owner.__qualname__}.{made.name}"
    if made.role is Role.OUT and made.is_required:
        raise WiringError(f"{where}: an output needs an initial value, such as `{made.name}: Out[...] = 0.0`")
    if made.role in (Role.OUT, Role.EMITS) and issubclass(runtime_type(made.type), _CHANGEABLE):
        raise WiringError(
            f"{where}: a {runtime_type(made.type).__name__} could be changed after it was handed over; "
            "put out a tuple, a read-only array or a frozen dataclass"
        )
    if made.interpolate != "none" and blender(runtime_type(made.type)) is None:
        raise WiringError(
            f"{where}: values of type {type_name(made.type)} cannot be interpolated; "
            "use float, a float array, or a type with a blend(weights, values) method"
        )
    timed = made.interpolate != "none" or made.lag or made.immediate
    if timed and made.role not in (Role.IN, Role.MANY):
        raise WiringError(f"{where}: only inputs have interpolation, lag or immediate links")
