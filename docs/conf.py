"""Sphinx settings: MyST Markdown, the furo theme. `sphinx-build -W docs docs/_build` builds."""

from durak import __version__

project = "OpenDurak"
author = "OpenDurak contributors"
project_copyright = "2026, OpenDurak contributors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True
autodoc_typehints = "description"

html_theme = "furo"
html_title = "OpenDurak"
