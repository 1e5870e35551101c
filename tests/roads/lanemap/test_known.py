"""What depends on roads alone: made once for a lane map, shared by all worlds on it, and never changed."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from types import MappingProxyType
from typing import Any
from weakref import ref

import numpy as np
import pytest

from seahaven.roads import JunctionLogic, LaneMap
from seahaven.roads.builder import lesson_town, rear_end_course, study_road
from seahaven.roads.junctions import SignalPlan
from seahaven.roads.lanemap.lane_map import MOST_SHARED
from seahaven.roads.routing import RoadUser, Router
from seahaven.roads.walking import WalkingNetwork
from tests.roads.lanemap.networks import crossroads


class Survey:
    """Counts how often it is made, and can be watched until it is gone."""

    made = 0

    def __init__(self, lane_map: LaneMap, width: float = 1.0) -> None:
        Survey.made += 1
        self.width = width


def test_a_function_of_the_roads_is_computed_once_for_each_choice_of_arguments() -> None:
    lane_map, before = LaneMap(crossroads()), Survey.made
    surveys = [lane_map.known(Survey), lane_map.known(Survey), lane_map.known(Survey, 2.0), lane_map.known(Survey, 2.0)]
    assert surveys[0] is surveys[1]
    assert surveys[2] is surveys[3]
    assert [survey.width for survey in surveys] == [1.0, 1.0, 2.0, 2.0]
    assert Survey.made == before + 2


def test_what_is_known_of_a_lane_map_is_gone_with_it() -> None:
    lane_map = LaneMap(crossroads())
    watched = ref(lane_map.known(Survey))
    del lane_map
    gc.collect()
    assert watched() is None


def test_worlds_on_one_network_share_its_lane_map_of_the_last_few_networks() -> None:
    networks = [crossroads() for _ in range(MOST_SHARED)]
    lane_maps = [LaneMap.of(network) for network in networks]
    assert [LaneMap.of(network) for network in networks] == lane_maps
    LaneMap.of(crossroads())
    assert LaneMap.of(networks[0]) is not lane_maps[0], "the map that was asked for longest ago is forgotten"
    assert LaneMap.of(networks[-1]) is lane_maps[-1]


def test_logic_signals_routers_and_footpaths_are_shared() -> None:
    lane_map = LaneMap.of(lesson_town())
    logic, car = JunctionLogic.of(lane_map), RoadUser("car")
    assert JunctionLogic.of(lane_map) is logic is JunctionLogic.of(lane_map, clearance=0)
    assert JunctionLogic.of(lane_map, clearance=1.25) is not logic
    assert SignalPlan.of(logic) is SignalPlan.of(logic)
    assert Router.of(lane_map, car) is Router.of(lane_map, RoadUser("car"))
    assert Router.of(lane_map, car, is_roomy=True) is not Router.of(lane_map, car)
    assert WalkingNetwork.of(lane_map) is WalkingNetwork.of(lane_map)


@pytest.mark.parametrize("build", [lesson_town, study_road, rear_end_course])
def test_the_built_in_networks_are_built_once_and_cannot_be_changed(build: Any) -> None:
    network = build()
    assert build() is network
    refuse_mutable(network, "network", set())


def test_networks_that_differ_in_an_option_are_different() -> None:
    assert lesson_town(left_hand=True) is not lesson_town()
    assert lesson_town(left_hand=False) == lesson_town()


def test_all_arrays_of_a_lane_map_and_of_its_logic_are_read_only() -> None:
    lane_map = LaneMap.of(lesson_town())
    for table in (*lane_map.strips, *JunctionLogic.of(lane_map).tables):
        assert not table.flags.writeable


def refuse_mutable(value: Any, path: str, seen: set[int]) -> None:
    """Fail if anything that a value leads to can be changed."""
    if id(value) in seen or value is None or isinstance(value, str | bytes | int | float | Enum):
        return
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        assert not value.flags.writeable, f"{path} is an array that can be written to"
    elif isinstance(value, Mapping):
        assert isinstance(value, MappingProxyType), f"{path} is a {type(value).__name__}, which can be changed"
        for key, part in value.items():
            refuse_mutable(part, f"{path}[{key!r}]", seen)
    elif isinstance(value, tuple | frozenset):
        for k, part in enumerate(value):
            refuse_mutable(part, f"{path}[{k}]", seen)
    else:
        refuse_mutable_parts(value, path, seen)


def refuse_mutable_parts(value: Any, path: str, seen: set[int]) -> None:
    """The same of an object with attributes."""
    settings = getattr(value, "__dataclass_params__", None)
    assert settings is not None, f"{path} is a {type(value).__name__}, which can be changed"
    assert settings.frozen, f"{path} is a {type(value).__name__}, which can be changed"
    for field in fields(value):
        refuse_mutable(getattr(value, field.name), f"{path}.{field.name}", seen)
