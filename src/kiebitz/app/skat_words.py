"""Judgements of Skat in English, for terminal and programs; the page words the codes itself."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.app.web.models import CarriedModel
from kiebitz.cards import SUIT_SYMBOLS
from kiebitz.games.skat import SEAT_NAMES, Contract
from kiebitz.players.skat.reasons import Reason
from kiebitz.players.skat.review import Judgement

PHASE_NAMES = {
    "bid": "the auction",
    "pickup": "the pick-up",
    "declare": "the declaration",
    "discard": "the discard",
    "card": "the cards",
}

_SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "T": "trumps"}

VERDICTS = {
    "unfinished": "The game was not played to its end.",
    "passed": "All passed.",
    "passed-too-early": "All passed; {seat} had a game.",
    "lost-in": "Lost in {where}: {from} % → {to} %.",
    "won-in": "Won by a gift in {where}: the defenders' chance fell from {from} % to {to} %.",
    "lost-in-bid": "Lost in the auction: at that bid the hand wins {to} %.",
    "overbid": "Lost by overbidding: the game was worth less than the bid.",
    "lost-unplayed": "Lost before a card was played.",
    "won-unplayed": "Won before a card was played.",
    "lost-even": "Lost; no decision stands out.",
    "won-even": "Won; no decision stands out.",
    "won-from-start": "Won from the first card on in {n} of 10 layouts.",
    "won-lucky": "Won by luck: the cards win in {n} of 10 layouts.",
    "lost-from-start": "Luck: lost from the first card on in {n} of 10 layouts.",
    "lost-unlucky": "Bad luck: the cards win in {n} of 10 layouts.",
}

#: Why a move is better than another one.
REASONS = {
    "sure": "after the {card} the game cannot be lost, however the cards lie",
    "sure-game": "{game} cannot be lost: proved for all {layouts} layouts and every defence, "
    "at least {n} points",
    "sure-null": "{game} cannot be lost: proved for all {layouts} layouts and every defence, "
    "not one trick",
    "count-61": "count: with this trick you have {n} points, and the game is won",
    "count-60": "count: with this trick the defenders have {n} points, and the declarer has lost",
    "take": "the {card} takes the trick: {n} points",
    "ruff": "the {card} trumps in",
    "go-over": "the {card} goes over the card that lies",
    "hold-up": "hold up: keeps the {other} for later",
    "throw-off": "throw off: the {card} goes, the trump stays",
    "bring-home": "brings the {card} home: {n} points more",
    "smear": "smear: the trick is your partner's, the {card} brings {n} points more",
    "save-points": "the trick is lost: the {other} would give {n} points more away",
    "keep-suit": "keeps {suit}",
    "cash": "the {card} wins its trick now",
    "lead-high": "leads from the top: the {card}",
    "draw-trumps": "draw trumps: {n} are still out",
    "keep-trumps": "keep the trumps: the {card} first",
    "lead-trump": "trumps: every round takes one from the declarer",
    "throw-in": "give the lead away with the {card}: {suit} has to come to you",
    "force": "makes the declarer trump: no {suit} in {n} % of the layouts",
    "leave-it": "the trick is your partner's: keep the {other}",
    "partner-ruffs": "{partner} has no {suit} in {n} % of the layouts and can trump",
    "partner-takes": "the lead goes to {partner}, who wins {suit} in {n} % of the layouts",
    "declarer-ruffs": "the declarer has no {suit} in {n} % of the layouts and trumps",
    "stay-below": "stay below: the {card}, not the {other}",
    "safe-lead": "a safe lead: in {suit} you can be caught",
    "get-rid": "gets rid of the {card}",
    "danger-suit": "{suit} is the suit in which the declarer can be caught",
    "clear-suit": "throw {suit} away, so that it can be led through the declarer",
    "take-lead": "take the lead with the {card}",
    "layout-void": "it matters when {seat} has no {suit}: in {n} % of the layouts",
    "layout-apart": "it matters when the trumps lie apart: in {n} % of the layouts",
    "layout-holds": "it matters when {seat} has the {card}: in {n} % of the layouts",
    "fails-in": "in {n} % of the layouts the {card} wins and the {other} loses",
    "schneider-made": "not the game but schneider: {n} points on average",
    "schneider-saved": "the game is lost anyway; this is about schneider: {n} points on average",
    "bid-nothing": "the hand carries no bid; at this one it wins {n} %",
    "bid-too-high": "the hand carries to {limit}; at this bid it wins {n} %",
    "pass-too-early": "the hand carries to {limit}: it wins {n} % here",
    "skat-helps": "with the skat {n} %, without it {of} %",
    "hand-pays": "{game} wins {n} % without the skat, and is worth a level more",
    "game-below-bid": "{game} is worth less than the bid of {bid}",
    "game-pays": "{game} is worth more: it wins {n} %, this game {of} %",
    "game-better": "{game} wins {n} %, this game {of} %",
    "announced-too-much": "with open cards {game} is made in {n} % of the layouts: without the "
    "announcement the game pays more",
    "discard-trump": "the {card} is a trump: it belongs in the hand",
    "discard-points": "puts {n} points more into safety",
    "discard-one-suit": "both from {suit}: one suit less to lose",
    "discard-ace": "the {card} wins a trick: keep it",
    "discard-danger": "in null the {card} is more dangerous than the {other}",
}

#: The same as habits: what was done wrong.
HABITS = {
    "sure": "gave a sure win away",
    "sure-game": "did not see a game that cannot be lost",
    "sure-null": "did not see a null that cannot be lost",
    "count-61": "did not count to 61",
    "count-60": "did not count to 60",
    "take": "let a trick go",
    "ruff": "did not trump in",
    "go-over": "stayed below the card that lay",
    "hold-up": "spent a high card too early",
    "throw-off": "trumped instead of throwing off",
    "bring-home": "did not bring points home",
    "smear": "did not smear",
    "save-points": "gave points away in a lost trick",
    "keep-suit": "threw the wrong suit away",
    "cash": "did not cash a winner",
    "lead-high": "led too low",
    "draw-trumps": "did not draw trumps",
    "keep-trumps": "led trumps too early",
    "lead-trump": "did not lead trumps against the declarer",
    "throw-in": "did not let the others lead",
    "force": "did not make the declarer trump",
    "leave-it": "took the partner's trick",
    "partner-ruffs": "did not let the partner trump",
    "partner-takes": "did not give the partner the lead",
    "declarer-ruffs": "led what the declarer trumps",
    "stay-below": "did not stay below",
    "safe-lead": "led a dangerous suit",
    "get-rid": "kept a dangerous card",
    "danger-suit": "did not lead the declarer's danger suit",
    "clear-suit": "did not clear a suit in null",
    "take-lead": "did not take the lead in null",
    "layout-void": "missed a void",
    "layout-apart": "missed how the trumps lie",
    "layout-holds": "missed where a card lies",
    "fails-in": "chose the card that wins less often",
    "schneider-made": "missed schneider",
    "schneider-saved": "went schneider",
    "bid-nothing": "bid without a game",
    "bid-too-high": "bid too high",
    "pass-too-early": "passed too early",
    "skat-helps": "did not pick up the skat",
    "hand-pays": "picked up a hand game",
    "game-below-bid": "declared below the bid",
    "game-pays": "declared too small a game",
    "game-better": "declared the wrong game",
    "announced-too-much": "announced too much",
    "discard-trump": "put a trump away",
    "discard-points": "put too few points away",
    "discard-one-suit": "put away from two suits",
    "discard-ace": "put an ace away",
    "discard-danger": "kept a dangerous card in null",
}


def verdict_sentence(verdict: Reason) -> str:
    """A game in one sentence.

    >>> verdict_sentence(Reason("lost-in", {"phase": "discard", "from": 78, "to": 3, "seat": 0}))
    'Lost in the discard: 78 % → 3 %.'
    """
    words = {name: _word(name, value) for name, value in verdict.parameters.items()}
    phase = str(verdict.parameters.get("phase", "card"))
    trick = verdict.parameters.get("trick")
    words["where"] = PHASE_NAMES[phase] if trick is None else f"trick {trick}"
    return VERDICTS[verdict.code].format(**words)


def reason_sentence(reason: Reason) -> str:
    """A reason in words."""
    words = {name: _word(name, value) for name, value in reason.parameters.items()}
    return REASONS[reason.code].format(**words)


def why(one: Judgement) -> str | None:
    """The reasons of a judgement in one line; None if nothing stands out."""
    return told(one.reasons)


def told(reasons: Sequence[Reason]) -> str | None:
    """Reasons in one line."""
    return "; ".join(reason_sentence(reason) for reason in reasons) or None


def habit_name(phase: str, code: str) -> str:
    """What was done wrong, in a few words."""
    return HABITS.get(code) or f"other mistakes in {PHASE_NAMES[phase]}"


def carried_sentence(carried: CarriedModel) -> str:
    """How far a hand carries in the auction, and why."""
    if not carried.limit:
        return "the hand carries no bid"
    game = Contract.parse(carried.game)
    jacks = ("no jack", "one jack", "two jacks", "three jacks", "four jacks")[carried.jacks]
    cards = "" if game.game == "N" else f"{jacks}, {carried.trumps} trumps: "
    if carried.makes:
        skats = f"{round(30 * carried.makes / 231)} of 30 skats make {game.name.lower()}"
    else:
        skats = f"{game.name.lower()}, without the skat"
    return f"the hand carries to {carried.limit}; {cards}{skats}"


def card_name(card: str) -> str:
    """A card with its suit as a sign.

    >>> card_name("HT")
    '♥10'
    """
    return SUIT_SYMBOLS[card[0]] + ("10" if card[1] == "T" else card[1])


def _word(name: str, value: str | int) -> str:
    if isinstance(value, int):
        return SEAT_NAMES[value] if name in ("seat", "partner") else f"{value:,}"
    if name == "suit":
        return _SUITS[value]
    if name == "game":
        return Contract.parse(value).name.lower()
    if name in ("card", "other"):
        return card_name(value)
    return value
