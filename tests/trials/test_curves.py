"""The curves of time to collision that a replay page is given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from seahaven.cli.app import app
from seahaven.reels import Reel
from seahaven.reels.page import Curve
from seahaven.trials import collision_curves, measure
from seahaven.trials.drive import PAGE, shown
from seahaven.trials.plan import Drive
from tests.reels.pages import Parsed, Shown, record_drive


@pytest.fixture(scope="module")
def curves(reel: Reel) -> dict[str, Curve]:
    return {curve.name: curve for curve in collision_curves(reel)}


def test_each_vehicle_has_a_time_to_collision_with_its_leader(reel: Reel, curves: dict[str, Curve]) -> None:
    curve, cars = curves["time_to_collision"], reel.frame("vehicle")
    speeds = {(row.time, row.id): row.speed for row in cars.itertuples()}
    values = {(time, one): ttc for time, one, ttc in zip(curve.time, curve.entity, curve.value, strict=True)}
    assert set(curve.entity.tolist()) == set(cars.id)
    closing = cars[cars.gap.notna()].iloc[::7]
    assert len(closing) > 20
    for row in closing.itertuples():
        pace = row.speed - speeds[row.time, row.leader]
        assert values[row.time, row.id] == pytest.approx(max(row.gap, 0.0) / pace if pace > 0.0 else np.inf)
    alone = cars[cars.gap.isna()].iloc[::7]
    assert all(np.isnan(values[row.time, row.id]) for row in alone.itertuples())


def test_the_time_to_collision_with_the_role_is_that_of_the_table(reel: Reel, curves: dict[str, Curve]) -> None:
    curve = curves["role_time_to_collision"]
    sudden, gentle = measure(reel)
    assert sudden.time is not None
    window = (curve.time >= sudden.time) & (curve.time <= sudden.time + 10.0)
    assert sudden.least_role_time_to_collision == pytest.approx(curve.value[window].min(), abs=1e-4)
    assert gentle.least_role_time_to_collision is None
    assert np.isinf(curve.value[curve.time > 22.0]).all()
    assert set(curve.entity.tolist()) == set(reel.manifest.subjects)


def test_the_role_counts_while_its_situation_is_open(curves: dict[str, Curve]) -> None:
    time = curves["role_time_to_collision"].time
    assert time.min() >= 5.1
    assert not ((time > 18.1) & (time < 22.1)).any()
    assert len(time) == len(np.unique(time))


def test_a_part_of_the_time_has_a_part_of_the_curves(reel: Reel) -> None:
    for curve in collision_curves(reel, start=6.0, end=12.0):
        assert curve.time.min() >= 6.0
        assert curve.time.max() <= 12.0
    assert collision_curves(reel, start=1e6) == ()


def test_a_reel_without_gaps_and_situations_has_no_curves(tmp_path: Path) -> None:
    record_drive(tmp_path / "a.reel", seconds=1.0)
    (curve,) = collision_curves(Reel.open(tmp_path / "a.reel"))
    assert curve.name == "time_to_collision"
    record_drive(tmp_path / "b.reel", seconds=1.0, columns={"vehicle": ("x", "y")})
    assert collision_curves(Reel.open(tmp_path / "b.reel")) == ()


def test_pages_of_drives_and_of_the_command_line_have_both_curves(reel: Reel, tmp_path: Path) -> None:
    shown(reel, Drive(folder="", participant="ada"), tmp_path, has_page=True)
    result = CliRunner().invoke(app, ["replay", str(reel.path), "-o", str(tmp_path / "by-hand.html")])
    assert result.exit_code == 0
    for name in (PAGE, "by-hand.html"):
        page = Parsed((tmp_path / name).read_text("utf-8"))
        assert [(one["caption"], one["label"]) for one in page.story["curves"]] == [
            ("Time to collision", "leader"),
            ("Time to collision", "role"),
        ]
        values = Shown(page).values("time_to_collision")
        assert np.nanmax(values) <= 20.0
        assert np.isnan(values).any()
