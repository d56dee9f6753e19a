"""Things that a configuration names: ``package.module:name`` or ``folder/file.py:name``."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from zlib import crc32

from kiebitz.errors import KiebitzError


def absolute_reference(reference: str, folder: Path) -> str:
    """The same reference with the file's whole path, so that it holds in every process.

    >>> absolute_reference("math:sqrt", Path("/somewhere"))
    'math:sqrt'
    """
    place, colon, name = reference.rpartition(":")
    if not colon or not name or not place:
        raise KiebitzError(
            f"{reference!r} names nothing: write package.module:name or file.py:name"
        )
    if not place.endswith(".py"):
        return reference
    path = (folder / place).resolve()
    if not path.is_file():
        raise KiebitzError(f"{reference!r}: there is no file {str(path)!r}")
    return f"{path}:{name}"


def load(reference: str) -> object:
    """The thing that a reference names.

    >>> load("math:gcd")
    <built-in function gcd>
    """
    place, _, name = reference.rpartition(":")
    try:
        module = _file_module(place) if place.endswith(".py") else importlib.import_module(place)
    except ImportError as error:
        raise KiebitzError(f"{reference!r} cannot be imported: {error}") from None
    try:
        found: object = getattr(module, name)
        return found
    except AttributeError:
        raise KiebitzError(f"{place!r} has nothing called {name!r}") from None


@cache
def _file_module(place: str) -> ModuleType:
    # The same in every process, so that what is defined there can be sent from one to another.
    name = f"kiebitz_from_file_{Path(place).stem}_{crc32(place.encode(errors='replace')):x}"
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise ImportError(f"{place!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
