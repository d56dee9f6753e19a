"""Sphinx configuration."""

from kiebitz import __version__

project = "Kiebitz"
copyright = "2026, the Kiebitz authors"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
html_theme = "furo"
html_title = "Kiebitz"
html_static_path = ["_static"]
exclude_patterns = ["_build"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
suppress_warnings = ["ref.python"]
