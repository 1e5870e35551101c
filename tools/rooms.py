"""Check that code imports other rooms from the room, not from its files.

A room is a package right under `seahaven`. Code of other rooms imports from the room or from a package inside it
(`seahaven.roads.builder`), and only the names in its `__all__`. So the files of a room can be split, merged and renamed
without touching anything else.

Compiled kernels are the exception. Files that load the compiler (`*_kernels.py`, and those of COMPILING) are imported
from the file, on first use, because a room's `__init__` must not load the compiler. For the same reason a kernel may
import what it needs from any file.

    python tools/rooms.py            # checks src and examples, lists what to change, exits with 1 if there is anything
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

COMPILING = ("seahaven.geometry.compiled", "seahaven.geometry.kernel_cache")
"""Files that load the compiler, besides the kernels."""


def faults(source: Path, *others: Path) -> Iterator[str]:
    """Every import of another room's file or private name, as `FILE:LINE: what is wrong; what to write instead`.

    `source` is the folder that holds the package `seahaven`, `others` are folders with code that uses it.
    """
    for file in sorted(source.rglob("*.py")):
        package, *parts = file.relative_to(source).with_suffix("").parts
        if not file.stem.endswith("_kernels"):
            yield from _faults_of(file, source, room=".".join([package, *parts[:1]]))
    for file in sorted(file for folder in others for file in folder.rglob("*.py")):
        yield from _faults_of(file, source, room="")


def _faults_of(file: Path, source: Path, *, room: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for module, name in _imports(node):
                if _room_of(module) != room and (fault := _fault(module, name, source)):
                    yield f"{file}:{node.lineno}: {fault}"


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """The modules of rooms that a statement imports, each with the name that it takes from it, if any."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names if alias.name.startswith("seahaven."))
    elif node.module and node.module.startswith("seahaven."):
        yield from ((node.module, alias.name) for alias in node.names)


def _fault(module: str, name: str, source: Path) -> str:
    """What is wrong with an import, and what to write instead; empty if nothing is."""
    package = _package_of(module, source)
    if _is_compiling(module) or _is_compiling(f"{module}.{name}") or package == "seahaven":
        return ""
    if package != module:
        return f"'{module}' is a file of another room; {_instead(name, package, source)}"
    if name and name not in _public(_init(module, source)) and not _init(f"{module}.{name}", source).exists():
        return f"'{module}' does not export '{name}'; add it to __all__ there, or do without it"
    return ""


def _instead(name: str, package: str, source: Path) -> str:
    offering = package
    while offering != "seahaven" and name not in _public(_init(offering, source)):
        offering = offering.rpartition(".")[0]
    if offering != "seahaven":
        return f"write 'from {offering} import {name}'"
    return f"export '{name}' from '{package}' and import it from there" if name else f"import '{package}'"


def _is_compiling(module: str) -> bool:
    return module.endswith("_kernels") or module in COMPILING


def _room_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _package_of(module: str, source: Path) -> str:
    """The innermost package around a module, or the module itself if it is one."""
    while not _init(module, source).exists():
        module = module.rpartition(".")[0]
    return module


def _init(package: str, source: Path) -> Path:
    return source.joinpath(*package.split("."), "__init__.py")


@cache
def _public(init: Path) -> frozenset[str]:
    """The names in the `__all__` of a package."""
    for node in ast.parse(init.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__all__" for target in node.targets):
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


if __name__ == "__main__":
    messages = list(faults(Path("src"), Path("examples")))
    print("\n".join(messages) or "Rooms are imported from the room.")
    sys.exit(bool(messages))
