"""What the documentation shows runs as shown, and what it points to is there."""

from __future__ import annotations

import doctest
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
PAGES = [page for page in PAGES if "_build" not in page.parts]
INNER = r"(?:import|from) kiebitz\.(?:_core|app|arena|beliefs|games|lab|players|search|solvers)"
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
#: The examples of the README are run by pytest itself.
SHOWN = [page for page in PAGES if ">>> " in page.read_text() and page.name != "README.md"]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def run_examples(text: str, page: Path, names: dict[str, Any]) -> None:
    examples = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
    assert not doctest.DocTestRunner(optionflags=FLAGS).run(examples).failed


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_the_examples_of_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    # A code fence ends an example; it is not what the example prints.
    run_examples(re.sub(r"^ *```.*$", "", page.read_text(), flags=re.MULTILINE), page, {})


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{name_of(page)} points to {target}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_teach_the_doors_only(page: Path) -> None:
    assert not re.findall(INNER, page.read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_examples_use_the_doors_only_and_do_what_they_show(example: Path) -> None:
    assert not re.findall(INNER, example.read_text())
    module = runpy.run_path(str(example), run_name=example.stem)
    run_examples(module["__doc__"], example, module)


def test_the_experiment_runs_as_a_program(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, ROOT / "examples" / "rules_against_chance.py"],
        env={**os.environ, "KIEBITZ_LAB": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert "more in" in found.stdout, found.stderr
