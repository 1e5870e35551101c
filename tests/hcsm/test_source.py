"""Machines are read wherever Python keeps their source."""

from __future__ import annotations

import linecache
import subprocess
import sys
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser

from seahaven.hcsm import CompiledMachine, MachineError
from seahaven.hcsm.compiler import cache

TEXT = """
from seahaven.hcsm import In, Machine, Out

class Double(Machine):
    x: In[float]
    out: Out[float]
    def activity(m):
        m.out = 2.0 * m.x

class Moves(Machine):
    x: In[float]
    class A(Machine): ...
    class B(Machine): ...
    start = A
    transitions = (A >> B).when(lambda m: m.x > 1.0), (B >> A).when(lambda m: m.x < 0.0)
"""


def _run(text: str, file: str) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "elsewhere"}
    exec(compile(text, file, "exec"), names)
    return names


def test_source_that_is_nowhere_to_be_found_is_refused() -> None:
    with pytest.raises(
        MachineError, match=r"<nowhere>:7: the source of 'Double.activity' cannot be found; a machine is"
    ):
        _run(TEXT, "<nowhere>")


def test_a_script_shows_the_line_that_is_refused_and_nothing_of_ours_before_it(tmp_path: Path) -> None:
    script = tmp_path / "double.py"
    script.write_text(TEXT.replace("2.0 * m.x", "2.0 * m.y"))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines() == [
        "Traceback (most recent call last):",
        f'  File "{script}", line 4, in <module>',
        "    class Double(Machine):",
        f'  File "{script}", line 8, in Double',
        "    m.out = 2.0 * m.y",
        f"seahaven.hcsm.errors.MachineError: {script}:8: 'y' is not declared in Double; valid names are out, x",
    ]


def test_source_that_a_notebook_keeps_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = (len(TEXT), None, TEXT.splitlines(keepends=True), "<cell 1>")
    monkeypatch.setitem(linecache.cache, "<cell 1>", entry)
    names = _run(TEXT, "<cell 1>")
    first, second = names["Moves"].program.transitions  # type: ignore[attr-defined]
    assert (first.condition.operator, second.condition.operator) == (">", "<")
    assert first.where.line == 15


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "double.py"
    for factor in ("2.0", "44.0"):
        text = TEXT.replace("2.0", factor)
        file.write_text(text)
        program = _run(text, str(file))["Double"].program  # type: ignore[attr-defined]
        assert program.activity[0].value.left.value == float(factor)


def test_the_blocks_of_a_document_are_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# It's a page\n\nSome words.\n\n```python\n{TEXT}\n```\n\n```\nnot Python\n```\n")
    namespace: dict[str, object] = {}
    for example in Sybil([PythonCodeBlockParser()], path=str(tmp_path)).parse(page).examples():
        example.namespace.update(namespace)
        example.evaluate()
        namespace = example.namespace
    program = namespace["Moves"].program  # type: ignore[attr-defined]
    assert program.transitions[0].where.line == 20
    assert program.transitions[1].condition.operator == "<"


def test_where_a_machine_is_written_makes_no_difference_to_its_code(tmp_path: Path) -> None:
    sources, kept = [], []
    for folder in ("here", "there"):
        file = tmp_path / folder / "moves.py"
        file.parent.mkdir()
        file.write_text(TEXT)
        machine = _run(TEXT, str(file))["Moves"]
        assert machine.program.where.file == str(file)  # type: ignore[attr-defined]
        sources.append(CompiledMachine(machine.program, python_mode=True).source)  # type: ignore[attr-defined]
        kept.append(cache.kept(sources[-1], "Moves", tmp_path))
    assert sources[0] == sources[1]
    assert kept[0] == kept[1]
