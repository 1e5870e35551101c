"""What a name in an author's function stands for: a port, a child's output, a bag, a temporary or a constant."""

from __future__ import annotations

import ast
import enum
from types import ModuleType
from typing import Literal, NoReturn, cast

from seahaven.errors import nearest
from seahaven.hcsm.definition.port import Declared, Role
from seahaven.hcsm.definition.scope import Moment, Scope
from seahaven.hcsm.definition.source import MISSING, Written
from seahaven.hcsm.definition.typed import Knowledge
from seahaven.hcsm.definition.vocabulary import BAG, FUNCTION_NAMES, settings
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import BagRead, ChildOutput, Const, Expression, Null, Read, Temporary, Type

__all__ = ["ReferenceReader"]


class ReferenceReader:
    """Reads the names in one function of one machine, and keeps what is known at a place in it.

    `known` are reads that cannot be null there, `assigned` the temporaries and children's inputs that have a value.
    """

    def __init__(self, written: Written, scope: Scope, moment: Moment, given: dict[str, Expression]) -> None:
        self.written = written
        self.scope = scope
        self.moment = moment
        self.given = given
        self.machine = "" if given else self._machine_parameter()
        self.known: Knowledge = frozenset()
        self.assigned: frozenset[object] = frozenset()
        self.temporaries: dict[str, Temporary] = {}
        self.names = {
            node.id for node in ast.walk(written.node) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def refusal(self, node: ast.AST, message: str, hint: str = "") -> MachineError:
        """What is wrong with a part of the function."""
        return MachineError(message, self.written.where(node), hint)

    def is_machine(self, node: ast.AST) -> bool:
        """Whether a node is the machine itself, the `m` in `m.gap`."""
        return bool(self.machine) and isinstance(node, ast.Name) and node.id == self.machine

    # Names ------------------------------------------------------------------------------------------------------------

    def _machine_parameter(self) -> str:
        parameters = self.written.parameters
        if len(parameters) != 1:
            raise self.refusal(
                self.written.node, f"{self.written.name} takes {len(parameters)} arguments", "it takes the machine"
            )
        return parameters[0]

    def name(self, node: ast.Name) -> Expression:
        """What a bare name stands for."""
        if node.id in self.given:
            return self.given[node.id]
        if node.id in self.names:
            return self._temporary(node)
        if self.is_machine(node):
            raise self.refusal(
                node, f"'{node.id}' is the machine itself", f"name what you want of it, as in {node.id}.gap"
            )
        return self.constant(node, self._outside(node, node.id))

    def _temporary(self, node: ast.Name) -> Expression:
        temporary = self.temporaries.get(node.id)
        if temporary is None or node.id not in self.assigned:
            hint = "assign it before, and in every branch" if temporary else "assign it on a line before"
            raise self.refusal(node, f"'{node.id}' may be read before it is assigned", hint)
        return Read("temporary", node.id, temporary.type, temporary.nullable)

    def _outside(self, node: ast.expr, name: str) -> object:
        """What a name from outside the function stands for; a changing one of a function around it is refused."""
        value = self.written.value_of(name)
        if value is MISSING:
            known = {*self.temporaries, *self.given, *FUNCTION_NAMES.values()}
            raise self.refusal(node, f"'{name}' is not known{nearest(name, known)}")
        if self.written.is_closed_over(name) and not (callable(value) or isinstance(value, ModuleType)):
            raise self.refusal(
                node, f"'{name}' belongs to the function around the machine (a closure)",
                "make it a constant of the module, a dial or an input",
            )  # fmt: skip
        return value

    def attribute(self, node: ast.Attribute) -> Expression:
        """What `m.gap`, `m.child.output`, `m.button.count` or `math.pi` stands for."""
        if self.is_machine(node.value):
            return self._member(node)
        if isinstance(node.value, ast.Call) and self.called(node.value) is settings:
            return self._bag(node, self._settings(node.value))
        if isinstance(node.value, ast.Attribute) and self.is_machine(node.value.value):
            return self._of_member(node, node.value.attr)
        return self.constant(node, self._object(node))

    def _object(self, node: ast.expr) -> object:
        """What `math.pi` or `Phase.RED` stands for: only modules and enumerations are looked into."""
        if self.is_machine(node):
            raise self.refusal(
                node, "a machine sees its own ports and its children's outputs, and nothing further inside",
                "give the child an output for it",
            )  # fmt: skip
        if isinstance(node, ast.Name) and node.id not in self.names:
            return self._outside(node, node.id)
        if isinstance(node, ast.Attribute):
            owner = self._object(node.value)
            if isinstance(owner, ModuleType | enum.EnumMeta) and hasattr(owner, node.attr):
                return cast(object, getattr(owner, node.attr))
            if isinstance(owner, ModuleType):
                raise self.refusal(
                    node, f"module '{owner.__name__}' has no '{node.attr}'{nearest(node.attr, vars(owner))}"
                )
        raise self.refusal(node, f"'{ast.unparse(node)}' is nothing that a machine can see")

    def constant(self, node: ast.expr, value: object, wanted: Type | None = None) -> Expression:
        """A number or truth value that is known when the class is made; `wanted` gives None its type."""
        if value is None and wanted:
            return Null(wanted)
        if isinstance(value, bool):
            return Const(value, "bool")
        if isinstance(value, int):
            if not -(2**63) <= value < 2**63:
                raise self.refusal(node, f"{int(value)} does not fit into 64 bits", "write it as a float")
            return Const(int(value), "int")
        if isinstance(value, float):
            return Const(float(value), "float")
        text = ast.unparse(node)
        if value is None:
            raise self.refusal(node, "None has no type here", "compare with `is None`, or use either(x, ...)")
        hint = "machines compute numbers and truth values only" if isinstance(value, str) else "use a number"
        raise self.refusal(node, f"{text} is not a number", hint)

    # Members of the machine -------------------------------------------------------------------------------------------

    def _member(self, node: ast.Attribute) -> Expression:
        declared = self.scope.port(node.attr)
        if declared is None:
            self._refuse_member(node)
        port, role = declared.port, declared.role
        if role is Role.OUTPUT:
            raise self.refusal(
                node, f"{declared} is read by its own machine", "keep the value in a temporary or a local"
            )
        if role is Role.BUTTON:
            raise self.refusal(
                node, f"{declared} is a bag of presses", f"ask for one of {', '.join(f'.{what}' for what in BAG)}"
            )
        place = cast(Literal["input", "local", "dial"], role.value)
        return Read(place, port.name, port.type, port.nullable)

    def _refuse_member(self, node: ast.Attribute) -> NoReturn:
        if node.attr in self.scope.children:
            outputs = [port.name for port in self.scope.children[node.attr].outputs] or ["output"]
            text = f"{ast.unparse(node)}.{outputs[0]}"
            raise self.refusal(node, f"'{node.attr}' is a child, not a value", f"write `{text}`")
        raise self.refusal(node, self.scope.absence(node.attr))

    def _of_member(self, node: ast.Attribute, name: str) -> Expression:
        """`m.child.output`, or something of one of the machine's own bags."""
        if name in self.scope.children:
            return self._child_output(node, name)
        declared = self.scope.port(name)
        if declared and declared.role is Role.BUTTON:
            return self._bag(node, declared)
        if declared and declared.role is Role.DIAL:
            raise self.refusal(
                node, f"{declared} is a number", f"for what arrived, write `settings({self.machine}.{name})`"
            )
        if declared:
            raise self.refusal(node, f"{declared} is a {declared.port.type} and has no '{node.attr}'")
        raise self.refusal(node, self.scope.absence(name))

    def _child_output(self, node: ast.Attribute, child: str) -> Expression:
        program = self.scope.children[child]
        port = next((port for port in program.outputs if port.name == node.attr), None)
        if port is None:
            hidden = {p.name for p in (*program.inputs, *program.locals, *program.buttons, *program.dials)}
            if node.attr in hidden or node.attr in {below.name for below in program.children}:
                raise self.refusal(
                    node, f"'{child}.{node.attr}' is the child's own affair",
                    "a machine reads its children's outputs only",
                )  # fmt: skip
            names = [port.name for port in program.outputs]
            raise self.refusal(node, f"child '{child}' has no output '{node.attr}'{nearest(node.attr, names)}")
        if not self.moment.gives:
            raise self.refusal(
                node, f"{self.moment.title} reads output '{child}.{node.attr}', which is not there yet",
                "read it in `activity`, and keep it in a local",
            )  # fmt: skip
        return ChildOutput(child, port.name, port.type)

    def _settings(self, node: ast.Call) -> Declared:
        argument = node.args[0] if len(node.args) == 1 else node
        if isinstance(argument, ast.Attribute) and self.is_machine(argument.value):
            declared = self.scope.port(argument.attr)
            if declared and declared.role is Role.DIAL:
                return declared
        raise self.refusal(node, f"'{ast.unparse(node)}' does not name one of the machine's dials")

    def _bag(self, node: ast.Attribute, item: Declared) -> Expression:
        what = node.attr
        if what not in BAG:
            raise self.refusal(node, f"a bag has no '{what}'{nearest(what, BAG)}")
        if what == "total" and item.port.type == "bool":
            raise self.refusal(node, f"{item} carries truth values, which have no total", "ask for `.count`")
        kind: Type = "int" if what == "count" else "bool" if what == "any" else item.port.type
        asked = cast(Literal["count", "any", "first", "last", "least", "largest", "total"], what)
        return BagRead(item.port.name, asked, kind, what in ("first", "last", "least", "largest"))

    def called(self, node: ast.Call) -> object:
        """The function that a call names."""
        if isinstance(node.func, ast.Name) and (node.func.id in self.names or node.func.id in self.given):
            raise self.refusal(node, f"'{node.func.id}' is a number, not a function")
        if isinstance(node.func, ast.Attribute) and self._is_of_machine(node.func):
            raise self.refusal(
                node, f"'{ast.unparse(node)}' calls something of the machine",
                "write press(m.child.button, value), set_dial(m.child.dial, value) or send(m.other, \"item\", value)",
            )  # fmt: skip
        return self._object(node.func)

    def _is_of_machine(self, node: ast.expr) -> bool:
        return self.is_machine(node) or (isinstance(node, ast.Attribute) and self._is_of_machine(node.value))
