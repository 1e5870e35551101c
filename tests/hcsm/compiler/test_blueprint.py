"""What is kept of a machine before it is compiled is what would be made of it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.behaviour import Driver
from seahaven.hcsm.compiler import blueprint
from seahaven.hcsm.compiler.blueprint import Blueprint, Variant, kept_blueprint
from tests.hcsm.programs import floats, given, leaf, op, put

WORDS = "seahaven.hcsm.compiler.plain"
SMALL = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "/", 2.0)),))
OTHER = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "/", 3.0)),))


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.blueprint"))


def test_the_driver_comes_back_as_it_was(tmp_path: Path) -> None:
    program = Driver.program
    drawn = Blueprint.drawn(program, Variant(), WORDS)
    for _ in range(2):  # made, then read
        kept = kept_blueprint(program, Variant(), WORDS, tmp_path)
        assert kept._replace(layout=drawn.layout) == drawn
        assert kept.layout.columns == drawn.layout.columns
        assert kept.layout.outputs == drawn.layout.outputs
        assert kept.layout.item_index == drawn.layout.item_index
        assert [kept.layout.width(bank) for bank in ("floats", "ints", "marks")] == [
            drawn.layout.width(bank) for bank in ("floats", "ints", "marks")
        ]


def test_nothing_is_written_again_that_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = kept_blueprint(SMALL, Variant(), WORDS, tmp_path)
    monkeypatch.delattr(blueprint, "Emission")
    assert kept_blueprint(SMALL, Variant(), WORDS, tmp_path).source == kept.source


@pytest.mark.parametrize(
    ("program", "variant", "words"),
    [
        (OTHER, Variant(), WORDS),
        (SMALL, Variant(settle=True), WORDS),
        (SMALL, Variant(), "seahaven.hcsm.compiler.native"),
    ],
)
def test_another_program_variant_or_vocabulary_has_a_file_of_its_own(
    program: blueprint.Program, variant: Variant, words: str, tmp_path: Path
) -> None:
    kept_blueprint(SMALL, Variant(), WORDS, tmp_path)
    other = kept_blueprint(program, variant, words, tmp_path)
    assert len(files(tmp_path)) == 2
    assert other.source == Blueprint.drawn(program, variant, words).source


def test_a_blueprint_of_another_writer_counts_as_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_blueprint(SMALL, Variant(), WORDS, tmp_path)
    monkeypatch.setattr(blueprint, "_writers", lambda: "another version")
    kept_blueprint(SMALL, Variant(), WORDS, tmp_path)
    assert len(files(tmp_path)) == 2
