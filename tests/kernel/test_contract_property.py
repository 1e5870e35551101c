"""The controller is held to the toy model: random graphs and rates, orders, advances, splits, snapshots."""

from __future__ import annotations

import threading
from pathlib import Path
from queue import Queue

from hypothesis import given, settings
from hypothesis import strategies as st

from docs.toy_kernel import Toy, simulate
from seahaven.kernel import Controller, Parcel, Split, fork, load_checkpoint, restore, save_checkpoint, take_snapshot
from tests.kernel.graphs import graphs, law, logs, play, tree

UNTIL = 1_300_000_000
moments = st.integers(0, UNTIL)


@settings(max_examples=200)
@given(graphs())
def test_property_controller_agrees_with_the_toy_model(modules: dict[str, Toy]) -> None:
    assert play(modules, UNTIL) == simulate(modules, law, UNTIL)


@given(graphs(), st.data())
def test_property_order_of_modules_and_links_never_matters(modules: dict[str, Toy], data: st.DataObject) -> None:
    order = data.draw(st.permutations(list(modules)))
    with Controller(tree(modules, order)) as controller:
        controller.run(UNTIL)
        assert logs(controller) == play(modules, UNTIL)


@given(graphs(), st.lists(st.integers(0, 400_000_000), max_size=8))
def test_property_any_sequence_of_advances_gives_the_same_as_one(modules: dict[str, Toy], steps: list[int]) -> None:
    with Controller(tree(modules)) as controller:
        for dt in steps:
            controller.advance(dt)
        controller.advance(max(0, UNTIL - controller.now))
        assert logs(controller) == play(modules, controller.now)


@given(graphs(), moments)
def test_property_fork_and_original_run_on_alike(modules: dict[str, Toy], moment: int) -> None:
    with Controller(tree(modules)) as controller:
        controller.run(moment)
        with fork(controller) as twin:
            twin.run(UNTIL)
            assert logs(twin) == play(modules, UNTIL)
        controller.run(UNTIL)
        assert logs(controller) == play(modules, UNTIL)


@given(graphs(), moments, moments)
def test_property_restoring_and_running_on_is_never_having_stopped(modules: dict[str, Toy], a: int, b: int) -> None:
    with Controller(tree(modules)) as controller:
        controller.run(min(a, b))
        saved = take_snapshot(controller)
        controller.run(max(a, b))
        restore(controller, saved)
        controller.run(UNTIL)
        assert logs(controller) == play(modules, UNTIL)


@given(modules=graphs(), moment=moments)
def test_property_checkpoint_to_disk_and_back(tmp_path_factory, modules: dict[str, Toy], moment: int) -> None:
    file: Path = tmp_path_factory.mktemp("checkpoint") / "run.npz"
    with Controller(tree(modules)) as controller:
        controller.run(moment)
        save_checkpoint(controller, file)
    with Controller(tree(modules)) as again:
        load_checkpoint(again, file)
        again.run(UNTIL)
        assert logs(again) == play(modules, UNTIL)


class QueueChannel:
    """A channel between two threads that stand for two processes."""

    def __init__(self, out: Queue[Parcel], into: Queue[Parcel]) -> None:
        self.send = out.put
        self._into = into

    def receive(self) -> Parcel:
        return self._into.get(timeout=20)


@given(graphs(), st.data())
def test_property_any_split_gives_the_same_values(modules: dict[str, Toy], data: st.DataObject) -> None:
    there = data.draw(st.sets(st.sampled_from(sorted(modules))))
    place = {name: "B" if name in there else "A" for name in modules}
    to_a: Queue[Parcel] = Queue()
    to_b: Queue[Parcel] = Queue()
    results: dict[str, list[float]] = {}

    def process(here: str, other: str, channel: QueueChannel) -> None:
        results.update(play(modules, UNTIL, Split(here, place.__getitem__, {other: channel})))

    second = threading.Thread(target=process, args=("B", "A", QueueChannel(to_a, to_b)))
    second.start()
    process("A", "B", QueueChannel(to_b, to_a))
    second.join(timeout=20)
    assert results == play(modules, UNTIL)
