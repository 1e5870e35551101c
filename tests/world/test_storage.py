import tracemalloc

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seahaven.bench.crowd import Drift, crowd
from seahaven.kernel import SECOND, Controller, Module, fork
from seahaven.world import Column, FamilyType
from seahaven.world.family import Records
from seahaven.world.storage import Storage

FAMILY = FamilyType("thing", {"a": Column("int64"), "b": Column(nullable=True)})


def rows(ids: list[int]) -> Records:
    return FAMILY.rows(np.array(ids, np.int64), {"a": [i * 7 for i in ids], "b": [None if i % 3 else i for i in ids]})


@given(st.lists(st.tuples(st.sets(st.integers(1, 200)), st.sets(st.integers(1, 200)))))
def test_rows_stay_sorted_and_keep_their_values_under_any_changes(changes: list[tuple[set[int], set[int]]]):
    storage, expected = Storage(FAMILY), set[int]()
    for removed, added in changes:
        new = sorted(added - (expected - removed))
        storage.restructure(np.array(sorted(removed), np.int64), [rows(new[::2]), rows(new[1::2])])
        expected = (expected - removed) | set(new)
        assert storage.ids.tolist() == sorted(expected)
        assert storage.arrays["a"].tolist() == [i * 7 for i in sorted(expected)]
        assert [storage.cell("b", row) for row in range(storage.count)] == [
            None if i % 3 else i for i in sorted(expected)
        ]


def test_appending_in_id_order_does_not_move_rows():
    storage = Storage(FAMILY)
    storage.restructure(np.zeros(0, np.int64), [rows([1, 2])])
    before = storage.arrays["a"].ctypes.data
    storage.restructure(np.zeros(0, np.int64), [rows([3])])
    assert storage.arrays["a"].ctypes.data == before


def test_an_unknown_id_has_no_row():
    storage = Storage(FAMILY)
    assert storage.row(1) == -1
    storage.restructure(np.zeros(0, np.int64), [rows([2, 5])])
    assert [storage.row(i) for i in (1, 2, 3, 5, 6)] == [-1, 0, -1, 1, -1]


def test_the_version_stands_while_nothing_changes():
    storage = Storage(FAMILY)
    storage.restructure(np.zeros(0, np.int64), [rows([1])])
    version = storage.version
    storage.restructure(np.array([9]), [])
    assert storage.version == version


def test_a_fork_of_a_run_asks_for_no_memory_to_write_in_until_it_steps() -> None:
    controller = Controller(Module("run", Drift("drift", rate=10)), store=crowd(1000, columns=30))
    controller.advance(SECOND)
    columns = 30 * 1000 * 8
    tracemalloc.start()
    twin = fork(controller)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert columns < size < 1.5 * columns
    assert twin.store.digest() == controller.store.digest()
    for run in (twin, controller):
        run.advance(SECOND)
    assert twin.store.digest() == controller.store.digest()
