"""The file of the server: bounded in total, checked when it is opened, never overwritten."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from kiebitz.app.web.store import FILE, Entry, Store, Unsaved, Unusable


def test_parts_are_counted_and_go_with_their_document(tmp_path: Path) -> None:
    store = Store(tmp_path)
    pages = ["a" * 1000, "b" * 1000]
    store.put_all([Entry("upload", key, "ann", {"name": key}, pages) for key in ("one", "two")])
    assert store.total("upload")[0] == 2
    assert store.total("upload")[1] > 4000
    assert store.part("upload", "two", 1) == "b" * 1000
    store.put_all([Entry("upload", "two", "ann", {"name": "two"}, ["c"])])
    assert store.part("upload", "two", 1) is None
    assert store.make_room("upload", 1, 100)
    assert (store.get("upload", "one"), store.part("upload", "one", 0)) == (None, None)
    assert store.total("upload") == (1, len('{"name": "two"}"c"'))


def test_what_was_touched_lately_makes_no_room() -> None:
    store = Store(None)
    for number in range(5):
        store.put("game", str(number), f"visitor {number}", {})
    assert not store.make_room("game", 3, 1000, older_than=60)
    assert store.total("game")[0] == 5
    assert store.make_room("game", 3, 1000)
    assert [store.get("game", str(number)) for number in range(5)] == [None, None, {}, {}, {}]


def test_the_file_is_bounded_and_a_failed_write_changes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path, 200_000)
    full = None
    while full is None:
        number = store.total("game")[0]
        assert number < 2000
        try:
            store.put("game", str(number), "ann", {"text": "x" * 100})
        except Unsaved as error:
            full = error
    assert "full" in str(full)
    assert store.total("game")[0] == number > 100
    store.close()
    assert (tmp_path / FILE).stat().st_size <= 200_000


def test_removed_documents_give_their_space_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(300):
        store.put("game", str(number), "ann", {"text": "x" * 1000})
    store.give_back()
    full = (tmp_path / FILE).stat().st_size
    store.trim("game", "ann", 10)
    store.give_back()
    assert (tmp_path / FILE).stat().st_size < full / 4


def test_a_file_of_an_earlier_version_is_taken_over(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / FILE)
    old.executescript(
        "CREATE TABLE documents (kind TEXT NOT NULL, id TEXT NOT NULL, visitor TEXT NOT NULL, "
        "created REAL NOT NULL, updated REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)) "
        "WITHOUT ROWID; CREATE INDEX of_visitor ON documents (kind, visitor, updated);"
    )
    old.execute(
        "INSERT INTO documents VALUES ('game', 'g', 'ann', 1, 1, ?)", [json.dumps({"a": 1})]
    )
    old.commit()
    old.close()
    for _ in range(2):
        store = Store(tmp_path)
        assert store.get("game", "g", "ann") == {"a": 1}
        assert store.total("game") == (1, 8)
        store.close()


@pytest.mark.parametrize("where", ["head", "middle"])
def test_a_damaged_file_is_kept_aside(tmp_path: Path, where: str) -> None:
    store = Store(tmp_path)
    for number in range(300):
        store.put("game", str(number), "ann", {"text": "x" * 100})
    store.close()
    content = bytearray((tmp_path / FILE).read_bytes())
    start = 0 if where == "head" else len(content) // 2
    content[start : start + 8192] = b"\xa5" * 8192
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Unusable, match="damaged") as refused:
        Store(tmp_path)
    assert "\n" not in str(refused.value)
    (aside,) = tmp_path.glob(f"{FILE}.damaged*[0-9]")
    assert aside.name in str(refused.value)
    assert aside.read_bytes() == bytes(content)
    Store(tmp_path).put("game", "g", "ann", {})
    assert aside.read_bytes() == bytes(content)


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    later = sqlite3.connect(tmp_path / FILE)
    later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(Unusable, match="newer"):
        Store(tmp_path)
    assert (tmp_path / FILE).exists()


def test_the_copy_of_the_file_is_whole_while_it_is_written_to(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("game", "g1", "ann", {"seed": 7})
    copy = store.back_up()
    assert copy is not None
    store.put("game", "g2", "ann", {"seed": 8})
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "web.sqlite").write_bytes(copy.read_bytes())
    restored = Store(elsewhere)
    assert restored.get("game", "g1", "ann") == {"seed": 7}
    assert restored.get("game", "g2", "ann") is None
    restored.close()
    assert store.back_up() == copy
    assert store.back_up() is None, "nothing has changed since"
    store.close()
