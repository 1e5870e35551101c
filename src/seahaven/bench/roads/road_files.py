"""Where the road files lie that others made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["RoadFiles"]


@dataclass(frozen=True, slots=True)
class RoadFiles:
    """A folder of road files: OpenDRIVE in `xodr/*`, esmini's lines in `reference`, SUMO networks in `sumo/*`."""

    folder: Path

    @property
    def town(self) -> Path:
        """The town that loading and asking are measured with."""
        return self.folder / "xodr" / "carla" / "Town10HD.xodr"

    @property
    def sumo(self) -> Path:
        """A SUMO network."""
        return self.folder / "sumo" / "pasubio" / "pasubio_buslanes.net.xml"

    def valid(self) -> tuple[Path, ...]:
        """The OpenDRIVE files that are meant to be valid; those in `qc` break rules on purpose."""
        found = self.folder.glob("xodr/*/*.xodr")
        return tuple(sorted(path for path in found if path.parent.name != "qc"))

    def references(self) -> Iterator[tuple[Path, Path]]:
        """Every OpenDRIVE file that has centre lines to compare with, and these."""
        for path in self.valid():
            lines = self.folder / "reference" / f"{path.stem}.csv.gz"
            if lines.is_file():
                yield path, lines
