"""What a user sees when something goes wrong: one message, the place in their own code, and an exit code."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

import seahaven
from seahaven.cli.console import ERR, tell
from seahaven.errors import ReelError, SeahavenError, StepError

__all__ = ["INTERRUPTED", "Commands", "report"]

INTERRUPTED = 130

_LIBRARIES = (
    *(sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib")),
    *seahaven.__path__,
)


class Commands(TyperGroup):
    """A group of commands whose errors become messages on the standard error, and exit codes."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; exits with 1 after an error of ours or of the file system, with 130 when interrupted."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # whoever reads our output has seen enough; Typer ends quietly
        except (SeahavenError, OSError) as error:
            report(error, full=ctx.params["traceback"])
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            tell(ERR, "interrupted", "yellow")
            raise typer.Exit(INTERRUPTED) from error


def report(error: SeahavenError | OSError, *, full: bool = False) -> None:
    """Print an error to the standard error; `full` brings the whole traceback first."""
    if full:
        tell(ERR, "".join(traceback.format_exception(error)), "dim")
    notes = getattr(error, "__notes__", [])
    if isinstance(error, StepError) and isinstance(error.__cause__, ReelError):
        error = error.__cause__  # what the disk refuses is no matter of the recorder's parameters
    text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    tell(ERR, text, lead="error: ", lead_style="bold red")
    for note in (*_places(error), *notes):
        tell(ERR, f"  {note}", "dim")


def _places(error: BaseException) -> list[str]:
    """The last line of the user's own code on the way to the error, if it came by such a way.

    A module from a library, or one of ours, has no such line; then the one in its own method helps whoever mends it.
    """
    frames = traceback.extract_tb(error.__cause__.__traceback__) if error.__cause__ else []
    own = [frame for frame in frames if _is_own(frame.filename)]
    methods = [frame for frame in frames if frame.name in ("init", "step", "end")]
    return [
        f"at {_relative(frame.filename)}:{frame.lineno} in {frame.name}: {frame.line}"
        for frame in (own or methods)[-1:]
    ]


def _is_own(filename: str) -> bool:
    return not filename.startswith("<") and not any(Path(filename).is_relative_to(path) for path in _LIBRARIES)


def _relative(filename: str) -> Path:
    path, here = Path(filename), Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
