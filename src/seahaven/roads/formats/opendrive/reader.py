"""An OpenDRIVE file as a road network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from seahaven.errors import InputError
from seahaven.files import MOST_BYTES, Element, load_xml
from seahaven.memory import undisturbed
from seahaven.roads.formats.opendrive.header import check_header, read_georeference, read_offset, remark_on_offset
from seahaven.roads.formats.opendrive.junctions import read_group, read_junction
from seahaven.roads.formats.opendrive.outlines import with_outline
from seahaven.roads.formats.opendrive.references import Resolver
from seahaven.roads.formats.opendrive.remarks import SCHEMA, Remarks
from seahaven.roads.formats.opendrive.road import read_road
from seahaven.roads.formats.opendrive.rules import check_rules
from seahaven.roads.formats.opendrive.signals import read_controller
from seahaven.roads.formats.opendrive.user_data import restored
from seahaven.roads.model import Controller, Junction, Road, RoadNetwork

__all__ = ["network_of", "read_opendrive"]

T = TypeVar("T")

TEXTS = ("geoReference",)
REFUSED = {"include": "files that are included are not read; put what they hold in its place"}
UNREADABLE = "asam.net:xodr:1.0.0:xml.valid_xml_document"
TWICE = "asam.net:xodr:1.4.0:ids.id_unique_in_class"


def read_opendrive(path: str | Path, *, thorough: bool = False, most_bytes: int = MOST_BYTES) -> RoadNetwork:
    """The road network that an OpenDRIVE file of version 1.4 to 1.8 describes, plain or gzipped.

    What is doubtful but can be used is in the network's remarks; a file that cannot be used is refused as a whole, with
    every problem, its rule and its place. A thorough reading also holds the file against the standard's rules that do
    not keep it from being used, such as gaps between lanes; that takes about twice as long.
    """
    with undisturbed():
        try:
            root = load_xml(path, texts=TEXTS, refused=REFUSED, most_bytes=most_bytes)
        except InputError as error:
            # What has no line, such as a file that is not there, breaks no rule of the standard.
            if error.at is None or error.at.line is None:
                raise
            raise InputError(f"{error.message} [{UNREADABLE}]", error.at) from None
        return network_of(root, thorough=thorough)


def network_of(root: Element, *, thorough: bool = False, with_user_data: bool = True) -> RoadNetwork:
    """The road network that an <OpenDRIVE> element describes."""
    try:
        return _network(root, thorough, with_user_data)
    except InputError as error:
        if error.message.endswith("]"):
            raise
        raise InputError(f"{error.message} [{SCHEMA}]", error.at) from None


def _network(root: Element, thorough: bool, with_user_data: bool) -> RoadNetwork:
    remarks = Remarks()
    check_header(root, remarks)
    roads = remarks.each(lambda element: read_road(element, remarks), root.all("road"))
    junctions = remarks.each(lambda element: read_junction(element, remarks), root.all("junction"))
    controllers = remarks.each(read_controller, root.all("controller"))
    _refuse_twins(root, remarks)
    remarks.settle()
    network = _joined(root, roads, junctions, controllers, remarks)
    if with_user_data:
        network = restored(network, root)
    if thorough:
        check_rules(root, network, remarks)
        remark_on_offset(root.first("header"), remarks)
    return replace(network, remarks=remarks.all())


def _joined(
    root: Element, roads: list[Road], junctions: list[Junction], controllers: list[Controller], remarks: Remarks
) -> RoadNetwork:
    """All of it together, with references to what there is."""
    resolver = Resolver(roads, junctions, controllers, remarks)
    header = root.first("header")
    known = [resolver.road(*pair) for pair in _beside(roads, root, "road")]
    meetings = [resolver.junction(*pair) for pair in _beside(junctions, root, "junction")]
    by_id = {road.id: road for road in known}
    groups = remarks.each(read_group, root.all("junctionGroup"))
    remarks.settle()
    return RoadNetwork(
        tuple(known),
        tuple([with_outline(*pair, by_id, remarks) for pair in _beside(meetings, root, "junction")]),
        tuple([resolver.controller(*pair) for pair in _beside(controllers, root, "controller")]),
        tuple([resolver.group(*pair) for pair in _beside(groups, root, "junctionGroup")]),
        name=header.attributes.get("name", "") if header else "",
        georeference=read_georeference(header),
        offset=read_offset(header),
    )


def _beside(things: list[T], root: Element, tag: str) -> Iterator[tuple[T, Element]]:
    """Things, each with the element that it was read from."""
    return zip(things, root.all(tag), strict=True)


def _refuse_twins(root: Element, remarks: Remarks) -> None:
    """Take down roads and junctions of the same id: what refers to one could mean either."""
    for tag in ("road", "junction"):
        first: dict[str, Element] = {}
        for element in root.all(tag):
            id = element.attributes.get("id", "")
            if first.setdefault(id, element) is not element:
                remarks.refuse(TWICE, element, f"{tag} '{id}' comes twice; first in line {first[id].line}")
