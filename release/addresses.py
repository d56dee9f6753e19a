"""The addresses in a wheel's metadata: whoever publishes it names the project's page when building.

    KIEBITZ_PROJECT_URL=https://example.org/kiebitz pip wheel .

The source names none, because every fork and mirror would carry it on.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

#: What an address is called on the package's page, and where it lies below the project's page.
PAGES = {
    "Homepage": "",
    "Documentation": "/docs",
    "Issues": "/issues",
    "Changelog": "/blob/main/CHANGELOG.md",
}


def dynamic_metadata(field: str, settings: Mapping[str, Any]) -> dict[str, str]:
    """The table `project.urls`, as scikit-build-core asks for it."""
    assert field == "urls"
    assert not settings
    page = os.environ.get("KIEBITZ_PROJECT_URL", "").rstrip("/")
    if not page:
        return {}
    if not page.startswith(("https://", "http://")):
        raise ValueError(f"KIEBITZ_PROJECT_URL is {page!r}; it must begin with https://")
    return {name: page + place for name, place in PAGES.items()}
