"""Sphinx configuration."""

import sys
from pathlib import Path

import kiebitz

sys.path.insert(0, str(Path(__file__).parent))

project = "Kiebitz"
copyright = "2026, the Kiebitz authors"
release = kiebitz.__version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "reference_pages",
]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 2
html_theme = "furo"
html_title = "Kiebitz"
html_static_path = ["_static"]
exclude_patterns = ["_build"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
suppress_warnings = ["ref.python"]
