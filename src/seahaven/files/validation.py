"""A document held against a schema: an instance, or every problem at once with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from seahaven.errors import InputError, Position, nearest
from seahaven.files.bounds import written
from seahaven.files.document import Document, KeyPath, missing_space, show, show_path
from seahaven.files.schema import Schema, json_schema, published_at

__all__ = ["DocumentError", "Problem", "validate"]

S = TypeVar("S", bound=Schema)

_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "none_required": "null",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
}
_KEY = "[key]"
"""What ends the validator's location of a complaint about a key."""
_QUOTED = re.compile(r"'([^']*)'")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a document, and its place."""

    message: str
    at: Position

    def __str__(self) -> str:
        return f"{self.at}: {self.message}"


class DocumentError(InputError):
    """A document that does not fit its schema; lists every problem, one in a line, in order of place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        first, *others = self.problems
        super().__init__("\n".join((first.message, *map(str, others))), first.at)

    def __reduce__(self) -> tuple[type[DocumentError], tuple[tuple[Problem, ...]]]:
        # Made again from its problems where it crosses to another process; the default passes the message.
        return type(self), (self.problems,)


def validate(document: Document, schema: type[S]) -> S:
    """Give the document as an instance of a schema, or raise one error that names all problems."""
    try:
        # As JSON, so that strict types still take a list for a tuple: a file has no other way to write one.
        return schema.model_validate_json(json.dumps(document.data))
    except ValidationError as error:
        details = error.errors(include_url=False)
    raise DocumentError(_Reporter(document, _published(schema)).problems(details))


@cache
def _published(schema: type[Schema]) -> Mapping[str, Any]:
    """The published schema, which takes a while to make."""
    return json_schema(schema)


@dataclass(frozen=True, slots=True)
class _Finding:
    """A complaint about what is, or is not, at a path.

    With `is_type` a value is of the wrong type altogether, with `is_number` it is a number beyond its bounds.
    """

    path: KeyPath
    subject: str
    complaint: str
    at: Position
    is_type: bool = False
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class _Reporter:
    """Words the validator's complaints for the reader of the file."""

    document: Document
    published: Mapping[str, Any]

    def problems(self, details: list[ErrorDetails]) -> list[Problem]:
        """Give one problem for each path; the alternatives of a choice of types share theirs."""
        merged: dict[KeyPath, list[_Finding]] = {}
        for finding in _relevant([self.finding(detail) for detail in details]):
            merged.setdefault(finding.path, []).append(finding)
        found = [_problem(findings) for findings in merged.values()]
        return sorted(found, key=lambda problem: (problem.at.line or 0, problem.at.column or 0))

    def finding(self, detail: ErrorDetails) -> _Finding:
        path = _aligned(self.document.data, detail["loc"])
        context = detail.get("ctx", {})
        match detail["type"]:
            case "missing":
                return self.missing(path, detail["loc"][-1])
            case "union_tag_not_found":
                return self.missing(path, context["discriminator"].strip("'"))
            case "extra_forbidden":
                return self.unknown(path[:-1], str(path[-1]))
            case "union_tag_invalid":
                return self.wrong_name((*path, context["discriminator"].strip("'")), context["expected_tags"])
            case "literal_error" | "enum":
                return self.wrong_name(path, context["expected"])
            case "bounds":
                return self.beyond(path, context["wanted"], context["unit"])
            case "quantity":
                return self.about(path, context["message"], is_type=self.is_collection(path))
            case "value_error" | "assertion_error":
                return self.about(path, str(context["error"]))
        return self.misfit(path, detail)

    def about(self, path: KeyPath, complaint: str, *, is_type: bool = False) -> _Finding:
        subject = f"{show_path(path)}: " if path else ""
        return _Finding(path, subject, complaint, self.document.at(*path), is_type)

    def beyond(self, path: KeyPath, wanted: str, unit: str) -> _Finding:
        """Say that a number is beyond its bounds: `duration is 1e9 s; expected up to 7 days`."""
        value = written(_value(self.document.data, path), unit)
        subject = f"{show_path(path)} is {value}; " if path else f"{value}: "
        return _Finding(path, subject, wanted, self.document.at(*path), is_number=True)

    def missing(self, path: KeyPath, key: str | int) -> _Finding:
        around = _value(self.document.data, path)
        if isinstance(key, int):
            return self.about(path, f"item [{key}] is missing; found {len(around)}")
        if not isinstance(around, dict):
            # The name of an alternative was taken for a key; the mapping lies one step up.
            return self.missing(path[:-1], key)
        strays = set(around) - self.known_keys(path)
        near = _did_you_mean(key, strays).replace("did you mean", "is it meant by")
        return _Finding((*path, key), "", f"missing key '{key}'{_inside(path)}{near}", self.document.at(*path))

    def unknown(self, path: KeyPath, key: str) -> _Finding:
        valid = self.known_keys(path)
        squeezed = missing_space(key) if key.partition(":")[0] in valid else None
        complaint = squeezed or f"unknown key '{key}'{_inside(path)}{nearest(key, valid)}"
        return _Finding((*path, key), "", complaint, self.document.key_at(*path, key))

    def wrong_name(self, path: KeyPath, expected: str) -> _Finding:
        found = _value(self.document.data, path)
        hint = _did_you_mean(found, _QUOTED.findall(expected)) if isinstance(found, str) else ""
        return self.about(path, f"expected {expected}, found {show(found)}{hint}", is_type=self.is_collection(path))

    def misfit(self, path: KeyPath, detail: ErrorDetails) -> _Finding:
        if detail["loc"][-1:] == (_KEY,):
            return self.wrong_key(path, detail)
        found = show(_value(self.document.data, path))
        if expected := _EXPECTED.get(detail["type"]):
            return self.about(path, f"expected {expected}, found {found}{self.squeezed(path, expected)}", is_type=True)
        if detail["type"] in ("too_short", "too_long"):
            return self.about(path, _miscount(detail["ctx"]))
        return self.about(path, f"{_plain(detail['msg'])}{self.unit(path)}; found {found}")

    def squeezed(self, path: KeyPath, expected: str) -> str:
        """Give a hint for a text that would have been a mapping with a space behind its colon."""
        text = _value(self.document.data, path)
        advice = missing_space(text) if expected == "a mapping" and isinstance(text, str) else None
        return f"; {advice}" if advice else ""

    def wrong_key(self, path: KeyPath, detail: ErrorDetails) -> _Finding:
        """Say what is wrong with a key that may be any text; its value is not what the complaint is about."""
        key, complaint = path[-1], _plain(detail["msg"])
        subject = f"key {show(key)}{_inside(path[:-1])}: "
        return _Finding((*path, _KEY), subject, complaint, self.document.key_at(*path))

    def unit(self, path: KeyPath) -> str:
        """Give the unit that a bound is in, to stand behind it: what is written may be in another."""
        nodes = published_at(self.published, self.document.data, path)
        return next((f" {node['unit']}" for node in nodes if node.get("unit")), "")

    def known_keys(self, path: KeyPath) -> set[str]:
        nodes = published_at(self.published, self.document.data, path)
        return {key for node in nodes for key in node.get("properties", {})}

    def is_collection(self, path: KeyPath) -> bool:
        return isinstance(_value(self.document.data, path), dict | list)


def _problem(findings: list[_Finding]) -> Problem:
    complaints = dict.fromkeys(finding.complaint for finding in findings)
    return Problem(findings[0].subject + "; or: ".join(complaints), findings[0].at)


def _plain(message: str) -> str:
    """Give the validator's own words so that they can stand behind a colon."""
    message = message.removeprefix("Input ").replace("String", "text")
    return f"{message[0].lower()}{message[1:]}"


def _miscount(context: Mapping[str, Any]) -> str:
    bound = f"at most {context['max_length']}" if "max_length" in context else f"at least {context['min_length']}"
    return f"expected {bound} in the list, found {context['actual_length']}"


def _relevant(findings: list[_Finding]) -> Iterator[_Finding]:
    """Give the findings less those on alternatives that the writer did not mean.

    Only a choice of types complains about a value as a whole and about its inside too; the alternative
    that was entered is the one that was meant. So is the number, of a value that is one.
    """
    entered = {finding.path[:length] for finding in findings for length in range(len(finding.path))}
    entered |= {finding.path for finding in findings if finding.is_number}
    return (finding for finding in findings if not (finding.is_type and finding.path in entered))


def _inside(path: KeyPath) -> str:
    return f" in {show_path(path)}" if path else ""


def _did_you_mean(name: str, valid: Iterable[str]) -> str:
    """Give the hint only where a name is close, for messages that list the valid names themselves."""
    hint = nearest(name, valid)
    return hint if hint.startswith("; did you mean") else ""


def _has(data: object, step: str | int) -> bool:
    if isinstance(data, dict):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)


def _value(data: Any, path: KeyPath) -> Any:
    for step in path:
        data = data[step] if _has(data, step) else data
    return data


def _aligned(data: Any, location: tuple[str | int, ...]) -> KeyPath:
    """Give the path in the document for a validator's location, which also names alternatives of a choice.

    A step that is both an alternative and a key is taken for the alternative if the next step lies beside
    it and not below it.
    """
    path: KeyPath = ()
    for index, step in enumerate(location):
        following = location[index + 1 : index + 2]
        beside = any(_has(data, key) for key in following)
        if _has(data, step) and (not beside or any(_has(data[step], key) for key in following)):
            path, data = (*path, step), data[step]
    return path
