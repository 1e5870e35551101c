"""The body of a machine class, read into a declaration: ports, children, functions and transitions, over those that
the class before it declared.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import FrameType, FunctionType
from typing import Any, NamedTuple, Self

from seahaven.errors import nearest
from seahaven.hcsm.definition.arrow import Arrow
from seahaven.hcsm.definition.boundary import crossing, path_to
from seahaven.hcsm.definition.draft import FUNCTIONS, Declaration, Draft, Part
from seahaven.hcsm.definition.note import Note
from seahaven.hcsm.definition.port import Declared, declared, redeclared
from seahaven.hcsm.definition.source import class_lines
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Where

__all__ = ["ClassBody", "Scope"]

_SAYS = ("history", "start", "transitions")
_RESERVED = ("_draft", "_drawn", "_part", "is_immutable", "program", *_SAYS, *FUNCTIONS)


class Scope(NamedTuple):
    """Where a class statement stands, and the names that it sees."""

    where: Where
    globals: dict[str, Any]
    locals: tuple[Mapping[str, Any], ...]
    """Those of the statement itself and of the classes around it, as far as a function or module; innermost first."""

    @classmethod
    def of(cls, frame: FrameType) -> Self:
        """That of the statement which a frame executes."""
        where, inner, around = Where(frame.f_code.co_filename, frame.f_lineno), [frame.f_locals], frame
        while "__qualname__" in around.f_locals and around.f_back:
            around = around.f_back
            inner.append(around.f_locals)
        return cls(where, frame.f_globals, tuple(inner))

    @property
    def is_class(self) -> bool:
        """Whether the statement stands in the body of another class."""
        return "__qualname__" in self.locals[0]


class ClassBody:
    """The body of one machine class, being read."""

    def __init__(self, cls: type, scope: Scope) -> None:
        self.cls = cls
        self.scope = scope
        self.where = scope.where
        self.lines = class_lines(self.where.file, self.where.line)
        self.base = self._base()
        self.parts: dict[str, Any] = {}

    def declaration(self) -> Declaration:
        """All that the body says, over what the class before it said."""
        own, base = vars(self.cls), self.base.declaration if self.base else Declaration("", self.where)
        ports = {**base.ports, **self._ports(base)}
        self.parts = {name: value for name, value in own.items() if name not in _SAYS and _is_machine(value)}
        for name in self.parts:
            self._refuse_reserved(name)
        parts = {**base.parts, **{name: _part(value) for name, value in self.parts.items()}}
        functions = {
            name: value for name, value in own.items() if isinstance(value, FunctionType) and name in FUNCTIONS
        }
        said = Declaration(
            name=self.cls.__name__,
            where=self.where,
            doc=inspect.cleandoc(own.get("__doc__") or base.doc),
            ports={name: self._with_names(port) for name, port in ports.items()},
            parts=parts,
            functions={**base.functions, **functions},
            arrows=self._arrows(own["transitions"]) if "transitions" in own else base.arrows,
            start=self._name(own["start"], self._at("start")) if "start" in own else base.start,
            history=self._history(own.get("history", base.history)),
            lines=self.lines,
        )
        self._refuse_strangers(said)
        return said

    def _base(self) -> Draft | None:
        bases = [base for base in self.cls.__bases__ if _is_machine(base)]
        if len(bases) > 1:
            raise MachineError(
                f"{self.cls.__name__} is made from two machines", self.where, "take one, and the other as a child"
            )
        return _part(bases[0]).draft if bases else None

    def _history(self, given: object) -> bool:
        if not isinstance(given, bool):
            raise MachineError(
                f"history of {self.cls.__name__} is {given!r}", self._at("history"), "write True or False"
            )
        return given

    def _at(self, name: str) -> Where:
        return replace(self.where, line=self.lines.get(name, self.where.line))

    # Ports ------------------------------------------------------------------------------------------------------------

    def _ports(self, base: Declaration) -> dict[str, Declared]:
        own = vars(self.cls)
        made = {name: self._port(name, hint, own, base) for name, hint in self._hints().items() if name not in _SAYS}
        again = {
            name: redeclared(port, own[name], self._at(name))
            for name, port in base.ports.items()
            if name in own and name not in made
        }
        return {**again, **made}

    def _port(self, name: str, hint: Any, own: Any, base: Declaration) -> Declared:
        where = self._at(name)
        self._refuse_reserved(name)
        if name in base.parts or _is_machine(own.get(name)):
            raise MachineError(f"'{name}' is both a port and a child of {self.cls.__name__}", where)
        value = (own[name],) if name in own else ()
        made = declared(name, hint, *value, where=where)
        if made is None:
            raise MachineError(
                f"'{name}' of {self.cls.__name__} has a type but no role", where,
                f"write `{name}: In[...]`, Out, Local, Button or Dial",
            )  # fmt: skip
        before = base.ports.get(name)
        if before and (before.role, before.port.type, before.port.nullable) != (
            made.role,
            made.port.type,
            made.port.nullable,
        ):
            raise MachineError(f"{made} of {self.cls.__name__} was {before} of another type or role", where)
        return made

    def _hints(self) -> dict[str, Any]:
        names = self._names()
        return {name: self._hint(name, hint, names) for name, hint in inspect.get_annotations(self.cls).items()}

    def _hint(self, name: str, hint: Any, names: dict[str, Any]) -> Any:
        """An annotation as an object; one that is text, as after `from __future__ import annotations`, is evaluated."""
        try:
            return eval(hint, self.scope.globals, names) if isinstance(hint, str) else hint
        except (NameError, AttributeError, SyntaxError, TypeError) as error:
            raise MachineError(
                f"'{name}' of {self.cls.__name__} has a type that is not known: {error}", self._at(name),
                f"write `{name}: In[float]`, or another role with float, int or bool",
            ) from None  # fmt: skip

    def _names(self) -> dict[str, Any]:
        """The names that the class body sees."""
        return {name: value for names in reversed(self.scope.locals) for name, value in names.items()}

    # Children ---------------------------------------------------------------------------------------------------------

    def _name(self, reference: Any, where: Where) -> str:
        """The name of a child that is given by reference or by name."""
        if isinstance(reference, str):
            return reference
        names = [name for name, value in self._referred() if value is reference]
        if len(names) == 1:
            return names[0]
        shown = getattr(reference, "__name__", type(reference).__name__)
        if names:
            raise MachineError(
                f"'{shown}' could be {' or '.join(names)} of {self.cls.__name__}", where, "give the name as text"
            )
        children = nearest(shown, dict(self._referred()))
        raise MachineError(f"'{shown}' is not a child of {self.cls.__name__}{children}", where)

    def _referred(self) -> Iterator[tuple[str, Any]]:
        yield from self.parts.items()
        for base in self.cls.__mro__[1:]:
            others = vars(base).items() if _is_machine(base) else ()
            yield from ((n, v) for n, v in others if n not in _SAYS and n not in self.parts and _is_machine(v))

    def _with_names(self, port: Declared) -> Declared:
        if port.method is None:
            return port
        names = tuple(self._name(child, port.where) for child in port.method.children)
        for name in names:
            if name not in dict(self._referred()):
                raise MachineError(f"'{name}' is not a child of {self.cls.__name__}", port.where)
        return replace(port, method=replace(port.method, children=names))

    def _arrows(self, given: Any) -> tuple[Arrow, ...]:
        arrows = tuple(given) if isinstance(given, tuple | list) else (given,)
        for arrow in arrows:
            if not isinstance(arrow, Arrow):
                raise MachineError(
                    f"transitions of {self.cls.__name__} has {arrow!r}", self._at("transitions"),
                    "write (Here >> There).when(...)",
                )  # fmt: skip
        return tuple(replace(a, source=self._end(a, a.source), target=self._end(a, a.target)) for a in arrows)

    def _end(self, arrow: Arrow, reference: Any) -> str:
        """The name of the child at an end of a transition; a machine further inside is refused by the rule."""
        path = path_to(reference, dict(self._referred())) if _is_machine(reference) else ()
        if len(path) > 1:
            raise crossing(self.cls.__name__, path, is_source=reference is arrow.source, where=arrow.where)
        return self._name(reference, arrow.where)

    # Strangers --------------------------------------------------------------------------------------------------------

    def _refuse_strangers(self, said: Declaration) -> None:
        """Refuse what is in the body and means nothing, such as a function with a mistyped name."""
        used = [function for arrow in said.arrows for function in (arrow.condition, arrow.action)]
        used += [port.method.function for port in said.ports.values() if port.method]
        known = {*said.ports, *self.parts, *_SAYS, *FUNCTIONS}
        for name, value in vars(self.cls).items():
            if name in known and (isinstance(value, FunctionType) or name not in FUNCTIONS):
                continue
            if isinstance(value, Note) and name not in _RESERVED:
                continue
            if not (name.startswith("__") and name.endswith("__")) and not any(value is one for one in used):
                self._refuse(name, value)

    def _refuse_reserved(self, name: str) -> None:
        if name in _RESERVED:
            raise MachineError(f"'{name}' means something else in every machine", self._at(name), "take another name")

    def _refuse(self, name: str, value: object) -> None:
        owner = self.cls.__name__
        if name in FUNCTIONS:
            raise MachineError(
                f"'{name}' of {owner} is not a plain function", self._at(name), f"write `def {name}(m):`"
            )
        if callable(value) or hasattr(value, "__func__"):
            raise MachineError(
                f"function '{name}' of {owner} is not used by a transition{nearest(name, FUNCTIONS)}", self._at(name)
            )
        raise MachineError(
            f"'{name}' of {owner} has no role", self._at(name),
            f"write `{name}: Local[...]` or Dial, or make it a constant of the module",
        )  # fmt: skip


def _is_machine(value: object) -> bool:
    """Whether a value is a machine class or an instance of one; not so the base of all machines."""
    return isinstance(getattr(value, "_draft", None), Draft)


def _part(value: Any) -> Part:
    """A machine class, or an instance with its presets, as a child."""
    part: Part = value._part if hasattr(value, "_part") else Part(value._draft, {})
    return part
