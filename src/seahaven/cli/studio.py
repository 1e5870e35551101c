"""`seahaven studio`: watch, drive and inspect a running world in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from seahaven.cli.console import OUT, tell
from seahaven.errors import InputError

__all__ = ["STUDIO_EXAMPLES", "studio"]

STUDIO_EXAMPLES = """
Examples:

  seahaven studio

  seahaven studio my-project --port 8080

  seahaven studio --share
"""

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The project whose studies and reels it shows.")]
Port = Annotated[
    int, typer.Option(min=0, max=65535, metavar="NUMBER", help="The port to serve at; 0 takes one that is free.")
]
Share = Annotated[
    bool, typer.Option("--share", help="Let other machines come in, with a link that has a token for each role.")
]


def studio(folder: Folder = Path(), port: Port = 8760, share: Share = False) -> None:
    """Watch, drive and inspect a running world in the browser."""
    try:
        from seahaven.studio import Access, serve  # waits until it is needed: the libraries of the extra are optional
    except ModuleNotFoundError as error:
        raise InputError(
            f"the studio needs the library '{error.name}'; install it: pip install 'seahaven[studio]'"
        ) from None
    if not folder.is_dir():
        raise InputError(f"'{folder}' is no folder; name the one that holds your studies")
    access = Access.shared() if share else Access()

    def told(address: str) -> None:
        tell(OUT, f"the studio of {folder.resolve().name} is at {address} (Ctrl-C ends it)")
        for token, role in access.tokens.items():
            tell(OUT, f"  {role}: {address}?token={token}")

    serve(folder, port=port, access=access, told=told)
