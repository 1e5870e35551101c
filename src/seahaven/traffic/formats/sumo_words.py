"""The words of SUMO's route files: times of day, distributions, and notes on what has no effect here."""

from __future__ import annotations

import re
from collections.abc import Collection

from seahaven.errors import InputError
from seahaven.files import Element
from seahaven.roads import Remark
from seahaven.traffic.distribution import Distribution, Normal

__all__ = ["Notes", "positive", "shares", "spread"]

_SPREAD = re.compile(r"\s*(normc?)\s*\(([^()]*)\)\s*")


class Notes:
    """Gathers remarks, each once however often its reason comes up."""

    def __init__(self) -> None:
        self._made: dict[str, Remark] = {}

    def add(self, rule: str, message: str, element: Element) -> None:
        """Remark on an element."""
        self._made.setdefault(message, Remark(rule, message, element.at, element.path))

    def unused(self, element: Element, known: Collection[str]) -> None:
        """Remark on the attributes of an element that have no effect here."""
        for name in element.attributes:
            if name not in known:
                self.add("unused", f"<{element.tag}> has an attribute '{name}', which has no effect here", element)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What was remarked, in the order of first mention."""
        return tuple(self._made.values())


def positive(element: Element, name: str) -> float:
    """An attribute as a number above 0."""
    value = element.number(name)
    if not value > 0.0:
        element.refuse(f"<{element.tag}> has {name} '{element.word(name)}'; expected a number above 0")
    return value


def spread(element: Element, name: str) -> Distribution | float:
    """An attribute as a number, or as a normal distribution: norm(mean,deviation), normc(mean,deviation,low,high)."""
    match = _SPREAD.fullmatch(element.word(name))
    if not match:
        return positive(element, name)
    try:
        numbers = [float(part) for part in match[2].split(",")]
        if len(numbers) != {"norm": 2, "normc": 4}[match[1]]:
            raise ValueError
        return Normal(*numbers)
    except (ValueError, InputError):
        element.refuse(
            f"<{element.tag}> has {name} '{element.word(name)}'; expected a number, norm(mean,deviation) or "
            "normc(mean,deviation,low,high) with a mean within the bounds"
        )


def shares(element: Element, listed: list[str]) -> list[float]:
    """The probabilities beside a list of names, all alike where there are none."""
    texts = element.word("probabilities", " ".join("1" for _ in listed)).split()
    try:
        shares = [float(text) for text in texts]
    except ValueError:
        shares = []
    if len(shares) != len(listed) or any(not share >= 0.0 for share in shares):
        element.refuse(
            f"<{element.tag}> has probabilities '{' '.join(texts)}' for {len(listed)} names; expected as many from 0 on"
        )
    return shares
