"""An experiment on weather, as a researcher would do it: what is there is found, and what is not there is not.

Virtual subjects drive along a short two-lane road under several conditions. *twin* is *clear* again; *others* is clear
weather, too, among other vehicles, so that chance can make a difference: places along a road
are drawn by its number, and on that map the same road has another one.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, kmh, two_lane_highway
from seahaven.trials import play_trials
from seahaven.trials.comparison import Change, change

STUDY = """\
study: Weather
duration: SECONDS s
record: 2 Hz
roads: road.xodr
weather: clear
subject: {on: main, lane: right, at: 1500 m}
traffic:
  mix: car
  ambient: {radius: 1 km, density: [{density: 4/km, direction: forward}], open_ends: true}
experiment:
  conditions:
    clear: {}
    twin: {weather: clear}
    others: {roads: others.xodr}
    rain: {weather: rain}
    fog: {weather: fog}
"""
RAIN, FOG = (0.03, 0.16), (0.05, 0.2)
"""Shares of the speed that rain of 6 mm/h and fog with 150 m of visibility take away: see docs/traffic.md."""


@dataclass(frozen=True)
class Effects:
    """What became of the mean speed, from *clear* to the other conditions, each participant compared with itself."""

    twin: Change
    others: Change
    rain: Change
    fog: Change

    @property
    def losses(self) -> tuple[float, float]:
        """Shares of the speed lost in rain and in fog."""
        assert self.rain.share is not None
        assert self.fog.share is not None
        return -self.rain.share, -self.fog.share


def effects(folder: Path, *, subjects: int, seconds: int, seed: int) -> Effects:
    """Play the experiment, and compare the conditions by the table of drives."""
    folder.mkdir()
    for name, before in (("road", 0), ("others", 1)):
        builder = Builder("road")
        for k in range(before):
            builder.road(f"far{k}", two_lane_highway(), at=(0.0, 1e5)).straight(100.0)
        builder.road("main", two_lane_highway(limit=kmh(90))).straight(7000.0)
        write_opendrive(builder.build(), folder / f"{name}.xodr")
    study = folder / "weather.study.yaml"
    study.write_text(STUDY.replace("SECONDS", str(seconds)))
    trials = play_trials(study, folder / "out", subjects=subjects, seed=seed, pages=False)
    assert not trials.failed
    speeds: dict[str, dict[str, float]] = {}
    with (folder / "out" / "drives.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            speeds.setdefault(row["condition"], {})[row["participant"]] = float(row["mean_speed"])
    found = {name: change(speeds["clear"], values) for name, values in speeds.items() if name != "clear"}
    return Effects(**{name: one for name, one in found.items() if one is not None})


@pytest.mark.slow
def test_the_same_condition_twice_gives_the_same_drives_and_bad_weather_slower_ones(tmp_path: Path) -> None:
    found = effects(tmp_path / "one", subjects=3, seconds=30, seed=1)
    assert all(one.is_paired for one in (found.twin, found.others, found.rain, found.fog))
    assert (found.twin.mean, found.twin.low, found.twin.high) == (0.0, 0.0, 0.0)
    assert found.others.mean != 0.0
    assert found.rain.mean < 0.0
    assert found.fog.mean < 0.0


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_weather_is_found_and_no_effect_where_there_is_none(tmp_path: Path) -> None:
    """Twenty experiments with ten subjects each: at 5 %, one false alarm is to be expected among them."""
    every = [effects(tmp_path / str(seed), subjects=10, seconds=90, seed=seed) for seed in range(1, 21)]
    assert all(one.twin.mean == 0.0 and not one.twin.is_clear for one in every)
    alarms = sum(one.others.is_clear for one in every)
    rain, fog = zip(*(one.losses for one in every), strict=True)
    print(
        f"false alarms: {alarms} of 20; rain {min(rain):.3f} to {max(rain):.3f}, fog {min(fog):.3f} to {max(fog):.3f}"
    )
    assert alarms <= 2
    assert sum(one.rain.is_clear for one in every) >= 18
    assert sum(one.fog.is_clear for one in every) >= 18
    assert all(RAIN[0] <= loss <= RAIN[1] for loss in rain)
    assert all(FOG[0] <= loss <= FOG[1] for loss in fog)
