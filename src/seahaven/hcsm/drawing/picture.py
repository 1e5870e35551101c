"""A machine as an SVG of nested boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape
from itertools import pairwise

from seahaven.hcsm.drawing.chart import NAME_SIZE, PADDING, Box, Piece, boxed
from seahaven.hcsm.drawing.glyphs import MONOSPACE, SANS, text_width
from seahaven.hcsm.drawing.layers import LABEL_HEIGHT, Point, Route
from seahaven.hcsm.drawing.legend import LINE, SIZE, label_text, label_width
from seahaven.hcsm.drawing.moment import Chosen, Moment, Outputs
from seahaven.hcsm.drawing.wording import port_text, transition_text
from seahaven.hcsm.program import Program, Transition

__all__ = ["draw_svg"]

_MARGIN = 16.0
_HEAD = 7.0
"""Length of an arrow's head."""

_STYLE = f"""\
.hcsm {{ font-family: {SANS}; font-size: {SIZE:g}px; fill: #1f2933 }}
.hcsm .paper {{ fill: #ffffff }}
.hcsm .box {{ fill: #ffffff; stroke: #8593a1; stroke-width: 1.2 }}
.hcsm .odd {{ fill: #f5f7f9 }}
.hcsm .name {{ font-size: {NAME_SIZE:g}px; font-weight: bold }}
.hcsm .dim {{ fill: #66727f }}
.hcsm .code {{ font-family: {MONOSPACE}; font-size: {SIZE:g}px }}
.hcsm .rule {{ stroke: #d3dae1 }}
.hcsm .between {{ stroke: #8593a1; stroke-dasharray: 6 5 }}
.hcsm .arrow {{ fill: none; stroke: #46525e; stroke-width: 1.3 }}
.hcsm .head {{ fill: #46525e }}
.hcsm .label {{ fill: #ffffff; stroke: #46525e; stroke-width: 0.9 }}
.hcsm .number {{ font-weight: bold; text-anchor: middle }}
.hcsm .active > .box {{ fill: #e3f0fc; stroke: #0b62b5; stroke-width: 2.2 }}
.hcsm .active > .odd {{ fill: #d3e7fa }}
.hcsm .active.leaf > .box {{ fill: #bcdaf7 }}
.hcsm .chosen {{ font-weight: bold; fill: #0b4f94 }}
"""


def draw_svg(
    program: Program, *, active: Collection[str] = (), outputs: Outputs | None = None, chosen: Chosen | None = None
) -> str:
    """A picture of nested boxes, as statecharts are drawn; complete in itself, and the same bytes each time.

    A sequential machine shows its transitions as arrows, with their conditions below; a concurrent one has dashed lines
    between its children. Outputs stand at the foot of each box with the way they come about. For a given entity,
    `active` has the paths of its active machines, `outputs` their values, and `chosen`, by path and output, the child
    whose word was taken, which is set in bold. Tooltips tell more; each box carries its path as `data-path`.
    """
    moment = Moment.of(program, active, outputs, chosen)
    box = boxed(program, moment)
    box.corner = (_MARGIN, _MARGIN)
    width, height = _number(box.width + 2 * _MARGIN), _number(box.height + 2 * _MARGIN)
    size = f'width="{width}" height="{height}"'
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hcsm" {size} viewBox="0 0 {width} {height}">',
        f"<style>\n{_STYLE}</style>",
        f'<rect class="paper" {size}/>',
        *_box(box, moment, depth=0),
        "</svg>",
    )
    return "\n".join(lines) + "\n"


def _box(box: Box, moment: Moment, *, depth: int) -> Iterator[str]:
    state = f"{box.program.kind} active" if box.path in moment.active else box.program.kind
    shade = " odd" if depth % 2 else ""
    yield f'<g class="{state}" data-path="{escape(box.path)}" {_shift(box.corner)}>'
    yield f"<title>{escape(_tooltip(box))}</title>"
    yield f'<rect class="box{shade}" {_rectangle((0.0, 0.0), box.width, box.height, 9.0)}/>'
    yield from _head(box)
    yield f"<g {_shift(box.body_corner)}>"
    yield from (f'<path class="between" d="M{_pair(x, y)}L{_pair(x2, y2)}"/>' for x, y, x2, y2 in box.lines)
    for child in box.children:
        yield from _box(child, moment, depth=depth + 1)
    yield from _arrows(box)
    yield "</g>"
    yield from _legend(box)
    yield from _foot(box)
    yield "</g>"


def _tooltip(box: Box) -> str:
    """All that is known of a machine but what is inside it."""
    program = box.program
    lines = [f"{box.path}: {program.kind}{', with history' if program.history else ''}", program.doc.strip()]
    for caption in ("inputs", "outputs", "buttons", "dials", "locals"):
        ports = getattr(program, caption)
        lines += (
            [f"{caption}:", *(f"  {port_text(port)}{'  ' * bool(port.doc)}{port.doc}" for port in ports)]
            if ports
            else []
        )
    return "\n".join(line for line in lines if line)


def _head(box: Box) -> Iterator[str]:
    base = box.title_base
    yield _text((PADDING, base), [(box.program.name, "name")])
    if box.program.history:
        width = text_width(box.program.name, NAME_SIZE, is_bold=True)
        yield from _label("H", (PADDING + width + 16.0, base - 4.5))
    for row, pieces in enumerate(box.heads, 1):
        yield _text((PADDING, base + 1.0 + LINE * row), pieces)


def _foot(box: Box) -> Iterator[str]:
    if box.feet:
        top = box.height - box.foot_height
        yield f'<path class="rule" d="M{_pair(1.2, top)}H{_number(box.width - 1.2)}"/>'
        for row, pieces in enumerate(box.feet, 1):
            yield _text((PADDING, top + LINE * row), pieces)


def _legend(box: Box) -> Iterator[str]:
    left, top = box.legend_corner
    for remark, middle, x, y in box.legend.placed():
        yield from _label(remark.label, (left + middle, top + y + LINE / 2))
        for row, line in enumerate(remark.lines, 1):
            yield _text((left + x, top + y + LINE * row - 3.6), [(line, "code")])


def _arrows(box: Box) -> Iterator[str]:
    """Start, then all lines, then all labels, so that no line runs over a label."""
    transitions = box.program.transitions
    if box.program.start:
        yield from _start(next(child for child in box.children if child.program.name == box.program.start))
    for transition, route in zip(transitions, box.routes, strict=True):
        yield f"<g><title>{escape(transition_text(transition))}</title>"
        yield from _arrow(route)
        yield "</g>"
    for number, route in enumerate(box.routes):
        yield from _labelled(transitions, number, route)


def _labelled(transitions: Sequence[Transition], number: int, route: Route) -> Iterator[str]:
    yield f"<g><title>{escape(transition_text(transitions[number]))}</title>"
    yield from _label(label_text(transitions, number), route.label)
    yield "</g>"


def _start(box: Box) -> Iterator[str]:
    x, y = box.corner[0], box.corner[1] + box.height / 2
    yield f'<circle class="head" cx="{_number(x - 24.0)}" cy="{_number(y)}" r="4.5"/>'
    yield f'<path class="arrow" d="M{_pair(x - 24.0, y)}H{_number(x - _HEAD)}"/>'
    yield _head_at((x, y), (1.0, 0.0))


def _arrow(route: Route) -> Iterator[str]:
    first, *others, tip = route.points
    if route.is_loop:
        over = (first[0] - 8.0, first[1] - 30.0), (tip[0] + 8.0, tip[1] - 30.0), (tip[0], tip[1] - _HEAD)
        course, direction = f"C{' '.join(_pair(*point) for point in over)}", (0.0, 1.0)
    else:
        direction = (1.0 if tip[0] > first[0] else -1.0, 0.0)
        points = (first, *others, (tip[0] - direction[0] * _HEAD, tip[1]))
        course = "".join(_stretch(a, b) for a, b in pairwise(points))
    yield f'<path class="arrow" d="M{_pair(*first)}{course}"/>'
    yield _head_at(tip, direction)


def _stretch(start: Point, end: Point) -> str:
    """A line as good as level, or a curve that is level at both ends."""
    if abs(start[1] - end[1]) < 1.0:
        return f"L{_pair(*end)}" if abs(start[0] - end[0]) >= 0.05 else ""
    middle = (start[0] + end[0]) / 2
    return f"C{_pair(middle, start[1])} {_pair(middle, end[1])} {_pair(*end)}"


def _head_at(tip: Point, direction: Point) -> str:
    (x, y), (right, down) = tip, direction
    back = (x - _HEAD * right, y - _HEAD * down)
    wide = (0.45 * _HEAD * down, 0.45 * _HEAD * right)
    ends = (tip, (back[0] + wide[0], back[1] + wide[1]), (back[0] - wide[0], back[1] - wide[1]))
    return f'<path class="head" d="M{"L".join(_pair(*end) for end in ends)}Z"/>'


def _label(text: str, centre: Point) -> Iterator[str]:
    width, (x, y) = label_width(text), centre
    corner = (x - width / 2, y - LABEL_HEIGHT / 2)
    yield f'<rect class="label" {_rectangle(corner, width, LABEL_HEIGHT, LABEL_HEIGHT / 2)}/>'
    yield f'<text class="number" x="{_number(x)}" y="{_number(y + 3.5)}">{escape(text)}</text>'


def _text(at: Point, pieces: Sequence[Piece]) -> str:
    spans = "".join(f'<tspan class="{style}">{escape(text, quote=False)}</tspan>' for text, style in pieces)
    return f'<text xml:space="preserve" x="{_number(at[0])}" y="{_number(at[1])}">{spans}</text>'


def _rectangle(corner: Point, width: float, height: float, radius: float) -> str:
    return (
        f'x="{_number(corner[0])}" y="{_number(corner[1])}" width="{_number(width)}" height="{_number(height)}" '
        f'rx="{_number(radius)}"'
    )


def _shift(by: Point) -> str:
    return f'transform="translate({_pair(*by)})"'


def _pair(x: float, y: float) -> str:
    return f"{_number(x)},{_number(y)}"


def _number(value: float) -> str:
    """A coordinate to a tenth of a pixel."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
