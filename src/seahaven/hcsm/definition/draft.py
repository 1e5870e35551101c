"""From what a class declares to a checked `Program`.

A machine that is written inside another one sees the inputs and dials of that one, and may assign its outputs, without
declaring them again; what it uses in that way is declared for it here. So a draft is finished only when the outermost
class is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType

from seahaven.errors import nearest
from seahaven.hcsm.definition.arrow import Arrow
from seahaven.hcsm.definition.boundary import no_child
from seahaven.hcsm.definition.function import Reading, read_condition, read_function, read_own
from seahaven.hcsm.definition.port import Declared, Role
from seahaven.hcsm.definition.resolution import check_children, settled
from seahaven.hcsm.definition.scope import Moment
from seahaven.hcsm.definition.sibling import check_siblings
from seahaven.hcsm.definition.structure import check_transitions, kind_of, warn_unreachable
from seahaven.hcsm.definition.wiring import wired
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import (
    Assign,
    Block,
    Const,
    If,
    Kind,
    Place,
    Port,
    Program,
    Resolution,
    Statement,
    Transition,
    Where,
)

__all__ = ["FUNCTIONS", "Declaration", "Draft", "Part"]

FUNCTIONS = {
    "pre_activity": Moment.PRE_ACTIVITY,
    "activity": Moment.ACTIVITY,
    "entry": Moment.ENTRY,
    "exit": Moment.EXIT,
}
"""The functions that a machine may have, by name."""


@dataclass(frozen=True, slots=True)
class Part:
    """A machine used as a child: its draft, and what its dials are preset to."""

    draft: Draft
    presets: Mapping[str, float | int | bool]

    def program(self, name: str) -> Program:
        """The child's program under the name that it has in its parent."""
        program = self.draft.program
        dials = tuple(replace(dial, default=self.presets.get(dial.name, dial.default)) for dial in program.dials)
        return replace(program, name=name, dials=dials)


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a class body says; children are named, not referred to."""

    name: str
    where: Where
    doc: str = ""
    ports: Mapping[str, Declared] = field(default_factory=dict)
    parts: Mapping[str, Part] = field(default_factory=dict)
    functions: Mapping[str, FunctionType] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()
    start: str = ""
    history: bool = False
    lines: Mapping[str, int] = field(default_factory=dict)

    def at(self, name: str) -> Where:
        """Where a name of the class body is written."""
        return replace(self.where, line=self.lines.get(name, self.where.line))


class Draft:
    """A machine on its way to a program; the scope of its functions."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.enclosing: Draft | None = None
        self._ports = dict(declaration.ports)
        self._children: dict[str, Program] | None = None
        self._program: Program | None = None

    @property
    def name(self) -> str:
        """The machine's name."""
        return self.declaration.name

    @property
    def children(self) -> Mapping[str, Program]:
        """The children's programs by name."""
        if self._children is None:
            self._children = {name: part.program(name) for name, part in self.declaration.parts.items()}
        return self._children

    @property
    def program(self) -> Program:
        """The checked program."""
        if self._program is None:
            self._program = self._built()
        return self._program

    # What functions see -----------------------------------------------------------------------------------------------

    def port(self, name: str) -> Declared | None:
        """What is declared under a name; an input or dial of an enclosing machine becomes an input of this one."""
        if name in self._ports:
            return self._ports[name]
        source = self.enclosing.feed(name) if self.enclosing and name not in self.declaration.parts else None
        if source is None:
            return None
        self._ports[name] = Declared(Role.INPUT, replace(source.port, default=None), source.where)
        return self._ports[name]

    def feed(self, name: str) -> Declared | None:
        """The input or dial that a child's input of that name is, by implicit wiring."""
        declared = self.port(name)
        return declared if declared and declared.role in (Role.INPUT, Role.DIAL) else None

    def output(self, name: str) -> Declared | None:
        """An output by name; one of an enclosing machine becomes an output of this one, too."""
        if name in self._ports or name in self.declaration.parts:
            declared = self._ports.get(name)
            return declared if declared and declared.role is Role.OUTPUT else None
        source = self.enclosing.output(name) if self.enclosing else None
        if source:
            self._ports[name] = Declared(Role.OUTPUT, source.port, source.where)
        return self._ports.get(name)

    def absence(self, name: str) -> str:
        """What to say of a name that is not there."""
        around, outer = self.enclosing, None
        while around and outer is None:
            outer, owner, around = around.declaration.ports.get(name), around.name, around.enclosing
        if outer:
            return (
                f"'{name}' is not declared in {self.name}; the {outer} of {owner} is not seen here: declare "
                f"`{name}: In[{outer.port.type}]`, and assign it in the pre_activity of {owner}"
            )
        return f"'{name}' is not declared in {self.name}{nearest(name, self._visible())}"

    def _visible(self) -> set[str]:
        inherited = self.enclosing._visible() if self.enclosing else set()
        return {*self._ports, *self.declaration.parts, *inherited}

    # Building ---------------------------------------------------------------------------------------------------------

    def _built(self) -> Program:
        said = self.declaration
        kind = kind_of(said.name, tuple(self.children), len(said.arrows), said.start, said.at("start"))
        readings = {name: self._reading(name) for name in FUNCTIONS}
        transitions = tuple(self._transition(arrow) for arrow in said.arrows)
        check_transitions(said.name, transitions)
        check_siblings(said.name, self.children)
        if kind == "sequential":
            warn_unreachable(said.name, {name: said.at(name) for name in self.children}, said.start, transitions)
        wires = {
            name: wired(said.name, child, self.feed, readings["pre_activity"], said.at(name))
            for name, child in self.children.items()
        }
        owned = self._owned()
        activity = (*owned, *readings["activity"].block)
        return Program(
            name=said.name,
            kind=kind,
            resolutions=self._resolutions(kind, activity),
            inputs=self._of(Role.INPUT),
            outputs=self._of(Role.OUTPUT),
            locals=self._of(Role.LOCAL),
            buttons=self._of(Role.BUTTON),
            dials=self._of(Role.DIAL),
            children=tuple(self.children.values()),
            start=said.start,
            transitions=transitions,
            wires=wires,
            pre_activity=readings["pre_activity"].block,
            activity=activity,
            entry=readings["entry"].block,
            exit=readings["exit"].block,
            history=said.history,
            doc=said.doc,
            where=said.where,
        )

    def _of(self, role: Role) -> tuple[Port, ...]:
        return tuple(declared.port for declared in self._ports.values() if declared.role is role)

    def _reading(self, name: str) -> Reading:
        function = self.declaration.functions.get(name)
        return read_function(function, self, FUNCTIONS[name], self.declaration.where) if function else Reading()

    def _transition(self, arrow: Arrow) -> Transition:
        around = self.enclosing.declaration.parts if self.enclosing else {}
        for end in (arrow.source, arrow.target):
            if end not in self.children:
                is_source = end is arrow.source
                raise no_child(self.name, end, self.children, around, is_source=is_source, where=arrow.where)
        condition = read_condition(arrow.condition, self, arrow.where) if arrow.condition else Const(True, "bool")
        action = read_function(arrow.action, self, Moment.TRANSITION, arrow.where).block if arrow.action else ()
        return Transition(arrow.source, arrow.target, condition, action, arrow.label, arrow.where)

    def _owned(self) -> Block:
        """The assignments that authors' own resolution methods stand for."""
        made: list[Statement] = []
        for declared in self._ports.values():
            method = declared.method
            if method and method.name == "own":
                check_children(self.name, declared.port, method.children, self.children, declared.where)
                made.append(read_own(method.function, self, declared.port, method.children, declared.where))
        return tuple(made)

    def _resolutions(self, kind: Kind, activity: Block) -> dict[str, Resolution]:
        given = _outputs_in(activity)
        made = {}
        for name, declared in self._ports.items():
            if declared.role is not Role.OUTPUT or (name in given and declared.method is None):
                continue
            if declared.method and declared.method.name == "own":
                continue
            made[name] = settled(declared.method, self.name, kind, declared.port, self.children, declared.where)
            if made[name] is None and self.children:
                raise MachineError(
                    f"nothing gives output '{name}' of {self.name}", declared.where,
                    f"assign m.{name} in `activity`, or in a child",
                )  # fmt: skip
        return {name: resolution for name, resolution in made.items() if resolution}


def _outputs_in(block: Block) -> set[str]:
    """The outputs that some statement of a block assigns."""
    found: set[str] = set()
    for statement in block:
        if isinstance(statement, If):
            found |= _outputs_in(statement.then) | _outputs_in(statement.otherwise)
        elif (
            isinstance(statement, Assign) and isinstance(statement.target, Place) and statement.target.place == "output"
        ):
            found.add(statement.target.name)
    return found
