import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.errors import SeahavenError
from seahaven.files import parse_xml
from seahaven.roads.formats.opendrive.reader import network_of
from seahaven.roads.model import RoadNetwork
from tests.conftest import SHARED
from tests.roads.formats.opendrive.mutations import Mutation, mutated, mutations

OWN = tuple(sorted((Path(__file__).parents[2] / "data").glob("*.xodr")))
REAL = tuple(
    sorted(path for folder in ("alks", "carla", "esmini") for path in (SHARED / "xodr" / folder).glob("*.xodr"))
)
LONGEST = 5.0
IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"


def check(path: Path, changes: list[Mutation]) -> None:
    start = os.times().user
    try:
        network = network_of(parse_xml(mutated(path.read_bytes(), changes)), thorough=True)
    except SeahavenError as error:
        assert str(error)  # noqa: PT017  # either outcome is right
    else:
        assert isinstance(network, RoadNetwork)
    # Of the processor's time: by the clock, it depends on who else is working.
    assert os.times().user - start < LONGEST


@settings(max_examples=2000 if IS_LONG else 150)
@given(st.sampled_from(OWN), mutations)
def test_mutated_file_is_read_or_refused(path: Path, changes: list[Mutation]) -> None:
    check(path, changes)


@pytest.mark.skipif(not REAL, reason="the folder of real road files, ../shared/data, is not here")
@settings(max_examples=2000 if IS_LONG else 15)
@given(st.sampled_from(REAL or OWN), mutations)
def test_mutated_real_file_is_read_or_refused(path: Path, changes: list[Mutation]) -> None:
    check(path, changes)
