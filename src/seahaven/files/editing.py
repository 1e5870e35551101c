"""Changing values in a YAML file and nothing else: comments, order, quotes and spaces stay as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from seahaven.errors import InputError
from seahaven.files.document import KeyPath, Plain, show_path
from seahaven.files.source import read_source
from seahaven.files.yaml import parse_yaml

__all__ = ["edited_yaml"]

_PLAIN_TEXT = re.compile(r"[A-Za-z0-9_.](?:[\w .+/-]*[\w+/-])?")


class _Splice(NamedTuple):
    """A piece of the text, from one index up to another, and what takes its place."""

    begin: int
    end: int
    text: str


def edited_yaml(path: str | Path, changes: Mapping[KeyPath, bool | float | str]) -> str:
    """The text of a YAML file with other values at some paths; the file itself is not written.

        edited_yaml("drive.study.yaml", {("triggers", "gate", "at"): "2014 m"})

    A key that is not there yet becomes the first of its mapping. What cannot be changed without changing something
    else, an alias say, is refused.
    """
    source = read_source(path)
    before = parse_yaml(source.text, file=source.file)
    root = YAML(typ="safe", pure=True).compose(source.text)
    splices = [_splice(source.text, root, way, value) for way, value in changes.items()]
    text = source.text
    for splice in sorted(splices, reverse=True):
        text = text[: splice.begin] + splice.text + text[splice.end :]
    if _read(text) != _changed(before.data, changes):
        ways = ", ".join(show_path(way) for way in changes)
        raise InputError(
            f"{ways} cannot be changed without changing something else; edit the file yourself", before.at()
        )
    return text


def _read(text: str) -> Plain:
    """What a text says; None where it is no YAML any more."""
    try:
        return parse_yaml(text).data
    except InputError:
        return None


def _splice(text: str, root: Any, way: KeyPath, value: bool | float | str) -> _Splice:
    node = root
    for step in way[:-1]:
        node = _child(node, step, way)
    known = _found(node, way[-1])
    if isinstance(known, ScalarNode):
        return _Splice(known.start_mark.index, known.end_mark.index, _scalar(value))
    if known is not None or not isinstance(node, MappingNode) or not node.value:
        raise InputError(
            f"{show_path(way)} holds no single value, so it cannot be changed here; edit the file yourself"
        )
    first = node.value[0][0].start_mark.index
    line = f"{way[-1]}: {_scalar(value)}"
    if node.flow_style:
        return _Splice(first, first, f"{line}, ")
    indent = first - (text.rfind("\n", 0, first) + 1)
    return _Splice(first, first, f"{line}\n{' ' * indent}")


def _child(node: Any, step: str | int, way: KeyPath) -> Any:
    found = _found(node, step)
    if found is None:
        raise InputError(f"{show_path(way)} is not there any more; the file has changed, so open it anew")
    return found


def _found(node: Any, step: str | int) -> Any:
    if isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step]
    if isinstance(node, MappingNode):
        return next((value for key, value in node.value if key.value == step), None)
    return None


def _scalar(value: bool | float | str) -> str:
    """A value as YAML: text that could be read otherwise stands in quotes."""
    if isinstance(value, str):
        is_plain = _PLAIN_TEXT.fullmatch(value) and parse_yaml(f"- {value}").data == [value]
        return value if is_plain else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def _changed(data: Plain, changes: Mapping[KeyPath, bool | float | str]) -> Plain:
    """The data with the changes, for comparison."""
    changed: Any = json.loads(json.dumps(data))
    for way, value in changes.items():
        inside = changed
        for step in way[:-1]:
            inside = inside[step]
        inside[way[-1]] = value
    result: Plain = changed
    return result
