"""A machine as an author writes it: a class that reads like the tuple of H1.

    class Follow(Machine):
        \"\"\"Keep a time gap to the vehicle ahead; say nothing while the road is clear.\"\"\"

        gap: In[float | None] = declare(unit="m")
        speed: In[float]
        headway: Dial[float] = 1.5
        acceleration: Out[float]

        class Clear(Machine): ...

        class Tracking(Machine):
            def activity(m):
                m.acceleration = 0.4 * (m.gap - 2.0 - m.headway * m.speed)

        start = Clear
        transitions = (
            (Clear >> Tracking).when(lambda m: m.gap < 4.0 * m.speed),
            (Tracking >> Clear).when(lambda m: m.gap is None or m.gap > 6.0 * m.speed),
        )

Classes inside are children; so are instances, which are parts with dials preset: `follow = Follow(headway=2.0)`. The
class is read and checked when it is made, and never run: `Follow.program` is what the engines run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from seahaven.errors import nearest
from seahaven.hcsm.definition.arrow import Arrow
from seahaven.hcsm.definition.body import ClassBody, Scope
from seahaven.hcsm.definition.draft import Draft, Part
from seahaven.hcsm.definition.port import Declared, Role, fitting
from seahaven.hcsm.definition.refusal import refusing
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Program, Where

__all__ = ["Machine", "MachineType"]

OWN = f"{__name__.partition('.')[0]}."
"""What the names of this package's modules begin with."""


class MachineType(type):
    """The class of machine classes: reads and checks each when it is made, and gives `>>` its meaning.

    Those of this package are read when they are first used. There are many, few studies use them all, and the tests
    read every one.
    """

    _drawn: Draft

    @property
    def _draft(cls) -> Draft:
        if _around.get(cls) in _unread:
            _ = _around[cls]._draft
        if cls in _unread:
            cls._read(_unread.pop(cls))
        try:
            drawn: Draft = vars(cls)["_drawn"]
        except KeyError:
            raise AttributeError(f"{cls.__name__} itself is no machine") from None
        return drawn

    def _read(cls, scope: Scope) -> None:
        """Read the class that a class statement has made, and what was left open inside it."""
        cls._drawn = Draft(ClassBody(cls, scope).declaration())
        for value in cls._inside():
            value._draft.enclosing = value._draft.enclosing or cls._draft

    def _read_later(cls, scope: Scope) -> None:
        """Read the class when it is first used; what is inside it then waits for that, too."""
        _unread[cls] = scope
        _around.update(dict.fromkeys(cls._inside(), cls))

    def _inside(cls) -> Iterator[MachineType]:
        """The machines whose classes are written inside that of this one."""
        for value in vars(cls).values():
            if isinstance(value, MachineType) and value.__qualname__ == f"{cls.__qualname__}.{value.__name__}":
                yield value

    def __rshift__(cls, target: Any) -> Arrow:
        return Arrow(cls, target, _caller())

    def __rrshift__(cls, source: Any) -> Arrow:
        return Arrow(source, cls, _caller())


_unread: dict[MachineType, Scope] = {}
"""Machines of this package that were not used yet, with where they are written."""
_around: dict[MachineType, MachineType] = {}
"""Of such machines that are written inside another one, that one: it is read first."""


class _Programmed:
    """`Follow.program` of a class, and `Follow(headway=2.0).program` with the dials preset."""

    def __get__(self, part: Machine | None, machine: MachineType) -> Program:
        if not hasattr(machine, "_draft"):
            raise MachineError(f"{machine.__name__} itself is no machine", hint="write a class of it")
        return part._part.program(machine.__name__) if part else machine._draft.program


class _Reader:
    """What Python calls for every new machine class, as `__init_subclass__`: reads it, or has it refused.

    It stands in that place, not in the metaclass, because from here what is called then can be chosen: nothing, or what
    raises the refusal at the author's own line.
    """

    def __get__(self, _: object, machine: MachineType) -> Callable[[], object]:
        frame = sys._getframe(1)
        if "_drawn" in vars(machine) or not any(isinstance(base, MachineType) for base in machine.__bases__):
            return dict
        scope = Scope.of(frame)
        if machine.__module__.startswith(OWN):
            machine._read_later(scope)
            return dict
        try:
            machine._read(scope)
            if not scope.is_class:
                _ = machine._draft.program
        except MachineError as error:
            where = error.where or Where(frame.f_code.co_filename, frame.f_lineno)
            return refusing(error, where, machine.__qualname__)
        return dict


class Machine(metaclass=MachineType):
    """The base of all machines. An instance is the same machine with its dials preset: as a child of another, or alone.

    `program` is what the engines run. Neither a class nor an instance ever changes.
    """

    __init_subclass__: ClassVar[Any] = _Reader()
    _draft = property(lambda self: type(self)._draft)
    program = _Programmed()
    is_immutable: ClassVar[bool] = True
    transitions: ClassVar[Arrow | Sequence[Arrow]] = ()
    start: ClassVar[Any] = None
    history: ClassVar[bool] = False

    def __init__(self, **dials: float) -> None:
        try:
            self._part = Part(type(self)._draft, _presets(type(self), dials, _caller()))
        except MachineError as error:
            raise error.with_traceback(None) from None  # without what found it

    if TYPE_CHECKING:
        # A nested machine uses names of the machine around it; they are checked when the class is made.
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __rshift__(self, target: Any) -> Arrow:
        return Arrow(self, target, _caller())

    def __rrshift__(self, source: Any) -> Arrow:
        return Arrow(source, self, _caller())


def _presets(machine: MachineType, dials: Mapping[str, float], where: Where) -> dict[str, float | int | bool]:
    """What dials of a machine are set to; refused where it has none such, or what is given does not fit."""
    ports = machine._draft.declaration.ports
    known = {name: port for name, port in ports.items() if port.role is Role.DIAL}
    for name in dials:
        if name not in known:
            raise MachineError(f"{machine.__name__} has no dial '{name}'{nearest(name, known)}", where)
    return {name: _setting(known[name], dials[name], where) for name in dials}


def _setting(dial: Declared, value: object, where: Where) -> float | int | bool:
    made = fitting(dial, value, where)
    assert made is not None, "a dial is never null"
    return made


def _caller() -> Where:
    """Where the author's code is that called what called this."""
    frame = sys._getframe(2)
    return Where(frame.f_code.co_filename, frame.f_lineno)
