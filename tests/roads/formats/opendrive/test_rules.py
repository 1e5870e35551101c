from collections import Counter
from pathlib import Path

import pytest

from seahaven.roads.formats.opendrive.report import rules_page, verdicts
from seahaven.roads.formats.opendrive.rules import RULES
from seahaven.roads.model import RoadNetwork
from tests.roads.formats.opendrive.conftest import Edit

BROKEN = [
    ("tee", 'x="10" y="0"', 'x="10.1" y="0"', "contact_point_no_horizontal_gaps"),
    ("tee", 'high="we" low="se"', 'high="we"', "priority.high_and_low_attr"),
    ("tee", 'connectingRoad="we" contactPoint="start"><laneLink from="-1"',
     'connectingRoad="we" contactPoint="start"><laneLink from="1"', "one_link_to_incoming"),
    ("tee", '"ws" contactPoint="start"', '"ws" contactPoint="end"', "end_opposite_linkage"),
    ("tee", 'incomingRoad="s" connectingRoad="se"', 'incomingRoad="w" connectingRoad="se"', "start_along_linkage"),
    ("tee", 'incomingRoad="w" connectingRoad="we"', 'incomingRoad="ws" connectingRoad="we"', "no_incoming_road"),
    ("tee", 'orientation="none" length="3"', 'length="3"', "road.object.orientation"),
    ("tee", 'length="3" width="7"', 'radius="3" width="7"', "circular_vs_angular"),
    ("tee", '<parkingSpace access="all"/>', "<skeleton><polyline/></skeleton>", "road.object.attributes"),
    ("tee", '<parkingSpace access="all"/>', "<outlines><outline/></outlines>", "outline_followed_by_corner"),
    ("tee", '<validity fromLane="-1" toLane="-1"/>', '<validity fromLane="1" toLane="-1"/>', "from_lower_equal_to"),
    ("tee", '<restriction type="bus"/></access>', '</access><access sOffset="0" rule="allow"/>', "deny_or_allow"),
    ("tee", 'id="-1" type="driving" direction', 'id="-1" type="driving" level="true" direction', "level_true_one_side"),
    ("bend", 'hdg="0.3"', 'hdg="0.5"', "refline_no_kinks"),
    ("bend", 'x="40" y="0"', 'x="40" y="0.5"', "refline_no_gaps"),
    ("bend", '<successor id="-1"/>', '<successor id="1"/>', "lanes_across_laneSections"),
    ("bend", 'a="3" b="0.01"', 'a="0" b="-0.01"', "lane_width_validity"),
    ("bend", '<lane id="-2" type="sidewalk"', '<lane id="-3" type="sidewalk"', "lane_order_no_gaps"),
    ("bend", '<lane id="2" type="mwyEntry"', '<lane id="-3" type="mwyEntry"', "lanes_numbered_correctly"),
    ("bend", '<center><lane id="0" type="none"/></center>', "", "center_lane_id"),
    ("bend", '<center><lane id="0" type="none"/>',
     '<center><lane id="0"><width sOffset="0" a="1" b="0" c="0" d="0"/></lane>', "center_lane_no_width"),
    ("bend", '<laneSection s="80">', '<laneSection s="140">', "lane_section.valid_length"),
    ("bend", '<laneSection s="0">', '<laneSection s="5">', "lane_sect_first"),
    ("borders", "<lanes>", '<lanes><laneOffset s="0" a="1" b="0" c="0" d="0"/>', "no_offset_if_border_defined"),
    ("borders", '<border sOffset="0" a="5"', '<border sOffset="0" a="1"', "overlap_with_inner_lanes"),
    ("borders", '<lane id="2" type="shoulder">',
     '<lane id="2" type="shoulder"><width sOffset="0" a="1" b="0" c="0" d="0"/>', "exclusive_width_border"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "rule"), BROKEN)
def test_broken_rule_is_remarked_on(edited: Edit, name: str, old: str, new: str, rule: str) -> None:
    found = [remark for remark in edited(name, (old, new)).remarks if remark.rule.endswith(rule)]
    assert found
    assert all(remark.at is not None and remark.at.line and remark.element for remark in found)


def test_our_own_files_keep_all_rules(edited: Edit) -> None:
    for name in ("bend", "borders"):
        assert edited(name).remarks == ()
    (offset,) = edited("tee").remarks
    assert str(offset) == (
        "tee.xodr:5: the <offset> of x 500000, y 5.4e+06, z 300, hdg 0.5 is not applied: roads keep the coordinates of "
        "the file (OpenDRIVE/header/offset) [seahaven:header.offset]"
    )


def test_rules_younger_than_the_file_are_not_held_against_it(edited: Edit) -> None:
    change = ('x="10" y="0"', 'x="10.1" y="0"')
    old = edited("tee", change, ('revMinor="8"', 'revMinor="4"'))
    assert not any("horizontal_gaps" in remark.rule for remark in old.remarks)


def test_redundant_records_are_told_once_for_each_row(edited: Edit) -> None:
    again = '<elevation s="10" a="1.1" b="0.01" c="0" d="0"/><elevation s="20" a="1.2" b="0.01" c="0" d="0"/>'
    network = edited("bend", ('revMinor="4"', 'revMinor="7"'), ('<elevation s="70"', f'{again}<elevation s="70"'))
    (found,) = [remark for remark in network.remarks if remark.rule.endswith("avoid_redundant_info")]
    assert found.message == "2 of 4 <elevation> records only continue the one before them; the first that does"
    assert found.element.endswith("elevation[2]")


def test_rules_have_names_of_their_own() -> None:
    assert max(Counter(rule.name for rule in RULES).values()) == 1


def test_a_rule_broken_over_and_over_is_not_told_forever(edited: Edit) -> None:
    marks = "".join(f'<roadMark sOffset="{k}" type="odd"/>' for k in range(300))
    network: RoadNetwork = edited("bend", ('<roadMark sOffset="30"', f'{marks}<roadMark sOffset="30"'))
    assert len(network.remarks) == 201
    assert network.remarks[-1].message == "100 more of these"


def test_every_rule_file_is_judged_rightly(shared_data: Path) -> None:
    found = verdicts(shared_data / "xodr" / "qc")
    wrong = [v.file for v in found if v.is_caught is not (v.is_meant_invalid and not v.is_exempt)]
    assert wrong == []
    assert len(found) == 181


def test_the_page_on_rules_is_up_to_date(shared_data: Path) -> None:
    page = Path(__file__).parents[4] / "docs" / "opendrive-rules.md"
    assert page.read_text() == rules_page(shared_data / "xodr" / "qc")
