"""`seahaven scene`: stories, storyboards and places."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.sources import Seahaven
from tests.stage.test_scenes import TEXT


def test_a_scene_is_read_drawn_checked_and_placed(seahaven: Seahaven, folder: Path) -> None:
    (folder / "runner.scene.yaml").write_text(TEXT)
    shown = seahaven("scene", "show", "runner.scene.yaml", "-o", "boards/runner.svg")
    assert shown.exit_code == 0, shown.output
    assert "Near: the student is 6 s before the line; the light shows green" in shown.stdout
    assert (folder / "boards/runner.svg").read_text().startswith("<svg")
    assert "2 roles, 2 shots" in seahaven("check", "runner.scene.yaml").stdout
    placed = seahaven("scene", "places", "runner.scene.yaml", "seahaven.roads.builder:lesson_town", "--json")
    assert [place["kind"] for place in json.loads(placed.stdout)] == ["crossing"] * len(json.loads(placed.stdout))


def test_only_svg_is_drawn(seahaven: Seahaven, folder: Path) -> None:
    (folder / "runner.scene.yaml").write_text(TEXT)
    refused = seahaven("scene", "show", "runner.scene.yaml", "-o", "runner.png")
    assert refused.exit_code == 1
    assert "end the name with .svg" in refused.stderr


def test_editors_get_a_schema(seahaven: Seahaven) -> None:
    assert "approaching" in seahaven("schema", "scene").stdout
