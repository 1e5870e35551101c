"""What a user sees when something goes wrong: one message, the place in their own code, and an exit code."""

from __future__ import annotations

import sysconfig
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperGroup

import seahaven
from seahaven.cli.console import ERR, print_json, tell
from seahaven.cli.options import JSON
from seahaven.cli.stopping import INTERRUPTED, Stopped
from seahaven.errors import (
    CacheWarning,
    InputError,
    OccupantError,
    ReelError,
    SeahavenError,
    StepError,
    visible,
)

__all__ = ["REEL", "Commands", "report"]

REEL: Final = "seahaven.reel"
"""Where the context of a command keeps the reel that it has begun, for the message about its failure."""

MOST_LINES: Final = 6
"""How many lines of the user's own code are shown, the innermost ones."""

_LIBRARIES = (
    *(sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib")),
    *seahaven.__path__,
)


class Commands(TyperGroup):
    """A group of commands whose errors become messages on the standard error, and exit codes."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; exits with 1 after an error of ours or of the file system, and as its signal if stopped."""
        try:
            with _telling_warnings():
                return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = visible(error.message)
            raise
        except EOFError as error:  # a bug of ours, which would otherwise end in a mere "Aborted."
            raise RuntimeError("data ended too soon") from error
        except BrokenPipeError:
            raise typer.Exit(0) from None  # the reader of our output has seen enough
        except (SeahavenError, OSError) as error:
            report(error, full=ctx.params["traceback"])
            _report_json(ctx, _text(error))
            raise typer.Exit(getattr(error, "exit_code", 1)) from error
        except KeyboardInterrupt as error:
            text = str(error) or "interrupted"
            with suppress(OSError):  # the terminal may be what has gone
                tell(ERR, text, "yellow")
                _report_json(ctx, text)
            raise typer.Exit(error.exit_code if isinstance(error, Stopped) else INTERRUPTED) from error


@contextmanager
def _telling_warnings() -> Iterator[None]:
    """Meanwhile, what the library warns a user of is one line on the standard error."""
    before = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, CacheWarning):
            tell(ERR, str(message), lead="warning: ", lead_style="bold yellow")
        else:
            before(message, category, *place, **more)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = before


def _report_json(ctx: Any, text: str) -> None:
    """Tell other programs, if the command was asked to; one that records says where its reel is, or null."""
    if ctx.meta.get(JSON):
        print_json({"error": text, **({"reel": ctx.meta[REEL]} if REEL in ctx.meta else {})})


def report(error: SeahavenError | OSError, *, full: bool = False) -> None:
    """Print an error to the standard error; `full` brings the whole traceback first."""
    if full:
        tell(ERR, "".join(traceback.format_exception(error)), "dim")
    notes = getattr(error, "__notes__", [])
    tell(ERR, _text(error), lead="error: ", lead_style="bold red")
    for note in (*_places(_cause(error)), *notes):
        tell(ERR, f"  {note}", "dim")


def _cause(error: SeahavenError | OSError) -> SeahavenError | OSError:
    """The error to tell: what the disk refuses, or an occupant does, is no matter of a module's parameters."""
    inner = error.__cause__
    return inner if isinstance(error, StepError) and isinstance(inner, ReelError | OccupantError) else error


def _text(error: SeahavenError | OSError) -> str:
    told = _cause(error)
    return f"{told.filename}: {told.strerror}" if isinstance(told, OSError) and told.filename else str(told)


def _places(error: BaseException) -> list[str]:
    """Where to look: the lines of the user's own code on the way to the error, if it came by such a way, the last last.

    A module from a library, or one of ours, has no such line; then the line in its own method is given.
    An occupant says itself where it failed.
    For a package that was not found, it is the folder that was searched.
    """
    if isinstance(error, ReelError | OccupantError):
        return []
    if isinstance(error, InputError) and isinstance(error.__context__, ModuleNotFoundError):
        return [f"searched: the installed packages, and the working folder {Path.cwd()}"]
    frames = traceback.extract_tb((error.__cause__ or error.__context__ or error).__traceback__)
    own = [frame for frame in frames if _is_own(frame.filename)]
    methods = [frame for frame in frames if frame.name in ("init", "step", "end")]
    return [
        f"at {_relative(frame.filename)}:{frame.lineno} in {frame.name}: {frame.line}"
        for frame in own[-MOST_LINES:] or methods[-1:]
    ]


def _is_own(filename: str) -> bool:
    """Compiled libraries name files that are not there."""
    return Path(filename).is_file() and not any(Path(filename).is_relative_to(path) for path in _LIBRARIES)


def _relative(filename: str) -> Path:
    path, here = Path(filename), Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
