"""Programs made by hand, without the class front end: short names for the data of `program.py`, and some machines."""

from __future__ import annotations

from typing import Any

from seahaven.hcsm.program import (
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
    Or,
    Peer,
    Place,
    Port,
    Press,
    Program,
    Read,
    Resolution,
    SiblingPanel,
    Transition,
    Type,
    Wire,
)


def lift(value: Expression | float | int | bool) -> Expression:
    if isinstance(value, bool):
        return Const(value, "bool")
    if isinstance(value, int):
        return Const(value, "int")
    return Const(value, "float") if isinstance(value, float) else value


def given(name: str, type: Type = "float", nullable: bool = False) -> Read:
    return Read("input", name, type, nullable)


def local(name: str, type: Type = "float", nullable: bool = False) -> Read:
    return Read("local", name, type, nullable)


def dial(name: str, type: Type = "float") -> Read:
    return Read("dial", name, type, False)


def said(child: str, output: str, type: Type = "float") -> ChildOutput:
    return ChildOutput(child, output, type)


def bag(item: str, what: Any, type: Type = "float") -> BagRead:
    return BagRead(item, what, type, what in ("first", "last", "least", "largest"))


def op(left: Any, operator: Any, right: Any) -> Expression:
    a, b = lift(left), lift(right)
    nullable = a.nullable or b.nullable
    if operator in ("<", "<=", ">", ">=", "==", "!="):
        return Compare(operator, a, b)
    return Binary(operator, a, b, "int" if a.type == b.type == "int" and operator != "/" else "float", nullable)


def call(function: str, *arguments: Any, type: Type = "float") -> Call:
    lifted = tuple(map(lift, arguments))
    nullable = lifted[-1].nullable if function == "either" else any(a.nullable for a in lifted)
    return Call(function, lifted, type, nullable)


def put(output: str, value: Any) -> Assign:
    return Assign(Place("output", output), lift(value))


def keep(name: str, value: Any) -> Assign:
    return Assign(Place("local", name), lift(value))


def wire(child: str, name: str, value: Any) -> Assign:
    return Assign(ChildInput(child, name), lift(value))


def press(child: str, item: str, value: Any) -> Press:
    return Press(ChildPanel(child, item), lift(value))


def tell(sibling: str, item: str, value: Any) -> Press:
    return Press(SiblingPanel(sibling, item), lift(value))


def send(handle: Any, item: str, value: Any) -> Press:
    return Press(Peer(lift(handle), item), lift(value))


def when(test: Any, *then: Any, otherwise: Block = ()) -> If:
    return If(lift(test), then, otherwise)


def arrow(source: str, target: str, condition: Any = True, *action: Any, label: str = "") -> Transition:
    return Transition(source, target, lift(condition), action, label)


def floats(*names: str, nullable: bool = False) -> tuple[Port, ...]:
    return tuple(Port(name, "float", nullable) for name in names)


def leaf(name: str, **parts: Any) -> Program:
    return Program(name, "leaf", **parts)


def sequential(name: str, *children: Program, **parts: Any) -> Program:
    parts.setdefault("start", children[0].name)
    return Program(name, "sequential", children=children, **parts)


def concurrent(name: str, *children: Program, **parts: Any) -> Program:
    return Program(name, "concurrent", children=children, **parts)


def implicit(*names: str, **dials: str) -> dict[str, Wire]:
    """Inputs that are the parent's inputs of the same name, and inputs that are dials of it."""
    return {name: Wire("input", name) for name in names} | {name: Wire("dial", d) for name, d in dials.items()}


def saying(name: str, value: float | None, **parts: Any) -> Program:
    """A leaf that always puts out the same `a`, or nothing."""
    return leaf(name, outputs=floats("a"), activity=() if value is None else (put("a", value),), **parts)


# A driver with three regions ------------------------------------------------------------------------------------------

GAP = Port("gap", "float", nullable=True, unit="m")
_gap = given("gap", nullable=True)
_speed, _closing = given("speed"), given("closing")


def _keep() -> Program:
    pull = op(op(given("limit"), "-", _speed), "*", 0.5)
    activity = (put("acceleration", call("clip", pull, -3.0, 2.0)),)
    return leaf("keep", inputs=floats("limit", "speed"), outputs=floats("acceleration"), activity=activity)


def _follow() -> Program:
    inputs = (GAP, *floats("closing", "speed"))
    track = op(
        op(0.4, "*", op(op(_gap, "-", 2.0), "-", op(given("headway"), "*", _speed))), "-", op(0.9, "*", _closing)
    )
    tracking = leaf(
        "Tracking",
        inputs=(*inputs, *floats("headway")),
        outputs=floats("acceleration"),
        activity=(put("acceleration", track),),
    )
    braking = leaf("Braking", outputs=floats("acceleration"), activity=(put("acceleration", -8.0),))
    clear = Or((IsNull(_gap), op(_gap, ">", op(6.0, "*", _speed))))
    return sequential(
        "follow",
        leaf("Clear"),
        tracking,
        braking,
        inputs=inputs,
        outputs=floats("acceleration"),
        dials=(Port("headway", "float", default=1.5, unit="s"),),
        transitions=(
            arrow("Clear", "Tracking", op(_gap, "<", op(4.0, "*", _speed))),
            arrow("Tracking", "Clear", clear),
            arrow("Tracking", "Braking", op(_gap, "<", op(0.3, "*", _speed))),
            arrow("Braking", "Tracking", Not(op(_gap, "<", op(0.6, "*", _speed)))),
        ),
        wires={"Tracking": implicit("gap", "closing", "speed", headway="headway")},
        resolutions={"acceleration": Resolution("active", ("Braking", "Tracking"))},
    )


def _lane() -> Program:
    moving = leaf(
        "Moving",
        inputs=floats("offset"),
        outputs=floats("heading"),
        activity=(put("heading", op(op(3.5, "-", given("offset")), "*", 0.05)),),
    )
    back = leaf(
        "Back",
        inputs=floats("offset"),
        outputs=floats("heading"),
        activity=(put("heading", op(given("offset"), "*", -0.05)),),
    )
    waited = (keep("waited", op(local("waited"), "+", 1.0)),)
    return sequential(
        "lane",
        leaf("Stay"),
        leaf("Wanting"),
        moving,
        back,
        inputs=(GAP, *floats("speed", "offset")),
        outputs=floats("heading"),
        locals=(Port("waited", "float", default=0.0),),
        transitions=(
            arrow("Stay", "Wanting", op(_gap, "<", op(2.0, "*", _speed)), keep("waited", 0.0)),
            arrow("Wanting", "Moving", op(local("waited"), ">", 10.0)),
            arrow("Wanting", "Stay", op(_gap, ">", op(3.0, "*", _speed))),
            arrow("Moving", "Back", op(_gap, "<", op(0.2, "*", _speed))),
            arrow("Moving", "Stay", op(given("offset"), ">", 3.0)),
            arrow("Back", "Stay", op(given("offset"), "<", 0.2)),
        ),
        wires={"Moving": implicit("offset"), "Back": implicit("offset")},
        resolutions={"heading": Resolution("active", ("Back", "Moving"))},
        activity=waited,
    )


def driver() -> Program:
    """Keeping a speed; following in three states; changing lanes in four."""
    inputs = ("limit", "closing", "speed", "offset")
    return concurrent(
        "Driver",
        _keep(),
        _follow(),
        _lane(),
        inputs=(GAP, *floats(*inputs)),
        outputs=floats("acceleration", "heading"),
        wires={
            "keep": implicit("limit", "speed"),
            "follow": implicit("gap", "closing", "speed"),
            "lane": implicit("gap", "speed", "offset"),
        },
        resolutions={
            "acceleration": Resolution("least", ("keep", "follow")),
            "heading": Resolution("first", ("lane",)),
        },
    )
