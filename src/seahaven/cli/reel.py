"""How a reel is told about, and `seahaven recover`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from seahaven.cli.console import OUT, fact_table, plain_table, tell

if TYPE_CHECKING:
    from seahaven.reels import Manifest, Reel
    from seahaven.world import FamilyType

__all__ = ["RECOVER_EXAMPLES", "made_from", "open_reel", "recover", "reel_dict", "show_reel", "whereabouts"]

RECOVER_EXAMPLES = """
Examples:

  seahaven recover out/two-cars/two-cars.reel
"""

ReelPath = Annotated[Path, typer.Argument(metavar="REEL", help="The reel of a run that was killed.")]


def recover(reel: ReelPath) -> None:
    """Pack what a killed run has left behind into Parquet, so that it reads like any other reel."""
    from seahaven import reels

    begun = open_reel(reel)
    reel, was = begun.path, begun.manifest.state
    whole = reels.recover(reel)
    if was == "running":
        told = whole.manifest
        text = f"packed {told.frames:,} frames {_until(whole)}, {told.events:,} events"
    else:
        text = f"nothing to do, the reel is {was}"
    tell(OUT, text, "green", lead=f"{reel}: ")


def open_reel(path: Path) -> Reel:
    """Open a reel, or the only one in the folder of a run."""
    from seahaven.reels import Reel, only_reel_in

    return Reel.open(only_reel_in(path) or path)


def whereabouts(reel: Reel) -> str:
    """Say how far the reel of a run that did not get to its end goes, and where it is."""
    todo = f"; seahaven recover {reel.path} packs it" if reel.manifest.state == "running" else ""
    return f"the reel {_until(reel)} is in {reel.path}{todo}"


def _until(reel: Reel) -> str:
    times = reel.times
    return f"up to {times[-1]:g} s" if len(times) else "without a frame"


def reel_dict(reel: Reel) -> dict[str, Any]:
    """Give what a reel says about itself as JSON takes it; of one that nobody has closed, what can be read by now."""
    return {
        "reel": str(reel.path),
        "is_cut": reel.is_cut,
        "is_live": reel.is_live,
        "recovered_until": reel.recovered_until,
        "damage": reel.damage,
        **json.loads(reel.so_far.text()),
    }


def show_reel(reel: Reel) -> None:
    """Print what a reel says about itself for people: facts first, then the columns of each family."""
    manifest = reel.so_far
    tell(OUT, f"  {reel.path}", "dim", lead=manifest.name or reel.path.stem, lead_style="bold")
    OUT.print(fact_table({"state": _state(reel), **_facts(manifest)}))
    for name, family in manifest.families.items():
        tell(OUT, f"  {manifest.rows.get(name, 0):,} rows", lead=f"\n{name}", lead_style="bold cyan")
        OUT.print(_columns(family))


def _facts(manifest: Manifest) -> dict[str, str | Text]:
    rate = f" at {manifest.rate} Hz" if manifest.rate else ""
    return {
        "seed": str(manifest.seed),
        "time": f"{manifest.duration:g} s, from {manifest.start:g} s on",
        **({"resumed": f"at {', '.join(f'{date:g}' for date in manifest.resumed)} s"} if manifest.resumed else {}),
        "recorded": f"{manifest.frames:,} frames{rate}, {manifest.events:,} events",
        "made by": ", ".join(f"{name} {version}" for name, version in manifest.versions.items()),
        "made from": made_from(manifest.inputs),
    }


def made_from(inputs: Mapping[str, str]) -> str:
    """Give the files that something was made from, each with the beginning of its hash, line by line."""
    return "\n".join(f"{file} (sha256 {digest[:16]}…)" for file, digest in inputs.items())


def _state(reel: Reel) -> Text:
    manifest = reel.manifest
    if damage := reel.damage:
        return Text("\n".join(("damaged", *damage)), "bold red")
    if reel.is_live:
        return Text(f"being recorded, {reel.so_far.duration:g} s so far", "cyan")
    if reel.is_cut:
        until = "before its first frame" if reel.recovered_until is None else f"at {reel.recovered_until:g} s"
        todo = "" if manifest.state == "recovered" else "; seahaven recover packs it"
        return Text(f"cut {until}{todo}", "yellow")
    if manifest.state == "interrupted":
        return Text(f"interrupted at {manifest.start + manifest.duration:g} s", "yellow")
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
