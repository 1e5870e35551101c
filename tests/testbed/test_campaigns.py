"""Campaigns: what varies, what is refused, and that nothing is lost or counted twice, whatever happens to a drive."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from seahaven.errors import InputError, Position
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.seats import LaneControls, View
from seahaven.testbed import CampaignOptions, Entry, History, Shard, load_campaign, play_campaign
from seahaven.testbed.campaigns import campaign as campaigns
from seahaven.testbed.campaigns import playing
from seahaven.testbed.campaigns.parameters import parameter_of
from seahaven.testbed.campaigns.sampling import samples

ROOT = Path(__file__).parents[2]
STUDY = """\
study: Braking
seed: 5
duration: 3 s
record: 10 Hz
roads: street.xodr
subject:
  name: ego
  on: M1
  at: 100 m
  speed: 20 m/s
  driver: {python: "tests.testbed.test_campaigns:Coming", controls: lane, parameters: {how: well}}
world:
  vehicle:
    slow: {on: M1, at: 160 m, speed: 10, driver: {top_speed: 10 m/s}}
must:
  - distance: 20 m
"""
CAMPAIGN = """\
campaign: Closer and closer
drive: braking.study.yaml
vary:
  world.vehicle.slow.at: {from: 130 m, to: 170 m, steps: 3}
  subject.speed: [15 m/s, 20 m/s]
"""


class Coming:
    """Keeps its speed; or crashes, hangs, or fills the memory."""

    def __init__(self, how: str = "well") -> None:
        self.how = how

    def drive(self, view: View) -> LaneControls:
        if view.step == 5 and self.how == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        if view.step == 5 and self.how == "hang":
            threading.Event().wait(60.0)
        if view.step == 5 and self.how == "fill":
            bytearray(40_000_000_000)
        return LaneControls(0.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    builder = Builder("street")
    builder.road("M1", motorway(lanes=3, limit=30.0)).straight(1000.0)
    write_opendrive(builder.build(), tmp_path / "street.xodr")
    (tmp_path / "braking.study.yaml").write_text(STUDY)
    (tmp_path / "closer.campaign.yaml").write_text(CAMPAIGN)
    return tmp_path


def changed(folder: Path, was: str = "", now: str = "", text: str = CAMPAIGN) -> Path:
    assert was in text
    path = folder / "closer.campaign.yaml"
    path.write_text(text.replace(was, now, 1) if was else text + now)
    return path


def play(folder: Path, *, out: str = "out", history: str = "history", **options: Any) -> tuple[list[Entry], list[Any]]:
    told: list[Any] = []
    campaign = load_campaign(folder / "closer.campaign.yaml", allow=["tests"])
    found = play_campaign(
        campaign, folder / out, History(folder / history), name="night",
        options=CampaignOptions(allow=("tests",), **options), tell=lambda what, value: told.append((what, value)),
    )  # fmt: skip
    return found, told


# --- what varies ------------------------------------------------------------------------------------------------------

HERE = Position("x.campaign.yaml", 1, 1)


def always(_: Mapping[str, Any]) -> bool:
    return True


def test_a_grid_has_all_combinations_with_their_units() -> None:
    speed = parameter_of("speed", {"from": "10 m/s", "to": "30 m/s", "steps": 3}, HERE)
    kind = parameter_of("kind", ["wet", "dry"], HERE)
    found = samples("grid", [speed, kind], 1, seed=0, fits=always)
    assert [(each["speed"], each["kind"]) for each in found] == [
        ("10 m/s", "wet"), ("10 m/s", "dry"), ("20 m/s", "wet"), ("20 m/s", "dry"), ("30 m/s", "wet"),
        ("30 m/s", "dry"),
    ]  # fmt: skip


def test_a_latin_hypercube_takes_each_slice_once() -> None:
    parameters = [parameter_of(name, {"from": 0.0, "to": 1.0}, HERE) for name in "abc"]
    found = samples("latin", parameters, 40, seed=3, fits=always)
    for name in "abc":
        assert sorted(int(each[name] * 40) for each in found) == list(range(40))
    assert len({(each["a"] > 0.5, each["b"] > 0.5, each["c"] > 0.5) for each in found}) == 8


def test_random_combinations_are_the_same_for_a_seed_and_fit_the_conditions() -> None:
    parameters = [parameter_of(name, {"from": 0, "to": 100}, HERE) for name in "ab"]

    def fits(settings: Mapping[str, Any]) -> bool:
        return bool(settings["a"] < settings["b"])

    found = samples("random", parameters, 50, seed=1, fits=fits)
    assert (
        found
        == samples("random", parameters, 50, seed=1, fits=fits)
        != samples("random", parameters, 50, seed=2, fits=fits)
    )
    assert len(found) == 50
    assert all(fits(each) and isinstance(each["a"], int) for each in found)


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("from: 130 m, to: 170 m", "from: 170 m, to: 130 m", r":4:26: .*which is no range; exchange them"),
        ("to: 170 m", "to: 170 s", r":4:26: .*give both the same unit"),
        ("from: 130 m", "from: near", r":4:26: .*'near', which is no number; list its values"),
        (", steps: 3", "", r":3:1: a grid needs to know how many values 'world.vehicle.slow.at'"),
        ("steps: 3", "steps: 1", r":4:26: .*has 1 steps; expected a whole number from 2"),
        ("15 m/s, 20", "20 m/s, 20", r":5:18: 'subject.speed' takes '20 m/s' twice"),
        ("[15 m/s, 20 m/s]", "[]", r":5:18: 'subject.speed' has no value to take"),
        ("subject.speed:", "subject.sped:", r":5:17: 'subject.sped' cannot be 15 m/s in .*did you mean 'speed'"),
        ("[15 m/s", "[15 m", r":5:18: 'subject.speed' cannot be 15 m in"),
        ("  subject.speed", "  world.vehicle.slow: [1]\n  subject.speed", r"contradicts 'world.vehicle.slow', of"),
        ("vary", "only: [subject.speed > 30 m/s]\nvary", r":3:1: no combination of the 2 parameters"),
        ("vary", "only: [subject.sped > 3]\nvary", r":3:8: 'subject.sped' does not vary; did you mean"),
        ("vary", "only: [faster]\nvary", r":3:8: 'faster' is no condition; expected one such as"),
        ("braking.study", "breaking.study", r":2:8: there is no drive file"),
        ("campaign: C", "method: gird\ncampaign: C", r":1:9: .*did you mean 'grid'"),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_refused_with_its_place(folder: Path, was: str, now: str, message: str) -> None:
    path = changed(folder, was, now)
    with pytest.raises(InputError) as refused:
        load_campaign(path, allow=["tests"])
    assert re.search(message, str(refused.value)), str(refused.value)


def test_conditions_compare_values_with_their_units(folder: Path) -> None:
    path = changed(folder, "vary", "only: [subject.speed > 60 km/h, world.vehicle.slow.at != 150 m]\nvary")
    plan = load_campaign(path, allow=["tests"]).plan()
    assert [(each.number, *each.settings.values()) for each in plan] == [(1, "130 m", "20 m/s"), (2, "170 m", "20 m/s")]
    assert {each.seed for each in plan} == {5}


# --- playing ----------------------------------------------------------------------------------------------------------


def test_a_campaign_goes_on_with_what_is_left_and_enters_nothing_twice(folder: Path) -> None:
    entries, told = play(folder)
    assert [entry.state for entry in entries] == ["failed", "failed", "passed", "failed", "passed", "passed"]
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5, 6]
    assert [what for what, _ in told].count("entry") == 6
    assert len(list((folder / "history" / "night").iterdir())) == 6
    assert not any((folder / "out" / "drives" / "000003").glob("*.reel"))
    assert any((folder / "out" / "drives" / "000001").glob("*.reel"))
    before = {path: path.read_bytes() for path in (folder / "history").rglob("*.json")}
    next(iter(before)).unlink()  # judged, but not entered when everything ended
    again, told = play(folder)
    assert again == entries
    assert [what for what, _ in told].count("entry") == 0
    assert {path: path.read_bytes() for path in (folder / "history").rglob("*.json")} == before


@pytest.mark.slow
def test_another_campaign_in_the_folder_is_refused(folder: Path) -> None:
    changed(folder, "steps: 3", "steps: 2")
    play(folder)
    changed(folder, "steps: 3", "steps: 4")
    with pytest.raises(InputError, match="holds a campaign with another files; play into another folder"):
        play(folder)
    entries, _ = play(folder, overwrite=True)
    assert {entry.campaign for entry in entries} == {"night-2"}


@pytest.mark.slow
def test_shards_are_merged_into_the_whole(folder: Path) -> None:
    whole, _ = play(folder)
    for k in (1, 2, 3):
        play(folder, out=f"shard{k}", history=f"history{k}", shard=Shard(k, 3))
    merged = History(folder / "merged")
    parts = [folder / f"history{k}" for k in (1, 2, 3)]
    assert merged.merge(parts) == 6
    assert merged.merge(parts) == 0
    found = merged.entries("night")
    assert [(e.number, e.state, e.margin, e.settings) for e in found] == [
        (e.number, e.state, e.margin, e.settings) for e in whole
    ]


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b"])
def test_a_shard_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no shard; expected one such as 3/10"):
        Shard.of(text)


@pytest.mark.slow
def test_a_crash_a_hang_and_a_memory_hog_cost_one_drive_each(folder: Path) -> None:
    how = "subject.driver.parameters.how"
    text = CAMPAIGN.split("vary:")[0] + f"limit: 25\nvary:\n  {how}: [well, crash, hang, fill]\n"
    study = STUDY.replace("controls: lane", "controls: lane, limit: 100")
    (folder / "braking.study.yaml").write_text(study)
    changed(folder, text=text)
    entries, told = play(folder, jobs=2)
    states = {entry.settings[how]: (entry.state, entry.error) for entry in entries}
    assert states["well"] == ("passed", "")
    assert states["crash"][0] == "error"
    assert "ended by SIGKILL" in states["crash"][1]
    assert states["hang"] == ("error", "it was not done after 25 s by the wall clock, and was ended")
    assert states["fill"][0] in ("failed", "error")
    assert "again" in {what for what, _ in told}
    assert len(History(folder / "history").entries("night")) == 4


@pytest.mark.slow
def test_a_full_disk_stops_a_campaign_and_what_was_done_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter([10**12, 10**12, 10**12, 10**6])
    monkeypatch.setattr(playing.shutil, "disk_usage", lambda _: SimpleNamespace(free=next(left)))
    with pytest.raises(InputError, match=r"just 1 MB are free .*; 2 drives are done and kept: make room"):
        play(folder)
    assert len(History(folder / "history").entries("night")) == 2
    monkeypatch.undo()
    entries, told = play(folder)
    assert len(entries) == 6
    assert [what for what, _ in told].count("kept") >= 2


@pytest.mark.slow
def test_two_campaigns_go_into_one_history_at_once(folder: Path) -> None:
    changed(folder, "steps: 3", "steps: 2")
    program = (
        "import sys; from pathlib import Path; from tests.testbed.test_campaigns import play; "
        "play(Path(sys.argv[1]), out=sys.argv[2])"
    )
    command = [sys.executable, "-c", program, str(folder)]
    both = [subprocess.Popen([*command, out], cwd=ROOT) for out in ("one", "two")]
    assert [each.wait(timeout=240) for each in both] == [0, 0]
    assert [line.drives for line in History(folder / "history").lines()] == [4, 4]


@pytest.mark.slow
def test_a_search_finds_where_drives_fail_and_goes_on_alike(folder: Path) -> None:
    pytest.importorskip("optuna")
    text = CAMPAIGN.split("vary:")[0] + (
        "method: search\nsamples: 12\nbatch: 4\nvary:\n  world.vehicle.slow.at: {from: 130 m, to: 330 m}\n"
    )
    changed(folder, text=text)
    entries, _ = play(folder)
    assert len(entries) == 12
    early, late = (min(entry.margin or 0.0 for entry in part) for part in (entries[:4], entries[4:]))
    assert late <= early
    again, _ = play(folder, out="again", history="another")
    assert [entry.settings for entry in again] == [entry.settings for entry in entries]
    with pytest.raises(InputError, match="cannot be played in shards"):
        play(folder, out="part", shard=Shard(1, 2))


def test_a_search_without_optuna_is_refused_in_words(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(folder, "vary:", "method: search\nvary:")
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(InputError, match=r"install seahaven\[campaigns\], or choose 'latin'"):
        play(folder)


def test_drivers_can_vary(folder: Path) -> None:
    changed(folder, text=CAMPAIGN.split("vary:")[0] + 'vary:\n  driver: ["tests.testbed.test_campaigns:Coming"]\n')
    campaign = load_campaign(folder / "closer.campaign.yaml", allow=["tests"])
    assert [each.variant.driver for each in campaign.plan()] == ["tests.testbed.test_campaigns:Coming"]
    with pytest.raises(InputError, match="so --driver contradicts it"):
        load_campaign(folder / "closer.campaign.yaml", allow=["tests"], driver="tests.testbed.test_campaigns:Coming")
    assert campaigns.SUFFIX == ".campaign.yaml"
