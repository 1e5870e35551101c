"""Which of the rule files of ASAM's quality checker are caught: the page `docs/opendrive-rules.md`.

    python -m seahaven.roads.formats.opendrive.report FOLDER > docs/opendrive-rules.md

The folder holds one folder for each rule, with files that keep it and files that break it, told apart by their names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from seahaven.errors import InputError
from seahaven.roads.formats.opendrive.reader import read_opendrive
from seahaven.roads.formats.opendrive.rules import RULES

__all__ = ["Verdict", "rules_page", "verdicts"]

_SMOOTH = "lane_smoothness.contact_point_no_horizontal_gaps"
_MEANT = {
    "fileheader_is_present": ("xml.fileheader_is_present",),
    "junction_connection_linkage": (
        "junctions.connection.start_along_linkage",
        "junctions.connection.end_opposite_linkage",
    ),
    "junctions_connection_connect_road_no_incoming_road": ("junctions.connection.connect_road_no_incoming_road",),
    "junctions_connection_one_connection_element": ("junctions.connection.one_connection_element",),
    "junctions_connection_one_link_to_incoming": ("junctions.connection.one_link_to_incoming",),
    "performance_avoid_redundant_info": ("performance.avoid_redundant_info",),
    "road_geometry_contact_point": ("road.geometry.contact_point",),
    "road_geometry_elem_asc_order": ("road.geometry.elem_asc_order",),
    "road_geometry_param_poly3_length_match": (
        "road.geometry.paramPoly3.length_match",
        "road.geometry.paramPoly3.normalized_range",
    ),
    "road_geometry_parampoly3_arclength_range": ("road.geometry.paramPoly3.arcLength_range",),
    "road_geometry_parampoly3_valid_parameters": ("road.geometry.paramPoly3.valid_parameters",),
    "road_lane_access_no_mix_of_deny_or_allow": ("road.lane.access.no_mix_of_deny_or_allow",),
    "road_lane_border_overlap_with_inner_lanes": ("road.lane.border.overlap_with_inner_lanes",),
    "road_lane_level_true_one_side": ("road.lane.level_true_one_side",),
    "road_lane_link_lanes_across_lane_sections": ("road.lane.link.lanes_across_laneSections",),
    "road_lane_link_new_lane_appear": (
        "road.lane.link.new_lane_appear",
        "road.lane.link.zero_width_at_start",
        "road.lane.link.zero_width_at_end",
    ),
    "road_linkage_is_junction_needed": ("road.linkage.is_junction_needed",),
    "root_tag_is_opendrive": ("xml.root_tag_is_opendrive",),
    "smoothness_example": (_SMOOTH,),
    "valid_schema": ("xml.valid_schema",),
    "valid_xml_document": ("xml.valid_xml_document",),
    "version_is_defined": ("xml.version_is_defined",),
    "rule_64": ("road.cross_section_surface.no_shape_superelevation",),
    "rule_104": ("road.lanes.lane_offset.no_offset_if_border_defined",),
    "rule_178": ("junctions.priority.high_and_low_attr",),
    "rule_242": ("road.object.orientation",),
    "rule_247": ("road.object.outline.outline_followed_by_corner",),
    "rule_253": ("road.corner_road.element_min_amount",),
    "rule_255": ("road.corner_local.element_min_amount",),
    "rule_257": ("road.object.skeleton.polyline_followed_by_vertex",),
    "rule_263": ("road.object.skeleton.vertex_road.element_min_amount",),
    "rule_267": ("road.object.skeleton.vertex_local.element_min_amount",),
    "rule_284": ("road.object.marking.no_cornerreference_if_no_outline",),
    "rule_285": ("road.object.borders.useCompleteOutline_true",),
    "rule_286": ("road.object.borders.useCompleteOutline_false",),
    "rule_305": ("road.object.attributes",),
    "rule_325": ("road.signal.reference.used_for_signals_only",),
    "rule_341": ("road.signal.boards.multi_board_have_sub_boards",),
    "rule_343": ("road.signal.boards.multi_board_use_dynamic_true",),
    "rule_371": ("road.object.circular_vs_angular",),
}
"""The rules that a folder, or a file that begins so, is about."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one file: the rules that it is about, whether it is meant to break them, and what was found."""

    file: str
    rules: tuple[str, ...]
    is_meant_invalid: bool
    is_refused: bool
    found: tuple[str, ...]

    @property
    def is_caught(self) -> bool:
        """Whether the file was found to break the rules that it is about; without such, whether it was refused."""
        return any(rule in self.found for rule in self.rules) or (self.is_refused and not self.rules)

    @property
    def is_exempt(self) -> bool:
        """Whether the file is older than the rule that it would break."""
        return "older_schema_version" in self.file


def verdicts(folder: str | Path) -> list[Verdict]:
    """What becomes of every file in the folders of a folder, in order of their names."""
    files = sorted(Path(folder).glob("*/*.xodr"), key=lambda path: (path.parent.name, path.name))
    return [_verdict(path) for path in files]


def _verdict(path: Path) -> Verdict:
    meant, file = _rules_of(path), f"{path.parent.name}/{path.name}"
    is_invalid = any(word in path.stem for word in ("invalid", "negative", "unsupported")) or path.stem.endswith(
        "issue"
    )
    try:
        remarks = read_opendrive(path, thorough=True).remarks
    except InputError as error:
        return Verdict(file, meant, is_invalid, True, tuple(_named_in(error.message)))
    return Verdict(file, meant, is_invalid, False, tuple(sorted({_short(remark.rule) for remark in remarks})))


def _rules_of(path: Path) -> tuple[str, ...]:
    """The rules that a file is about: those of the longest known name with which its folder, or it, begins."""
    for name in (path.name, path.parent.name):
        known = [key for key in _MEANT if name == key or name.startswith(f"{key}_")]
        if known:
            return _MEANT[max(known, key=len)]
    return ()


def _named_in(message: str) -> Iterator[str]:
    return (_short(part.split("]")[0]) for part in message.split("[")[1:] if part.startswith("asam.net"))


def _short(rule: str) -> str:
    return rule.split(":")[-1]


def rules_page(folder: str | Path) -> str:
    """The page on rules and rule files, as Markdown."""
    found = verdicts(folder)
    return "\n".join((_INTRODUCTION, *_rule_rows(), _EXAMPLES, *_totals(found), "", _HEAD, *_example_rows(found), ""))


def _rule_rows() -> Iterator[str]:
    for name, demand, consequence in _ALWAYS:
        yield f"| `{name}` | {demand} | {consequence} |"
    for rule in RULES:
        yield f"| `{rule.name.removeprefix('asam.net:xodr:')}` | {rule.demand} | remark, by `check` |"


def _totals(found: list[Verdict]) -> Iterator[str]:
    wrong = [verdict for verdict in found if verdict.is_meant_invalid and not verdict.is_exempt]
    right = [verdict for verdict in found if not verdict.is_meant_invalid]
    caught, alarms = sum(v.is_caught for v in wrong), sum(v.is_caught for v in right)
    exempt = len(found) - len(wrong) - len(right)
    yield f"Of {len(found)} files, {len(wrong)} break the rule that they are about: {caught} of them are caught by it."
    yield f"{len(right)} keep it: {alarms} of them are blamed for it. {exempt} would break a rule that is younger than"
    yield "they are, and are not held against it. What the rule `road.object.attributes` allows which kind of object"
    yield "was read off these files, since the standard gives no list."


def _example_rows(found: Iterable[Verdict]) -> Iterator[str]:
    for rules, group in groupby(sorted(found, key=lambda v: (v.rules, v.file)), key=lambda v: v.rules):
        files = list(group)
        wrong = [verdict for verdict in files if verdict.is_meant_invalid and not verdict.is_exempt]
        right = [verdict for verdict in files if not verdict.is_meant_invalid]
        missed = [verdict.file for verdict in wrong if not verdict.is_caught]
        refused = sum(verdict.is_refused for verdict in wrong)
        names = "<br>".join(f"`{rule}`" for rule in rules) or "(examples of no rule)"
        yield (
            f"| {names} | {len(right)} | {sum(v.is_caught for v in right)} | {len(wrong)} | {len(wrong) - len(missed)} "
            f"| {refused} | {', '.join(f'`{file}`' for file in missed) or '–'} |"
        )


_ALWAYS = (
    ("1.0.0:xml.valid_xml_document", "The file is XML: whole, well-formed, rightly encoded", "refused"),
    ("1.0.0:xml.root_tag_is_opendrive", "The outermost element is `<OpenDRIVE>`", "refused"),
    ("1.0.0:xml.fileheader_is_present", "There is a `<header>`", "remark; read as version 1.8"),
    ("1.0.0:xml.version_is_defined", "The header states the version", "remark; read as version 1.8"),
    ("1.0.0:xml.valid_schema", "What is needed is there and is a number where one is expected", "refused"),
    ("1.4.0:ids.id_unique_in_class", "Roads and junctions have ids of their own", "refused"),
    ("1.4.0:ids.id_unique_in_lane_section", "Lanes of a section have numbers of their own", "refused"),
    ("1.4.0:ids.only_ref_defined_ids", "What is referred to is there", "remark; the reference is left out"),
    ("1.7.0:road.signal.reference.used_for_signals_only", "References to signals lead to signals", "remark; left out"),
    ("1.4.0:road.lane.link.no_link", "Lanes at an end without a link have no link", "remark; left out"),
    (
        "1.4.0:road.linkage.road_link_attribute_usage",
        "Links to roads state the contact point",
        "remark; the nearer end",
    ),
    ("1.4.0:road.geometry.elem_asc_order", "Geometries come in rising order", "remark; sorted"),
    ("1.4.0:road.lane_section.elem_asc_order", "Sections come in rising order", "remark; sorted"),
    ("1.4.0:….elem_asc_order", "Elevations, superelevations, offsets, widths, borders likewise", "remark; sorted"),
    ("1.4.0:road.lane_section.lane_sect_req", "A road has a section", "remark; the road is a line without lanes"),
    ("1.9.0:road.geometry.s-value_sum", "A geometry ends where the next one begins", "remark; drawn out or cut"),
    ("1.9.0:road.length_sum_geometries", "A road is as long as its geometries", "remark; straight on, or cut"),
)

_INTRODUCTION = '''\
# OpenDRIVE: what is checked

A file that cannot be used is refused as a whole: the message names every problem with file, line, element and rule.
What can be used in spite of a doubt is used, and the doubt is a remark with the same particulars: `network.remarks`,
or `seahaven check FILE`, which also holds the file against rules that reading does not depend on.

```python
from pathlib import Path

from seahaven.roads.formats.opendrive import read_opendrive

Path("short.xodr").write_text(
    """<OpenDRIVE>
    <header revMajor="1" revMinor="8"/>
    <road id="main" length="120">
        <planView><geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView>
    </road>
</OpenDRIVE>"""
)
network = read_opendrive("short.xodr", thorough=True)  # thorough: as `seahaven check` does
assert [str(remark) for remark in network.remarks] == [
    "short.xodr:3: road of length 120 has a reference line of 100 m; it goes on straight "
    "(OpenDRIVE/road[@id='main']) [asam.net:xodr:1.9.0:road.length_sum_geometries]",
    "short.xodr:3: the road has no <laneSection> and so no lanes; it is kept as a line "
    "(OpenDRIVE/road[@id='main']) [asam.net:xodr:1.4.0:road.lane_section.lane_sect_req]",
]
```

Rules have ASAM's names (`asam.net:xodr:` and what the table says). The version in a name is that in which the rule
came; files of an older version are not held against it. Names that begin with `seahaven:` are our own: values of an
attribute that no version of the standard knows, and an `<offset>` in the header that is not 0. It lies between the
coordinates of the file, which roads keep, and those of the georeference; `network.offset` holds it.

| rule | demands | if broken |
| --- | --- | --- |'''

_EXAMPLES = """
## The rule files of ASAM's quality checker

ASAM's quality checker for OpenDRIVE comes with small files that keep or break one rule each, told apart by their names
(among them files for rules that the checker itself does not check yet). What becomes of them here, as written by
`python -m seahaven.roads.formats.opendrive.report FOLDER`:
"""

_HEAD = """\
| rule | files that keep it | blamed | files that break it | caught | of these refused | missed |
| --- | --- | --- | --- | --- | --- | --- |"""


if __name__ == "__main__":
    sys.stdout.write(rules_page(sys.argv[1]))
