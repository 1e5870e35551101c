"""`seahaven check` and `seahaven schema`: what helps to write a study file that fits."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from seahaven.cli.console import OUT, print_json, tell
from seahaven.cli.faults import report
from seahaven.cli.options import Allow, Json
from seahaven.errors import Position, SeahavenError

__all__ = ["CHECK_EXAMPLES", "SCHEMA_EXAMPLES", "check", "schema"]

CHECK_EXAMPLES = """
Examples:

  seahaven check examples/*.study.yaml

  seahaven check rush.study.yaml --allow my_studies --json
"""

SCHEMA_EXAMPLES = """
Examples:

  seahaven schema study > study.schema.json

Editors then complete and check a study whose first line is

  # yaml-language-server: $schema=study.schema.json
"""

Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Study files.")]
Kind = Annotated[Literal["study"], typer.Argument(metavar="KIND", help="The kind of file: study.")]


def check(files: Files, allow: Allow = None, json: Json = False) -> None:
    """Check study files without playing them; exits with 1 if any is wrong."""
    findings = [_check(file, allow or [], quiet=json) for file in files]
    if json:
        print_json(findings)
    if not all(finding["ok"] for finding in findings):
        raise typer.Exit(1)


def _check(file: Path, allow: list[str], *, quiet: bool) -> dict[str, Any]:
    from seahaven import takes

    try:
        about = ", ".join(takes.check(file, allow=allow))
    except SeahavenError as error:
        if not quiet:
            report(error)
        return {"file": str(file), "ok": False, "errors": _errors(error)}
    if not quiet:
        tell(OUT, f" ({about})", "dim", lead=f"{file}: ok", lead_style="green")
    return {"file": str(file), "ok": True, "about": about}


def _errors(error: SeahavenError) -> list[dict[str, Any]]:
    """One entry for each problem of a document, which are all known at once; else the one error there is."""
    return [_error_dict(problem) for problem in getattr(error, "problems", (error,))]


def _error_dict(problem: Any) -> dict[str, Any]:
    at = getattr(problem, "at", None) or Position("")
    return {"message": getattr(problem, "message", str(problem)), "line": at.line, "column": at.column}


def schema(kind: Kind) -> None:
    """Print the JSON Schema of a kind of file, for editors."""
    from seahaven.takes import study_schema

    schemas = {"study": study_schema}
    print_json(schemas[kind]())
