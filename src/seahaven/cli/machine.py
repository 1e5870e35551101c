"""`seahaven machine`: what a state machine looks like, in the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seahaven.cli.console import OUT, tell
from seahaven.cli.options import Allow
from seahaven.errors import InputError

if TYPE_CHECKING:
    from seahaven.hcsm import Program

__all__ = ["machine"]

EXAMPLES = """
Examples:

  seahaven machine show my_drivers:Driver --allow my_drivers

  seahaven machine show my_drivers:Driver --allow my_drivers -o driver.svg
"""

machine = typer.Typer(help="Look at state machines.", epilog=EXAMPLES, no_args_is_help=True)

Source = Annotated[str, typer.Argument(metavar="MACHINE", help="A Machine or a Program, as package.module:Class.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE.svg", help="A picture to draw instead of the text."),
]


@machine.callback()
def _group() -> None:
    """Look at state machines."""


@machine.command(epilog=EXAMPLES, no_args_is_help=True)
def show(source: Source, output: Output = None, allow: Allow = None) -> None:
    """Print a machine as a tree, with its ports, transitions and resolutions; or draw it."""
    from seahaven.hcsm import draw_svg, draw_text  # waits until a command needs it, so that --help is quick

    program = _program(source, allow or [])
    if output is None:
        tell(OUT, draw_text(program).rstrip("\n"))
    elif output.suffix.lower() != ".svg":
        raise InputError(f"'{output}' cannot be drawn; pictures of machines are SVG, so end the name with .svg")
    else:
        output.write_text(draw_svg(program), encoding="utf-8", newline="\n")
        tell(OUT, f"{output}: '{program.name}' is drawn")


def _program(source: str, allow: list[str]) -> Program:
    from seahaven.files import CodeReference, load_object
    from seahaven.hcsm import Program

    found = load_object(CodeReference.parse(source), allowed=("seahaven", *allow))
    program = found if isinstance(found, Program) else getattr(found, "program", None)
    if not isinstance(program, Program):
        raise InputError(f"'{source}' is of type {type(found).__name__}; expected a class of Machine, or a Program")
    return program
