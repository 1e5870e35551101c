"""`seahaven info`: what a reel, a study or a checkpoint holds, or what is installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from zipfile import is_zipfile

import typer
from rich.text import Text
from rich.tree import Tree

from seahaven.cli.console import OUT, fact_table, print_json, tell
from seahaven.cli.options import Allow, Json
from seahaven.cli.reel import made_from, open_reel, reel_dict, show_reel
from seahaven.cli.summary import show_delays
from seahaven.cli.versions import versions

if TYPE_CHECKING:
    from seahaven.kernel import Module
    from seahaven.reels import Reel
    from seahaven.takes import Take

__all__ = ["INFO_EXAMPLES", "info"]

INFO_EXAMPLES = """
Examples:

  seahaven info out/two-cars/two-cars.reel

  seahaven info examples/two_cars.study.yaml

  seahaven info at-30.npz

  seahaven info --json
"""

CHECKPOINT: Final = ".npz"

Source = Annotated[
    str | None,
    typer.Argument(metavar="PATH", help="A reel, a study, a checkpoint, or package.module:function."),
]


def info(path: Source = None, allow: Allow = None, json: Json = False) -> None:
    """Show what a reel, a study or a checkpoint holds; without PATH, the versions of everything."""
    if path is None:
        _print_versions(json=json)
    elif Path(path).is_dir():
        _print_reel(path, json=json)
    elif Path(path).is_file() and (path.endswith(CHECKPOINT) or is_zipfile(path)):
        _print_checkpoint(path, json=json)
    else:
        _print_take(path, allow or [], json=json)


def _print_versions(*, json: bool) -> None:
    if json:
        print_json(versions())
    else:
        OUT.print(fact_table(versions()))


def _print_reel(path: str, *, json: bool) -> None:
    reel = open_reel(Path(path))
    if json:
        print_json(reel_dict(reel))
    else:
        show_reel(reel)
    if reel.damage:
        raise typer.Exit(1)
    if not json and reel.is_complete and reel.manifest.roads is not None:
        _print_delays(reel)


def _print_delays(reel: Reel) -> None:
    from seahaven.measures import delays, lanes_of

    held = delays(reel, lambda: lanes_of(reel, {}))
    if held:
        tell(OUT, "\nVehicles that stood for minutes, or could not climb a hill:", "bold")
    show_delays(held)


def _print_checkpoint(path: str, *, json: bool) -> None:
    from seahaven.kernel import in_seconds, read_checkpoint

    header = read_checkpoint(path)
    study, inputs = (header.notes.get(name) for name in ("study", "inputs"))
    study = study if isinstance(study, str) else ""
    inputs = {str(file): str(digest) for file, digest in inputs.items()} if isinstance(inputs, dict) else {}
    if json:
        told = {"study": study, "time": in_seconds(header.now), "seed": header.seed, "inputs": inputs}
        print_json({"checkpoint": path, **told})
        return
    tell(OUT, f"  {path}", "dim", lead=study or Path(path).stem, lead_style="bold")
    state = Text(f"checkpoint at {in_seconds(header.now):g} s", "green")
    OUT.print(fact_table({"state": state, "seed": str(header.seed), "made from": made_from(inputs)}))


def _print_take(source: str, allow: list[str], *, json: bool) -> None:
    from seahaven.takes import load_take

    take = load_take(source, allow=allow)
    if json:
        print_json(_take_dict(take))
    else:
        _show_take(take)


def _take_dict(take: Take) -> dict[str, Any]:
    from seahaven.takes import drivers_in, entities_of, sensors_in

    return {
        "name": take.name,
        "seed": take.seed,
        "duration": take.duration / 1e9,
        "rate": None if take.rate is None else str(take.rate),
        "entities": entities_of(take.world),
        "drivers": drivers_in(take.root, take.world),
        "sensors": sensors_in(take.root),
        "modules": [_module_dict(module) for module in take.root.children],
    }


def _show_take(take: Take) -> None:
    from seahaven.takes import drivers_in, entities_of, sensors_in

    facts = {
        "seed": str(take.seed),
        "time": f"{take.duration / 1e9:g} s",
        "recorded": f"at {take.rate} Hz" if take.rate else "not at all",
        "entities": ", ".join(f"{count} in {family}" for family, count in entities_of(take.world).items()),
    }
    facts |= {f"driver of {name}": driver for name, driver in drivers_in(take.root, take.world).items()}
    facts |= {f"sensor {name}": sensor for name, sensor in sensors_in(take.root).items()}
    tree = Tree(Text(take.name, "bold"), guide_style="dim")
    _grow(tree, take.root)
    OUT.print(tree)
    OUT.print(fact_table(facts))


def _module_dict(module: Module) -> dict[str, Any]:
    rate = None if module.beat is None else str(module.beat.rate)
    parts = [_module_dict(child) for child in module.children]
    return {"name": module.name, "kind": type(module).__name__, "rate": rate, "parts": parts}


def _grow(tree: Tree, module: Module) -> None:
    """Hang a module's parts under it, each with its kind and rate."""
    for child in module.children:
        rate = f"  {child.beat.rate} Hz" if child.beat else ""
        _grow(tree.add(Text.assemble(child.name, (f"  {type(child).__name__}", "cyan"), (rate, "green"))), child)
