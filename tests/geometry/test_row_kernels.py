"""Rows of many columns, moved in place."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from seahaven.geometry import row_kernels as kernels

ids = st.lists(st.integers(1, 40), unique=True).map(sorted)
SIZES = (1, 2, 4, 8, 12, 24)


def numbers(values: list[int]) -> NDArray[np.int64]:
    return np.array(values, np.int64)


@given(here=ids, wanted=ids)
def test_everybody_who_is_there_is_found(here: list[int], wanted: list[int]) -> None:
    rows = np.zeros(len(wanted), np.int64)
    found = kernels.find_rows(numbers(here), numbers(wanted), rows)
    assert rows.tolist() == [here.index(one) if one in here else kernels.GONE for one in wanted]
    assert found == len(set(here) & set(wanted))


@given(here=ids, gone=ids, new=ids, size=st.sampled_from(SIZES))
def test_rows_come_and_go_in_the_order_of_their_ids(
    here: list[int], gone: list[int], new: list[int], size: int
) -> None:
    new, room = [one for one in new if one not in here], 128
    memory = np.zeros(room * (8 + size), np.uint8)
    fields = np.array([(0, 8), (room * 8, size)], np.int64)
    seats = memory[: room * 8].view(np.int64)
    seats[: len(here)] = here
    own = memory[room * 8 :].reshape(room, size)
    own[: len(here)] = numbers(here)[:, None]
    cells = b"".join(numbers([one]).tobytes() + bytes([one] * size) for one in new)
    runs, places = np.zeros((len(gone) + len(new) + 1, 3), np.int64), np.zeros(len(new), np.int64)
    targets = np.zeros(len(here), np.int64)
    count, found = kernels.restructure_rows(
        memory, fields, seats[: len(here)], numbers(gone), numbers(new), np.frombuffer(cells, np.uint8), runs, places,
        targets,
    )  # fmt: skip
    then = sorted([one for one in here if one not in gone] + new)
    assert seats[:count].tolist() == then
    assert own[:count].tolist() == [[one] * size for one in then]
    assert places.tolist() == [then.index(one) for one in new]
    assert targets.tolist() == [then.index(one) if one in then else kernels.GONE for one in here]
    other = np.zeros(room * size, np.uint8)
    other.reshape(room, size)[: len(here)] = numbers(here)[:, None]
    kernels.apply_moves(other, np.array([(0, size)]), np.full(size, 99, np.uint8), runs[:found], places)
    assert other.reshape(room, size)[:count].tolist() == [[99 if one in new else one] * size for one in then]


@given(before=ids, after=ids, size=st.sampled_from(SIZES))
def test_whoever_stays_takes_all_its_bytes_along(before: list[int], after: list[int], size: int) -> None:
    room = 64
    memory = np.zeros(2 * room * size, np.uint8)
    fields = np.array([(0, size), (room * size, size)], np.int64)
    for row, one in enumerate(before):
        for k in range(2):
            memory[(k * room + row) * size :][:size] = one + 100 * k + np.arange(size)
    source = np.zeros(len(after), np.int64)
    kernels.find_rows(numbers(before), numbers(after), source)
    kernels.move_rows(memory, fields, source, len(after))
    for row, one in enumerate(after):
        for k in range(2) if one in before else ():
            assert (memory[(k * room + row) * size :][:size] == one + 100 * k + np.arange(size)).all()


@given(before=ids, after=ids, size=st.sampled_from(SIZES))
def test_rows_are_copied_to_where_they_belong(before: list[int], after: list[int], size: int) -> None:
    room = 64
    source, target = np.zeros(room * size, np.uint8), np.full(room * size, 255, np.uint8)
    for row, one in enumerate(before):
        source[row * size :][:size] = one
    rows = np.zeros(len(before), np.int64)
    kernels.find_rows(numbers(after), numbers(before), rows)
    kernels.scatter_rows(source, target, np.array([(0, 0, size)], np.int64), rows)
    for row, one in enumerate(after):
        assert (target[row * size :][:size] == (one if one in before else 255)).all()
