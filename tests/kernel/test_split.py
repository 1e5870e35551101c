from __future__ import annotations

import contextlib
import json
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.errors import ParcelError, SeahavenError, SnapshotError, StepError, WiringError
from seahaven.kernel import (
    MILLISECOND,
    SECOND,
    Controller,
    Emits,
    Event,
    Hears,
    In,
    Module,
    Out,
    Parcel,
    PipeChannel,
    Split,
    State,
    Tick,
    fork,
    pack,
    port,
    unpack,
)
from seahaven.kernel.codec import kinds_in
from tests.kernel.graphs import play
from tests.kernel.parts import Sink, Source, counting
from tests.kernel.processes import UNTIL, die, family, graph, play_part

SEEDS = [1, 2, 3, 5, 8, 13]
SPAWN = multiprocessing.get_context("spawn")


def test_two_processes_give_what_one_gives() -> None:
    pipes = [SPAWN.Pipe() for _ in SEEDS]
    results = {name: SPAWN.Pipe(duplex=False) for name in "AB"}
    parts = [
        ("A", "B", SEEDS, [a for a, _ in pipes], results["A"][1]),
        ("B", "A", SEEDS, [b for _, b in pipes], results["B"][1]),
    ]
    processes = [SPAWN.Process(target=play_part, args=part) for part in parts]
    for process in processes:
        process.start()
    for _, _, _, ends, result in parts:
        for end in (*ends, result):
            end.close()
    logs = [json.loads(results[name][0].recv_bytes()) for name in "AB"]
    for process in processes:
        process.join(timeout=20)
    for i, seed in enumerate(SEEDS):
        whole = play(graph(seed), UNTIL)
        assert {**logs[0][i], **logs[1][i]} == whole
        assert all(len(log) > 1 for log in whole.values())
    for name in "AB":
        results[name][0].close()


def test_a_peer_that_dies_is_named_instead_of_waited_for() -> None:
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=die, args=(theirs,))
    process.start()
    theirs.close()
    split = Split("A", {"mortal": "B", "heir": "A"}.__getitem__, {"B": PipeChannel(ours)})
    with pytest.raises(
        SeahavenError, match=r"process 'B' is gone \(.*\); it had completed everything before 0\.5 s, and 'A'"
    ):
        Controller(family(), split=split).run(UNTIL)
    process.join(timeout=20)
    assert process.exitcode == 3


def in_threads(parts: dict[str, Callable[[Split], object]], where: Callable[[str], str], **options: object) -> dict:
    """Run parts of a tree in threads joined by real pipes; give what each returns, or raise what it raised."""
    ends: dict[str, dict[str, PipeChannel]] = {name: {} for name in parts}
    pipes = []
    for a in parts:
        for b in parts:
            if a < b:
                first, second = multiprocessing.Pipe()
                pipes += [first, second]
                ends[a][b], ends[b][a] = PipeChannel(first, **options), PipeChannel(second, **options)
    results: dict[str, object] = {}

    def work(name: str) -> None:
        try:
            results[name] = parts[name](Split(name, where, ends[name]))
        except SeahavenError as error:
            results[name] = error

    threads = [threading.Thread(target=work, args=(name,), daemon=True) for name in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert not any(thread.is_alive() for thread in threads), "the processes wait for each other"
    return results


def test_three_processes_give_what_one_gives() -> None:
    for seed in SEEDS:
        modules = graph(seed)
        where = {"m0": "A", "m1": "B", "m2": "C", "m3": "A", "m4": "B"}.__getitem__
        parts = in_threads(dict.fromkeys("ABC", lambda split, m=modules: play(m, UNTIL, split)), where)
        assert {k: v for part in parts.values() for k, v in part.items()} == play(modules, UNTIL)


@dataclass(frozen=True)
class Report:
    text: str
    levels: tuple[float, ...] = ()


class Sender(Module):
    """Puts out an array that is too big for any pipe's buffer, in Fortran's memory order."""

    picture: Out[NDArray[np.float64]] = np.zeros((0, 0))
    report: Out[Report | None] = None
    told: Emits[Report]
    other: In[NDArray[np.float64]] = np.zeros((0, 0))
    ears: Hears[Report]
    seen: State[list[str]] = port([])

    def init(self, tick: Tick) -> None:
        self.report = Report("early")

    def step(self, tick: Tick) -> None:
        self.seen.append(f"{self.other.shape} {self.other.flags.f_contiguous} {self.other.sum()!r} {self.ears}")
        self.picture = np.asfortranarray(np.full((200, 300), 0.1 * tick.index))
        self.report = Report("now", (tick.seconds,))
        self.told.append(self.report)


def pair() -> Module:
    root = Module("root", Sender("a", rate=10), Sender("b", rate=10))
    for first, second in ("ab", "ba"):
        root.link(f"{first}.picture", f"{second}.other")
        root.link(f"{first}.told", f"{second}.ears")
    return root


def seen(split: Split | None = None) -> dict[str, list[str]]:
    with Controller(pair(), split=split) as controller:
        controller.run(SECOND)
        return {module.name: module.seen for module in controller if isinstance(module, Sender)}


def test_parcels_bigger_than_any_buffer_lock_nobody_and_arrive_as_they_were() -> None:
    parts = in_threads({"A": seen, "B": seen}, {"a": "A", "b": "B"}.__getitem__, kinds=kinds_in(Report))
    assert {**parts["A"], **parts["B"]} == seen()


def test_a_type_that_the_channel_was_not_told_of_is_refused_by_the_sender() -> None:
    parts = in_threads({"A": seen, "B": seen}, {"a": "A", "b": "B"}.__getitem__)
    assert any(
        isinstance(part, SnapshotError) and "Report', which nothing here declares" in str(part)
        for part in parts.values()
    )


def test_parcels_survive_the_pipe() -> None:
    first, second = multiprocessing.Pipe()
    left, right = PipeChannel(first, kinds_in(Report)), PipeChannel(second, kinds_in(Report))
    structured = np.array([(1.5, 2)], dtype=[("x", "f8"), ("id", "i4")])
    left.send(Parcel(7, [("a.x", 9, structured), ("a.y", 9, 0.1)], [Event(9, "a.told", 0, Report("hi"))]))
    parcel = right.receive()
    (_, _, array), plain = parcel.samples
    assert (parcel.complete_before, tuple(plain), parcel.events) == (
        7,
        ("a.y", 9, 0.1),
        [Event(9, "a.told", 0, Report("hi"))],
    )
    assert array.dtype == structured.dtype
    assert not array.flags.writeable


@pytest.mark.parametrize("verb", ["receive", "send"])
def test_a_closed_pipe_is_an_error_every_time(verb: str) -> None:
    ours, theirs = multiprocessing.Pipe()
    theirs.close()
    split = Split("A", {}.__getitem__, {"B": PipeChannel(ours)})
    for _ in range(2):
        with pytest.raises(SeahavenError, match=r"process 'B' is gone .* see what 'B' reported"):
            split.gather(0) if verb == "receive" else split.spread({"B": Parcel(0)})


class Silent:
    """A channel to a process that has promised everything already."""

    def __init__(self) -> None:
        self.sent: list[Parcel] = []

    def send(self, parcel: Parcel) -> None:
        self.sent.append(parcel)

    def receive(self) -> Parcel:
        return Parcel(100 * SECOND)


def half(root: Module, *mine: str) -> Controller:
    return Controller(root, split=Split("A", lambda path: "A" if path in mine else "B", {"B": Silent()}))


def test_a_module_placed_where_no_channel_leads_is_refused() -> None:
    with pytest.raises(SeahavenError, match="module 'sink' runs in 'C', to which 'A' has no channel"):
        Controller(counting(), split=Split("A", {"source": "A", "sink": "C"}.__getitem__, {"B": Silent()}))


def test_an_immediate_link_to_another_process_needs_a_rate() -> None:
    root = Module("root", Source("source"), Sink("sink", rate=1))
    root.link("source.x", "sink.value", immediate=True)
    with pytest.raises(
        WiringError, match=r"source\.x -> sink\.value: an immediate link from a module without a rate cannot cross"
    ):
        half(root, "source")


def test_a_parcel_that_is_damaged_is_refused_in_one_line() -> None:
    whole = pack(
        Parcel(7, [("a.x", 9, np.arange(6.0).reshape(2, 3))], [Event(9, "a.told", 0, 1)], 5, [("a", None)]), {}
    )
    assert unpack(whole, {}).runs == [("a", None)]
    for cut in range(0, len(whole), 5):
        with pytest.raises(ParcelError, match=r"parcel") as caught:
            unpack(whole[:cut], {})
        assert "\n" not in str(caught.value)
    for place in range(len(whole) - 48):
        changed = bytearray(whole)
        changed[place] ^= 0x15
        with contextlib.suppress(ParcelError):  # a digit may have become another one
            unpack(bytes(changed), {})


def test_no_parcel_brings_objects() -> None:
    bad = pack(Parcel(7, [("a.x", 9, np.arange(3.0))]), {}).replace(b"<f8", b"|O8")
    with pytest.raises(ParcelError, match=r"objects cannot travel"):
        unpack(bad, {})


def test_a_part_of_a_split_tree_cannot_be_forked() -> None:
    with pytest.raises(SnapshotError, match="a part of a split tree cannot be forked"):
        fork(half(counting(), "source"))


def test_a_split_tree_keeps_its_modules_and_crossing_links_while_it_runs() -> None:
    root = counting()
    root.add(Source("spare", rate=2))
    controller = half(root, "source", "spare")
    controller.connect("spare.x", "sink.value", replace=True)
    controller.run(SECOND)
    with pytest.raises(WiringError, match="cannot add 'late': a split tree keeps its modules while it runs"):
        controller.add(Source("late", rate=1))
    with pytest.raises(WiringError, match="cannot remove 'spare': a split tree keeps its modules"):
        controller.remove("spare")
    with pytest.raises(
        WiringError, match=r"source\.x -> sink\.value: links between processes are made before the start"
    ):
        controller.connect("source.x", "sink.value", replace=True)


def test_a_wish_that_concerns_another_process_is_refused_instead_of_lost() -> None:
    class Meddler(Module):
        def step(self, tick: Tick) -> None:
            tick.set("source.gain", 2.0)

    root = counting()
    root.add(Meddler("meddler", rate=10))
    with pytest.raises(
        StepError, match=r"module 'meddler' asked .*: 'source' runs in another process; send it an event"
    ):
        half(root, "meddler", "sink").run(SECOND)


def test_only_what_is_read_elsewhere_is_sent() -> None:
    controller = half(counting(), "source")
    controller.run(SECOND)
    parcels = controller.tree._split.channels["B"].sent
    samples = [(address, date // MILLISECOND, value) for parcel in parcels for address, date, value in parcel.samples]
    assert samples == [("source.x", 0, 0.0), ("source.x", 500, 1.0), ("source.x", 1000, 2.0)]
    assert [(event.date // MILLISECOND, event.value) for p in parcels for event in p.events] == [(500, 1), (1000, 2)]
    promises = [parcel.complete_before for parcel in parcels]
    assert promises == sorted(promises)


def test_a_module_without_a_rate_cannot_run_over_nothing_in_a_split_tree() -> None:
    class Free(Module):
        def step(self, tick: Tick) -> None:
            pass

    root = counting()
    root.add(Free("free"))
    controller = half(root, "source", "free")
    controller.advance(1)
    with pytest.raises(SeahavenError, match="module 'free' has no rate and cannot run over 0 s in a split tree"):
        controller.advance(0)
