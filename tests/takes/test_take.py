from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError, ReelError, SnapshotError, StepError
from seahaven.kernel import SECOND, Module, Tick, fork
from seahaven.reels import Reel
from seahaven.takes import Take, load_take, summarise
from seahaven.world import VEHICLE, World
from tests.reels.drives import record
from tests.takes.test_study import STUDY, written


def played(tmp_path: Path, out: str, **options: object) -> Path:
    reel = load_take(written(tmp_path, STUDY)).play(tmp_path / out, **options)
    return reel.path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_study_gives_the_same_bytes(tmp_path: Path) -> None:
    assert contents(played(tmp_path, "a")) == contents(played(tmp_path, "b"))


def test_cars_follow_the_course_and_keep_their_distance(tmp_path: Path) -> None:
    summary = summarise(load_take(written(tmp_path, STUDY)).play(tmp_path / "out"))
    assert [journey.name for journey in summary.journeys] == ["lead", "chaser"]
    assert (summary.duration, summary.frames) == (4.0, 81)
    lead, chaser = summary.journeys
    assert 30.0 < lead.distance < 50.0
    assert lead.smallest_gap is None
    assert chaser.smallest_gap is not None
    assert chaser.smallest_gap > 2.0


def test_going_on_from_a_checkpoint_gives_the_same_rows(tmp_path: Path) -> None:
    whole = load_take(written(tmp_path, STUDY)).play(tmp_path / "whole")
    load_take(written(tmp_path, STUDY)).play(tmp_path / "first", until=2 * SECOND, checkpoint=tmp_path / "half.npz")
    rest = load_take(written(tmp_path, STUDY)).play(tmp_path / "rest", resume=tmp_path / "half.npz")
    assert rest.table("vehicle").equals(whole.table("vehicle", time=(2.0, None)))


def test_a_fork_goes_its_own_way_from_the_same_state(tmp_path: Path) -> None:
    with load_take(written(tmp_path, STUDY)).controller() as run:
        run.run(2 * SECOND)
        with fork(run) as twin:
            twin.set("chaser/pilot.desired_speed", 1.0)
            twin.run(4 * SECOND)
            run.run(4 * SECOND)
            assert twin.store["chaser"].speed < run.store["chaser"].speed - 1.0
            assert twin.store["lead"].speed == run.store["lead"].speed


class Bomb(Module):
    """Raises in its third step."""

    def step(self, tick: Tick) -> None:
        if tick.index == 2:
            raise ZeroDivisionError("tick")


def test_a_failing_module_leaves_a_closed_reel_that_names_it(tmp_path: Path) -> None:
    take = Take("Bang", Module("root", Bomb("bomb", rate=10)), World([VEHICLE]), SECOND)
    take.world.add("vehicle", x=0.0, y=0.0)
    with pytest.raises(StepError, match=r"module 'bomb' failed at 0.2 s: ZeroDivisionError: tick"):
        take.play(tmp_path)
    played = load_take(tmp_path / "bang.reel")
    assert played.world.family("vehicle") is not None


def test_a_reel_plays_again_as_it_was(tmp_path: Path) -> None:
    first = load_take(written(tmp_path, STUDY)).play(tmp_path / "first")
    again = load_take(first.path).play(tmp_path / "again")
    assert again.table("vehicle").equals(first.table("vehicle"))
    assert again.manifest.names == first.manifest.names == {"lead": 1, "chaser": 2}


def test_a_reel_plays_again_with_its_subjects_ids_handles_and_names(tmp_path: Path) -> None:
    reel = tmp_path / "a.reel"
    record(reel, subjects=(3,), names={"late": 1_000_000, "ada": 3})
    again = load_take(reel).play(tmp_path / "again")
    first = Reel.open(reel)
    assert again.manifest.subjects == (3,)
    assert again.manifest.names == {"ada": 3, "late": 1_000_000}
    for family in first.families:
        assert again.table(family).equals(first.table(family))
    assert set(again.table("vehicle").column("id").to_pylist()) > {1, 3, 1_000_000}


def test_a_reel_that_begins_later_plays_again_from_its_first_frame_on(tmp_path: Path) -> None:
    played(tmp_path, "a", until=2 * SECOND, checkpoint=tmp_path / "two.npz")
    late = Reel.open(played(tmp_path, "late", resume=tmp_path / "two.npz"))
    again = load_take(late.path).play(tmp_path / "again")
    assert (late.times[0], again.times[0], len(again.times)) == (2.0, 0.0, len(late.times))
    columns = ["id", "x", "gap"]
    assert again.table("vehicle", columns).equals(late.table("vehicle", columns))


def test_an_existing_reel_is_kept_unless_told_otherwise(tmp_path: Path) -> None:
    played(tmp_path, "out")
    with pytest.raises(ReelError, match=r"short-drive.reel exists; .* or pass --force"):
        played(tmp_path, "out")
    played(tmp_path, "out", overwrite=True)


def test_a_checkpoint_past_the_end_is_refused(tmp_path: Path) -> None:
    played(tmp_path, "a", until=3 * SECOND, checkpoint=tmp_path / "late.npz")
    with pytest.raises(InputError, match=r"late\.npz was kept at 3 s, and the run is to end at 1 s; let"):
        played(tmp_path, "b", until=SECOND, resume=tmp_path / "late.npz")


def test_a_checkpoint_of_an_edited_study_is_refused_before_a_reel_is_opened(tmp_path: Path) -> None:
    load_take(written(tmp_path, STUDY)).play(tmp_path / "a", until=SECOND, checkpoint=tmp_path / "one.npz")
    edited = load_take(written(tmp_path, STUDY.replace("40 km/h", "60 km/h")))
    with pytest.raises(InputError, match=r"one.npz is a checkpoint of 'Short drive' before .* in short.study.yaml;"):
        edited.play(tmp_path / "b", resume=tmp_path / "one.npz")
    assert not (tmp_path / "b").exists()


def test_a_checkpoint_that_cannot_be_written_does_not_spoil_the_reel(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SnapshotError, match="cannot write the checkpoint"):
        load_take(written(tmp_path, STUDY)).play(tmp_path, until=SECOND, checkpoint=tmp_path / "file" / "one.npz")
    assert Reel.open(tmp_path / "short-drive.reel").is_complete


def test_a_car_far_from_the_origin_goes_straight_from_the_first_moment(tmp_path: Path) -> None:
    text = STUDY.replace("  road:\n", "  road:\n    start: {x: 100 m, y: 0 m, heading: 90 deg}\n")
    frame = load_take(written(tmp_path, text)).play(tmp_path, until=SECOND).frame("vehicle")
    assert frame.steering.abs().max() < 1e-3
    assert (frame.x - 100.0).abs().max() < 1e-3


def test_the_last_frame_of_a_run_is_that_of_a_longer_one_at_the_same_time(tmp_path: Path) -> None:
    study = written(tmp_path, STUDY)
    short = load_take(study).play(tmp_path / "short", until=SECOND)
    long = load_take(study).play(tmp_path / "long", until=2 * SECOND)
    assert short.times[-1] == 1.0
    rows = short.table("vehicle")
    assert rows.column("gap").null_count < len(rows)
    assert rows.equals(long.table("vehicle", time=(0.0, 1.0)))
    assert short.events().equals(long.events().slice(0, len(short.events())))
