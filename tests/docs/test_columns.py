"""The tables of columns in the docs say what the tables of trials hold: copy the lines that this test misses there."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.trials.column import Column, columns_of
from seahaven.trials.drive_row import DriveRow
from seahaven.trials.questionnaire import AnswerRow
from seahaven.trials.row import Row

PAGE = Path(__file__).parents[2] / "docs" / "trials.md"


def line(column: Column) -> str:
    """The row of a column: its name, its unit, and what it holds."""
    return f"| `{column.name}` | {column.unit} | {column.what} |"


@pytest.mark.parametrize("row", [Row, DriveRow, AnswerRow])
def test_the_docs_tell_all_columns_in_their_order(row: type) -> None:
    wanted = "\n".join(line(column) for column in columns_of(row))
    assert wanted in PAGE.read_text(), wanted
