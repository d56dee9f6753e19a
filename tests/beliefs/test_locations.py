"""Card locations: what a network is told, what worlds follow, and that nothing hidden is seen."""

from __future__ import annotations

import math
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz._core import skat as rules
from kiebitz._core import skat_locations as core
from kiebitz._core import skat_players as players
from kiebitz.beliefs.skat.location_data import read_samples, sample_archive
from kiebitz.beliefs.skat.locations import places
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, Phase, State, View
from kiebitz.games.skat.cards import to_mask
from kiebitz.games.skat.history import states_of
from kiebitz.games.skat.moves import Kind, content_of, kind_of
from kiebitz.games.skat.records import Record, parse_record

RECORDS = Path(__file__).parents[1] / "data" / "iss_games.sgf"
BASES = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
CONTRACTS = ("D", "HH", "S", "CH", "G", "GH", "N", "NH", "NO")


def played(seed: int) -> State:
    """A random game; bids, contract and cards by chance."""
    state = State.deal(seed)
    step = 0
    while not state.is_over:
        legal: tuple[str, ...] = state.legal_moves
        step += 1
        if state.phase in (Phase.PICK_UP, Phase.DECLARE):
            wanted = [c for c in CONTRACTS if c in legal] + (["s"] if "s" in legal else [])
            legal = tuple(wanted) or legal
        if state.phase == Phase.BID:
            legal = legal[:4] if state.bid or "18" not in legal else ("18", "20", "24", "36")
        state = state.play(legal[derive_seed(seed, step) % len(legal)])
    return state


def decisions(state: State) -> list[State]:
    return [
        before
        for before, number in zip(states_of(state), state.native.history, strict=False)
        if kind_of(number) == Kind.PLAY
    ]


def slow_inputs(view: View) -> set[int]:
    """Table 4.2 read again: from the View's move list, card by card."""
    contract = view.contract
    assert contract is not None
    trumps = set()
    if contract.game != "N":
        trumps = {card for card in DECK if card[1] == "J" or card[0] == contract.game}

    def follows(card: str, led: str) -> bool:
        if led in trumps or card in trumps:
            return (led in trumps) == (card in trumps)
        return card[0] == led[0]

    played_by: list[list[str]] = [[], [], []]
    led_by: list[list[str]] = [[], [], []]
    sloughed: list[list[str]] = [[], [], []]
    voids: list[set[str]] = [set(), set(), set()]
    trick: list[tuple[int, str]] = []
    cards = [
        DECK[content_of(number)] for number in view.native.history if kind_of(number) == Kind.PLAY
    ]
    seats = rules.seats_of_play(contract.code, [DECK.index(card) for card in cards])
    for seat, card in zip(seats, cards, strict=True):
        if not trick:
            led_by[seat].append(card)
        else:
            led = trick[0][1]
            if not follows(card, led):
                voids[seat].add("T" if led in trumps else led[0])
                if card not in trumps:
                    sloughed[seat].append(card)
        played_by[seat].append(card)
        trick = [] if len(trick) == 2 else [*trick, (seat, card)]

    found: set[int] = set()

    def put(first: int, cards_: object) -> None:
        found.update(first + DECK.index(card) for card in cards_)  # type: ignore[attr-defined]

    put(0, view.hand)
    put(32, view.discard)
    order = [(view.seat + place) % 3 for place in range(3)]
    for place, seat in enumerate(order):
        put(64 + 32 * place, played_by[seat])
    for number, seat in enumerate(order[1:]):
        put(160 + 32 * number, led_by[seat])
        put(224 + 32 * number, sloughed[seat])
        found.update(288 + 5 * number + "DHSCT".index(suit) for suit in voids[seat])
        bid = view.highest_bids[seat]
        if bid:
            for game, base in BASES.items():
                if bid % base == 0:
                    found.add(298 + 6 * number + "DHSCGN".index(game))
            if bid in (23, 35, 46, 59):
                found.add(298 + 6 * number + 5)
            size = [bid <= 24, bid <= 36, bid <= 48, bid <= 72, True].index(True)
            found.add(310 + 5 * number + size)
    put(320, [card for _, card in trick])
    assert view.declarer is not None
    found.add(352 + order.index(view.declarer))
    found.add(355 + ("DHSC".index(contract.game) if contract.game in "DHSC" else 4))
    return found


def slow_acts(view: View) -> set[int]:
    """The further inputs: what was not done, how the game stands, the history of the tricks."""
    contract = view.contract
    assert contract is not None
    declarer = view.declarer
    trumps = {c for c in DECK if c[1] == "J" or c[0] == contract.game}
    trumps = set() if contract.game == "N" else trumps
    ranks = "789TJQKA" if contract.game == "N" else "789QKTA"

    def suit(card: str) -> str:
        return "T" if card in trumps else card[0]

    def beats(later: str, best: str) -> bool:
        if suit(later) != suit(best):
            return suit(later) == "T"
        jacks = ["DJ", "HJ", "SJ", "CJ"]
        if suit(later) == "T":
            order = [f"{contract.game}{rank}" for rank in ranks] + jacks
            return order.index(later) > order.index(best)
        return ranks.index(later[1]) > ranks.index(best[1])

    places = [(view.seat + place) % 3 for place in range(3)]
    found: set[int] = set()
    trick: list[tuple[int, str]] = []
    best: tuple[int, str] = (0, "")
    points = [0, 0]
    number = 0
    worth = dict(zip("AKQJT987", (11, 4, 3, 2, 10, 0, 0, 0), strict=True))
    cards = [DECK[content_of(move)] for move in view.native.history if kind_of(move) == Kind.PLAY]
    seat = 0
    for card in cards:
        place = places.index(seat)
        if number < 9:
            found.add(650 + 32 * (3 * number + place) + DECK.index(card))
            if not trick:
                found.add(1514 + 3 * number + place)
        if trick and place:
            follows = suit(card) == suit(trick[0][1])
            could = [c for c in DECK if (suit(c) == suit(trick[0][1])) == follows]
            friends = (best[0] == declarer) == (seat == declarer)
            if not friends and not beats(card, best[1]):
                found |= {
                    360 + 32 * (place - 1) + DECK.index(c) for c in could if beats(c, best[1])
                }
            if friends and card[1] not in "TA":
                found |= {424 + 32 * (place - 1) + DECK.index(c) for c in could if c[1] in "TA"}
        if not trick or beats(card, best[1]):
            best = seat, card
        trick.append((seat, card))
        seat = (seat + 1) % 3
        if len(trick) == 3:
            points[0 if best[0] == declarer else 1] += sum(worth[c[1]] for _, c in trick)
            seat, trick, number = best[0], [], number + 1
    for side in range(2):
        found |= {488 + 12 * side + ten for ten in range(12) if points[side] >= 10 * (ten + 1)}
    flags = (contract.hand, contract.schneider, contract.schwarz, contract.ouvert)
    found |= {512 + i for i, flag in enumerate(flags) if flag}
    found.add(516 + len(trick))
    if trick:
        found.add(519 + places.index(best[0]))
        found.add(522 + DECK.index(best[1]))
        found.add(554 + DECK.index(trick[0][1]))
    if view.to_move == view.seat:
        for move in view.legal_moves:
            found.add(586 + DECK.index(str(move)))
            if trick and beats(str(move), best[1]):
                found.add(618 + DECK.index(str(move)))
    return found


def test_the_inputs_are_those_of_the_table_in_all_seats_and_phases() -> None:
    seen = 0
    games = [parse_record(line).state for line in RECORDS.read_text().splitlines()]
    games += [played(seed) for seed in range(60)]
    for game in games:
        for state in decisions(game):
            for seat in range(3):
                view = state.view(seat)
                found = set(core.inputs(view.native))
                assert {i for i in found if i < 360} == slow_inputs(view), str(view)
                assert {i for i in found if i >= 360} == slow_acts(view), str(view)
                seen += 1
    assert seen > 2_000


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_hidden_cards_change_nothing(seed: int, other: int) -> None:
    state = played(seed)
    for before in islice(decisions(state), 0, None, 4):
        view = before.view(before.to_move)
        swapped = view.sample(other)
        again = swapped.view(before.to_move)
        assert core.inputs(again.native) == core.inputs(view.native)
        model = network(1)
        assert model.chances(again.native) == model.chances(view.native)
        assert model.places(again.native).chances() == model.places(view.native).chances()
        assert policy(2).chances(again.native) == policy(2).chances(view.native)
        belief = players.policy_belief(policy(2), model)
        worlds = [world for world, _ in belief.draw(view.native, 3, 1, seed)]
        assert [world for world, _ in belief.draw(again.native, 3, 1, seed)] == worlds
        assert belief.weigh(again.native, worlds) == belief.weigh(view.native, worlds)


def network(seed: int, hidden: tuple[int, ...] = (16,)) -> core.LocationModel:
    suit, grand, null = (layers(seed + game, hidden) for game in range(3))
    return core.LocationModel(suit, grand, null)


def policy(seed: int) -> core.PolicyModel:
    suit, grand, null = (layers(seed + game, (16,), 1, 32) for game in range(3))
    return core.PolicyModel(suit, grand, null)


def layers(
    seed: int, hidden: tuple[int, ...], inputs: int = 0, outputs: int = 128
) -> list[tuple[int, int, bytes, bytes, bytes | None]]:
    random = np.random.default_rng(seed)
    widths = [len(core.input_list(inputs)), *hidden, outputs]
    return [
        (
            rows,
            width,
            random.normal(0, 0.3, (rows, width)).astype("<f4").tobytes(),
            random.normal(0, 0.3, rows).astype("<f4").tobytes(),
            None,
        )
        for width, rows in pairwise(widths)
    ]


def test_a_forward_pass_is_what_matrices_give() -> None:
    view = decisions(played(3))[5]
    seen = view.view(view.to_move).native
    hidden = (40, 24, 17)
    model = network(5, hidden)
    contract = view.contract
    assert contract is not None
    kind = 2 if contract.game == "N" else 1 if contract.game == "G" else 0
    values = np.zeros(core.INPUTS, np.float64)
    values[core.inputs(seen)] = 1
    values = values[core.input_list(0)]
    listed = layers(5 + kind, hidden)
    for number, (rows, width, weights, bias, _) in enumerate(listed):
        matrix = np.frombuffer(weights, "<f4").reshape(rows, width).astype(np.float64)
        values = matrix @ values + np.frombuffer(bias, "<f4")
        if number + 1 < len(listed):
            values = np.where(values > 0, values, np.expm1(values))
    logits = values.reshape(32, 4)
    wanted = np.exp(logits - logits.max(1, keepdims=True))
    wanted /= wanted.sum(1, keepdims=True)
    assert np.allclose(np.array(model.chances(seen)), wanted, atol=1e-5)


def test_a_world_is_as_likely_as_the_cards_played_in_it() -> None:
    locations, plays = network(3), policy(7)
    mistakes, temper = 0.1, 0.7
    belief = players.policy_belief(plays, locations, mistakes, temper)
    checked = 0
    for seed in range(0, 60, 7):
        game = played(seed)
        states = decisions(game)
        for state in states[5::6]:
            view = state.view(state.to_move)
            worlds = [w for w, _ in players.uniform_belief().draw(view.native, 4, 1, seed)]
            got = np.log(belief.weigh(view.native, worlds))
            wanted = [
                _slow_weight(view, world, locations, plays, mistakes, temper) for world in worlds
            ]
            assert np.allclose(got - got[0], np.array(wanted) - wanted[0], atol=1e-4)
            checked += 1
    assert checked > 15


def _slow_weight(
    view: View,
    world: players.World,
    locations: core.LocationModel,
    plays: core.PolicyModel,
    mistakes: float,
    temper: float,
) -> float:
    """Plays the game again in a world, and asks for every card how likely it was."""
    played_by = view.native.played
    hands = [world.hands[seat] | played_by[seat] for seat in range(3)]
    state = _same_auction(view, hands, world.skat)
    total = 0.0
    seen = locations.chances(state.view(view.seat).native)
    start = state.view(view.seat)
    known = {*start.hand, *start.discard}
    for number, card in enumerate(DECK):
        if card not in known:
            at = next((seat for seat in range(3) if hands[seat] >> number & 1), 3)
            place = 3 if at == 3 else (at - view.seat) % 3
            total += math.log(seen[number][place])
    for number in view.native.history:
        if kind_of(number) != Kind.PLAY:
            continue
        if state.to_move != view.seat and len(state.legal_moves) > 1:
            chances = plays.chances(state.view(state.to_move).native)
            chance = chances[content_of(number)]
            mixed = (1 - mistakes) * chance + mistakes / len(state.legal_moves)
            total += temper * math.log(mixed)
        state = State(state.native.apply(number))
    return total


def _same_auction(view: View, hands: list[int], skat: int) -> State:
    """The start of cardplay after the same bids and game with other cards."""
    declarer = view.declarer
    assert declarer is not None
    found = State(type(view.sample(0).native)((hands[0], hands[1], hands[2]), skat))
    for number in view.native.history:
        if kind_of(number) == Kind.PLAY:
            break
        if kind_of(number) == Kind.DISCARD:
            low = (skat & -skat).bit_length() - 1
            high = skat.bit_length() - 1
            found = next(
                State(found.native.apply(move))
                for move in found.native.legal_moves()
                if {move >> 5 & 31, move & 31} == {low, high}
            )
        else:
            found = State(found.native.apply(number))
    return found


def test_a_policy_draws_worlds_as_often_as_they_are_likely() -> None:
    suit, grand, null = (layers(game, (16,)) for game in range(3))
    by_chance = core.LocationModel(suit, grand, null, 0.1, 1.0)  # what worlds are proposed
    belief = players.policy_belief(policy(4), by_chance, 0.2, 0.3, 4096)
    state = few_worlds(4, 20, 60)
    view = state.view(state.to_move)
    worlds = view.count_worlds()
    listed = [players.World(*view.native.world(number)) for number in range(worlds)]
    weights = np.array(belief.weigh(view.native, listed))
    counts = dict.fromkeys(listed, 0.0)
    for seed in range(300):
        for world, times in belief.draw(view.native, 19, 1, derive_seed(seed)):
            counts[world] += times
    share = np.array([counts[world] for world in listed]) / (300 * 19)
    assert np.abs(share - weights / weights.sum()).max() < 0.02


def few_worlds(seed: int, least: int, most: int) -> State:
    """A decision with so many possible worlds, in this game or a later one."""
    for number in range(seed, seed + 100):
        for state in decisions(played(number)):
            if least <= state.view(state.to_move).count_worlds() <= most:
                return state
    raise AssertionError("no such decision")


@pytest.mark.parametrize("seed", range(12))
def test_chances_and_ratios_are_those_of_all_worlds_listed(seed: int) -> None:
    model = network(seed)
    state = few_worlds(100 * seed, 100, 3_000)
    view = state.view(state.to_move)
    native = model.places(view.native)
    weights = np.array(model.chances(view.native))
    total, sums = 0.0, np.zeros((32, 4))
    products = []
    for number in range(view.count_worlds()):
        hands, skat = view.native.world(number)
        product, spots = 1.0, []
        for card in range(32):
            at = next((seat for seat in range(3) if hands[seat] >> card & 1), 3)
            if at == 3 and not skat >> card & 1:
                continue
            known = hands[view.seat] >> card & 1 or DECK[card] in view.discard
            spots.append((card, at))
            if not known and DECK[card] not in view.shown:
                place = 3 if at == 3 else (at - view.seat) % 3
                product *= max(weights[card][place], 1e-6)
        total += product
        products.append(product)
        for card, at in spots:
            sums[card][at] += product
    assert np.allclose(np.array(native.chances()), sums / total, atol=1e-9)
    for number in range(0, view.count_worlds(), 97):
        hands, skat = view.native.world(number)
        wanted = products[number] / total * view.count_worlds()
        assert native.ratio(hands, skat) == pytest.approx(wanted, rel=1e-6)


def test_worlds_are_drawn_as_often_as_they_are_likely() -> None:
    model = network(4)
    state = few_worlds(4, 5, 60)
    view = state.view(state.to_move)
    native = model.places(view.native)
    counts: dict[tuple[tuple[int, ...], int], int] = {}
    draws = 6_000
    for seed in range(draws):
        hands, skat = native.sample(derive_seed(seed))
        counts[tuple(hands), skat] = counts.get((tuple(hands), skat), 0) + 1
    for number in range(view.count_worlds()):
        hands, skat = view.native.world(number)
        chance = native.ratio(hands, skat) / view.count_worlds()
        share = counts.get((tuple(hands), skat), 0) / draws
        assert share == pytest.approx(chance, abs=4.5 * (chance / draws) ** 0.5 + 2e-3)


def test_without_a_model_all_worlds_are_alike() -> None:
    state = decisions(played(9))[0]
    view = state.view(state.to_move)
    found = places(view, None, (state.hands, state.skat))
    assert found.ratio == 1.0
    assert found.worlds == view.count_worlds()
    for chances in found.chances.values():
        assert sum(chances) == pytest.approx(1)
    with pytest.raises(KiebitzError, match="contradicts"):
        places(view, None, (state.hands[::-1], state.skat))


def test_the_fast_reader_reads_what_the_other_one_does() -> None:
    lines = RECORDS.read_text().splitlines()
    lines += [Record.of(played(seed), ID=str(seed)).to_sgf() for seed in range(40)]
    for line in lines:
        state = core.read_record(line)
        assert state is not None, line
        assert State(state) == parse_record(line).state
    for line in lines[:3]:
        assert core.read_record(line.replace("MV[w ", "MV[w CJ.")) is None
        assert core.read_record(line[: len(line) // 2]) is None
        assert core.read_record(line.replace(" v:", " v:1")) is None


def test_an_archive_is_read_in_pieces_and_bad_records_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiebitz.beliefs.skat import location_data

    games = [Record.of(played(seed), ID=str(seed)).to_sgf() for seed in range(120)]
    games[17] = games[17].replace("MV[w ", "MV[w CJ.")
    games.append(games[3][: len(games[3]) // 2])
    source = tmp_path / "games.sgf"
    source.write_text("\n".join(games))
    whole = sample_archive(source, tmp_path / "whole", threads=2)
    assert (whole.records, whole.bad, whole.lines) == (119, 2, 121)
    assert "line 18, record 17" in whole.named[0]
    assert whole.named[1].startswith("line 121")

    monkeypatch.setattr(location_data, "_PIECE", 10_000)

    def stop(archive: location_data.Archive) -> None:
        if archive.pieces == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sample_archive(source, tmp_path / "pieces", threads=1, report=stop)
    resumed = sample_archive(source, tmp_path / "pieces", threads=1)
    assert (resumed.records, resumed.bad, resumed.samples) == (119, 2, whole.samples)
    assert read_samples(tmp_path / "pieces").equals(read_samples(tmp_path / "whole"))
    with pytest.raises(KiebitzError, match="choose another folder"):
        sample_archive(source, tmp_path / "pieces", seed=2)


def test_an_archive_that_was_cut_off_loses_nothing_when_the_rest_comes(tmp_path: Path) -> None:
    games = [Record.of(played(seed), ID=str(seed)).to_sgf() + "\n" for seed in range(12)]
    text = "".join(games)
    source, whole = tmp_path / "games.sgf", tmp_path / "whole.sgf"
    whole.write_text(text)
    wanted = sample_archive(whole, tmp_path / "whole", threads=1)
    source.write_text(text[: -len(games[-1]) - 50])  # within the last record but one
    for _ in range(2):  # the same command twice says the same
        part = sample_archive(source, tmp_path / "parts", threads=1)
        assert (part.records, part.bad, part.lines) == (10, 1, 11)
        assert len(part.named) == 1
        assert part.named[0].startswith("line 11")
    source.write_text(text)
    found = sample_archive(source, tmp_path / "parts", threads=1)
    assert (found.records, found.bad, found.lines, found.named) == (12, 0, 12, [])
    assert found.samples == wanted.samples
    assert read_samples(tmp_path / "parts").equals(read_samples(tmp_path / "whole"))


def test_samples_tell_the_truth() -> None:
    game = played(21)
    line = Record.of(game).to_sgf()
    found = core.sample_records(line.encode(), 1.0, 1, 1)
    states = [s for s in decisions(game) if sum(s.tricks_won) < 9]
    assert found.count == len(states)
    truth = np.frombuffer(found.places, np.uint64)
    for state, packed in zip(states, truth, strict=True):
        places_ = core.places(state.native, state.to_move)
        assert [int(packed) >> (2 * card) & 3 for card in range(32)] == places_
        for seat in range(3):
            for card in (*state.hands[seat], *state.played(seat)):
                assert places_[DECK.index(card)] == (seat - state.to_move) % 3
        assert sum(place == 3 for place in places_) == 2
        assert to_mask(state.skat) == sum(1 << c for c, p in enumerate(places_) if p == 3)
