"""The text tree, and what is marked in it."""

from __future__ import annotations

from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.hcsm.drawing import draw_svg, draw_text
from tests.hcsm.drawing.machines import ACTIVE, CHOSEN, OUTPUTS, driver

TREE = """\
Driver  concurrent
│   in       gap: float? [m], closing: float [m/s], speed: float [m/s], junction: float? [m]
│   out      acceleration: float [m/s²], least of keep, follow, turn
│   out      heading: float [rad], of keep
├── keep  leaf
│       in       speed, limit: float [m/s]
│       out      acceleration: float [m/s²]
│       out      heading: float [rad]
├── follow  sequential
│   │   in       gap, closing, speed
│   │   dials    headway: float = 1.5 s
│   │   1        Clear → Tracking when gap < 4.0 * speed
│   │   2        Tracking → Clear when gap is None or gap > 6.0 * speed
│   │   out      acceleration: float [m/s²], of the active child
│   ├── Clear  leaf, start
│   └── Tracking  leaf
│           out      acceleration: float [m/s²]
└── turn  sequential, history
    │   in       junction, gap
    │   buttons  turn: float
    │   1        Straight → Approaching when turn.any and junction < 80.0
    │   2        Approaching → Turning when junction < 5.0
    │   3        Turning → Straight when junction > 20.0
    │   4        Approaching → Straight when junction > 100.0 (missed)
    │   out      acceleration: float [m/s²], of the active child
    ├── Straight  leaf, start
    ├── Approaching  leaf
    │       out      acceleration: float [m/s²]
    └── Turning  leaf
            out      acceleration: float [m/s²]
"""


def test_the_tree_tells_all_there_is_to_know() -> None:
    assert draw_text(driver()) == TREE


def test_active_machines_are_marked() -> None:
    lines = draw_text(driver(), active=ACTIVE).splitlines()
    assert lines[0] == "● Driver  concurrent"
    assert "│   ├── ○ Clear  leaf, start" in lines
    assert "│   └── ● Tracking  leaf" in lines


def test_values_and_chosen_children_are_marked() -> None:
    text = draw_text(driver(), active=ACTIVE, outputs=OUTPUTS, chosen=CHOSEN)
    assert "│   out      acceleration = -1.235 m/s², least of keep, follow ✓, turn\n" in text
    assert "│   │   out      acceleration = -1.235 m/s² ✓, of the active child\n" in text
    assert "    │   out      acceleration = null, of the active child\n" in text
    assert "│       out      acceleration = 0.5 m/s²\n" in text


@pytest.mark.parametrize("draw", [draw_text, draw_svg])
@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"active": ["Driver/folow"]}, "'Driver/folow' is no machine of 'Driver'; did you mean 'Driver/follow'?"),
        ({"outputs": {"Drive": {}}}, "'Drive' is no machine of 'Driver'; did you mean 'Driver'?"),
        ({"chosen": {("Driver", "acceleration"): "kep"}}, "'kep' is no child of 'Driver', .*; did you mean 'keep'?"),
    ],
)
def test_what_the_machine_does_not_have_cannot_be_marked(draw: Any, marks: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("?", r"\?")):
        draw(driver(), **marks)
