from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examples.flock import FIELD, SIGHT, agreement, flock, neighbours, shortest
from seahaven.kernel import SECOND, Stream


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("one", "again"):
        flock(80).play(tmp_path / folder, until=2 * SECOND)
    for name in ("flock.reel/boid.parquet", "flock.svg"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_another_seed_gives_another_flock() -> None:
    digests = set()
    for seed in (3, 4):
        with flock(80, seed=seed).controller() as run:
            run.advance(SECOND)
            digests.add(run.store.digest())
    assert len(digests) == 2


def test_headings_come_to_agree() -> None:
    agreements = []
    with flock(400, seed=4).controller() as run:
        birds = run.store.family("boid")
        for seconds in (0.1, 29.9):
            run.advance(round(seconds * SECOND))
            agreements.append(agreement(birds.vx, birds.vy))
    assert agreements[0] < 0.1
    assert agreements[1] > 0.9


def test_whoever_is_alone_wishes_nothing_and_flies_on() -> None:
    with flock(1).controller() as run:
        run.advance(SECOND // 10)
        birds = run.store.family("boid")
        before = birds.vx[0], birds.vy[0]
        run.advance(5 * SECOND)
        assert birds.null("wish_x").all()
        assert (birds.vx[0], birds.vy[0]) == pytest.approx(before)


def test_nobody_is_ever_slower_or_faster_than_a_bird_can_be() -> None:
    with flock(80).controller() as run:
        birds = run.store.family("boid")
        for _ in range(30):
            run.advance(SECOND // 10)
            speed = np.hypot(birds.vx, birds.vy)
            assert speed.min() > 8.0 - 1e-9
            assert speed.max() < 14.0 + 1e-9
            assert ((birds.x >= 0.0) & (birds.x <= FIELD)).all()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_neighbours_by_cells_are_those_of_all_pairs(seed: int) -> None:
    stream, ids = Stream.named(seed, "birds"), np.arange(200)
    x, y = FIELD * stream.uniforms(ids), FIELD * stream.uniforms(ids, draw=1)
    apart = np.hypot(shortest(x[:, None] - x), shortest(y[:, None] - y))
    expected = {(int(i), int(j)) for i, j in np.argwhere(apart <= SIGHT) if i != j}
    one, other = neighbours(x, y, SIGHT)
    pairs = list(zip(one.tolist(), other.tolist(), strict=True))
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == expected


def test_a_run_that_is_cut_short_is_drawn_up_to_there(tmp_path: Path) -> None:
    flock(20).play(tmp_path, until=3 * SECOND // 2)
    assert (tmp_path / "flock.svg").stat().st_size > 10_000
