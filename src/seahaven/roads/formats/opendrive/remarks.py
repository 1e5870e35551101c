"""What a reader notices on its way: doubts that do not keep a file from being used, and problems that do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from seahaven.errors import InputError
from seahaven.files import DocumentError, Element, Problem
from seahaven.roads.model import Remark

__all__ = ["SCHEMA", "Remarks"]

T = TypeVar("T")

SCHEMA = "asam.net:xodr:1.0.0:xml.valid_schema"
"""The rule that is broken by what is missing, or is no number, or has a name that is unknown."""

_MOST_PROBLEMS = 50
_MOST_OF_A_RULE = 200


class Remarks:
    """The remarks on one file, and the problems that will have it refused as a whole."""

    def __init__(self) -> None:
        self.noted: list[Remark] = []
        self.problems: list[Problem] = []
        self._counts: dict[str, int] = {}

    def note(self, rule: str, element: Element, message: str) -> None:
        """Take down something doubtful about an element; of what breaks the same rule hundreds of times, the first."""
        count = self._counts[rule] = self._counts.get(rule, 0) + 1
        if count <= _MOST_OF_A_RULE:
            self.noted.append(Remark(rule, message, element.at, element.path))

    def refuse(self, rule: str, element: Element, message: str) -> None:
        """Take down something for which the file has to be refused, once all of it has been looked at."""
        self.problems.append(Problem(f"{message} ({element.path}) [{rule}]", element.at))

    def each(self, read: Callable[[Element], T], elements: Iterable[Element]) -> list[T]:
        """What reading gives for each element; one that cannot be read is a problem, and reading goes on."""
        results = []
        for element in elements:
            try:
                results.append(read(element))
            except InputError as error:
                where = "" if error.at else f" ({element.path})"
                rule = "" if error.message.endswith("]") else f" [{SCHEMA}]"
                self.problems.append(Problem(f"{error.message}{where}{rule}", error.at or element.at))
                if len(self.problems) >= _MOST_PROBLEMS:
                    break
        return results

    def settle(self) -> None:
        """Raise all problems found so far, if there are any."""
        if self.problems:
            raise DocumentError(self.problems)

    def all(self) -> tuple[Remark, ...]:
        """The remarks in the order of the file."""
        more = [rule for rule, count in self._counts.items() if count > _MOST_OF_A_RULE]
        noted = sorted(self.noted, key=lambda remark: (remark.at.line or 0) if remark.at else 0)
        return *noted, *(Remark(rule, f"{self._counts[rule] - _MOST_OF_A_RULE} more of these") for rule in more)
