import pytest

from seahaven.errors import InputError
from seahaven.roads.model import End, RoadLink
from tests.roads.formats.opendrive.conftest import Edit

DANGLING = "asam.net:xodr:1.4.0:ids.only_ref_defined_ids"


def test_link_to_a_road_that_is_not_there_is_dropped(edited: Edit) -> None:
    network = edited("tee", ('elementId="s" contactPoint="end"/></link>', 'elementId="ss" contactPoint="end"/></link>'))
    (remark,) = (remark for remark in network.remarks if remark.rule == DANGLING)
    assert network.road("ws").after is None
    assert network.road("ws").sections[0].lanes[-1].after == ()
    assert str(remark) == (
        "tee.xodr:70: the successor is road 'ss', which is not there; the reference is left out; did you mean 's'? "
        f"(OpenDRIVE/road[@id='ws']/link/successor) [{DANGLING}]"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '<successor elementType="junction" elementId="j"/>',
            '<successor elementType="junction" elementId="k"/>',
            "'k'",
        ),
        ('id="we" junction="j"', 'id="we" junction="k"', "road 'we' lies in junction 'k', which is not there"),
        ('incomingRoad="w"', 'incomingRoad="v"', "road 'v' is not there"),
        ('connectingRoad="se"', 'connectingRoad="es"', "road 'es' is not there"),
        ('<laneLink from="-1" to="-1"/>', '<laneLink from="-1" to="-7"/>', "links lane -1 to lane -7"),
        ('<control signalId="ls"/>', '<control signalId="lx"/>', "signal 'lx' is not there"),
        ('<controller id="c"/>', '<controller id="d"/>', "controller 'd' is not there"),
        ('junctionReference junction="j"', 'junctionReference junction="i"', "junction 'i' is not there"),
        ('high="we"', 'high="ew"', "a <priority> names a road that is not there"),
        ('<successor id="1"/>', '<successor id="4"/>', "lane 1 has lane 4 as successor, but there is no such lane"),
        ('segment type="lane" roadId="ws"', 'segment type="lane" roadId="sw"', "road 'sw' is not there"),
    ],
)
def test_dangling_references_are_dropped_with_a_remark(edited: Edit, old: str, new: str, message: str) -> None:
    found = [remark for remark in edited("tee", (old, new)).remarks if remark.rule == DANGLING]
    assert len(found) == 1
    assert message in found[0].message


def test_reference_to_a_missing_signal_is_dropped(edited: Edit) -> None:
    network = edited("tee", ('signalReference id="lw"', 'signalReference id="lx"'))
    assert network.road("we").signal_uses == ()
    assert any(remark.rule.endswith("used_for_signals_only") for remark in network.remarks)


def test_missing_contact_point_is_the_nearer_end(edited: Edit) -> None:
    network = edited("tee", ('elementId="s" contactPoint="end"/></link>', 'elementId="s"/></link>'))
    assert network.road("ws").after == RoadLink("s", End.END)
    assert "the successor has no contactPoint; the nearer one, 'end', is taken" in "\n".join(
        remark.message for remark in network.remarks
    )


def test_lane_links_without_a_road_to_lead_to_are_dropped(edited: Edit) -> None:
    network = edited(
        "bend", ('<link><predecessor id="1"/></link>', '<link><predecessor id="1"/><successor id="3"/></link>')
    )
    assert network.road("7").sections[1].lanes[0].after == ()
    assert [remark.rule.split(":")[-1] for remark in network.remarks] == ["road.lane.link.no_link"]


def test_roads_that_lead_into_each_other_are_fine(edited: Edit) -> None:
    before = '<predecessor elementType="road" elementId="1" contactPoint="end"/>'
    after = '<successor elementType="road" elementId="1" contactPoint="start"/>'
    network = edited(
        "borders",
        ('<successor elementType="road" elementId="2" contactPoint="end"/></link>', f"{before}{after}</link>"),
    )
    assert network.road("1").after == RoadLink("1", End.START)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("tee", 'id="e" junction', 'id="w" junction', "road 'w' comes twice; first in line 7"),
        ("tee", "<junctionGroup", '<junction id="j"/><junctionGroup', "junction 'j' comes twice"),
        ("bend", '<lane id="-2" type="sidewalk"', '<lane id="-1" type="sidewalk"', "lane -1 comes twice in a section"),
    ],
)
def test_twins_are_refused(edited: Edit, name: str, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        edited(name, (old, new))


def test_signals_that_share_an_id_are_remarked_on(edited: Edit) -> None:
    network = edited("bend", ('<signal id="11"', '<signal id="10"'))
    assert "signal '10' comes twice" in "\n".join(remark.message for remark in network.remarks)
