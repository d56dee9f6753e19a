"""A contract for import-linter: who may import a compiled module, which its graph does not show."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class CompiledModuleContract(Contract):
    """Only these rooms, and what is in them, import the compiled module."""

    type_name = "compiled"
    compiled = fields.StringField()
    importers = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        compiled, rooms = str(self.compiled), cast("set[str]", self.importers)
        found = [
            f"{module} is not allowed to import {compiled} (l.{line})"
            for module in sorted(graph.modules)
            if not any(module == room or module.startswith(f"{room}.") for room in rooms)
            for line in lines_that_import(_source(module), compiled)
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["found"]:
            output.print_error(line)


def lines_that_import(source: str, wanted: str) -> list[int]:
    """Where a module or a part of it is imported."""
    parent = wanted.rpartition(".")[0]
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
            if node.module == parent:
                names += [f"{parent}.{alias.name}" for alias in node.names]
        else:
            continue
        if any(name == wanted or name.startswith(f"{wanted}.") for name in names):
            lines.append(node.lineno)
    return lines


def _source(module: str) -> str:
    path = Path("src", *module.split("."))
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()
