"""Games that cannot be lost, in the auction."""

from __future__ import annotations

import pytest

from kiebitz._core import skat_bidding as core
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, State, parse_cards
from kiebitz.games.skat.cards import DECK, to_mask
from kiebitz.games.skat.contract import Contract
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.certainty import certainty
from kiebitz.players.skat.hand_model import shipped_model
from kiebitz.players.skat.paranoid import is_unlosable

STRONG = "CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA"


def deal(hand: str, seat: int = 0) -> State:
    """The hand at a seat, everything else in the order of the deck."""
    own = hand.split(".")
    rest = [card for card in DECK if card not in own]
    hands = [own if one == seat else [rest.pop() for _ in range(10)] for one in range(3)]
    return State.from_deal(".".join([*hands[0], *hands[1], *hands[2], *rest]))


def test_a_sure_hand_game_is_bid_as_far_as_it_is_worth() -> None:
    bidder = Bidder()
    levels = bidder.prospects(to_mask(parse_cards(STRONG)), 0)
    sure = [level for level in levels if level.hand_win == 1]
    assert sure
    worth = max(level.bid for level in sure)
    state = deal(STRONG)
    while not state.is_over and state.phase in (Phase.BID, Phase.ANSWER):
        if state.to_move == 0:
            asked = state.bid
            move = bidder.decide(state.view(0)).move
            if asked <= worth:
                assert move != "p"
        else:
            legal = state.legal_moves
            move = legal[0] if legal[0] != "p" else legal[-1]
        state = state.play(move)


@pytest.mark.parametrize(
    ("hand", "seat"),
    [
        ("S7.S8.ST.SJ.C7.C9.CQ.CT.CA.CJ", 0),
        ("D7.S7.S9.SK.ST.SJ.C7.C8.CK.CJ", 0),
        ("D7.D8.DT.H7.H9.HJ.S7.S8.SK.SJ", 2),
    ],
)
def test_a_null_that_cannot_be_lost_is_not_passed_though_the_model_doubts_it(
    hand: str, seat: int
) -> None:
    mask = to_mask(parse_cards(hand))
    games = core.Bidding(shipped_model(), False).hand_games(mask, seat, 0)
    ouvert = next(one for one in games if str(Contract.from_code(one.contract)) == "NOH")
    assert ouvert.win < 0.8  # by the model
    bidder, state = Bidder(), deal(hand, seat)
    while state.phase in (Phase.BID, Phase.ANSWER):
        view = state.view(state.to_move)
        legal = state.legal_moves
        move = bidder.decide(view).move if state.to_move == seat else legal[0]
        state = state.play("p" if state.to_move != seat and state.bid >= 48 else move)
    assert state.declarer == seat
    state = state.play(bidder.decide(state.view(seat)).move)
    assert str(state.contract) == "NOH"
    assert is_unlosable(state.view(seat))


@pytest.mark.parametrize(
    ("twelve", "seat"),
    [
        ("D9.DA.DJ.H9.HT.HA.HJ.S7.S8.SJ.C8.CJ", 0),
        ("D7.DJ.H8.HK.HT.HA.HJ.C8.C9.CQ.CT.CJ", 0),
        ("H7.H8.H9.HT.HA.S7.S8.SK.ST.SJ.C7.CJ", 0),
    ],
)
def test_a_grand_is_made_sure_by_a_discard_that_the_model_does_not_prefer(
    twelve: str, seat: int
) -> None:
    cards = to_mask(parse_cards(twelve))
    games = core.Bidding(shipped_model(), True).announcements(cards, seat, 0)
    grand = next(one for one in games if str(Contract.from_code(one.contract)) == "G")
    assert grand.sure
    by_model = core.Bidding(shipped_model(), False).discards(grand.contract, cards, seat, 0)
    assert by_model[0].put_away != grand.put_away


def test_what_is_certain_is_so_by_paranoid_search_without_a_limit() -> None:
    bidder, sure = Bidder(), 0
    for seed in range(40):
        state = State.deal(seed)
        while not state.is_over and state.phase != Phase.PLAY:
            state = state.play(bidder.decide(state.view(state.to_move)).move)
        if state.declarer is None or certainty(state) == 0:
            continue
        sure += 1
        assert is_unlosable(state.view(state.declarer))
    assert sure > 0


def test_suits_have_no_names() -> None:
    # The same hand with clubs and hearts exchanged, jacks left alone.
    other = "CJ.SJ.HJ.DJ.HA.HT.HK.SA.ST.CA"
    grand = Contract.parse("GH").code
    one = core.certainty(grand, to_mask(parse_cards(STRONG)), 0, 1)
    assert one == core.certainty(grand, to_mask(parse_cards(other)), 0, 1) > 0


def test_only_a_declared_game_is_certain_or_not() -> None:
    with pytest.raises(KiebitzError):
        certainty(State.deal(1))
