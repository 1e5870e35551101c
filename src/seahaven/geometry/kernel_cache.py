"""The compiler's cache of machine code, in sealed files.

Numba keeps an index and numbered data files for each function, and trusts them. Here each signature of a function has
a sealed file of its own, which is checked before anything in it is loaded; there is no index to disagree with it.

Numba also makes ready for compiling whenever it loads something: it loads all that it can compile, and takes in the
intermediate code of what it has loaded, to put it into other functions. Both take several times as long as loading the
machine code. Here they wait until something is compiled.
"""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

import llvmlite.binding as llvm
import numba
from numba.core import config, serialize
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.runtime import nrt

from seahaven.disk import do_without, read_sealed, write_sealed
from seahaven.geometry.kept_library import kept, put_together
from seahaven.geometry.postponement import load_without_scipy

__all__ = ["KernelCache", "LateCache", "source_digest"]

FORMAT = 3
"""Of what is in a sealed file; files of another one count as missing."""
_settings: Any = config  # half of the library has no types
_dumps: Any = serialize.dumps
_runtime: Any = nrt
_folder_name: Any = _CacheLocator.get_suitable_cache_subpath


class KernelCache(FunctionCache):
    """What was compiled of one function, from the first of some folders that has it and into the first that takes it.

    `stamp` stands for everything that the function was made from. Machine code lies in `__pycache__` beside its source,
    or, where that refuses, in the cache folder `home`. With NUMBA_CACHE_DIR all is kept there.
    """

    def __init__(self, function: Any, stamp: object, home: Path) -> None:
        self._impl_class = _Implementation
        super().__init__(function)  # type: ignore[no-untyped-call]  # the library has no types
        self.stamp = stamp
        self._home = home
        folders = _folders(Path(inspect.getfile(function)), home)
        self._cache_path = str(folders[0])
        self._cache_file: Any = _SealedFiles(folders, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load machine code; None where there is none, and then Numba makes ready for compiling."""
        _name_runtime()
        code = self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]  # the library has no types
        if code is None:
            load_without_scipy()  # what is compiled next loads all of Numba
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, or go on without."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # the library has no types
        except OSError as error:
            if _settings.CACHE_DIR:
                do_without(Path(_settings.CACHE_DIR), error, "NUMBA_CACHE_DIR")
            else:
                do_without(self._home, error)


class LateCache:
    """A `KernelCache` that is made when something is asked of it.

    Of the functions in files of kernels that are loaded, four of five are never asked for: others have them inside.
    """

    def __init__(self, function: Any, stamp: Callable[[], object], home: Path) -> None:
        self._function, self._stamp, self._home = function, stamp, home

    @cached_property
    def stamp(self) -> object:
        """Stands for everything that the function was made from, once its file is loaded."""
        return self._stamp()

    @cached_property
    def _cache(self) -> KernelCache:
        return KernelCache(self._function, self.stamp, self._home)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)


@cache
def _name_runtime() -> None:
    """Say where machine code finds the functions of Numba's runtime, by the names that Numba gives them."""
    for name, address in _runtime._nrt.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _folders(source: Path, home: Path) -> list[Path]:
    """Where the machine code of a source file is looked for and kept, in this order."""
    name = _folder_name(str(source))
    if _settings.CACHE_DIR:
        return [Path(_settings.CACHE_DIR) / name]
    own = source.parent / "__pycache__"
    return [own] if source.is_relative_to(home) else [own, home / "kernels" / name]


class _SealedFiles:
    """The files of one function, in place of Numba's `IndexDataCacheFile`."""

    def __init__(self, folders: Sequence[Path], name: str, stamp: object) -> None:
        self.folders, self._name, self._stamp = folders, name, stamp

    def load(self, key: object) -> Any:
        """What was kept under a key, which stands for a signature and a processor; None if nothing was."""
        for folder in self.folders:
            content = read_sealed(folder / self._file(key), self._made_from(key))
            if content is not None:
                return pickle.loads(content)
        return None

    def save(self, key: object, data: object) -> None:
        """Keep something under a key; raises the `OSError` of the last folder if none takes it."""
        content, refusal = _dumps(data), None
        for folder in self.folders:
            try:
                return write_sealed(folder / self._file(key), content, self._made_from(key))
            except OSError as error:
                refusal = error
        if refusal:
            raise refusal
        return None

    def flush(self) -> None:
        """Forget nothing: what is compiled anew takes the place of what was kept."""

    def _file(self, key: object) -> str:
        return f"{self._name}.{blake2b(repr(key).encode(), digest_size=6).hexdigest()}.nbc"

    def _made_from(self, key: object) -> str:
        return repr((FORMAT, numba.__version__, self._stamp, key))


class _Locator(_CacheLocator):
    """Tells Numba the little about a function's source that it still asks; whether a folder is writable shows later."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file, self._line = file, function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Any, file: str) -> Self:
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Leave it to the writing."""

    def get_cache_path(self) -> str:
        return str(Path(self._py_file).parent / "__pycache__")

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Implementation(CompileResultCacheImpl):
    """Numba's way to take machine code apart and put it together again, without its rules for folders."""

    _locator_classes: Any = (_Locator,)

    def reduce(self, cres: Any) -> Any:
        """What is kept of something compiled."""
        return kept(cres)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """The same from what was kept."""
        return put_together(target_context, payload)


def source_digest(path: Path) -> str:
    """A digest of a source file."""
    now = path.stat()
    return _digest(path, now.st_mtime_ns, now.st_size)


@cache
def _digest(path: Path, _time: int, _size: int) -> str:
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()
