"""Charts in the house style: the same drawing gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from seahaven.errors import ReelError
from seahaven.reels.charts.trail import EDGE, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["chart", "chart_text", "draw_space_time", "finish"]

_STYLE: Final[Any] = {
    "svg.hashsalt": "seahaven",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": EDGE,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
_PAD: Final = 0.1
_DPI: Final = 150
_SLOW_TO_FAST: Final = ("#8f2a1b", "#c8452d", "#e3a03c", "#e9d9a0", "#9dbfb8", "#1f6f8b")
_KMH: Final = 3.6


@contextmanager
def chart(path: Path, *, title: str, width: float = 10.0, height: float = 6.8) -> Iterator[Figure]:
    """A figure, of so many inches, that is written when the block ends: as PNG if the path ends so, else as SVG.

    with chart(Path("flow.svg"), title="Flow") as figure:
        axes = figure.add_subplot()
        axes.plot(density, flow)
        finish(axes, "Flow in vehicles/h", "vehicles/km")
    """
    import matplotlib  # takes a good part of a second to load, and only who draws should wait for it
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with matplotlib.rc_context(_STYLE):
        layout = ConstrainedLayoutEngine(w_pad=_PAD, h_pad=_PAD)
        figure = Figure(figsize=(width, height), facecolor=PAPER, layout=layout)
        figure.suptitle(title, x=0.03, ha="left", fontsize=15, color=INK)
        yield figure
        _save(figure, path)


def chart_text(draw: Callable[[Figure], None], *, width: float, height: float) -> str:
    """A figure, of so many inches, as an `<svg>` to stand in a page: no paper of its own, and letters as letters."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    sink = io.StringIO()
    with matplotlib.rc_context({**_STYLE, "svg.fonttype": "none"}):
        figure = Figure(
            figsize=(width, height), facecolor="none", layout=ConstrainedLayoutEngine(w_pad=_PAD, h_pad=_PAD)
        )
        draw(figure)
        figure.savefig(sink, format="svg", metadata={"Date": None}, facecolor="none")
    text = sink.getvalue()
    return text[text.index("<svg") :]


def finish(axes: Axes, title: str, x_label: str, y_label: str = "") -> None:
    """Give a plot its title and labels, and take away what only frames it."""
    axes.set_title(title, loc="left", fontsize=10, color=INK)
    axes.set_facecolor(PAPER)
    axes.set_xlabel(x_label, color=INK)
    axes.set_ylabel(y_label, color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=EDGE, linewidth=0.4)


def draw_space_time(
    axes: Axes, time: ArrayLike, place: ArrayLike, speed: ArrayLike, *, fastest: float, has_bar: bool = True
) -> None:
    """Draw speeds (m/s) over time (min) and place (km): a row for each time, a column for each place.

    `time` (s) and `place` (m) are the borders of the cells, of even size; NaN, where nobody was, is left blank. Dark
    red is standing, blue is `fastest` (m/s) and above.
    """
    from matplotlib.colors import LinearSegmentedColormap

    t, x = np.asarray(time) / 60.0, np.asarray(place) / 1000.0
    colours = LinearSegmentedColormap.from_list("slow to fast", _SLOW_TO_FAST)
    image = axes.imshow(
        _KMH * np.asarray(speed).T,
        extent=(t[0], t[-1], x[0], x[-1]),
        origin="lower", aspect="auto", interpolation="nearest", cmap=colours, vmin=0.0, vmax=_KMH * fastest,
    )  # fmt: skip
    if has_bar:
        bar = axes.figure.colorbar(image, ax=axes, pad=0.01, aspect=30)
        bar.outline.set_visible(False)
        bar.set_label("km/h", color=INK)


def _save(figure: Figure, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix.lower() == ".png":
            figure.savefig(path, format="png", metadata={"Software": None}, dpi=_DPI)
        else:
            figure.savefig(path, format="svg", metadata={"Date": None})
    except OSError as error:
        with suppress(OSError):
            path.unlink(missing_ok=True)  # half a picture is none
        raise ReelError(f"cannot write the picture {path}: {error.strerror}") from None
