from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.studio import Access
from seahaven.studio.library import Library


def test_unshared_only_this_machine_is_asked_for() -> None:
    access = Access()
    assert access.may_ask("127.0.0.1:8760")
    assert access.may_ask("localhost:8760")
    assert not access.may_ask("studio.example.org:8760")
    assert not access.may_ask(None)
    assert access.role(None) == "director"


def test_shared_a_token_decides_the_role() -> None:
    access = Access.shared()
    roles = {role: token for token, role in access.tokens.items()}
    assert {access.role(token) for token in roles.values()} == {"viewer", "driver", "director"}
    assert access.role(None) is None
    assert access.role("guess") is None
    assert access.role("ü") is None


def test_pages_of_other_origins_are_told_apart() -> None:
    access = Access()
    assert access.is_own("http://127.0.0.1:8760", "127.0.0.1:8760")
    assert access.is_own(None, "127.0.0.1:8760")
    assert not access.is_own("http://127.0.0.1:9999", "127.0.0.1:8760")
    assert not access.is_own("https://evil.example", "127.0.0.1:8760")
    assert not access.is_own("null", "127.0.0.1:8760")


@pytest.mark.parametrize(
    "name", ["../outside.study.yaml", "/etc/passwd", "missing.study.yaml", "drive.study.yaml/../x"]
)
def test_nothing_outside_the_folder_is_read(project: Path, name: str) -> None:
    with pytest.raises(InputError, match="choose one that is listed"):
        Library(project).study(name)


def test_a_link_out_of_the_folder_is_not_followed(project: Path) -> None:
    link = project / "link.study.yaml"
    link.symlink_to(project.parent / "outside.study.yaml")
    try:
        assert "link.study.yaml" not in [study["path"] for study in Library(project).listing()["studies"]]
        with pytest.raises(InputError, match="choose one that is listed"):
            Library(project).study("link.study.yaml")
    finally:
        link.unlink()


def test_a_fault_is_shown_at_its_line(project: Path) -> None:
    studies = {study["path"]: study for study in Library(project).listing()["studies"]}
    fault = studies["broken.study.yaml"]["fault"]
    assert "parsecs" in fault["text"]
    assert fault["line"] == 3
    assert {"line": 3, "text": "duration: 10 parsecs"} in fault["excerpt"]


def test_files_that_are_added_are_text_and_lie_in_their_own_folder(tmp_path: Path) -> None:
    library = Library(tmp_path)
    assert library.add("my drive.study.yaml", b"study: Mine\n") == "uploads/my drive.study.yaml"
    assert library.add("my drive.study.yaml", b"study: Mended\n") == "uploads/my drive.study.yaml"
    assert (tmp_path / "uploads" / "my drive.study.yaml").read_text() == "study: Mended\n"
    (listed,) = library.listing()["studies"]
    assert "duration" in listed["fault"]["text"]
    library.add("town.xodr", b"<OpenDRIVE/>")
    with pytest.raises(InputError, match="there already"):
        library.add("town.xodr", b"<OpenDRIVE/>")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("../drive.study.yaml", b"", "cannot be added"),
        ("drive.py", b"", "cannot be added"),
        (".hidden.study.yaml", b"", "cannot be added"),
        ("<img>.study.yaml", b"", "cannot be added"),
        ("drive.study.yaml", b"\xff\xfe", "is no text"),
        ("drive.study.yaml", b"a\0b", "is no text"),
    ],
)
def test_what_may_not_be_added_is_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Library(tmp_path).add(name, content)
    assert not (tmp_path / "uploads").exists()
