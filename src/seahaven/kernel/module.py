"""A module: a computation with typed ports, a rate of its own, and sub-modules (G1, G3).

    class Pedal(Module):
        wanted: In[float] = port(unit="m/s")
        speed: In[float] = port(unit="m/s", interpolate="linear")
        gain: Param[float] = 0.5
        force: Out[float] = port(0.0, unit="N")

        def step(self, tick: Tick) -> None:
            self.force = self.gain * (self.wanted - self.speed)

    car = Module("car", Pedal("pedal", rate=100), Engine("engine", rate=1000))
    car.link("pedal.force", "engine.force")

Before `step` runs, the inputs hold what the module may know at its date; afterwards the outputs are taken over. A
module keeps nothing but its declared fields, so that snapshots and forks can carry it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Unpack
from weakref import ref

import numpy as np

from seahaven.errors import WiringError, nearest
from seahaven.kernel.change import Link, LinkOptions
from seahaven.kernel.dates import Beat
from seahaven.kernel.part import Part
from seahaven.kernel.port import Event, Field, Role, declared_fields, redeclared
from seahaven.kernel.store import StorePort
from seahaven.kernel.tick import Tick

if TYPE_CHECKING:
    from seahaven.kernel.controller import Controller

__all__ = ["Module"]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_FILLED = (Role.MANY, Role.HEARS, Role.EMITS)
_INPUTS = (Role.IN, Role.MANY, Role.HEARS)


class Module:
    """A named node of the simulation tree; subclasses declare ports and a `step`.

    A plain `Module` is a branch: it holds others and computes nothing. `rate` is in Hz; a module that has a `step` but
    no rate follows the caller: it runs once per `advance(dt)`, over that dt. An *edge* module (`class Recorder(Module,
    edge=True)`) touches the outside; it can have no outputs, and is left out of snapshots and forks.
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_parent",
        "beat",
        "children",
        "given",
        "has_run",
        "links",
        "live",
        "name",
        "ports",
        "spare",
    )  # fmt: skip

    fields: ClassVar[dict[str, Field]] = {}
    store_ports: ClassVar[dict[str, StorePort]] = {}
    is_edge: ClassVar[bool] = False
    keeps_spare: ClassVar[bool] = False

    name: str
    ports: dict[str, StorePort]
    has_run: bool
    children: list[Module]
    links: list[Link]
    beat: Beat | None
    given: dict[str, Any]

    def __init_subclass__(cls, *, edge: bool = False, **options: Any) -> None:
        super().__init_subclass__(**options)
        bases = [base for base in reversed(cls.__mro__[1:]) if issubclass(base, Module)]
        inherited = {name: field for base in bases for name, field in base.fields.items()}
        own = declared_fields(cls)
        again = {n: redeclared(cls, f) for n, f in inherited.items() if n in vars(cls) and n not in own}
        cls.fields = {**inherited, **again, **own}
        ports = {name: value for name, value in vars(cls).items() if isinstance(value, StorePort)}
        cls.store_ports = {**{n: p for base in bases for n, p in base.store_ports.items()}, **ports}
        cls.is_edge = edge or any(base.is_edge for base in bases)
        cls._refuse_misfits()

    @classmethod
    def _refuse_misfits(cls) -> None:
        if taken := sorted(cls.fields.keys() & vars(Module).keys()):
            raise WiringError(
                f"{cls.__qualname__}.{taken[0]}: every module has a '{taken[0]}'; name the port otherwise"
            )
        if cls.__dict__.get("__slots__"):
            raise WiringError(f"{cls.__qualname__}: snapshots do not see __slots__; declare `name: State[...]` instead")
        speaking = [f.name for f in cls.fields.values() if f.role in (Role.OUT, Role.EMITS)]
        if cls.is_edge and speaking:
            raise WiringError(f"{cls.__qualname__} is an edge module and cannot have the output '{speaking[0]}'")

    def __init__(self, name: str, *children: Module, rate: float | str | Fraction | None = None, **values: Any) -> None:
        if not _NAME.fullmatch(name):
            raise WiringError(f"'{name}' cannot name a module: use letters, digits, '_' and '-', a letter first")
        self.name = name
        self._parent: ref[Module] | None = None
        self.ports = dict(self.store_ports)
        self.has_run = False
        self.live: Any = None
        self.spare: Any = None
        self.children = []
        self.links = []
        self.given = {}
        self.beat = None if rate is None else Beat.of(rate)
        if self.beat and not self.has_step:
            raise WiringError(f"module '{name}' ({type(self).__qualname__}) has a rate but no step")
        self._take(values)
        self.add(*children)
        self.build()

    def _take(self, values: dict[str, Any]) -> None:
        for unknown in sorted(values.keys() - self.fields.keys()):
            raise WiringError(f"module '{self.name}' has no field '{unknown}'{nearest(unknown, self.fields)}")
        for field in self.fields.values():
            if field.name in values:
                value = self.checked(field, values[field.name])
            elif field.is_required and field.role is Role.PARAM:
                raise WiringError(f"module '{self.name}' needs a value for its {field}")
            else:
                value = None if field.is_required else _fresh(field)
            self.__dict__[field.name] = value
            if field.role in (Role.IN, Role.PARAM) and (field.name in values or not field.is_required):
                self.given[field.name] = value

    def checked(self, field: Field, value: Any) -> Any:
        """`value` as the field keeps it; refuses what does not fit its type. The giver's own copy stays changeable."""
        if field.role is Role.STATE:
            return deepcopy(value)
        if field.role in _FILLED:
            raise WiringError(f"{self.path or self.name}.{field.name}: the {field} is filled by links, not given")
        try:
            return field.check(value.copy() if isinstance(value, np.ndarray) else value)
        except TypeError as error:
            raise WiringError(f"{self.path or self.name}.{field.name}: {error}") from None

    # --- what subclasses may override -----------------------------------------------------------------------------

    def build(self) -> None:
        """Add sub-modules and links of a reusable part; runs once, when the module is made."""

    def init(self, tick: Tick) -> None:
        """Prepare before the first date: outputs set here are the initial values. No input is there yet."""

    def step(self, tick: Tick) -> None:
        """Compute outputs from inputs, parameters and state; runs at each of the module's dates."""

    def hear(self, tick: Tick) -> None:
        """Take in the events that have come, right before `step` or `part`; without it, events have `step` run."""

    def part(self, tick: Tick) -> Part | None:
        """How compiled code makes the next steps, beginning with this one; None where `step` has to run.

        Asked after an event, a visit, or a change of rows or owners. Whether a module is visited or its part runs must
        not change a value.
        """
        return None

    def settle(self, tick: Tick, status: int) -> None:
        """Do what is left of a step that the module's part has ended with a status above 0: emit, put out, note."""

    def end(self, tick: Tick) -> None:
        """Finish after the last date, also when the run failed."""

    def freeze(self) -> None:
        """Put what `live` holds into declared fields, before a snapshot is taken.

        `live` is for what a module cannot keep in fields while it runs (an engine with its buffers, say). It is not
        carried by snapshots: after restoring and in forks it is None, to be made again from the fields. Of a class that
        says `keeps_spare`, `spare` is then what `live` was before restoring, for what can be used again: memory, code,
        never state.
        """

    def observe(self, events: list[Event[Any]]) -> None:
        """See every event of the run as it is emitted (edge modules only)."""

    def finish(self, run: Controller) -> None:
        """Take a last look at the run before its modules end (edge modules only).

        At the date reached nothing has been computed yet. A fork may compute it; the run itself goes no further.
        """

    def rewind(self, now: int) -> None:
        """Hear that the run has gone back to `now` (edge modules only); raise where that cannot be followed."""

    # --- the tree -------------------------------------------------------------------------------------------------

    def add(self, *children: Module) -> None:
        """Make `children` sub-modules of this one."""
        for child in children:
            if any(child.name == other.name for other in self.children):
                raise WiringError(f"module '{self.path or self.name}' already has a part named '{child.name}'")
            if child.parent is not None:
                raise WiringError(f"module '{child.path}' already belongs to '{child.parent.name}'")
            if self.is_edge and not child.is_edge:
                raise WiringError(
                    f"module '{child.name}' is part of the edge module '{self.name}', so make it edge too"
                )
            child._parent = ref(self)
            self.children.append(child)

    def link(self, source: str, target: str, **options: Unpack[LinkOptions]) -> None:
        """Join an output to an input of parts of this module, as `part.port` or `part/part.port`.

        What is not said is as the input declares it. `lag` is in seconds.
        """
        self.links.append(Link.of(source, target, options))

    def unlink(self, path: str) -> None:
        """Forget the links of this tree that begin or end at the module at `path`, or at its parts."""
        for module in self.walk():
            whole = [(link, _from_root(module, link)) for link in module.links]
            module.links = [link for link, seen in whole if not seen.touches(path)]

    def give(self, name: str, value: Any) -> None:
        """Set a parameter in `build`, as if it had been given; checkpoints leave it to be made again."""
        field = self.fields[name]
        self.__dict__[name] = self.given[name] = self.checked(field, value)

    def forget_inputs(self) -> None:
        """Have inputs as they were when the module was made, before anything fed them."""
        for field in self.fields.values():
            if field.role in _INPUTS:
                default = None if field.is_required else _fresh(field)
                self.__dict__[field.name] = self.given.get(field.name, default)

    def open_port(self, name: str, port: Any) -> None:
        """Declare a store port in `build`, for this module alone, where only the parameters tell what is needed."""
        if name in self.fields or name in self.ports:
            raise WiringError(f"module '{self.name}' already has a port '{name}'")
        port.name = name
        self.ports[name] = port

    def leave(self) -> None:
        """Part from the module above."""
        if self.parent is not None:
            self.parent.children.remove(self)
        self._parent = None

    @property
    def parent(self) -> Module | None:
        """The module above; held weakly, so that a run that nobody needs any more is freed at once."""
        return self._parent() if self._parent else None

    @property
    def has_step(self) -> bool:
        """Whether the module computes anything."""
        return type(self).step is not Module.step

    @property
    def path(self) -> str:
        """Names from below the root down to this module, joined by '/'; the root's path is empty."""
        if self.parent is None:
            return ""
        above = self.parent.path
        return f"{above}/{self.name}" if above else self.name

    def walk(self) -> Iterator[Module]:
        """This module and all below it, in the order of their paths."""
        yield self
        for child in sorted(self.children, key=lambda c: c.name):
            yield from child.walk()

    def all_links(self) -> Iterator[Link]:
        """The links of this tree, with addresses from the root."""
        for module in self.walk():
            for link in module.links:
                yield _from_root(module, link)


def _fresh(field: Field) -> Any:
    """A default that no other module shares; arrays need no copy, since ports keep them read-only."""
    if isinstance(field.default, np.ndarray) and field.role is not Role.STATE:
        return field.default
    return deepcopy(field.default)


def _from_root(module: Module, link: Link) -> Link:
    return replace(link, source=_absolute(module.path, link.source), target=_absolute(module.path, link.target))


def _absolute(own: str, address: str) -> str:
    """`.port` means a port of the module itself."""
    return f"{own}/{address}" if own and not address.startswith(".") else f"{own}{address}"
