"""The compiler's cache of machine code, in sealed files.

Numba keeps an index and numbered data files for each function, and trusts them. Here each signature of a function has
a sealed file of its own, which is checked before anything in it is loaded; there is no index to disagree with it.
"""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

import numba
from numba.core import config, serialize
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from seahaven.disk import do_without, read_sealed, write_sealed

__all__ = ["KernelCache", "source_digest"]

_settings: Any = config  # half of the library has no types
_dumps: Any = serialize.dumps
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

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, or go on without."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # the library has no types
        except OSError as error:
            if _settings.CACHE_DIR:
                do_without(Path(_settings.CACHE_DIR), error, "NUMBA_CACHE_DIR")
            else:
                do_without(self._home, error)


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
        return repr((numba.__version__, self._stamp, key))


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


def source_digest(path: Path) -> str:
    """A digest of a source file."""
    now = path.stat()
    return _digest(path, now.st_mtime_ns, now.st_size)


@cache
def _digest(path: Path, _time: int, _size: int) -> str:
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()
