from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seahaven.errors import ReelError, SnapshotError, StepError, WiringError
from seahaven.kernel import (
    SECOND,
    Controller,
    Emits,
    Module,
    Param,
    Tick,
    fork,
    load_checkpoint,
    restore,
    save_checkpoint,
    take_snapshot,
)
from seahaven.reels import Recorder, Reel, recover
from seahaven.reels.compaction import compact
from seahaven.world import Column, FamilyType, World, reads, spawns, writes
from tests.reels.drives import PERSON, VEHICLE, Drive, contents, make_world, record, recorder

ROOT = Path(__file__).parents[2]


def test_a_run_leaves_one_table_per_family_one_of_events_one_of_frames_and_a_manifest(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", study="a drive", names={"lead": 1}, inputs={"a.study.yaml": "ab12"})
    names = ["events.parquet", "frames.parquet", "manifest.json", "person.parquet", "vehicle.parquet"]
    assert sorted(contents(tmp_path / "a.reel")) == names
    manifest = Reel.open(tmp_path / "a.reel").manifest
    assert (manifest.state, manifest.name, manifest.duration, manifest.rate) == ("closed", "a drive", 2.0, Fraction(10))
    assert (manifest.frames, manifest.events) == (21, 4)
    assert manifest.rows == {"vehicle": 84, "person": 21}
    assert (manifest.names, manifest.inputs) == ({"lead": 1}, {"a.study.yaml": "ab12"})
    assert manifest.versions.keys() >= {"python", "seahaven", "numpy", "pyarrow"}


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    record(tmp_path / "elsewhere" / "b.reel")
    assert contents(tmp_path / "a.reel") == contents(tmp_path / "elsewhere" / "b.reel")


def test_how_often_is_flushed_does_not_change_what_is_recorded(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", flush_every=0.0)
    record(tmp_path / "b.reel", flush_every=100.0)
    assert contents(tmp_path / "a.reel") == contents(tmp_path / "b.reel")


def test_where_batches_end_leaves_no_trace_in_a_table_of_many_texts(tmp_path: Path) -> None:
    schema = pa.schema([("value", pa.utf8())])
    whole = pa.record_batch([pa.array([f"{number:040}" for number in range(60_000)])], schema=schema)
    for name, size in (("a", 60_000), ("b", 777)):
        pieces = [whole.slice(start, size) for start in range(0, len(whole), size)]
        compact(pieces, tmp_path, name, schema, rows=len(whole))
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_frames_hold_what_was_in_force(tmp_path: Path) -> None:
    world = make_world()
    drive, seen = Drive("drive", rate=10), []
    root = Module("root", drive, recorder(world, tmp_path / "a.reel"))
    with Controller(root, store=world) as controller:
        for _ in range(20):
            seen.append((world.family("vehicle").ids.tolist(), world.family("vehicle").x.tolist()))
            controller.advance(SECOND // 10)
        seen.append((world.family("vehicle").ids.tolist(), world.family("vehicle").x.tolist()))
    table = Reel.open(tmp_path / "a.reel").table("vehicle")
    assert table.column("id").to_pylist() == [entity for ids, _ in seen for entity in ids]
    assert table.column("x").to_pylist() == [x for _, xs in seen for x in xs]
    assert table.column("time").to_pylist() == [k / 10 for k, (ids, _) in enumerate(seen) for _ in ids]


def test_a_run_that_ends_between_two_frames_has_no_closing_frame(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", seconds=1.05)
    assert Reel.open(tmp_path / "a.reel").times.tolist() == [k / 10 for k in range(11)]


def test_dates_are_rounded_once(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", seconds=1.0, rate=30)
    assert Reel.open(tmp_path / "a.reel").times.tolist() == [round(k * SECOND / 30) / SECOND for k in range(31)]


def test_a_recorder_without_a_rate_follows_the_caller_and_takes_the_end_too(tmp_path: Path) -> None:
    world = make_world()
    with Controller(Module("root", recorder(world, tmp_path / "a.reel", rate=None)), store=world) as controller:
        controller.advance(3)
        controller.advance(SECOND)
    reel = Reel.open(tmp_path / "a.reel")
    assert reel.times.tolist() == [0.0, 3e-9, 1.000000003]
    assert reel.manifest.rate is None


def test_only_the_columns_asked_for_are_recorded(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", columns={"vehicle": ("speed", "x"), "person": ()})
    reel = Reel.open(tmp_path / "a.reel")
    assert reel.table("vehicle").column_names == ["time", "id", "speed", "x"]
    assert reel.table("person").column_names == ["time", "id"]


def test_columns_of_passing_interest_are_recorded_only_when_asked_for(tmp_path: Path) -> None:
    family = FamilyType("vehicle", {"x": Column(default=1.0), "closing": Column(default=2.0, is_passing=True)})
    given: tuple[tuple[str, dict[str, Any]], ...] = (("a.reel", {}), ("b.reel", {"columns": {"vehicle": ("closing",)}}))
    for name, values in given:
        world = World([family])
        world.add("vehicle")
        root = Module("root", recorder(world, tmp_path / name, **values))
        with Controller(root, store=world) as controller:
            controller.run(SECOND)
    assert Reel.open(tmp_path / "a.reel").table("vehicle").column_names == ["time", "id", "x"]
    assert Reel.open(tmp_path / "b.reel").table("vehicle").column_names == ["time", "id", "closing"]


def test_types_units_and_meanings_travel_with_the_table(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    schema = pq.read_schema(tmp_path / "a.reel" / "vehicle.parquet")
    assert schema.field("x").metadata == {b"unit": b"m", b"doc": b"east"}
    assert schema.field("time").type == pa.float64()
    assert schema.field("id").type == pa.int64()
    assert schema.field("width").type == pa.float32()
    assert schema.field("kind").type == pa.dictionary(pa.int16(), pa.utf8())
    assert schema.field("gap").nullable
    assert not schema.field("x").nullable


class Late(Module):
    """Writes an immediate column at every date."""

    out = writes("lamp", "phase")

    def step(self, tick: Tick) -> None:
        """Say how late it is."""
        self.out.phase = tick.seconds


@pytest.mark.parametrize("name", ["a_recorder", "z_recorder"])
def test_immediate_columns_are_recorded_as_written_at_the_same_date(tmp_path: Path, name: str) -> None:
    world = World([FamilyType("lamp", {"phase": Column(default=0.0, immediate=True)})])
    world.add("lamp")
    taker = Recorder(name, rate=10, families=world.families, folder=tmp_path / "a.reel")
    with Controller(Module("root", Late("late", rate=10), taker), store=world) as controller:
        controller.run(SECOND // 2 + 1)
    table = Reel.open(tmp_path / "a.reel").table("lamp")
    assert table.column("phase").equals(table.column("time"))


class Storm(Module):
    """Fills the world with more rows than a chunk holds, now and then."""

    door = spawns("person")
    seen = reads("person")

    def step(self, tick: Tick) -> None:
        """Come in thousands, and go."""
        self.door.remove(self.seen.ids)
        self.door.add([3, 5000, 3000, 2, 4096, 0][tick.index % 6], x=tick.seconds)


def test_large_frames_and_small_ones_keep_their_order(tmp_path: Path) -> None:
    world = World([PERSON])
    with Controller(
        Module("root", Storm("storm", rate=10), recorder(world, tmp_path / "a.reel")), store=world
    ) as controller:
        controller.run(2 * SECOND)
    reel = Reel.open(tmp_path / "a.reel")
    counts = [0, *([3, 5000, 3000, 2, 4096, 0] * 4)[:20]]
    assert reel.counts().column("person").to_pylist() == counts
    times = np.repeat(reel.times, counts)
    assert np.array_equal(reel.table("person").column("time").to_numpy(), times)
    assert np.allclose(reel.table("person").column("x").to_numpy(), times - 0.1)


# --- going wrong


class Chatter(Module):
    """Emits what cannot be recorded, at its third step."""

    talk: Emits[object]

    def step(self, tick: Tick) -> None:
        """Talk."""
        self.talk = [tick.index if tick.index < 2 else object()]


def test_an_event_that_cannot_be_recorded_ends_the_run_with_a_closed_reel(tmp_path: Path) -> None:
    world = make_world()
    root = Module("root", Chatter("chatter", rate=10), recorder(world, tmp_path / "a.reel"))
    with pytest.raises(StepError, match=r"the event of chatter\.talk holds a object, which cannot be recorded"):
        Controller(root, store=world).run(SECOND)
    reel = Reel.open(tmp_path / "a.reel")
    assert reel.manifest.state == "failed"
    assert reel.events().column("value").to_pylist()[:2] == ["0", "1"]


def test_a_failing_module_leaves_a_closed_reel_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(StepError, match="the engine is on fire"):
        record(tmp_path / "a.reel", fails_at=1.3)
    reel = Reel.open(tmp_path / "a.reel")
    assert reel.manifest.state == "failed"
    assert reel.manifest.fault is not None
    assert "module 'drive' failed at 1.3 s: ValueError: the engine is on fire" in reel.manifest.fault
    assert not reel.is_complete
    assert not reel.is_cut
    assert reel.times[-1] == 1.2
    assert reel.events().column("sender").to_pylist()[-1] == "drive.fault"


class Stopped(Module):
    """Is interrupted at its third step."""

    def step(self, tick: Tick) -> None:
        """Go on, or not."""
        if tick.index == 2:
            raise KeyboardInterrupt


def test_an_interrupted_run_leaves_a_closed_reel_that_says_so(tmp_path: Path) -> None:
    world = make_world()
    root = Module("root", Stopped("stopped", rate=10), recorder(world, tmp_path / "a.reel"))
    with pytest.raises(KeyboardInterrupt):
        Controller(root, store=world).run(SECOND)
    reel = Reel.open(tmp_path / "a.reel")
    assert (reel.manifest.state, reel.manifest.duration) == ("interrupted", 0.2)
    assert not reel.is_complete
    assert not reel.is_cut


def test_a_recorder_that_never_began_leaves_nothing(tmp_path: Path) -> None:
    class Broken(Module):
        def init(self, tick: Tick) -> None:
            raise ValueError("no")

    world = make_world()
    with pytest.raises(StepError):
        Controller(Module("root", Broken("broken"), recorder(world, tmp_path / "a.reel")), store=world).start()
    assert not (tmp_path / "a.reel").exists()


def test_a_restore_is_refused_and_a_fork_recommended(tmp_path: Path) -> None:
    world = make_world()
    controller = Controller(Module("root", Drive("drive", rate=10), recorder(world, tmp_path / "a.reel")), store=world)
    controller.run(SECOND)
    snapshot = take_snapshot(controller)
    controller.run(2 * SECOND)
    with pytest.raises(SnapshotError, match=r"cannot go back to 1 s; fork the run, and record the fork into another"):
        restore(controller, snapshot)
    controller.end()
    assert Reel.open(tmp_path / "a.reel").is_complete


def test_a_fork_is_recorded_by_a_recorder_of_its_own(tmp_path: Path) -> None:
    world = make_world()
    controller = Controller(Module("root", Drive("drive", rate=10), recorder(world, tmp_path / "a.reel")), store=world)
    controller.run(SECOND)
    twin = fork(controller)
    assert isinstance(twin.store, World)
    twin.add(recorder(twin.store, tmp_path / "b.reel"))
    for run in (controller, twin):
        run.run(2 * SECOND)
        run.end()
    whole, half = Reel.open(tmp_path / "a.reel"), Reel.open(tmp_path / "b.reel")
    assert (half.manifest.start, half.manifest.duration) == (1.0, 1.0)
    assert half.table("vehicle").equals(whole.table("vehicle", time=(1.0, None)))


def test_a_run_from_a_checkpoint_is_recorded_from_there_on(tmp_path: Path) -> None:
    def run(name: str) -> Controller:
        world = make_world()
        return Controller(Module("root", Drive("drive", rate=10), recorder(world, tmp_path / name)), store=world)

    whole = run("a.reel")
    whole.run(SECOND)
    save_checkpoint(whole, tmp_path / "half.npz")
    whole.run(2 * SECOND)
    whole.end()
    half = run("b.reel")
    load_checkpoint(half, tmp_path / "half.npz")
    half.run(2 * SECOND)
    half.end()
    first, second = Reel.open(tmp_path / "a.reel"), Reel.open(tmp_path / "b.reel")
    assert second.table("vehicle").equals(first.table("vehicle", time=(1.0, None)))


def test_names_that_a_reel_needs_are_refused(tmp_path: Path) -> None:
    for name, columns, text in (
        ("events", {"x": Column()}, "a family called 'events' cannot be recorded"),
        ("frames", {"x": Column()}, "a family called 'frames' cannot be recorded"),
        ("clock", {"time": Column()}, "family 'clock' has a column 'time'"),
    ):
        with pytest.raises(WiringError, match=text):
            recorder(World([FamilyType(name, columns)]), tmp_path / "a.reel")


def test_unknown_families_and_columns_are_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="columns of a family 'vehicel'; did you mean 'vehicle'"):
        recorder(make_world(), tmp_path / "a.reel", columns={"vehicel": ("x",)})
    with pytest.raises(WiringError, match="family 'vehicle' has no column 'sped'; did you mean 'speed'"):
        recorder(make_world(), tmp_path / "a.reel", columns={"vehicle": ("sped",)})


def test_a_folder_that_is_in_use_is_refused_before_anything_starts(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", seconds=0.5)
    before = contents(tmp_path / "a.reel")
    with pytest.raises(ReelError, match="exists; record into another folder, or pass --force"):
        recorder(make_world(), tmp_path / "a.reel")
    assert contents(tmp_path / "a.reel") == before
    with pytest.raises(ReelError, match=r"a reel's folder ends in \.reel: record into .*drive\.reel"):
        recorder(make_world(), tmp_path / "drive")


def test_overwriting_takes_away_the_old_reel_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "a.reel"
    record(folder, seconds=0.5)
    (folder / "notes.txt").write_text("mine")
    (folder / "cyclist.parquet").write_text("of an older reel")
    record(folder, overwrite=True)
    record(tmp_path / "b.reel")
    assert {k: v for k, v in contents(folder).items() if k != "notes.txt"} == contents(tmp_path / "b.reel")
    assert (folder / "notes.txt").read_text() == "mine"


def test_a_folder_that_is_not_a_reel_is_never_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "photos.reel"
    folder.mkdir()
    record(folder, seconds=0.1)
    (folder / "manifest.json").unlink()
    with pytest.raises(ReelError, match="exists and is not a reel, so it is left alone"):
        recorder(make_world(), folder, overwrite=True)
    (tmp_path / "file.reel").write_text("")
    with pytest.raises(ReelError, match="exists and is not a reel"):
        recorder(make_world(), tmp_path / "file.reel", overwrite=True)


def test_a_place_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StepError, match=r"cannot write to .*file/a\.reel: Not a directory"):
        record(tmp_path / "file" / "a.reel")


def in_a_subprocess(code: str, *arguments: Any, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    def restrict() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    program = [sys.executable, "-c", code, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        program, cwd=ROOT, env=environment, capture_output=True, text=True, preexec_fn=restrict, check=False
    )


RECORD = """
import sys
from fractions import Fraction
from pathlib import Path
from tests.reels.drives import record
record(Path(sys.argv[1]), seconds=float(sys.argv[2]))
"""


def test_a_full_disk_in_mid_run_stops_it_with_one_line_and_what_was_flushed_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "a.reel"
    done = in_a_subprocess(RECORD, folder, 100, limit=20_000)
    told = [line for line in done.stderr.splitlines() if "StepError" in line]
    assert f"cannot write to {folder}: File too large; all up to " in told[-1]
    assert "while ending" not in done.stderr
    reel = recover(folder)
    assert reel.recovered_until is not None
    assert f"all up to {reel.recovered_until:g} s is safe: seahaven recover {folder}" in told[-1]
    assert len(reel.table("vehicle")) == 4 * len(reel.times)


def test_a_full_disk_while_packing_keeps_the_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "a.reel"
    with monkeypatch.context() as patch:
        patch.setattr(pq.ParquetWriter, "write_table", refuse)
        with pytest.raises(StepError, match=r"cannot write to .*: No space left on device"):
            record(folder)
    assert not list(folder.glob("*.parquet"))
    record(tmp_path / "b.reel")
    assert recover(folder).table("vehicle").equals(Reel.open(tmp_path / "b.reel").table("vehicle"))


KILL = """
import os, signal, sys
from fractions import Fraction
from pathlib import Path
from seahaven.kernel import SECOND, Controller, Module, Tick
from tests.reels.drives import Drive, make_world, recorder

class Killer(Module):
    def step(self, tick):
        if tick.seconds >= 3.75:
            os.kill(os.getpid(), signal.SIGKILL)

world = make_world()
root = Module("root", Drive("drive", rate=10), Killer("killer", rate=20), recorder(world, Path(sys.argv[1])))
Controller(root, store=world).run(10 * SECOND)
"""


def test_a_killed_run_loses_at_most_a_second(tmp_path: Path) -> None:
    done = in_a_subprocess(KILL, tmp_path / "a.reel")
    assert done.returncode == -signal.SIGKILL
    record(tmp_path / "b.reel", seconds=10.0)
    whole, cut = Reel.open(tmp_path / "b.reel"), Reel.open(tmp_path / "a.reel")
    until = cut.recovered_until
    assert cut.is_cut
    assert not cut.is_complete
    assert until is not None
    assert 2.75 <= until <= 3.75
    for family in (VEHICLE.name, PERSON.name):
        assert cut.table(family).equals(whole.table(family, time=(None, until)))
    again = recover(tmp_path / "a.reel")
    assert again.recovered_until == until
    for family in (VEHICLE.name, PERSON.name):
        assert again.table(family).equals(whole.table(family, time=(None, until)))
    manifest = json.loads((tmp_path / "a.reel" / "manifest.json").read_text())
    assert (manifest["state"], manifest["duration"]) == ("recovered", until)
    assert not list((tmp_path / "a.reel").glob("*.arrows"))


class Mirror(Module):
    """Writes at every date what is there at that date."""

    seen = reads("vehicle", "x")
    body = writes("vehicle", "shown")
    fails_at: Param[float] = 1e9
    keeps_secrets: Param[bool] = False

    def step(self, tick: Tick) -> None:
        if tick.seconds >= self.fails_at:
            raise ValueError("the mirror is broken")
        self.body.shown = 10.0 * self.seen.x
        if self.keeps_secrets:
            self.secret = tick.now


class Mover(Module):
    body = writes("vehicle", "x")

    def step(self, tick: Tick) -> None:
        self.body.x = self.body.x + 1.0


def mirrored(folder: Path, **values: Any) -> list[tuple[float, float, float]]:
    """Time, x and what was written at once of it, in a run of two steps."""
    world = World([FamilyType("vehicle", {"x": Column(), "shown": Column(immediate=True, default=-1.0)})])
    world.add("vehicle", x=0.0)
    root = Module("root", Mover("mover", rate=10), Mirror("mirror", rate=10, **values), recorder(world, folder))
    with Controller(root, store=world) as run:
        run.run(SECOND // 5)
    table = Reel.open(folder).table("vehicle")
    return list(zip(*(table.column(name).to_pylist() for name in ("time", "x", "shown")), strict=True))


def test_immediate_columns_of_the_last_frame_are_those_of_its_date(tmp_path: Path) -> None:
    assert mirrored(tmp_path / "a.reel") == [(0.0, 0.0, 0.0), (0.1, 1.0, 10.0), (0.2, 2.0, 20.0)]


@pytest.mark.parametrize("why", [{"fails_at": 0.2}, {"keeps_secrets": True}])
def test_where_the_last_date_cannot_be_computed_there_is_no_frame_of_it(tmp_path: Path, why: dict[str, Any]) -> None:
    assert mirrored(tmp_path / "a.reel", **why) == [(0.0, 0.0, 0.0), (0.1, 1.0, 10.0)]
    assert Reel.open(tmp_path / "a.reel").is_complete
