"""Directives that make the reference out of the code: doors, commands, players."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from types import ModuleType
from typing import Any

import typer
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import kiebitz


def doors() -> dict[str, ModuleType]:
    """The doors by name."""
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
        """What is documented."""
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
        """The lines for all that several doors have."""
        lines: list[str] = []
        done: set[int] = set()
        for name in sorted(doors(), key=lambda name: (name != "kiebitz.extend", name)):
            for word in doors()[name].__all__:
                thing = getattr(doors()[name], word)
                if is_shared(word, thing) and id(thing) not in done:
                    done.add(id(thing))
                    lines += described(name, word)
        return lines


class Commands(SphinxDirective):
    """`.. commands::`: every verb of the command line with its help, arguments and options."""

    def run(self) -> list[nodes.Node]:
        """What is documented."""
        from kiebitz.app.cli.main import app

        return [node for told in _verbs(typer.main.get_command(app), "kiebitz") for node in told]


def _verbs(command: Any, path: str) -> list[list[nodes.Node]]:
    if hasattr(command, "commands"):
        return [
            told
            for name, inner in sorted(command.commands.items())
            for told in _verbs(inner, f"{path} {name}")
        ]
    told: list[nodes.Node] = [nodes.rubric("", path, ids=[nodes.make_id(path)])]
    plain = re.sub(r"\[dim\]|\[/\]", "", inspect.cleandoc(command.help or "")).replace("\\[", "[")
    for part in plain.split("\n\n"):
        if part.startswith("    "):
            told.append(nodes.literal_block(part.strip(), part.strip()))
        elif part.strip():
            told.append(nodes.paragraph(text=part.strip()))
    items = nodes.definition_list()
    for parameter in command.params:
        name = ", ".join(parameter.opts) if parameter.opts[0].startswith("-") else parameter.name
        term = nodes.term("", "", nodes.literal(text=name.upper() if "-" not in name else name))
        about = nodes.paragraph(text=getattr(parameter, "help", None) or "")
        items += nodes.definition_list_item("", term, nodes.definition("", about))
    return [[*told, items] if items.children else told]


class SkatPlayers(SphinxDirective):
    """`.. skat-players::`: every player with its settings, their defaults and their meanings."""

    def run(self) -> list[nodes.Node]:
        """What is documented."""
        told: list[nodes.Node] = []
        for name, settings in kiebitz.skat.PLAYERS.items():
            told.append(nodes.rubric("", name, ids=[nodes.make_id(name)]))
            items = nodes.definition_list()
            for word, setting in settings.items():
                term = nodes.term("", "", nodes.literal(text=f"{word}={setting.default}"))
                about = nodes.definition("", nodes.paragraph(text=f"{setting.meaning}."))
                items += nodes.definition_list_item("", term, about)
            told.append(items)
        return told


def setup(app: Sphinx) -> None:
    """Registers them."""
    app.add_directive("skat-players", SkatPlayers)
    app.add_directive("door", Door)
    app.add_directive("commands", Commands)
