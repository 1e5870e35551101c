"""From an author's statements to statements of the program, checked for what their moment in the step allows."""

from __future__ import annotations

import ast
from typing import NoReturn

from seahaven.errors import nearest
from seahaven.hcsm.definition.formula import ExpressionReader
from seahaven.hcsm.definition.port import Declared, Role
from seahaven.hcsm.definition.scope import Moment, Scope
from seahaven.hcsm.definition.source import Written
from seahaven.hcsm.definition.typed import certain, promoted, shown
from seahaven.hcsm.definition.vocabulary import MESSAGES, name_in
from seahaven.hcsm.program import (
    Assign,
    Block,
    ChildInput,
    ChildPanel,
    Const,
    Expression,
    If,
    Peer,
    Place,
    Port,
    Press,
    Read,
    SiblingPanel,
    Statement,
    Target,
    Temporary,
)

__all__ = ["StatementReader", "is_docstring"]

_OUTSIDE: dict[type[ast.AST], tuple[str, str]] = {
    ast.While: ("a while loop", "a step must end: use a child and a transition, one round per step"),
    ast.For: ("a for loop", "write the rounds out, or use a transition, one round per step"),
    ast.With: ("a with block", "machines reach nothing outside"),
    ast.Try: ("a try block", "arithmetic in machines never fails (see `arithmetic.py`)"),
    ast.Raise: ("a raise", "put the trouble out as an output"),
    ast.Assert: ("an assert", "put the trouble out as an output"),
    ast.FunctionDef: ("a function inside a function", "write it out where it is called"),
    ast.ClassDef: ("a class inside a function", "nest it in the machine class, as a child"),
    ast.Return: ("a return", "use if and else; results are assigned, as in `m.acceleration = ...`"),
    ast.Global: ("a global", "use a local of the machine: `name: Local[float] = 0.0`"),
    ast.Nonlocal: ("a nonlocal", "use a local of the machine: `name: Local[float] = 0.0`"),
    ast.Import: ("an import", "import at the top of the file"),
    ast.ImportFrom: ("an import", "import at the top of the file"),
    ast.Delete: ("a del", "assign None to a local that may be None"),
    ast.Match: ("a match", "use if, elif and else"),
    ast.AnnAssign: ("a typed assignment", "leave the type out; it is that of the first value"),
}


def is_docstring(statement: ast.stmt) -> bool:
    """Whether a statement is only text."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


class StatementReader(ExpressionReader):
    """Reads the statements of one function of one machine."""

    def __init__(self, source: Written, scope: Scope, moment: Moment, given: dict[str, Expression]) -> None:
        super().__init__(source, scope, moment, given)
        self.wired: set[ChildInput] = set()

    def block(self, statements: list[ast.stmt]) -> Block:
        """Statements in their order; docstrings and `pass` are nothing."""
        made = (self._statement(s) for s in statements if not isinstance(s, ast.Pass) and not is_docstring(s))
        return tuple(made)

    def _statement(self, node: ast.stmt) -> Statement:
        if isinstance(node, ast.Assign):
            return self._assignment(node)
        if isinstance(node, ast.AugAssign):
            return self._augmented(node)
        if isinstance(node, ast.If):
            return self._branches(node)
        if isinstance(node, ast.Expr):
            return self._message(node)
        what, hint = _OUTSIDE.get(type(node), (f"'{ast.unparse(node)}'", "use assignments, if and messages"))
        raise self.refusal(node, f"{what} is outside what machines can do", hint)

    def _branches(self, node: ast.If) -> If:
        test, known, assigned = self.truth(node.test), self.known, self.assigned
        self.known = known | certain(test, True)
        then = self.block(node.body)
        known_then, assigned_then = self.known, self.assigned
        self.known, self.assigned = known | certain(test, False), assigned
        otherwise = self.block(node.orelse)
        self.known, self.assigned = self.known & known_then, self.assigned & assigned_then
        return If(test, then, otherwise, self.written.where(node))

    # Assignments ------------------------------------------------------------------------------------------------------

    def _assignment(self, node: ast.Assign) -> Assign:
        if len(node.targets) != 1 or isinstance(node.targets[0], ast.Tuple | ast.List | ast.Starred):
            raise self.refusal(node, "an assignment to several names at once", "assign one name per line")
        target = node.targets[0]
        if isinstance(target, ast.Name):
            return self._assign_temporary(node, target, node.value, self.value(node.value))
        return self._assign_place(node, target, node.value)

    def _augmented(self, node: ast.AugAssign) -> Assign:
        """`x += y` as `x = x + y`."""
        reading = ast.parse(ast.unparse(node.target), mode="eval").body
        whole = ast.BinOp(reading, node.op, node.value)
        for part in (whole, *ast.walk(reading)):
            ast.copy_location(part, node)
        if isinstance(node.target, ast.Name):
            return self._assign_temporary(node, node.target, whole, self.value(whole))
        return self._assign_place(node, node.target, whole)

    def _assign_temporary(self, node: ast.stmt, target: ast.Name, text: ast.expr, value: Expression) -> Assign:
        if target.id == self.machine:
            raise self.refusal(node, f"'{target.id}' is the machine itself", "take another name")
        known, value = self.temporaries.get(target.id), self.certified(value)
        if known is None:
            known = self.temporaries[target.id] = Temporary(target.id, value.type, value.nullable)
        port = Port(target.id, known.type, known.nullable)
        fit = self.fitted(text, value, port, f"temporary '{target.id}'")
        self.assigned |= {target.id}
        self._learn(Read("temporary", target.id, known.type, known.nullable), fit)
        return Assign(known, fit, self.written.where(node))

    def _assign_place(self, node: ast.stmt, target: ast.expr, text: ast.expr) -> Assign:
        if not isinstance(target, ast.Attribute):
            raise self.refusal(
                node, f"'{ast.unparse(target)}' cannot be assigned", "assign to locals, outputs and temporaries"
            )
        place, port = self._target(target)
        fit = self.fitted(text, self.value(text, port.type), port, f"'{ast.unparse(target)}'")
        if isinstance(place, Place) and place.place == "local":
            self._learn(Read("local", port.name, port.type, port.nullable), fit)
        if isinstance(place, ChildInput):
            self.wired.add(place)
            self.assigned |= {place}
        return Assign(place, fit, self.written.where(node))

    def _learn(self, place: Read, value: Expression) -> None:
        """Keep what is known of null after an assignment."""
        self.known -= {place}
        if place.nullable and not value.nullable:
            self.known |= {place}

    def fitted(self, text: ast.expr, value: Expression, port: Port, what: str) -> Expression:
        """A value as a place takes it: of its type, and null only where that may be."""
        value = promoted(value, port.type)
        if value.type != port.type:
            hint = "begin with a float, as in 0.0" if (value.type, port.type) == ("float", "int") else ""
            hint = hint if "temporary" in what else "write int(...)" if hint else ""
            raise self.refusal(text, f"{what} is of type {port.type} and gets a {shown(value)}", hint)
        value = value if port.nullable else self.certified(value)
        if value.nullable and not port.nullable:
            raise self.refusal(
                text, f"{what} is never None, but '{ast.unparse(text)}' may be",
                "test it with `is not None` before, or write either(x, ...)",
            )  # fmt: skip
        return value

    # Where a value goes -----------------------------------------------------------------------------------------------

    def _target(self, node: ast.Attribute) -> tuple[Target, Port]:
        if self.is_machine(node.value):
            return self._own_target(node)
        if isinstance(node.value, ast.Attribute) and self.is_machine(node.value.value):
            if node.value.attr in self.scope.children:
                return self._child_target(node, node.value.attr)
            raise self.refusal(node, self.scope.absence(node.value.attr))
        raise self.refusal(
            node, f"'{ast.unparse(node)}' cannot be assigned", "assign to locals, outputs and temporaries"
        )

    def _own_target(self, node: ast.Attribute) -> tuple[Target, Port]:
        declared = self.scope.output(node.attr) or self.scope.port(node.attr)
        if declared is None:
            if node.attr in self.scope.children:
                raise self.refusal(node, f"'{node.attr}' is a child", "assign to one of its inputs")
            raise self.refusal(node, self.scope.absence(node.attr))
        if declared.role is Role.LOCAL:
            return Place("local", node.attr), declared.port
        if declared.role is not Role.OUTPUT:
            self._refuse_writing(node, declared)
        if not self.moment.gives:
            raise self.refusal(node, f"{self.moment.title} assigns {declared}", "assign outputs in `activity`")
        return Place("output", node.attr), declared.port

    def _refuse_writing(self, node: ast.Attribute, declared: Declared) -> NoReturn:
        hints = {
            Role.INPUT: "inputs come from outside; keep the value in a local",
            Role.DIAL: "dials are set from outside; keep the value in a local",
            Role.BUTTON: "buttons are pressed from outside; keep the value in a local",
        }
        raise self.refusal(node, f"{declared} is assigned by its own machine", hints[declared.role])

    def _child_target(self, node: ast.Attribute, child: str) -> tuple[Target, Port]:
        program = self.scope.children[child]
        port = next((port for port in program.inputs if port.name == node.attr), None)
        if port is None:
            self._refuse_child(node, child)
        if not self.moment.wires:
            raise self.refusal(
                node,
                f"{self.moment.title} assigns input '{child}.{node.attr}'",
                "assign children's inputs in `pre_activity`",
            )
        return ChildInput(child, node.attr), port

    def _refuse_child(self, node: ast.Attribute, child: str) -> NoReturn:
        program = self.scope.children[child]
        if node.attr in {port.name for port in program.dials}:
            raise self.refusal(node, f"'{child}.{node.attr}' is a dial", f"write set_dial({ast.unparse(node)}, value)")
        if node.attr in {port.name for port in program.buttons}:
            raise self.refusal(node, f"'{child}.{node.attr}' is a button", f"write press({ast.unparse(node)}, value)")
        names = [port.name for port in program.inputs]
        raise self.refusal(node, f"child '{child}' has no input '{node.attr}'{nearest(node.attr, names)}")

    # Messages ---------------------------------------------------------------------------------------------------------

    def _message(self, node: ast.Expr) -> Press:
        call = node.value
        called = self.called(call) if isinstance(call, ast.Call) else self.value(call)
        name = name_in(MESSAGES, called)
        if not isinstance(call, ast.Call) or name is None:
            raise self.refusal(
                node,
                f"'{ast.unparse(node)}' has no effect",
                "assign it, or send a message with press, set_dial or send",
            )
        if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
            raise self.refusal(node, f"'{ast.unparse(node)}' has keyword or starred arguments", "write plain arguments")
        to, port, rest = self._peer(call) if name == "send" else self._panel(call, name)
        return Press(to, self._carried(call, rest, port), self.written.where(node))

    def _peer(self, node: ast.Call) -> tuple[Peer | SiblingPanel, Port | None, list[ast.expr]]:
        item = node.args[1] if len(node.args) in (2, 3) else None
        if not (isinstance(item, ast.Constant) and isinstance(item.value, str)):
            raise self.refusal(
                node, f"'{ast.unparse(node)}' does not say what to send", 'write send(m.other, "item", value)'
            )
        to = node.args[0]
        if isinstance(to, ast.Constant) and isinstance(to.value, str):
            return SiblingPanel(to.value, item.value), None, node.args[2:]
        handle = self.value(node.args[0], "int")
        if handle.type != "int":
            raise self.refusal(
                node,
                f"'{ast.unparse(node.args[0])}' is a {shown(handle)}",
                "an entity is named by its id, an int, and a sibling by its name, as text",
            )
        return Peer(handle, item.value), None, node.args[2:]

    def _panel(self, node: ast.Call, name: str) -> tuple[ChildPanel, Port, list[ast.expr]]:
        item = node.args[0] if node.args else node
        if not (
            isinstance(item, ast.Attribute)
            and isinstance(item.value, ast.Attribute)
            and self.is_machine(item.value.value)
        ):
            raise self.refusal(
                node, f"'{ast.unparse(node)}' does not name an item of a child", f"write {name}(m.child.item, value)"
            )
        child = item.value.attr
        if child not in self.scope.children:
            raise self.refusal(node, self.scope.absence(child))
        program = self.scope.children[child]
        ports = program.buttons if name == "press" else program.dials
        kind, other = ("button", "dial") if name == "press" else ("dial", "button")
        port = next((port for port in ports if port.name == item.attr), None)
        if port is None:
            others = program.dials if name == "press" else program.buttons
            if item.attr in {port.name for port in others}:
                raise self.refusal(
                    node, f"'{child}.{item.attr}' is a {other}", f"write {'set_dial' if name == 'press' else 'press'}"
                )
            raise self.refusal(
                node, f"child '{child}' has no {kind} '{item.attr}'{nearest(item.attr, (p.name for p in ports))}"
            )
        return ChildPanel(child, port.name), port, node.args[1:]

    def _carried(self, node: ast.Call, rest: list[ast.expr], port: Port | None) -> Expression:
        kind = port.type if port else "float"
        if len(rest) > 1 or (not rest and isinstance(port, Port) and ast.unparse(node.func).endswith("set_dial")):
            raise self.refusal(node, f"'{ast.unparse(node)}' needs one value")
        if not rest:
            return Const({"float": 1.0, "int": 1, "bool": True}[kind], kind)
        value = self.value(rest[0], kind)
        return value if port is None else self._message_fit(rest[0], value, port)

    def _message_fit(self, text: ast.expr, value: Expression, port: Port) -> Expression:
        nullable = Port(port.name, port.type, True)
        return self.fitted(text, value, nullable, f"'{port.name}'")
