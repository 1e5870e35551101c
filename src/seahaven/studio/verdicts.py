"""The history of test drives in the studio: the pages that `seahaven history site` writes, made when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from seahaven.errors import InputError, SeahavenError
from seahaven.testbed import Entry, History
from seahaven.testbed.history import Shown, campaign_page, first_page, is_history

__all__ = ["Verdicts"]

DEPTH: Final = 3
"""How many folders deep histories are looked for."""
USUAL: Final = "history"
"""The folder into which `seahaven campaign` enters drives."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The histories inside a project folder; nothing outside of it is ever read.

    `policy` is the header that goes with each page.
    """

    root: Path
    policy: str

    @property
    def routes(self) -> list[Route]:
        """`/history` with all campaigns, one below it, and pictures of drives below that; `in` names the folder."""
        return [
            Route("/history", self.first),
            Route("/history/{campaign}", self.campaign),
            Route("/history/{campaign}/{number:int}.png", self.picture),
        ]

    async def first(self, request: Request) -> Response:
        """The page with all campaigns of a history."""
        return await self._answered(request, lambda known, shown: first_page(known, shown))

    async def campaign(self, request: Request) -> Response:
        """The page of one campaign; `latest` will do."""
        name = request.path_params["campaign"]
        return await self._answered(
            request, lambda known, shown: campaign_page(known, self._history(request).named(name), shown)
        )

    async def picture(self, request: Request) -> Response:
        """The strip of pictures of a drive that failed."""
        try:
            path = await run_in_threadpool(self._strip, request)
        except SeahavenError as error:
            return PlainTextResponse(str(error), status_code=404)
        return FileResponse(path, media_type="image/png")

    def folders(self) -> list[str]:
        """The histories of the project, the usual one first."""
        usual = self.root / USUAL
        found = [USUAL] if _is_open(usual) and is_history(usual) else []
        level = [self.root]
        for _ in range(DEPTH):
            level = [path for folder in level for path in sorted(folder.iterdir()) if _is_open(path)]
            found += [str(path.relative_to(self.root)) for path in level if is_history(path)]
        return list(dict.fromkeys(found))

    async def _answered(
        self, request: Request, made: Callable[[Mapping[str, Sequence[Entry]], Shown], str]
    ) -> Response:  # fmt: skip
        def text() -> str:
            history = self._history(request)
            known = {name: history.entries(name) for name in history.campaigns}
            return made(known, self._shown(history, request.query_params.get("in", "")))

        try:
            page = await run_in_threadpool(text)
        except SeahavenError as error:
            return PlainTextResponse(str(error), status_code=404)
        return HTMLResponse(page, headers={"content-security-policy": self.policy, "cache-control": "no-store"})

    def _history(self, request: Request) -> History:
        """The history that is asked for: `in` the project, or else its first one."""
        known, wanted = self.folders(), request.query_params.get("in", "")
        if wanted and wanted not in known:
            raise InputError(f"'{wanted:.100}' is no history in this project; there are: {', '.join(known) or 'none'}")
        return History(self.root / (wanted or next(iter(known), USUAL)))

    def _shown(self, history: History, wanted: str) -> Shown:
        """Where the links of pages lead in the studio."""
        at = f"?in={quote(wanted)}" if wanted else ""

        def replay(entry: Entry) -> str:
            path = history.reel(entry)
            inside = self._inside(path) if path else None
            return f"/replay?of={quote(inside)}" if inside else ""

        def picture(entry: Entry) -> str:
            path = history.strip(entry)
            is_there = path is not None and self._inside(path) is not None
            return f"/history/{quote(entry.campaign)}/{entry.number}.png{at}" if is_there else ""

        return Shown(
            campaign=lambda name: f"/history/{quote(name)}{at}", home=f"/history{at}", replay=replay, picture=picture,
            top='<a href="/">Studio</a>' + self._others(history),
        )  # fmt: skip

    def _others(self, history: History) -> str:
        """Links to the other histories of the project."""
        return "".join(
            f'<a href="/history?in={quote(name)}">{escape(name)}</a>'
            for name in self.folders()
            if self.root / name != history.folder
        )

    def _strip(self, request: Request) -> Path:
        history, number = self._history(request), request.path_params["number"]
        for entry in history.entries(history.named(request.path_params["campaign"])):
            path = history.strip(entry) if entry.number == number else None
            if path and self._inside(path) is not None:
                return path
        raise InputError(f"drive {number} has no pictures in this project")

    def _inside(self, path: Path) -> str | None:
        """A path as seen from the project; None if it leads out of it."""
        whole, root = path.resolve(), self.root.resolve()
        return whole.relative_to(root).as_posix() if whole.is_relative_to(root) else None


def _is_open(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and not path.name.startswith((".", "_"))
