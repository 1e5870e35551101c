"""Where generated source is kept, so that a machine is compiled once and not in every run."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from seahaven.hcsm.errors import MachineError

__all__ = ["folder", "kept", "load"]

_HERE = Path(__file__).parent
_INGREDIENTS = (_HERE / "instructions.py", _HERE / "native.py", _HERE.parent / "arithmetic.py")


def folder(given: str | Path | None = None) -> Path:
    """The cache folder: the one given, that of SEAHAVEN_CACHE, or the platform's place for such things."""
    if given is not None:
        return Path(given)
    if "SEAHAVEN_CACHE" in os.environ:
        return Path(os.environ["SEAHAVEN_CACHE"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "seahaven" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "seahaven"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "seahaven"


def kept(source: str, name: str, place: Path) -> Path:
    """The file with this source, written unless it is there.

    Its name has a hash of the source and of all that goes into the machine code with it: the compiler's own cache looks
    at the age of this one file only.
    """
    path = place / "machines" / f"{name}_{_hash(source)}.py"
    if path.exists():
        return path
    draft = path.with_suffix(f".{os.getpid()}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(source, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        hint = "name a folder that can be written in SEAHAVEN_CACHE or as `cache`"
        raise MachineError(
            f"the generated code of {name} cannot be kept in {path.parent}: {error}", hint=hint
        ) from None
    return path


def load(path: Path) -> ModuleType:
    """A generated file as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise MachineError(f"generated code {path} cannot be loaded", hint="delete the file; it is made again")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # where the compiler's cache looks for it
    spec.loader.exec_module(module)
    return module


def _hash(source: str) -> str:
    digest = hashlib.blake2b(digest_size=10)
    for part in (version("numba"), version("numpy"), *(file.read_text(encoding="utf-8") for file in _INGREDIENTS)):
        digest.update(part.encode() + b"\0")
    digest.update(source.encode())
    return digest.hexdigest()
