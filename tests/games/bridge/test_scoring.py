"""Duplicate scores, from the tables in the laws."""

from __future__ import annotations

import pytest

from kiebitz.errors import InvalidNotation
from kiebitz.games.bridge import Contract, Vulnerability


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "score"),
    [
        ("1NT", 7, False, 90),
        ("2S", 8, True, 110),
        ("3NT", 9, False, 400),
        ("3NT", 9, True, 600),
        ("4H", 11, True, 650),
        ("5D", 11, False, 400),
        ("6S", 12, False, 980),
        ("6NT", 12, True, 1440),
        ("7C", 13, False, 1440),
        ("7NT", 13, True, 2220),
        ("2Hx", 8, False, 470),
        ("2Hx", 9, True, 870),
        ("1Cxx", 8, True, 630),
        ("4S", 9, False, -50),
        ("4S", 6, True, -400),
        ("4Sx", 9, False, -100),
        ("4Sx", 6, False, -800),
        ("4Sx", 6, True, -1100),
        ("4Sxx", 8, True, -1000),
    ],
)
def test_scores(contract: str, tricks: int, vulnerable: bool, score: int) -> None:
    assert Contract.parse(contract, "N").score(tricks, vulnerable=vulnerable) == score


def test_contracts_and_zones_read_back() -> None:
    assert str(Contract.parse("3nX", "S")) == "3NTx"
    assert Vulnerability.parse("E-W").of(1)
    assert not Vulnerability.parse("NS").of(3)
    with pytest.raises(InvalidNotation):
        Contract.parse("8S", "N")
