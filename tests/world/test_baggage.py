"""What a module carries for every entity follows the rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from seahaven.world import Baggage, Column, FamilyType, World

ids = st.lists(st.integers(1, 60), unique=True).map(lambda values: np.array(sorted(values), np.int64))


def baggage() -> Baggage:
    return Baggage(waited=("float64", 0.5), ways=("(3,)int32", -1))


@given(st.lists(ids, min_size=1, max_size=6))
def test_who_stays_keeps_what_it_has_and_newcomers_are_blank(
    crowds: list[NDArray[np.int64]],
) -> None:
    carried, known = baggage(), dict[int, float]()
    for crowd in crowds:
        new = carried.follow(crowd)
        assert carried.ids[new].tolist() == [one for one in crowd.tolist() if one not in known]
        waited, ways = carried.arrays["waited"], carried.arrays["ways"]
        assert waited[: len(crowd)].tolist() == [known.get(one, 0.5) for one in crowd.tolist()]
        assert ways[: len(crowd), 2].tolist() == [one if one in known else -1 for one in crowd.tolist()]
        known = {one: one + 0.25 for one in crowd.tolist()}
        waited[: len(crowd)], ways[: len(crowd)] = crowd + 0.25, crowd[:, None]


def test_arrays_stay_where_they_are_as_long_as_there_is_room() -> None:
    carried = baggage()
    carried.follow(np.arange(10))
    place = carried.arrays
    carried.follow(np.arange(3, 16))
    assert carried.arrays is place
    carried.follow(np.arange(100))
    assert carried.arrays is not place
    assert carried.capacity >= 100


def test_a_copy_without_spare_rows_brings_everything_back() -> None:
    carried, other = baggage(), baggage()
    carried.follow(np.arange(20))
    carried.arrays["waited"][:20] = np.arange(20.0)
    kept = carried.tight()
    assert kept["ways"].shape == (20, 3)
    other.load(carried.ids, kept)
    carried.arrays["waited"][:20] = 0.0
    assert other.arrays["waited"][:20].tolist() == list(range(20))
    assert other.follow(np.arange(20)).tolist() == []


@given(st.lists(st.tuples(st.integers(0, 3), st.lists(st.integers(0, 50), max_size=3)), min_size=1, max_size=8), ids)
def test_baggage_follows_the_moves_of_a_table_as_it_follows_ids(
    changes: list[tuple[int, list[int]]], awake: NDArray[np.int64]
) -> None:
    world, by_moves, by_ids = World([FamilyType("body", {"x": Column(default=0.0)})]), baggage(), baggage()
    table = world.family("body")
    for step, (come, leave) in enumerate(changes):
        world.add_many("body", come)
        world.remove([entity for entity in leave if entity in world])
        if step not in awake and step % 2:
            continue  # whoever sleeps through some moves looks for the rows by their ids
        places = {entity: row for row, entity in enumerate(table.ids.tolist())}
        targets = [places.get(entity, -1) for entity in by_moves.ids.tolist()]
        assert by_moves.targets(table.ids, table.moves).tolist() == targets
        assert by_moves.follow(table.ids, table.moves).tolist() == by_ids.follow(table.ids).tolist()
        assert by_moves.ids.tolist() == table.ids.tolist()
        for carried in (by_moves, by_ids):
            assert carried.arrays["waited"][: len(table)].tolist() == by_ids.arrays["waited"][: len(table)].tolist()
            carried.arrays["waited"][: len(table)] = table.ids + 0.25


@given(st.lists(st.tuples(st.integers(0, 3), st.lists(st.integers(0, 30), max_size=3)), min_size=1, max_size=5))
def test_baggage_that_a_table_leads_moves_with_the_rows(changes: list[tuple[int, list[int]]]) -> None:
    world, (led, others, by_ids) = World([FamilyType("body", {"x": Column(default=0.0)})]), (baggage() for _ in "abc")
    table = world.family("body")
    for carried in (led, others, led):
        carried.follow(table.ids, table.moves)
        table.lead(carried)
    for come, leave in changes:
        world.add_many("body", come)
        world.remove([entity for entity in leave if entity in world])
        by_ids.follow(table.ids)
        for carried in (led, others):
            assert carried.ids is table.moves.after
            assert not len(carried.follow(table.ids, table.moves))
            for name, array in carried.arrays.items():
                assert array[: len(table)].tolist() == by_ids.arrays[name][: len(table)].tolist()
        for carried in (led, others, by_ids):
            carried.arrays["waited"][: len(table)] = table.ids + 0.25


def test_baggage_without_room_for_the_rows_of_its_table_changes_the_layout() -> None:
    world, carried = World([FamilyType("body", {"x": Column(default=0.0)})]), baggage()
    table = world.family("body")
    world.add_many("body", 20)  # the table has room for 32
    world.remove(range(1, 15))
    carried.follow(table.ids, table.moves)
    table.lead(carried)
    layout = world.layout
    world.add_many("body", 10)
    assert (carried.capacity, world.layout) == (16, layout)
    world.add_many("body", 2)
    assert world.layout > layout
    assert carried.follow(table.ids, table.moves).tolist() == [16, 17]
