"""The solved single-player game on the small board, as far as a test can wait for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz._core import chinese_checkers as core
from kiebitz.errors import KiebitzError
from kiebitz.games.chinese_checkers import load_book


def test_a_book_goes_on_where_its_bytes_end() -> None:
    whole = core.ClosingBook()
    known = []
    for level in range(6):
        if level == 3:
            half = core.ClosingBook.from_bytes(whole.to_bytes())
        whole.add_level()
        known.append(whole.known)
    for _ in range(3):
        half.add_level()
    assert half.to_bytes() == whole.to_bytes()
    assert known == sorted(set(known))


def test_a_book_that_was_stopped_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    seen: list[int] = []

    def stop_after_three(known: int, total: int) -> None:
        seen.append(known)
        assert total == core.BOOK_POSITIONS
        if len(seen) % 3 == 0:
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            load_book(path, stop_after_three)
    assert seen == sorted(set(seen))  # no level twice
    assert not path.exists()


def test_rubbish_is_not_a_book(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    path.write_bytes(b"rubbish")
    with pytest.raises(KiebitzError, match="not a closing book"):
        load_book(path)
