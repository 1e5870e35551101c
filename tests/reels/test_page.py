from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError, ReelError
from seahaven.kernel import Controller, Module
from seahaven.reels import Recorder, Reel
from seahaven.reels.lock import RecordingLock
from seahaven.reels.map import SCRIPTS as MAP_SCRIPTS
from seahaven.reels.page import Curve, page_text, write_page
from seahaven.reels.page.channel import STEPS
from seahaven.reels.page.packing import unpacked
from seahaven.reels.page.page import SCRIPTS
from seahaven.world import ROAD_VEHICLE, WEATHER, Column, FamilyType, World
from tests.reels import drives
from tests.reels.pages import Parsed, Shown, record_drive, straight_road

MAP = Path(__file__).parents[2] / "src/seahaven/reels/map/web"
WEB = Path(__file__).parents[2] / "src/seahaven/reels/page/web"


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    """A drive of three seconds on roads, with a subject."""
    folder = tmp_path_factory.mktemp("page") / "circle.reel"
    record_drive(folder, roads=straight_road(), subjects=(3,), names={"Jo": 3})
    return Reel.open(folder)


@pytest.fixture(scope="module")
def page(reel: Reel) -> Parsed:
    return Parsed(page_text(reel))


def test_a_page_asks_nothing_of_the_network(reel: Reel, page: Parsed) -> None:
    asking = [(tag, name) for tag, told in page.tags for name in told if name in ("src", "href", "srcset", "action")]
    assert asking == []
    assert not any(tag in ("link", "iframe", "img", "object", "embed") for tag, _ in page.tags)
    for part in (page.scripts["script"], page.scripts["style"]):
        assert not re.search(r"https?:|//\w+\.|fetch\(|XMLHttpRequest|WebSocket|import\(|@import|url\(", part)
    (policy,) = [told["content"] for tag, told in page.tags if told.get("http-equiv") == "Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"


def test_a_page_is_well_formed_and_complete(page: Parsed) -> None:
    assert page.open == []
    assert not re.search(r"\{\{\w+\}\}", "".join(page.scripts.values()))
    ids = [told["id"] for _, told in page.tags if "id" in told]
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'(?:element|press)\("([\w-]+)"', page.scripts["script"]))
    assert wanted <= set(ids)


def test_everybody_is_where_the_reel_has_them(reel: Reel, page: Parsed) -> None:
    shown, frame = Shown(page), reel.frame("vehicle").sort_values(["id", "time"], kind="stable")
    assert shown.ids.tolist() == frame["id"].to_list()
    assert np.allclose(reel.times[shown.frames], frame["time"])
    for name in ("x", "y", "speed", "acceleration"):
        assert np.abs(shown.values(name) - frame[name]).max() <= 0.5 * STEPS[name] + 1e-9
    turn = np.mod(shown.values("heading") - frame["heading"] + np.pi, 2.0 * np.pi) - np.pi
    assert np.abs(turn).max() <= 0.5 * STEPS["heading"] + 1e-9
    assert np.array_equal(np.isnan(shown.values("gap")), frame["gap"].isna())
    assert np.nanmax(np.abs(shown.values("gap") - frame["gap"])) <= 0.5 * STEPS["gap"] + 1e-9
    assert np.array_equal(shown.values("leader")[1:10], frame["leader"].to_numpy()[1:10])
    assert np.array_equal(shown.values("brake_light"), frame["brake_light"])
    assert shown.values("turn_light").astype(int).tolist() == frame["turn_light"].cat.codes.to_list()


def test_headings_are_told_unwrapped_so_that_a_line_is_the_short_way(page: Parsed) -> None:
    shown = Shown(page)
    same = shown.ids[1:] == shown.ids[:-1]
    assert np.abs(np.diff(shown.values("heading"))[same][9:]).max() < np.pi


def test_bodies_names_and_subjects_are_told(page: Parsed) -> None:
    shown = Shown(page)
    assert shown.stays["length"].tolist() == [4600, 4600, 4600, 4600, 12000, 12000, 12000]
    assert [shown.told["kinds"][kind] for kind in shown.stays["kind"]] == ["car"] * 4 + ["truck"] * 3
    assert (shown.told["names"], shown.told["subjects"]) == ({"3": "Jo"}, [3])


def test_events_tell_what_happened_to_whom(page: Parsed) -> None:
    told = page.story["events"]
    (crash,) = [event for event in told if event.get("grave")]
    assert (crash["kind"], crash["who"], crash["time"]) == ("Collision", [2, 3], pytest.approx(1.3))
    assert crash["text"] == "entities 2, 3; speed 4.25"
    assert [event["text"] for event in told if event["kind"] == "horn"] == ["honk 9", "honk 19", "honk 29"]
    assert [event["time"] for event in told] == sorted(event["time"] for event in told)


def test_roads_are_shapes_with_the_names_of_lanes(page: Parsed) -> None:
    land = page.story["land"]
    assert land["lanes"] == ["main:0:-1", "main:0:-2", "main:0:-3"]
    looks = [shape[0] for shape in land["shapes"]]
    assert looks.count("road") == 2
    assert {"shoulder", "line"} < set(looks)
    dashed = [shape for shape in land["shapes"] if shape[0] == "line" and shape[4]]
    assert [(shape[2], shape[4]) for shape in dashed] == [("#ffffff", [30.0, 45.0])]


def test_a_reel_without_roads_has_a_page_too(tmp_path: Path) -> None:
    record_drive(tmp_path / "a.reel", seconds=1.0)
    assert Parsed(page_text(Reel.open(tmp_path / "a.reel"))).story["land"] is None


def test_the_same_reel_gives_the_same_bytes(reel: Reel, tmp_path: Path) -> None:
    record_drive(tmp_path / "circle.reel", roads=straight_road(), subjects=(3,), names={"Jo": 3})
    again = page_text(Reel.open(tmp_path / "circle.reel"))
    assert again == page_text(reel)


def test_a_part_of_the_time_and_of_the_frames_can_be_shown(reel: Reel) -> None:
    page = Parsed(page_text(reel, start=1.0, end=2.0))
    frames = Shown(page).frames
    assert (frames.min(), frames.max(), page.story["times"]["count"]) == (0, 10, 11)
    assert [event["kind"] for event in page.story["events"]] == ["horn", "Collision", "horn"]
    assert Parsed(page_text(reel, rate=5)).story["times"]["count"] == 16
    assert Parsed(page_text(reel, rate=3)).story["times"]["count"] == 10
    assert Parsed(page_text(reel, rate=1000)).story["times"]["count"] == 31


def test_further_columns_can_be_plotted(reel: Reel) -> None:
    page = Parsed(page_text(reel, plot=["power"]))
    assert page.story["plots"] == ["power"]
    assert np.allclose(Shown(page).values("power"), 60.0)
    assert page.story["groups"][0]["channels"]["power"]["unit"] == "W/kg"


def distance_curve(reel: Reel, name: str = "distance") -> Curve:
    """How far vehicle 3 has come, but not in the first second; and one row of a vehicle that is not there."""
    rows = reel.frame("vehicle").query("id == 3")
    time = np.append(rows["time"].to_numpy()[::-1], 0.5)
    value = np.where(time < 1.0, np.inf, 15.0 * time)
    return Curve(name, "Distance", time, np.append(rows["id"].to_numpy(), 77), value, unit="m", label="way", most=40.0)


def test_a_curve_from_elsewhere_is_plotted_for_the_vehicles_that_it_is_about(reel: Reel) -> None:
    page = Parsed(page_text(reel, curves=[distance_curve(reel)]))
    told = {"name": "distance", "caption": "Distance", "label": "way", "unit": "m", "most": 40.0}
    assert page.story["curves"] == [told]
    shown = Shown(page)
    values, times = shown.values("distance"), reel.times[shown.frames]
    assert np.isnan(values[shown.ids != 3]).all()
    mine, when = values[shown.ids == 3], times[shown.ids == 3]
    assert np.isnan(mine[when < 1.0]).all()
    assert np.allclose(mine[when >= 1.0], np.minimum(15.0 * when[when >= 1.0], 40.0), atol=0.01)


def test_a_curve_fits_the_frames_that_a_page_keeps(reel: Reel) -> None:
    page = Parsed(page_text(reel, start=1.0, rate=5, curves=[distance_curve(reel)]))
    shown = Shown(page)
    times = unpacked(page.film, page.story["times"]) / page.story["ticks"]
    mine = shown.ids == 3
    assert np.allclose(shown.values("distance")[mine], np.minimum(15.0 * times[shown.frames[mine]], 40.0), atol=0.01)


def test_a_curve_cannot_take_the_name_of_a_column(reel: Reel) -> None:
    with pytest.raises(ReelError, match=r"a curve is called 'speed', as a column of vehicle is; give it another name"):
        page_text(reel, curves=[distance_curve(reel, "speed")])


def test_a_column_that_is_not_there_or_has_no_numbers_is_not_plotted(reel: Reel) -> None:
    with pytest.raises(ReelError, match=r"has no column 'powr' to plot; did you mean 'power'\?"):
        page_text(reel, plot=["powr"])
    with pytest.raises(ReelError, match=r"'kind' cannot be plotted, since it holds no numbers"):
        page_text(reel, plot=["kind"])


def test_a_title_is_shown_as_it_is_written(reel: Reel) -> None:
    page = Parsed(page_text(reel, title="<b>5 & 6</b> {{film}}"))
    assert page.headings == ["<b>5 & 6</b> {{film}}", "<b>5 & 6</b> {{film}}"]
    assert Parsed(page_text(reel)).headings == ["A circle", "A circle"]


def test_names_and_titles_cannot_become_markup(tmp_path: Path) -> None:
    evil = '</script><script>alert(1)</script> & "Jo"'
    record_drive(tmp_path / "a.reel", seconds=1.0, names={evil: 3})
    text = page_text(Reel.open(tmp_path / "a.reel"), title=f'{evil}" onload="alert(2)')
    page = Parsed(text)
    assert "alert(" not in "".join(page.scripts.values())
    assert [tag for tag, _ in page.tags].count("script") == 3
    assert not any("onload" in attributes for _, attributes in page.tags)
    (heading,) = [attributes for tag, attributes in page.tags if tag == "h1"]
    assert heading["title"] == f'{evil}" onload="alert(2)'
    assert page.story["groups"][0]["names"] == {"3": evil}


def test_programs_write_texts_only_as_text(page: Parsed) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", page.scripts["script"])


@pytest.mark.parametrize("place", ["#head h1", "#who", "#what", "#state dd", ".situation span", ".situation small"])
def test_a_long_name_is_cut_where_its_panel_ends(page: Parsed, place: str) -> None:
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", page.scripts["style"])
    style = "".join(body for heads, body in rules if place in [head.strip() for head in heads.split(",")])
    assert re.search(r"overflow: hidden", style)
    assert re.search(r"text-overflow: ellipsis", style)
    assert re.search(r"white-space: nowrap", style)


def test_the_legend_is_closed_at_first_and_has_a_button_below_the_map(page: Parsed) -> None:
    by_id = {attributes["id"]: (tag, attributes) for tag, attributes in page.tags if "id" in attributes}
    assert "hidden" in by_id["legend"][1]
    assert by_id["key"][0] == "button"
    order = [attributes.get("id") for _, attributes in page.tags]
    assert order.index("legend") < order.index("controls") < order.index("key")


def test_every_key_is_explained(page: Parsed) -> None:
    keys = set(re.findall(r'^ {4}"?([a-z\[\]/+=-])"?: \(', page.scripts["script"], re.MULTILINE))
    assert {"n", "p", "s", "k"} < keys
    explained = set(page.texts["kbd"])
    assert keys - {"=", "-"} <= explained


def test_a_time_without_frames_is_refused(reel: Reel) -> None:
    with pytest.raises(ReelError, match=r"has no frame from 10 s to 20 s; it goes from 0 s to 3 s"):
        page_text(reel, start=10.0, end=20.0)


def test_a_reel_that_is_being_recorded_or_was_cut_is_refused(tmp_path: Path) -> None:
    drives.cut_reel(tmp_path / "a.reel")
    with pytest.raises(ReelError, match=r"was never closed; make it whole with: seahaven recover"):
        page_text(Reel.open(tmp_path / "a.reel"))
    with RecordingLock(tmp_path / "a.reel"), pytest.raises(ReelError, match=r"is being recorded; wait"):
        page_text(Reel.open(tmp_path / "a.reel"))


def test_a_reel_in_which_nobody_is_anywhere_is_refused(tmp_path: Path) -> None:
    drives.record(tmp_path / "a.reel")
    with pytest.raises(ReelError, match=r"has nothing to show: no family in it has columns x and y; record them"):
        page_text(Reel.open(tmp_path / "a.reel"))


def test_an_empty_reel_is_refused(tmp_path: Path) -> None:
    world = World([ROAD_VEHICLE])
    recorder = Recorder("recorder", rate=10, families=world.families, folder=tmp_path / "a.reel")
    with Controller(Module("root", recorder), store=world) as controller:
        controller.run(10**9)
    with pytest.raises(ReelError, match=r"has nothing to show from 0 s to 1 s; choose another time"):
        page_text(Reel.open(tmp_path / "a.reel"))


def test_a_file_that_is_there_stays_unless_told_otherwise(reel: Reel, tmp_path: Path) -> None:
    target = tmp_path / "a.html"
    assert write_page(reel, target) == target.stat().st_size
    before = target.read_bytes()
    with pytest.raises(InputError, match=r"a\.html' exists; write to another file, or pass --force"):
        write_page(reel, target, title="another")
    assert target.read_bytes() == before
    write_page(reel, target, title="another", overwrite=True)
    assert target.read_bytes() != before


def test_a_page_is_an_html_file_in_a_folder_that_exists(reel: Reel, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a replay is a page, so end the name with \.html"):
        write_page(reel, tmp_path / "a.svg")
    with pytest.raises(InputError, match=r"the folder '.*gone' does not exist"):
        write_page(reel, tmp_path / "gone" / "a.html")


@pytest.mark.skipif(shutil.which("node") is None, reason="runs the page's programs by Node")
def test_programs_of_the_page_unpack_and_interpolate_as_python_does(reel: Reel, tmp_path: Path) -> None:
    write_page(reel, tmp_path / "a.html", curves=[distance_curve(reel)])
    result = subprocess.run(
        ["node", str(Path(__file__).with_name("page_check.js")), str(MAP), str(WEB), str(tmp_path / "a.html")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    told = dict(line.split(" ", 1) for line in result.stdout.splitlines())
    shown = Shown(Parsed((tmp_path / "a.html").read_text("utf-8")))
    rows = shown.frames == 14
    middle = [0.5 * (shown.values(name)[rows] + shown.values(name)[np.roll(rows, 1)]) for name in ("x", "y", "heading")]
    ids = shown.ids[rows]
    numbers = np.array([float(word) for word in told["poses"].split(",")]).reshape(-1, 4)
    assert numbers[:, 0].tolist() == ids.tolist()
    assert np.allclose(numbers[:, 1:], np.array(middle).T)
    assert told["last"] == "true"


def test_programs_do_not_take_each_others_names(page: Parsed) -> None:
    names = re.findall(r"^(?:const|let|class|function|async function) (\w+)", page.scripts["script"], re.MULTILINE)
    assert len(names) > 80
    assert sorted(names) == sorted(set(names))


def test_every_program_is_in_the_page(page: Parsed) -> None:
    for folder, names in ((MAP, MAP_SCRIPTS), (WEB, SCRIPTS)):
        assert sorted(names) == sorted(path.stem for path in folder.glob("*.js"))
        assert all((folder / f"{name}.js").read_text("utf-8") in page.scripts["script"] for name in names)


def test_headlamps_are_shown_where_they_were_recorded(tmp_path: Path) -> None:
    columns = {**ROAD_VEHICLE.columns, "headlamps": Column("int8", default=0)}
    world = World([FamilyType("vehicle", columns)])
    world.add("vehicle", x=0.0, y=0.0, headlamps=1)
    world.add("vehicle", x=9.0, y=0.0)
    recorder = Recorder("recorder", rate=10, families=world.families, folder=tmp_path / "a.reel")
    with Controller(Module("root", recorder), store=world) as controller:
        controller.run(10**9)
    shown = Shown(Parsed(page_text(Reel.open(tmp_path / "a.reel"))))
    assert np.array_equal(shown.values("headlamps"), shown.ids == 1)


def test_the_weather_is_told_where_it_was_recorded(tmp_path: Path, page: Parsed) -> None:
    world = World([ROAD_VEHICLE, WEATHER])
    world.add("vehicle", x=0.0, y=0.0)
    world.add("weather", rain=6.0, visibility=800.0)
    recorder = Recorder("recorder", rate=10, families=world.families, folder=tmp_path / "a.reel")
    with Controller(Module("root", recorder), store=world) as controller:
        controller.run(10**9)
    told = Parsed(page_text(Reel.open(tmp_path / "a.reel"), rate=5))
    rain = told.story["weather"]["rain"]
    assert np.allclose(rain["step"] * unpacked(told.film, rain), [6.0] * 6)
    assert page.story["weather"] is None
