"""What the documentation shows runs as shown, and what it points to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
PAGES = [page for page in PAGES if "_build" not in page.parts]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
SHOWN = [page for page in PAGES if ">>> " in page.read_text()]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_the_examples_of_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    # A code fence ends an example; it is not what the example prints.
    text = re.sub(r"^ *```.*$", "", page.read_text(), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    found = doctest.DocTestRunner(optionflags=FLAGS).run(examples)
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{name_of(page)} points to {target}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_teach_the_doors_only(page: Path) -> None:
    inner = r"(?:import|from) kiebitz\.(?:_core|app|arena|beliefs|games|lab|players|search|solvers)"
    assert not re.findall(inner, page.read_text())
