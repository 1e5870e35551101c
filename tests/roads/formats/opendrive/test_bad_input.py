from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import parse_xml
from seahaven.roads.formats.opendrive import read_opendrive
from tests.roads.formats.opendrive.conftest import DATA, Edit

REFUSED = [
    ("bend", 'length="140"', 'length="-1"', "<road> has length '-1'; expected at least 0"),
    ("bend", 'length="140"', 'length="1e12"', "<road> has length 1e.12; expected at most 1e.08 m"),
    ("bend", 'hdg="0" length="40"', 'hdg="0" length="-40"', "<geometry> has length -40; expected 0 to 1e.08 m"),
    ("bend", 'x="0" y="0" hdg="0"', 'x="1e20" y="0" hdg="0"', "expected no more than 1e.08 m from the origin"),
    ("bend", 'x="0" y="0" hdg="0"', 'x="0" y="0" hdg="east"', "<geometry> has hdg 'east'; expected a number"),
    ("bend", 'x="0" y="0" hdg="0"', 'x="0" y="0"', "<geometry> has no attribute 'hdg'"),
    ("bend", "<line/>", "<lime/>", "<geometry> has no shape; expected one of line, arc, spiral, poly3, paramPoly3"),
    ("bend", 'curvEnd="0.02"', 'curvEnd="1e9"', "<spiral> .* turns by more than 1000 rad; expected a road"),
    ("bend", 'bU="20"', 'bU="0"', "comes to a stop .*valid_parameters"),
    ("bend", '<paramPoly3 aU="0"', '<paramPoly3 pRange="arclength" aU="0"', "did you mean 'arcLength'"),
    (
        "bend",
        'c="0.001" d="0"/></geometry>',
        'c="1e308" d="0"/></geometry>',
        "reaches .* far; expected at most 1e.08 m",
    ),
    ("bend", 'a="1" b="0.01"', 'a="1" b="1e300"', "expected none beyond 1e.08"),
    ("bend", 'a="1" b="0.01"', 'a="inf" b="0.01"', "<elevation> has a 'inf'; expected a finite number"),
    ("bend", '<lane id="-2"', '<lane id="two"', "<lane> has id 'two'; expected a whole number"),
    ("bend", "<planView>", "<planview>", "mismatched tag"),
    ("tee", '<road name="West" length="90" id="w"', '<road name="West" length="90"', "<road> has no attribute 'id'"),
    ("tee", 'rule="RHT"', 'rule="right"', "<road> has rule 'right', which is unknown; valid names are LHT, RHT"),
    ("tee", 'from="-1"', 'from="a"', "<laneLink> has from 'a'; expected a whole number"),
    ("bend", 'revMajor="1"', 'revMajor="2"', r"the file is of version 2.4; expected 1.4 to 1.8 .*xml.valid_schema"),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), REFUSED)
def test_what_cannot_be_used_is_refused(edited: Edit, name: str, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        edited(name, (old, new))
    assert str(caught.value).startswith(f"{name}.xodr:" if "mismatched" not in message else "")


REMARKED = [
    ("bend", 'revMinor="4"', 'revMinor="9"', "version 1.9 is not known; read as version 1.8"),
    ("bend", 'revMinor="4"', 'revMinor="four"', "the version is not stated"),
    ("bend", 'length="140"', 'length="150"', "road of length 150 has a reference line of 140 m; it goes on straight"),
    ("bend", 'length="140"', 'length="130"', "road of length 130 has a reference line of 140 m; it ends early"),
    ("bend", 'hdg="0" length="40"', 'hdg="0" length="41"', "the next one begins 40 m further on"),
    ("bend", '<laneSection s="80">', '<laneSection s="180">', "1 of 2 sections do not lie between 0 and 140"),
    ("bend", '<laneSection s="80">', '<laneSection s="-1">', "sections are taken in rising order"),
    ("bend", '<elevation s="70"', '<elevation s="-70"', "records are taken in rising order"),
    ("bend", 'type="HOV"', 'type="hov"', "lane type 'hov' is unknown; taken as none"),
    ("bend", 'type="solid solid"', 'type="zigzag"', "road mark type 'zigzag' is unknown; taken as custom"),
    ("bend", 'laneChange="increase"', 'laneChange="up"', "laneChange 'up' is unknown; the paint decides"),
    ("bend", 'unit="mph"', 'unit="knots"', "speed unit 'knots' is unknown; the limit is left out"),
    ("bend", 'max="30"', 'max="-30"', "is below 0 and left out"),
    ("bend", 'type="town"', 'type="village"', "road type 'village' is unknown"),
    ("bend", 'orientation="-"', 'orientation="back"', "orientation 'back' is unknown"),
    ("bend", 'length="20" distance="10"', 'length="2000000" distance="1"', "more than 10000 copies"),
    ("tee", 'direction="both"', 'direction="all"', "lane direction 'all' is unknown"),
    ("tee", 'type="default"', 'type="magic"', "junction type 'magic' is unknown; taken as default"),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), REMARKED)
def test_what_can_be_used_is_used_with_a_remark(edited: Edit, name: str, old: str, new: str, message: str) -> None:
    found = [remark for remark in edited(name, (old, new)).remarks if message in remark.message]
    assert len(found) == 1
    assert found[0].at is not None
    assert found[0].at.line is not None
    assert found[0].element.startswith("OpenDRIVE")


def test_stated_s_of_a_geometry_is_kept(edited: Edit) -> None:
    drawn_out = edited("bend", ('hdg="0" length="40"', 'hdg="0" length="30"')).road("7").line
    assert drawn_out.pieces[0].length == 40.0
    assert drawn_out.length == pytest.approx(140.0)


def test_line_leads_up_to_a_first_geometry_that_begins_late(edited: Edit) -> None:
    network = edited("tee", ('<geometry s="0" x="-100" y="0"', '<geometry s="4" x="-96" y="0"'))
    assert network.road("w").line.point(0.0) == (-100.0, 0.0)
    assert any("the first <geometry> begins at s 4; expected 0" in remark.message for remark in network.remarks)


def test_road_without_lanes_is_kept_as_a_line(edited: Edit) -> None:
    text = (DATA / "bend.xodr").read_text()
    lanes = text[text.index("<lanes>") : text.index("</lanes>") + 8]
    network = edited("bend", (lanes, ""))
    assert [lane.id for lane in network.road("7").sections[0].lanes] == [0]
    assert any("has no <laneSection>" in remark.message for remark in network.remarks)


def test_file_without_roads_is_an_empty_network(tmp_path: Path) -> None:
    path = tmp_path / "empty.xodr"
    path.write_text('<OpenDRIVE><header revMajor="1" revMinor="6"/></OpenDRIVE>')
    assert read_opendrive(path).roads == ()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"\x00\x01\x02", "the file is binary"),
        (b"<OpenDRIVE><header/>", r"seems to be cut off \[asam.net:xodr:1.0.0:xml.valid_xml_document\]"),
        (b"<OpenDRIVE name='\xe9'/>", "byte 0xe9 at offset 17 is not UTF-8"),
        (b"<opendrive/>", r"expected <OpenDRIVE> \(opendrive\) \[asam.net:xodr:1.0.0:xml.root_tag_is_opendrive\]"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><OpenDRIVE>&b;</OpenDRIVE>', "a document type .* is refused"),
    ],
)
def test_files_that_are_no_opendrive_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.xodr"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_opendrive(path)


def test_truncation_anywhere_is_an_error_with_its_place() -> None:
    content = (DATA / "tee.xodr").read_bytes()
    for length in range(1, len(content.rstrip()) - 1, 97):
        with pytest.raises(InputError, match=r"cut.xodr:\d+"):
            parse_xml(content[:length], file="cut.xodr")
