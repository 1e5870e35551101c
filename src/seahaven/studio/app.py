"""The web application: pages, the stream of frames, and what pages load.

Everything that a page loads comes from here; the header that goes with each page forbids it to ask anybody else.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib.resources import files
from math import inf
from pathlib import Path
from threading import Lock
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from seahaven.errors import InputError, SeahavenError
from seahaven.reels import Reel
from seahaven.reels.map import script_text, style_text
from seahaven.reels.page import page_text
from seahaven.studio.access import COOKIE, Access
from seahaven.studio.commands import ROLES, Ask, Begin, Inspect, Look, Open, Recall, command_of, refuse_role
from seahaven.studio.frames import layout
from seahaven.studio.hub import Hub, Viewer
from seahaven.studio.laboratory import plan_of
from seahaven.studio.library import Library
from seahaven.studio.picture import road_picture
from seahaven.studio.telling import fault_of
from seahaven.studio.verdicts import Verdicts
from seahaven.trials import collision_curves

__all__ = ["MOST_BYTES", "application"]

MOST_BYTES: Final = 16_384
"""The longest message that a page may send."""
MOST_UPLOADED: Final = 20_000_000
"""Bytes of the largest file that a page may add; road networks of towns have some millions."""
RATE, BURST = 120.0, 240.0
"""Messages per second that one page may send in the long run, and at once; a page that drives sends 30."""
PAGES: Final = {
    "/": "home", "/live": "live", "/seat": "seat", "/settings": "settings", "/compare": "compare", "/lab": "lab",
    "/participant": "participant",
}  # fmt: skip
SHARED: Final = {"map.js": script_text, "inks.css": style_text}
"""The renderer of maps, which replay pages have, too."""
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; media-src 'self'; frame-src 'self'; form-action 'none'; frame-ancestors 'self'; "
    "base-uri 'none'"
)


def application(root: Path, access: Access, first: Open | None = None) -> Starlette:
    """The studio of a project folder; `first` opens a study at once."""
    studio = _Studio(Library(root), Hub(root, is_shared=access.is_shared, first=first), access)

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work) for work in (studio.hub.run(), studio.hub.watch())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await studio.hub.close()

    routes = [
        *(Route(path, studio.page) for path in PAGES),
        Route("/web/{name}", studio.web),
        Route("/library", studio.listing),
        Route("/picture", studio.picture),
        Route("/replay", studio.replay),
        Route("/laboratory", studio.laboratory),
        Route("/upload", studio.upload, methods=["POST"]),
        Route("/stores/{name}", studio.stored),
        *Verdicts(root, POLICY).routes,
        WebSocketRoute("/stream", studio.stream),
    ]
    return Starlette(routes=routes, lifespan=living, middleware=[Middleware(_Guard, access=access)])


class _Guard:
    """Turns away whoever may not come in, before anything else is done."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        host, origin = asked.headers.get("host"), asked.headers.get("origin")
        token = asked.query_params.get("token")
        role = self._access.role(token or asked.cookies.get(COOKIE))
        is_welcome = self._access.may_ask(host) and self._access.is_own(origin, host)
        if not is_welcome or role is None:
            text = (
                "this studio is shared by links with a token; ask for one"
                if is_welcome
                else "this is no page of this studio"
            )
            await _turn_away(scope, receive, send, text)
            return
        if scope["type"] == "http" and token and self._access.is_shared:
            await _remember(asked.url.path, token)(scope, receive, send)
            return
        scope["role"] = role
        await self._app(scope, receive, send)


async def _turn_away(scope: Scope, receive: Receive, send: Send, text: str) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(code=4403, reason=text)
    else:
        await PlainTextResponse(text, status_code=403)(scope, receive, send)


def _remember(path: str, token: str) -> Response:
    """Keep the token in a cookie, so that it does not stay in the address."""
    response = RedirectResponse(path, status_code=303)
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict")
    return response


class _Studio:
    """What the routes lead to."""

    def __init__(self, library: Library, hub: Hub, access: Access) -> None:
        self.library, self.hub, self.access = library, hub, access
        self._drawing = Lock()  # one picture at a time: others wait, and the simulation keeps its processor

    async def page(self, request: Request) -> Response:
        """One of the pages."""
        text = _file(f"{PAGES[request.url.path]}.html").replace("{{layout}}", _layout_text())
        return HTMLResponse(text, headers={"content-security-policy": POLICY, "cache-control": "no-store"})

    async def web(self, request: Request) -> Response:
        """A program or style sheet of the pages."""
        name = request.path_params["name"]
        if name in SHARED:
            return Response(SHARED[name](), media_type=TYPES[Path(name).suffix])
        if name not in _names() or name.endswith(".html"):
            return PlainTextResponse(f"there is no file '{name:.60}'", status_code=404)
        return Response(_file(name), media_type=TYPES[Path(name).suffix])

    async def listing(self, request: Request) -> Response:
        """All studies and reels."""
        return JSONResponse(await run_in_threadpool(self.library.listing))

    async def picture(self, request: Request) -> Response:
        """The roads of a study or a reel, drawn small."""
        try:
            text = await run_in_threadpool(self._drawn, request.query_params.get("of", ""))
        except SeahavenError as error:
            return PlainTextResponse(str(error), status_code=404)
        return Response(text, media_type="image/svg+xml", headers={"cache-control": "max-age=60"})

    def _drawn(self, name: str) -> str:
        with self._drawing:
            return self._pictured(name)

    def _pictured(self, name: str) -> str:
        if name.endswith(".reel"):
            return road_picture(Reel.open(self.library.reel(name)).roads())
        return road_picture(self.library.roads(name))

    async def replay(self, request: Request) -> Response:
        """The page that plays a reel; it is the same one that `seahaven replay` writes."""
        try:
            path = self.library.reel(request.query_params.get("of", ""))
            text = await run_in_threadpool(_replay_of, path)
        except SeahavenError as error:
            return PlainTextResponse(str(error), status_code=404)
        return HTMLResponse(text, headers={"content-security-policy": "frame-ancestors 'self'"})

    async def laboratory(self, request: Request) -> Response:
        """The participants of a study and what comes for each of them."""
        try:
            name = request.query_params.get("of", "")
            self.library.study(name)
            return JSONResponse(await run_in_threadpool(plan_of, self.library.root, name))
        except SeahavenError as error:
            return _refused(error)

    async def upload(self, request: Request) -> Response:
        """A study or a road network for the project; refused if it is too large, no text, or its name is taken."""
        if request.scope["role"] != ROLES[-1]:
            return _refused(
                InputError(f"a {request.scope['role']} may not add files; that takes the link of a director")
            )
        content = bytearray()
        async for piece in request.stream():
            content += piece
            if len(content) > MOST_UPLOADED:
                return _refused(
                    InputError(f"the file is larger than {MOST_UPLOADED // 10**6} MB; copy it into the folder")
                )
        try:
            name = request.query_params.get("name", "")
            path = await run_in_threadpool(self.library.add, name, bytes(content))
        except SeahavenError as error:
            return _refused(error)
        return JSONResponse({"path": path})

    async def stored(self, request: Request) -> Response:
        """What stays the same for the run that is open: its map, and its world."""
        content = self.hub.stores.get(request.path_params["name"])
        if content is None:
            return PlainTextResponse("it is not there yet", status_code=404)
        return Response(content, media_type="application/octet-stream", headers={"cache-control": "no-store"})

    async def stream(self, socket: WebSocket) -> None:
        """Frames and messages for one viewer, and its commands."""
        await socket.accept()
        viewer = self.hub.enter(socket.scope["role"])
        viewer.tell(json.dumps({"type": "welcome", "role": viewer.role, "number": viewer.number}))
        sending = asyncio.create_task(_send(socket, viewer))
        try:
            await self._listen(socket, viewer)
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            self.hub.leave(viewer)

    async def _listen(self, socket: WebSocket, viewer: Viewer) -> None:
        clock = asyncio.get_running_loop().time
        left, before = BURST, clock()
        while not viewer.is_lost:
            text = await socket.receive_text()
            now = clock()
            left, before = min(left + (now - before) * RATE, BURST) - 1.0, now
            if left < 0.0 or len(text) > MOST_BYTES:
                await socket.close(code=1008, reason="too many or too long messages")
                return
            try:
                self._obey(text, viewer)
            except SeahavenError as error:
                viewer.tell(json.dumps({"type": "fault", **fault_of(error)}))

    def _obey(self, text: str, viewer: Viewer) -> None:
        command = command_of(text)
        refuse_role(command, viewer.role)
        if isinstance(command, Inspect):
            viewer.thing = command.thing
        if isinstance(command, Look):
            viewer.topics = frozenset(command.topics)
        if isinstance(command, Inspect | Look):
            self.hub.attend()
            return
        if isinstance(command, Open | Begin | Ask):
            self.library.study(command.source)
        said = json.loads(text)
        said = said | {"viewer": viewer.number} if isinstance(command, Recall) else said
        self.hub.obey(command, json.dumps(said), viewer)


def _refused(error: SeahavenError) -> Response:
    return JSONResponse({"type": "fault", **fault_of(error)}, status_code=400)


def _replay_of(path: Path) -> str:
    """The page of a reel, with the same curves as `seahaven replay` draws."""
    reel = Reel.open(path)
    reel.refuse_damaged()
    with reel.interpreting():
        curves = collision_curves(reel, start=-inf, end=inf)
    return page_text(reel, curves=curves)


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while not viewer.is_lost:
            messages, frames = await viewer.news()
            for message in messages:
                await socket.send_text(message)
            for frame in frames:
                await socket.send_bytes(frame)
        await socket.close(code=1008, reason="it did not read")


def _layout_text() -> str:
    return json.dumps(layout(), separators=(",", ":"))


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in (files("seahaven.studio") / "web").iterdir() if "." in path.name)


def _file(name: str) -> str:
    return (files("seahaven.studio") / "web" / name).read_text("utf-8")
