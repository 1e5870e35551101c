"""Machines made at random, with everything that a program can hold: for tests that hold engines to each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf, nan
from typing import Any

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
    Kind,
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
    Temporary,
    Transition,
    Type,
    Unary,
    Wire,
)
from tests.hcsm.chance import Chance

IDS = (1, 2, 3, 5, 8, 13 << 33)
"""Entities that random programs send messages to."""
FLOATS = (0.0, -0.0, 0.1, 0.5, 1.0, -1.5, 2.0, -3.0, 7.25, 12.0, -20.0, 33.3, 1e-310, 1e20, 1.7e308, inf, -inf, nan)
INTS = (0, 1, 2, 3, -1, -7, 5, -2, 10, 63, 1 << 40, (1 << 63) - 1, -(1 << 63))
TYPES: tuple[Type, ...] = ("float", "float", "float", "int", "bool")
ONE = ("abs", "acos", "asin", "atan", "ceil", "cos", "exp", "floor", "log", "sign", "sin", "sqrt", "tan")
TWO = ("atan2", "hypot", "max", "min", "pow")


def random_program(chance: Chance, *, quiet: bool = False, onward: bool = False) -> Program:
    """A program of up to 20 machines, in a tree of up to four levels.

    Quiet ones are those that run in three passes as well (H7): pre-activities only wire, entry functions write no
    locals, and no machine can be left and entered again in one step. Onward: in most machines all transitions that are
    enabled in a step lead the same way, for those that run on; going round in circles, they would fire a hundred times
    in each step, which takes long and shows little.
    """
    program = Maker(chance, chance.randint(1, 20), chance.choice((1, 2, 3, 3, 4, 4)), quiet, onward).program()
    return chatting(program, Chance(chance.randint(0, 1 << 40)))


def chatting(program: Program, chance: Chance) -> Program:
    """The same program in which some machines send to their siblings at the end of an activity, entry or exit."""
    panels = [(child.name, port.name) for child in program.children for port in (*child.buttons, *child.dials)]
    children = []
    for child in program.children:
        others = [panel for panel in panels if panel[0] != child.name]
        made = chatting(child, chance)
        if others and chance.random() < 0.4:
            function = chance.choice(("activity", "activity", "entry", "exit"))
            press = Press(SiblingPanel(*chance.choice(others)), _something(child, chance))
            made = replace(made, **{function: (*getattr(made, function), press)})
        children.append(made)
    return replace(program, children=tuple(children))


def _something(machine: Program, chance: Chance) -> Expression:
    """A constant, or an input, local or dial of a machine, null or not."""
    ports = [*(("input", p) for p in machine.inputs), *(("local", p) for p in machine.locals)]
    if not ports or chance.random() < 0.2:
        return Const(chance.choice(FLOATS), "float")
    place, port = chance.choice(ports)
    return Read(place, port.name, port.type, port.nullable)


def shuffled(program: Program, chance: Chance) -> Program:
    """The same program in another order, which makes no difference (rule 15)."""
    return replace(
        program,
        children=tuple(chance.shuffled([shuffled(child, chance) for child in program.children])),
        transitions=tuple(chance.shuffled(program.transitions)),
        locals=tuple(chance.shuffled(program.locals)),
        dials=tuple(chance.shuffled(program.dials)),
        buttons=tuple(chance.shuffled(program.buttons)),
        resolutions=dict(chance.shuffled(list(program.resolutions.items()))),
    )


@dataclass(slots=True)
class Scope:
    """What the functions of one machine can name."""

    inputs: tuple[Port, ...] = ()
    locals: tuple[Port, ...] = ()
    dials: tuple[Port, ...] = ()
    buttons: tuple[Port, ...] = ()
    children: tuple[Program, ...] = ()
    set_inputs: list[tuple[str, Port]] = field(default_factory=list)


@dataclass(slots=True)
class Maker:
    """Makes one program from a source of random numbers."""

    chance: Chance
    size: int
    depth: int
    quiet: bool = False
    onward: bool = False
    top_items: tuple[str, ...] = ()

    def program(self) -> Program:
        buttons, dials = self._ports("push", 2), self._ports("turn", 2)
        self.top_items = (*(port.name for port in (*buttons, *dials)), "nothing")
        inputs = tuple(
            replace(port, nullable=self._often(0.4))
            for port in (Port("x", "float"), Port("y", "float"), Port("n", "int"), Port("b", "bool"))
        )
        return self._machine("Top", inputs, self._share(self.size - 1), self.depth - 1, buttons, dials)

    # Machines ---------------------------------------------------------------------------------------------------------

    def _machine(
        self,
        name: str,
        inputs: tuple[Port, ...],
        shares: list[int],
        depth: int,
        buttons: tuple[Port, ...],
        dials: tuple[Port, ...],
    ) -> Program:
        scope = Scope(inputs, self._ports("kept", 3, nullable=True), dials, buttons)
        wires: dict[str, dict[str, Wire]] = {}
        for index, share in enumerate(shares if depth else []):
            child = f"{self.chance.choice('abcd')}{index}"
            ports, wires[child] = self._child_inputs(scope)
            below = self._machine(
                child, ports, self._share(share - 1), depth - 1, self._ports("push", 1), self._ports("turn", 1)
            )
            scope.children = (*scope.children, below)
            scope.set_inputs += [
                (child, p) for p in ports if p.name in wires[child] and wires[child][p.name].source == "set"
            ]
        kind = self._kind(len(scope.children))
        outputs = self._ports("out", 3, least=1)
        names = [child.name for child in scope.children]
        return Program(
            name,
            kind,
            inputs,
            outputs,
            scope.locals,
            buttons,
            dials,
            scope.children,
            start=self.chance.choice(names) if kind == "sequential" else "",
            transitions=self._transitions(scope, names) if kind == "sequential" else (),
            wires=wires,
            resolutions=self._resolutions(scope, outputs, kind) if names else {},
            pre_activity=self._function(scope, "pre-activity", outputs) if names else (),
            activity=self._function(scope, "activity", outputs),
            entry=self._function(scope, "entry", outputs) if self._often(0.4) else (),
            exit=self._function(scope, "exit", outputs) if self._often(0.4) else (),
            history=self._often(0.25),
        )

    def _kind(self, children: int) -> Kind:
        """One child alone could only be left and entered again, which some machines must not, and others do forever."""
        may_switch = children > 1 if self.quiet or self.onward else children > 0
        return "leaf" if not children else "sequential" if may_switch and self._often(0.6) else "concurrent"

    def _share(self, size: int) -> list[int]:
        """A number of machines dealt out to some children."""
        shares = []
        while size > 0 and len(shares) < 4:
            part = self.chance.randint(1, size)
            shares.append(part)
            size -= part
        return shares

    def _ports(self, stem: str, most: int, nullable: bool = False, least: int = 0) -> tuple[Port, ...]:
        ports = []
        for index in range(self.chance.randint(least, most)):
            type_ = self.chance.choice(TYPES)
            may = nullable and self._often(0.4)
            default = None if may and self._often(0.5) else (self._constant(type_).value or 0)
            ports.append(Port(f"{stem}{index}", type_, may, default))
        return tuple(ports)

    def _child_inputs(self, scope: Scope) -> tuple[tuple[Port, ...], dict[str, Wire]]:
        ports, wires = [], {}
        for index in range(self.chance.randint(1, 3)):
            name = f"in{index}"
            way = self.chance.choice(["set", "set", "set", "input", "input", "input", "input", "dial", "none"])
            sources = {"input": scope.inputs, "dial": scope.dials}.get(way, ())
            if sources:
                source = self.chance.choice(sources)
                wider: Type = "float" if source.type == "int" and self._often(0.3) else source.type
                ports.append(Port(name, wider, source.nullable))
                wires[name] = Wire(way, source.name)
            else:
                ports.append(Port(name, self.chance.choice(TYPES), True))
                if way != "none":
                    wires[name] = Wire("set")
        return tuple(ports), wires

    def _transitions(self, scope: Scope, names: list[str]) -> tuple[Transition, ...]:
        """One from every child that opens now and then, since a machine that stands still shows nothing; and others."""
        gate = self._test(scope)
        more = [self.chance.choice(names) for _ in range(self.chance.randint(0, len(names)))]
        return tuple(
            self._transition(scope, names, source, gate, f"t{k}", opens=k < len(names))
            for k, source in enumerate([*self.chance.shuffled(names), *more])
        )

    def _transition(
        self, scope: Scope, names: list[str], source: str, gate: Expression, label: str, opens: bool
    ) -> Transition:
        elsewhere = [name for name in names if name != source]
        can_stay = not (self.quiet or self.onward) and (self._often(0.2) or not elsewhere)
        target = source if can_stay else self.chance.choice(elsewhere)
        way = gate if target > source else Not(gate)
        condition = self._test(scope) if opens else self._expression(scope, "bool", "condition", 3)
        if self.onward and self._often(0.98):
            condition = way if opens else And((way, condition))
        action = self._function(scope, "action", ()) if self._often(0.4) else ()
        return Transition(source, target, condition, action, label=label)

    def _test(self, scope: Scope) -> Expression:
        """A condition that comes and goes, since it asks for what changes in every step, if there is such a thing."""
        items = (*scope.buttons, *scope.dials)
        if scope.inputs and not (items and self._often(0.1)):
            port = self.chance.choice(scope.inputs)
            read = Read("input", port.name, port.type, port.nullable)
            return read if port.type == "bool" else Compare(self.chance.choice(["<", ">="]), read, Const(1, "int"))
        return BagRead(self.chance.choice(items).name, "any", "bool", False) if items else Const(True, "bool")

    def _resolutions(self, scope: Scope, outputs: tuple[Port, ...], kind: Kind) -> dict[str, Resolution]:
        found = {}
        for output in outputs:
            fitting = [
                (child.name, port.name)
                for child in scope.children
                for port in child.outputs
                if port.type == output.type or (port.type, output.type) == ("int", "float")
            ]
            by_child = dict(self.chance.shuffled(fitting))
            if not by_child or self._often(0.2):
                continue
            methods = ["first"] if output.type == "bool" else ["first", "least", "blend"]
            method = self.chance.choice(methods + ["active"] * 2 * (kind == "sequential"))
            chosen = self.chance.shuffled(list(by_child))[: self.chance.randint(1, len(by_child))]
            weights = tuple(self.chance.choice([0.0, 0.1, 0.7, 2.0, -1.0]) for _ in chosen) if method == "blend" else ()
            found[output.name] = Resolution(method, tuple(chosen), weights, tuple(by_child[child] for child in chosen))
        return found

    # Statements -------------------------------------------------------------------------------------------------------

    def _function(self, scope: Scope, role: str, outputs: tuple[Port, ...]) -> Block:
        temporaries: list[Temporary] = []
        statements: list[Statement] = []
        for index in range(self.chance.randint(0, 2)):
            target = Temporary(f"t{index}", self.chance.choice(TYPES), self._often(0.4))
            value = self._expression(scope, target.type, role, 2, temporaries, null=target.nullable)
            statements.append(Assign(target, value))
            temporaries.append(target)
        statements += self._usual(scope, role, outputs, temporaries)
        for _ in range(self.chance.randint(0, 3)):
            statements += self._statement(scope, role, outputs, temporaries, 2)
        return tuple(statements)

    def _usual(
        self, scope: Scope, role: str, outputs: tuple[Port, ...], temporaries: list[Temporary]
    ) -> list[Statement]:
        """What most functions do: a pre-activity wires, an activity says something, above all that of a leaf."""
        targets: list[tuple[Any, Port]] = []
        if role == "pre-activity":
            targets = [(ChildInput(child, port.name), port) for child, port in scope.set_inputs]
        if role == "activity":
            targets = [(Place("output", port.name), port) for port in outputs]
        share = 0.5 if role == "activity" and scope.children else 0.8
        return [
            Assign(target, self._expression(scope, port.type, role, 2, temporaries))
            for target, port in targets
            if self._often(share)
        ]

    def _statement(
        self, scope: Scope, role: str, outputs: tuple[Port, ...], temporaries: list[Temporary], depth: int
    ) -> Block:
        way = self.chance.choice(["set", "set", "set", "if", "press"])
        if way == "if" and depth:
            test = self._expression(scope, "bool", role, 2, temporaries, null=True)
            then = self._statement(scope, role, outputs, temporaries, depth - 1)
            otherwise = self._statement(scope, role, outputs, temporaries, depth - 1) if self._often(0.5) else ()
            return (If(test, then, otherwise),)
        if way == "press":
            return () if self.quiet and role == "pre-activity" else self._press(scope, role, temporaries)
        return self._assign(scope, role, outputs, temporaries)

    def _assign(self, scope: Scope, role: str, outputs: tuple[Port, ...], temporaries: list[Temporary]) -> Block:
        targets: list[tuple[Any, Type, bool]] = []
        if not (self.quiet and role in ("pre-activity", "entry")):
            targets += [(Place("local", p.name), p.type, p.nullable) for p in scope.locals]
        targets += [(t, t.type, t.nullable) for t in temporaries]
        if role == "activity":
            targets += [(Place("output", p.name), p.type, True) for p in outputs] * 2
        if role == "pre-activity":
            targets += [(ChildInput(child, p.name), p.type, p.nullable) for child, p in scope.set_inputs] * 3
        if not targets:
            return ()
        target, type_, nullable = self.chance.choice(targets)
        given: Type = "int" if type_ == "float" and self._often(0.1) else type_
        return (Assign(target, self._expression(scope, given, role, 3, temporaries, null=nullable)),)

    def _press(self, scope: Scope, role: str, temporaries: list[Temporary]) -> Block:
        value = self._expression(scope, self.chance.choice(TYPES), role, 1, temporaries, null=True)
        panels = [(c.name, p.name) for c in scope.children for p in (*c.buttons, *c.dials)]
        if panels and self._often(0.7):
            return (Press(ChildPanel(*self.chance.choice(panels)), value),)
        handle = self._expression(scope, "int", role, 1, temporaries, null=True)
        if self._often(0.8):
            handle = Const(self.chance.choice(IDS), "int")
        return (Press(Peer(handle, self.chance.choice(self.top_items)), value),)

    # Expressions ------------------------------------------------------------------------------------------------------

    def _expression(
        self,
        scope: Scope,
        type_: Type,
        role: str,
        depth: int,
        temporaries: list[Temporary] | None = None,
        *,
        null: bool = True,
    ) -> Expression:
        """An expression of that type; if it must not be null, then one that never is."""
        within = (scope, role, depth - 1, temporaries or [])
        made = self._composed(type_, *within) if depth and self._often(0.75) else self._atom(type_, *within)
        if made.nullable and not null:
            return Call("either", (made, self._constant(type_)), type_, False)
        return made

    def _constant(self, type_: Type) -> Const:
        if type_ == "bool":
            return Const(self._often(0.5), "bool")
        return Const(self.chance.choice(FLOATS if type_ == "float" else INTS), type_)

    def _atom(self, type_: Type, scope: Scope, role: str, _: int, temporaries: list[Temporary]) -> Expression:
        found: list[Expression] = [Null(type_)] if self._often(0.2) else []
        for place, ports in (("input", scope.inputs), ("local", scope.locals), ("dial", scope.dials)):
            found += [Read(place, p.name, type_, p.nullable) for p in ports if p.type == type_]  # type: ignore[arg-type]
        found += [Read("temporary", t.name, type_, t.nullable) for t in temporaries if t.type == type_] * 2
        if role == "activity":
            found += [ChildOutput(c.name, p.name, type_) for c in scope.children for p in c.outputs if p.type == type_]
        found += self._bag_reads(type_, scope)
        return self.chance.choice(found) if found and self._often(0.85) else self._constant(type_)

    def _bag_reads(self, type_: Type, scope: Scope) -> list[Expression]:
        items = (*scope.buttons, *scope.dials)
        found: list[Expression] = []
        for item in items:
            if item.type == type_:
                found += [BagRead(item.name, what, type_, True) for what in ("first", "last", "least", "largest")]
            if type_ == ("float" if item.type == "float" else "int"):
                found.append(BagRead(item.name, "total", type_, False))
        if items and type_ != "float":
            name = self.chance.choice(items).name
            found += [
                BagRead(name, "count", "int", False) if type_ == "int" else BagRead(name, "any", "bool", False)
            ] * 2
        return found

    def _composed(self, type_: Type, *within: Any) -> Expression:
        if self._often(0.15):
            test = self._part("bool", within)
            then, otherwise = self._part(type_, within), self._part(type_, within)
            return Select(test, then, otherwise, type_, then.nullable or otherwise.nullable)
        if self._often(0.1):
            parts = tuple(self._part(type_, within) for _ in range(self.chance.randint(2, 3)))
            return Call("either", parts, type_, all(part.nullable for part in parts))
        return {"float": self._float, "int": self._int, "bool": self._bool}[type_](within)

    def _part(self, type_: Type, within: Any) -> Expression:
        scope, role, depth, temporaries = within
        return self._expression(scope, type_, role, depth, temporaries)

    def _number(self, within: Any) -> Expression:
        return self._part("int" if self._often(0.2) else "float", within)

    def _float(self, within: Any) -> Expression:
        way = self.chance.choice(["binary", "binary", "binary", "unary", "one", "two", "clip", "float"])
        if way == "binary":
            left, right = self._number(within), self._number(within)
            operators = ["/"] if left.type == right.type == "int" else ["+", "-", "*", "/", "//", "%"]
            return Binary(self.chance.choice(operators), left, right, "float", left.nullable or right.nullable)
        if way == "unary":
            part = self._part("float", within)
            return Unary("-", part, "float", part.nullable)
        if way == "float":
            return self._call("float", "float", self._part(self.chance.choice(["int", "float", "bool"]), within))
        if way == "one":
            return self._call(self.chance.choice(ONE), "float", self._part("float", within))
        if way == "two":
            return self._call(self.chance.choice(TWO), "float", self._number(within), self._part("float", within))
        return self._call("clip", "float", *(self._number(within) for _ in range(2)), self._part("float", within))

    def _int(self, within: Any) -> Expression:
        way = self.chance.choice(["binary", "binary", "unary", "int", "floor", "min", "abs"])
        if way == "binary":
            left, right = self._part("int", within), self._part("int", within)
            nullable = left.nullable or right.nullable
            return Binary(self.chance.choice(["+", "-", "*", "//", "%"]), left, right, "int", nullable)
        if way == "unary":
            part = self._part("int", within)
            return Unary("-", part, "int", part.nullable)
        if way == "int":
            return self._call("int", "int", self._part(self.chance.choice(["int", "float", "bool"]), within))
        if way == "floor":
            return self._call(self.chance.choice(["floor", "ceil", "sign"]), "int", self._number(within))
        if way == "min":
            return self._call(
                self.chance.choice(["min", "max"]), "int", self._part("int", within), self._part("int", within)
            )
        return self._call("abs", "int", self._part("int", within))

    def _bool(self, within: Any) -> Expression:
        way = self.chance.choice(["compare", "compare", "and", "or", "not", "null", "same"])
        if way == "compare":
            operator = self.chance.choice(["<", "<=", ">", ">=", "==", "!="])
            return Compare(operator, self._number(within), self._number(within))
        if way == "same":
            return Compare(self.chance.choice(["==", "!="]), self._part("bool", within), self._part("bool", within))
        if way == "not":
            return Not(self._part("bool", within))
        if way == "null":
            part = self._part(self.chance.choice(TYPES), within)
            return IsNull(part if part.nullable else Null(part.type))
        parts = tuple(self._part("bool", within) for _ in range(self.chance.randint(2, 3)))
        return And(parts) if way == "and" else Or(parts)

    def _call(self, function: str, type_: Type, *arguments: Expression) -> Call:
        return Call(function, arguments, type_, any(argument.nullable for argument in arguments))

    def _often(self, share: float) -> bool:
        return bool(self.chance.random() < share)
