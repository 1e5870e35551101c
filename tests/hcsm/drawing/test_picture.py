"""The SVG: complete, well formed, the same each time, and every box inside its parent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.hcsm.drawing import draw_svg
from seahaven.hcsm.drawing.glyphs import text_width, wrapped
from seahaven.hcsm.program import Const, Port, Program, Resolution, Transition
from tests.hcsm.drawing.machines import ACTIVE, CHOSEN, OUTPUTS, door, driver, follow, large, leaf, less, sequence

SVG = "{http://www.w3.org/2000/svg}"
Rectangle = tuple[float, float, float, float]


def boxes(svg: str) -> dict[str, tuple[Rectangle, str]]:
    """For each path, the box's left, top, right and bottom in the picture, and its classes."""
    return dict(_boxes(ElementTree.fromstring(svg), 0.0, 0.0))


def _boxes(element: Any, x: float, y: float) -> Iterator[tuple[str, tuple[Rectangle, str]]]:
    if shift := re.fullmatch(r"translate\((.*),(.*)\)", element.get("transform", "")):
        x, y = x + float(shift[1]), y + float(shift[2])
    if path := element.get("data-path"):
        box = element.find(f"{SVG}rect")
        yield path, ((x, y, x + float(box.get("width")), y + float(box.get("height"))), element.get("class"))
    for child in element:
        yield from _boxes(child, x, y)


def assert_nested(program: Program) -> None:
    found = boxes(draw_svg(program))
    assert sorted(found) == sorted(path for path, _ in program.walk())
    for path, (inner, _) in found.items():
        if "/" in path:
            outer = found[path.rpartition("/")[0]][0]
            assert outer[0] < inner[0]
            assert outer[1] < inner[1]
            assert inner[2] < outer[2]
            assert inner[3] < outer[3]


@pytest.mark.parametrize(
    "program", [door(), follow(), driver(), large(), Program("Lone", "leaf")], ids=lambda p: p.name
)
def test_every_machine_has_a_box_inside_its_parents(program: Program) -> None:
    assert_nested(program)


@st.composite
def programs(draw: st.DrawFn, name: str = "M", depth: int = 3) -> Program:
    if depth == 0 or draw(st.booleans()):
        return leaf(name, is_waiting=draw(st.booleans()))
    children = tuple(draw(programs(f"{name}{n}", depth - 1)) for n in range(draw(st.integers(1, 4))))
    names = st.sampled_from([child.name for child in children])
    ends = draw(st.lists(st.tuples(names, names), max_size=6))
    if not ends:
        least = {"acceleration": Resolution("least", tuple(child.name for child in children))}
        return Program(name, "concurrent", children=children, resolutions=least, inputs=(Port("gap", "float"),))
    return sequence(name, children, (Transition(a, b, less("gap", 5.0), label="go" * (a == b)) for a, b in ends))


@given(programs())
@settings(max_examples=60)
def test_boxes_are_nested_in_any_machine(program: Program) -> None:
    assert_nested(program)


def test_the_same_machine_gives_the_same_bytes() -> None:
    assert draw_svg(large(), active=["Driver"]) == draw_svg(large(), active={"Driver"})


def test_active_machines_are_highlighted_and_no_others() -> None:
    found = boxes(draw_svg(driver(), active=ACTIVE))
    assert {path for path, (_, classes) in found.items() if "active" in classes.split()} == ACTIVE


def test_chosen_outputs_are_bold_in_the_parent_and_in_the_child() -> None:
    svg = draw_svg(driver(), active=ACTIVE, outputs=OUTPUTS, chosen=CHOSEN)
    assert '<tspan class="chosen">follow</tspan><tspan class="dim">, </tspan><tspan class="dim">turn</tspan>' in svg
    assert svg.count('<tspan class="chosen">acceleration = -1.235 m/s²</tspan>') == 2
    assert '<tspan class="plain">acceleration = null</tspan>' in svg
    assert "chosen" not in draw_svg(driver()).partition("</style>")[2]


def test_arrows_are_labelled_and_explained() -> None:
    svg = draw_svg(driver())
    assert "<title>Tracking → Clear when gap is None or gap &gt; 6.0 * speed</title>" in svg
    assert '<tspan class="code">junction &gt; 100.0</tspan>' in svg
    assert svg.count(">missed</text>") == 2  # at the arrow and in the legend


def test_each_sequential_machine_marks_its_start_and_history_has_a_sign() -> None:
    assert draw_svg(driver()).count("<circle") == 2
    assert draw_svg(driver()).count(">H</text>") == 1


def test_tooltips_have_docs_and_every_port() -> None:
    svg = draw_svg(follow())
    assert "<title>follow: sequential\nKeep a time gap to the vehicle ahead.\ninputs:\n  gap: float? [m]\n" in svg
    assert "  headway: float = 1.5 s  to the car ahead" in svg


def test_inputs_that_are_the_parents_are_not_repeated() -> None:
    svg = draw_svg(driver())
    assert '<tspan class="plain"> limit [m/s]</tspan>' in svg
    assert '<tspan class="plain"> junction? [m]' not in svg


def test_names_and_conditions_cannot_break_the_picture() -> None:
    odd = sequence("<&>", (leaf("a"), leaf("b")), [Transition("a", "b", Const(True, "bool"), label='"<go>"')])
    assert boxes(draw_svg(odd)).keys() == {"<&>", "<&>/a", "<&>/b"}


def test_nothing_is_fetched_from_elsewhere() -> None:
    assert "http" not in draw_svg(large()).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "href" not in draw_svg(large())


def test_long_conditions_wrap() -> None:
    words = "is_red and line < speed * speed / (2.0 * comfort) + 5.0"
    lines = list(wrapped(words, 200.0, 10.0, is_mono=True))
    assert " ".join(lines) == words
    assert all(text_width(line, 10.0, is_mono=True) <= 200.0 for line in lines)
    assert list(wrapped("unbreakable", 5.0, 10.0)) == ["unbreakable"]
