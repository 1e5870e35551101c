"""The user's settings: what may always run."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.cli.settings import allowed_always, settings_file
from seahaven.errors import InputError


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = settings_file()
    path.parent.mkdir()
    return path


def test_without_a_file_nothing_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert allowed_always() == []


def test_packages_and_whole_paths_are_allowed(settings: Path) -> None:
    settings.write_text('allow = ["my_drivers", "/opt/planner/drive"]\n')
    assert allowed_always() == ["my_drivers", "/opt/planner/drive"]


def test_a_relative_path_is_refused(settings: Path) -> None:
    settings.write_text('allow = ["./drive"]\n')
    with pytest.raises(InputError, match=r"settings.toml:1:10: './drive' is a relative path; write the whole path"):
        allowed_always()


def test_what_is_no_list_is_refused(settings: Path) -> None:
    settings.write_text("allow = 3\n")
    with pytest.raises(InputError, match="'allow' is a list of packages and programs"):
        allowed_always()
