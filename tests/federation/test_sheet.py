from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.federation import describe, load_sheet
from seahaven.kernel import SECOND

EXAMPLES = Path("examples").absolute()
SHEET = """
federation = "Two cars, apart"
study = "two_cars.study.yaml"
until = "2 s"

[processes]
bodies = {}
minds = {}

[modules]
"lead/pilot" = "minds"
recorder = "minds"
"""


def written(tmp_path: Path, text: str = SHEET) -> Path:
    (tmp_path / "two_cars.study.yaml").write_text((EXAMPLES / "two_cars.study.yaml").read_text())
    sheet = tmp_path / "apart.sheet.toml"
    sheet.write_text(text)
    return sheet


def test_a_sheet_says_where_modules_run(tmp_path: Path) -> None:
    sheet = load_sheet(written(tmp_path))
    assert (sheet.title, sheet.rest, sheet.entry.until) == ("Two cars, apart", "bodies", 2 * SECOND)
    assert describe(sheet) == {"bodies": ["chaser", "lead", "picture"], "minds": ["lead/pilot", "recorder"]}


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('recorder = "minds"', 'recorder = "mind"', "12:12: there is no process 'mind'; did you mean 'minds'?"),
        ("minds = {}", 'minds = { machine = "attic" }', "8:21: there is no machine 'attic'; valid names are here"),
        ("minds = {}", '"my minds" = {}', "8:1: 'my minds' cannot name a process"),
        ("two_cars.study", "three_cars.study", "3:9: there is no study 'three_cars.study.yaml' beside the sheet"),
        ('until = "2 s"', 'until = "2 m"', "4:9: "),
        ('until = "2 s"', 'on_fault = "restart"', "4:12: 'restart' needs checkpoints to go on from"),
        ("[modules]", "[moduls]", "10:2: "),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in SHEET
    with pytest.raises(InputError, match=re.escape(f"apart.sheet.toml:{message}")):
        load_sheet(written(tmp_path, SHEET.replace(before, after)))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"lead/pilots" = "minds"', "11:1: the study has no module 'lead/pilots'; did you mean 'lead/pilot'?"),
        ('lead = { process = "minds", rate = "5 Hz" }', "11:1: 'lead' has no rate of its own"),
        (
            '"lead/pilot" = { process = "minds", with = { headwy = 2.0 } }',
            "11:46: Pilot has no parameter 'headwy'; did you mean 'headway'?",
        ),
    ],
)
def test_modules_that_the_study_does_not_have_are_refused_with_their_place(
    tmp_path: Path, line: str, message: str
) -> None:
    sheet = load_sheet(written(tmp_path, SHEET.replace('"lead/pilot" = "minds"', line)))
    with pytest.raises(InputError, match=re.escape(f"apart.sheet.toml:{message}")):
        describe(sheet)
