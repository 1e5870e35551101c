"""`seahaven situations`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from seahaven.direction.library import LIBRARY
from seahaven.direction.siting import notes_of
from seahaven.direction.text_sketch import text_sketch
from tests.cli.sources import Seahaven


def test_all_situations_are_listed(seahaven: Seahaven) -> None:
    text = seahaven("situations").stdout
    assert not [name for name in LIBRARY if name not in text]


def test_one_is_described_with_its_parameters(seahaven: Seahaven) -> None:
    text = seahaven("situations", "sudden braking").stdout
    assert "headway of lead = headway" in text
    assert "brake light of lead" in text
    assert not [dial.name for dial in LIBRARY["sudden braking"].program.dials if dial.name not in text]


@pytest.mark.parametrize("name", LIBRARY)
def test_one_is_sketched_from_above_with_all_who_take_part(seahaven: Seahaven, name: str) -> None:
    text = seahaven("situations", name).stdout
    roles = notes_of(LIBRARY[name]).cast.roles
    assert not [role for role in ("subject", *roles) if f"{role}" not in text.partition("Roles:")[0]]
    assert max(map(len, text_sketch(LIBRARY[name]).splitlines())) <= 76
    assert text_sketch(LIBRARY[name]) in text


def test_programs_get_json(seahaven: Seahaven) -> None:
    told = json.loads(seahaven("situations", "gang", "--json").stdout)["gang"]
    assert told["stimulus"] == "drift of cutter"
    assert told["parameters"][0] == {
        "name": "headway", "default": "1.5", "unit": "s", "bounds": "0 to 600",
        "meaning": "time gap of the subject behind the lead car",
    }  # fmt: skip


def test_pictures_are_drawn_of_one_or_of_all(seahaven: Seahaven, tmp_path: Path) -> None:
    seahaven("situations", "gang", "-o", str(tmp_path / "gang.svg"))
    assert ElementTree.parse(tmp_path / "gang.svg").getroot().tag.endswith("svg")
    seahaven("situations", "--pictures", str(tmp_path / "all"))
    assert len(list((tmp_path / "all").glob("*.svg"))) == len(LIBRARY)


def test_what_there_is_not_is_refused(seahaven: Seahaven, tmp_path: Path) -> None:
    assert "did you mean 'gang'" in seahaven("situations", "gnag").stderr
    assert "end the name with .svg" in seahaven("situations", "gang", "-o", str(tmp_path / "gang.png")).stderr
    assert "name it, or draw all" in seahaven("situations", "-o", str(tmp_path / "all.svg")).stderr
