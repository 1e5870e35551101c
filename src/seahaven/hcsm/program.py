"""A machine as data: what both engines run, once the author's class has been read and checked.

A `Program` is a tree of machines (H1). The author's functions are statements and expressions in a scalar language:
every expression has one of three types and may or may not be null. Interpreter and compiler both start from here, so
they cannot disagree about what the author wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "FUNCTIONS",
    "And",
    "Assign",
    "BagRead",
    "Binary",
    "Block",
    "Call",
    "ChildInput",
    "ChildOutput",
    "ChildPanel",
    "Compare",
    "Const",
    "Expression",
    "If",
    "IsNull",
    "Kind",
    "Not",
    "Null",
    "Or",
    "Peer",
    "Place",
    "Port",
    "Press",
    "Program",
    "Read",
    "Resolution",
    "Select",
    "SiblingPanel",
    "Statement",
    "Target",
    "Temporary",
    "Transition",
    "Type",
    "Unary",
    "Where",
    "Wire",
]

Type = Literal["float", "int", "bool"]
Kind = Literal["leaf", "sequential", "concurrent"]
FUNCTIONS = (
    "abs", "acos", "asin", "atan", "atan2", "ceil", "clip", "cos", "either", "exp", "float", "floor", "hypot", "int",
    "log", "max", "min", "pow", "sign", "sin", "sqrt", "tan",
)  # fmt: skip
"""What an author may call; each is total (see `arithmetic.py`)."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where in the author's source something stands."""

    file: str = "<program>"
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


# Expressions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A number or truth value."""

    value: float | int | bool
    type: Type
    nullable: Literal[False] = False


@dataclass(frozen=True, slots=True)
class Null:
    """No value, of some type."""

    type: Type
    nullable: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Read:
    """The value of an input, a local or a dial of the machine itself, or of a temporary of the function."""

    place: Literal["input", "local", "dial", "temporary"]
    name: str
    type: Type
    nullable: bool


@dataclass(frozen=True, slots=True)
class ChildOutput:
    """What a child put out in this step; null if it is inactive or said nothing. Only in activities."""

    child: str
    output: str
    type: Type
    nullable: Literal[True] = True


@dataclass(frozen=True, slots=True)
class BagRead:
    """What can be known of the messages that arrived for one button or dial: `count` (int), `any` (bool), `first`,
    `last`, `least`, `largest` (null if there are none), `total` (0 if there are none). `first` and `last` are in the
    order of the bag, by value and then sender; so `first` is `least` and `last` is `largest`, which are kept as names
    for the reader's sake.
    """

    item: str
    what: Literal["count", "any", "first", "last", "least", "largest", "total"]
    type: Type
    nullable: bool


@dataclass(frozen=True, slots=True)
class Unary:
    """`-x`; null if x is."""

    operator: Literal["-"]
    operand: Expression
    type: Type
    nullable: bool


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic; null if an operand is. `/` always gives a float; the others an int if both operands are ints."""

    operator: Literal["+", "-", "*", "/", "//", "%"]
    left: Expression
    right: Expression
    type: Type
    nullable: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison; false if an operand is null, whatever the operator."""

    operator: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Expression
    right: Expression
    type: Literal["bool"] = "bool"
    nullable: Literal[False] = False


@dataclass(frozen=True, slots=True)
class And:
    """Whether all are true; null counts as false."""

    operands: tuple[Expression, ...]
    type: Literal["bool"] = "bool"
    nullable: Literal[False] = False


@dataclass(frozen=True, slots=True)
class Or:
    """Whether any is true; null counts as false."""

    operands: tuple[Expression, ...]
    type: Literal["bool"] = "bool"
    nullable: Literal[False] = False


@dataclass(frozen=True, slots=True)
class Not:
    """Whether the operand is not true; so null gives true."""

    operand: Expression
    type: Literal["bool"] = "bool"
    nullable: Literal[False] = False


@dataclass(frozen=True, slots=True)
class IsNull:
    """`x is None`."""

    operand: Expression
    type: Literal["bool"] = "bool"
    nullable: Literal[False] = False


@dataclass(frozen=True, slots=True)
class Select:
    """`a if test else b`; a test that is null counts as false."""

    test: Expression
    then: Expression
    otherwise: Expression
    type: Type
    nullable: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A function of `FUNCTIONS`; null if an argument is, but `either(a, b)` is a unless that is null, and then b."""

    function: str
    arguments: tuple[Expression, ...]
    type: Type
    nullable: bool


Expression = (
    Const | Null | Read | ChildOutput | BagRead | Unary | Binary | Compare | And | Or | Not | IsNull | Select | Call
)


# Statements -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Temporary:
    """A name inside one function."""

    name: str
    type: Type
    nullable: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A local (in any function but a condition) or an output (in activities) of the machine itself."""

    place: Literal["local", "output"]
    name: str


@dataclass(frozen=True, slots=True)
class ChildInput:
    """An input of a child; only in pre-activities."""

    child: str
    input: str


Target = Temporary | Place | ChildInput


@dataclass(frozen=True, slots=True)
class Assign:
    """`target = value`. An int goes into a float as that float; nothing else is converted."""

    target: Target
    value: Expression
    where: Where = Where()


@dataclass(frozen=True, slots=True)
class If:
    """`if test: ... else: ...`; a test that is null counts as false."""

    test: Expression
    then: Block
    otherwise: Block
    where: Where = Where()


@dataclass(frozen=True, slots=True)
class ChildPanel:
    """A button or dial of a child."""

    child: str
    item: str


@dataclass(frozen=True, slots=True)
class SiblingPanel:
    """A button or dial of another child of the machine's own parent, by the name that it has there (H11)."""

    sibling: str
    item: str


@dataclass(frozen=True, slots=True)
class Peer:
    """A button or dial of another entity's top machine; the handle is that entity's id (an int). Null: nobody."""

    handle: Expression
    item: str


@dataclass(frozen=True, slots=True)
class Press:
    """Send a message; a null value sends nothing. Values travel as floats."""

    to: ChildPanel | SiblingPanel | Peer
    value: Expression
    where: Where = Where()


Statement = Assign | If | Press
Block = tuple[Statement, ...]


# Machines -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Port:
    """A declared input, output, local, button or dial. `default`: a local's initial value, a dial's first setting.

    `least` and `most` are the bounds of what makes sense as a dial's first setting, where it has any.
    """

    name: str
    type: Type
    nullable: bool = False
    default: float | int | bool | None = None
    unit: str = ""
    doc: str = ""
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Wire:
    """How a child's input gets its value.

    `input` or `dial`: it *is* the parent's input or dial of that name (implicit wiring: no copy, known at any time of
    the step). `set`: the parent's pre-activity assigns it; until then in a step, and where it is not, it is null.
    """

    source: Literal["input", "dial", "set"]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Transition:
    """From one child to another, when the condition holds; `action` is the transition function, of the parent."""

    source: str
    target: str
    condition: Expression
    action: Block = ()
    label: str = ""
    where: Where = Where()


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a machine's output comes from its children's outputs of the same name (or of `outputs[child]`).

    `least` (most conservative): the minimum. `first` (priority): of the first child, in the order given, that says
    anything. `blend`: the mean weighted by `weights`, over those that say anything; both sums begin at 0.0 and run in
    the order of names. `active` (pass-through): of the one active child. Null children are skipped; all null gives
    null. Of equal least values the child that comes first by name is the one chosen. NaN is no least value: it is the
    result only where no child says anything else.
    """

    method: Literal["least", "first", "blend", "active"]
    children: tuple[str, ...]
    weights: tuple[float, ...] = ()
    outputs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """One machine of a tree, with all that is below it.

    `wires[child][input]` says how each child's inputs are fed. `resolutions` come before the activity, whose
    assignments to outputs stand over them. With `history`, re-activation restores the machine and all below it.
    """

    name: str
    kind: Kind
    inputs: tuple[Port, ...] = ()
    outputs: tuple[Port, ...] = ()
    locals: tuple[Port, ...] = ()
    buttons: tuple[Port, ...] = ()
    dials: tuple[Port, ...] = ()
    children: tuple[Program, ...] = ()
    start: str = ""
    transitions: tuple[Transition, ...] = ()
    wires: dict[str, dict[str, Wire]] = field(default_factory=dict)
    resolutions: dict[str, Resolution] = field(default_factory=dict)
    pre_activity: Block = ()
    activity: Block = ()
    entry: Block = ()
    exit: Block = ()
    history: bool = False
    doc: str = ""
    where: Where = Where()

    def presses(self) -> Iterator[Press]:
        """The messages that this machine's own functions may send."""
        for block in (self.pre_activity, self.activity, self.entry, self.exit, *(t.action for t in self.transitions)):
            yield from _presses(block)

    def child(self, name: str) -> Program:
        """The child of that name."""
        return next(child for child in self.children if child.name == name)

    def walk(self, path: str = "") -> Iterator[tuple[str, Program]]:
        """This machine and all below it with their paths, `Driver`, `Driver/follow`, ..., in the order of names."""
        own = f"{path}/{self.name}" if path else self.name
        yield own, self
        for child in sorted(self.children, key=lambda c: c.name):
            yield from child.walk(own)


def _presses(block: Block) -> Iterator[Press]:
    for statement in block:
        if isinstance(statement, Press):
            yield statement
        elif isinstance(statement, If):
            yield from _presses(statement.then)
            yield from _presses(statement.otherwise)
