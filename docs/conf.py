"""How the documentation is built (`make docs`)."""

import re
from typing import Any

from seahaven import __version__

project = "Seahaven"
author = "The Seahaven authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True, "ignore-module-all": False}
html_theme = "furo"
html_title = "Seahaven"
html_static_path: list[str] = []
suppress_warnings = ["ref.python"]


def as_restructured(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Our docstrings are plain text: `names` in single quotes, examples and drawings indented."""
    told: list[str] = []
    for i, line in enumerate(lines):
        before = lines[i - 1] if i else ""
        is_block = line.startswith("    ") and not before.strip() and not _is_indented(told)
        told += [".. code-block:: text", ""] if is_block and not line.lstrip().startswith(">>>") else []
        told.append(line if line.startswith("    ") else re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"``\1``", line))
    lines[:] = told


def _is_indented(told: list[str]) -> bool:
    """Whether the last line that says anything is part of an indented block."""
    return next((line.startswith("    ") for line in reversed(told) if line.strip()), False)


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", as_restructured)
