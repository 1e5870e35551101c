from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from seahaven.errors import ReelError, StepError
from seahaven.geometry import Line, Pose
from seahaven.kernel import SECOND, Controller, Module, Tick
from seahaven.reels import Picture
from seahaven.reels.charts import picture
from seahaven.reels.charts.drive_map import View, bar_of
from seahaven.reels.charts.picture import Trail, draw_drive
from seahaven.world import VEHICLE, World, writes


class Drift(Module):
    """Moves everybody east at 10 m/s."""

    body = writes("vehicle", "x")

    def step(self, tick: Tick) -> None:
        self.body.x = self.body.x + 10.0 * tick.dt


def drawn(folder: Path, *, cars: int = 2, **options: object) -> Path:
    world = World([VEHICLE])
    for i in range(cars):
        world.add("vehicle", name=f"car{i}", x=20.0 * i, y=0.0, speed=10.0)
    artist = Picture("picture", rate=5, folder=folder, names=world.names, **options)
    with Controller(Module("root", Drift("drift", rate=10), artist), store=world) as run:
        run.advance(12 * SECOND)
    return folder / "drive.svg"


def test_a_drive_is_drawn_as_svg(tmp_path: Path) -> None:
    path = drawn(tmp_path, course=Line(Pose(0.0, 0.0, 0.0), 300.0), title="Drift")
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_the_same_drive_gives_the_same_bytes(tmp_path: Path) -> None:
    assert drawn(tmp_path / "a").read_bytes() == drawn(tmp_path / "b").read_bytes()


def test_a_drive_with_nobody_leaves_no_picture(tmp_path: Path) -> None:
    assert not drawn(tmp_path, cars=0).exists()


def test_an_old_picture_is_gone_as_soon_as_a_run_starts(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    drawn(tmp_path, cars=0)
    assert not path.exists()


def test_a_picture_that_cannot_be_taken_away_is_named(tmp_path: Path) -> None:
    (tmp_path / "drive.svg").mkdir()
    with pytest.raises(StepError, match=r"cannot take away the old picture .*drive\.svg"):
        drawn(tmp_path)


def trail(*, east: float = 0.0, north: float = 0.0, gap: float = 5.0) -> Trail:
    """Ten seconds along a straight line, with a gap that shrinks from 5 m."""
    return Trail(
        "car", [(t, east * t, north * t, 0.0, 10.0, 5.0 + (gap - 5.0) * t / 10) for t in map(float, range(11))]
    )


Frames = dict[str, Axes]


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> Frames:
    """The axes of whatever is drawn: map, speeds, gaps."""
    kept: Frames = {}
    lay_out = picture._lay_out

    def keep(figure: Figure, view: View) -> tuple[Axes, Axes, Axes]:
        above, speeds, gaps = lay_out(figure, view)
        kept.update(map=above, speeds=speeds, gaps=gaps)
        return above, speeds, gaps

    monkeypatch.setattr(picture, "_lay_out", keep)
    return kept


def test_negative_gaps_are_shown(tmp_path: Path, frames: Frames) -> None:
    draw_drive([trail(east=10.0, gap=-2.0)], tmp_path / "a.svg", title="Too close")
    assert frames["gaps"].get_ylim()[0] <= -2.0
    draw_drive([trail(east=10.0, gap=2.0)], tmp_path / "a.svg", title="Close")
    assert frames["gaps"].get_ylim()[0] == 0.0


def test_both_plots_go_from_the_first_look_to_the_end_of_the_drive(tmp_path: Path, frames: Frames) -> None:
    late = Trail("late", [(5.0, 0.0, 0.0, 0.0, 1.0, 2.0), (6.0, 1.0, 0.0, 0.0, 1.0, 2.0)])
    draw_drive([trail(east=10.0), late], tmp_path / "a.svg", title="Two", until=12.0)
    assert frames["speeds"].get_xlim() == frames["gaps"].get_xlim() == (0.0, 12.0)


def test_the_legend_lies_above_the_speeds(tmp_path: Path, frames: Frames) -> None:
    draw_drive([trail(east=10.0), trail(east=12.0)], tmp_path / "a.svg", title="Two")
    legend = frames["speeds"].get_legend()
    assert legend is not None
    assert legend.get_window_extent().y0 >= frames["speeds"].get_window_extent().y1


def test_a_wide_course_lies_above_the_plots_and_a_tall_one_on_their_left(tmp_path: Path, frames: Frames) -> None:
    draw_drive([trail(east=50.0)], tmp_path / "a.svg", title="East")
    assert frames["map"].get_position().y0 > frames["speeds"].get_position().y1
    assert frames["speeds"].get_position().y0 == frames["gaps"].get_position().y0
    draw_drive([trail(north=50.0)], tmp_path / "a.svg", title="North")
    assert frames["map"].get_position().x1 < frames["speeds"].get_position().x0
    assert frames["speeds"].get_position().x0 == frames["gaps"].get_position().x0
    assert frames["map"].get_position().height > 0.7


def test_the_map_has_north_up_an_arrow_and_equal_scales(tmp_path: Path, frames: Frames) -> None:
    draw_drive([trail(east=30.0, north=50.0)], tmp_path / "a.svg", title="North-east")
    axes = frames["map"]
    right, up = axes.transData.transform((1.0, 1.0)) - axes.transData.transform((0.0, 0.0))
    assert right == pytest.approx(up)
    assert up > 0.0
    assert "N" in [text.get_text() for text in axes.texts]


@pytest.mark.parametrize(("east", "bar"), [(3.0, 10.0), (30.0, 50.0), (100.0, 200.0), (300.0, 500.0), (700.0, 2000.0)])
def test_the_scale_is_a_round_number_near_a_fifth_of_the_width(east: float, bar: float) -> None:
    view = View.of([trail(east=east)], None)
    assert bar_of(view.width) == bar
    assert 0.1 < bar / view.width < 0.4


def test_somebody_who_stands_for_one_look_is_drawn_too(tmp_path: Path) -> None:
    draw_drive([Trail("still", [(0.0, 3.0, 4.0, 0.0, 0.0, float("nan"))])], tmp_path / "a.svg", title="Still")
    assert (tmp_path / "a.svg").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    way = Trail("car", [(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), (1.0, 5.0, 0.0, 0.0, 5.0, 3.0)])
    with pytest.raises(ReelError, match=r"cannot write the picture .*file/drive.svg: (Not a directory|File exists)"):
        draw_drive([way], tmp_path / "file" / "drive.svg", title="In the way")
