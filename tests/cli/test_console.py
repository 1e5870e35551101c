"""What comes out of a file of somebody else does nothing to the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import Result

from seahaven.errors import InputError, Position, visible
from seahaven.reels.manifest import MANIFEST
from tests.cli.sources import STUDY, Seahaven

TITLE, CLEAR, CSI = "\x1b]0;owned\x07", "\x1b[2J", "\x9b31m"
HOSTILE = f"{TITLE}{CLEAR}{CSI}\u202e\r\x08"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


def harmless(result: Result) -> Result:
    assert CONTROLS.findall(result.stdout + result.stderr) == []
    return result


@pytest.fixture
def hostile(folder: Path) -> Path:
    """A study with escape sequences in its title and in the name of a vehicle."""
    path = folder / "hostile.study.yaml"
    quoted = json.dumps(HOSTILE)
    text = STUDY.replace("study: Short drive", f"study: {quoted}").replace("    lead: {on", f"    {quoted}: {{on")
    path.write_text(text.replace("entity: lead", f"entity: {quoted}"))
    return path


def test_control_characters_are_written_out_and_line_ends_stay() -> None:
    assert visible("a\x1b[2J\tb\nc\x9b\u202e\ud800") == "a\\x1b[2J\tb\nc\\x9b\\u202e\\ud800"
    assert visible("Größe 5 m²: …") == "Größe 5 m²: …"


def test_a_title_from_a_study_does_nothing_to_the_terminal(seahaven: Seahaven, hostile: Path) -> None:
    for words in (("check", hostile), ("info", hostile), ("play", hostile, "--out", "out")):
        result = harmless(seahaven(*words))
        assert result.exit_code == 0
        assert "\\x1b]0;owned" in result.stdout


def test_a_name_in_a_manifest_does_nothing_to_the_terminal(seahaven: Seahaven, folder: Path) -> None:
    seahaven("play", "short.study.yaml", "--out", "out")
    reel = folder / "out" / "short-drive.reel"
    told = json.loads((reel / MANIFEST).read_text())
    told["name"], told["state"], told["fault"] = HOSTILE, "failed", HOSTILE
    told["inputs"] = {HOSTILE: HOSTILE}
    (reel / MANIFEST).write_text(json.dumps(told))
    result = harmless(seahaven("info", reel))
    assert result.exit_code == 0
    assert "failed: \\x1b]0;owned" in result.stdout
    assert json.loads(harmless(seahaven("info", reel, "--json")).stdout)["name"] == HOSTILE


def test_what_a_message_quotes_does_nothing_to_the_terminal(seahaven: Seahaven, folder: Path) -> None:
    (folder / "bad.study.yaml").write_text(STUDY.replace("use: car", f"use: {json.dumps(HOSTILE)}"))
    result = harmless(seahaven("check", "bad.study.yaml"))
    assert result.exit_code == 1
    assert "\\x1b]0;owned" in result.stderr
    assert "\\x1b[2J" in harmless(seahaven("play", "short.study.yaml", "--until", CLEAR)).stderr
    assert str(InputError(f"no '{CLEAR}'", Position(TITLE, 1))) == "\\x1b]0;owned\\x07:1: no '\\x1b[2J'"


def test_a_name_in_a_road_file_does_nothing_to_the_terminal(seahaven: Seahaven, folder: Path) -> None:
    (folder / "hostile.xodr").write_text(ROADS)
    assert "\\x9b31m" in harmless(seahaven("check", "hostile.xodr")).output
    harmless(seahaven("roads", "stats", "hostile.xodr"))


ROADS = f"""\
<OpenDRIVE>
  <header revMajor="1" revMinor="7" name="{CSI}"/>
  <road name="{CSI}" length="100" id="{CSI}" junction="-1">
    <link><successor elementType="road" elementId="{CSI}nowhere"/></link>
    <planView><geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView>
    <lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
      <right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right>
    </laneSection></lanes>
  </road>
</OpenDRIVE>
"""
