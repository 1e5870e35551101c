"""A machine as boxes inside boxes: what is written in each, how large it is, and where its children stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from seahaven.hcsm.drawing.glyphs import text_width, wrapped
from seahaven.hcsm.drawing.layers import Arrow, Point, Route, plan
from seahaven.hcsm.drawing.legend import LINE, SIZE, Legend, label_text, label_width, legend
from seahaven.hcsm.drawing.moment import Moment
from seahaven.hcsm.drawing.regions import Line, share
from seahaven.hcsm.drawing.wording import input_texts, port_text, resolution_words, unit_text
from seahaven.hcsm.program import Port, Program

__all__ = ["NAME_SIZE", "PADDING", "Box", "Piece", "boxed"]

PADDING = 12.0
NAME_SIZE = 13.0
_TITLE = 22.0
"""Height of the line with the name."""
_AROUND = 9.0
"""Above and below what is drawn."""
_START = 30.0
"""Left of the start, for its dot and arrow."""
_HISTORY = 26.0
"""Beside the name, for the sign of history."""
_PORTS, _CONDITIONS = 200.0, 300.0
"""How wide lists may be before they wrap, in a box that has no other reason to be wider."""

Piece = tuple[str, str]
"""Text and how it is set: `name`, `plain`, `dim`, `chosen` or `code`."""
Row = tuple[Piece, ...]


@dataclass(slots=True)
class Box:
    """A machine's box; its corner is relative to the parent's body, and what is in its body to that."""

    path: str
    program: Program
    parent: Program | None
    heads: list[Row] = field(default_factory=list)
    feet: list[Row] = field(default_factory=list)
    children: list[Box] = field(default_factory=list)
    routes: Sequence[Route] = ()
    lines: Sequence[Line] = ()
    legend: Legend = field(default_factory=Legend)
    body: Point = (0.0, 0.0)
    corner: Point = (0.0, 0.0)
    width: float = 0.0
    height: float = 0.0

    @property
    def head_height(self) -> float:
        """Height of the name and the ports below it."""
        return _TITLE + LINE * len(self.heads) + (3.0 if self.heads else 0.0)

    @property
    def foot_height(self) -> float:
        """Height of the outputs with the line above them."""
        return LINE * len(self.feet) + _AROUND if self.feet else 0.0

    @property
    def title_base(self) -> float:
        """Where the name stands: on top, or in the middle of a box with nothing else in it."""
        is_bare = not (self.heads or self.feet or self.children)
        return self.height / 2 + NAME_SIZE * 0.36 if is_bare else _TITLE - 5.0

    @property
    def room(self) -> Point:
        """What is left for children between head and foot, and above the conditions."""
        taken = self.head_height + self.foot_height + 2 * _AROUND + _legend_height(self.legend)
        return self.width - 2 * PADDING, self.height - taken

    @property
    def body_corner(self) -> Point:
        """Where the children begin, in the middle of their room."""
        across, down = self.room
        return PADDING + (across - self.body[0]) / 2, self.head_height + _AROUND + (down - self.body[1]) / 2

    @property
    def legend_corner(self) -> Point:
        """Where the conditions begin: below the children, and with them on the left if they are not too wide."""
        x, y = self.body_corner
        return max(PADDING, min(x, self.width - PADDING - self.legend.width)), y + self.body[1] + _AROUND


def boxed(program: Program, moment: Moment) -> Box:
    """The box of a machine with all that is in it, at the size it needs."""
    box = _boxed(program, moment, program.name, None)
    _fill(box)
    return box


def _boxed(program: Program, moment: Moment, path: str, parent: Program | None) -> Box:
    """A box of the smallest size that will do."""
    box = Box(path, program, parent)
    box.children = [_boxed(child, moment, f"{path}/{child.name}", program) for child in program.children]
    if program.kind == "sequential":
        _set_in_columns(box)
    elif program.kind == "concurrent":
        regions = share(_sizes(box))
        box.body = regions.width, regions.height
    box.feet = [_foot(program, path, port, moment) for port in program.outputs]
    _fit(box)
    return box


def _fill(box: Box) -> None:
    """Let regions share all the room that their machine got in the end, all the way down."""
    if box.program.kind == "concurrent":
        _set_in_regions(box)
    for child in box.children:
        _fill(child)


def _set_in_columns(box: Box) -> None:
    names = [child.name for child in box.program.children]
    transitions = box.program.transitions
    arrows = [
        Arrow(names.index(transition.source), names.index(transition.target), label_width(label_text(transitions, n)))
        for n, transition in enumerate(transitions)
    ]
    drawn = plan(_sizes(box), arrows, names.index(box.program.start))
    for child, (x, y), size in zip(box.children, drawn.corners, drawn.sizes, strict=True):
        child.corner, (child.width, child.height) = (x + _START, y), size
    box.routes = [_shifted(route) for route in drawn.routes]
    box.body = (drawn.width + _START, drawn.height)


def _shifted(route: Route) -> Route:
    points = tuple((x + _START, y) for x, y in route.points)
    return Route(points, (route.label[0] + _START, route.label[1]), route.is_loop)


def _sizes(box: Box) -> list[Point]:
    return [(child.width, child.height) for child in box.children]


def _set_in_regions(box: Box) -> None:
    regions = share(_sizes(box), box.room)
    for child, corner, size in zip(box.children, regions.corners, regions.sizes, strict=True):
        child.corner, (child.width, child.height) = corner, size
    box.lines, box.body = regions.lines, (regions.width, regions.height)


def _fit(box: Box) -> None:
    """Make the box as large as its content asks, now that the body is known."""
    title = text_width(box.program.name, NAME_SIZE, is_bold=True) + (_HISTORY if box.program.history else 0.0)
    width = max(title, box.body[0], *map(_row_width, box.feet), 0.0)
    box.heads = list(_heads(box, max(width, _PORTS)))
    width = max(width, *map(_row_width, box.heads), 0.0)
    box.legend = legend(box.program.transitions, max(width, _CONDITIONS))
    box.width = max(width, box.legend.width) + 2 * PADDING
    body = box.body[1] + 2 * _AROUND if box.children else 4.0
    box.height = box.head_height + body + _legend_height(box.legend) + box.foot_height


def _row_width(row: Row) -> float:
    return sum(text_width(text, SIZE, is_bold=style == "chosen") for text, style in row)


def _legend_height(legend: Legend) -> float:
    return legend.height + 2.0 if legend.columns else 0.0


def _heads(box: Box, width: float) -> Iterator[Row]:
    """Ports other than outputs, in small print; inputs that are simply the parent's are left to the tooltip."""
    program = box.program
    lists = (
        ("in", [_brief(text) for text, is_news in input_texts(program, box.parent) if is_news]),
        ("buttons", [_brief(port_text(port)) for port in program.buttons]),
        ("dials", [_brief(port_text(port)) for port in program.dials]),
        ("locals", [_brief(port_text(port)) for port in program.locals]),
    )
    for caption, texts in lists:
        lines = wrapped(f"{caption} {', '.join(texts)}", width, SIZE) if texts else ()
        for row, line in enumerate(lines):
            yield ((line, "plain"),) if row else ((f"{caption} ", "dim"), (line.removeprefix(caption), "plain"))


def _brief(port: str) -> str:
    """The text of a port with nothing said about floats, which most are."""
    return port.replace(": float?", "?").replace(": float", "")


def _foot(program: Program, path: str, port: Port, moment: Moment) -> Row:
    """An output with its value, if that is known, and how it comes about."""
    value = moment.value_text(path, port)
    text = f"{port.name} = {value}" if value else f"{port.name}{unit_text(port, has_value=False)}"
    child = moment.chosen.get((path, port.name))
    words = [(word, "chosen" if name == child else "dim") for word, name in resolution_words(program, port.name)]
    return (text, "chosen" if (path, port.name) in moment.sources else "plain"), ("   ", "dim"), *words
