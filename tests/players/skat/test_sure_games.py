"""Games that cannot be lost, in the auction."""

from __future__ import annotations

import pytest

from kiebitz._core import skat_bidding as core
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, State, parse_cards
from kiebitz.games.skat.cards import DECK, to_mask
from kiebitz.games.skat.contract import Contract
from kiebitz.players.skat.auction import Bidder, certainty
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
