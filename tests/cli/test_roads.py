"""`seahaven roads`, and `seahaven check` on road files."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.sources import Seahaven

DATA = Path(__file__).parents[1] / "roads" / "data"
CODE = """\
from seahaven.roads.builder import Builder


def street():
    builder = Builder("Mill Lane")
    builder.road("mill").straight(120.0)
    return builder.build()


def broken():
    return furnish({})


def furnish(lamps):
    return lamps["none"]


def refused():
    return Builder("x").road("a").straight(-5.0)


built = street()
number = 3
"""


@pytest.fixture(autouse=True)
def _roads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tee.xodr", "tee.net.xml"):
        shutil.copy(DATA / name, folder / name)
    (folder / "tee.net.xml.gz").write_bytes(gzip.compress((DATA / "tee.net.xml").read_bytes()))
    (folder / "cut.xodr").write_text((DATA / "tee.xodr").read_text()[:2000])
    (folder / "notes.txt").write_text("no roads")
    (folder / "roads_of_tests.py").write_text(CODE)
    monkeypatch.delitem(sys.modules, "roads_of_tests", raising=False)


@pytest.mark.parametrize("name", ["tee.xodr", "tee.net.xml", "tee.net.xml.gz"])
def test_a_map_of_a_file_is_drawn(seahaven: Seahaven, folder: Path, name: str) -> None:
    result = seahaven("roads", "show", name, "-o", "map.svg")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("map.svg: 'tee' is drawn, ")
    assert "<svg " in (folder / "map.svg").read_text(encoding="utf-8")


def test_a_network_of_ones_own_is_shown_once_its_package_is_allowed(seahaven: Seahaven) -> None:
    words = "roads", "show", "roads_of_tests:street", "-o", "map.svg"
    assert "pass --allow roads_of_tests" in seahaven(*words).stderr
    assert "'Mill Lane' is drawn" in seahaven(*words, "--allow", "roads_of_tests").stdout


def test_a_network_may_also_be_there_already(seahaven: Seahaven) -> None:
    assert seahaven("roads", "stats", "roads_of_tests:built", "--allow", "roads_of_tests").exit_code == 0


def test_a_map_may_show_a_part_names_and_conflicts(seahaven: Seahaven, folder: Path) -> None:
    options = "--around", "0,0,25", "--names", "--conflicts", "--title", "The tee", "--size", "600"
    assert seahaven("roads", "show", "tee.xodr", "-o", "map.svg", *options).exit_code == 0
    text = (folder / "map.svg").read_text(encoding="utf-8")
    assert ">The tee</text>" in text
    assert 'width="600"' in text
    assert "where one waits" in text
    assert ">w:0:-1</text>" in text


def test_a_map_of_one_road_is_larger_scaled(seahaven: Seahaven, folder: Path) -> None:
    assert seahaven("roads", "show", "tee.xodr", "-o", "map.svg", "--road", "s").exit_code == 0
    assert "s:0:-1" in (folder / "map.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.xodr", "-o", "map.svg"], "none.xodr: file not found"),
        ([".", "-o", "map.svg"], "this is a folder; expected a file"),
        (["notes.txt", "-o", "map.svg"], "notes.txt:1: the file begins with 'no'; expected an OpenDRIVE file ("),
        (["cut.xodr", "-o", "map.svg"], "cut.xodr:"),
        (["tee.xodr", "-o", "map.png"], "end the name with .svg"),
        (["tee.xodr", "-o", "none/map.svg"], "the folder '"),
        (["tee.xodr", "-o", "map.svg", "--road", "x"], "there is no road 'x'"),
        (["tee.xodr", "-o", "map.svg", "--road", "s", "--around", "0,0,9"], "give one of them"),
        (["tee.xodr", "-o", "/proc/map.svg"], "cannot write: the folder '/proc' takes no new files; choose another"),
        (["tee.xodr", "-o", "map.svg", "--around", "9000,9000,50"], "off the map, which reaches from x -"),
        (["roads_of_tests:number", "-o", "map.svg", "--allow", "roads_of_tests"], "gave a int; expected"),
        (["roads_of_tests:strett", "-o", "map.svg", "--allow", "roads_of_tests"], "did you mean 'street'?"),
    ],
)
def test_what_cannot_be_shown_is_one_clear_error(
    seahaven: Seahaven, folder: Path, words: list[str], message: str
) -> None:
    result = seahaven("roads", "show", *words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(folder.glob("map.*"))


@pytest.mark.parametrize("circle", ["1,2", "1,2,0", "a,b,c", "1,2,nan", "inf,0,3"])
def test_what_is_no_circle_is_wrong_usage(seahaven: Seahaven, circle: str) -> None:
    result = seahaven("roads", "show", "tee.xodr", "-o", "map.svg", "--around", circle)
    assert result.exit_code == 2
    assert "is no circle" in result.stderr


def test_stats_tell_what_a_network_is_made_of(seahaven: Seahaven) -> None:
    told = seahaven("roads", "stats", "tee.xodr").stdout
    for words in ("OpenDRIVE 1.8", "right-hand traffic", "1 common", "driving", "lane links"):
        assert words in told


def test_stats_are_json_for_other_programs(seahaven: Seahaven) -> None:
    result = seahaven("roads", "stats", "tee.net.xml", "--json")
    told = json.loads(result.stdout)
    assert (told["format"], told["source"]) == ("SUMO 1.20", "tee.net.xml")
    assert {"roads", "lanes", "junctions", "signals", "limits", "extent", "gaps", "parts", "remarks"} <= told.keys()


def test_a_failure_is_json_too(seahaven: Seahaven) -> None:
    result = seahaven("roads", "stats", "none.xodr", "--json")
    assert result.exit_code == 1
    assert "file not found" in json.loads(result.stdout)["error"]


@pytest.mark.parametrize("source", ["tee.xodr", "tee.net.xml.gz", "roads_of_tests:street"])
def test_networks_are_written_as_opendrive(seahaven: Seahaven, source: str) -> None:
    assert seahaven("roads", "convert", source, "new.xodr", "--allow", "roads_of_tests").exit_code == 0
    told = json.loads(seahaven("roads", "stats", "new.xodr", "--json").stdout)
    was = json.loads(seahaven("roads", "stats", source, "--json", "--allow", "roads_of_tests").stdout)
    assert told["format"] == "OpenDRIVE 1.8"
    assert [(lane["kind"], lane["lanes"]) for lane in told["lanes"]] == [
        (lane["kind"], lane["lanes"]) for lane in was["lanes"]
    ]


@pytest.mark.parametrize(
    ("target", "message"), [("new.net.xml", "end the name with .xodr"), ("none/new.xodr", "cannot write: the folder")]
)
def test_what_cannot_be_written_is_one_clear_error(seahaven: Seahaven, target: str, message: str) -> None:
    result = seahaven("roads", "convert", "tee.xodr", target)
    assert result.exit_code == 1
    assert message in result.stderr


def test_a_file_that_is_there_is_written_over_only_if_told_to(seahaven: Seahaven, folder: Path) -> None:
    (folder / "new.xodr").write_text("precious")
    result = seahaven("roads", "convert", "tee.xodr", "new.xodr")
    assert (result.exit_code, result.stderr) == (
        1,
        "error: 'new.xodr' exists; write to another file, or pass --force\n",
    )
    assert (folder / "new.xodr").read_text() == "precious"
    assert seahaven("roads", "convert", "tee.xodr", "new.xodr", "--force").exit_code == 0


def test_what_we_build_and_write_passes_the_strictest_check(seahaven: Seahaven) -> None:
    assert seahaven("roads", "convert", "seahaven.roads.builder:lesson_town", "town.xodr").exit_code == 0
    result = seahaven("check", "--strict", "town.xodr")
    assert (result.exit_code, result.stderr) == (0, "")


def test_an_error_in_code_of_ones_own_shows_ones_own_lines_only(seahaven: Seahaven) -> None:
    words = "roads", "stats", "roads_of_tests:broken", "--allow", "roads_of_tests"
    result = seahaven(*words)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "error: roads_of_tests:broken failed: KeyError: 'none'",
        "  at roads_of_tests.py:11 in broken: return furnish({})",
        '  at roads_of_tests.py:15 in furnish: return lamps["none"]',
    ]
    assert "Traceback" in seahaven("--traceback", *words).stderr


def test_what_we_refuse_in_code_of_ones_own_is_placed_there(seahaven: Seahaven) -> None:
    result = seahaven("roads", "stats", "roads_of_tests:refused", "--allow", "roads_of_tests")
    assert result.stderr.splitlines()[1:] == [
        '  at roads_of_tests.py:19 in refused: return Builder("x").road("a").straight(-5.0)'
    ]


@pytest.mark.parametrize(("header", "title"), [('name="ref_point"', "tee"), ('name="T" vendor="Seahaven"', "T")])
def test_names_that_other_programs_write_are_no_titles(
    seahaven: Seahaven, folder: Path, header: str, title: str
) -> None:
    text = (DATA / "tee.xodr").read_text()
    old = re.search(r'(<header[^>]*?) name="[^"]*"([^>]*>)', text) or re.search(r"(<header)([^>]*>)", text)
    assert old
    (folder / "tee.xodr").write_text(text.replace(old[0], f"{old[1]} {header}{old[2]}"))
    assert seahaven("roads", "show", "tee.xodr", "-o", "map.svg").stdout.startswith(f"map.svg: '{title}' is drawn")


def test_places_are_found_by_words(seahaven: Seahaven) -> None:
    result = seahaven("roads", "places", "tee.xodr", "junction")
    assert result.exit_code == 0
    assert "lights" in result.stdout
    assert result.stdout.endswith("1 found\n")


def test_places_are_json_with_lanes_by_name(seahaven: Seahaven) -> None:
    (place,) = json.loads(seahaven("roads", "places", "tee.xodr", "junction", "--json").stdout)
    assert len(place["arms"]) == 3
    assert {"w:0:-1", "s:0:-1"} <= {lane for arm in place["arms"] for lane in arm["incoming"]}
    assert place["distance"] == 0.0


def test_places_may_be_asked_for_around_somewhere(seahaven: Seahaven) -> None:
    words = "roads", "places", "tee.xodr", "junction", "--around"
    assert "m away" in seahaven(*words, "0,50,100").stdout
    assert seahaven(*words, "0,5000,100").stdout == "there is no junction\n"


def test_a_place_that_nobody_knows_is_one_clear_error(seahaven: Seahaven) -> None:
    result = seahaven("roads", "places", "tee.xodr", "T-juncton")
    assert result.exit_code == 1
    assert "did you mean 'T-junction'?" in result.stderr


def test_roads_of_ones_own_are_checked_like_files(seahaven: Seahaven) -> None:
    words = "check", "roads_of_tests:street", "--allow", "roads_of_tests"
    assert seahaven(*words).stdout == "roads_of_tests:street: ok (1 road, 4 lanes, 0 junctions)\n"
    (told,) = json.loads(seahaven(*words, "--json").stdout)
    assert (told["ok"], told["remarks"]) == (True, [])


CHECKED = (
    "a study (*.study.yaml), a scene (*.scene.yaml), a call sheet (*.sheet.toml) or roads (*.xodr, *.net.xml, *.rndf)"
)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (".", f"'.' is none of these: {CHECKED}"),
        ("notes.txt", f"'notes.txt' is none of these: {CHECKED}"),
        ("roads_of_tests:number", "gave a int; expected a seahaven.roads.RoadNetwork or a seahaven.takes.Take"),
    ],
)
def test_what_cannot_be_checked_is_told_what_can(seahaven: Seahaven, source: str, message: str) -> None:
    result = seahaven("check", source, "--allow", "roads_of_tests")
    assert result.exit_code == 1
    assert message in result.stderr


def test_road_files_are_checked_beside_studies(seahaven: Seahaven) -> None:
    result = seahaven("check", "tee.net.xml", "short.study.yaml", "cut.xodr")
    assert result.exit_code == 1
    assert "tee.net.xml: ok (" in result.stdout
    assert "short.study.yaml: ok (Short drive" in result.stdout
    assert result.stderr.startswith("error: cut.xodr:")


DOUBTFUL = '<successor elementType="road" elementId="nowhere" contactPoint="start"/>'


@pytest.fixture
def doubtful(folder: Path) -> str:
    """A road whose successor is not there: remarked, and read all the same."""
    text = (DATA / "tee.xodr").read_text().replace('<predecessor elementType="junction" elementId="j"/>', DOUBTFUL, 1)
    (folder / "doubtful.xodr").write_text(text)
    return "doubtful.xodr"


def test_remarks_are_listed_with_their_place_and_rule(seahaven: Seahaven, doubtful: str) -> None:
    result = seahaven("check", doubtful)
    assert result.exit_code == 0
    first, *remarks = result.stdout.splitlines()
    assert first.startswith("doubtful.xodr: ok (")
    assert "remark" in first
    assert any(line.startswith("  doubtful.xodr:") and line.endswith("]") and "nowhere" in line for line in remarks)


def test_remarks_count_as_failures_if_one_is_strict(seahaven: Seahaven, doubtful: str) -> None:
    assert seahaven("check", doubtful, "--strict").exit_code == 1


def test_remarks_are_json_too(seahaven: Seahaven, doubtful: str) -> None:
    (told,) = json.loads(seahaven("check", doubtful, "--json").stdout)
    assert told["ok"] is True
    assert {"rule", "message", "line", "element"} == told["remarks"][0].keys()


def test_many_files_are_all_told_of(seahaven: Seahaven) -> None:
    result = seahaven("check", *["short.study.yaml"] * 12)
    assert result.stdout.count("short.study.yaml: ok") == 12
