"""Networks with random damage: each gives roads or an error of ours, whatever is wrong with it."""

import re
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import SeahavenError
from seahaven.roads.formats.opendrive.writer import opendrive_text
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.model import RoadNetwork
from tests.roads.formats.sumo.nets import TEE

TEXT = TEE.read_text()
VALUES = [match.span(1) for match in re.finditer(r'="([^"]*)"', TEXT)]
LINES = TEXT.splitlines(keepends=True)
ODD = ("", "0", "-1", "7", "nan", "1e999", "x", ":", "_", ":_", "a b", "0,0", "0,0 0,0", "1,1,1 2", "9" * 20)

spans = st.sampled_from(VALUES)
words = st.sampled_from(ODD) | spans.map(lambda span: TEXT[slice(*span)])
rows = st.lists(st.integers(3, len(LINES) - 1), max_size=3)


@st.composite
def damaged(draw):
    changes = draw(st.lists(st.tuples(spans, words), min_size=1, max_size=3, unique_by=lambda change: change[0]))
    text = TEXT
    for (start, end), word in sorted(changes, reverse=True):
        text = text[:start] + word + text[end:]
    lines = text.splitlines(keepends=True)
    if draw(st.booleans()):
        for row in draw(rows):
            lines[row] = draw(st.sampled_from(["", lines[row - 1], lines[row] * 2]))
    return "".join(lines)


@given(damaged())
def test_a_damaged_network_is_read_or_refused(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "damaged.net.xml"
    path.write_text(text)
    with suppress(SeahavenError):
        network = read_sumo(path)
        assert isinstance(network, RoadNetwork)
        opendrive_text(network)
