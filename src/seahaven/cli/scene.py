"""`seahaven scene`: scenes of the movie set read aloud and drawn, and the places where they may happen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from seahaven.cli.console import OUT, counted, print_json, tell
from seahaven.cli.network import load_lane_map
from seahaven.cli.options import Allow, Json
from seahaven.cli.place import place_dict, show_places
from seahaven.cli.reel import open_reel
from seahaven.errors import InputError

__all__ = ["scene"]

SHOW_EXAMPLES = """
Examples:

  seahaven scene show examples/scenes/cyclist_forgets_to_yield.scene.yaml

  seahaven scene show my.scene.yaml -o my.svg
"""

PLACES_EXAMPLES = """
Examples:

  seahaven scene places my.scene.yaml town.xodr

  seahaven scene places my.scene.yaml seahaven.roads.builder:lesson_town --json
"""

scene = typer.Typer(help="Read, draw and place scenes of the movie set.", no_args_is_help=True)

EXPLAIN_EXAMPLES = """
Examples:

  seahaven scene explain out/movie-set/movie-set.reel

  seahaven scene explain drive.reel --messages
"""

SceneFile = Annotated[str, typer.Argument(metavar="SCENE", help="A scene file (.scene.yaml).")]
Roads = Annotated[
    str, typer.Argument(metavar="ROADS", help="A .xodr, .net.xml or .rndf file, or package.module:function.")
]
ReelPath = Annotated[Path, typer.Argument(metavar="REEL", help="The recording of a drive.")]
Messages = Annotated[bool, typer.Option("--messages", help="Also tell what the crew said to each other.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="Draw the storyboard into this file.")
]


@scene.command(epilog=SHOW_EXAMPLES, no_args_is_help=True)
def show(source: SceneFile, output: Output = None, allow: Allow = None, json: Json = False) -> None:
    """Read a scene aloud, shot by shot, and draw its storyboard."""
    from seahaven.files import write_text_atomic
    from seahaven.stage import load_scene, storyboard

    if output is not None and output.suffix.lower() != ".svg":
        raise InputError(f"'{output}' cannot be drawn; storyboards are SVG, so end the name with .svg")
    found = load_scene(source, allow=allow or ())
    if json:
        print_json(
            {"scene": found.title, "place": found.place_words, "goals": list(found.goals), "story": found.story()}
        )
    else:
        tell(
            OUT,
            f" (difficulty {found.difficulty} of 5: {', '.join(found.goals)})",
            "dim",
            lead=found.title,
            lead_style="bold",
        )
        for sentence in found.story():
            tell(OUT, f"  {sentence}")
    if output is not None:
        output.parent.mkdir(parents=True, exist_ok=True)
        write_text_atomic(output, storyboard(found))
        tell(OUT, f"{output}", "bold cyan", lead="Storyboard: ")


@scene.command(epilog=PLACES_EXAMPLES, no_args_is_help=True)
def places(source: SceneFile, roads: Roads, allow: Allow = None, json: Json = False) -> None:
    """List the places of a road network where a scene may happen."""
    from seahaven.roads.junctions import JunctionLogic
    from seahaven.roads.places import Survey, find
    from seahaven.stage import load_scene

    found = load_scene(source, allow=allow or ())
    lane_map = load_lane_map(roads, allow)
    known = find(Survey(JunctionLogic(lane_map)), found.place)
    if json:
        print_json([place_dict(place, lane_map) for place in known])
    else:
        show_places(known, found.place_words, with_distance=False)


@scene.command(epilog=EXPLAIN_EXAMPLES, no_args_is_help=True)
def explain(reel: ReelPath, messages: Messages = False, json: Json = False) -> None:
    """Tell the story of each scene of a drive: who played, what was shot, and whose job failed."""
    from seahaven.stage import played_scenes, story_of

    played = played_scenes(open_reel(reel))
    if json:
        print_json([{**one.about, "time": one.begun, "outcome": one.outcome, "blame": one.blame} for one in played])
        return
    for one in played:
        for line in story_of(one, messages=messages):
            tell(OUT, line)
        tell(OUT, "")
    done = sum(one.outcome == "completed" for one in played)
    tell(OUT, f"{counted(len(played), 'scene')}, {done} completed", "green" if done else "yellow")
