"""`seahaven studio`, as far as it refuses; that it serves is tested with its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the studio's libraries are not installed: pip install 'seahaven[studio]'")

from seahaven.cli.studio import _project_of
from tests.cli.sources import Seahaven


def test_a_study_is_opened_in_its_project(folder: Path) -> None:
    (folder / "deep").mkdir()
    for study in (Path("a.study.yaml"), Path("deep/b.study.yaml")):
        study.write_text("study: A\n")
        assert _project_of(study) == (Path(), study)
    outside = folder.parent / "c.study.yaml"
    outside.write_text("study: C\n")
    assert _project_of(outside) == (folder.parent, outside)
    assert _project_of(Path("deep")) == (Path("deep"), None)


def test_what_cannot_be_served_is_refused_before_it_starts(seahaven: Seahaven, folder: Path) -> None:
    (folder / "empty.study.yaml").write_text("study: Empty\nduration: 10 s\n")
    (folder / "notes.txt").write_text("")
    for words, said in (
        (("missing",), "'missing' is neither a folder nor a study"),
        (("--drive",), "--drive puts you into a study; name it"),
        (("empty.study.yaml", "--drive"), "has no subject whom you could drive"),
        (("notes.txt",), "'notes.txt' is no study in this folder"),
    ):
        result = seahaven("studio", *words, "--port", "0")
        assert (result.exit_code, said in result.stderr) == (1, True), result.stderr
