"""Conditions in the words of a study: `gap < 30 m and closing > 0.5 m/s and not right_open`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf, isfinite
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.files import parse_quantity
from seahaven.seats.learned import Condition, Quantity, Term, quantity_named
from seahaven.takes.dimensions import DIMENSIONS

__all__ = ["condition", "quantity_value", "refuse_never"]

_AND: Final = re.compile(r"\s+and\s+")
_TERM: Final = re.compile(r"(?P<not>not\s+)?(?P<name>[a-z_]\w*)\s*(?:(?P<relation><=|>=|<|>|=)\s*(?P<limit>.+))?")
LEAST: Final[Mapping[str, float]] = {"speed": 0.0, "limit": 0.0, "waiting": 0.0, "visibility": 0.0}
"""What quantities are at least; of all others nothing is known."""


def condition(text: str) -> Condition:
    """The condition that a text states; refused if it can never hold."""
    if not text.strip():
        return Condition()
    found = Condition(tuple(_term(part.strip()) for part in _AND.split(text.strip())))
    refuse_never(found)
    return found


def _term(text: str) -> Term:
    match = _TERM.fullmatch(text)
    if not match:
        raise InputError(f"'{text}' is no condition; expected one such as 'gap < 30 m' or 'not right_open'")
    quantity, relation = quantity_named(match["name"]), match["relation"]
    if quantity.is_truth:
        if relation:
            raise InputError(f"'{quantity.name}' is true or false; write '{quantity.name}' or 'not {quantity.name}'")
        return Term(quantity, is_negated=bool(match["not"]))
    if not relation:
        raise InputError(f"'{quantity.name}' is a number; compare it, as in '{quantity.name} < 10'")
    return Term(quantity, relation, quantity_value(match["limit"], quantity), bool(match["not"]))


def quantity_value(said: Any, quantity: Quantity) -> float:
    """A value of a quantity in SI."""
    value = parse_quantity(said, DIMENSIONS.get(quantity.unit, "ratio"))
    if not isfinite(value):
        raise InputError(f"'{quantity.name}' is compared with {value}; expected a finite number")
    return value


def refuse_never(condition: Condition, *, bounds: Mapping[str, tuple[float, float]] | None = None) -> None:
    """Refuse terms that exclude each other, or what quantities can be at all, so that they never hold together.

    `bounds` are the least and the greatest values of some quantities.
    """
    spans = {name: (least, inf) for name, least in LEAST.items()} | dict(bounds or {})
    truths: dict[str, bool] = {}
    for term in condition.terms:
        name = term.quantity.name
        if term.quantity.is_truth:
            if truths.setdefault(name, not term.is_negated) == term.is_negated:
                raise InputError(f"it never holds: '{name}' cannot be true and false at once")
            continue
        if term.is_negated:
            continue  # it also holds where there is nothing to see
        low, high = spans.get(name, (-inf, inf))
        low = max(low, term.limit) if term.relation in (">", ">=", "=") else low
        high = min(high, term.limit) if term.relation in ("<", "<=", "=") else high
        is_open = low == high and term.relation in ("<", ">")
        if low > high or is_open:
            raise InputError(f"it never holds: '{name}' would have to be at least {low:g} and at most {high:g}")
        spans[name] = low, high
