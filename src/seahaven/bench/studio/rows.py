"""The bench of the studio, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from seahaven.bench.bench import Progress
from seahaven.bench.parts import chosen
from seahaven.bench.row import Row
from seahaven.bench.traffic.runs import EXAMPLES
from seahaven.errors import InputError

if TYPE_CHECKING:
    from seahaven.bench.studio.browser import Browser
    from seahaven.bench.studio.figures import Drawing
    from seahaven.bench.studio.served import Served

__all__ = ["StudioBench"]

CALLS_GOAL, TRIANGLES_GOAL, SCRIPT_GOAL = 150.0, 300_000.0, 6.0
"""Of a picture with 500 vehicles in view; milliseconds of script, 95 of 100 pictures."""
LATENCY_GOAL = 20.0
"""Milliseconds from an input to the frame that shows it, 95 of 100 inputs."""
SHARE_GOAL = 5.0
"""Percent by which viewers may change what the simulation costs."""
START_GOAL = 5.0
"""Seconds from the command to the first moving picture."""
STARTED = "motorway.study.yaml"
"""The example with which the start is measured."""
PARTS = ("pages", "inputs", "frames", "viewers", "start")


@dataclass(frozen=True, slots=True)
class StudioBench:
    """What pages, frames and viewers of the studio cost, and how soon hands are seen; in the sizes of its goals."""

    seconds: float = 10.0
    """For which each page draws as fast as it can."""
    pictures: int = 300
    """Of each page, whose script is timed."""
    presses: int = 30
    inputs: int = 400
    window: float = 10.0
    """s, in which the simulation has the same viewers."""
    rounds: int = 8
    starts: int = 5
    in_view: int = 500
    """Vehicles around the subject."""
    many: int = 2000
    """Vehicles of a large frame."""
    parts: tuple[str, ...] = PARTS

    name = "studio"
    about = "Pages of the studio in Chromium, frames, viewers, and from hands to pictures"
    libraries = ("numba", "numpy", "starlette", "uvicorn", "websockets")

    def quick(self) -> StudioBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, seconds=4.0, pictures=80, presses=8, inputs=120, window=4.0, rounds=4, starts=2)

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in about ten minutes; mostly by the wall clock, so leave the machine alone."""
        for library in ("starlette", "uvicorn", "websockets"):
            if find_spec(library) is None:
                text = f"bench 'studio' needs '{library}', which is not installed"
                raise InputError(f"{text}; install it with: pip install 'seahaven[studio]'")
        from seahaven.bench.studio.browser import Browser, chromium
        from seahaven.bench.studio.crowded import write_crowded
        from seahaven.bench.studio.served import Served

        wanted = chosen(self.name, self.parts, among=PARTS)
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            study = write_crowded(folder, others=self.in_view)
            is_seen = chromium() is not None and {"pages", "start"} & set(wanted)
            browser = stack.enter_context(Browser()) if is_seen else None
            if set(wanted) - {"start"}:
                with Served(folder) as served:
                    for part in wanted:
                        if part == "pages":
                            yield from self._pages(progress, served, study, browser)
                        elif part == "inputs":
                            yield from self._inputs(progress, served, study)
                        elif part == "frames":
                            yield from self._frames(progress, served, folder, study)
                        elif part == "viewers":
                            yield from self._viewers(progress, served, study)
            if "start" in wanted:
                yield from self._start(progress, browser)

    def _pages(self, progress: Progress, served: Served, study: Path, browser: Browser | None) -> Iterator[Row]:
        from seahaven.bench.studio import figures

        if browser is None:
            yield Row.skipped("pages", "there is no Chromium; install the package 'chromium'")
            return
        progress(f"the driver's seat among {self.in_view} vehicles")
        seat = figures.drawing(browser, served, study, page="seat", seconds=self.seconds, pictures=self.pictures)
        name = f"{seat.vehicles - 1} vehicles in view from the seat, with three mirrors"
        yield Row.at_most(f"{name}, a picture", float(seat.calls.max()), "draw calls", limit=CALLS_GOAL)
        yield Row.at_most("the same", float(seat.triangles.max()), "triangles", limit=TRIANGLES_GOAL)
        yield from _script(seat)
        yield Row("the same, drawn in software", seat.rate, "pictures/s")
        progress(f"the live map with {self.in_view} vehicles")
        live = figures.drawing(browser, served, study, page="live", seconds=self.seconds, pictures=self.pictures)
        yield Row("live map with all of them, drawn in software", live.rate, "pictures/s")
        yield from _script(live)
        progress("from a key to the picture")
        times = 1e3 * figures.key_to_picture(browser, served, study, presses=self.presses)
        yield Row("from a key to the picture that shows it, in software", float(np.median(times)), "ms")

    def _inputs(self, progress: Progress, served: Served, study: Path) -> Iterator[Row]:
        from seahaven.bench.studio import figures

        progress(f"{self.inputs} inputs")
        times = 1e3 * figures.latencies(served, study, inputs=self.inputs)
        value = float(np.quantile(times, 0.95))
        yield Row.at_most(f"input to frame among {self.in_view} vehicles, p95", value, "ms", limit=LATENCY_GOAL)
        yield Row("the same, median", float(np.median(times)), "ms")

    def _frames(self, progress: Progress, served: Served, folder: Path, study: Path) -> Iterator[Row]:
        from seahaven.bench.studio import figures
        from seahaven.bench.studio.crowded import write_crowded

        for others in (self.in_view, self.many):
            progress(f"a frame of {others} vehicles")
            size, count = figures.frame_bytes(
                served, study if others == self.in_view else write_crowded(folder, others=others)
            )
            yield Row(f"a frame of {count} vehicles", float(size), "bytes")

    def _viewers(self, progress: Progress, served: Served, study: Path) -> Iterator[Row]:
        from seahaven.bench.studio import figures

        progress("the simulation with 0, 1 and 10 viewers")
        shares = figures.cpu_shares(served, study, seconds=self.window, rounds=self.rounds)
        yield Row(f"simulation of {self.in_view} vehicles without viewers", 1e3 * median(shares[0]), "ms CPU/s")
        for viewers, words in ((1, "1 viewer"), (10, "10 viewers, one of them stalled")):
            ratio = median(with_them / alone for with_them, alone in zip(shares[viewers], shares[0], strict=True))
            change = 100.0 * (ratio - 1.0)
            name = f"what {words} add to that"
            yield Row.within(name, change, "%", low=-SHARE_GOAL, high=SHARE_GOAL)

    def _start(self, progress: Progress, browser: Browser | None) -> Iterator[Row]:
        from seahaven.bench.studio import figures

        times = []
        for number in range(self.starts + 1):
            progress(f"start {number} of {self.starts}")
            times.append(figures.start_seconds(EXAMPLES, STARTED, browser))
        where = "frame" if browser is None else "picture"
        name = f"from `seahaven studio` to the first moving {where}, median"
        walls, spent = zip(*times[1:], strict=True)
        yield Row.at_most(name, median(walls), "s", limit=START_GOAL)
        yield Row("CPU of server and simulation until then", median(spent), "s")


def _script(drawing: Drawing) -> Iterator[Row]:
    value = float(np.quantile(drawing.script, 0.95))
    yield Row.at_most("its script, p95", value, "ms", limit=SCRIPT_GOAL)
    yield Row("its script, median", float(np.median(drawing.script)), "ms")
