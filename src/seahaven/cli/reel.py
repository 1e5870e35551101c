"""How a reel is told about, and `seahaven recover`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from seahaven.cli.console import OUT, fact_table, plain_table, tell

if TYPE_CHECKING:
    from seahaven.reels import Reel
    from seahaven.world import FamilyType

__all__ = ["RECOVER_EXAMPLES", "recover", "reel_dict", "show_reel"]

RECOVER_EXAMPLES = """
Examples:

  seahaven recover out/two-cars/two-cars.reel
"""

ReelPath = Annotated[Path, typer.Argument(metavar="REEL", help="The reel of a run that was killed.")]


def recover(reel: ReelPath) -> None:
    """Pack what a killed run has left behind into Parquet, so that it reads like any other reel."""
    from seahaven import reels

    tell(OUT, _state(reels.recover(reel)), lead=f"{reel}: ")


def reel_dict(reel: Reel) -> dict[str, Any]:
    """Give what a reel says about itself as JSON takes it."""
    return {
        "reel": str(reel.path),
        "is_cut": reel.is_cut,
        "recovered_until": reel.recovered_until,
        **json.loads(reel.manifest.text()),
    }


def show_reel(reel: Reel) -> None:
    """Print what a reel says about itself for people: facts first, then the columns of each family."""
    manifest = reel.manifest
    tell(OUT, f"  {reel.path}", "dim", lead=manifest.name or reel.path.stem, lead_style="bold")
    OUT.print(fact_table(_facts(reel)))
    for name, family in manifest.families.items():
        tell(OUT, f"  {manifest.rows.get(name, 0):,} rows", lead=f"\n{name}", lead_style="bold cyan")
        OUT.print(_columns(family))


def _facts(reel: Reel) -> dict[str, str | Text]:
    manifest = reel.manifest
    rate = f" at {manifest.rate} Hz" if manifest.rate else ""
    return {
        "state": _state(reel),
        "seed": str(manifest.seed),
        "time": f"{manifest.duration:g} s, from {manifest.start:g} s on",
        "recorded": f"{manifest.frames:,} frames{rate}, {manifest.events:,} events",
        "made by": ", ".join(f"{name} {version}" for name, version in manifest.versions.items()),
        "made from": "\n".join(f"{file} (sha256 {digest[:16]}…)" for file, digest in manifest.inputs.items()),
    }


def _state(reel: Reel) -> Text:
    manifest = reel.manifest
    if reel.is_cut:
        until = "before its first frame" if reel.recovered_until is None else f"at {reel.recovered_until:g} s"
        todo = "" if manifest.state == "recovered" else "; seahaven recover packs it"
        return Text(f"cut {until}{todo}", "yellow")
    if manifest.fault:
        return Text(f"failed: {manifest.fault.splitlines()[0]}", "red")
    return Text(manifest.state, "green")


def _columns(family: FamilyType) -> Table:
    table = plain_table("column", "type", "unit", "meaning")
    for name, column in family.columns.items():
        kind = "category" if column.kinds else "entity" if column.is_entity else column.dtype
        meaning = "; ".join(text for text in (column.doc, ", ".join(column.kinds)) if text)
        table.add_row(name, f"{kind}?" if column.nullable else kind, column.unit, Text(meaning))
    return table
