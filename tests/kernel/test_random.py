from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.kernel import SECOND, Controller, Draws, Module, Stream, fork, philox, restore, take_snapshot
from tests.kernel.parts import Dice

ids = st.integers(0, 2**64 - 1)
steps = st.integers(0, 2**48 - 1)


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_philox_gives_the_known_answers(counter: list[int], key: list[int], expected: list[int]) -> None:
    assert list(philox(*counter, *key)) == expected
    arrays = [np.array([word, word], dtype=np.uint64) for word in counter]
    assert [list(word) for word in philox(*arrays, *key)] == [[word, word] for word in expected]


@given(st.lists(ids, min_size=1, max_size=20), steps, st.integers(0, 2**20))
def test_property_one_by_one_is_the_same_as_all_at_once(entities: list[int], step: int, draw: int) -> None:
    stream = Stream.named(7, "traffic")
    array = np.array(entities, dtype=np.uint64)
    one_by_one = [stream.uniform(entity=e, step=step, draw=draw) for e in entities]
    assert stream.uniforms(array, step=step, draw=draw).tolist() == one_by_one
    bell = [stream.normal(entity=e, step=step, draw=draw) for e in entities]
    assert stream.normals(array, step=step, draw=draw).tolist() == bell


@given(st.permutations(range(9)))
def test_property_the_order_of_entities_is_irrelevant(order: list[int]) -> None:
    stream = Stream.named(7, "traffic")
    for numbers in (stream.uniforms, stream.normals):
        assert numbers(order).tolist() == numbers(range(9))[order].tolist()


@given(st.integers(-(2**63), 2**63 - 1))
def test_property_negative_ids_are_as_good_as_any(entity: int) -> None:
    stream = Stream.named(7, "traffic")
    number = stream.uniform(entity=entity)
    assert 0.0 <= number < 1.0
    assert stream.uniforms(np.array([entity])).tolist() == [number]


def test_no_number_comes_twice_however_many_are_drawn_in_a_step() -> None:
    stream = Stream.named(7, "population")
    numbers = [stream.uniform(draw=draw) for draw in (0, 1, 65_535, 65_536, 65_537, 131_072)]
    assert len(set(numbers)) == len(numbers)


def test_uniforms_are_uniform_and_normals_normal() -> None:
    stream = Stream.named(7, "traffic")
    uniform = stream.uniforms(np.arange(100_000))
    counts, _ = np.histogram(uniform, bins=20, range=(0.0, 1.0))
    assert float(((counts - 5000.0) ** 2 / 5000.0).sum()) < 43.8  # chi-squared with 19 degrees, p = 0.001
    normal = stream.normals(np.arange(100_000))
    assert abs(normal.mean()) < 0.015
    assert abs(normal.std() - 1.0) < 0.01
    assert abs(np.mean(np.abs(normal) < 1.0) - 0.6827) < 0.006


def test_streams_of_other_names_and_seeds_are_unrelated() -> None:
    numbers = [Stream.named(seed, name).uniform() for seed in (7, 8) for name in ("a", "b")]
    assert len(set(numbers)) == 4
    assert Stream.named(1, "1\x00a") != Stream.named(11, "a")


def test_no_entities_give_no_numbers() -> None:
    assert Stream.named(7, "traffic").uniforms([]).shape == (0,)


def test_draws_count_within_a_step_and_begin_anew_in_the_next() -> None:
    stream = Stream.named(7, "a")
    draws = Draws(stream)
    assert [draws.uniform(), draws.uniform()] == [stream.uniform(draw=0), stream.uniform(draw=1)]
    draws.at(1)
    assert draws.normal(10.0, 2.0) == 10.0 + 2.0 * stream.normal(step=1)
    assert draws.uniforms([3]).tolist() == [stream.uniform(entity=3, step=1, draw=1)]
    assert draws.normals([3]).tolist() == [stream.normal(entity=3, step=1, draw=2)]
    assert 5.0 <= draws.uniform(5.0, 6.0) < 6.0


def test_a_modules_numbers_do_not_depend_on_who_else_draws() -> None:
    alone = Dice("b", rate=10)
    Controller(Module("root", alone), seed=7).run(SECOND)
    among = Dice("b", rate=10)
    Controller(Module("root", Dice("a", rate=30), among, Dice("c", rate=10)), seed=7).run(SECOND)
    assert alone.thrown == among.thrown
    assert len(set(alone.thrown)) == 21


@pytest.mark.parametrize("moment", [0, 1, SECOND // 2])
def test_going_back_throws_the_same_dice_again(moment: int) -> None:
    dice = Dice("dice", rate=10)
    controller = Controller(Module("root", dice), seed=7)
    controller.run(moment)
    saved, twin = take_snapshot(controller), fork(controller)
    controller.run(moment + 1)
    restore(controller, saved)
    controller.run(SECOND)
    twin.run(SECOND)
    straight = Dice("dice", rate=10)
    Controller(Module("root", straight), seed=7).run(SECOND)
    assert dice.thrown == straight.thrown == twin.get("dice.thrown")
