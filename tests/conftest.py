"""For all tests: none fails because the machine is busy."""

from __future__ import annotations

import os
import shutil
import tempfile

from hypothesis import HealthCheck, settings

settings.register_profile(
    "patient", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

# Nor because somebody has built tables on this machine.
_NO_TABLES = tempfile.mkdtemp(prefix="kiebitz-no-tables-")
os.environ["KIEBITZ_TABLES"] = _NO_TABLES


def pytest_unconfigure() -> None:
    """Leaves nothing behind."""
    shutil.rmtree(_NO_TABLES, ignore_errors=True)
