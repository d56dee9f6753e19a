"""Files of learned numbers: what is wrong with one is said in one sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.values import estimator
from kiebitz.values.estimator import KIND, VERSION, Estimator, load_estimator
from kiebitz.values.weights import Array, InvalidWeights, Weights, load

SMALL = Weights(
    "toy", 3, "nothing", "made up", 7, "kiebitz train toy", {"mean": 0.5},
    {"a": Array("i2", (2, 3), bytes(range(12))), "b": Array("f4", (1,), b"\0\0\x80?")},
)  # fmt: skip


def test_what_is_written_is_read_and_writing_is_reproducible(tmp_path: Path) -> None:
    SMALL.save(tmp_path / "one")
    SMALL.save(tmp_path / "two")
    assert load(tmp_path / "one", "toy", 3) == SMALL
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidWeights, match="there is no weights file"):
        load(tmp_path / "none", "toy", 3)
    with pytest.raises(InvalidWeights, match=r"weights file .*directory"):
        load(tmp_path, "toy", 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda whole: b"PK\3\4" + whole, "not a weights file of Kiebitz"),
        (lambda whole: b"", "not a weights file of Kiebitz"),
        (lambda whole: whole[:40], "damaged: its header is broken"),
        (lambda whole: whole[:-1], "damaged: its numbers are not as written"),
        (lambda whole: whole[:-2] + b"??", "damaged: its numbers are not as written"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused(tmp_path: Path, change, message: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "weights"
    SMALL.save(path)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(InvalidWeights, match=message):
        load(path, "toy", 3)


def test_weights_of_another_kind_or_version_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    SMALL.save(path)
    with pytest.raises(InvalidWeights, match="weights for 'toy', not for 'skat values'"):
        load(path, KIND, VERSION)
    with pytest.raises(InvalidWeights, match="version 3; this Kiebitz reads version 4"):
        load(path, "toy", 4)


def test_arrays_of_another_shape_make_no_estimator(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    replace(SMALL, kind=KIND, version=VERSION).save(path)
    with pytest.raises(InvalidWeights, match="does not fit: array 'deviations' is missing"):
        load_estimator(str(path))
    shipped = load_estimator().weights
    arrays = dict(shipped.arrays)
    arrays["suit.hidden1.bias"] = Array("i4", (3,), bytes(12))
    with pytest.raises(InvalidWeights, match="does not fit: suit: the hidden layer"):
        Estimator(replace(shipped, arrays=arrays))


def test_without_the_shipped_weights_nothing_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimator, "SHIPPED", "gone.weights")
    load_estimator.cache_clear()
    try:
        with pytest.raises(KiebitzError, match=r"'gone\.weights' are missing"):
            load_estimator()
    finally:
        load_estimator.cache_clear()


def test_the_shipped_weights_are_small_and_say_where_they_come_from() -> None:
    from importlib import resources

    weights = load_estimator().weights
    assert len((resources.files("kiebitz.values") / estimator.SHIPPED).read_bytes()) < 3_000_000
    assert weights.command.startswith("kiebitz train values")
    assert "positions to train" in weights.data
    assert weights.error["suit"]["trick"][0] < 5
