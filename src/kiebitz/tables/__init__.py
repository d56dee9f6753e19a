"""What is computed beforehand: built on demand into a cache directory, and never needed.

With a table the answers are the same, only faster. `$KIEBITZ_TABLES` names the directory; else it
is `kiebitz/tables` in the user's cache directory.
"""

from kiebitz.tables.build import Recipe, build, recipes
from kiebitz.tables.store import (
    TableInfo,
    brings,
    directory,
    find_table,
    list_tables,
    only_tables,
    remove_table,
    verify_table,
)

__all__ = [
    "Recipe",
    "TableInfo",
    "brings",
    "build",
    "directory",
    "find_table",
    "list_tables",
    "only_tables",
    "recipes",
    "remove_table",
    "verify_table",
]
