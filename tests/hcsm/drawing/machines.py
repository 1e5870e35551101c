"""Machines to draw: a door, the paper's driver, and a driver of 25 machines."""

from __future__ import annotations

from collections.abc import Iterable

from seahaven.hcsm.program import (
    And,
    Assign,
    BagRead,
    Binary,
    Compare,
    Const,
    Expression,
    IsNull,
    Or,
    Place,
    Port,
    Program,
    Read,
    Resolution,
    Transition,
    Wire,
)


def number(value: float) -> Const:
    return Const(value, "float")


def read(name: str) -> Read:
    return Read("input", name, "float", nullable=False)


def times(factor: float, name: str) -> Binary:
    return Binary("*", number(factor), read(name), "float", nullable=False)


def less(left: Expression | str, right: Expression | float) -> Compare:
    return Compare("<", _expression(left), _expression(right))


def more(left: Expression | str, right: Expression | float) -> Compare:
    return Compare(">", _expression(left), _expression(right))


def pressed(button: str) -> BagRead:
    return BagRead(button, "any", "bool", nullable=False)


def _expression(value: Expression | str | float) -> Expression:
    if isinstance(value, str):
        return read(value)
    return number(value) if isinstance(value, float) else value


def accelerates() -> tuple[Port, ...]:
    return (Port("acceleration", "float", unit="m/s²"),)


def leaf(name: str, *, is_waiting: bool = False) -> Program:
    """A machine that puts out an acceleration, or nothing."""
    activity = () if is_waiting else (Assign(Place("output", "acceleration"), times(0.4, "gap")),)
    return Program(name, "leaf", outputs=() if is_waiting else accelerates(), activity=activity)


def sequence(name: str, children: Iterable[Program], transitions: Iterable[Transition], **others: object) -> Program:
    """Pass-through of the acceleration of whoever is active; starts with the first."""
    children = tuple(children)
    passing = {"acceleration": Resolution("active", tuple(child.name for child in children))}
    return Program(
        name,
        "sequential",
        outputs=accelerates(),
        children=children,
        start=children[0].name,
        transitions=tuple(transitions),
        resolutions=passing,
        **others,  # type: ignore[arg-type]
    )


def door() -> Program:
    """Two leaves."""
    leaves = (Program("Closed", "leaf"), Program("Open", "leaf"))
    transitions = (
        Transition("Closed", "Open", pressed("push"), label="push"),
        Transition("Open", "Closed", more("waited", 5.0)),
    )
    return Program(
        "Door",
        "sequential",
        inputs=(Port("waited", "float", unit="s"),),
        buttons=(Port("push", "float"),),
        children=leaves,
        start="Closed",
        transitions=transitions,
    )


def follow() -> Program:
    """The paper's second behaviour, with a waiting child."""
    near, far = less("gap", times(4.0, "speed")), more("gap", times(6.0, "speed"))
    return sequence(
        "follow",
        (leaf("Clear", is_waiting=True), leaf("Tracking")),
        (Transition("Clear", "Tracking", near), Transition("Tracking", "Clear", Or((IsNull(read("gap")), far)))),
        inputs=(
            Port("gap", "float", nullable=True, unit="m"),
            Port("closing", "float", unit="m/s"),
            Port("speed", "float"),
        ),
        dials=(Port("headway", "float", default=1.5, unit="s", doc="to the car ahead"),),
        doc="Keep a time gap to the vehicle ahead.",
    )


def turning() -> Program:
    """Three states in a ring, and a way back."""
    children = (leaf("Straight", is_waiting=True), leaf("Approaching"), leaf("Turning"))
    return sequence(
        "turn",
        children,
        (
            Transition("Straight", "Approaching", And((pressed("turn"), less("junction", 80.0)))),
            Transition("Approaching", "Turning", less("junction", 5.0)),
            Transition("Turning", "Straight", more("junction", 20.0)),
            Transition("Approaching", "Straight", more("junction", 100.0), label="missed"),
        ),
        inputs=(Port("junction", "float", nullable=True, unit="m"), Port("gap", "float", nullable=True)),
        buttons=(Port("turn", "float", doc="-1 left, 1 right"),),
        history=True,
    )


def driver() -> Program:
    """The paper's first example: keep the speed, follow, turn, all at once."""
    keep = Program(
        "keep",
        "leaf",
        inputs=(Port("speed", "float", unit="m/s"), Port("limit", "float", unit="m/s")),
        outputs=(*accelerates(), Port("heading", "float", unit="rad")),
    )
    inputs = {"gap": "m", "closing": "m/s", "speed": "m/s", "junction": "m"}
    names = ("keep", "follow", "turn")
    return Program(
        "Driver",
        "concurrent",
        inputs=tuple(
            Port(name, "float", nullable=name in ("gap", "junction"), unit=unit) for name, unit in inputs.items()
        ),
        outputs=(*accelerates(), Port("heading", "float", unit="rad")),
        children=(keep, follow(), turning()),
        wires={
            "keep": {"speed": Wire("input", "speed"), "limit": Wire("set")},
            "follow": {name: Wire("input", name) for name in ("gap", "closing", "speed")},
            "turn": {"junction": Wire("input", "junction"), "gap": Wire("input", "gap")},
        },
        resolutions={
            "acceleration": Resolution("least", names),
            "heading": Resolution("first", ("keep",)),
        },
    )


def large() -> Program:
    """A driver of 25 machines, five levels deep, with lane changes and an emergency."""
    overtaking = sequence(
        "Overtaking",
        (leaf("PullOut"), leaf("Pass"), leaf("PullIn")),
        (
            Transition("PullOut", "Pass", more("offset", 3.2)),
            Transition("Pass", "PullIn", less("gap", -10.0)),
            Transition("PullOut", "PullIn", less("oncoming", 8.0)),
        ),
    )
    lanes = sequence(
        "lanes",
        (leaf("Keeping"), leaf("Checking"), overtaking, leaf("Aborting")),
        (
            Transition("Keeping", "Checking", And((less("leader_speed", times(0.8, "limit")), pressed("pass")))),
            Transition("Checking", "Overtaking", more("oncoming", 12.0)),
            Transition("Checking", "Keeping", more("waited", 10.0)),
            Transition("Overtaking", "Keeping", less("offset", 0.2)),
            Transition("Overtaking", "Aborting", less("oncoming", 4.0)),
            Transition("Aborting", "Keeping", less("offset", 0.2)),
            Transition("Checking", "Checking", pressed("again")),
        ),
        buttons=(Port("pass", "float"), Port("again", "float")),
    )
    signals = sequence(
        "signals",
        (leaf("Green"), leaf("Amber"), leaf("Red"), leaf("Stopped")),
        (
            Transition("Green", "Amber", Compare("==", read("light"), number(1.0))),
            Transition("Amber", "Red", Compare("==", read("light"), number(2.0))),
            Transition("Red", "Stopped", less("speed", 0.1)),
            Transition("Red", "Green", Compare("==", read("light"), number(0.0))),
            Transition("Stopped", "Green", Compare("==", read("light"), number(0.0))),
            Transition("Green", "Red", Compare("==", read("light"), number(2.0))),
        ),
    )
    junction = Program(
        "Junction",
        "concurrent",
        outputs=accelerates(),
        children=(signals, turning(), leaf("priority")),
        resolutions={"acceleration": Resolution("least", ("signals", "turn", "priority"))},
    )
    road = Program(
        "Road",
        "concurrent",
        outputs=accelerates(),
        dials=(Port("aggressiveness", "float", default=0.5), Port("limit", "float", default=25.0, unit="m/s")),
        children=(leaf("keep"), follow(), lanes),
        resolutions={"acceleration": Resolution("blend", ("keep", "follow", "lanes"), weights=(0.25, 0.5, 0.25))},
    )
    return sequence(
        "Driver",
        (road, junction, leaf("Emergency")),
        (
            Transition("Road", "Junction", less("junction", 80.0)),
            Transition("Junction", "Road", more("junction", 20.0)),
            Transition("Road", "Emergency", less("collision_time", 1.5), label="danger"),
            Transition("Junction", "Emergency", less("collision_time", 1.5), label="danger too"),
            Transition("Emergency", "Road", less("speed", 0.1)),
        ),
        inputs=tuple(Port(name, "float", unit="m") for name in ("gap", "oncoming", "offset", "junction", "waited")),
    )


ACTIVE = {
    "Driver", "Driver/keep", "Driver/follow", "Driver/follow/Tracking", "Driver/turn", "Driver/turn/Straight",
}  # fmt: skip
"""An entity whose driver follows."""
OUTPUTS = {
    "Driver": {"acceleration": -1.2345678, "heading": 0.1},
    "Driver/keep": {"acceleration": 0.5, "heading": 0.1},
    "Driver/follow": {"acceleration": -1.2345678},
    "Driver/follow/Tracking": {"acceleration": -1.2345678},
    "Driver/turn": {"acceleration": None},
}
CHOSEN = {
    ("Driver", "acceleration"): "follow",
    ("Driver", "heading"): "keep",
    ("Driver/follow", "acceleration"): "Tracking",
}
