"""A town with its demand: the files that both sides drive by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Self

from seahaven.bench.sumo.program import Sumo
from seahaven.errors import InputError
from seahaven.files import Element, file_digest, load_xml
from seahaven.roads.formats.sumo import files_of, is_configuration, read_configuration

__all__ = ["DemandTown", "towns_in"]

NETWORKS, ROUTES = ("*.net.xml", "*.net.xml.gz"), ("*.rou.xml", "*.rou.xml.gz")
STUDY = """study: {name}
duration: {seconds:g} s
roads: {roads}
traffic:
  rate: {rate:g} Hz
  demand: {{files: {demand}, begin: {begin:g} s, lenient: true}}
"""


@dataclass(frozen=True, slots=True)
class DemandTown:
    """A network with route files that go with it, or a `.sumocfg` that names both, from a time of the files (s) on."""

    name: str
    roads: Path
    demand: tuple[Path, ...]
    begin: float = 0.0
    end: float = inf

    @classmethod
    def of(cls, roads: Path, demand: tuple[Path, ...] = (), *, name: str | None = None) -> Self:
        """The town of a `.sumocfg`, or of a network and route files; begins when the first vehicle departs."""
        name = name or roads.name.partition(".")[0]
        if is_configuration(roads):
            configuration = read_configuration(roads)
            return cls(name, roads, demand or (roads,), configuration.begin, configuration.end)
        if not demand:
            raise InputError(f"{roads} names no demand; give route files with --demand, or a .sumocfg as roads")
        return cls(name, roads, demand, min((_departures(demand)), default=0.0) // 60.0 * 60.0)

    def seconds(self, most: float) -> float:
        """For how many seconds it is driven in, at most."""
        return min(most, self.end - self.begin)

    @property
    def flows(self) -> frozenset[str]:
        """The names of its flows, whose vehicles have numbers."""
        tops = [load_xml(path) for path in self._all_routes]
        return frozenset(flow.attributes.get("id", "") for top in tops for flow in top.all("flow"))

    @property
    def digest(self) -> str:
        """A digest of all its files."""
        files = sorted({*self._all_routes, *self._additional, self._network})
        return hashlib.sha256("".join(f"{file.name} {file_digest(file)} " for file in files).encode()).hexdigest()[:12]

    def study(self, target: Path, *, step: float, seconds: float) -> Path:
        """Write the study that our side plays."""
        files = "[" + ", ".join(f'"{file.resolve()}"' for file in self.demand) + "]"
        target.write_text(
            STUDY.format(
                name=self.name, seconds=seconds, roads=f'"{self.roads.resolve()}"', rate=1.0 / step, demand=files,
                begin=self.begin,
            ),
            encoding="utf-8",
        )  # fmt: skip
        return target

    def sumo(self, *, step: float) -> Sumo:
        """SUMO with the same files."""
        return Sumo(self._network, self._all_routes[0], step, additional=self._additional)

    @property
    def sumo_options(self) -> dict[str, object]:
        """What SUMO has to be given besides."""
        return {"begin": self.begin, "route-files": ",".join(map(str, self._all_routes))}

    @property
    def _network(self) -> Path:
        return read_configuration(self.roads).network if is_configuration(self.roads) else self.roads

    @property
    def _all_routes(self) -> tuple[Path, ...]:
        configured = [read_configuration(file).routes for file in self.demand if is_configuration(file)]
        return (
            *(file for file in self.demand if not is_configuration(file)),
            *(f for files in configured for f in files),
        )

    @property
    def _additional(self) -> tuple[Path, ...]:
        files = dict.fromkeys((self.roads, *self.demand))
        return tuple(f for file in files if is_configuration(file) for f in read_configuration(file).additional)


def _departures(files: tuple[Path, ...]) -> Iterator[float]:
    for file in files:
        for element in load_xml(file):
            yield from _departure(element)


def _departure(element: Element) -> Iterator[float]:
    for name in ("depart", "begin"):
        try:
            yield float(element.attributes[name])
        except (KeyError, ValueError):  # not there, or a word such as "triggered"
            continue


def towns_in(folder: Path) -> Iterator[DemandTown]:
    """Give the towns below a folder: each `.sumocfg`, or where there is none a network with its route files."""
    places = sorted({file.parent for pattern in NETWORKS for file in folder.rglob(pattern)})
    for place in places:
        configurations = sorted(place.glob("*.sumocfg"))
        routes = _files(place, ROUTES)
        if configurations:
            yield from (DemandTown.of(file, name=place.name) for file in configurations if _is_whole(file))
        elif routes:
            yield DemandTown.of(_files(place, NETWORKS)[0], routes, name=place.name)


def _is_whole(configuration: Path) -> bool:
    return all(file.is_file() for file in files_of(configuration))


def _files(folder: Path, patterns: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(sorted(file for pattern in patterns for file in folder.glob(pattern)))
