"""Sphinx configuration, and the directive that documents a door with all that is behind it."""

import ast
import inspect
import sys
from types import ModuleType

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import kiebitz

project = "Kiebitz"
copyright = "2026, the Kiebitz authors"
release = kiebitz.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 2
html_theme = "furo"
html_title = "Kiebitz"
html_static_path = ["_static"]
exclude_patterns = ["_build"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
suppress_warnings = ["ref.python"]


def doors() -> dict[str, ModuleType]:
    found = {f"kiebitz.{name}": getattr(kiebitz, name) for name in kiebitz.__all__}
    return {name: door for name, door in found.items() if inspect.ismodule(door)}


def is_shared(word: str, thing: object) -> bool:
    """Whether several doors have the same thing under one name."""
    return sum(getattr(door, word, None) is thing for door in doors().values()) > 1


def described(name: str, word: str) -> list[str]:
    """The lines that document one name behind a door."""
    module = doors()[name]
    thing = getattr(module, word)
    if inspect.isclass(thing):
        ends = "str, tuple, Enum, Exception, ValueError, object, Protocol, Generic"
        return [
            f".. autoclass:: {name}.{word}",
            "   :members:",
            f"   :inherited-members: {ends}",
            "",
        ]
    if inspect.isfunction(thing):
        return [f".. autofunction:: {name}.{word}", ""]
    # The comment above a constant stands where the door has it from.
    home = name
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and word in [alias.name for alias in node.names]:
            home = str(node.module)
    comments = ModuleAnalyzer.for_module(sys.modules[home].__spec__.name).find_attr_docs()
    about = comments.get(("", word), [""])
    return [f".. py:data:: {name}.{word}", "", *(f"   {line}" for line in about), ""]


class Door(SphinxDirective):
    """`.. door:: kiebitz.skat` tells all names of a door, `.. door:: shared` what doors share."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name == "shared":
            lines = self.shared()
        else:
            module = doors()[name]
            words = {word: is_shared(word, getattr(module, word)) for word in module.__all__}
            lines = [f".. automodule:: {name}", "   :no-members:", ""]
            if any(words.values()):
                common = ", ".join(f"``{word}``" for word, shared in words.items() if shared)
                lines += [f"Shared with other doors, and told :doc:`there <shared>`: {common}.", ""]
            for word, shared in words.items():
                lines += [] if shared else described(name, word)
        place = nodes.section()
        self.state.nested_parse(StringList(lines, source=name), self.content_offset, place)
        return place.children

    @staticmethod
    def shared() -> list[str]:
        lines: list[str] = []
        done: set[int] = set()
        for name in sorted(doors(), key=lambda name: (name != "kiebitz.extend", name)):
            for word in doors()[name].__all__:
                thing = getattr(doors()[name], word)
                if is_shared(word, thing) and id(thing) not in done:
                    done.add(id(thing))
                    lines += described(name, word)
        return lines


def setup(app: Sphinx) -> None:
    app.add_directive("door", Door)
