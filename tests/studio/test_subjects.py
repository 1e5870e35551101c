"""Who drives the subjects of a study that is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.files import load_yaml
from seahaven.studio.library import Library
from seahaven.studio.subjects import people, subjects_in, virtual
from seahaven.takes import load_study


def test_all_subjects_are_listed_however_the_study_names_them(project: Path) -> None:
    listing = Library(project).listing()
    subjects = {study["path"]: study.get("subjects") for study in listing["studies"]}
    assert subjects["drive.study.yaml"] == ["ada"]
    assert subjects["two.study.yaml"] == ["ada", "bob"]
    assert {"steady", "tailgater"} <= set(listing["kinds"])


def driver(data: Any, name: str) -> Any:
    return subjects_in(data)[name].get("driver")


def test_people_take_the_seats_that_are_asked_for(project: Path) -> None:
    document = load_yaml(project / "two.study.yaml")
    everybody, bob = people(()), people(("bob",))
    assert driver(everybody.seated_in(document).data, "ada")["controls"] == "pedals"
    assert everybody.names == ("ada", "bob")
    changed = bob.seated_in(document).data
    assert (driver(changed, "ada"), driver(changed, "bob")["controls"]) == (None, "pedals")
    assert bob.names == ("bob",)


def test_a_kind_of_virtual_subject_drives_instead(project: Path) -> None:
    path = project / "drive.study.yaml"
    changed = virtual("tailgater").seated_in(load_yaml(path)).data
    assert driver(changed, "ada") == {"virtual": "tailgater"}
    assert load_study(path)[0].subject is not None


def test_a_study_without_a_subject_has_no_seat(tmp_path: Path) -> None:
    path = tmp_path / "empty.study.yaml"
    path.write_text("study: Empty\nduration: 10 s\n")
    with pytest.raises(InputError, match="no subject whose seat could be taken"):
        people(()).seated_in(load_yaml(path))
