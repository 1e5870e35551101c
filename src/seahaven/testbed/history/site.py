"""The pages of a history as a folder of files, which need no server."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from seahaven.errors import SeahavenError
from seahaven.files import write_text_atomic
from seahaven.reels import Reel
from seahaven.reels.page import write_page
from seahaven.testbed.history.comparison import entry_text
from seahaven.testbed.history.entry import Entry
from seahaven.testbed.history.history import History
from seahaven.testbed.history.pages import Shown, campaign_page, first_page, worst_of

__all__ = ["write_site"]

PAGES: Final = 6
"""Of so many of the worst drives, replay pages are written where their recordings are still there."""


def write_site(history: History, out: Path, *, pages: int = PAGES) -> Path:
    """Write the pages of a history into a folder, and give the first of them."""
    out.mkdir(parents=True, exist_ok=True)
    campaigns: Mapping[str, Sequence[Entry]] = {name: history.entries(name) for name in history.campaigns}
    for name, entries in campaigns.items():
        folder = out / name
        folder.mkdir(exist_ok=True)
        chosen = [entry for entry in worst_of(entries) if entry.state == "failed"][:pages]
        replays = {entry.number: _replay(history, entry, folder) for entry in chosen}
        pictures = {entry.number: _picture(history, entry, folder) for entry in worst_of(entries)}
        shown = Shown(
            campaign=lambda other: f"../{other}/index.html",
            replay=lambda entry, known=replays: known.get(entry.number, ""),  # type: ignore[misc]  # binds this campaign's
            picture=lambda entry, known=pictures: known.get(entry.number, ""),  # type: ignore[misc]  # likewise
        )
        write_text_atomic(folder / "index.html", campaign_page(campaigns, name, shown))
    front = Shown(campaign=lambda name: f"{name}/index.html", home="index.html")
    write_text_atomic(out / "index.html", first_page(campaigns, front))
    return out / "index.html"


def _replay(history: History, entry: Entry, folder: Path) -> str:
    """The name of the replay page of a drive, which is written if its recording is still there; empty if it is not."""
    path, target = history.reel(entry), folder / f"{entry.number:06d}.html"
    if not target.exists():
        if path is None:
            return ""
        try:
            write_page(Reel.open(path), target, title=entry_text(entry))
        except SeahavenError:  # a recording that is damaged has no page; the drive is listed all the same
            return ""
    return target.name


def _picture(history: History, entry: Entry, folder: Path) -> str:
    """The name of the strip of pictures of a drive, which is copied if it is still there; empty if it is not."""
    target, strip = folder / f"{entry.number:06d}.png", history.strip(entry)
    if strip and not target.exists():
        shutil.copyfile(strip, target)
    return target.name if target.exists() else ""
