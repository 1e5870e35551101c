"""The public namespace: what it has is documented, loads when it is used, and hides nothing of Python's own."""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
from pathlib import Path

import pytest

import seahaven

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
HEAVY = ("duckdb", "matplotlib", "numba", "numpy", "pandas", "pyarrow", "pydantic", "scipy")


def documented() -> list[str]:
    table = PAGE.read_text().partition("\n## The names")[2]
    return [name for line in table.splitlines() if line.startswith("| `") for name in _names(line)]


def _names(line: str) -> list[str]:
    return re.findall(r"`(\w+)`", line.split("|")[1])


def test_the_page_on_python_names_exactly_what_there_is() -> None:
    names = documented()
    assert len(names) == len(set(names))
    assert sorted(names) == dir(seahaven)


def test_every_name_loads_and_type_checkers_see_the_same_ones() -> None:
    for name in dir(seahaven):
        assert getattr(seahaven, name) is not None
    tree = ast.parse(Path(seahaven.__file__).read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {
        (alias.asname or alias.name): f"{node.module}.{alias.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    imported["open"] = imported.pop("open_run")
    assert imported == {name: f"seahaven.{room}.{own}" for name, (room, own) in seahaven._HOMES.items()}


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import seahaven", ()),
        ("import seahaven; seahaven.InputError, seahaven.SeahavenError", ()),
        ("import seahaven; seahaven.open", ("numpy", "pyarrow", "pydantic", "scipy")),
    ],
)
def test_what_is_not_used_is_not_loaded(code: str, heavy: tuple[str, ...]) -> None:
    seen = f"{code}; import sys; print(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", seen], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) <= set(heavy)


def test_a_star_import_hides_no_builtin() -> None:
    assert not {name for name in seahaven.__all__ if hasattr(builtins, name)}
    assert {*seahaven.__all__, "open"} == set(dir(seahaven))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'seahaven' has no attribute 'opne'"):
        _ = seahaven.opne  # type: ignore[attr-defined]


def test_one_in_and_out_serve_machines_and_modules() -> None:
    class Half(seahaven.Module):
        value: seahaven.In[float] = 4.0
        half: seahaven.Out[float] = 0.0

        def step(self, tick: seahaven.Tick) -> None:
            self.half = 0.5 * self.value

    run = seahaven.Controller(seahaven.Module("root", Half("half", rate=1)))
    run.advance(2 * seahaven.SECOND)
    assert run.get("half.half") == 2.0
