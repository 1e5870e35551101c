"""Rules about signals, and about what the surface of a road is told by."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element
from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Survey

__all__ = ["RULES"]

_SAID_YES = frozenset({"yes", "true", "1"})


def _signals(survey: Survey) -> Iterator[Element]:
    for element, _ in survey.roads:
        yield from element.below("signals", "signal")


def _multi_boards(survey: Survey) -> Iterator[Element]:
    return (signal for signal in _signals(survey) if signal.attributes.get("type") == "multiBoard")


def board_of_boards(survey: Survey) -> Iterator[Finding]:
    """Multi boards that lack a static or a variable board."""
    for signal in _multi_boards(survey):
        for tag in ("staticBoard", "vmsBoard"):
            if signal.first(tag) is None:
                yield signal, f"the multi board has no <{tag}>"


def board_is_dynamic(survey: Survey) -> Iterator[Finding]:
    """Multi boards that are said not to change."""
    for signal in _multi_boards(survey):
        if signal.attributes.get("dynamic") not in _SAID_YES:
            yield signal, f"the multi board has dynamic '{signal.attributes.get('dynamic', '')}'; expected 'yes'"


def ids_are_unique(survey: Survey) -> Iterator[Finding]:
    """Signals and controllers of the same id."""
    for kind, elements in (("signal", list(_signals(survey))), ("controller", survey.root.all("controller"))):
        first: dict[str, Element] = {}
        for element in elements:
            id = element.attributes.get("id", "")
            if first.setdefault(id, element) is not element:
                yield element, f"{kind} '{id}' comes twice; first in line {first[id].line}"


def rising_validity(survey: Survey) -> Iterator[Finding]:
    """Ranges of lanes that fall instead of rising."""
    for element, _ in survey.roads:
        for tag in ("signal", "signalReference"):
            for signal in element.below("signals", tag):
                for validity in signal.all("validity"):
                    first, last = validity.whole("fromLane"), validity.whole("toLane")
                    if first > last:
                        yield validity, f"it counts from lane {first} down to lane {last}; expected a rising range"


def one_cross_section(survey: Survey) -> Iterator[Finding]:
    """Roads whose cross section is told twice."""
    for element, _ in survey.roads:
        for profile in element.all("lateralProfile"):
            others = [tag for tag in ("superelevation", "shape") if profile.first(tag)]
            if profile.first("crossSectionSurface") and others:
                yield profile, f"<crossSectionSurface> stands beside <{others[0]}>; expected one or the other"


RULES = (
    Rule(
        "asam.net:xodr:1.8.0:road.signal.boards.multi_board_have_sub_boards",
        "A multi board has a static and a variable board",
        board_of_boards,
    ),
    Rule(
        "asam.net:xodr:1.8.0:road.signal.boards.multi_board_use_dynamic_true",
        "A multi board is dynamic",
        board_is_dynamic,
    ),
    Rule("asam.net:xodr:1.4.0:ids.id_unique_in_class", "Each id comes once among its like", ids_are_unique),
    Rule(
        "asam.net:xodr:1.7.0:road.signal.reference.from_lower_equal_to",
        "A range of lanes goes from a lower to a higher number",
        rising_validity,
    ),
    Rule(
        "asam.net:xodr:1.8.0:road.cross_section_surface.no_shape_superelevation",
        "A cross section surface stands alone",
        one_cross_section,
    ),
)
