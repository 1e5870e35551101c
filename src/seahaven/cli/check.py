"""`seahaven check` and `seahaven schema`: what helps to write and to choose files that fit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from seahaven.cli.compiling import announce_compiling
from seahaven.cli.console import ERR, OUT, counted, print_json, tell
from seahaven.cli.faults import report
from seahaven.cli.options import Allow, Json
from seahaven.errors import InputError, Position, SeahavenError

if TYPE_CHECKING:
    from seahaven.direction import Planned
    from seahaven.roads.model import Remark, RoadNetwork
    from seahaven.stage import Scene

__all__ = ["CHECK_EXAMPLES", "SCHEMA_EXAMPLES", "check", "schema"]

CHECK_EXAMPLES = """
Examples:

  seahaven check examples/*.study.yaml

  seahaven check rush.study.yaml --allow my_studies --json

  seahaven check town.xodr town.net.xml.gz --strict

  seahaven check my_roads:ring --allow my_roads
"""

SCHEMA_EXAMPLES = """
Examples:

  seahaven schema study > study.schema.json

Editors then complete and check a study whose first line is

  # yaml-language-server: $schema=study.schema.json
"""

MANY = 8
"""So many files may take a while, so that a bar is shown."""

Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE", help="Studies, scenes, road files (.xodr, .net.xml, .rndf), or package.module:function."
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 where there are remarks, too.")]
Kind = Annotated[Literal["study", "scene"], typer.Argument(metavar="KIND", help="The kind of file: study or scene.")]


def check(files: Sources, allow: Allow = None, strict: Strict = False, json: Json = False) -> None:
    """Check studies without playing them, and road files; exits with 1 if any is wrong.

    Remarks on road files, and on the route files of studies, tell what is doubtful in them, rule by rule; they are no
    errors unless --strict says so.
    """
    with _bar(len(files), shown=len(files) >= MANY and not json) as bar:
        findings = []
        for file in files:
            findings.append(_check(file, allow or [], quiet=json))
            bar.advance(bar.task_ids[0])
    if json:
        print_json(findings)
    if not all(finding["ok"] and not (strict and finding.get("remarks")) for finding in findings):
        raise typer.Exit(1)


@contextmanager
def _bar(files: int, *, shown: bool) -> Iterator[Progress]:
    """A bar on a terminal; what is printed meanwhile goes above it, and elsewhere if that is not the same terminal."""
    columns = TextColumn("checking"), BarColumn(), MofNCompleteColumn()
    progress = Progress(
        *columns, console=ERR, transient=True, disable=not shown or not ERR.is_terminal, redirect_stdout=OUT.is_terminal
    )
    with progress:
        progress.add_task("checking", total=files)
        yield progress


def _check(file: str, allow: list[str], *, quiet: bool) -> dict[str, Any]:
    try:
        found = _look(file, allow)
    except SeahavenError as error:
        if not quiet:
            report(error)
        return {"file": str(file), "ok": False, "errors": _errors(error)}
    if not quiet:
        _tell(file, found)
    told: dict[str, Any] = {"file": str(file), "ok": True, "about": found.about}
    if found.remarks is not None:
        told["remarks"] = [_remark_dict(remark) for remark in found.remarks]
    if found.situations:
        told["situations"] = [asdict(one) | {"number": one.number + 1} for one in found.situations]
    return told


class _Found(NamedTuple):
    """A word about what a source gives, what is doubtful in it (None for a study without any), and its situations."""

    about: str
    remarks: tuple[Remark, ...] | None
    situations: tuple[Planned, ...] = ()


def _look(source: str, allow: list[str]) -> _Found:
    from seahaven import takes
    from seahaven.files import build_object, is_code
    from seahaven.roads.formats import is_road_file, read_roads
    from seahaven.roads.model import RoadNetwork
    from seahaven.stage import is_scene, load_scene
    from seahaven.testbed import requirements_in
    from seahaven.trials import check_experiment

    if is_code(source):
        found = build_object(source, allow=allow)
        if isinstance(found, RoadNetwork):
            return _roads(found)
        if not isinstance(found, takes.Take):
            kinds = "a seahaven.roads.RoadNetwork or a seahaven.takes.Take"
            raise InputError(f"{source} gave a {type(found).__name__}; expected {kinds}")
    elif source.endswith(".sheet.toml"):
        return _sheet(source, allow)
    elif is_road_file(source):
        return _roads(read_roads(source, thorough=True))
    elif is_scene(source):
        return _scene(load_scene(source, allow=allow))
    elif not _is_played(source):
        ours = "a study (*.study.yaml), a scene (*.scene.yaml), a call sheet (*.sheet.toml)"
        kinds = f"{ours} or roads (*.xodr, *.net.xml, *.rndf)"
        raise InputError(f"'{source}' is none of these: {kinds}")
    found = takes.examine(source, allow=allow)
    is_file = source.endswith((".yaml", ".yml"))
    drives = check_experiment(source, allow=allow) if is_file else []
    required = requirements_in(source, allow=allow) if is_file else 0
    counts = {"drive": len(drives), "requirement": required}
    about = [*found.about, *(counted(count, thing) for thing, count in counts.items() if count)]
    return _Found(", ".join(about), found.remarks or None, found.situations)


def _scene(scene: Scene) -> _Found:
    """A word about a scene."""
    counts = counted(len(scene.cast), "role"), counted(len(scene.shots), "shot")
    return _Found(", ".join((scene.title, scene.place_words, *counts)), None)


def _sheet(source: str, allow: list[str]) -> _Found:
    """A word about each process of a call sheet, which fits the study and in itself."""
    from seahaven.federation import describe, load_sheet

    sheet = load_sheet(source)
    found = describe(sheet, allow=allow)
    about = [f"{name} on {sheet.processes[name]}: {' '.join(modules) or 'nothing'}" for name, modules in found.items()]
    return _Found("; ".join([sheet.title, *about]), None)


def _is_played(source: str) -> bool:
    """Whether `play` knows what to do with it, or how to name it; a reel may be a folder of any name."""
    return source.endswith((".yaml", ".yml", ".reel")) or (Path(source) / "manifest.json").exists()


def _roads(network: RoadNetwork) -> _Found:
    """A word about a network, and all that is doubtful in it: in the file, its lanes and its junctions."""
    from seahaven.roads.junctions import JunctionLogic
    from seahaven.roads.lanemap import LaneMap

    announce_compiling()
    lane_map = LaneMap(network)
    remarks = (*network.remarks, *lane_map.remarks, *JunctionLogic(lane_map).remarks)
    counts = {"road": len(network.roads), "lane": len(lane_map), "junction": len(network.junctions)}
    return _Found(", ".join(counted(count, thing) for thing, count in counts.items()), remarks)


def _tell(file: str, found: _Found) -> None:
    remarks = found.remarks or ()
    doubts = f", {counted(len(remarks), 'remark')}" if remarks else ""
    tell(OUT, f" ({found.about}{doubts})", "dim", lead=f"{file}: ok", lead_style="yellow" if remarks else "green")
    for one in found.situations:
        wanted = f"{one.criterion} of {one.role} {one.wanted:g} ± {one.tolerance:.3g} {one.unit}"
        tell(OUT, f": {wanted}", lead=f"{one.number + 1:>3} {one.situation} at {one.at / 1000.0:.2f} km")
    for remark in remarks:
        place = f"{remark.at}: " if remark.at else ""
        where = f" ({remark.element})" if remark.element else ""
        tell(OUT, f"{remark.message}{where} [{remark.rule}]", lead=f"  {place}", lead_style="dim")


def _remark_dict(remark: Remark) -> dict[str, Any]:
    at = remark.at or Position("")
    return {"rule": remark.rule, "message": remark.message, "line": at.line, "element": remark.element}


def _errors(error: SeahavenError) -> list[dict[str, Any]]:
    """One entry for each problem of a document, which are all known at once; else the one error there is."""
    return [_error_dict(problem) for problem in getattr(error, "problems", (error,))]


def _error_dict(problem: Any) -> dict[str, Any]:
    at = getattr(problem, "at", None) or Position("")
    return {"message": getattr(problem, "message", str(problem)), "line": at.line, "column": at.column}


def schema(kind: Kind) -> None:
    """Print the JSON Schema of a kind of file, for editors."""
    from seahaven.stage import scene_schema
    from seahaven.takes import study_schema

    schemas = {"study": study_schema, "scene": scene_schema}
    print_json(schemas[kind]())
