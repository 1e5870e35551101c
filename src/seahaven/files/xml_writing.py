"""XML text made from elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from seahaven.errors import InputError
from seahaven.files.xml import Element

__all__ = ["add_children", "new_element", "xml_text"]

_MADE = "<made>"
_INDENT = "  "
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# Line breaks in attributes would be read back as spaces.
_ATTRIBUTE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def new_element(
    tag: str,
    attributes: Mapping[str, object] | None = None,
    children: Iterable[Element] = (),
    *,
    text: str = "",
) -> Element:
    """An element that is not from a file, with the elements inside it.

    Attributes are texts, truths and numbers; numbers are written so that reading gives the very same, and None leaves
    an attribute out.

    >>> print(xml_text(new_element("road", {"id": "a<b", "length": 0.1, "rule": None})))
    <?xml version="1.0" encoding="UTF-8"?>
    <road id="a&lt;b" length="0.1"/>
    <BLANKLINE>
    """
    written = {name: _written(value) for name, value in (attributes or {}).items() if value is not None}
    element = Element(tag, written, 0, None, _MADE)
    element.text = text
    add_children(element, children)
    return element


def add_children(element: Element, children: Iterable[Element]) -> None:
    """Put elements at the end of those inside an element."""
    for child in children:
        child.parent = element
        element.children.append(child)


def _written(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case float():
            # Not the number itself, since one of NumPy's would name its type. Whole ones are written as integers are.
            return repr(float(value)).removesuffix(".0")
    return str(value)


def xml_text(root: Element) -> str:
    """The text of an XML file with that outermost element, a line for each element, ended by a line break.

    Characters that XML cannot hold, such as most control characters, are refused.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    _write(root, "", lines)
    text = "\n".join((*lines, ""))
    if found := _FORBIDDEN.search(text):
        raise InputError(f"the character {found[0]!r} cannot be written as XML; leave it out of names and texts")
    return text


def _write(element: Element, indent: str, lines: list[str]) -> None:
    pairs = element.attributes.items()
    opening = "".join(
        (indent, "<", element.tag, *(f' {name}="{value.translate(_ATTRIBUTE)}"' for name, value in pairs))
    )
    text = element.text.translate(_TEXT)
    if not element.children:
        lines.append(f"{opening}>{text}</{element.tag}>" if text else f"{opening}/>")
        return
    lines.append(f"{opening}>{text}")
    for child in element.children:
        _write(child, indent + _INDENT, lines)
    lines.append(f"{indent}</{element.tag}>")
