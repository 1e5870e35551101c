"""An hour of one junction in Cologne, from files that others made: the whole process on both sides."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from seahaven.bench.sumo.program import Sumo
from seahaven.errors import SeahavenError
from seahaven.files import load_xml, new_element, xml_text

__all__ = ["HOUR", "Cologne", "play_elsewhere"]

NAME = "cologne1"
BEGIN = 25_200.0
"""In seconds: the hour begins at seven in the morning."""
HOUR = 3600.0
STUDY = """study: An hour in Cologne
seed: 1
duration: {seconds:g} s
roads: {network}
traffic:
  rate: {rate:g} Hz
  demand: {demand}
"""
PROGRAM = """import sys
import seahaven

with seahaven.open(sys.argv[1]) as run:
    run.advance()
"""


@dataclass(frozen=True, slots=True)
class Cologne:
    """The folder with the files; without them it is absent."""

    folder: Path

    @classmethod
    def among(cls, data: Path) -> Cologne:
        """The junction as it lies in a folder of road files."""
        return cls(data / "sumo" / "resco" / NAME)

    @property
    def is_there(self) -> bool:
        """Whether the files can be found."""
        return self.network.is_file() and self._trips.is_file()

    @property
    def network(self) -> Path:
        """SUMO's network."""
        return self.folder / f"{NAME}.net.xml"

    @property
    def _trips(self) -> Path:
        return self.folder / f"{NAME}.rou.xml"

    def demand(self, target: Path) -> Path:
        """Write the trips for both sides, with dates that count from the beginning of the hour."""
        rows = [new_element(row.tag, _from_zero(row.attributes)) for row in load_xml(self._trips).children]
        target.write_text(xml_text(new_element("routes", {}, rows)), encoding="utf-8")
        return target

    def study(self, demand: Path, target: Path, *, step: float, seconds: float) -> Path:
        """Write the study that our side plays."""
        files = {"network": self.network.resolve(), "demand": demand.resolve()}
        target.write_text(STUDY.format(seconds=seconds, rate=1.0 / step, **files), encoding="utf-8")
        return target

    def sumo(self, demand: Path, *, step: float) -> Sumo:
        """SUMO with the same files."""
        return Sumo(self.network, demand, step)


def _from_zero(attributes: dict[str, str]) -> dict[str, object]:
    if "depart" not in attributes:
        return dict(attributes)
    return {**attributes, "depart": f"{float(attributes['depart']) - BEGIN:.2f}"}


def play_elsewhere(study: Path) -> None:
    """Play a study to its end in a process of its own, as a program would that holds nothing else.

    Python keeps bytecode, as it does unless it is told otherwise.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", PROGRAM, str(study)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise SeahavenError(f"the process that plays {study} stopped with {done.returncode}: {done.stderr[-500:]}")
