"""What an author's function may say, and how what it may not say is refused."""

from __future__ import annotations

import enum
import math
from math import sqrt

from seahaven.hcsm import (
    Button,
    Dial,
    In,
    Local,
    Machine,
    Out,
    clip,
    either,
    press,
    send,
    set_dial,
    settings,
    sign,
)
from seahaven.hcsm.program import (
    And,
    Assign,
    BagRead,
    Binary,
    Call,
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
    Press,
    Read,
    Select,
    Temporary,
    Unary,
)
from tests.hcsm.refusals import refused

RATE = 0.25
SETTINGS = {"a": 1}


class Phase(enum.IntEnum):
    RED = 2


def _speed(nullable: bool = False) -> Read:
    return Read("input", "gap" if nullable else "speed", "float", nullable)


def _two(value: float = 2.0) -> Const:
    return Const(value, "float")


class Everything(Machine):
    """One port of each kind, for the tests below to extend."""

    speed: In[float]
    gap: In[float | None]
    count: In[int]
    lit: In[bool]
    leader: In[int | None]
    headway: Dial[float] = 1.5
    brake: Button[float]
    memory: Local[float] = 0.0
    maybe: Local[float | None] = None
    seen: Local[int] = 0
    was: Local[bool] = False
    out: Out[float]
    flag: Out[bool]
    whole: Out[int]


def _value(machine: type[Machine], index: int = 0) -> Expression:
    statement = machine.program.activity[index]
    assert isinstance(statement, Assign)
    return statement.value


def test_arithmetic_is_read_with_its_types() -> None:
    class Sum(Everything):
        def activity(m):
            m.out = -m.speed + 2 * m.count / 3
            m.whole = m.count // 2 % 3
            m.out = m.gap * RATE

    product = Binary("*", Const(2, "int"), Read("input", "count", "int", False), "int", False)
    division = Binary("/", Call("float", (product,), "float", False), Const(3.0, "float"), "float", False)
    assert _value(Sum) == Binary("+", Unary("-", _speed(), "float", False), division, "float", False)
    assert _value(Sum, 1).type == "int"
    assert _value(Sum, 2) == Binary("*", _speed(nullable=True), Const(0.25, "float"), "float", True)


def test_squares_and_cubes_are_products_and_other_powers_are_pow() -> None:
    class Powers(Everything):
        def activity(m):
            m.out = m.speed**2
            m.whole = m.count**3
            m.out = m.speed**0.5

    square = Binary("*", _speed(), _speed(), "float", False)
    count = Read("input", "count", "int", False)
    assert _value(Powers) == square
    assert _value(Powers, 1) == Binary("*", Binary("*", count, count, "int", False), count, "int", False)
    assert _value(Powers, 2) == Call("pow", (_speed(), Const(0.5, "float")), "float", False)


def test_functions_are_known_by_what_they_are_not_by_name() -> None:
    class Calls(Everything):
        def activity(m):
            m.out = sqrt(m.speed) + math.hypot(m.speed, 1) + clip(m.speed, 0, 1.0) + sign(m.count)
            m.out = min(m.speed, m.gap, 3)
            m.whole = max(m.count, 2)
            m.whole = int(m.speed)
            m.out = float(m.count)
            m.out = math.floor(m.speed)

    assert _value(Calls, 1) == Call(
        "min", (Call("min", (_speed(), _speed(nullable=True)), "float", True), Const(3.0, "float")), "float", True
    )
    assert _value(Calls, 2) == Call("max", (Read("input", "count", "int", False), Const(2, "int")), "int", False)
    assert [_value(Calls, i).type for i in (3, 4, 5)] == ["int", "float", "float"]


def test_constants_come_from_the_module_from_math_and_from_enumerations() -> None:
    class Constants(Everything):
        def activity(m):
            m.out = math.pi
            m.out = -RATE
            m.whole = Phase.RED
            m.flag = True
            m.out = math.inf

    values = [_value(Constants, i) for i in range(5)]
    assert [value.value for value in values if isinstance(value, Const)] == [math.pi, -0.25, 2, True, math.inf]
    assert [value.type for value in values] == ["float", "float", "int", "bool", "float"]


def test_logic_and_comparisons() -> None:
    class Logic(Everything):
        def activity(m):
            m.flag = 0 < m.speed <= 2 and not m.lit
            m.flag = m.gap is None or m.gap is not None
            m.flag = m.lit == True
            m.flag = m.speed is None

    assert _value(Logic) == And(
        (
            And((Compare("<", _two(0.0), _speed()), Compare("<=", _speed(), _two()))),
            Not(Read("input", "lit", "bool", False)),
        )
    )
    assert _value(Logic, 1) == Or((IsNull(_speed(nullable=True)), Not(IsNull(_speed(nullable=True)))))
    assert _value(Logic, 3) == Const(False, "bool")


def test_what_replaces_none_cannot_be_none() -> None:
    gap = _speed(nullable=True)

    class Replaced(Everything):
        def activity(m):
            m.memory = either(m.gap, 2.0)
            m.memory = m.gap if m.gap is not None else 2
            m.memory = 2.0 if m.gap is None else m.gap
            m.memory = 3.0 * m.gap if m.gap > 1.0 else 2.0
            m.memory = either(m.gap, m.maybe, m.speed)
            m.out = None if m.lit else m.speed

    assert [_value(Replaced, i) for i in range(3)] == [Call("either", (gap, _two()), "float", False)] * 3
    assert not _value(Replaced, 3).nullable
    assert not _value(Replaced, 4).nullable
    assert _value(Replaced, 5) == Select(Read("input", "lit", "bool", False), Null("float"), _speed(), "float", True)


def test_a_test_for_none_counts_in_the_branch_below_it() -> None:
    class Narrowed(Everything):
        def activity(m):
            if m.gap is not None and m.lit:
                m.memory = m.gap + m.speed
                twice = 2.0 * m.gap
                m.memory = twice
            elif m.maybe is None:
                m.maybe = 3.0
                m.memory = m.maybe
            else:
                m.memory = m.maybe

    branch = Narrowed.program.activity[0]
    assert isinstance(branch, If)
    assert isinstance(branch.then[1], Assign)
    assert branch.then[1].target == Temporary("twice", "float", False)


def test_what_is_in_a_bag_is_not_none_where_the_bag_is_not_empty() -> None:
    class Pressed(Everything):
        def activity(m):
            if m.brake.any:
                m.memory = m.brake.last + m.brake.first
            if not m.brake.any or m.brake.least > 3.0:
                m.memory = 0.0
            else:
                m.memory = m.brake.largest
            if settings(m.headway).any and m.lit:
                m.memory = settings(m.headway).last
            m.memory = m.brake.least if m.brake.first is not None else 0.0
            if m.brake.count == 0:
                m.memory = 0.0
            elif 0 < m.brake.count < 9:
                m.memory = m.brake.last

    assert Pressed.program.activity


def test_what_is_in_a_bag_that_may_be_empty_may_be_none() -> None:
    with refused("'m.memory' is never None, but 'm.brake.last' may be"):

        class Empty(Everything):
            def activity(m):
                if m.brake.count >= 0:
                    m.memory = m.brake.last  # <-

    with refused("'m.memory' is never None, but 'm.brake.last' may be"):

        class Other(Everything):
            def activity(m):
                if settings(m.headway).any:
                    m.memory = m.brake.last  # <-


def test_what_is_known_of_none_ends_with_an_assignment() -> None:
    with refused("'m.memory' is never None, but 'm.maybe' may be; test it"):

        class Forgotten(Everything):
            def activity(m):
                if m.maybe is not None:
                    m.maybe = m.gap
                    m.memory = m.maybe  # <-


def test_statements_are_read_in_their_order() -> None:
    class Order(Everything):
        def activity(m):
            """Say it."""
            wish = 1
            wish += m.count
            m.memory += 1
            if m.lit:
                m.out = wish
            elif m.was:
                m.out = 0
            else:
                m.was = m.lit

    first, second, third, last = Order.program.activity
    assert first == Assign(Temporary("wish", "int", False), Const(1, "int"), first.where)
    assert isinstance(second, Assign)
    assert isinstance(second.value, Binary)
    assert third == Assign(
        Place("local", "memory"),
        Binary("+", Read("local", "memory", "float", False), Const(1.0, "float"), "float", False), third.where,
    )  # fmt: skip
    assert isinstance(last, If)
    assert isinstance(last.otherwise[0], If)


def test_messages_become_presses() -> None:
    class Panel(Everything):
        keep = Everything()

        def pre_activity(m):
            press(m.keep.brake, m.brake.largest)
            press(m.keep.brake)
            set_dial(m.keep.headway, 2)
            send(m.leader, "brake", m.brake.total)
            m.seen = m.brake.count + settings(m.headway).count

    first, second, third, fourth, last = Panel.program.pre_activity
    assert first == Press(ChildPanel("keep", "brake"), BagRead("brake", "largest", "float", True), first.where)
    assert second == Press(ChildPanel("keep", "brake"), Const(1.0, "float"), second.where)
    assert third == Press(ChildPanel("keep", "headway"), Const(2.0, "float"), third.where)
    leader = Read("input", "leader", "int", True)
    assert fourth == Press(Peer(leader, "brake"), BagRead("brake", "total", "float", False), fourth.where)
    assert isinstance(last, Assign)
    assert last.value.type == "int"


def test_several_lambdas_on_one_line_are_told_apart() -> None:
    class Line(Machine):
        x: In[float]

        class A(Machine): ...

        class B(Machine): ...

        start = A
        transitions = ((A >> B).when(lambda m: m.x > 1.0), (B >> A).when(lambda m: m.x > 2.0 or m.x < 0.0), (A >> A).when(lambda m: True))  # fmt: skip

    first, second, third = Line.program.transitions
    x = Read("input", "x", "float", False)
    assert first.condition == Compare(">", x, Const(1.0, "float"))
    assert second.condition == Or((Compare(">", x, Const(2.0, "float")), Compare("<", x, Const(0.0, "float"))))
    assert third.condition == Const(True, "bool")


def test_a_closure_is_refused() -> None:
    limit = 3.0
    with refused(r"'limit' belongs to the function around the machine \(a closure\); make it a constant of the module"):

        class Closed(Everything):
            def activity(m):
                m.out = limit  # <-


def test_a_name_that_is_not_known_is_refused_with_the_nearest() -> None:
    with refused("'sped' is not declared in Unknown; did you mean 'speed'?"):

        class Unknown(Everything):
            def activity(m):
                m.out = m.sped  # <-

    with refused("'squirt' is not known; did you mean 'sqrt'?"):

        class Function(Everything):
            def activity(m):
                m.out = squirt(m.speed)  # <-


def test_loops_are_refused() -> None:
    with refused("a while loop is outside what machines can do; a step must end"):

        class While(Everything):
            def activity(m):
                while m.lit:  # <-
                    m.memory = 1.0

    with refused("a for loop is outside"):

        class For(Everything):
            def activity(m):
                for _ in range(3):  # <-
                    m.memory = 1.0


def test_containers_are_refused() -> None:
    with refused("a list is outside what machines can compute; use locals"):

        class List(Everything):
            def activity(m):
                row = [1.0, 2.0]  # <-
                m.out = row

    with refused("an index is outside"):

        class Index(Everything):
            def activity(m):
                m.out = SETTINGS["a"]  # <-

    with refused("a comprehension is outside"):

        class Comprehension(Everything):
            def activity(m):
                m.out = abs([m.speed for _ in (1, 2)])  # <-

    with refused("'in' looks into a container; write `x == a or x == b`"):

        class Among(Everything):
            def activity(m):
                m.flag = m.count in (1, 2)  # <-


def test_other_statements_are_refused() -> None:
    with refused("a return is outside what machines can do; use if and else"):

        class Return(Everything):
            def activity(m):
                if m.lit:
                    return  # <-
                m.out = 1.0

    with refused("a try block is outside"):

        class Try(Everything):
            def activity(m):
                try:  # <-
                    m.out = 1.0
                finally:
                    m.out = 2.0

    with refused("a with block is outside"):

        class With(Everything):
            def activity(m):
                with m:  # <-
                    m.out = 1.0

    with refused("a function inside a function is outside"):

        class Def(Everything):
            def activity(m):
                def inner():  # <-
                    return 1.0

                m.out = inner()

    with refused("an assignment to several names at once; assign one name per line"):

        class Tuple(Everything):
            def activity(m):
                m.out, m.memory = 1.0, 2.0  # <-

    with refused("an assignment inside an expression is outside"):

        class Walrus(Everything):
            def activity(m):
                m.out = (x := 3.0) + x  # <-

    with refused("'m.speed' has no effect; assign it"):

        class Idle(Everything):
            def activity(m):
                m.speed  # <-

    with refused("'text' is not a number; machines compute numbers"):

        class Text(Everything):
            def activity(m):
                m.out = "text"  # <-

    with refused("a typed assignment is outside"):

        class Annotated(Everything):
            def activity(m):
                x: float = 1.0  # <-
                m.out = x


def test_calls_of_other_functions_are_refused() -> None:
    with refused("'round' cannot be called in a machine; write it out; there are abs, acos"):

        class Round(Everything):
            def activity(m):
                m.out = round(m.speed)  # <-

    with refused("keyword or starred arguments"):

        class Keyword(Everything):
            def activity(m):
                m.out = max(m.speed, 1.0, key=abs)  # <-

    with refused(r"atan2 takes 2 argument\(s\), not 1"):

        class Arguments(Everything):
            def activity(m):
                m.out = math.atan2(m.speed)  # <-

    with refused(r"calls something of the machine; write press\(m.child.button, value\)"):

        class Method(Everything):
            def activity(m):
                m.brake.press(1.0)  # <-


def test_truth_values_and_numbers_never_mix() -> None:
    with refused("'m.lit' is a truth value, not a number; write `1.0 if m.lit else 0.0`"):

        class Added(Everything):
            def activity(m):
                m.out = m.speed + m.lit  # <-

    with refused("'m.speed' is a float, not a truth value; compare it with a number"):

        class Tested(Everything):
            def activity(m):
                if m.speed:  # <-
                    m.out = 1.0

    with refused(r"'m.gap' is a float \| None, not a truth value; compare it; to replace None, write either"):

        class OrElse(Everything):
            def activity(m):
                m.out = m.gap or 3.0  # <-

    with refused("'m.out' is of type float and gets a bool"):

        class Given(Everything):
            def activity(m):
                m.out = m.lit  # <-

    with refused("compares bool with float"):

        class Compared(Everything):
            def activity(m):
                m.flag = m.lit == 1.0  # <-

    with refused("mixes bool and float"):

        class Selected(Everything):
            def activity(m):
                m.out = m.lit if m.lit else 2.0  # <-


def test_a_float_goes_into_no_int() -> None:
    with refused(r"'m.seen' is of type int and gets a float; write int\(...\)"):

        class Whole(Everything):
            def activity(m):
                m.seen = m.speed  # <-

    with refused("temporary 'x' is of type int and gets a float; begin with a float, as in 0.0"):

        class Begun(Everything):
            def activity(m):
                x = 0
                x = m.speed  # <-
                m.out = x


def test_what_may_be_none_goes_only_where_none_may_go() -> None:
    with refused("'m.memory' is never None, but 'm.gap' may be; test it"):

        class Kept(Everything):
            def activity(m):
                m.memory = m.gap  # <-

    with refused("None has no type here"):

        class Untyped(Everything):
            def activity(m):
                x = None  # <-
                m.out = x

    with refused("a comparison with None is always false; write `is None`"):

        class Equal(Everything):
            def activity(m):
                m.flag = m.gap == None  # <-


def test_a_temporary_is_assigned_before_it_is_read() -> None:
    with refused("'x' may be read before it is assigned; assign it before, and in every branch"):

        class Branch(Everything):
            def activity(m):
                if m.lit:
                    x = 1.0
                m.out = x  # <-

    with refused("'x' may be read before it is assigned; assign it on a line before"):

        class Later(Everything):
            def activity(m):
                m.out = x  # <-
                x = 1.0

    class Both(Everything):
        def activity(m):
            if m.lit:
                x = 1.0
            else:
                x = 2.0
            m.out = x

    assert len(Both.program.activity) == 2


def test_inputs_dials_and_buttons_are_not_assigned() -> None:
    for_all = "is assigned by its own machine"
    with refused(f"input 'speed' {for_all}; inputs come from outside"):

        class Input(Everything):
            def activity(m):
                m.speed = 1.0  # <-

    with refused(f"dial 'headway' {for_all}; dials are set from outside"):

        class OwnDial(Everything):
            def activity(m):
                m.headway = 1.0  # <-


def test_outputs_belong_to_activities_and_are_not_read_back() -> None:
    with refused("a pre-activity assigns output 'out'; assign outputs in `activity`"):

        class Early(Everything):
            def pre_activity(m):
                m.out = 1.0  # <-

    with refused("output 'out' is read by its own machine; keep the value in a temporary or a local"):

        class Back(Everything):
            def activity(m):
                m.out = 1.0
                m.out += 1.0  # <-


def test_bags_are_asked_for_what_they_have() -> None:
    with refused("button 'brake' is a bag of presses; ask for one of .any, .count"):

        class Bare(Everything):
            def activity(m):
                m.flag = m.brake  # <-

    with refused("a bag has no 'most'; valid names are any, count"):

        class Most(Everything):
            def activity(m):
                m.out = m.brake.most  # <-

    with refused(r"dial 'headway' is a number; for what arrived, write `settings\(m.headway\)`"):

        class Last(Everything):
            def activity(m):
                m.out = m.headway.last  # <-

    with refused("does not name one of the machine's dials"):

        class Settings(Everything):
            def activity(m):
                m.out = settings(m.speed).last  # <-


def test_functions_take_the_machine_and_nothing_else() -> None:
    with refused("'activity' takes 2 arguments; it takes the machine"):

        class Two(Everything):
            def activity(m, other):  # <-
                m.out = other

    with refused("'activity' has star, keyword-only or default arguments"):

        class Star(Everything):
            def activity(m, *rest):  # <-
                m.out = 1.0

    with refused("'m' is the machine itself; name what you want of it"):

        class Bare(Everything):
            def activity(m):
                m.out = abs(m)  # <-


def test_a_decorated_function_is_refused() -> None:
    with refused("'activity' is decorated; leave the decorator out"):

        class Decorated(Everything):
            @_unchanged  # <-
            def activity(m):
                m.out = 1.0


def _unchanged(function):  # type: ignore[no-untyped-def]
    return function
