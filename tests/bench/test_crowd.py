"""The worlds that are measured move, and stay within bounds."""

from __future__ import annotations

import numpy as np

from seahaven.bench.crowd import Drift, crowd, relays
from seahaven.kernel import SECOND, Controller, Module


def test_no_two_values_of_a_crowd_are_equal() -> None:
    world = crowd(1000, columns=3)
    Controller(Module("run", Drift("drift", rate=10)), store=world).advance(SECOND)
    table = world.family("body")
    values = np.concatenate([getattr(table, name) for name in table.columns])
    assert len(np.unique(values)) == 3000


def test_relays_go_on_moving_within_bounds() -> None:
    world = crowd(20, columns=12)
    controller = Controller(Module("run", *relays(12, rate=10)), store=world)
    controller.advance(100 * SECOND)
    before = world.family("body").c0.copy()
    controller.advance(SECOND // 10)
    after = world.family("body").c0
    assert np.abs(after).max() < 200.0
    assert np.abs(after - before).max() > 1.0
