"""What is kept of a run now and then, and going on from there."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from seahaven.errors import InputError, ReelError, SeahavenError, SnapshotError, StepError
from seahaven.kernel import SECOND, Module, Tick
from seahaven.reels import Reel
from seahaven.takes import Take, load_take
from seahaven.world import VEHICLE, World
from tests.power_cut import Left, watched_disk
from tests.takes.test_study import STUDY, written

KEPT = "short-drive.checkpoint.npz"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seahaven.takes.keeping.KEEP_EVERY", SECOND)


def stop(date: int) -> None:
    if date >= 2.5 * SECOND:
        raise KeyboardInterrupt


def broken_off(tmp_path: Path) -> Path:
    """A drive of 4 s that is stopped after 2.5 s; gives its study."""
    study = written(tmp_path, STUDY)
    with pytest.raises(KeyboardInterrupt):
        load_take(study).play(tmp_path / "out", on_date=stop)
    return study


def tables(reel: Reel) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in reel.path.glob("*.parquet")}


def test_a_run_that_was_stopped_goes_on_to_the_tables_that_it_would_have_had(tmp_path: Path) -> None:
    study = broken_off(tmp_path)
    assert (tmp_path / "out" / KEPT).is_file()
    take = load_take(study)
    assert take.halfway(tmp_path / "out").now == 2 * SECOND
    reel = take.play(tmp_path / "out", go_on=True)
    assert tables(reel) == tables(load_take(study).play(tmp_path / "whole"))
    assert (reel.manifest.resumed, reel.manifest.duration) == ((2.0,), 4.0)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["short-drive.reel"]


def test_another_study_seed_or_rate_cannot_go_on(tmp_path: Path) -> None:
    study = broken_off(tmp_path)
    out = tmp_path / "out"
    with pytest.raises(InputError, match=r"was kept under seed 3, this run has 4; give --seed 3"):
        load_take(study, seed=4).play(out, go_on=True)
    with pytest.raises(InputError, match=r"was recorded at 20 Hz, this run would record at 7 Hz; give --rate 20"):
        load_take(study).play(out, rate=Fraction(7), go_on=True)
    other = written(tmp_path, STUDY.replace("40 km/h", "41 km/h"))
    assert not load_take(other).can_go_on(out)
    with pytest.raises(InputError, match=r"before something was changed in short\.study\.yaml; undo that"):
        load_take(other).play(out, go_on=True)
    assert load_take(written(tmp_path, STUDY)).can_go_on(out)


def test_where_nothing_broke_off_nothing_goes_on(tmp_path: Path) -> None:
    study = written(tmp_path, STUDY)
    load_take(study).play(tmp_path / "out")
    with pytest.raises(InputError, match="out holds no run of 'Short drive' that can go on"):
        load_take(study).play(tmp_path / "out", go_on=True)


def test_beginning_anew_forgets_what_was_kept(tmp_path: Path) -> None:
    study = broken_off(tmp_path)
    with pytest.raises(ReelError, match="exists"):
        load_take(study).play(tmp_path / "out")
    assert (tmp_path / "out" / KEPT).is_file()
    load_take(study).play(tmp_path / "out", overwrite=True, until=SECOND // 2)
    assert not (tmp_path / "out" / KEPT).exists()


def test_a_reel_that_lacks_frames_cannot_go_on(tmp_path: Path) -> None:
    study = broken_off(tmp_path)
    kept = (tmp_path / "out" / KEPT).read_bytes()
    load_take(study).play(tmp_path / "out", overwrite=True, until=SECOND // 2)
    (tmp_path / "out" / KEPT).write_bytes(kept)
    with pytest.raises(SeahavenError, match="ends before its checkpoint"):
        load_take(study).play(tmp_path / "out", go_on=True)


class Forgetful(Module):
    """Remembers something that it does not declare."""

    def step(self, tick: Tick) -> None:
        self.secret = tick.now


class Breaking(Module):
    """Fails after two seconds."""

    def step(self, tick: Tick) -> None:
        if tick.seconds >= 2.0:
            raise ValueError("broken")


def take_of(module: Module) -> Take:
    return Take("Short drive", Module("root", module), World([VEHICLE]), 4 * SECOND)


def test_a_run_that_cannot_be_kept_goes_on_without(tmp_path: Path) -> None:
    def look(date: int) -> None:
        assert not (tmp_path / KEPT).exists()

    assert take_of(Forgetful("forgetful", rate=10)).play(tmp_path, on_date=look).is_complete


def test_a_run_goes_on_once_there_is_room_on_the_disk_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(date: int) -> None:
        if date >= 2.5 * SECOND:
            monkeypatch.setattr("seahaven.reels.take.pack_reel", full)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    study = written(tmp_path, STUDY)
    with pytest.raises(SeahavenError, match="No space left on device"):
        load_take(study).play(tmp_path / "out", on_date=refuse)
    monkeypatch.undo()
    assert load_take(study).play(tmp_path / "out", go_on=True).is_complete


def test_a_state_that_does_not_fit_any_more_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(*_: object) -> None:
        raise SnapshotError("module 'lead' has changed since the snapshot")

    study = broken_off(tmp_path)
    monkeypatch.setattr("seahaven.takes.driving.load_checkpoint", unfit)
    with pytest.raises(SnapshotError, match="has changed"):
        load_take(study).play(tmp_path / "out", go_on=True)
    assert not load_take(study).can_go_on(tmp_path / "out")


def test_nothing_is_kept_of_a_run_that_would_fail_again(tmp_path: Path) -> None:
    with pytest.raises(StepError, match="broken"):
        take_of(Breaking("breaking", rate=10)).play(tmp_path)
    assert not (tmp_path / KEPT).exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="open files are told by /proc")
def test_a_power_cut_never_leaves_a_state_without_its_reel_nor_an_end_that_is_not_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, seen = written(tmp_path, STUDY), list[str]()

    def look(_: str, left: Left) -> None:
        place = tmp_path / "cut" / str(len(seen))
        for name, content in left.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
        if KEPT in left:
            load_take(study).halfway(place)
            seen.append("can go on")
        elif "can go on" in seen:
            assert Reel.open(place / "short-drive.reel").is_complete
            seen.append("is closed")
        else:
            seen.append("has begun")

    with watched_disk(tmp_path / "out", monkeypatch, look):
        load_take(study).play(tmp_path / "out")
    assert list(dict.fromkeys(seen)) == ["has begun", "can go on", "is closed"]


def test_a_run_that_goes_on_does_not_get_shorter(tmp_path: Path) -> None:
    study = broken_off(tmp_path)
    before = tables(Reel.open(tmp_path / "out" / "short-drive.reel"))
    with pytest.raises(
        InputError, match=r"short-drive\.reel goes up to 2\.5 s already, and the run is to end at 2\.2 s; let"
    ):
        load_take(study).play(tmp_path / "out", go_on=True, until=22 * SECOND // 10)
    shorter = written(tmp_path, STUDY.replace("duration: 4 s", "duration: 1 s"))
    with pytest.raises(InputError, match=r"before something was changed in short\.study\.yaml; undo that to go on"):
        load_take(shorter).play(tmp_path / "out", go_on=True)
    assert tables(Reel.open(tmp_path / "out" / "short-drive.reel")) == before
    written(tmp_path, STUDY)
    assert load_take(study).play(tmp_path / "out", go_on=True, until=3 * SECOND).times[-1] == 3.0
