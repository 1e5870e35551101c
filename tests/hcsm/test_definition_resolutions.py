"""Resolutions as an author writes them: values that fit, and those that are refused."""

from __future__ import annotations

from seahaven.hcsm import (
    In,
    Machine,
    Out,
    declare,
    disjoint_union,
    either,
    most_conservative,
    own,
    pass_through,
    priority,
    weighted_blend,
)
from seahaven.hcsm.program import Assign, ChildOutput, Place, Resolution
from tests.hcsm.parts import A, Echo, Steady
from tests.hcsm.refusals import refused


def test_one_resolution_may_decide_several_outputs() -> None:
    class Wish(Machine):
        east: Out[float]
        north: Out[float]

        def activity(m):
            m.east = 1.0
            m.north = 2.0

    class Vector(Machine):
        one, other = Wish(), Wish()
        east: Out[float]
        north: Out[float]
        east = north = declare(weighted_blend({one: 1.0, other: 3.0}), unit="m")

    blend = Resolution("blend", ("one", "other"), (1.0, 3.0))
    assert Vector.program.resolutions == {"east": blend, "north": blend}
    assert [port.unit for port in Vector.program.outputs] == ["m", "m"]


def test_resolutions_are_values() -> None:
    class Resolved(Machine):
        b, a, c = Steady(), Steady(), Echo()
        heard: In[float]

        class Least(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = most_conservative()

        class First(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = priority(b, "a")

        class Blend(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = weighted_blend({b: 2, a: 1.0})

        class Union(Machine):
            b, a = Steady(), A()
            out: Out[float] = disjoint_union()

        class Own(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = declare(own(lambda x, y: either(x, 0.0) - 2 * either(y, 0.0), a, b), unit="m")

        class Passing(Machine):
            b, a = Steady(), A()
            out: Out[float] = pass_through()
            start = "b"
            transitions = b >> a

    made = {name: Resolved.program.child(name) for name in ("Least", "First", "Blend", "Union", "Own", "Passing")}
    assert made["Least"].resolutions["out"] == Resolution("least", ("a", "b"))
    assert made["First"].resolutions["out"] == Resolution("first", ("b", "a"))
    assert made["Blend"].resolutions["out"] == Resolution("blend", ("a", "b"), (1.0, 2.0))
    assert made["Union"].resolutions["out"] == Resolution("first", ("b",))
    assert made["Passing"].resolutions["out"] == Resolution("active", ("b",))
    assert made["Own"].resolutions == {}
    assert made["Own"].outputs[0].unit == "m"
    statement = made["Own"].activity[0]
    assert isinstance(statement, Assign)
    assert statement.target == Place("output", "out")
    assert "ChildOutput(child='b'" in str(statement.value)
    assert ChildOutput("a", "out", "float").nullable


def test_two_writers_of_one_output_are_refused() -> None:
    with refused("two writers of one output: 'out' of Two comes from 'a' and 'b'; say how: most_conservative"):

        class Two(Machine):
            a, b = Steady(), Steady()
            out: Out[float]  # <-

    with refused("two writers of one output"):

        class Union(Machine):
            a, b = Steady(), Steady()
            out: Out[float] = disjoint_union(a, b)  # <-


def test_an_output_that_nothing_gives_is_refused() -> None:
    with refused("nothing gives output 'out' of Empty; assign m.out in `activity`, or in a child"):

        class Empty(Machine):
            a = A()
            out: Out[float]  # <-


def test_resolutions_that_do_not_fit_are_refused() -> None:
    class Whole(Machine):
        out: Out[int]

    with refused("child 'b' of NoOutput has no output 'out'; there are none"):

        class NoOutput(Machine):
            a, b = Steady(), A()
            out: Out[float] = priority(a, b)  # <-

    with refused("output 'out' of Typed is of type float, that of 'b' of type int; declare both alike"):

        class Typed(Machine):
            a, b = Steady(), Whole()
            out: Out[float] = priority(a, b)  # <-

    with refused("'c' is not a child of Stranger"):

        class Stranger(Machine):
            a = Steady()
            out: Out[float] = priority(a, "c")  # <-

    with refused("'Steady' is not a child of Other"):

        class Other(Machine):
            a = Steady()
            out: Out[float] = priority(Steady())  # <-

    with refused("passes through, but Concurrent is concurrent"):

        class Concurrent(Machine):
            a = Steady()
            out: Out[float] = pass_through()  # <-

    with refused("has a weight that is not positive"):

        class Weights(Machine):
            a = Steady()
            out: Out[float] = weighted_blend({a: 0.0})  # <-

    with refused("names a child twice"):

        class Twice(Machine):
            a = Steady()
            out: Out[float] = priority(a, a)  # <-

    with refused("priority.. names no children"):

        class Nobody(Machine):
            a = Steady()
            out: Out[float] = priority()  # <-

    with refused("output 'out' of Truth is of type bool, which has no most_conservative"):

        class Truth(Machine):
            class One(Machine):
                def activity(m):
                    m.out = True

            out: Out[bool] = most_conservative()  # <-

    with refused("no child of Alone has an output 'out' to resolve"):

        class Alone(Machine):
            out: Out[float] = most_conservative()  # <-

    with refused("the lambda takes 1 arguments for 2 children"):

        class Arguments(Machine):
            a, b = Steady(), Steady()
            out: Out[float] = own(lambda x: x, a, b)  # <-

    with refused("is given 3.0; an output is null at the beginning of each step"):

        class Given(Machine):
            out: Out[float] = 3.0  # <-
