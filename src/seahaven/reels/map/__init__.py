"""The renderer of maps, which the replay page and the studio share.

In come a lane map and the plan of its lights; out go the ground as shapes, the strokes of the lights, and the programs
that draw both in a browser, with vehicles and people on top (`SCRIPTS`). They know nothing of where poses come from.
"""

from importlib.resources import files
from typing import Final

from seahaven.reels.map.bars import Bar, bars_of
from seahaven.reels.map.land import land_of
from seahaven.reels.map.mark import Ink, Mark, Point, Spot

__all__ = ["SCRIPTS", "Bar", "Ink", "Mark", "Point", "Spot", "bars_of", "land_of", "script_text", "style_text"]

SCRIPTS: Final = ("view", "inks", "land", "lights", "night", "actors", "marks")
"""The programs of the renderer, in the order in which they build on each other."""


def script_text() -> str:
    """All programs of the renderer, one behind the other."""
    room = files(__name__) / "web"
    return "\n".join((room / f"{name}.js").read_text("utf-8") for name in SCRIPTS)


def style_text() -> str:
    """The colours of the renderer as a style sheet, for light and for dark."""
    return (files(__name__) / "web" / "inks.css").read_text("utf-8")
