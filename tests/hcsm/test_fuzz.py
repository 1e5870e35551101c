"""The ledger of random machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hcsm import fuzz
from tests.hcsm.agreement import Agreement


def test_the_ledger_goes_on_where_it_ended_with_a_line_for_each_engine(tmp_path: Path) -> None:
    ledger = tmp_path / "fuzz.csv"
    assert fuzz.read(ledger) == []
    for number, same, engine in ((1000, True, "a"), (1001, False, "a"), (1002, True, "b"), (1003, True, "b")):
        fuzz.write(ledger, fuzz.kept(fuzz.read(ledger), number, same, engine, "2031-05-01"))
    assert ledger.read_text(encoding="utf-8") == (
        "date,engine,first,last,machines,steps,differences\n"
        "2031-05-01,a,1000,1001,2,2400,1001\n"
        "2031-05-01,b,1002,1003,2,9400,none\n"
    )


def test_the_same_number_is_the_same_machine() -> None:
    assert Agreement.of(17).program == Agreement.of(17).program
    assert Agreement.of(17).program != Agreement.of(18).program


def test_a_difference_is_told_with_the_machine_and_the_generated_source(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agreement = Agreement.of(7)
    agreement.reordered = agreement.reference  # two steps for every one of the others
    monkeypatch.setattr(Agreement, "of", lambda number, cache: agreement)
    assert not fuzz.agrees(7)
    told = capsys.readouterr().err
    assert "machine 7: the engines differ" in told
    assert "def blocks(" in told
    assert "AssertionError" in told
