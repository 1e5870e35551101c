"""A strip of pictures: the same place, or the same vehicle, at one moment after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from seahaven.reels.charts.chart import chart
from seahaven.reels.charts.scene import Body, draw_inside
from seahaven.reels.charts.trail import EDGE, INK
from seahaven.roads import LaneMap

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Panel", "draw_strip"]

_COLUMNS: Final = 3
_WIDE, _HEAD, _LABEL = 3.6, 0.75, 0.28
"""Inches: a picture's width, the title above all of them, and the words above each."""
_LINE: Final = 130
"""Characters to a line."""
_DECIDED: Final = "#c8452d"


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture of a strip: its words, what is to be seen, around which place, and whether it is the moment."""

    words: str
    bodies: Sequence[Body]
    around: tuple[float, float]
    is_moment: bool = False


def draw_strip(
    path: Path,
    panels: Sequence[Panel],
    *,
    title: str,
    words: str = "",
    lane_map: LaneMap | None = None,
    reach: float = 40.0,
) -> None:
    """Write pictures side by side, three to a row, as PNG or SVG; each reaches so many metres to either side.

    `words` say below them what is to be seen.
    """
    columns = min(_COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    height = rows * (_WIDE * 0.6 + _LABEL) + _HEAD + 0.3
    with chart(path, title=title, width=columns * _WIDE, height=height) as figure:
        for number, panel in enumerate(panels, start=1):
            axes = figure.add_subplot(rows, columns, number)
            draw_inside(axes, list(panel.bodies), lane_map, around=panel.around, reach=reach, inches=_WIDE)
            _frame(axes, panel)
        figure.supxlabel("\n".join(wrap(words, _LINE)), x=0.02, ha="left", fontsize=10, color=INK)


def _frame(axes: Axes, panel: Panel) -> None:
    """The words above a picture, and a line around it; the moment itself stands out."""
    axes.set_axis_on()
    axes.set_xticks([])
    axes.set_yticks([])
    colour = _DECIDED if panel.is_moment else EDGE
    for spine in axes.spines.values():
        spine.set_color(colour)
        spine.set_linewidth(2.0 if panel.is_moment else 0.6)
    weight = "bold" if panel.is_moment else "normal"
    axes.set_title(panel.words, fontsize=9, loc="left", color=colour if panel.is_moment else INK, fontweight=weight)
