"""Surveys for tests: of networks that are made once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from seahaven.roads.builder import lesson_town
from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import RoadNetwork
from seahaven.roads.places import Place, Survey, find, parse


def survey_of(network: RoadNetwork) -> Survey:
    return Survey(JunctionLogic(LaneMap(network)))


@cache
def town() -> Survey:
    return survey_of(lesson_town())


@cache
def survey_of_file(file: Path) -> Survey:
    return survey_of(read_roads(file))


def found(survey: Survey, text: str) -> list[Place]:
    return list(find(survey, parse(text)))


def names(survey: Survey, text: str) -> list[str]:
    return [place.name for place in found(survey, text)]


def roads(survey: Survey, text: str) -> set[str]:
    """The roads on which places lie."""
    lane_map = survey.lane_map
    return {
        lane_map.network.roads[lane_map.road[piece.lane]].id for place in found(survey, text) for piece in place.extent
    }
