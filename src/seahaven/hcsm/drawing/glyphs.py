"""How wide text is. Helvetica, Arial and Liberation Sans share these widths, and monospaced fonts are all alike."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["MONOSPACE", "SANS", "text_width", "wrapped"]

SANS = "Helvetica, Arial, 'Liberation Sans', sans-serif"
MONOSPACE = "Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

_WIDTHS = {
    0.20: "'", 0.23: "ijl|", 0.28: " !,./:;I[]\\ft", 0.34: "\"()-`r{}", 0.40: "*", 0.50: "Jcksvxyz^",
    0.56: "?#$_L0123456789abdeghnopqu", 0.59: "+<=>~", 0.61: "FTZ", 0.67: "&ABEKPSVXY", 0.73: "CDHNRUw", 0.78: "GOQ",
    0.84: "Mm", 0.90: "%", 0.95: "W", 1.02: "@",
}  # fmt: skip
_EM = {glyph: width for width, glyphs in _WIDTHS.items() for glyph in glyphs}
_OTHER, _MONO, _BOLD = 0.70, 0.605, 1.08
"""Widths of unlisted and monospaced glyphs in ems, and how much wider bold ones are."""


def text_width(text: str, size: float, *, is_bold: bool = False, is_mono: bool = False) -> float:
    """The width in pixels at a font size in pixels.

    >>> round(text_width("Follow", 10), 1), round(text_width("Follow", 10, is_mono=True), 1)
    (29.2, 36.3)
    """
    if is_mono:
        return len(text) * _MONO * size
    return sum(_EM.get(glyph, _OTHER) for glyph in text) * size * (_BOLD if is_bold else 1.0)


def wrapped(text: str, width: float, size: float, *, is_mono: bool = False) -> Iterator[str]:
    """Lines of the text that are no wider than that, broken at spaces; a word alone may be wider."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, is_mono=is_mono) > width:
            yield line
            longer = word
        line = longer
    yield line
