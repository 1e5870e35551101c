"""SUMO's files of turning ratios."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap, read_sumo
from seahaven.traffic import TurningRatios, read_turns, turning_flows

TEE = Path(__file__).parents[2] / "roads" / "data" / "tee.net.xml"
RELATIONS = (
    '<edgeRelation from="east_in" to="to_south" probability="0.25"/>'
    '<edgeRelation from="east_in" to="west_out" probability="0.75"/>'
)


@pytest.fixture
def read(tmp_path: Path):
    def reading(text: str) -> TurningRatios:
        path = tmp_path / "town.turns.xml"
        path.write_text(text)
        return read_turns(path)

    return reading


def test_relations_of_edges_are_shares_of_ways_on(read) -> None:
    ratios = read(f'<edgeRelations><interval begin="0" end="3600">{RELATIONS}</interval></edgeRelations>')
    shares = ratios.shares["east_in"]
    assert shares["west_out"] == pytest.approx(3.0 * shares["to_south"])
    assert str(ratios.places["east_in"]).endswith("town.turns.xml:1")


def test_the_older_form_and_counts_are_read_too(read) -> None:
    ratios = read('<turns><fromEdge id="a"><toEdge id="b" count="3"/></fromEdge><sink edges="b c"/></turns>')
    assert ratios.shares == {"a": {"b": 3.0}}
    assert ratios.sinks == {"b", "c"}


def test_several_intervals_are_put_together_with_a_remark(read) -> None:
    one = '<interval begin="{}" end="{}"><edgeRelation from="a" to="{}" probability="1"/></interval>'
    ratios = read(f"<turns>{one.format(0, 100, 'b')}{one.format(100, 400, 'c')}</turns>")
    assert ratios.shares["a"] == {"b": 100.0, "c": 300.0}
    assert [remark.message for remark in ratios.remarks] == ["2 intervals are put together into one"]


def test_flows_turn_by_such_a_file(read) -> None:
    lane_map = LaneMap(read_sumo(TEE))
    ratios = read(f"<turns>{RELATIONS}</turns>")
    (flow,) = turning_flows(lane_map, {"east_in": 0.1}, ratios, draws=400, seed=2).flows
    shares = {str(journey.goal): share for journey, share in flow.journeys.parts}
    assert shares["west_out"] / sum(shares.values()) == pytest.approx(0.75, abs=0.07)
    assert set(shares) == {"west_out", "to_south"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<routes/>", r"the outermost element is <routes>; expected <turns>"),
        ("<turns/>", r"<turns> holds no <edgeRelation>"),
        ('<turns><edgeRelation from="a" to="b"/></turns>', r"has no share; expected 'probability' or 'count'"),
        ('<turns><interval begin="9" end="3"/></turns>', r"<interval> ends at 3 s; expected an end after its begin"),
        ('<turns><edgeRelation from="a" to="b" count="0"/></turns>', r"the shares of 'a' add up to nothing"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_place(read, text: str, message: str) -> None:
    with pytest.raises(InputError, match=r"town.turns.xml:1: .*" + message):
        read(text)


def test_a_turn_that_there_is_not_is_refused_with_its_place(read) -> None:
    lane_map = LaneMap(read_sumo(TEE))
    ratios = read('<turns><edgeRelation from="east_in" to="east_out" count="1"/></turns>')
    with pytest.raises(
        InputError, match=r"town.turns.xml:1: road 'east_in' has no way on 'east_out'; there are: left, s"
    ):
        turning_flows(lane_map, {"east_in": 0.1}, ratios)
