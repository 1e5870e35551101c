"""A page in the style of the reports, for whatever else has one to write."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Final

from seahaven.trials.report.markup import facts

__all__ = ["report_page"]

_HEAD: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Seahaven">
"""


def report_page(title: str, lead: str, told: Mapping[str, str], sections: Mapping[str, str]) -> str:
    """A page that asks nothing of the network: a title, a sentence, facts, and sections of markup by their headings."""
    style = (files("seahaven.trials.report") / "web" / "report.css").read_text("utf-8")
    body = "".join(
        f"<section>\n<h2>{escape(head)}</h2>\n{text}\n</section>\n" for head, text in sections.items() if text
    )
    top = f'<header>\n<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n{facts(told)}\n</header>\n'
    return (
        f"{_HEAD}<title>{escape(title)}</title>\n<style>\n{style}\n</style>\n</head>\n<body>\n<main>\n{top}{body}"
        "</main>\n</body>\n</html>\n"
    )
