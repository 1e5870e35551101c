"""Studies that lead out of their project folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import load_yaml
from seahaven.studio.confinement import confined
from seahaven.studio.library import Library

STUDY = "study: Leads away\nduration: 10 s\nroads: {roads}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with roads inside, beside a file that is nobody's business."""
    made = tmp_path / "project"
    (made / "deep").mkdir(parents=True)
    (made / "town.xodr").write_text("<OpenDRIVE/>")
    (tmp_path / "secret.xodr").write_text("<secret>word</secret>")
    (made / "link.xodr").symlink_to(tmp_path / "secret.xodr")
    return made


def study(folder: Path, roads: str, name: str = "away.study.yaml") -> Path:
    path = folder / name
    path.write_text(STUDY.format(roads=roads))
    return path


@pytest.mark.parametrize(
    "roads", ["../secret.xodr", "/etc/passwd", "link.xodr", "deep/../../secret.xodr", "[town.xodr, ../secret.xodr]"]
)
def test_a_study_that_leads_out_of_the_folder_is_refused_at_its_line(folder: Path, roads: str) -> None:
    path = study(folder, roads)
    with pytest.raises(InputError, match="outside the project folder") as caught:
        confined(load_yaml(path), folder)
    assert caught.value.at is not None
    assert caught.value.at.line == 3
    with pytest.raises(InputError, match="outside the project folder") as caught:
        Library(folder).roads("away.study.yaml")
    assert "word" not in str(caught.value)


@pytest.mark.parametrize("roads", ["town.xodr", "seahaven.roads.builder:lesson_town", "deep/../town.xodr"])
def test_a_study_that_stays_inside_is_as_it_was(folder: Path, roads: str) -> None:
    document = load_yaml(study(folder, roads))
    assert confined(document, folder) is document


def test_a_study_in_a_deeper_folder_may_lead_to_roads_above_it_inside_the_project(folder: Path) -> None:
    document = load_yaml(study(folder, "../town.xodr", "deep/inner.study.yaml"))
    assert confined(document, folder) is document


def test_words_that_are_no_paths_are_left_alone(folder: Path) -> None:
    path = folder / "words.study.yaml"
    path.write_text(f"study: {'x' * 5000}\nsay: Slow down .. please, 1/2 mi to go\n")
    assert confined(load_yaml(path), folder).data
