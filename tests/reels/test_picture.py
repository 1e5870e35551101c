from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from seahaven.errors import ReelError
from seahaven.geometry import Line, Pose
from seahaven.kernel import SECOND, Controller, Module, Tick
from seahaven.reels import Picture
from seahaven.reels.picture import Trail, draw_drive
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
    picture = Picture("picture", rate=5, folder=folder, names=world.names, **options)
    with Controller(Module("root", Drift("drift", rate=10), picture), store=world) as run:
        run.advance(12 * SECOND)
    return folder / "drive.svg"


def test_a_drive_is_drawn_as_svg(tmp_path: Path) -> None:
    path = drawn(tmp_path, course=Line(Pose(0.0, 0.0, 0.0), 300.0), title="Drift")
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_the_same_drive_gives_the_same_bytes(tmp_path: Path) -> None:
    assert drawn(tmp_path / "a").read_bytes() == drawn(tmp_path / "b").read_bytes()


def test_a_drive_with_nobody_leaves_no_picture(tmp_path: Path) -> None:
    assert not drawn(tmp_path, cars=0).exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    trail = Trail("car", [(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), (1.0, 5.0, 0.0, 0.0, 5.0, 3.0)])
    with pytest.raises(ReelError, match=r"cannot write the picture .*file/drive.svg: (Not a directory|File exists)"):
        draw_drive([trail], tmp_path / "file" / "drive.svg", title="In the way")
