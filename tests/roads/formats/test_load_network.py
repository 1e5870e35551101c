from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError, Position, SeahavenError, TrustError
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder
from seahaven.roads.formats import load_network

CODE = """\
from seahaven.roads.builder import Builder

def street():
    builder = Builder("street")
    builder.road("high").straight(100)
    return builder.build()

def broken():
    raise ZeroDivisionError("no road")

NOTHING = 3
"""


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "streets_of_tests.py").write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path)


def test_a_file_is_looked_for_beside_the_study(tmp_path: Path) -> None:
    builder = Builder("street")
    builder.road("high").straight(100)
    write_opendrive(builder.build(), tmp_path / "street.xodr")
    assert load_network("street.xodr", folder=tmp_path).road("high").length == 100.0


def test_our_own_builders_need_no_leave() -> None:
    assert load_network("seahaven.roads.builder:lesson_town").roads


@pytest.mark.usefixtures("code")
def test_code_of_others_runs_only_when_allowed() -> None:
    at = Position("rush.study.yaml", 3, 8)
    with pytest.raises(TrustError, match=r"rush.study.yaml:3:8: .* pass --allow streets_of_tests"):
        load_network("streets_of_tests:street", at=at)
    assert load_network("streets_of_tests:street", allow=["streets_of_tests"]).road("high")


@pytest.mark.usefixtures("code")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("streets_of_tests:broken", r"streets_of_tests:broken failed: ZeroDivisionError: no road"),
        ("streets_of_tests:NOTHING", r"gave a int; expected a seahaven.roads.RoadNetwork"),
        ("streets_of_tests:streat", r"module 'streets_of_tests' has no 'streat'; did you mean 'street'"),
    ],
)
def test_code_that_gives_no_roads_is_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_network(name, allow=["streets_of_tests"])


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SeahavenError, match=r"nowhere.xodr"):
        load_network("nowhere.xodr", folder=tmp_path)


def test_the_same_file_gives_the_same_network_until_it_changes(tmp_path: Path) -> None:
    def write(length: float) -> None:
        builder = Builder("street")
        builder.road("high").straight(length)
        write_opendrive(builder.build(), tmp_path / "street.xodr")

    write(100.0)
    network = load_network("street.xodr", folder=tmp_path)
    assert load_network("street.xodr", folder=tmp_path) is network
    write(120.0)
    assert load_network("street.xodr", folder=tmp_path).road("high").length == 120.0
    write(100.0)
    assert load_network("street.xodr", folder=tmp_path) is network


def test_a_copy_of_a_file_gives_a_network_whose_positions_name_the_copy(tmp_path: Path) -> None:
    builder = Builder("street")
    builder.road("high").straight(100.0)
    write_opendrive(builder.build(), tmp_path / "street.xodr")
    (tmp_path / "copy.xodr").write_bytes((tmp_path / "street.xodr").read_bytes())
    network, copy = (load_network(name, folder=tmp_path) for name in ("street.xodr", "copy.xodr"))
    assert network == copy
    assert [Path(one.road("high").at.file).name for one in (network, copy) if one.road("high").at] == [
        "street.xodr",
        "copy.xodr",
    ]


def test_code_that_gives_an_equal_network_gives_the_one_of_before(
    code: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = load_network("streets_of_tests:street", allow=["streets_of_tests"])
    assert load_network("streets_of_tests:street", allow=["streets_of_tests"]) is network
    import streets_of_tests

    other = Builder("street")
    other.road("high").straight(120)
    monkeypatch.setattr(streets_of_tests, "street", other.build)
    changed = load_network("streets_of_tests:street", allow=["streets_of_tests"])
    assert changed.road("high").length == 120.0
    assert load_network("streets_of_tests:street", allow=["streets_of_tests"]) is changed
