"""Starts the web server of a studio on a port of this machine, and ends it again."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from seahaven.errors import InputError
from seahaven.studio.access import Access
from seahaven.studio.app import MOST_BYTES, application

__all__ = ["serve"]


def serve(root: Path, *, port: int, access: Access, told: Callable[[str], None]) -> None:
    """Serve the studio of a folder until it is interrupted; `told` is called with its address when it is there.

    Port 0 takes any that is free.
    """
    host = "0.0.0.0" if access.is_shared else "127.0.0.1"
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise InputError(f"port {port} cannot be used ({error.strerror}); choose another one with --port") from None
    listener.listen(64)  # whoever is told the address may ask at once
    name = socket.gethostname() if access.is_shared else "127.0.0.1"
    told(f"http://{name}:{listener.getsockname()[1]}/")
    config = uvicorn.Config(
        application(root, access), log_level="warning", ws_max_size=4 * MOST_BYTES, ws="websockets-sansio",
        timeout_graceful_shutdown=2, ws_per_message_deflate=False,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listener])
