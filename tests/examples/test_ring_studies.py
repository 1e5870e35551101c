"""The studies on rings, in small: the same code with fewer cars and seconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examples import cruise_control, fundamental_diagram
from examples.rings import Rings
from seahaven.traffic import CAR, Mix


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (cruise_control, fundamental_diagram):
        monkeypatch.setattr(module, "SETTLING", 10)
        monkeypatch.setattr(module, "MEASURED", 60)
        monkeypatch.setattr(module, "LENGTH", 600.0)
    monkeypatch.setattr(fundamental_diagram, "DENSITIES", (10, 40, 90))
    monkeypatch.setattr(cruise_control, "SHARES", (0, 50, 100))


def test_nobody_leaves_a_ring_and_places_are_round_it() -> None:
    rings = Rings([5, 12], [Mix.of(CAR)] * 2, length=400.0, limit=30.0, seed=1)
    samples = rings.drive(20)
    assert np.bincount(samples.ring).tolist() == [5 * 20, 12 * 20]
    assert samples.place.min() >= 0.0
    assert samples.place.max() <= rings.length
    assert samples.of(0)[2].mean() > samples.of(1)[2].mean()


@pytest.mark.usefixtures("short")
def test_flow_rises_with_density_and_falls_again(tmp_path: Path) -> None:
    rings, samples = fundamental_diagram.drive()
    fundamental_diagram.draw(rings, samples, tmp_path / "one.svg")
    fundamental_diagram.draw(rings, samples, tmp_path / "again.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "again.svg").read_bytes()
    speeds = [samples.of(ring)[2][samples.of(ring)[0] > 40].mean() for ring in range(3)]
    flows = [density * speed for density, speed in zip((10, 40, 90), speeds, strict=True)]
    assert flows[0] < flows[1] > flows[2]


@pytest.mark.usefixtures("short")
def test_cruise_control_is_drawn_for_every_share(tmp_path: Path) -> None:
    rings, samples = cruise_control.drive()
    cruise_control.draw(rings, samples, tmp_path / "cruise.svg")
    assert cruise_control.results(samples).shape == (3, 3)
    assert (tmp_path / "cruise.svg").stat().st_size > 10_000
