"""Roads and subjects in a reel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seahaven.errors import ReelError
from seahaven.reels import Reel
from seahaven.roads.formats.opendrive import opendrive_text
from tests.reels.drives import contents, record
from tests.reels.pages import record_drive, straight_road


def test_a_reel_keeps_the_roads_and_gives_them_back(tmp_path: Path) -> None:
    record_drive(tmp_path / "a.reel", roads=straight_road(), subjects=(2,))
    reel = Reel.open(tmp_path / "a.reel")
    network = reel.roads()
    assert network is not None
    assert network.roads == straight_road().roads
    assert (tmp_path / "a.reel" / "roads.xodr").read_text("utf-8") == opendrive_text(straight_road())
    assert reel.manifest.subjects == (2,)


def test_a_reel_without_roads_says_so(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    reel = Reel.open(tmp_path / "a.reel")
    assert (reel.roads(), reel.manifest.roads, reel.manifest.subjects) == (None, None, ())


def test_the_same_run_on_roads_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        record_drive(tmp_path / f"{name}.reel", roads=straight_road())
    assert contents(tmp_path / "a.reel") == contents(tmp_path / "b.reel")


def test_a_reel_from_before_roads_were_kept_still_opens(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    path = tmp_path / "a.reel" / "manifest.json"
    body = json.loads(path.read_text("utf-8"))
    del body["roads"], body["subjects"]
    path.write_text(json.dumps(body), "utf-8")
    assert Reel.open(tmp_path / "a.reel").roads() is None


def test_roads_of_an_earlier_run_do_not_stay(tmp_path: Path) -> None:
    record_drive(tmp_path / "a.reel", roads=straight_road())
    record_drive(tmp_path / "a.reel", overwrite=True)
    assert "roads.xodr" not in contents(tmp_path / "a.reel")


def test_roads_that_are_lost_or_changed_are_refused(tmp_path: Path) -> None:
    record_drive(tmp_path / "a.reel", roads=straight_road())
    path = tmp_path / "a.reel" / "roads.xodr"
    path.write_text(path.read_text("utf-8").replace("3.5", "3.6"), "utf-8")
    with pytest.raises(ReelError, match=r"roads\.xodr is not the network that was recorded; restore it from a backup"):
        Reel.open(tmp_path / "a.reel").roads()
    path.unlink()
    with pytest.raises(ReelError, match=r"has lost roads\.xodr; restore it from a backup"):
        Reel.open(tmp_path / "a.reel").roads()
