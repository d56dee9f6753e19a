"""The types of the server's answers, for the page's code: made from the description of the API.

`make page-lint` writes them with this, so that `tsc` knows what `get` and `post` give back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kiebitz.app.web.server import STATIC, create_app

FILE = STATIC / "js" / "answers.d.ts"
_HEAD = """\
// The server's answers, made from its own description by `make page-lint`.
// Nothing here reaches a browser: `tsc` reads it, and so knows what `get` and `post` give back.
"""


def types() -> str:
    """The whole file."""
    schema = create_app().openapi()
    answers: dict[str, list[tuple[str, str]]] = {"get": [], "post": []}
    for (method, path), answer in _operations(schema):
        if method in answers:
            answers[method].append((path.removeprefix("/api"), _type(answer)))
    lines = [_HEAD]
    known = schema["components"]["schemas"]
    for name in sorted(_reached(known, [about for _, about in _operations(schema)])):
        lines.append(_interface(name, known[name]))
    for method, name in (("get", "Got"), ("post", "Posted")):
        # The most particular path first: a place-holder stands for anything.
        ordered = sorted(answers[method], key=lambda entry: (-entry[0].count("/"), "{" in entry[0]))
        chain = "".join(f"\n  P extends {_template(path)} ? {type_} :" for path, type_ in ordered)
        lines.append(f"export type {name}<P extends string> ={chain}\n  unknown;\n")
    return "\n".join(lines)


def _operations(schema: dict[str, Any]) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """Method, path and the schema of what is answered, if it is JSON."""
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            fine = min(status for status in about["responses"] if status.startswith("2"))
            content = about["responses"][fine].get("content", {}).get("application/json", {})
            yield (method, path), content.get("schema", {})


def _reached(known: dict[str, Any], answers: list[dict[str, Any]]) -> set[str]:
    """The names that answers consist of."""
    found: set[str] = set()
    waiting = [json.dumps(answers)]
    while waiting:
        for name in re.findall(r"#/components/schemas/([\w.-]+)", waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(json.dumps(known[name]))
    return found


def _template(path: str) -> str:
    plain = re.sub(r"\{\w+\}", "${string}", path)
    return f"`{plain}`" if plain.endswith("}") else f"`{plain}` | `{plain}?${{string}}`"


def _interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"export type {_name(name)} = {_type(schema)};\n"
    fields = [f"  {field}: {_type(one)};" for field, one in schema["properties"].items()]
    return f"export interface {_name(name)} {{\n" + "\n".join(fields) + "\n}\n"


def _name(name: str) -> str:
    """A short name: two routes may call different things the same."""
    *_, room, last = ["", *name.split("__")]
    return room.removesuffix("_routes").capitalize() + last


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _name(schema["$ref"].rsplit("/", 1)[-1])
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    if parts := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(_type, parts)))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {_type(more) if isinstance(more, dict) else 'any'}>"
    simple = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return "null" if kind == "null" else simple.get(kind or "", "any")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    Path(FILE).write_text(types(), encoding="utf-8")
