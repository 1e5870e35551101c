"""Mission files: checkpoints in the order in which they are driven, and speed limits by segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from seahaven.errors import InputError, Position
from seahaven.roads.formats.rndf.statement import Statement, read_statements
from seahaven.roads.model import Remark

__all__ = ["Mdf", "MissionPoint", "SegmentLimit", "read_mdf"]

MPH: Final = 0.44704
_HEADER: Final = ("RNDF", "RNDF_name", "format_version", "creation_date", "num_checkpoints", "num_speed_limits")


class MissionPoint(NamedTuple):
    """A checkpoint to come by: its number, and where the file says so."""

    number: int
    at: Position


class SegmentLimit(NamedTuple):
    """The least and the greatest speed (m/s) on a segment or in a zone."""

    low: float
    high: float
    at: Position


@dataclass(frozen=True, slots=True)
class Mdf:
    """A mission: checkpoints in driving order, and the speed limits of segments and zones by their numbers."""

    name: str
    roads: str
    """The name of the RNDF that it belongs to, as its author wrote it."""
    checkpoints: tuple[MissionPoint, ...]
    limits: Mapping[int, SegmentLimit]
    remarks: tuple[Remark, ...]


def read_mdf(path: str | Path) -> Mdf:
    """The mission in a file; a file that cannot be understood is refused with its line and column."""
    lines = list(read_statements(path))
    if not lines or lines[0].keyword != "MDF_name":
        at = lines[0].at() if lines else Position(str(path))
        raise InputError("the file does not begin with MDF_name; expected a Mission Data File", at)
    blocks: dict[str, list[Statement]] = {"": [], "checkpoints": [], "speed_limits": []}
    remarks = [*_sorted_out(lines, blocks)]
    points = tuple(MissionPoint(line.integer(0, "checkpoint"), line.at()) for line in blocks["checkpoints"])
    limits = {line.integer(0, "segment"): _limit(line) for line in blocks["speed_limits"]}
    if not points:
        raise InputError("the mission has no checkpoints; expected at least one", lines[0].at())
    header = {line.keyword: line for line in blocks[""]}
    for keyword, found in (("num_checkpoints", len(points)), ("num_speed_limits", len(blocks["speed_limits"]))):
        if keyword in header and (declared := header[keyword].integer(1, "number")) != found:
            message = f"{keyword} says {declared}, and there are {found}; those that are there count"
            remarks.append(Remark("mdf:count", message, header[keyword].at(1)))
    roads = next((header[keyword].word(1, "a name") for keyword in ("RNDF", "RNDF_name") if keyword in header), "")
    return Mdf(lines[0].word(1, "a name"), roads, points, limits, tuple(remarks))


def _sorted_out(lines: list[Statement], blocks: dict[str, list[Statement]]) -> Iterator[Remark]:
    """Put statements into the block in which they stand; gives remarks on those that mean nothing."""
    block = ""
    for line in lines[1:]:
        if line.keyword in blocks:
            block = line.keyword
        elif line.keyword == f"end_{block}":
            block = ""
        elif line.keyword in _HEADER:
            blocks[""].append(line)
        elif line.keyword[0].isdigit() and block:
            blocks[block].append(line)
        elif line.keyword != "end_file":
            yield Remark("mdf:keyword", f"'{line.keyword}' has no meaning here; it is passed over", line.at())
    if block:
        yield Remark("mdf:end", f"there is no 'end_{block}'; it is taken to end with the file", lines[-1].at())


def _limit(line: Statement) -> SegmentLimit:
    low, high = (line.number(k, "speed in mph", 0.0, 500.0) * MPH for k in (1, 2))
    if high < low:
        line.refuse(f"the greatest speed {line.words[2]} is below the least one, {line.words[1]}", 2)
    return SegmentLimit(low, high, line.at())
