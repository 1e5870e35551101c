"""SUMO's configurations (`.sumocfg`): which files belong together, and which hours are simulated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path

from seahaven.errors import InputError, Position
from seahaven.files import Element, load_xml
from seahaven.roads.formats.sumo.clock import read_time

__all__ = ["SumoConfiguration", "files_of", "is_configuration", "read_configuration"]

_SUFFIX = ".sumocfg"
_TAGS = ("configuration", "sumoConfiguration")


@dataclass(frozen=True, slots=True)
class SumoConfiguration:
    """The files that a configuration names, and from when to when (s) it is simulated."""

    file: Path
    network: Path
    routes: tuple[Path, ...] = ()
    additional: tuple[Path, ...] = ()
    begin: float = 0.0
    end: float = inf


def files_of(path: str | Path) -> tuple[Path, ...]:
    """All files that a configuration names."""
    configuration = read_configuration(path)
    return (configuration.network, *configuration.routes, *configuration.additional)


def is_configuration(path: str | Path) -> bool:
    """Whether a file is one of these, by its name."""
    return str(path).lower().endswith(_SUFFIX)


def read_configuration(path: str | Path) -> SumoConfiguration:
    """What a `.sumocfg` says of files and times; output, report and all other options are SUMO's own business.

    Files are named relative to the configuration, as in SUMO.
    """
    root = load_xml(path)
    if root.tag not in _TAGS:
        root.refuse(f"the outermost element is <{root.tag}>; expected <configuration> of a {_SUFFIX} file")
    options = dict(_options(root))
    if "net-file" not in options:
        raise InputError("the configuration names no network; expected <net-file value=.../>", Position(str(path)))
    networks, routes, additional = (
        _files(options.get(name), Path(path).parent) for name in ("net-file", "route-files", "additional-files")
    )
    begin, end = (
        read_time(options[name], "value") if name in options else default
        for name, default in (("begin", 0.0), ("end", inf))
    )
    if not begin <= end:
        options["end"].refuse(f"<end> is {end:g} s, before <begin> at {begin:g} s; expected it later")
    return SumoConfiguration(Path(path), networks[0], routes, additional, begin, end)


def _options(element: Element) -> Iterator[tuple[str, Element]]:
    """The options by name; they may stand in sections or not. Some files write `v` for `value`."""
    for child in element:
        if "v" in child.attributes:
            child.attributes.setdefault("value", child.attributes["v"])
        if "value" in child.attributes:
            yield child.tag, child
        yield from _options(child)


def _files(option: Element | None, folder: Path) -> tuple[Path, ...]:
    if option is None:
        return ()
    names = [name for name in re.split(r"[,\s]+", option.word("value")) if name]
    if not names:
        option.refuse(f"<{option.tag}> names no file; expected one, or several with commas between them")
    return tuple(folder / name for name in names)
