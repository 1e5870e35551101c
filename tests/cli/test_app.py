"""The command as a whole: help, version, usage errors, and how it starts and ends as a process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from seahaven import __version__
from tests.cli.sources import Seahaven

COMMANDS = ("play", "replay", "info", "check", "recover", "schema", "bench", "machine")


def process(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", "from seahaven.cli import main; main()", *words]
    return subprocess.run(line, capture_output=True, text=True, cwd=cwd, timeout=60, check=False)


def test_help_names_every_command(seahaven: Seahaven) -> None:
    result = seahaven("--help")
    assert result.exit_code == 0
    assert all(f" {command} " in result.output for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_examples(seahaven: Seahaven, command: str) -> None:
    result = seahaven(command, "--help")
    assert "Examples:" in result.output
    assert f"seahaven {command}" in result.output.partition("Examples:")[2]


def test_an_unknown_command_is_a_usage_error_with_a_hint(seahaven: Seahaven) -> None:
    result = seahaven("pley")
    assert result.exit_code == 2
    assert "Did you mean 'play'" in result.stderr


def test_the_version_comes_from_a_process_of_its_own(tmp_path: Path) -> None:
    result = process("--version", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"seahaven {__version__}\n", "")


def test_the_command_is_installed_beside_python() -> None:
    command = [str(Path(sys.executable).with_name("seahaven")), "--version"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"seahaven {__version__}\n", "")


def test_starting_loads_no_heavy_library(tmp_path: Path) -> None:
    heavy = ("numpy", "pandas", "pyarrow", "duckdb", "numba", "matplotlib", "pydantic", "scipy")
    code = f"import sys, seahaven.cli; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout == "[]\n"


@pytest.mark.parametrize("words", ["schema study", "info short.study.yaml", "info --json short.study.yaml"])
def test_a_reader_who_has_seen_enough_is_no_error(folder: Path, words: str) -> None:
    command = (
        f'"{sys.executable}" -u -c "from seahaven.cli import main; main()" {words} | true; echo "${{PIPESTATUS[0]}}"'
    )
    result = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False, cwd=folder
    )
    assert (result.stdout, result.stderr) == ("0\n", "")
