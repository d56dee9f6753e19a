"""What is installed: the lock file holds all that pyproject.toml asks for, with hashes."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from email.parser import HeaderParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import kiebitz

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


def test_the_changelog_has_a_section_for_this_version() -> None:
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert versions[0] == kiebitz.__version__
    assert versions == sorted(versions, reverse=True)


def test_what_only_some_compilers_have_stands_in_one_header() -> None:
    special = re.compile(r"__builtin_|\[\[gnu::|__attribute__|__GNUC__|__clang__|_MSC_VER")
    files = [*(ROOT / "native").rglob("*.[ch]pp"), *(ROOT / "bindings").rglob("*.[ch]pp")]
    assert files
    found = [file.name for file in files if special.search(file.read_text("utf-8"))]
    assert found == ["compiler.hpp"]


def test_wheels_are_built_for_three_systems_and_every_python_that_is_promised() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    promised = [
        f"cp{one[-4:].replace('.', '')}" for one in PROJECT["classifiers"] if ":: 3." in one
    ]
    assert [one.removesuffix("-*") for one in tool["build"].split()] == promised
    assert (ROOT / ".ci" / "smoke.py").exists()


def test_the_image_runs_as_nobody_special_and_tells_whether_it_is_well() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert "USER 10001" in lines
    assert any(line.startswith("HEALTHCHECK") and "/api/health" in line for line in lines)
    assert ".git" in (ROOT / ".dockerignore").read_text().splitlines()


WRITE_METADATA = (
    "import sys; from scikit_build_core.build import prepare_metadata_for_build_wheel as write;"
    "sys.exit(write(sys.argv[1]) is None)"
)


@pytest.mark.parametrize(
    ("page", "addresses"),
    [
        ("", []),
        (
            "https://example.org/kiebitz/",
            [
                "Homepage, https://example.org/kiebitz",
                "Documentation, https://example.org/kiebitz/docs",
                "Issues, https://example.org/kiebitz/issues",
                "Changelog, https://example.org/kiebitz/blob/main/CHANGELOG.md",
            ],
        ),
    ],
)
def test_a_wheel_names_the_addresses_of_whoever_builds_it(
    page: str, addresses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_PROJECT_URL", page)
    subprocess.run([sys.executable, "-c", WRITE_METADATA, str(tmp_path)], cwd=ROOT, check=True)
    (file,) = tmp_path.glob("*/METADATA")
    told = HeaderParser().parsestr(file.read_text("utf-8"))
    assert told.get_all("Project-URL", []) == addresses
    assert told["Version"] == kiebitz.__version__


def test_an_address_that_is_none_stops_the_build(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", WRITE_METADATA, str(tmp_path)],
        cwd=ROOT,
        env={"KIEBITZ_PROJECT_URL": "kiebitz"},
        capture_output=True,
        text=True,
    )
    assert "KIEBITZ_PROJECT_URL is 'kiebitz'; it must begin with https://" in ended.stderr
