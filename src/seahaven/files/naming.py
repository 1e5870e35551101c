"""File and folder names made from titles: readable in any script, and safe on every file system.

Letters, digits, marks and symbols stay, in lower case and in normal form C, so that a name has the same bytes on
every machine. Spaces and punctuation become one dash. A few signs become words, because a name without them would say
something else: `+5 %` is `plus-5-percent`, `-5 %` is `minus-5-percent`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

__all__ = ["distinct_names", "file_name"]

MOST_BYTES: Final = 120
"""Of a name in UTF-8: file systems take 255, and endings such as `.checkpoint.npz` come behind it."""
_SIGNS: Final = {"+": "plus", "%": "percent", "&": "and", "=": "equals", "<": "below", ">": "above"}
_MINUS: Final = re.compile(r"(?<!\w)[-\N{MINUS SIGN}](?=[.,]?\d)")
_LETTERS: Final = ("L", "M", "N")
_RESERVED: Final = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")
"""What Windows takes for a device, with whatever ending."""
_DIGITS: Final = 6


def file_name(title: str, *, empty: str = "untitled") -> str:
    """A title as the name of a file or folder; one without a letter or symbol becomes `empty` and a digest.

    >>> file_name("Rain on the motorway!"), file_name("Дождь, +5 %"), file_name("雨 🚗")
    ('rain-on-the-motorway', 'дождь-plus-5-percent', '雨-🚗')
    """
    text = unicodedata.normalize("NFC", _MINUS.sub(" minus ", title))
    name = re.sub("-+", "-", "".join(map(_kept, text))).strip("-")
    name = unicodedata.normalize("NFC", name.lower())
    if not name:
        return f"{empty}-{_digest(title)}"
    if _RESERVED.fullmatch(name):
        return f"{name}-{_digest(title)}"
    return name if len(name.encode()) <= MOST_BYTES else _cut(name, title)


def distinct_names(titles: Iterable[str], *, empty: str = "untitled") -> dict[str, str]:
    """A name for each title, no two of them the same, also where upper and lower case are not told apart.

    A title whose name is taken already gets a digest behind it, so that a new title at the end changes no other name.

    >>> distinct_names(["rain", "Rain", "snow"])
    {'rain': 'rain', 'Rain': 'rain-a6d20a', 'snow': 'snow'}
    """
    names, taken = dict[str, str](), set[str]()
    for title in titles:
        plain, digits = file_name(title, empty=empty), _DIGITS
        name = plain
        while _folded(name) in taken:
            name, digits = f"{plain}-{_digest(title, digits)}", digits + 2
        names[title] = name
        taken.add(_folded(name))
    return names


def _kept(character: str) -> str:
    """What becomes of one character: itself, a word, a dash, or nothing for invisible ones, which have no width."""
    if character in _SIGNS:
        return f"-{_SIGNS[character]}-"
    kind = unicodedata.category(character)
    if kind[0] in _LETTERS or (kind[0] == "S" and not character.isascii()):
        return character
    return "" if kind == "Cf" else "-"


def _cut(name: str, title: str) -> str:
    """The beginning of a long name, with a digest of the whole title."""
    digest = _digest(title)
    start = name.encode()[: MOST_BYTES - len(digest) - 1].decode(errors="ignore")
    return f"{start.rstrip('-')}-{digest}"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _digest(title: str, digits: int = _DIGITS) -> str:
    return sha256(title.encode()).hexdigest()[:digits]
