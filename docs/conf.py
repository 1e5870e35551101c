"""How the documentation is built (`make docs`)."""

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
nitpicky = False
