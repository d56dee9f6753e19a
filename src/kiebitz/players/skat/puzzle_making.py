"""Makes puzzles from self-play and from records: every answer is proved before it is kept."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kiebitz.cards import derive_seed
from kiebitz.games.skat import BIDS, Contract, Phase, State, View, sort_cards
from kiebitz.games.skat.history import states_of
from kiebitz.limits import Limit
from kiebitz.players.skat.judgement import shared_bidder
from kiebitz.players.skat.player import SkatPlayer
from kiebitz.players.skat.puzzles import (
    HAND_GAMES,
    Kind,
    Proof,
    Puzzle,
    least_worth,
    prove_card,
    prove_sure,
    sure_bid,
    sure_discards,
)
from kiebitz.players.skat.registry import make_player
from kiebitz.players.skat.review import decisions_of

#: The levels that try a puzzle, with their worlds, and how often each.
TRIALS = (
    ("beginner", None, 1),
    ("club:threads=1", 3, 3),
    ("strong:threads=1", 20, 3),
    ("master:threads=1", 160, 1),
)
#: How many of a hundred puzzles are of a kind at most: rare ones make room for others.
SHARES: dict[Kind, int] = {
    "declarer": 30,
    "defender": 30,
    "null-defence": 15,
    "null": 12,
    "sure": 14,
    "discard": 14,
    "bid": 10,
}


def make_puzzles(
    count: int, *, seed: int = 1, report: Callable[[int, int], None] = lambda games, found: None
) -> list[Puzzle]:
    """So many puzzles from games of rule players against each other.

    >>> [one.kind for one in make_puzzles(1, seed=3)]
    ['...']
    """
    wanted = {kind: max(1, round(count * share / 100)) for kind, share in SHARES.items()}
    found: Counter[Kind] = Counter()
    puzzles: list[Puzzle] = []
    player = make_player("rules")
    number = 0
    while len(puzzles) < count:
        own = derive_seed(seed, number)
        state = State.deal(own)
        candidates = _bids(_strong_hand(own), own) if found["bid"] < wanted["bid"] else iter(())
        step = 0
        while not state.is_over:
            step += 1
            view = state.view(state.to_move)
            state = state.play(player.decide(view, limit=Limit(), seed=derive_seed(own, step)).move)
        for puzzle in (*candidates, *puzzles_of(state, own, lambda k: found[k] < wanted[k])):
            if len(puzzles) == count or found[puzzle.kind] >= wanted[puzzle.kind]:
                continue
            name = f"{puzzle.kind}-{found[puzzle.kind] + 1}"
            found[puzzle.kind] += 1
            puzzles.append(rated(_named(puzzle, name, f"self-play {seed}/{number}")))
        number += 1
        if number % 20 == 0:
            report(number, len(puzzles))
    return puzzles


def puzzles_of(
    state: State,
    seed: int = 0,
    wanted: Callable[[Kind], bool] = lambda kind: True,
    seat: int | None = None,
) -> Iterator[Puzzle]:
    """The puzzles that a game holds, at most one a kind; with a seat, only that player's.

    They have no name and no difficulty yet.
    """
    seen: set[Kind] = set()
    for before in states_of(state):
        mover = before.to_move if not before.is_over else None
        if mover is None or (seat is not None and mover != seat):
            continue
        for puzzle in _at(before, seed, wanted, seen):
            seen.add(puzzle.kind)
            yield puzzle


def mistakes_of(state: State, plies: Sequence[int], seed: int = 0) -> Iterator[Puzzle]:
    """The puzzles at some decisions of a game, where what was done is not the answer.

    A decision that was called a mistake without such a proof is none.
    """
    made = {len(before.native.history): move for before, move in decisions_of(state)}
    for before in states_of(state):
        ply = len(before.native.history)
        if ply not in plies or ply not in made:
            continue
        for puzzle in _at(before, seed, lambda kind: kind != "sure", set()):
            if puzzle.answer not in (made[ply], ".".join(made[ply].split(".")[1:])):
                yield puzzle


def _at(
    state: State, seed: int, wanted: Callable[[Kind], bool], seen: set[Kind]
) -> Iterator[Puzzle]:
    view = state.view(state.to_move)
    if state.phase == Phase.DECLARE:
        if wanted("discard") and "discard" not in seen:
            yield from _discards(view, seed)
        return
    if state.phase != Phase.PLAY or view.shown:
        return
    kind = _kind(view)
    left = len(view.hand)
    if kind not in seen and wanted(kind) and 3 <= left <= 8:
        proof = prove_card(view)
        if proof is not None:
            yield _puzzle(view, kind, view.legal_moves, proof)
    alone = view.declarer == view.seat and 3 <= left <= 7
    # One question to a game, at a place that its seed chooses.
    if alone and wanted("sure") and "sure" not in seen and derive_seed(seed, left) % 3 == 0:
        sure = prove_sure(view)
        if sure is not None and (sure.answer == "yes") == bool(derive_seed(seed, 99) % 2):
            yield _puzzle(view, "sure", ("yes", "no"), sure)


def _kind(view: View) -> Kind:
    null = view.contract is not None and view.contract.game == "N"
    if view.declarer == view.seat:
        return "null" if null else "declarer"
    return "null-defence" if null else "defender"


def _puzzle(view: View, kind: Kind, options: tuple[str, ...], proof: Proof) -> Puzzle:
    return Puzzle(
        "",
        kind,
        str(view),
        tuple(options),
        proof.answer,
        game=proof.game,
        worlds=proof.worlds,
        beats=proof.beats,
        world=proof.world,
    )


def _discards(view: View, seed: int) -> Iterator[Puzzle]:
    """Four pairs to put away, of which one makes the best game sure."""
    outlook = shared_bidder().outlook(view)
    games = {name.split(".")[0]: chance for name, (chance, _) in outlook.items()}
    for game in sorted(games, key=lambda name: -games[name])[:1]:
        if games[game] < 0.9 or Contract.parse(game).ouvert:
            continue
        answers = sure_discards(view, game, nodes=6_000)
        good = sorted(pair for pair, sure in answers.items() if sure)
        bad = sorted(pair for pair, sure in answers.items() if not sure)
        if not good or len(bad) < 3:
            continue
        chance = random.Random(seed)
        answer = chance.choice(good)
        # Pairs that share a card with the answer are the harder ones to tell apart.
        near = [pair for pair in bad if set(pair.split(".")) & set(answer.split("."))]
        far = [pair for pair in bad if pair not in near]
        chance.shuffle(near)
        chance.shuffle(far)
        options = [answer, *(near + far)[:3]]
        chance.shuffle(options)
        yield _puzzle(view, "discard", tuple(options), Proof(answer, game=game))


def _bids(hand: tuple[str, ...], seed: int) -> Iterator[Puzzle]:
    """How high a hand can bid without any risk."""
    proof = sure_bid(hand, nodes=20_000)
    if proof is None:
        return
    answer = int(proof.answer)
    # What other games would be worth if they were sure too.
    others = sorted({least_worth(hand, game) for game in HAND_GAMES} - {answer})
    chance = random.Random(seed)
    chance.shuffle(others)
    near = [bid for bid in BIDS if bid != answer and abs(BIDS.index(bid) - _place(answer)) <= 6]
    chance.shuffle(near)
    options = [answer]
    for bid in [*others[:2], *near]:
        if bid in BIDS and bid not in options and len(options) < 4:
            options.append(bid)
    view = View.start(0, hand)
    numbers = tuple(str(bid) for bid in sorted(options))
    yield _puzzle(view, "bid", numbers, proof)


def _strong_hand(seed: int) -> tuple[str, ...]:
    """Ten cards of the kind that win: jacks and a long suit from the top, or low cards for null."""
    chance = random.Random(seed)
    suits = list("CSHD")
    chance.shuffle(suits)
    if chance.random() < 0.3:
        order = [s + r for r in "789TJQKA" for s in suits]
        weights = [2.0 ** -(n // 4) for n in range(32)]
    else:
        jacks = ["CJ", "SJ", "HJ", "DJ"]
        order = jacks + [suits[0] + r for r in "ATKQ987"]
        order += [s + r for r in "ATKQ987" for s in suits[1:]]
        weights = [1.0] * 4 + [0.7] * 7 + [0.5 * 1.7 ** -(n // 3) for n in range(21)]
    keyed = sorted(zip(order, weights, strict=True), key=lambda c: -(chance.random() ** (1 / c[1])))
    return tuple(sort_cards([card for card, _ in keyed[:10]]))


def _place(bid: int) -> int:
    return min(range(len(BIDS)), key=lambda n: abs(BIDS[n] - bid))


def _named(puzzle: Puzzle, name: str, source: str) -> Puzzle:
    return replace(puzzle, id=name, source=source)


def difficulty_of(puzzle: Puzzle, seed: int = 0) -> float:
    """How often the levels fail a puzzle, 0 to 1.

    A card is what they play, a bid the highest of those offered that they hold. A game cannot be
    lost, in their eyes, if they win it in all the worlds that they think of; the beginner thinks
    of none and guesses. Two cards that are not among those offered are no answer.
    """
    view = View.parse(puzzle.view)
    failed = tries = 0.0
    for level, worlds, times in TRIALS:
        player = make_player(level)
        for number in range(times):
            told = _answer_of(player, worlds, puzzle, view, derive_seed(seed, number))
            if told == "":
                continue
            failed += 0.5 if told == "?" else told != puzzle.answer
            tries += 1
    return round(failed / tries, 2) if tries else 0.5


def _answer_of(
    player: SkatPlayer, worlds: int | None, puzzle: Puzzle, view: View, seed: int
) -> str:
    """What a player answers; `?` for one who has no opinion, nothing if it is not offered."""
    limit = Limit(worlds=worlds)
    if puzzle.kind == "bid":
        held = [
            bid
            for bid in puzzle.options
            if player.decide(View.parse(f"{puzzle.view} 1 {bid}"), limit=limit, seed=seed).move
            == "y"
        ]
        return held[-1] if held else "pass"
    if puzzle.kind == "discard":
        # What is hidden from the seat plays no part in what it puts away.
        declared = view.sample(0).play(puzzle.game).view(view.seat)
        away = frozenset(player.decide(declared, limit=limit, seed=seed).move.split("."))
        return next((one for one in puzzle.options if frozenset(one.split(".")) == away), "")
    decision = player.decide(view, limit=limit, seed=seed)
    if puzzle.kind == "sure":
        values = decision.candidates.values()
        return ("no" if max(values) > 0.9999 else "yes") if values else "?"
    return decision.move


def rated(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its difficulty measured anew."""
    return replace(puzzle, difficulty=difficulty_of(puzzle, _seed_of(puzzle.view)))


def _seed_of(text: str) -> int:
    value = 0
    for letter in text.encode():
        value = (value * 131 + letter) & (2**53 - 1)
    return value
