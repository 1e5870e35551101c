"""What is measured of roads, and the goals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from seahaven.bench.bench import Progress
from seahaven.bench.roads.continuity import Link, links
from seahaven.bench.roads.exports import export_by_sumo, netconvert, strays
from seahaven.bench.roads.reference import Agreement, agreement
from seahaven.bench.roads.road_files import RoadFiles
from seahaven.bench.roads.speed import loading_ratio, making, random_points, rates
from seahaven.bench.row import Row
from seahaven.geometry import Floats
from seahaven.roads.builder import lesson_town
from seahaven.roads.formats.opendrive import opendrive_text, read_opendrive
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.lanemap import LaneMap

__all__ = ["RoadsBench"]

DATA = Path("..", "shared", "data")
NEAR, FAR, TURN, GAP = 0.02, 0.1, 0.01, 0.05


@dataclass(frozen=True, slots=True)
class RoadsBench:
    """How exact and how fast roads are; `data` is the folder of files that others made."""

    data: Path = DATA
    points: int = 100_000
    repeats: int = 15

    name = "roads"
    about = "Lanes against esmini's centre lines, links, SUMO exports; loading against lxml, matching, placing"
    libraries = ("lxml", "numba", "numpy")

    def quick(self) -> RoadsBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, repeats=3)

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in about half a minute."""
        files = RoadFiles(self.data)
        if not files.valid():
            yield from self._without_files(progress)
            return
        yield from self._accuracy(files, progress)
        progress("links")
        yield self._continuity(files)
        progress("a SUMO network and its exports")
        yield from self._exports(files)
        progress("loading")
        ratio, seconds = loading_ratio(files.town, repeats=self.repeats)
        yield Row.at_most(f"loading {files.town.stem}, compiled code at hand", ratio, "lxml's parsing", limit=10)
        yield Row(f"loading {files.town.stem}", 1e3 * seconds, "ms CPU")
        progress("asking")
        yield from self._speed(LaneMap(read_opendrive(files.town)))

    def _without_files(self, progress: Progress) -> Iterator[Row]:
        reason = f"no road files in {self.data}; name their folder with --data"
        for name in ("centre points", "headings", "links", "SUMO network and exports", "loading against lxml"):
            yield Row.skipped(name, reason)
        progress("making a lane map")
        town = lesson_town()
        yield Row("making a town's lane map", 1e3 * making(town, repeats=self.repeats), "ms CPU")
        progress("asking")
        yield from self._speed(LaneMap(town))

    def _accuracy(self, files: RoadFiles, progress: Progress) -> Iterator[Row]:
        parts = {}
        for path, lines in files.references():
            progress(f"centre lines of {path.stem}")
            parts[path.stem] = agreement(LaneMap(read_opendrive(path)), lines)
        whole = Agreement.of_all(list(parts.values()))
        yield Row.at_least("centre points within 2 cm of esmini's", whole.share(NEAR), "%", limit=99)
        yield Row.at_least("centre points within 10 cm", whole.share(FAR), "%", limit=100)
        agrees = 100.0 * float(np.mean(whole.turns <= TURN))
        yield Row.at_least("headings within 0.01 rad, 1 m away from kinks", agrees, "%", limit=100)
        yield Row.at_most("driving lanes that are missing", len(whole.missing), "lanes", limit=0)
        yield Row("furthest in height", 100.0 * float(whole.height.max(initial=0.0)), "cm")
        for name, part in parts.items():
            furthest = 100.0 * float(part.distance.max(initial=0.0))
            yield Row(f"centre points of {name}", part.share(NEAR), f"% within 2 cm, the furthest {furthest:.2f} cm")

    def _continuity(self, files: RoadFiles) -> Row:
        found = [(path.stem, link) for path in files.valid() for link in links(LaneMap(read_opendrive(path)))]
        wide = [f"{name}: {_told(link)}" for name, link in found if link.gap >= GAP]
        share = 100.0 * (1.0 - len(wide) / max(len(found), 1))
        return Row.at_least("links with a gap under 5 cm", share, "%", limit=99).with_details(wide)

    def _exports(self, files: RoadFiles) -> Iterator[Row]:
        given = LaneMap(read_sumo(files.sumo))
        with TemporaryDirectory() as folder:
            target, program = Path(folder, "network.xodr"), netconvert()
            if program is None:
                yield Row.skipped("SUMO network and its own export", "netconvert is not installed")
            else:
                export_by_sumo(program, files.sumo, target)
                yield _exported("SUMO's own export", strays(given, LaneMap(read_opendrive(target))))
            target.write_text(opendrive_text(given.network, standard_only=True), encoding="utf-8")
            yield _exported("our export of a SUMO network", strays(given, LaneMap(read_opendrive(target))))

    def _speed(self, lane_map: LaneMap) -> Iterator[Row]:
        found = rates(lane_map, random_points(lane_map, self.points), repeats=self.repeats)
        millions = {name: rate / 1e6 for name, rate in found.items()}
        unit = "million/s of CPU"
        yield Row.at_least("points near roads to lanes", millions["match"], unit, limit=1)
        yield Row.at_least("points on lanes, with a hint 1 m back", millions["hinted"], unit, limit=5)
        yield Row("points near roads, with a hint 1 m back", millions["hinted near"], unit)
        yield Row.at_least("lane to x, y, z, heading, curvature, grade", millions["place"], unit, limit=20)


def _told(link: Link) -> str:
    return f"{link.lane} to {link.following} {link.gap:.3f} m"


def _exported(name: str, away: Floats) -> Row:
    share = 100.0 * float(np.mean(away <= NEAR))
    return Row.at_least(f"{name}, within 2 cm outside junctions", share, "%", limit=99)
