"""A machine's parts as text: expressions and statements as their author would write them, ports, resolutions."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.hcsm.program import (
    And,
    Assign,
    BagRead,
    Binary,
    Block,
    Call,
    ChildInput,
    ChildOutput,
    ChildPanel,
    Compare,
    Const,
    Expression,
    If,
    IsNull,
    Not,
    Null,
    Or,
    Peer,
    Place,
    Port,
    Press,
    Program,
    Read,
    Resolution,
    Select,
    SiblingPanel,
    Statement,
    Target,
    Temporary,
    Transition,
    Unary,
)

__all__ = [
    "block_text",
    "condition_text",
    "expression_text",
    "input_texts",
    "port_text",
    "resolution_words",
    "transition_text",
    "unit_text",
]

_TERNARY, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(10)
"""How tightly parts of an expression hold together, loosest first, as in Python."""


def expression_text(expression: Expression) -> str:
    """An expression as Python, with no more parentheses than needed and ports by their bare names.

    >>> speed = Read("input", "speed", "float", nullable=False)
    >>> twice = Binary("*", Const(2.0, "float"), Binary("+", speed, speed, "float", False), "float", False)
    >>> expression_text(Not(Compare("<", twice, Const(10.0, "float"))))
    'not 2.0 * (speed + speed) < 10.0'
    """
    return _render(expression)[0]


def _render(expression: Expression) -> tuple[str, int]:
    """The text, and how tightly it holds together."""
    match expression:
        case Const(value):
            text = repr(value)
            return text, _SIGN if text.startswith("-") else _ATOM
        case Null():
            return "None", _ATOM
        case Read(_, name):
            return name, _ATOM
        case ChildOutput(child, output):
            return f"{child}.{output}", _ATOM
        case BagRead(item, what):
            return f"{item}.{what}", _ATOM
        case Call("pow", (base, exponent)):
            return f"{_at_least(_ATOM, base)} ** {_at_least(_SIGN, exponent)}", _POWER
        case Call(function, arguments):
            return f"{function}({', '.join(expression_text(argument) for argument in arguments)})", _ATOM
        case Unary(operator, operand):
            return operator + _at_least(_SIGN, operand), _SIGN
        case Binary(operator, left, right):
            level = _SUM if operator in "+-" else _PRODUCT
            return f"{_at_least(level, left)} {operator} {_at_least(level + 1, right)}", level
    return _render_truth(expression)


def _render_truth(expression: Compare | And | Or | Not | IsNull | Select) -> tuple[str, int]:
    match expression:
        case Compare(operator, left, right):
            return f"{_at_least(_SUM, left)} {operator} {_at_least(_SUM, right)}", _COMPARISON
        case IsNull(operand):
            return f"{_at_least(_SUM, operand)} is None", _COMPARISON
        case Not(IsNull(operand)):
            return f"{_at_least(_SUM, operand)} is not None", _COMPARISON
        case Not(operand):
            return f"not {_at_least(_NOT, operand)}", _NOT
        case And(operands):
            return " and ".join(_at_least(_AND, operand) for operand in operands), _AND
        case Or(operands):
            return " or ".join(_at_least(_OR, operand) for operand in operands), _OR
        case Select(test, then, otherwise):
            return f"{_at_least(_OR, then)} if {_at_least(_OR, test)} else {expression_text(otherwise)}", _TERNARY


def _at_least(level: int, expression: Expression) -> str:
    text, own = _render(expression)
    return text if own >= level else f"({text})"


def block_text(block: Block) -> str:
    """Statements on one line, separated by semicolons; what an `if` guards is in braces, where Python would indent."""
    return "; ".join(_statement_text(statement) for statement in block)


def _statement_text(statement: Statement) -> str:
    match statement:
        case Assign(target, value):
            return f"{_target_text(target)} = {expression_text(value)}"
        case Press(ChildPanel(child, item), value):
            return f"press({child}.{item}, {expression_text(value)})"
        case Press(SiblingPanel(sibling, item), value):
            return f"send('{sibling}', {item}, {expression_text(value)})"
        case Press(Peer(handle, item), value):
            return f"send({expression_text(handle)}, {item}, {expression_text(value)})"
        case If(test, then, otherwise):
            rest = f" else {{{block_text(otherwise)}}}" if otherwise else ""
            return f"if {expression_text(test)} {{{block_text(then)}}}{rest}"
    raise TypeError(f"{statement!r} is no statement")


def _target_text(target: Target) -> str:
    match target:
        case Temporary(name) | Place(_, name):
            return name
        case ChildInput(child, name):
            return f"{child}.{name}"


def condition_text(transition: Transition) -> str:
    """When the transition is taken; a condition that is always true needs no other words.

    >>> condition_text(Transition("Red", "Green", Const(True, "bool")))
    'always'
    """
    condition = transition.condition
    return "always" if isinstance(condition, Const) and condition.value is True else expression_text(condition)


def transition_text(transition: Transition) -> str:
    """From where to where, when, and what is done on the way.

    >>> transition_text(Transition("Red", "Green", Read("input", "go", "bool", nullable=False), label="start"))
    'Red → Green when go (start)'
    """
    condition = condition_text(transition)
    action = f" / {block_text(transition.action)}" if transition.action else ""
    label = f" ({transition.label})" if transition.label else ""
    when = condition if condition == "always" else f"when {condition}"
    return f"{transition.source} → {transition.target} {when}{action}{label}"


def port_text(port: Port) -> str:
    """A port with its type (a question mark: it may be null), first value and unit.

    >>> port_text(Port("headway", "float", default=1.5, unit="s"))
    'headway: float = 1.5 s'
    >>> port_text(Port("gap", "float", nullable=True, unit="m"))
    'gap: float? [m]'
    """
    default = "" if port.default is None else f" = {port.default!r}"
    return f"{port.name}: {port.type}{'?' * port.nullable}{default}{unit_text(port, has_value=bool(default))}"


def unit_text(port: Port, *, has_value: bool) -> str:
    """The unit, if there is one, to stand behind a value or else behind a name."""
    if not port.unit:
        return ""
    return f" {port.unit}" if has_value else f" [{port.unit}]"


def input_texts(program: Program, parent: Program | None) -> Iterator[tuple[str, bool]]:
    """Each input, and whether it is news to a reader who has seen the parent's ports: one that is set, or renamed."""
    wires = parent.wires.get(program.name, {}) if parent else {}
    for port in program.inputs:
        wire = wires.get(port.name)
        if wire is None or wire.source == "set":
            yield port_text(port), True
        elif wire.name in ("", port.name):
            yield port.name, False
        else:
            yield f"{port.name} ← {wire.name}", True


_METHODS = {"least": "least of ", "first": "first of ", "blend": "blend of ", "active": "of the active child"}


def resolution_words(program: Program, output: str) -> Iterator[tuple[str, str]]:
    """How an output comes about, as pieces of text, each with the child that it names or an empty string."""
    resolution = program.resolutions.get(output)
    if resolution is not None:
        is_alone = len(resolution.children) == 1 and resolution.method != "active"
        yield "of " if is_alone else _METHODS[resolution.method], ""
        if resolution.method != "active":
            yield from _contributor_words(resolution, output)
    if program.children and _is_assigned(program.activity, output):
        yield ", then the activity" if resolution else "by the activity", ""


def _contributor_words(resolution: Resolution, output: str) -> Iterator[tuple[str, str]]:
    for position, child in enumerate(resolution.children):
        if position:
            yield ", ", ""
        source = resolution.outputs[position] if resolution.outputs else output
        yield child if source == output else f"{child}.{source}", child
        if resolution.weights:
            yield f" × {resolution.weights[position]:g}", ""


def _is_assigned(block: Block, output: str) -> bool:
    return any(_assigns(statement, output) for statement in block)


def _assigns(statement: Statement, output: str) -> bool:
    match statement:
        case Assign(Place("output", name)):
            return name == output
        case If(_, then, otherwise):
            return _is_assigned(then, output) or _is_assigned(otherwise, output)
    return False
