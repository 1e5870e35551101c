"""`seahaven situations`: the situations that a study may use, with their parameters and pictures."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seahaven.cli.console import OUT, plain_table, print_json, tell
from seahaven.cli.options import Json
from seahaven.errors import InputError, nearest

if TYPE_CHECKING:
    from seahaven.direction import SituationDescription

__all__ = ["SITUATION_EXAMPLES", "situations"]

SITUATION_EXAMPLES = """
Examples:

  seahaven situations

  seahaven situations "sudden braking"

  seahaven situations gang -o gang.svg

  seahaven situations --pictures pictures
"""

Name = Annotated[str | None, typer.Argument(metavar="NAME", help="A situation; without it, all are listed.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="A picture to draw of the situation.")
]
Pictures = Annotated[
    Path | None, typer.Option("--pictures", metavar="FOLDER", help="Draw a picture of each situation into a folder.")
]


def situations(name: Name = None, output: Output = None, pictures: Pictures = None, json: Json = False) -> None:
    """List the situations that a study may use; describe one of them; draw them."""
    from seahaven.direction import LIBRARY, describe

    if name is not None and name not in LIBRARY:
        raise InputError(f"there is no situation '{name}'{nearest(name, LIBRARY)}")
    if output is not None and name is None:
        raise InputError(f"'{output}' is a picture of one situation: name it, or draw all with --pictures FOLDER")
    chosen = {name: LIBRARY[name]} if name is not None else LIBRARY
    told = [describe(one, kind) for one, kind in chosen.items()]
    if json:
        print_json({one.name: asdict(one) for one in told})
    elif name is not None:
        _show(told[0])
    elif pictures is None:
        _list(told)
    if output is not None and name is not None:
        _draw(name, output)
    if pictures is not None:
        for one in chosen:
            _draw(one, pictures / f"{one.replace(' ', '-')}.svg")


def _list(told: list[SituationDescription]) -> None:
    table = plain_table("situation", "what happens", "needs")
    for one in told:
        table.add_row(one.name, one.happens, one.needs or "any road")
    OUT.print(table)
    tell(OUT, 'For the parameters of one, name it: seahaven situations "sudden braking"', "dim")


def _show(one: SituationDescription) -> None:
    from seahaven.direction import LIBRARY, text_sketch

    tell(OUT, f"  {one.happens} {one.more}".rstrip(), lead=one.name, lead_style="bold")
    OUT.print(f"\n{text_sketch(LIBRARY[one.name])}\n", markup=False, highlight=False, soft_wrap=True)
    for word, text in (
        ("Roles", ", ".join(one.roles)),
        ("Needs", one.needs or "any road"),
        ("Critical moment", one.place),
        ("Wanted then", one.wanted),
        ("Stimulus", one.stimulus),
    ):
        tell(OUT, text, lead=f"  {word}: ", lead_style="dim")
    table = plain_table("parameter", "default", "unit", "from … to", "", numbers=("default",))
    for dial in one.parameters:
        table.add_row(dial.name, dial.default, dial.unit, dial.bounds, dial.meaning)
    OUT.print(table)
    tell(
        OUT,
        f"  - {{use: {one.name}, at: 5 km, with: {{{_example(one)}}}}}",
        "dim",
        lead="In a study, under situations:\n",
    )


def _example(one: SituationDescription) -> str:
    dial = one.parameters[0]
    return f"{dial.name}: {dial.default} {dial.unit}".rstrip()


def _draw(name: str, path: Path) -> None:
    from seahaven.direction import LIBRARY, sketch
    from seahaven.files import write_text_atomic

    if path.suffix.lower() != ".svg":
        raise InputError(f"'{path}' cannot be drawn; pictures of situations are SVG, so end the name with .svg")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text_atomic(path, sketch(LIBRARY[name], name))
    tell(OUT, f"{path}", "bold cyan", lead="Picture: ")
