"""Where generated source is kept, so that a machine is compiled once and not in every run."""

from __future__ import annotations

import hashlib
import marshal
import sys
from functools import cache
from importlib.metadata import version
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType

from seahaven.disk import do_without, read_sealed, write_kept, write_sealed

__all__ = ["kept", "load"]

_HERE = Path(__file__).parent
_INGREDIENTS = (
    *(_HERE / name for name in ("instructions.py", "lot_kernels.py", "native.py")),
    _HERE.parent / "arithmetic.py",
)


def load(source: str, name: str, place: Path) -> tuple[ModuleType, Path | None]:
    """Generated source as a module, and the file that it is kept in: None where the folder refuses.

    The module's name has a hash of the source and of all that goes into the machine code with it.
    """
    title = _title(source, name)
    try:
        path = kept(source, name, place)
    except OSError as error:
        do_without(place, error)
        path = None
    code = compile(source, f"<{title}>", "exec") if path is None else _kept_code(source, path, place)
    module = ModuleType(title)
    module.__file__ = code.co_filename
    sys.modules[title] = module  # where the compiler's cache looks for it
    exec(code, module.__dict__)
    return module, path


def kept(source: str, name: str, place: Path) -> Path:
    """The file with exactly this source, which is written unless it is there; raises `OSError` if that is refused."""
    path = place / "machines" / f"{_title(source, name)}.py"
    content = source.encode()
    if not (path.is_file() and path.read_bytes() == content):
        write_kept(path, content)
    return path


def _kept_code(source: str, path: Path, place: Path) -> CodeType:
    """The bytecode of generated source, which is kept too: that of the driver takes 60 ms to make, and 1 ms to load."""
    file = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.code"
    made_from = f"{MAGIC_NUMBER!r} {path}"
    content = read_sealed(file, made_from)
    if content is not None:
        code: CodeType = marshal.loads(content)
        return code
    code = compile(source, str(path), "exec")
    try:
        write_sealed(file, marshal.dumps(code), made_from)
    except OSError as error:
        do_without(place, error)
    return code


def _title(source: str, name: str) -> str:
    digest = hashlib.blake2b(_ingredients().encode(), digest_size=10)
    digest.update(source.encode())
    return f"{name}_{digest.hexdigest()}"


@cache
def _ingredients() -> str:
    """All that goes into the machine code beside the source."""
    texts = (file.read_text(encoding="utf-8") for file in _INGREDIENTS)
    return "\0".join((version("numba"), version("numpy"), *texts, ""))
