from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.errors import StepError, WiringError
from seahaven.kernel import MILLISECOND, SECOND, Controller, Emits, Hears, In, Module, Out, Param, State, Tick, port
from tests.kernel.parts import Adder, Sink, Source, counting


class Mixed(Module):
    number: In[float] = 0.0
    metres: In[float] = port(0.0, unit="m")
    text: In[str] = ""
    ints: In[NDArray[np.int64]] = np.zeros(1, dtype=np.int64)
    words: Hears[str]
    out: Out[float] = port(0.0, unit="s")
    label: Out[str] = ""
    floats: Out[NDArray[np.float64]] = np.zeros(1)
    told: Emits[int]

    def step(self, tick: Tick) -> None:
        pass


def refuse(source: str, target: str, message: str, **options: object) -> None:
    controller = Controller(Module("root", Mixed("left"), Mixed("right")))
    with pytest.raises(WiringError, match=message):
        controller.connect(source, target, **options)


def test_an_unknown_module_is_refused_with_the_nearest_name() -> None:
    refuse("lift.out", "right.number", r"lift\.out -> right\.number: there is no module 'lift'; did you mean 'left'\?")


def test_an_unknown_port_is_refused_with_the_nearest_name() -> None:
    refuse("left.out", "right.numbr", r"module 'right' has no port 'numbr'; did you mean 'number'\?")


def test_an_address_without_a_port_is_refused() -> None:
    refuse("left", "right.number", r"'left' names no port; write it as 'module\.port'")


def test_types_that_do_not_fit_are_refused() -> None:
    refuse("left.label", "right.number", "the output carries str, the input takes float")
    refuse("left.floats", "right.ints", "the output carries numpy.ndarray.*float64.*the input takes.*int64")
    refuse("left.told", "right.words", "the output carries int, the input takes str")


def test_units_that_differ_are_refused() -> None:
    refuse("left.out", "right.metres", "the output is in s, the input in m")


def test_links_go_from_outputs_to_inputs() -> None:
    refuse(
        "left.number", "right.number", r"a link begins at an output, but left\.number is the input 'number' \(float\)"
    )
    refuse("left.out", "right.label", r"the output 'out' \(float, s\) cannot feed the output 'label' \(str\)")
    refuse("left.told", "right.number", r"the event output 'told' \(int\) cannot feed the input 'number' \(float\)")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"interpolate": "quartic"}, "no interpolation 'quartic'"),
        ({"lag": -1.0}, "a lag is zero or more, not -1.0 s"),
        ({"immediate": True, "lag": 1}, "an immediate link has neither interpolation nor lag"),
    ],
)
def test_timing_that_makes_no_sense_is_refused(options: dict[str, object], message: str) -> None:
    refuse("left.out", "right.number", message, **options)


def test_a_link_cannot_ask_to_interpolate_what_cannot_be_blended() -> None:
    refuse("left.label", "right.text", "values of type str cannot be interpolated", interpolate="linear")


def test_events_have_no_timing() -> None:
    controller = Controller(counting())
    controller.disconnect("sink.bells")
    with pytest.raises(WiringError, match="events are neither interpolated, delayed nor immediate"):
        controller.connect("source.bell", "sink.bells", immediate=True)


def test_a_second_producer_is_refused_unless_it_replaces_the_first() -> None:
    root = counting()
    root.add(Source("spare", rate=2, gain=100.0))
    controller = Controller(root)
    with pytest.raises(WiringError, match=r"the input already has a producer, source\.x; disconnect it first, or"):
        controller.connect("spare.x", "sink.value")
    controller.run(SECOND)
    controller.connect("spare.x", "sink.value", replace=True)
    controller.run(2 * SECOND)
    assert root.children[1].values == [0.0, 1.0, 200.0, 300.0]


def test_an_unconnected_required_input_is_refused_with_what_would_fit() -> None:
    with pytest.raises(
        WiringError, match=r"input sink\.value is not connected and has no default; link an output of type float"
    ):
        Controller(Module("root", Sink("sink", rate=1)))


def test_an_immediate_loop_is_named_also_through_other_modules_and_when_made_later() -> None:
    root = Module("root", *(Mixed(name, rate=1) for name in "abc"))
    for first, second in ("ab", "bc"):
        root.link(f"{first}.out", f"{second}.number", immediate=True)
    controller = Controller(root)
    with pytest.raises(WiringError, match="immediate links form a loop: 'a' -> 'b' -> 'c' -> 'a'; make one of them"):
        controller.connect("c.out", "a.number", immediate=True)
    controller.connect("c.out", "a.number")
    controller.run(SECOND)
    with pytest.raises(WiringError, match="immediate links form a loop: 'a' -> 'a'"):
        controller.connect("a.out", "a.number", immediate=True, replace=True)


def test_a_change_that_proves_impossible_leaves_the_run_as_it_was() -> None:
    controller = Controller(counting())
    controller.run(SECOND)
    with pytest.raises(WiringError, match=r"input sink\.value is not connected"):
        controller.disconnect("sink.value")
    with pytest.raises(WiringError, match="there is no module 'nobody'"):
        controller.connect("nobody.x", "sink.value", replace=True)
    controller.run(2 * SECOND)
    assert controller.get("sink.seen")[-1] == (1500 * MILLISECOND, 3.0)


def test_parting_from_a_source_that_does_not_feed_is_refused() -> None:
    controller = Controller(counting())
    with pytest.raises(WiringError, match=r"sink\.value is not fed by 'sauce\.x'; did you mean 'source\.x'\?"):
        controller.disconnect("sink.value", "sauce.x")


def adding() -> tuple[Controller, Adder]:
    adder = Adder("adder", rate=10)
    root = Module("root", Source("b", rate=10), Source("a", rate=10, gain=10.0), adder)
    return Controller(root), adder


def test_a_many_input_grows_and_shrinks_while_running_and_is_sorted_by_source() -> None:
    controller, adder = adding()
    seen = []
    for change in (None, ("b.x", True), ("a.x", True), ("b.x", False), ("a.x", False)):
        if change:
            source, on = change
            (controller.connect if on else lambda s, t: controller.disconnect(t, s))(source, "adder.terms")
        controller.advance(100 * MILLISECOND)
        seen.append((adder.keys, adder.total))
    assert seen == [((), 0), (("b.x",), 1.0), (("a.x", "b.x"), 22.0), (("a.x",), 30.0), ((), 0)]


def test_a_many_input_loses_all_its_sources_at_once() -> None:
    controller, adder = adding()
    controller.connect("a.x", "adder.terms", immediate=True)
    controller.connect("b.x", "adder.terms", interpolate="linear")
    controller.advance(100 * MILLISECOND)
    assert adder.keys == ("a.x", "b.x")
    controller.disconnect("adder.terms")
    controller.advance(100 * MILLISECOND)
    assert adder.keys == ()


class Rewirer(Module):
    """At its second step, makes the wishes that it was given."""

    wishes: Param[tuple[tuple[object, ...], ...]] = ()

    def step(self, tick: Tick) -> None:
        if tick.index == 1:
            for verb, *arguments, options in self.wishes:
                getattr(tick, verb)(*arguments, **options)


def rewired(*wishes: tuple[object, ...]) -> Controller:
    root = counting()
    root.add(Source("spare", rate=2, gain=100.0), Rewirer("rewirer", rate=2, wishes=wishes))
    return Controller(root)


def test_links_are_remade_from_inside_a_step() -> None:
    controller = rewired(
        ("disconnect", "sink.value", "source.x", {}),
        ("connect", "spare.x", "sink.value", {}),
        ("set", "spare.gain", 7.0, {}),
    )
    controller.run(2 * SECOND)
    assert [value for _, value in controller.get("sink.seen")] == [0.0, 1.0, 200.0, 21.0]


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (("connect", "spare.x", "sink.valve", {}), "module 'rewirer' asked .*: module 'sink' has no port 'valve'"),
        (
            ("set", "spare.gain", "much", {}),
            r"asked for a change that cannot be made: spare\.gain: expected float, got str",
        ),
        (("disconnect", "sink.value", {}), r"module 'rewirer' asked .*: input sink\.value is not connected"),
        (("set", "spare.x", 1.0, {}), r"spare\.x is the output 'x' \(float\); only control parameters can be set"),
    ],
)
def test_a_wish_that_cannot_be_granted_names_who_asked_and_when(wish: tuple[object, ...], message: str) -> None:
    with pytest.raises(StepError, match=message) as caught:
        rewired(wish).run(2 * SECOND)
    assert (caught.value.path, caught.value.now) == ("rewirer", SECOND)


def test_two_wishes_in_one_date_are_granted_in_the_order_of_paths() -> None:
    root = counting()
    for name, gain in (("z", 3.0), ("a", 2.0)):
        root.add(Rewirer(name, rate=2, wishes=(("set", "source.gain", gain, {}),)))
    controller = Controller(root)
    controller.run(2 * SECOND)
    assert controller.get("source.gain") == 3.0


def test_a_disconnected_input_falls_back_to_what_was_given() -> None:
    class Gauge(Module):
        value: In[float] = -1.0
        seen: State[tuple[float, ...]] = ()

        def step(self, tick: Tick) -> None:
            self.seen = (*self.seen, self.value)

    gauge = Gauge("gauge", rate=10, value=-2.0)
    root = Module("root", Source("source", rate=10), gauge)
    controller = Controller(root)
    controller.advance(100 * MILLISECOND)
    controller.connect("source.x", "gauge.value")
    controller.advance(100 * MILLISECOND)
    controller.disconnect("gauge.value")
    controller.advance(100 * MILLISECOND)
    assert gauge.seen == (-2.0, 1.0, -2.0)
