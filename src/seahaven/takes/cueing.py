"""Cues of a study: what they press is held against the panel of drivers, and they find the drivers by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seahaven.files import KeyPath
from seahaven.kernel import Module
from seahaven.takes.at import At
from seahaven.takes.cue import Cue
from seahaven.takes.orders import DRIVERS, checked_value, refuse_item
from seahaven.takes.reading import Reading

__all__ = ["link_cues", "told"]


def told(given: Mapping[str, Any], reading: Reading, path: KeyPath) -> dict[str, Any]:
    """The parameters of a cue, its value in SI; a button that drivers do not have, or a value that it does not take, is
    refused.
    """
    button = given.get("button")
    if not isinstance(button, str):
        return dict(given)
    with At(reading.at(*path, "button")):
        refuse_item(DRIVERS, button)
    if "value" not in given:
        return dict(given)
    return {**given, "value": checked_value(DRIVERS, button, given["value"], reading, (*path, "value"))}


def link_cues(root: Module) -> None:
    """Link cues that the study leaves unlinked to the drivers, where there are any."""
    if not any(child.name == "traffic" for child in root.children):
        return
    linked = {link.source for link in root.all_links()}
    for module in root.walk():
        if isinstance(module, Cue) and f"{module.path}.pressed" not in linked:
            root.link(f"{module.path}.pressed", "traffic/drivers.presses")
