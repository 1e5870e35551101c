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

  seahaven studio examples/town.study.yaml

  seahaven studio examples/rear_end.study.yaml --drive

  seahaven studio my-project --port 8080

  seahaven studio --share
"""

Where = Annotated[
    Path,
    typer.Argument(
        metavar="FOLDER|STUDY", help="The project whose studies and reels it shows, or a study that it opens at once."
    ),
]
Drive = Annotated[bool, typer.Option("--drive", help="Put you at the wheel of the study's subject.")]
Port = Annotated[
    int, typer.Option(min=0, max=65535, metavar="NUMBER", help="The port to serve at; 0 takes one that is free.")
]
Share = Annotated[
    bool, typer.Option("--share", help="Let other machines come in, with a link that has a token for each role.")
]


def studio(where: Where = Path(), drive: Drive = False, port: Port = 8760, share: Share = False) -> None:
    """Watch, drive and inspect a running world in the browser."""
    try:
        from seahaven.studio import Access, serve  # waits until it is needed: the libraries of the extra are optional
    except ModuleNotFoundError as error:
        raise InputError(
            f"the studio needs the library '{error.name}'; install it: pip install 'seahaven[studio]'"
        ) from None
    folder, study = _project_of(where)
    if drive and study is None:
        raise InputError("--drive puts you into a study; name it: seahaven studio my.study.yaml --drive")
    access = Access.shared() if share else Access()
    page = "seat" if drive else "live" if study else ""

    def told(address: str) -> None:
        tell(OUT, f"the studio of {folder.resolve().name} is at {address}{page} (Ctrl-C ends it)")
        for token, role in access.tokens.items():
            tell(OUT, f"  {role}: {address}{page}?token={token}")

    serve(folder, port=port, access=access, told=told, study=study, is_driven=drive)


def _project_of(where: Path) -> tuple[Path, Path | None]:
    """The project folder, and the study to open: the folder of a study is this one, if the study is inside."""
    if where.is_file():
        here = Path()
        return (here if where.resolve().is_relative_to(here.resolve()) else where.parent), where
    if not where.is_dir():
        raise InputError(f"'{where}' is neither a folder nor a study; name the folder that holds your studies")
    return where, None
