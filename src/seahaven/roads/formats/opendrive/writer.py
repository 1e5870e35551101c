"""A road network as an OpenDRIVE file."""

from __future__ import annotations

from pathlib import Path

from seahaven.files import write_text_atomic, xml_text
from seahaven.roads.formats.opendrive.reader import network_of
from seahaven.roads.formats.opendrive.user_data import add_user_data
from seahaven.roads.formats.opendrive.writing import document_of
from seahaven.roads.model import RoadNetwork

__all__ = ["opendrive_text", "write_opendrive"]


def write_opendrive(network: RoadNetwork, path: str | Path, *, standard_only: bool = False) -> None:
    """Write a network as an OpenDRIVE 1.8 file; `opendrive_text` says what is in it."""
    write_text_atomic(path, opendrive_text(network, standard_only=standard_only))


def opendrive_text(network: RoadNetwork, *, standard_only: bool = False) -> str:
    """Give a network as the text of an OpenDRIVE 1.8 file; the same network always gives the same text.

    Numbers are written to the last digit. What the standard has no words for (phases of lights, priorities by lane,
    zones, points of lanes) goes into <userData>, unless only the standard's own words are asked for. With it, reading
    back gives an equal network, less these: polylines in a reference line come back as lines, parametric cubics whose
    parameter is neither their length nor runs from 0 to 1 are scaled to 1, and among the things along a road tunnels
    and bridges come last.

    Lanes given by points are drawn as strips of their width along the road's line, which is exact for a single lane
    whose centre the line is, and for lanes that keep their distance from it. Lanes that do not begin and end abreast of
    each other, or whose distance changes, are drawn as if they did; where the line has a kink of angle a, a lane
    at distance d strays by up to d tan(a / 2).
    """
    root = document_of(network)
    if not standard_only:
        add_user_data(network, network_of(root), root)
    return xml_text(root)
