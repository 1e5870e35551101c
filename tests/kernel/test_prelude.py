"""What leads up to a run: dates before 0, and a whole that takes over what some of its parts have come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs.toy_kernel import Toy
from seahaven.errors import SnapshotError, WiringError
from seahaven.kernel import SECOND, Beat, Controller, Module, begin_after, fork, prelude
from tests.kernel.graphs import graphs, logs, tree
from tests.kernel.parts import Diary, EdgeDiary, Sink, Source

EARLY = -700_000_000
UNTIL = 600_000_000


def both() -> Module:
    """A source that is heard by a sink."""
    root = Module("root", Source("source", rate=10), Sink("sink", rate=10))
    root.link("source.x", "sink.value")
    root.link("source.bell", "sink.bells")
    return root


def test_dates_before_0_are_counted_like_all_others() -> None:
    beat = Beat.of(30)
    assert [beat.date(k) for k in (-3, -2, -1, 0)] == [-100_000_000, -66_666_667, -33_333_333, 0]
    assert [beat.first(date) for date in (-100_000_000, -99_999_999, -1, 0)] == [-3, -2, 0, 0]


def test_a_run_may_begin_before_0() -> None:
    with Controller(both(), start=-SECOND // 4) as run:
        run.run(until=SECOND // 5)
        assert run["sink"].seen == [(-200_000_000, 0.0), (-100_000_000, 1.0), (0, 2.0), (100_000_000, 3.0)]


@given(graphs(), st.integers(EARLY, 0))
def test_property_a_run_after_its_prelude_is_one_that_began_earlier(modules: dict[str, Toy], start: int) -> None:
    with Controller(tree(modules), start=start) as whole:
        whole.run(UNTIL)
        expected = logs(whole)
    run = Controller(tree(modules))
    with prelude(run, list(modules), start=start) as before:
        before.run(0)
        begin_after(run, before)
    with run:
        run.run(UNTIL)
        assert logs(run) == expected


def test_parts_go_on_and_all_others_begin() -> None:
    run = Controller(both())
    with prelude(run, ["source"], start=-SECOND) as before:
        before.run(0)
        begin_after(run, before)
    with run:
        assert run.get("source.x") == 10.0
        run.run(until=SECOND // 5)
        assert run["sink"].seen == [(0, 10.0), (100_000_000, 11.0)]
        assert run["sink"].heard == [11]
        with fork(run) as twin:
            twin.run(until=SECOND // 2)
            assert twin["sink"].values == [10.0, 11.0, 12.0, 13.0, 14.0]


def test_edges_see_nothing_of_what_was_before() -> None:
    book: list[str] = []
    root = Module("root", Diary("inner", rate=10, book=book), EdgeDiary("edge", rate=10, book=book))
    run = Controller(root)
    with prelude(run, ["inner"], start=-SECOND // 5) as before:
        before.run(0)
        book.clear()
        begin_after(run, before)
        assert book == ["init edge"]
    run.end()


def test_a_prelude_is_for_parts_that_there_are_and_for_runs_that_have_not_begun() -> None:
    run = Controller(both())
    with pytest.raises(WiringError, match=r"there is no module 'sorce' at the top of the tree; did you mean"):
        prelude(run, ["sorce"], start=-SECOND)
    with prelude(run, ["source"], start=-SECOND) as before:
        with pytest.raises(SnapshotError, match=r"the prelude has come to -1.0 s, and the run begins at 0.0 s"):
            begin_after(run, before)
        before.run(0)
        run.start()
        with pytest.raises(SnapshotError, match="the run has begun already"):
            begin_after(run, before)
    with pytest.raises(WiringError, match="the run has begun; a prelude comes before that"):
        prelude(run, ["source"], start=-SECOND)
    run.end()
