"""A whole OpenDRIVE file."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element, new_element
from seahaven.roads.formats.opendrive.user_data import VENDOR
from seahaven.roads.formats.opendrive.writing.junctions import group_element, junction_element
from seahaven.roads.formats.opendrive.writing.roads import road_element
from seahaven.roads.formats.opendrive.writing.signals import controller_element
from seahaven.roads.model import RoadNetwork


def document_of(network: RoadNetwork) -> Element:
    """The outermost element of a file that describes the network, with all others inside it."""
    return new_element("OpenDRIVE", children=_parts(network))


def _parts(network: RoadNetwork) -> Iterator[Element]:
    yield _header(network)
    yield from map(road_element, network.roads)
    yield from map(controller_element, network.controllers)
    yield from map(junction_element, network.junctions)
    yield from map(group_element, network.groups)


def _header(network: RoadNetwork) -> Element:
    """The header; it has no date, so that the same network is always the same file."""
    attributes = {"revMajor": 1, "revMinor": 8, "name": network.name or None, "vendor": VENDOR}
    return new_element("header", attributes, _location(network))


def _location(network: RoadNetwork) -> Iterator[Element]:
    if network.georeference:
        yield new_element("geoReference", text=network.georeference)
    if any(network.offset):
        yield new_element("offset", dict(zip(("x", "y", "z", "hdg"), network.offset, strict=True)))
