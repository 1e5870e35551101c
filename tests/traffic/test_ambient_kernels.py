"""What is done for many newcomers at once has the bits of what is done for each."""

from __future__ import annotations

from math import inf
from statistics import NormalDist

import numpy as np
import pytest

import seahaven.traffic.ambient_kernels as kernels
import seahaven.traffic.draw_kernels as kernels_of_draws
from seahaven.geometry import Floats
from seahaven.kernel import Stream
from seahaven.traffic import CAR, CHARACTERS, TYPES, Mix
from seahaven.traffic.ambient_throng import Throng
from seahaven.traffic.distribution import Normal, shares, shares_of, uniforms
from seahaven.traffic.room import MANNERS

AHEAD = 400.0


def numbers_of(name: str, count: int) -> Floats:
    """Numbers in [0, 1), other ones for each name."""
    return Stream.named(1, name).uniforms(np.arange(count))


def whole(name: str, count: int, most: int) -> np.ndarray:
    """Whole numbers below the most."""
    return (most * numbers_of(name, count)).astype(np.int64)


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 17, 127, 128, 129, 136, 257, 1000, 5000])
def test_a_total_has_the_bits_of_numpys_sum(size: int) -> None:
    for seed in range(20):
        numbers = numbers_of(f"a{seed}", size) * 10.0 ** (whole(f"b{seed}", size, 18) - 9)
        assert kernels.total(numbers) == numbers.sum()


def chosen(drops: Floats, turns: np.ndarray, turning: float, s: float, chance: float) -> int:
    """The way of one vehicle, by plain NumPy."""
    if not len(turns):
        return -1
    follows = drops - s >= min(AHEAD, float((drops - s).max()))
    classes, which, counts = np.unique(turns[follows], return_inverse=True, return_counts=True)
    weight = np.zeros(len(turns))
    weight[follows] = (turning ** (classes - classes[0]) / counts)[which]
    at = int(np.searchsorted(np.cumsum(weight), chance * weight.sum(), side="right"))
    return min(at, int(np.flatnonzero(weight)[-1]))


@pytest.mark.parametrize("turning", [0.0, 0.3, 1.0])
def test_ways_chosen_together_are_those_chosen_one_by_one(turning: float) -> None:
    counts = np.array([0, 1, 3, 12, 200])[whole("counts", 40, 5)]
    first = np.concatenate(([0], np.cumsum(counts)))
    drops, turns = 900.0 * numbers_of("drops", first[-1]), whole("turns", first[-1], 6)
    drops[numbers_of("ends", len(drops)) < 0.2] = inf
    lanes, s, chances = whole("lanes", 2000, 40), 500.0 * numbers_of("s", 2000), numbers_of("chances", 2000)
    powers = turning ** np.arange(turns.max() + 1)
    ways = kernels.choose_ways(first, drops, turns, powers, lanes, s, chances, AHEAD)
    for way, lane, at, drawn in zip(ways.tolist(), lanes.tolist(), s.tolist(), chances.tolist(), strict=True):
        rows = slice(first[lane], first[lane + 1])
        own = chosen(drops[rows], turns[rows], turning, at, drawn)
        assert way == (own if own < 0 else own + first[lane])


class Sparse(Throng):
    """A throng of vehicles at given places."""

    def __init__(self, place: Floats, columns: Floats, grip: float) -> None:
        self.place, self._columns, self._grip = place, columns, grip


@pytest.mark.parametrize("grip", [1.0, 0.4])
def test_newcomers_lined_up_together_are_as_fast_as_one_after_the_other(grip: float) -> None:
    there = Mix.of(CAR, TYPES["truck"]).columns(np.arange(30), seed=1, who="there")
    columns = np.stack([25.0 * numbers_of("speeds", 30), *(there[name] for name in ("length", *MANNERS))])
    place = np.sort(8000.0 * numbers_of("there", 30))
    people = Mix.of(CAR, TYPES["bus"]).columns(np.arange(300), seed=2, who="new")
    places, wanted = 8000.0 * numbers_of("places", 300), 40.0 * numbers_of("wanted", 300)
    together, single = Sparse(place, columns, grip), Sparse(place, columns, grip)
    speeds = together.line_up(places, wanted, people)
    for k, speed in enumerate(speeds.tolist()):
        who = {name: column[k] for name, column in people.items()}
        assert single.speed_at(places[k], wanted[k], who, 1.0) == speed
        if speed > 0.0:
            single.join(places[k], speed, who)
    assert 20 < (speeds > 0.0).sum() < 250
    assert together.place.tolist() == single.place.tolist()
    assert together._columns.tolist() == single._columns.tolist()


@pytest.mark.parametrize("numbers", [np.arange(5), np.arange(400), np.arange(2**40, 2**40 + 50)], ids=len)
def test_numbers_drawn_from_several_streams_are_those_of_each(numbers: np.ndarray) -> None:
    streams = [Stream.named(seed, f"who/{name}") for seed in (0, 2**60) for name in ("speed", "headway")]
    for stream, row in zip(streams, shares_of(streams, numbers), strict=True):
        assert row.tolist() == [stream.uniform(entity=number) for number in numbers.tolist()]
        assert row.tolist() == stream.uniforms(numbers).tolist() == shares(stream, numbers).tolist()


def test_a_draw_of_a_step_is_that_of_the_stream() -> None:
    stream, numbers = Stream.named(3, "who"), np.arange(100)
    for step, draw in ((0, 0), (12, 3), (2**40 + 1, 70_000)):
        assert uniforms(stream, numbers, step=step, draw=draw).tolist() == (
            stream.uniforms(numbers, step=step, draw=draw).tolist()
        )


def test_quantiles_of_many_have_the_bits_of_the_standard_library() -> None:
    shares_below = numbers_of("shares", 200_000)
    edges = [0.0, 0.075, np.nextafter(0.075, 0.0), 0.5, 0.925, np.nextafter(0.925, 1.0), np.nextafter(1.0, 0.0)]
    places = np.concatenate((shares_below, 10.0 ** (-12.0 * shares_below), 1.0 - 10.0 ** (-12.0 * shares_below), edges))
    places = np.clip(places, 1e-12, 1.0 - 1e-12)
    inverse, bounds = NormalDist().inv_cdf, (0.0, 1.0, 1e-12, 1.0 - 1e-12)
    assert kernels_of_draws.normal_quantiles(places, *bounds, 2.0, 0.7, -inf, inf).tolist() == (
        [2.0 + 0.7 * inverse(place) for place in places.tolist()]
    )
    spread = Normal(2.0, 0.7, 1.5, 3.0)
    few = [spread.quantile(places[k : k + 1])[0] for k in range(1000)]
    assert spread.quantile(places[:1000]).tolist() == few


def test_things_picked_together_are_those_picked_one_by_one() -> None:
    mix = Mix(((CAR, 0.3), (CAR.driven_by(CHARACTERS["hurried"]), 0.0), (TYPES["bus"], 0.6), (TYPES["van"], 0.0)))
    chances = np.append(numbers_of("chances", 1000), (0.0, 1.0 / 3.0, np.nextafter(1.0, 0.0), 1.0))
    assert [mix.things[k] for k in mix.picks(chances).tolist()] == [mix.pick(chance) for chance in chances.tolist()]


def test_columns_of_a_mix_are_those_of_each_type_alone() -> None:
    mix = Mix(((CAR, 0.5), (CAR.driven_by(CHARACTERS["hurried"]), 0.2), (TYPES["truck"], 0.3)))
    numbers = np.arange(200)
    together, types = mix.columns(numbers, seed=4, who="flow"), mix.types_of(numbers, seed=4, who="flow")
    for k, kind in enumerate(types):
        alone = kind.columns([k], seed=4, who="flow")
        assert {name: column[k] for name, column in together.items()} == {name: one[0] for name, one in alone.items()}
