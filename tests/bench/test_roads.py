"""The bench of roads runs, in a small size; what it measures of speed is of no matter here."""

from __future__ import annotations

import gzip
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from seahaven.bench import Row, find_bench, run_bench
from seahaven.bench.roads import RoadsBench
from seahaven.bench.roads.continuity import links
from seahaven.bench.roads.exports import strays
from seahaven.bench.roads.reference import agreement, centre_lines
from seahaven.errors import InputError
from seahaven.geometry import Path as Line
from seahaven.geometry import Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, Profile, Road, RoadNetwork, Section

SHARED = Path(__file__).parents[3] / "shared" / "data"
TINY = RoadsBench(points=1000, repeats=1)


def _map(*, shift: float = 0.0) -> LaneMap:
    after = {"after": (-1,)}
    sections = (
        Section(0.0, (Lane(0), Lane(-1, width=Profile.constant(3.0), **after))),
        Section(50.0, (Lane(0), Lane(-1, width=Profile.constant(3.0 + 2.0 * shift)))),
    )
    return LaneMap(RoadNetwork((Road("7", Line(Pose(0.0, 0.0, 0.0)).line(100.0), sections),)))


def test_without_files_rows_are_skipped_with_a_reason_and_speed_is_measured(tmp_path: Path) -> None:
    report = run_bench(replace(TINY, data=tmp_path), progress=lambda _: None)
    skipped = [row for row in report.rows if math.isnan(row.value)]
    assert len(skipped) == 5
    assert all(row.unit.startswith(f"skipped: no road files in {tmp_path}") and row.holds is None for row in skipped)
    assert skipped[0].as_dict()["value"] is None
    assert [row.goal for row in report.rows if row.unit == "million/s of CPU"] == [">= 1", ">= 5", None, ">= 20"]


@pytest.mark.slow
def test_with_files_the_goals_of_accuracy_hold() -> None:
    if not SHARED.is_dir():
        pytest.skip("the folder of real road files, ../shared/data, is not here")
    rows = run_bench(replace(TINY, data=SHARED), progress=lambda _: None).rows
    judged = [row for row in rows if row.goal is not None and "CPU" not in row.unit and "lxml" not in row.unit]
    assert len(judged) >= 6
    assert all(row.holds for row in judged), [row for row in judged if not row.holds]


def test_the_folder_is_chosen_by_name(tmp_path: Path) -> None:
    bench = find_bench("roads", data=tmp_path)
    assert isinstance(bench, RoadsBench)
    assert bench.data == tmp_path
    with pytest.raises(InputError, match=r"no folder '.*nowhere' for bench 'roads'"):
        find_bench("roads", data=tmp_path / "nowhere")
    with pytest.raises(InputError, match="bench 'kernel' reads no files"):
        find_bench("kernel", data=tmp_path)


def test_centres_are_half_way_between_the_borders_of_a_reference_file(tmp_path: Path) -> None:
    lines = _reference(tmp_path, outer=-3.04)
    ((name, rows),) = centre_lines(lines)
    assert name == "7:0:-1"
    assert rows[:, 1].tolist() == [-1.52, -1.52]
    found = agreement(_map(), lines)
    assert found.distance == pytest.approx([0.02, 0.02])
    assert found.share(0.03) == 100.0
    assert found.share(0.01) == 0.0
    assert found.turns.tolist() == [0.0, 0.0]


def test_a_lane_that_we_lack_is_missing(tmp_path: Path) -> None:
    assert agreement(_map(), _reference(tmp_path, road="8")).missing == ("8:0:-1",)


def _reference(folder: Path, *, outer: float = -3.0, road: str = "7") -> Path:
    rows = "\n".join(f"{x}, {{y}}, 0.0, 0.0" for x in (10.0, 15.0))
    text = (
        f"lane, {road}, 0, 0, no-driving\n{rows.format(y=0.0)}\nlane, {road}, 0, -1, driving\n{rows.format(y=outer)}\n"
    )
    path = folder / "lines.csv.gz"
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_gaps_of_links_are_measured() -> None:
    (link,) = links(_map(shift=0.25))
    assert (link.lane, link.following, link.gap) == ("7:0:-1", "7:1:-1", pytest.approx(0.25))


def test_strays_of_an_export_are_offsets_from_the_nearest_lane() -> None:
    away = strays(_map(), _map(shift=0.25))
    assert away[:20] == pytest.approx(np.zeros(20))
    assert away[20:] == pytest.approx(np.full(20, 0.25))


def test_details_are_in_the_json_form_only_where_there_are_any() -> None:
    row = Row.at_least("links", 99.5, "%", limit=99)
    assert "details" not in row.as_dict()
    assert row.with_details(["a to b"]).as_dict()["details"] == ["a to b"]
