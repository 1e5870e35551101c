from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.errors import InputError, WiringError
from seahaven.kernel import SECOND, Controller, Emits, In, Module, Out, Param, State, StorePort, Tick, fork, port
from tests.kernel.parts import Adder, EdgeDiary, Sink, Source


class Memory(Module):
    log: State[list[int]] = port([])
    table: State[NDArray[np.float64]] = port(np.zeros(2))
    names: Param[list[str]] = port([])


def test_defaults_are_not_shared_between_instances() -> None:
    a, b = Memory("a"), Memory("b")
    a.log.append(1)
    a.names.append("x")
    a.table[0] = 1.0
    assert (b.log, b.names, b.table[0]) == ([], [], 0.0)


def test_given_values_stay_the_givers() -> None:
    log, table = [1], np.ones(2)
    a, b = Memory("a", log=log, table=table), Memory("b", log=log, table=table)
    a.log.append(2)
    a.table[0] = 5.0
    assert (log, b.log, table[0], b.table[0]) == ([1], [1], 1.0, 1.0)


def test_a_given_array_parameter_is_read_only_inside_and_stays_changeable_outside() -> None:
    class Map(Module):
        heights: Param[NDArray[np.float64]]

    heights = np.zeros(2)
    module = Map("map", heights=heights)
    heights[0] = 1.0
    assert module.heights.tolist() == [0.0, 0.0]
    assert not module.heights.flags.writeable


def test_an_unknown_field_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(WiringError, match=r"module 'source' has no field 'gian'; did you mean 'gain'\?"):
        Source("source", gian=2.0)


def test_a_value_of_the_wrong_type_is_refused_with_its_port() -> None:
    with pytest.raises(WiringError, match=r"source\.gain: expected float, got str 'two'"):
        Source("source", gain="two")


def test_what_links_fill_cannot_be_given() -> None:
    with pytest.raises(
        WiringError, match=r"sink\.bells: the event input 'bells' \(int\) is filled by links, not given"
    ):
        Sink("sink", bells=3)


def test_a_required_parameter_is_asked_for() -> None:
    class Wheel(Module):
        radius: Param[float] = port(unit="m")

    with pytest.raises(
        WiringError, match=r"module 'wheel' needs a value for its control parameter 'radius' \(float, m\)"
    ):
        Wheel("wheel")


@pytest.mark.parametrize("name", ["", "a/b", "a.b", "1st", "ä b"])
def test_a_name_that_would_break_addresses_is_refused(name: str) -> None:
    with pytest.raises(WiringError, match="cannot name a module: use letters, digits"):
        Module(name)


def test_a_rate_needs_a_step_and_has_to_be_one() -> None:
    with pytest.raises(WiringError, match=r"module 'branch' \(Module\) has a rate but no step"):
        Module("branch", rate=10)
    with pytest.raises(InputError, match="a rate is a number of Hz"):
        Source("source", rate="often")


def test_names_are_unique_among_siblings_and_a_module_has_one_parent() -> None:
    child = Source("child")
    parent = Module("parent", child)
    with pytest.raises(WiringError, match="module 'parent' already has a part named 'child'"):
        parent.add(Source("child"))
    with pytest.raises(WiringError, match="module 'child' already belongs to 'parent'"):
        Module("other", child)


def test_paths_name_the_way_from_below_the_root() -> None:
    engine = Source("engine")
    root = Module("root", Module("car", engine))
    assert [m.path for m in root.walk()] == ["", "car", "car/engine"]
    assert engine.path == "car/engine"


class Base(Module):
    gain: Param[float] = port(1.0, unit="m")
    out: Out[float] = 0.0


class Other(Module):
    told: Emits[int]


def test_ports_are_inherited_from_every_base() -> None:
    class Both(Base, Other):
        more: Param[int] = 1

    assert set(Both.fields) == {"gain", "out", "told", "more"}
    assert set(Base.fields) == {"gain", "out"}


def test_a_subclass_may_give_an_inherited_field_another_default() -> None:
    class Loud(Base):
        gain = 3

    class Louder(Loud):
        gain: Param[float] = port(5.0)

    assert (Base("b").gain, Loud("l").gain, Louder("r").gain) == (1.0, 3.0, 5.0)
    assert Loud.fields["gain"].unit == "m"
    with pytest.raises(WiringError, match=r"Wrong\.gain: the default does not fit"):

        class Wrong(Base):
            gain = "loud"


def test_a_port_cannot_take_a_name_that_every_module_has() -> None:
    with pytest.raises(WiringError, match=r"Bad\.name: every module has a 'name'; name the port otherwise"):

        class Bad(Module):
            name: Param[str] = "x"


def test_slots_are_refused_because_snapshots_would_not_see_them() -> None:
    with pytest.raises(WiringError, match="snapshots do not see __slots__"):

        class Bad(Module):
            __slots__ = ("secret",)


def test_an_edge_module_has_no_outputs_and_only_edge_parts() -> None:
    with pytest.raises(WiringError, match="Bad is an edge module and cannot have the output 'out'"):

        class Bad(Base, edge=True):
            pass

    with pytest.raises(WiringError, match="module 'a' is part of the edge module 'edge', so make it edge too"):
        EdgeDiary("edge", Source("a"))


class Car(Module):
    """A reusable part that builds itself, with links from and to its own ports."""

    offset: In[float] = 0.0

    def build(self) -> None:
        self.add(Source("engine", rate=10), Adder("sum", rate=10))
        self.link("engine.x", "sum.terms")


def test_a_part_builds_itself_and_its_links_are_its_own() -> None:
    root = Module("root", Car("a"), Car("b"), Source("wind", rate=10))
    root.link("wind.x", "a.offset")
    assert [str(link) for link in root.all_links()] == [
        "wind.x -> a.offset", "a/engine.x -> a/sum.terms", "b/engine.x -> b/sum.terms",
    ]  # fmt: skip
    controller = Controller(root)
    controller.run(SECOND)
    assert controller.get("b/sum.total") == 9.0


def test_a_link_may_begin_at_the_module_itself() -> None:
    class Heart(Source):
        def build(self) -> None:
            self.add(Adder("inner", rate=1))
            self.link(".x", "inner.terms")

    root = Module("root", Heart("heart", rate=1))
    assert [str(link) for link in root.all_links()] == ["heart.x -> heart/inner.terms"]


def test_unlinking_forgets_links_of_a_module_and_its_parts_and_no_others() -> None:
    root = Module("root", Car("car"), Car("car1"), Adder("all"))
    for car in ("car", "car1"):
        root.link(f"{car}/engine.x", "all.terms")
    root.unlink("car")
    assert [str(link) for link in root.all_links()] == ["car1/engine.x -> all.terms", "car1/engine.x -> car1/sum.terms"]


def test_a_step_may_read_back_what_it_put_out_last() -> None:
    class Doubling(Module):
        x: Out[float] = 1.0

        def step(self, tick: Tick) -> None:
            self.x = 2.0 * self.x

    controller = Controller(Module("root", Doubling("d", rate=1)))
    controller.run(5 * SECOND)
    assert controller.get("d.x") == 32.0


class Lively(Module):
    """Keeps a counter outside of its fields while it runs."""

    top: Param[float] = port(3.0, least=1.0)
    kept: State[int] = 0
    count: Out[int] = 0

    def step(self, tick: Tick) -> None:
        self.live = (self.kept if self.live is None else self.live) + 1
        self.count = self.live

    def freeze(self) -> None:
        self.kept = self.live or 0


def test_what_is_live_is_frozen_into_fields_for_snapshots_and_made_again_in_forks() -> None:
    run = Controller(Module("root", Lively("lively", rate=10)))
    run.advance(SECOND)
    twin = fork(run)
    twin.advance(SECOND)
    assert (run.get("lively.count"), twin.get("lively.count")) == (10, 20)


def test_a_parameter_below_its_least_value_is_refused_when_given_and_when_set() -> None:
    with pytest.raises(WiringError, match=r"lively.top: expected at least 1, got 0.5"):
        Lively("lively", rate=10, top=0.5)
    run = Controller(Module("root", Lively("lively", rate=10)))
    with pytest.raises(WiringError, match=r"lively.top: expected at least 1, got -2"):
        run.set("lively.top", -2.0)


def test_ports_opened_in_build_belong_to_one_module_alone() -> None:
    class Opener(Module):
        wanted: Param[str] = "first"

        def build(self) -> None:
            self.open_port(self.wanted, StorePort())
            self.give("wanted", "given")

    a, b = Opener("a", wanted="one"), Opener("b", wanted="two")
    assert (list(a.ports), list(b.ports), a.wanted, Opener.store_ports) == (["one"], ["two"], "given", {})
    with pytest.raises(WiringError, match="module 'a' already has a port 'one'"):
        a.open_port("one", StorePort())
