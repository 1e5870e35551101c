"""Sections that speak of one side only."""

import pytest

from seahaven.files import parse_xml
from seahaven.roads.formats.opendrive import opendrive_text
from seahaven.roads.formats.opendrive.reader import network_of
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, RoadNetwork

ROAD = """<?xml version="1.0"?>
<OpenDRIVE><header revMajor="1" revMinor="8"/>
<road id="r" length="100" junction="-1"><planView>
<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView>
<lanes>
<laneSection s="0"><left><lane id="1" type="driving"><link><successor id="1"/></link>
<width sOffset="0" a="3" b="0.01" c="0" d="0"/><roadMark sOffset="0" type="solid"/>
<roadMark sOffset="70" type="broken"/><speed sOffset="10" max="20"/></lane></left><center><lane id="0"/></center>
<right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection>
<laneSection s="40" singleSide="true"><center><lane id="0"/></center>
<right><lane id="-1" type="driving"><link><predecessor id="-1"/></link><width sOffset="0" a="3.5" b="0" c="0" d="0"/>
</lane><lane id="-2" type="exit"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right></laneSection>
<laneSection s="80"><left><lane id="1" type="driving"><link><predecessor id="1"/></link>
<width sOffset="0" a="3.8" b="0" c="0" d="0"/></lane></left><center><lane id="0"/></center></laneSection>
</lanes></road></OpenDRIVE>"""


@pytest.fixture(scope="module")
def network() -> RoadNetwork:
    return network_of(parse_xml(ROAD, file="single.xodr"))


def lane(network: RoadNetwork, section: int, number: int) -> Lane:
    found = network.road("r").sections[section].lane(number)
    assert found is not None
    return found


def test_the_silent_side_goes_on_from_the_section_before(network: RoadNetwork) -> None:
    assert [[lane.id for lane in section.lanes] for section in network.road("r").sections] == [
        [1, 0, -1],
        [1, 0, -1, -2],
        [1, 0],
    ]
    carried = lane(network, 1, 1)
    assert [carried.width.value(s) for s in (0.0, 40.0)] == pytest.approx([3.4, 3.8])
    assert [(mark.s, mark.kind.value) for mark in carried.marks] == [(0.0, "solid"), (30.0, "broken")]
    assert [(limit.s, limit.speed) for limit in carried.limits] == [(0.0, 20.0)]


def test_a_carried_lane_is_linked_to_itself(network: RoadNetwork) -> None:
    assert (lane(network, 0, 1).after, lane(network, 1, 1).before, lane(network, 1, 1).after) == ((1,), (1,), (1,))
    lanes = LaneMap(network)
    assert lanes.successors(lanes.index("r:2:1")) == (lanes.index("r:1:1"),)
    assert lanes.successors(lanes.index("r:1:1")) == (lanes.index("r:0:1"),)


def test_what_is_written_has_both_sides(network: RoadNetwork) -> None:
    text = opendrive_text(network)
    assert "singleSide" not in text
    assert network_of(parse_xml(text, file="again.xodr")) == network
