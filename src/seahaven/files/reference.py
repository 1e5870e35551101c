"""Code that a file names as `package.module:Name`, imported only from packages that the user allows."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from types import ModuleType

from seahaven.errors import InputError, Position, SeahavenError, TrustError, nearest

__all__ = ["CodeReference", "build_object", "is_code", "load_object"]


@dataclass(frozen=True, slots=True)
class CodeReference:
    """The name of a Python object: the module it is in, and its name there. Naming imports nothing."""

    module: str
    name: str

    @classmethod
    def parse(cls, text: str, *, at: Position | None = None) -> CodeReference:
        """Give the reference that a text such as `package.module:Name` spells."""
        module, _, name = text.partition(":")
        if not all(_is_name(part) for part in (*module.split("."), name)):
            raise InputError(f"'{text}' does not name code; expected 'package.module:Name'", at)
        return cls(module, name)

    @property
    def package(self) -> str:
        """The top package, which is what a user allows."""
        return self.module.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


def load_object(
    reference: CodeReference, *, allowed: Iterable[str] = ("seahaven",), at: Position | None = None
) -> object:
    """Give the object that a reference names.

    `allowed` holds packages; each stands for itself and all below it. An exception that the imported code
    raises is kept as the cause, with its traceback. `at` is where the file asks for the code.
    """
    _check_allowed(reference, tuple(allowed), at)
    module = _import(reference, at)
    try:
        return getattr(module, reference.name)
    except AttributeError:
        names = (name for name in vars(module) if not name.startswith("_"))
        message = f"module '{reference.module}' has no '{reference.name}'{nearest(reference.name, names)}"
        raise InputError(message, at) from None


def is_code(text: str, *, folder: Path = Path()) -> bool:
    """Whether a text names code, as `package.module:name`, rather than a file in a folder."""
    return ":" in text and not (folder / text).exists()


def build_object(text: str, *, allow: Sequence[str] = (), at: Position | None = None) -> object:
    """Give what a function named as `package.module:function` makes, or what stands there if it is no function.

    Our own code needs no leave; `allow` names other packages. What the function raises is told as its author's own.
    """
    found = load_object(CodeReference.parse(text, at=at), allowed=dict.fromkeys(("seahaven", *allow)), at=at)
    try:
        return found() if callable(found) else found
    except (SeahavenError, OSError):
        raise
    except Exception as error:
        raise InputError(f"{text} failed: {type(error).__name__}: {error}", at) from error


def _is_name(text: str) -> bool:
    return text.isidentifier() and not iskeyword(text)


def _check_allowed(reference: CodeReference, allowed: Sequence[str], at: Position | None) -> None:
    if any(f"{reference.module}.".startswith(f"{package}.") for package in allowed):
        return
    raise TrustError(
        f"'{reference}' is code from package '{reference.package}', which is not allowed to run "
        f"(allowed: {', '.join(allowed) or 'none'}); if you trust it, pass --allow {reference.package}",
        at,
    )


def _import(reference: CodeReference, at: Position | None) -> ModuleType:
    try:
        return import_module(reference.module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{reference.module}.".startswith(f"{error.name}."):
            raise _failure(reference, error, at) from error  # the author's own import, in the author's own file
        raise InputError(f"no module '{error.name}'{_remedy(reference, error.name)}", at) from None
    except SeahavenError as error:
        raise _failure(reference, error, at) from None
    except Exception as error:
        raise _failure(reference, error, at) from error


def _remedy(reference: CodeReference, missing: str) -> str:
    if reference.module.endswith(".py"):
        return f"; name the module without its suffix: {reference.module.removesuffix('.py')}:{reference.name}"
    return _similar_module(missing)


def _failure(reference: CodeReference, error: Exception, at: Position | None) -> InputError:
    return InputError(f"importing '{reference.module}' failed: {type(error).__name__}: {error}", at)


def _similar_module(name: str) -> str:
    """Give a hint from the modules beside a missing one; its parent is imported by now, if there is one."""
    parent, _, last = name.rpartition(".")
    if not parent:
        return "; is it installed?"
    folders = getattr(sys.modules.get(parent), "__path__", ())
    return nearest(last, (module.name for module in pkgutil.iter_modules(folders)))
