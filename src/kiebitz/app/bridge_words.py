"""Judgements of played Bridge boards in English."""

from __future__ import annotations

from kiebitz.players.bridge.review import PlayJudgement, Reason, decisive_card

#: Why; {n} and {of} are numbers, {card} a card.
WORDS = {
    "makes-more": "the {card} makes the contract in {n} % of {worlds} layouts, this card in {of} %",
    "beats-more": "after the {card} declarer makes it in {n} % of {worlds} layouts, after this "
    "card in {of} %",
    "could-not-know": "with open cards it cost {n}, but nobody could know that",
    "tricks-lost": "the {card} brings {n} tenths of a trick more on average",
    "open-too": "with open cards it cost {n}",
    "got-away": "as the cards lay it cost nothing",
}


def told(reasons: tuple[Reason, ...]) -> str | None:
    """Reasons in one line of English."""
    return "; ".join(WORDS[one.code].format(**one.parameters) for one in reasons) or None


def verdict_sentence(judged: list[PlayJudgement]) -> str:
    """A board in one sentence: where it was decided."""
    worst = decisive_card(judged)
    if worst is not None:
        return (
            f"Decided in trick {worst.trick}: {worst.seat} {worst.card}, better {worst.best}, "
            f"cost {100 * worst.loss:.0f} % of the chance."
        )
    missed = sum(one.cost for one in judged)
    if not missed:
        return "No mistake, even with open cards."
    return f"No mistake by what could be known; with open cards {missed} tricks were given away."
