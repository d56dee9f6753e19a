"""What is installed: the lock file holds all that pyproject.toml asks for, with hashes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def locked() -> dict[str, str]:
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", LOCK, re.MULTILINE))


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    "wanted",
    [*PROJECT["dependencies"], *(one for name in ("build", "dev", "docs") for one in EXTRAS[name])],
)
def test_the_lock_has_every_package_in_a_version_that_is_allowed(wanted: str) -> None:
    requirement = Requirement(wanted)
    version = locked()[normal(requirement.name)]
    assert requirement.specifier.contains(version), "say `make lock`"


def test_every_locked_package_has_hashes_and_no_address() -> None:
    entries = re.split(r"\n(?=[A-Za-z0-9])", LOCK.strip())
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in LOCK


def test_running_needs_four_packages() -> None:
    names = [Requirement(one).name for one in PROJECT["dependencies"]]
    assert names == ["typer", "rich", "fastapi", "uvicorn"]
