"""The dates of a run's steps, and a folder for the modules at its edge that write files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seahaven.kernel import Beat, Module
from seahaven.reels import Recorder
from seahaven.takes.playable import Playable
from seahaven.traffic import Traffic

__all__ = ["settle_edges", "steps_of"]

FALLBACK = Beat.of(10)
"""The steps of a run in which no module has a rate."""


def steps_of(root: Module) -> Beat:
    """The dates of a run's steps: those of its traffic, or of its fastest module."""
    parts: list[Module] = [child for child in root.children if isinstance(child, Traffic)] or [root]
    modules = [module for part in parts for module in part.walk() if not module.is_edge]
    return max((module.beat for module in modules if module.beat), key=lambda beat: beat.rate, default=FALLBACK)


def settle_edges(take: Playable, out: Path | None) -> None:
    """Tell modules at the edge where to put files, and who is who; without a folder, those that write files leave."""
    for module in list(take.root.walk()):
        if not module.is_edge or isinstance(module, Recorder):
            continue
        if out is None and "folder" in module.fields:
            take.root.unlink(module.path)
            module.leave()
        else:
            _give(module, {"folder": out, "names": take.world.names})


def _give(module: Module, facts: Mapping[str, Any]) -> None:
    for name in facts.keys() & module.fields.keys():
        module.give(name, facts[name])
