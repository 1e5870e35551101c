"""`seahaven roads`: maps of road networks, figures about them, places in them, and files of them in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from seahaven.cli import quantity
from seahaven.cli.console import OUT, counted, fact_table, plain_table, print_json, tell
from seahaven.cli.network import load_lane_map
from seahaven.cli.options import Allow, Json
from seahaven.cli.place import place_dict, show_places
from seahaven.errors import InputError

if TYPE_CHECKING:
    from seahaven.roads.drawing import Window
    from seahaven.roads.lanemap import LaneMap
    from seahaven.roads.model import RoadNetwork
    from seahaven.roads.overview import Overview

__all__ = ["roads"]

SHOW_EXAMPLES = """
Examples:

  seahaven roads show town.xodr -o town.svg

  seahaven roads show town.xodr -o corner.svg --around 120,-40,50 --names --conflicts

  seahaven roads show seahaven.roads.builder:lesson_town -o lesson.svg
"""

STATS_EXAMPLES = """
Examples:

  seahaven roads stats town.xodr

  seahaven roads stats town.net.xml.gz --json
"""

CONVERT_EXAMPLES = """
Examples:

  seahaven roads convert town.net.xml town.xodr

  seahaven roads convert my_roads:ring ring.xodr --allow my_roads
"""

PLACES_EXAMPLES = """
Examples:

  seahaven roads places town.xodr "T-junction with lights"

  seahaven roads places town.xodr "straight of at least 300 m" --around 120,-40,1000 --json
"""

MOST_PARTS = 8
"""How many parts of a torn network are listed by their size."""

roads = typer.Typer(help="Look at road networks, and convert them.", no_args_is_help=True)

Source = Annotated[
    str, typer.Argument(metavar="ROADS", help="A .xodr, .net.xml or .rndf file, or package.module:function.")
]
Picture = Annotated[Path, typer.Option("--output", "-o", metavar="FILE.svg", help="The picture to draw.")]
Around = Annotated[
    quantity.Circle | None,
    typer.Option(parser=quantity.circle, metavar="X,Y,R", help="Show only what lies within R metres of x, y."),
]
RoadIds = Annotated[
    list[str] | None,
    typer.Option("--road", metavar="ID", help="Show this road, or all pieces of a built one; repeat for more."),
]
Names = Annotated[bool, typer.Option("--names", help="Write the names of lanes on them.")]
Conflicts = Annotated[bool, typer.Option("--conflicts", help="Mark where ways through junctions meet, and who yields.")]
Size = Annotated[float | None, typer.Option(metavar="PIXELS", min=100, max=20000, help="The longer side of the map.")]
Title = Annotated[
    str | None, typer.Option(metavar="TEXT", help="A title other than the name of the file, or of what you built.")
]
Words = Annotated[str, typer.Argument(metavar="WORDS", help='What is wanted, such as "T-junction with lights".')]
Near = Annotated[
    quantity.Circle | None,
    typer.Option("--around", parser=quantity.circle, metavar="X,Y,R", help="Only within R metres of x, y."),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there already.")]
Target = Annotated[Path, typer.Argument(metavar="FILE.xodr", help="The OpenDRIVE file to write.")]


@roads.command(epilog=SHOW_EXAMPLES, no_args_is_help=True)
def show(
    source: Source,
    output: Picture,
    around: Around = None,
    road: RoadIds = None,
    names: Names = False,
    conflicts: Conflicts = False,
    size: Size = None,
    title: Title = None,
    allow: Allow = None,
) -> None:
    """Draw a map: lanes, marks, signs and lights, whole or in part."""
    from seahaven.files import write_text_atomic
    from seahaven.roads.drawing import draw_map  # heavy rooms wait until a command needs them, so that --help is quick
    from seahaven.roads.junctions import JunctionLogic

    if output.suffix.lower() != ".svg":
        raise InputError(f"'{output}' cannot be drawn; maps are SVG, so end the name with .svg")
    lane_map = load_lane_map(source, allow)
    window = _window(lane_map, around, road or [], size)
    heading = _name(source, lane_map.network) if title is None else title
    logic = JunctionLogic(lane_map) if conflicts else None
    text = draw_map(lane_map, title=heading, window=window, names=names, logic=logic)
    write_text_atomic(output, text)
    tell(OUT, f"{output}: '{heading}' is drawn, {len(text.encode()) / 1000:,.0f} kB")


@roads.command(epilog=STATS_EXAMPLES, no_args_is_help=True)
def stats(source: Source, allow: Allow = None, json: Json = False) -> None:
    """Print what a network is made of: lanes, junctions, signs, limits, and how well it holds together."""
    from seahaven.files import is_code
    from seahaven.roads.overview import file_format, overview_of

    found = overview_of(load_lane_map(source, allow))
    made_as = "" if is_code(source) else file_format(source)
    if json:
        print_json({"source": source, "format": made_as or None, **found.as_dict()})
    else:
        _show_overview(source, made_as, found)


@roads.command(epilog=CONVERT_EXAMPLES, no_args_is_help=True)
def convert(source: Source, output: Target, allow: Allow = None, force: Force = False) -> None:
    """Write a network as an OpenDRIVE 1.8 file."""
    from seahaven.roads.formats import load_network, write_opendrive

    if output.suffix.lower() != ".xodr":
        raise InputError(f"'{output}' cannot be written; networks are written as OpenDRIVE, so end the name with .xodr")
    if output.exists() and not force:
        raise InputError(f"'{output}' exists; write to another file, or pass --force")
    network = load_network(source, allow=allow or ())
    write_opendrive(network, output)
    tell(OUT, f"{output}: {counted(len(network.roads), 'road')}, {counted(len(network.junctions), 'junction')}")
    _tell_remarks(len(network.remarks), source)


@roads.command(epilog=PLACES_EXAMPLES, no_args_is_help=True)
def places(source: Source, words: Words, around: Near = None, allow: Allow = None, json: Json = False) -> None:
    """List the places that fit a wish in words: where they are, their arms, and who goes first."""
    from seahaven.roads.junctions import JunctionLogic
    from seahaven.roads.places import Survey, find, parse

    wanted = parse(words)
    lane_map = load_lane_map(source, allow)
    survey = Survey(JunctionLogic(lane_map))
    found = find(survey, wanted, near=around[:2], within=around.radius) if around else find(survey, wanted)
    if json:
        print_json([place_dict(place, lane_map) for place in found])
    else:
        show_places(found, words, with_distance=around is not None)


def _name(source: str, network: RoadNetwork) -> str:
    """A title: the name given by the author of a network built here; names written by other programs say nothing."""
    from seahaven.files import is_code
    from seahaven.roads.overview import has_title

    if is_code(source):
        return network.name or source
    is_telling = bool(network.name) and has_title(source)
    return network.name if is_telling else Path(source).name.partition(".")[0]


def _window(lane_map: LaneMap, around: quantity.Circle | None, ids: list[str], size: float | None) -> Window | None:
    from seahaven.roads.drawing import Window

    if around is not None and ids:
        raise InputError("--around and --road both say what to show; give one of them")
    if around is not None:
        window = Window.around(*around, longest=size)
        _refuse_empty(window, Window.of_roads(lane_map))
        return window
    return Window.of_roads(lane_map, ids, longest=size)


def _refuse_empty(window: Window, whole: Window) -> None:
    if not window.meets(whole):
        span = f"x {whole.left:,.0f} to {whole.right:,.0f}, y {whole.bottom:,.0f} to {whole.top:,.0f}"
        raise InputError(f"--around shows a place off the map, which reaches from {span}; choose one on it")


def _show_overview(source: str, made_as: str, found: Overview) -> None:
    tell(OUT, f"  {source}" if found.name else "", "dim", lead=found.name or source, lead_style="bold")
    OUT.print(fact_table(_facts(made_as, found)))
    table = plain_table("lanes", "number", "km", numbers=("number", "km"))
    for kind, number, length in found.lanes:
        table.add_row(kind, f"{number:,}", f"{length / 1000:,.2f}")
    tell(OUT, "")
    OUT.print(table)
    _tell_remarks(found.remarks, source)


def _facts(made_as: str, found: Overview) -> dict[str, str | Text]:
    side = "left-hand traffic" if found.is_left_hand else "right-hand traffic"
    limits = (f"{_limit(speed)} on {length / 1000:,.2f} km" for speed, length in found.limits)
    return {
        "format": made_as,
        "roads": f"{found.roads:,}, {found.road_length / 1000:,.2f} km, {side}",
        "extent": _extent(found),
        "junctions": _listed(found.junctions) or "none",
        "who goes first": _listed(found.controls),
        "roundabouts": str(found.roundabouts or ""),
        "signs, lights": _listed(found.signals),
        "controllers": str(found.controllers or ""),
        "things": _listed(found.objects),
        "speed limits": "\n".join(limits),
        "lane links": _links(found),
        "parts": _parts(found.parts),
    }


def _limit(speed: float | None) -> str:
    from seahaven.roads.drawing import speed_text

    return "none" if speed is None else speed_text(speed)


def _extent(found: Overview) -> str:
    if found.extent is None or found.heights is None:
        return ""
    left, bottom, right, top = found.extent
    low, high = found.heights
    rise = f", heights {low:,.1f} to {high:,.1f} m" if high > low else ""
    span = f"x {left:,.0f} to {right:,.0f}, y {bottom:,.0f} to {top:,.0f}"
    return f"{right - left:,.0f} × {top - bottom:,.0f} m, {span}{rise}"


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _links(found: Overview) -> Text:
    text = f"{found.links:,}, {found.close_links:.1%} of them meet within 5 cm"
    gaps = [f"{gap.lane} to {gap.next_lane}: {gap.distance:.2f} m apart" for gap in found.gaps]
    return Text("\n".join((text, *gaps)), "yellow" if gaps else "")


def _parts(parts: tuple[int, ...]) -> Text:
    if len(parts) <= 1:
        return Text("one, all roads for driving hang together" if parts else "")
    sizes = ", ".join(map(str, parts[:MOST_PARTS])) + " …" * (len(parts) > MOST_PARTS)
    return Text(f"{len(parts)} that no lane joins, of {sizes} roads", "yellow")


def _tell_remarks(count: int, source: str) -> None:
    from seahaven.files import is_code

    if count:
        told = "" if is_code(source) else f"; seahaven check {source} lists them"
        tell(OUT, f"{counted(count, 'remark')}{told}", "yellow")
