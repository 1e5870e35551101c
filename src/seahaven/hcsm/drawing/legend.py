"""The transitions of a machine below its drawing: each label that stands at an arrow, and what it stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seahaven.hcsm.drawing.glyphs import text_width, wrapped
from seahaven.hcsm.drawing.wording import block_text, condition_text
from seahaven.hcsm.program import Transition

__all__ = ["LINE", "SIZE", "Legend", "Remark", "label_text", "label_width", "legend"]

LINE = 14.0
SIZE = 10.0
"""Height of a line and of its letters, in pixels."""
_LEADING = 4.0
"""More room between remarks than between the lines of one."""
_BESIDE = 18.0
"""Between columns."""
_AFTER_LABEL = 7.0


@dataclass(frozen=True, slots=True)
class Remark:
    """A label, and in lines its condition and what is done on the way."""

    label: str
    lines: tuple[str, ...]

    @property
    def width(self) -> float:
        """The width of the lines."""
        return max(text_width(line, SIZE, is_mono=True) for line in self.lines)

    @property
    def height(self) -> float:
        """The height of the lines with the room after them."""
        return LINE * len(self.lines) + _LEADING


@dataclass(frozen=True, slots=True)
class Legend:
    """Columns of remarks, read downwards."""

    columns: tuple[tuple[Remark, ...], ...] = ()

    @property
    def width(self) -> float:
        """The width of all columns."""
        widths = [_indent(column) + max(remark.width for remark in column) for column in self.columns]
        return sum(widths) + _BESIDE * max(0, len(widths) - 1)

    @property
    def height(self) -> float:
        """The height of the longest column."""
        return max((sum(remark.height for remark in column) for column in self.columns), default=0.0)

    def placed(self) -> Iterator[tuple[Remark, float, float, float]]:
        """Each remark with the middle of its label, the left end of its lines, and its top."""
        left = 0.0
        for column in self.columns:
            indent, top = _indent(column), 0.0
            for remark in column:
                yield remark, left + (indent - _AFTER_LABEL) / 2, left + indent, top
                top += remark.height
            left += indent + max(remark.width for remark in column) + _BESIDE


def legend(transitions: Sequence[Transition], width: float) -> Legend:
    """All transitions in as many columns as fit into that width; long conditions wrap at it."""
    remarks = [_remark(transitions, number, width) for number in range(len(transitions))]
    choices = (Legend(_in_columns(remarks, count)) for count in range(len(remarks), 0, -1))
    return next((choice for choice in choices if len(choice.columns) == 1 or choice.width <= width), Legend())


def label_text(transitions: Sequence[Transition], number: int) -> str:
    """What stands at an arrow: its label, or its number from 1."""
    return transitions[number].label or str(number + 1)


def label_width(text: str) -> float:
    """Width of the rounded label with that text."""
    return max(15.0, text_width(text, SIZE, is_bold=True) + 9.0)


def _remark(transitions: Sequence[Transition], number: int, width: float) -> Remark:
    transition, label = transitions[number], label_text(transitions, number)
    text = condition_text(transition) + (f" / {block_text(transition.action)}" if transition.action else "")
    room = width - label_width(label) - _AFTER_LABEL
    return Remark(label, tuple(wrapped(text, room, SIZE, is_mono=True)))


def _indent(column: Sequence[Remark]) -> float:
    return max(label_width(remark.label) for remark in column) + _AFTER_LABEL


def _in_columns(remarks: Sequence[Remark], count: int) -> tuple[tuple[Remark, ...], ...]:
    """At most that many columns of equal length; the last may be shorter."""
    length = -(-len(remarks) // count)
    return tuple(tuple(remarks[first : first + length]) for first in range(0, len(remarks), length))
