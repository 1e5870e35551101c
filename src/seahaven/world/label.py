"""How an entity is called wherever people read of it: in messages, tables, reports and on pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from seahaven.errors import InputError, nearest
from seahaven.world.ids import BLOCK

__all__ = ["entity_label", "entity_number", "entity_of", "entity_with_id", "is_number"]

_LABEL: Final = re.compile(r"no\. (\d+·)?\d+")
_NUMBER: Final = re.compile(r"(?:no\.?\s*)?(?:(\d+)\s*[·.:/\s]\s*)?(\d+)", re.IGNORECASE)


def entity_number(entity: int) -> str:
    """The number of an entity, as it is written on a vehicle in pictures and pages.

    Modules hand out ids in blocks of a million, so the number is the block and the place within it. No two entities
    share one, and no spreadsheet takes it for a decimal number, a date or a time of day.

    >>> entity_number(2000017), entity_number(2000170), entity_number(17)
    ('2·17', '2·170', '17')
    """
    block, number = divmod(int(entity), BLOCK)
    return f"{block}·{number}" if block else f"{number}"


def entity_label(entity: int, names: Mapping[int, str] | None = None) -> str:
    """The name of an entity if it has one, else its number after "no."; `names` are names by id.

    >>> entity_label(2000017), entity_label(3, {3: "ada"})
    ('no. 2·17', 'ada')
    """
    return (names or {}).get(int(entity)) or f"no. {entity_number(entity)}"


def entity_with_id(entity: int) -> str:
    """The label of an entity without a name, with its id where the two differ: for messages to those who gave the id.

    >>> entity_with_id(2000017), entity_with_id(17)
    ('no. 2·17 (id 2000017)', 'no. 17')
    """
    return f"{entity_label(entity)} (id {entity})" if entity >= BLOCK else entity_label(entity)


def is_number(name: str) -> bool:
    """Whether a name reads like the label of an entity without one.

    >>> is_number("no. 2·17"), is_number("no. 3"), is_number("car 3")
    (True, True, False)
    """
    return _LABEL.fullmatch(name) is not None


def entity_of(label: str, names: Mapping[int, str] | None = None) -> int:
    """The id of the entity with this label: the inverse of `entity_label`; names go first.

    Numbers are accepted as people type them: without "no.", with a full stop for the dot, or as the id itself.

    >>> entity_of("no. 2·17"), entity_of("2.17"), entity_of("2000017"), entity_of("ada", {3: "ada"})
    (2000017, 2000017, 2000017, 3)
    """
    names = names or {}
    for entity, name in sorted(names.items()):
        if name == label:
            return entity
    number = _NUMBER.fullmatch(label.strip())
    if number is None or (number[1] and int(number[2]) >= BLOCK):
        raise InputError(
            f"'{label}' is no vehicle: expected a name or a number such as 'no. 2·17'{nearest(label, names.values())}"
        )
    return BLOCK * int(number[1] or 0) + int(number[2])
