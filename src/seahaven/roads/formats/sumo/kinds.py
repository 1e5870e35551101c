"""SUMO's kinds of road files, as rows of the table of formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from seahaven.files import load_xml
from seahaven.roads.formats.format import Format
from seahaven.roads.formats.sumo.configuration import read_configuration
from seahaven.roads.formats.sumo.network import read_sumo
from seahaven.roads.model import RoadNetwork

__all__ = ["CONFIGURATION", "FORMAT"]

_ADDITIONAL: Final = "programs of its lights"


def _read(path: Path, additional: Sequence[Path]) -> RoadNetwork:
    return read_sumo(path, additional=additional)


def _read_configured(path: Path, additional: Sequence[Path]) -> RoadNetwork:
    configuration = read_configuration(path)
    return read_sumo(configuration.network, additional=(*configuration.additional, *additional))


def _road_files(path: Path) -> tuple[Path, ...]:
    configuration = read_configuration(path)
    return path, configuration.network, *configuration.additional


def _label(path: Path) -> str:
    return f"SUMO {load_xml(path).attributes.get('version', '')}".strip()


def _label_of_network(path: Path) -> str:
    return _label(read_configuration(path).network)


FORMAT: Final = Format("a SUMO network", (".net.xml",), "net", _read, _label, additional=_ADDITIONAL)
CONFIGURATION: Final = Format(
    "a SUMO configuration",
    (".sumocfg",),
    "configuration",
    _read_configured,
    _label_of_network,
    additional=_ADDITIONAL,
    files=_road_files,
)
