from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.errors import ReelError
from seahaven.kernel import SECOND, Controller, Module
from seahaven.reels import Reel, Replay, recover
from seahaven.reels.film import Film
from seahaven.world import Column, FamilyType, World
from tests.reels.drives import Drive, contents, cut_reel, make_world, record, recorder


@pytest.fixture(scope="module")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    folder = tmp_path_factory.mktemp("it's seed=7 [a]*") / "a.reel"
    record(folder)
    return Reel.open(folder)


def test_a_reel_tells_what_it_holds(drive: Reel) -> None:
    assert list(drive.families) == ["person", "vehicle"]
    assert drive.families["vehicle"].columns["speed"].unit == "m/s"
    assert drive.families["vehicle"].columns["kind"].kinds == ("car", "truck", "bus")
    assert drive.families["vehicle"].columns["leader"].is_entity
    assert (drive.seed, drive.is_complete, drive.is_cut, drive.recovered_until) == (0, True, False, None)
    assert drive.times.tolist() == [k / 10 for k in range(21)]


def test_a_table_gives_columns_and_a_stretch_of_time(drive: Reel) -> None:
    table = drive.table("vehicle", columns=["x", "kind"], time=(0.5, 0.7))
    assert table.column_names == ["x", "kind"]
    whole = drive.table("vehicle").to_pandas()
    part = whole[(whole.time >= 0.5) & (whole.time <= 0.7)]
    assert table.column("x").to_pylist() == part.x.tolist()
    assert len(drive.table("vehicle", time=(1.95, None))) == 4
    assert len(drive.table("vehicle", time=(None, None))) == 84
    assert len(drive.table("vehicle", time=(9.0, 10.0))) == 0


def test_a_table_has_the_types_it_was_recorded_with(drive: Reel) -> None:
    table = drive.table("vehicle")
    assert table.schema.field("kind").type == pa.dictionary(pa.int16(), pa.utf8())
    assert table.column("kind").chunk(0).dictionary.to_pylist() == ["car", "truck", "bus"]
    assert table.schema.field("x").metadata == {b"unit": b"m", b"doc": b"east"}
    assert table.column("gap").null_count > 0
    assert table.column("leader").null_count == len(table)


def test_a_frame_keeps_categories_and_nulls(drive: Reel) -> None:
    frame = drive.frame("vehicle")
    assert isinstance(frame.kind.dtype, pd.CategoricalDtype)
    assert list(frame.kind.cat.categories) == ["car", "truck", "bus"]
    assert frame.honks.dtype == pd.Int64Dtype()
    assert frame.id.dtype == np.int64
    assert frame.gap.isna().sum() == drive.table("vehicle").column("gap").null_count


def test_a_query_sees_every_family_and_the_events(drive: Reel) -> None:
    assert drive.query("select count(*), count(gap), max(time) from vehicle").fetchall() == [
        (84, 84 - drive.table("vehicle").column("gap").null_count, 2.0)
    ]
    assert drive.query("select kind from vehicle where id = 1 and time = 0").fetchall() == [("car",)]
    assert drive.query("select count(*) from person natural join frames").fetchall() == [(21,)]
    assert drive.query("select sender, value->>'$' from events order by time").fetchall()[0] == ("drive.horn", "honk 4")


def test_a_query_sees_nothing_but_the_reel(drive: Reel, tmp_path: Path) -> None:
    secret = pd.DataFrame({"a": [1]})
    (tmp_path / "secret.csv").write_text("a\n1\n")
    with pytest.raises(ReelError, match=r"the query cannot be answered: .*secret"):
        drive.query("select * from secret")
    with pytest.raises(ReelError, match="the query cannot be answered"):
        drive.query(f"select * from read_csv('{tmp_path}/secret.csv')")
    assert len(secret) == 1


def test_events_come_in_order_of_time(drive: Reel) -> None:
    events = drive.events()
    assert events.column_names == ["time", "sender", "index", "kind", "value"]
    assert events.column("time").to_pylist() == [0.5, 1.0, 1.5, 2.0]
    assert events.column("value").to_pylist() == ['"honk 4"', '"honk 9"', '"honk 14"', '"honk 19"']
    assert set(events.column("kind").to_pylist()) == {"str"}


def test_events_of_some_kinds_are_unpacked(drive: Reel) -> None:
    assert [(each.time, each.value) for each in drive.happenings("str", "int")] == [
        (0.5, "honk 4"), (1.0, "honk 9"), (1.5, "honk 14"), (2.0, "honk 19"),
    ]  # fmt: skip
    assert drive.happenings("int") == []


def test_unknown_names_are_refused_with_the_nearest(drive: Reel) -> None:
    with pytest.raises(ReelError, match="has no table 'vehicles'; did you mean 'vehicle'"):
        drive.table("vehicles")
    with pytest.raises(ReelError, match="has no column 'sped' in 'vehicle'; did you mean 'speed'"):
        drive.frame("vehicle", ["sped"])


def test_a_world_can_be_made_from_a_reel(drive: Reel) -> None:
    world = World(drive.families.values())
    assert [family.name for family in world.families] == ["person", "vehicle"]


# --- what cannot be opened


def test_what_is_not_a_reel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReelError, match=r"there is no reel .*none"):
        Reel.open(tmp_path / "none.reel")
    with pytest.raises(ReelError, match=r"is not a reel: it has no manifest\.json"):
        Reel.open(tmp_path)
    (tmp_path / "file.reel").write_text("hello")
    with pytest.raises(ReelError, match=r"is not a reel: it is a file"):
        Reel.open(tmp_path / "file.reel")
    (tmp_path / "manifest.json").write_text("[1]")
    with pytest.raises(ReelError, match=r"is not a reel: its manifest\.json names no reel format"):
        Reel.open(tmp_path)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda body: body.update(format=2), "has reel format 2, but this version reads up to 1; update Seahaven"),
        (lambda body: body.pop("seed"), r"manifest\.json is damaged: 'seed' is missing; restore it from a backup"),
        (
            lambda body: body.update(state="asleep"),
            r"manifest\.json is damaged: 'state' is 'asleep'; expected one of running, closed",
        ),
        (lambda body: body.update(families=7), r"manifest\.json is damaged: 'families' is 7; expected an object"),
        (
            lambda body: body.update(duration=1e300),
            r"damaged: 'duration' is 1e\+300; expected a number from 0 to 9e\+09",
        ),
        (lambda body: body.update(duration=1e6), r"damaged: 2 frames at 10 Hz do not take 1e\+06 s"),
        (lambda body: body.update(rate="1e999999999"), r"damaged: 'rate' is '1e999999999'; expected a rate in Hz"),
        (lambda body: body.update(frames=-1), r"damaged: 'frames' is -1; expected a whole number from 0"),
        (lambda body: body["names"].update(ada=[1]), r"damaged: 'names\.ada' is \[1\]; expected a whole number"),
        (lambda body: body["families"].update({"../x": {}}), r"damaged: 'families\.\.\./x\.columns' is missing"),
        (lambda body: body["families"]["vehicle"]["columns"]["x"].update(type="float"), "cannot hold 'float'"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], text: str
) -> None:
    record(tmp_path / "a.reel", seconds=0.1)
    path = tmp_path / "a.reel" / "manifest.json"
    body = json.loads(path.read_text())
    change(body)
    path.write_text(json.dumps(body))
    with pytest.raises(ReelError, match=text):
        Reel.open(tmp_path / "a.reel")


def test_a_manifest_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", seconds=0.1)
    path = tmp_path / "a.reel" / "manifest.json"
    path.write_text(path.read_text()[:100])
    with pytest.raises(ReelError, match=r"manifest\.json is damaged: .*; restore it from a backup, or record"):
        Reel.open(tmp_path / "a.reel")


def test_a_table_that_is_lost_or_damaged_is_named(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", seconds=0.1)
    (tmp_path / "a.reel" / "vehicle.parquet").write_bytes(b"PAR1")
    with pytest.raises(ReelError, match=r"vehicle\.parquet cannot be read: .*; restore it from a backup"):
        Reel.open(tmp_path / "a.reel").table("vehicle")
    with pytest.raises(ReelError, match=r"vehicle\.parquet cannot be read: .*; restore it from a backup"):
        Reel.open(tmp_path / "a.reel").query("select 1")
    with pytest.raises(ReelError, match=r"vehicle\.parquet is not what was recorded: .*; restore it from a backup"):
        Replay("film", reel=tmp_path / "a.reel")
    (tmp_path / "a.reel" / "vehicle.parquet").unlink()
    with pytest.raises(ReelError, match=r"has lost vehicle\.parquet; restore it from a backup"):
        Reel.open(tmp_path / "a.reel")


@pytest.mark.parametrize("name", ["vehicle", "events", "frames"])
def test_a_truncated_table_is_noticed_at_its_end(tmp_path: Path, name: str) -> None:
    record(tmp_path / "a.reel")
    assert Reel.open(tmp_path / "a.reel").damage == []
    path = tmp_path / "a.reel" / f"{name}.parquet"
    path.write_bytes(path.read_bytes()[:-50])
    (told,) = Reel.open(tmp_path / "a.reel").damage
    assert told.startswith(f"{path} cannot be read: ")
    assert told.endswith("; restore it from a backup")


def test_a_table_of_another_run_is_noticed_by_its_rows(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    record(tmp_path / "b.reel", seconds=1.0)
    shutil.copy(tmp_path / "b.reel" / "vehicle.parquet", tmp_path / "a.reel")
    (told,) = Reel.open(tmp_path / "a.reel").damage
    assert "vehicle.parquet holds 44 rows, but 84 were recorded" in told


def flip_a_byte(path: Path, column: str) -> None:
    """Damage the first page of a column, in the middle of its values."""
    group = pq.read_metadata(path).row_group(0)
    chunk = next(group.column(i) for i in range(group.num_columns) if group.column(i).path_in_schema == column)
    content = bytearray(path.read_bytes())
    content[chunk.data_page_offset + chunk.total_compressed_size - 5] ^= 1
    path.write_bytes(content)


def test_a_damaged_byte_is_noticed_wherever_it_is_read(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    flip_a_byte(tmp_path / "a.reel" / "vehicle.parquet", "x")
    reel = Reel.open(tmp_path / "a.reel")
    for read in (reel.table, reel.frame):
        with pytest.raises(ReelError, match=r"vehicle\.parquet cannot be read: .*checksum.*; restore it from a backup"):
            read("vehicle", ["time", "x"])
    with pytest.raises(duckdb.Error, match="checksum"):
        reel.query("select max(x) from vehicle").fetchall()
    with pytest.raises(ReelError, match=r"vehicle\.parquet is not what was recorded: its SHA-256"):
        Film(reel, "vehicle", ("x",))
    earlier = replace(reel, manifest=replace(reel.manifest, digests={}))
    with pytest.raises(ReelError, match=r"vehicle\.parquet cannot be read: .*checksum"):
        Film(earlier, "vehicle", ("x",)).at(0, linear=False)
    assert len(reel.table("vehicle", ["time", "speed"])) == 84


# --- reels that are cut


def test_a_reel_can_be_read_while_the_run_goes_on(tmp_path: Path) -> None:
    world = make_world()
    controller = Controller(Module("root", Drive("drive", rate=10), recorder(world, tmp_path / "a.reel")), store=world)
    controller.start()
    early = Reel.open(tmp_path / "a.reel")
    assert (early.is_live, early.is_cut, early.recovered_until, len(early.times)) == (True, False, None, 0)
    assert len(early.table("vehicle")) == 0
    controller.run(2 * SECOND)
    reel = Reel.open(tmp_path / "a.reel")
    assert reel.recovered_until == 1.0
    assert reel.query("select max(time) from vehicle").fetchall() == [(reel.recovered_until,)]
    assert len(reel.events()) > 0
    controller.end()
    assert not Reel.open(tmp_path / "a.reel").is_live
    with pytest.raises(ReelError, match="is gone: the reel was closed or recovered meanwhile; open it again"):
        reel.table("vehicle")


def test_a_cut_reel_tells_what_can_be_read_of_it(tmp_path: Path) -> None:
    cut_reel(tmp_path / "a.reel")
    cut = Reel.open(tmp_path / "a.reel")
    assert (cut.is_cut, cut.is_live, cut.manifest.frames) == (True, False, 0)
    told = cut.so_far
    assert (told.state, told.frames, told.start + told.duration) == ("running", len(cut.times), cut.recovered_until)
    assert told.rows == {family: len(cut.table(family)) for family in cut.families}
    assert told.events == len(cut.events()) > 0
    whole = recover(tmp_path / "a.reel").manifest
    assert whole == replace(told, state="recovered", digests=whole.digests)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return cut_reel(tmp_path_factory.mktemp("running") / "a.reel")


@settings(max_examples=50)
@given(data=st.data())
def test_wherever_the_files_are_cut_the_rest_is_whole(
    tmp_path_factory: pytest.TempPathFactory, drive: Reel, running: dict[str, bytes], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    for name, content in running.items():
        length = data.draw(st.integers(0, len(content)), name) if name.endswith(".arrows") else None
        (folder / name).write_bytes(content[:length])
    cut = Reel.open(folder)
    until = cut.recovered_until
    expected = {family: drive.table(family, time=(None, -1.0 if until is None else until)) for family in drive.families}
    assert all(cut.table(family).equals(table) for family, table in expected.items())
    recovered = recover(folder)
    assert (recovered.recovered_until, recovered.is_cut) == (until, True)
    assert all(recovered.table(family).equals(table) for family, table in expected.items())


def test_recovering_twice_or_a_closed_reel_changes_nothing(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    before = contents(tmp_path / "a.reel")
    assert recover(tmp_path / "a.reel").manifest.state == "closed"
    assert contents(tmp_path / "a.reel") == before
    cut_reel(tmp_path / "b.reel")
    recover(tmp_path / "b.reel")
    before = contents(tmp_path / "b.reel")
    assert recover(tmp_path / "b.reel").manifest.state == "recovered"
    assert contents(tmp_path / "b.reel") == before


# --- any columns, any rows

DTYPES = ("float64", "float32", "int64", "int32", "int16", "int8", "bool", "category", "entity")
NAMES = st.sampled_from(["x", "y", "speed", "select", "größe", "a_long_name"])


@st.composite
def families(draw: st.DrawFn) -> FamilyType:
    columns = {}
    for name in draw(st.lists(NAMES, unique=True, max_size=5)):
        kind, nullable = draw(st.sampled_from(DTYPES)), draw(st.booleans())
        if kind == "entity":
            columns[name] = Column.entity()
        elif kind == "category":
            columns[name] = Column(kinds=draw(st.sampled_from([("a",), ("b", "a", "c")])), nullable=nullable)
        else:
            columns[name] = Column(kind, nullable=nullable, unit=draw(st.sampled_from(["", "m"])))
    return FamilyType("thing", columns)


def cells(column: Column) -> st.SearchStrategy[Any]:
    if column.kinds:
        values: st.SearchStrategy[Any] = st.sampled_from(column.kinds)
    elif column.dtype == "bool":
        values = st.booleans()
    elif column.is_float:
        values = st.floats(allow_nan=False, allow_infinity=False, width=64 if column.dtype == "float64" else 32)
    else:
        limits = np.iinfo(column.dtype)
        values = st.integers(int(limits.min), int(limits.max))
    return values | st.none() if column.nullable else values


@settings(max_examples=50)
@given(family=families(), count=st.integers(0, 5), data=st.data())
def test_what_goes_in_comes_out(
    tmp_path_factory: pytest.TempPathFactory, family: FamilyType, count: int, data: st.DataObject
) -> None:
    rows = {n: data.draw(st.lists(cells(c), min_size=count, max_size=count), n) for n, c in family.columns.items()}
    world = World([family])
    world.add_many("thing", count, **rows)
    folder = tmp_path_factory.mktemp("any") / "a.reel"
    with Controller(Module("root", recorder(world, folder, rate=1)), store=world) as controller:
        controller.run(SECOND)
    reel = Reel.open(folder)
    assert reel.families["thing"].columns.keys() == family.columns.keys()
    table = reel.table("thing")
    assert table.column("time").to_pylist() == [0.0] * count + [1.0] * count
    assert table.column("id").to_pylist() == list(range(1, count + 1)) * 2
    for name, values in rows.items():
        assert table.column(name).to_pylist() == values * 2
    assert len(reel.frame("thing")) == len(reel.query("select * from thing").fetchall()) == 2 * count


def test_events_and_frames_are_tables_like_others(tmp_path: Path) -> None:
    record(tmp_path / "a.reel")
    reel = Reel.open(tmp_path / "a.reel")
    assert reel.table("events").equals(reel.events())
    assert reel.frame("events", ["time", "value"], time=(0.0, 1.0))["value"].tolist() == ['"honk 4"', '"honk 9"']
    assert reel.frame("frames")["vehicle"].sum() == reel.manifest.rows["vehicle"]
    with pytest.raises(ReelError, match=r"has no table 'evnts'; did you mean 'events'\?"):
        reel.frame("evnts")
    with pytest.raises(ReelError, match="has no column 'sped' in 'vehicle'; did you mean 'speed'"):
        reel.frame("vehicle", ["sped"])


def test_what_is_no_reel_is_told_with_what_there_is(tmp_path: Path) -> None:
    record(tmp_path / "run" / "a.reel")
    record(tmp_path / "drives" / "ada" / "a.reel")
    record(tmp_path / "drives" / "ben" / "a.reel")
    (tmp_path / "studies").mkdir()
    (tmp_path / "studies" / "town.study.yaml").touch()
    (tmp_path / "lost.reel").mkdir()
    messages = {
        "run": r"is the folder of a run; name the reel in it: .*run/a\.reel",
        "run/b.reel": r"there is no reel .*run/b\.reel; did you mean 'a\.reel'\?",
        "drives": r"holds 2 drives; name the reel of one of them: .*ada/a\.reel, .*ben/a\.reel",
        "studies": r"holds 1 study; play one first: seahaven play .*town\.study\.yaml",
        "studies/town.study.yaml": r"is a study; play it first: seahaven play .*town\.study\.yaml",
        "run/a.reel/vehicle.parquet": r"is a file; a reel is a folder NAME\.reel",
        "lost.reel": r"has no manifest\.json; restore it from a backup, or record the run again",
    }
    for path, message in messages.items():
        with pytest.raises(ReelError, match=message):
            Reel.open(tmp_path / path)
