from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import edited_yaml

TEXT = """\
# A drive.
study:   Drive   # its name
triggers:
  gate: {on: "A1.1:0:-4", at: 2 km, orders: []}   # across the road
  # the second one
  field:
    area:
      x: 10 m   # east
      y: -3
      radius: 20 m
situations:
  - {use: braking, at: 4 km}
copied: &here 3
again: *here
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "drive.study.yaml"
    path.write_text(TEXT)
    return path


def test_a_value_is_changed_and_nothing_else(path: Path) -> None:
    text = edited_yaml(path, {("triggers", "gate", "at"): "2014 m", ("triggers", "field", "area", "y"): 7.5})
    assert text == TEXT.replace("at: 2 km", "at: 2014 m").replace("y: -3", "y: 7.5")
    assert path.read_text() == TEXT


def test_text_that_could_be_read_otherwise_is_quoted(path: Path) -> None:
    text = edited_yaml(path, {("triggers", "gate", "on"): "A1.2:0:-1", ("study",): "on: off # no"})
    assert text == TEXT.replace('"A1.1:0:-4"', '"A1.2:0:-1"').replace("Drive   #", '"on: off # no"   #')
    assert 'study: "true"' in edited_yaml(path, {("study",): "true"}).replace("   ", " ")


def test_a_key_that_is_not_there_is_added(path: Path) -> None:
    text = edited_yaml(path, {("situations", 0, "name"): "first", ("triggers", "field", "lane"): -1})
    assert "{name: first, use: braking, at: 4 km}" in text
    assert "  field:\n    lane: -1\n    area:" in text


def test_what_would_change_something_else_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match="copied cannot be changed without changing something else"):
        edited_yaml(path, {("copied",): 4})
    with pytest.raises(InputError, match=r"triggers holds no single value"):
        edited_yaml(path, {("triggers",): 4})
    with pytest.raises(InputError, match=r"gone.at is not there any more"):
        edited_yaml(path, {("triggers", "gone", "at"): 4})
