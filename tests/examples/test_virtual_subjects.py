"""The picture of virtual subjects, in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples import virtual_subjects


def test_one_of_each_kind_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_subjects, "MINUTES", 0.05)
    virtual_subjects.main(tmp_path / "kinds.svg")
    assert (tmp_path / "kinds.svg").stat().st_size > 10_000
