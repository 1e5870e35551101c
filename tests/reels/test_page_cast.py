from __future__ import annotations

from pathlib import Path

import numpy as np

from seahaven.kernel import SECOND, Controller, Module, Tick
from seahaven.reels import Recorder, Reel
from seahaven.reels.page.cast import is_placed, read_cast
from seahaven.world import Column, FamilyType, World, writes
from tests.reels.pages import record_drive

BIRD = FamilyType("bird", {"x": Column(unit="m", default=0.0), "y": Column(unit="m", default=0.0)})


class Wind(Module):
    body = writes("bird")

    def step(self, tick: Tick) -> None:
        """Blow north-east at 2 m/s each way for a second, then hold still."""
        if tick.seconds < 1.0:
            self.body.x = self.body.x + 2.0 * tick.dt
            self.body.y = self.body.y + 2.0 * tick.dt


class Torus(Module):
    body = writes("bird")

    def step(self, tick: Tick) -> None:
        """Fly east at 80 m/s round a world of 100 m."""
        self.body.x = (self.body.x + 80.0 * tick.dt) % 100.0


def test_stays_tell_from_when_to_when_everybody_is_there(tmp_path: Path) -> None:
    record_drive(tmp_path / "a.reel")
    reel = Reel.open(tmp_path / "a.reel")
    cast = read_cast(reel, "vehicle", ["speed"], reel.times)
    stays = list(zip(cast.ids.tolist(), cast.first.tolist(), cast.count.tolist(), strict=True))
    assert stays[:4] == [(1, 0, 10), (2, 0, 20), (3, 0, 30), (4, 0, 31)]
    assert [(first, count) for _, first, count in stays[4:]] == [(10, 21), (20, 11), (30, 1)]
    assert len(cast.cells["x"]) == cast.count.sum() == reel.manifest.rows["vehicle"]


def test_frames_that_are_left_out_do_not_cut_a_stay(tmp_path: Path) -> None:
    record_drive(tmp_path / "a.reel")
    reel = Reel.open(tmp_path / "a.reel")
    cast = read_cast(reel, "vehicle", [], reel.times[::5])
    assert (cast.ids[2], cast.first[2], cast.count[2]) == (3, 0, 6)


def test_heading_and_speed_are_worked_out_where_nobody_recorded_them(tmp_path: Path) -> None:
    world = World([BIRD])
    world.add("bird")
    recorder = Recorder("recorder", rate=10, families=world.families, folder=tmp_path / "b.reel")
    with Controller(Module("root", Wind("wind", rate=10), recorder), store=world) as controller:
        controller.run(2 * SECOND)
    reel = Reel.open(tmp_path / "b.reel")
    cast = read_cast(reel, "bird", ["heading", "speed"], reel.times)
    assert np.allclose(cast.cells["heading"], np.pi / 4.0)
    assert np.allclose(cast.cells["speed"][:10], 2.0 * np.sqrt(2.0))
    assert np.allclose(cast.cells["speed"][10:], 0.0)


def test_a_family_is_placed_if_it_has_an_x_and_a_y() -> None:
    assert is_placed(BIRD)
    assert not is_placed(FamilyType("weather", {"x": Column(unit="m")}))
    assert not is_placed(FamilyType("chess", {"x": Column("int32"), "y": Column("int32")}))


def test_a_leap_over_the_rim_of_the_world_is_no_speed(tmp_path: Path) -> None:
    world = World([BIRD])
    world.add("bird")
    recorder = Recorder("recorder", rate=10, families=world.families, folder=tmp_path / "b.reel")
    with Controller(Module("root", Torus("torus", rate=10), recorder), store=world) as controller:
        controller.run(2 * SECOND)
    reel = Reel.open(tmp_path / "b.reel")
    cast = read_cast(reel, "bird", [], reel.times)
    assert np.ptp(cast.cells["x"]) > 80.0
    assert np.allclose(cast.cells["speed"], 80.0)
    assert np.allclose(cast.cells["heading"], 0.0)
