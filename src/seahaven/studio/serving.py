"""Starts the web server of a studio on a port of this machine, and ends it again."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from seahaven.errors import InputError
from seahaven.studio.access import Access
from seahaven.studio.app import MOST_BYTES, application
from seahaven.studio.commands import Open
from seahaven.studio.library import Library
from seahaven.studio.subjects import subjects_in
from seahaven.takes import load_study

__all__ = ["serve"]


def serve(
    root: Path,
    *,
    port: int,
    access: Access,
    told: Callable[[str], None],
    study: Path | None = None,
    is_driven: bool = False,
) -> None:
    """Serve the studio of a folder until it is interrupted; `told` is called with its address when it is there.

    Port 0 takes any that is free. A `study` of the folder is opened at once, with a person at the wheel if it
    `is_driven`.
    """
    first = _opening(root, study, is_driven=is_driven) if study else None
    host = "0.0.0.0" if access.is_shared else "127.0.0.1"
    # With the protocol named, asyncio lets small packets go at once; frames waited up to 40 ms for the one before.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise InputError(f"port {port} cannot be used ({error.strerror}); choose another one with --port") from None
    listener.listen(64)  # whoever is told the address may ask at once
    name = socket.gethostname() if access.is_shared else "127.0.0.1"
    told(f"http://{name}:{listener.getsockname()[1]}/")
    config = uvicorn.Config(
        application(root, access, first), log_level="warning", ws_max_size=4 * MOST_BYTES, ws="websockets-sansio",
        timeout_graceful_shutdown=2, ws_per_message_deflate=False,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listener])


def _opening(root: Path, study: Path, *, is_driven: bool) -> Open:
    """What opens a study; refused where it is not in the folder, or wrong."""
    name = study.resolve().relative_to(root.resolve()).as_posix()
    Library(root).study(name)
    subjects = subjects_in(load_study(study)[1].data)
    if is_driven and not subjects:
        raise InputError(f"'{study}' has no subject whom you could drive; add 'subject:'")
    return Open(source=name, driver="person" if is_driven else "study")
