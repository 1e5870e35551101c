"""A reel as one HTML file that plays it: no server, no network, nothing to install."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError, ReelError, nearest
from seahaven.files import write_text_atomic
from seahaven.reels.map import land_of, script_text, style_text
from seahaven.reels.page.cast import Cast, is_placed, read_cast
from seahaven.reels.page.channel import BODY, CARRIED, packed_cast
from seahaven.reels.page.curve import Curve, curve_texts, with_curves
from seahaven.reels.page.happening import happenings
from seahaven.reels.page.mission import missions_of
from seahaven.reels.page.packing import Pack
from seahaven.reels.page.situation import situations_of
from seahaven.reels.reel import Reel
from seahaven.world import VEHICLE, WEATHER

if TYPE_CHECKING:
    from seahaven.roads.model import RoadNetwork

__all__ = ["page_text", "write_page"]

SCRIPTS: Final = (
    *("codec", "signals", "film"),
    *("timeline", "situations", "missions", "plot", "finding", "panels", "framing", "hands", "export", "page"),
)
"""The page's own programs, in the order in which they build on each other; those of the map come first."""
LEVEL: Final = 7
"""Of compression; a higher level saves some hundredths and takes five times as long."""
TICKS: Final = 10_000
"""To the second; the page holds the dates of frames as whole numbers of them."""

Floats = NDArray[np.float64]


def write_page(
    reel: Reel,
    path: Path | str,
    *,
    title: str = "",
    start: float | None = None,
    end: float | None = None,
    rate: Fraction | float | None = None,
    plot: Sequence[str] = (),
    curves: Sequence[Curve] = (),
    overwrite: bool = False,
) -> int:
    """Write the page of a reel to a file whose name ends in .html; gives its size in bytes.

    The options are those of `page_text`. A file that exists is refused unless `overwrite` is asked for.
    """
    target = Path(path)
    if target.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"'{target}' cannot be written; a replay is a page, so end the name with .html")
    if target.exists() and not overwrite:
        raise InputError(f"'{target}' exists; write to another file, or pass --force (in Python: overwrite=True)")
    text = page_text(reel, title=title, start=start, end=end, rate=rate, plot=plot, curves=curves)
    write_text_atomic(target, text)
    return len(text.encode())


def page_text(
    reel: Reel,
    *,
    title: str = "",
    start: float | None = None,
    end: float | None = None,
    rate: Fraction | float | None = None,
    plot: Sequence[str] = (),
    curves: Sequence[Curve] = (),
) -> str:
    """The text of a page that plays a reel, complete in itself; the same reel gives the same bytes.

    It shows every family whose entities have an x and a y, on the roads if the reel has them. `start` and `end` cut it
    (s), `rate` leaves out frames (Hz), `plot` names further columns of numbers to draw over time, and `curves` are
    drawn, too. A reel that is not closed, that has nothing to show, or no frame in that time, is refused.
    """
    reel.refuse_damaged()
    with reel.interpreting():
        return _page_text(reel, title=title, start=start, end=end, rate=rate, plot=plot, curves=curves)


def _page_text(
    reel: Reel,
    *,
    title: str,
    start: float | None,
    end: float | None,
    rate: Fraction | float | None,
    plot: Sequence[str],
    curves: Sequence[Curve],
) -> str:
    placed = (name for name, family in reel.families.items() if is_placed(family))
    shown = sorted(placed, key=lambda name: name != VEHICLE.name)
    if not shown:
        raise ReelError(f"{reel.path} has nothing to show: no family in it has columns x and y; record them")
    _refuse_unknown(reel, shown, plot)
    times = _chosen_frames(reel, start, end, rate)
    casts = [read_cast(reel, name, [*BODY, *CARRIED, *plot], times) for name in shown]
    casts = [with_curves(cast, curves, times) for cast in casts if len(cast.ids)]
    if not casts:
        raise ReelError(f"{reel.path} has nothing to show from {times[0]:g} s to {times[-1]:g} s; choose another time")
    pack = Pack()
    story = _story(reel, casts, times, pack, title=title, plot=plot, curves=curves)
    return _assembled(story["title"], _text_of(story), pack.content)


def _refuse_unknown(reel: Reel, shown: list[str], plot: Sequence[str]) -> None:
    known = {name: column for family in shown for name, column in reel.families[family].columns.items()}
    for name in plot:
        if name not in known:
            raise ReelError(f"{reel.path} has no column '{name}' to plot{nearest(name, known)}")
        if known[name].kinds or known[name].is_entity:
            raise ReelError(f"'{name}' cannot be plotted, since it holds no numbers; choose another column")


def _chosen_frames(reel: Reel, start: float | None, end: float | None, rate: Fraction | float | None) -> Floats:
    """The dates of the frames to show; with a rate, of those that come first after each of its dates."""
    times = reel.times
    if not len(times):
        raise ReelError(f"{reel.path} is empty: it has no frame; play the study again")
    first, last = float(times[0]), float(times[-1])
    low, high = first if start is None else start, last if end is None else end
    chosen = times[(times >= low) & (times <= high)]
    if not len(chosen):
        wanted = f"from {low:g} s on" if end is None else f"from {low:g} s to {high:g} s"
        raise ReelError(f"{reel.path} has no frame {wanted}; it goes from {first:g} s to {last:g} s")
    if rate is None:
        return chosen
    beats = np.floor((chosen - chosen[0]) * float(rate) + 1e-6)
    kept: Floats = chosen[np.diff(beats, prepend=-1.0) > 0.0]
    return kept


def _story(
    reel: Reel,
    casts: Sequence[Cast],
    times: Floats,
    pack: Pack,
    *,
    title: str,
    plot: Sequence[str],
    curves: Sequence[Curve],
) -> dict[str, Any]:
    """Everything but the numbers of each frame, which go into the pack."""
    manifest = reel.manifest
    names = {entity: name for name, entity in manifest.names.items()}
    ids = {entity for cast in casts for entity in cast.ids.tolist()}
    network = reel.roads()
    return {
        "title": title or manifest.name or reel.path.stem,
        "seed": manifest.seed,
        "rate": None if manifest.rate is None else str(manifest.rate),
        "state": manifest.state,
        "ticks": TICKS,
        "times": pack.add(np.rint(times * TICKS)),
        "groups": [packed_cast(pack, cast, names=names, subjects=manifest.subjects) for cast in casts],
        "plots": list(plot),
        "curves": curve_texts(curves),
        "events": happenings(reel, ids, start=float(times[0]), end=float(times[-1])),
        "situations": situations_of(reel, start=float(times[0]), end=float(times[-1])),
        "missions": [mission for mission in missions_of(reel) if mission["who"] in ids],
        "weather": _weather(reel, times, pack),
        **_grounds(reel, network, times, pack),
    }


def _weather(reel: Reel, times: Floats, pack: Pack) -> dict[str, Any] | None:
    """The weather in each frame, if it was recorded."""
    columns = [name for name in WEATHER.columns if name in getattr(reel.families.get(WEATHER.name), "columns", ())]
    if not columns:
        return None
    table = reel.table(WEATHER.name, ["time", *columns])
    rows = np.searchsorted(table.column("time").to_numpy(), times)
    if not len(table) or not np.array_equal(table.column("time").to_numpy()[rows % len(table)], times):
        return None
    cells = {name: table.column(name).to_numpy()[rows] for name in columns}
    return {name: {"step": 0.01, **pack.add(np.rint(values / 0.01))} for name, values in cells.items()}


def _grounds(reel: Reel, network: RoadNetwork | None, times: Floats, pack: Pack) -> dict[str, Any]:
    """The roads, if the reel has them, and their lights."""
    if network is None:
        return {"land": None, "lights": None}
    # They load the drawing of maps, which a reel without roads does not need.
    from seahaven.reels.page.lights import lights_of
    from seahaven.roads.lanemap import LaneMap

    lane_map = LaneMap(network)
    return {"land": land_of(lane_map), "lights": lights_of(reel, lane_map, times, pack)}


def _text_of(story: dict[str, Any]) -> bytes:
    return json.dumps(story, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _assembled(title: str, story: bytes, film: bytes) -> str:
    """The page: its frame, with style, programs and data put where it names them."""
    room = files("seahaven.reels.page") / "web"
    text = (room / "page.html").read_text("utf-8")
    parts = {
        "title": escape(title),
        "style": style_text() + (room / "page.css").read_text("utf-8"),
        "program": "\n".join([script_text(), *((room / f"{name}.js").read_text("utf-8") for name in SCRIPTS)]),
        "story": _encoded(story),
        "film": _encoded(film),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], text)


def _encoded(content: bytes) -> str:
    return b64encode(zlib.compress(content, LEVEL)).decode("ascii")
