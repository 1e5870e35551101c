"""`seahaven machine show`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.sources import Seahaven

CODE = '''\
from seahaven.hcsm import In, Machine, Out, Program


class Door(Machine):
    """A door that closes by itself."""

    waited: In[float]
    is_pushed: In[bool]

    class Closed(Machine): ...

    class Open(Machine): ...

    start = Closed
    transitions = (
        (Closed >> Open).when(lambda m: m.is_pushed),
        (Open >> Closed).when(lambda m: m.waited > 5.0),
    )


plain = Program("Plain", "leaf")
number = 3
'''


@pytest.fixture(autouse=True)
def _machines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "machines_of_tests.py").write_text(CODE)
    monkeypatch.delitem(sys.modules, "machines_of_tests", raising=False)


def test_a_machine_is_shown_as_a_tree(seahaven: Seahaven) -> None:
    result = seahaven("machine", "show", "machines_of_tests:Door", "--allow", "machines_of_tests")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Door  sequential\n")
    assert "│   2        Open → Closed when waited > 5.0\n├── Closed  leaf, start\n└── Open  leaf\n" in result.stdout


def test_a_program_is_as_good_as_a_class(seahaven: Seahaven) -> None:
    result = seahaven("machine", "show", "machines_of_tests:plain", "--allow", "machines_of_tests")
    assert result.stdout == "Plain  leaf\n"


def test_a_machine_is_drawn_into_a_file(seahaven: Seahaven, folder: Path) -> None:
    result = seahaven("machine", "show", "machines_of_tests:Door", "--allow", "machines_of_tests", "-o", "door.svg")
    assert (result.exit_code, result.stdout) == (0, "door.svg: 'Door' is drawn\n")
    assert (folder / "door.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["machines_of_tests:Door"], "pass --allow machines_of_tests"),
        (["machines_of_tests:Dor", "--allow", "machines_of_tests"], "did you mean 'Door'?"),
        (["machines_of_tests:number", "--allow", "machines_of_tests"], "is of type int; expected a class of Machine"),
        (["machines_of_tests:plain", "--allow", "machines_of_tests", "-o", "door.png"], "end the name with .svg"),
        (["machines_of_tests:plain", "--allow", "machines_of_tests", "-o", "none/door.svg"], "none/door.svg: No such"),
        (["Door"], "expected 'package.module:Name'"),
    ],
)
def test_what_cannot_be_shown_is_one_clear_error(seahaven: Seahaven, words: list[str], message: str) -> None:
    result = seahaven("machine", "show", *words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
