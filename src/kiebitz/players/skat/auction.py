"""Bidding, taking up the skat, declaring and discarding (thesis §2.4)."""

from __future__ import annotations

import copy
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kiebitz._core import skat_bidding as core
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State, View, stakes
from kiebitz.games.skat.cards import DECK
from kiebitz.games.skat.contract import Contract
from kiebitz.games.skat.moves import Phase
from kiebitz.players.protocol import Decision
from kiebitz.players.skat.hand_model import shipped_model, shipped_text
from kiebitz.players.skat.hearing import Heard, load_heard
from kiebitz.players.skat.standing import LAST_DEALS, Standing
from kiebitz.players.skat.trials import Trial, Trials

#: Below this chance to win a player does not bid; the thesis found about 60 % robust.
DEFAULT_THRESHOLD = 0.6
#: Games so many list points behind the best one, and discards so much less likely, are tried too.
DOUBT_SCORE = 30.0
DOUBT_CHANCE = 0.08
#: Discards that are tried at most.
MOST_TRIED = 8


class Prospect(NamedTuple):
    """What a hand promises at one bid, before the skat is seen."""

    bid: int
    win: float
    """The chance to win, taking up the skat."""
    score: float
    """The expected Seeger-Fabian points, less what the defenders gain."""
    value: float
    """What the games are worth on average."""
    null_share: float
    """The share of skats with which null promises most."""
    hand_game: Contract | None
    """The best game without the skat."""
    hand_win: float
    hand_score: float


@dataclass(frozen=True, slots=True)
class Carried:
    """How far a hand carries in the auction, and why."""

    bid: int
    """The bid that is asked about."""
    win: float
    """The chance to win at this bid, now that the others were heard."""
    score: float
    """The expected list points at this bid."""
    pass_score: float
    """What passing counts: the list points of the same game at the least chance to bid with."""
    value: float
    """What the games are worth on average."""
    limit: int
    """The highest bid that the hand carries; 0 if none."""
    game: Contract
    """The game that most skats make, or the hand game."""
    makes: int
    """The skats of 231 with which that game is the best and likely to be won."""
    jacks: int
    trumps: int
    """The trumps of that game in the hand; none in null."""


class Promise(NamedTuple):
    """What a move between auction and first card promises."""

    move: str
    win: float
    score: float
    """Expected list points."""
    value: float
    """What the game is worth if it is just made."""
    away: str = ""
    """With a declaration: the two cards to put away, joined by a dot."""
    sure: bool = False
    """Proved: it cannot be lost."""


class Bidder:
    """Decides everything before the first card.

    Bids as long as the chance to win, averaged over all skats with the best discard and game for
    each, is at least the threshold; what others bid lowers the chance, and silence raises it.
    Declares what promises most Seeger-Fabian points at a value that pays the bid. Games that cannot
    be lost, however the cards lie, are bid as far as they are worth (`proves=False` does not look
    for them). With `trials` games and discards between which the model is in doubt are tried out.

    >>> from kiebitz.games.skat import State
    >>> state = State.from_deal("CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA.C7.C8.C9.CQ.S7.S8.S9.SQ.SK.H7."
    ...                         "H8.H9.HQ.HK.HT.D7.D8.D9.DQ.DK.DT.DA")
    >>> Bidder().decide(state.play("18").view(0)).move
    'y'
    """

    def __init__(
        self,
        threshold: float = DEFAULT_THRESHOLD,
        model: core.HandModel | None = None,
        heard: Heard | None = None,
        *,
        proves: bool = True,
        trials: Trials | None = None,
    ) -> None:
        if not 0 <= threshold <= 1:
            raise KiebitzError(f"a threshold is a chance from 0 to 1, not {threshold!r}")
        self.threshold = threshold
        if heard is None:
            heard = load_heard(shipped_text()) if model is None else Heard()
        self._heard = heard
        self._trials = trials
        self._standing: Standing | None = None
        self._core = core.Bidding(model if model is not None else shipped_model(), proves)
        self._prospects = lru_cache(maxsize=256)(self._compute_prospects)
        self._by_skat = lru_cache(maxsize=64)(self._compute_by_skat)

    def in_list(self, standing: Standing) -> Bidder:
        """The same bidder, who wants to end a list first that stands like this before the deal.

        In the last three deals candidates of its declarations are chances of that, not points;
        before them nothing changes.
        """
        other = copy.copy(self)
        other._standing = standing if standing.left < LAST_DEALS else None
        return other

    def prospects(self, hand: int, seat: int) -> tuple[Prospect, ...]:
        """What ten cards, as a bit mask, promise at every bid."""
        return self._prospects(hand, seat)

    def decide(self, view: View, *, seed: int = 0, seconds: float | None = None) -> Decision:
        """The move for any phase before cardplay. Only trials need the seed, and keep the time."""
        start = time.perf_counter()
        if view.phase in (Phase.BID, Phase.ANSWER):
            move, candidates = self._call(view)
        elif view.phase == Phase.PICK_UP:
            move, candidates = self._pick_up(view)
        elif view.phase == Phase.DECLARE:
            move, candidates = self._declare(view, seed, seconds)
        elif view.phase == Phase.DISCARD:
            move, candidates = self._discard(view, seed, seconds)
        else:
            raise KiebitzError("the auction and the declaration are over")
        return Decision(move, candidates, seconds=time.perf_counter() - start, seed=seed)

    def chance_of(self, state: State) -> float:
        """The chance that the model gave the declared game of a deal at its first card.

        >>> state = State.deal(seed=7)
        >>> bidder = Bidder()
        >>> while state.phase != Phase.PLAY:
        ...     state = state.play(bidder.decide(state.view(state.to_move)).move)
        >>> 0.5 < bidder.chance_of(state) <= 1
        True
        """
        native = state.native
        seat, ten = native.declarer, native.hands[native.declarer]
        if state.contract is None or native.declarer < 0:
            raise KiebitzError("nothing is declared yet")
        others = [bid for other, bid in enumerate(native.highest_bids) if other != seat]
        if state.contract.hand:
            games = self._core.hand_games(ten, seat, 0)
            game = state.contract.game
            ouvert = game == "N" and state.contract.ouvert
            for one in games:
                found = Contract.from_code(one.contract)
                if found.game == game and (found.game != "N" or found.ouvert == ouvert):
                    return self._heard.chance(one.win, others, found.game == "N")
            return 1.0
        discards = self._core.discards(native.contract, ten | native.skat, seat, 0)
        win = next(float(one.win) for one in discards if one.put_away == native.skat)
        return self._heard.chance(win, others, state.contract.game == "N")

    def outlook(self, view: View) -> dict[str, tuple[float, float]]:
        """What each sensible move before cardplay promises: chance to win, Seeger-Fabian points.

        A declaration comes with the best two cards to put away.

        >>> from kiebitz.games.skat import State
        >>> view = State.deal(seed=7).view(1)
        >>> list(Bidder().outlook(view))
        ['18']
        """
        if view.phase in (Phase.BID, Phase.ANSWER):
            bids = [move for move in view.legal_moves if move != "p"]
            if not bids:
                return {}
            level = self._at_bid(view, view.bid if view.phase == Phase.ANSWER else int(bids[0]))
            win, _ = self._with_skat(view, level)
            hand_win, _ = self._by_hand(view, level)
            return {bids[0]: max((win, level.score), (hand_win, level.hand_score))}
        return {
            f"{one.move}.{one.away}" if one.away else one.move: (one.win, one.score)
            for one in self.promises(view)
        }

    def carried(self, view: View, bid: int) -> Carried:
        """What the hand of a View promises at a bid, and how far it carries.

        >>> from kiebitz.games.skat import State
        >>> found = Bidder().carried(State.deal(seed=7).view(1), 18)
        >>> found.limit, str(found.game)
        (48, 'S')
        """
        level = self._at_bid(view, bid)
        limit = 0
        for one in self.prospects(view.native.dealt, view.seat):
            if self._chance(view, one) >= self.threshold:
                limit = max(limit, one.bid)
        games = self._by_skat(view.native.dealt, view.seat, bid)
        likely = Counter(one.contract for one in games if one.win >= self.threshold)
        with_skat, by_hand = self._with_skat(view, level), self._by_hand(view, level)
        if level.hand_game is not None and by_hand > with_skat:
            game, makes = level.hand_game, 0
            value = float(game.value(view.hand))
            win, score = by_hand
        else:
            every = likely or Counter(one.contract for one in games)
            code = every.most_common(1)[0][0]
            game, makes = Contract.from_code(code), likely[code]
            value = level.value
            win, score = with_skat
        at_stake = swing(value)
        return Carried(
            bid=bid,
            win=win,
            score=score,
            pass_score=score + (self.threshold - win) * at_stake,
            value=value,
            limit=limit,
            game=game,
            makes=makes,
            jacks=sum(card[1] == "J" for card in view.hand),
            trumps=sum(game.is_trump(card) for card in view.hand),
        )

    def promises(self, view: View) -> Iterator[Promise]:
        """What each move of pick-up, declaration or discard promises.

        A declaration comes with the best two cards to put away.

        >>> from kiebitz.games.skat import State
        >>> state = State.deal(seed=7).play("18").play("p").play("p").play("s")
        >>> view = state.view(1)
        >>> next(Bidder().promises(view)).move in view.legal_moves
        True
        """
        own, seat, bid = view.native.hand, view.seat, view.bid
        if view.phase == Phase.PICK_UP:
            level = self._at_bid(view, bid)
            yield Promise("s", *self._with_skat(view, level), level.value)
            found = self._core.hand_games(own, seat, bid)
        elif view.phase == Phase.DECLARE:
            found = self._core.announcements(own, seat, bid)
        elif view.phase == Phase.DISCARD:
            declared = view.native.contract
            games = self._core.announcements(own, seat, bid)
            lost = next((one.score for one in games if one.contract == declared), 0.0)
            for one in self._core.discards(declared, own, seat, bid):
                # A game below the bid is lost, whatever is put away.
                win, score = self._announced(view, one) if one.value >= bid else (0.0, lost)
                yield Promise(_joined(one.put_away), win, score, one.value, sure=one.sure)
            return
        else:
            raise KiebitzError("the auction and the declaration are over")
        legal = set(view.legal_moves)
        for one in found:
            move = str(Contract.from_code(one.contract))
            away = ""
            if view.phase == Phase.DECLARE:
                away = _joined(self._core.discards(one.contract, own, seat, bid)[0].put_away)
            if move in legal:
                yield Promise(move, *self._announced(view, one), one.value, away, one.sure)

    def _compute_by_skat(self, hand: int, seat: int, bid: int) -> list[core.Announcement]:
        return self._core.by_skat(hand, seat, bid)

    def _compute_prospects(self, hand: int, seat: int) -> tuple[Prospect, ...]:
        return tuple(
            Prospect(
                bid,
                win,
                score,
                value,
                null_share,
                Contract.from_code(game.contract) if game.win > 0 else None,
                game.win,
                game.score,
            )
            for bid, win, score, value, null_share, game in self._core.prospects(hand, seat)
        )

    def _at_bid(self, view: View, bid: int) -> Prospect:
        levels = self.prospects(view.native.dealt, view.seat)
        return next(level for level in levels if level.bid >= bid)

    # Chances and list points, now that the others were heard.

    def _with_skat(self, view: View, level: Prospect) -> tuple[float, float]:
        others = heard_bids(view)
        win = self._heard.chance(level.win, others, level.null_share, before_skat=True)
        return win, level.score + (win - level.win) * swing(level.value)

    def _by_hand(self, view: View, level: Prospect) -> tuple[float, float]:
        game = level.hand_game
        if game is None:
            return 0.0, level.hand_score
        win = self._heard.chance(level.hand_win, heard_bids(view), game.game == "N")
        return win, level.hand_score + (win - level.hand_win) * swing(game.value(view.hand))

    def _announced(self, view: View, one: core.Announcement) -> tuple[float, float]:
        is_null = Contract.from_code(one.contract).game == "N"
        win = self._heard.chance(one.win, heard_bids(view), is_null)
        return win, one.score + (win - one.win) * swing(one.value)

    def promised(self, view: View, bid: int) -> tuple[float, float, bool]:
        """At a bid: the chance to win, the share of null, and whether the skat is taken up."""
        level = self._at_bid(view, bid)
        with_skat, by_hand = self._with_skat(view, level)[0], self._by_hand(view, level)[0]
        if level.hand_game is not None and by_hand > with_skat:
            return by_hand, float(level.hand_game.game == "N"), False
        return with_skat, level.null_share, True

    def _chance(self, view: View, level: Prospect) -> float:
        return max(self._with_skat(view, level)[0], self._by_hand(view, level)[0])

    def _asked(self, view: View, level: Prospect) -> float:
        """The chance to win from which a bid is made."""
        if self._standing is None:
            return self.threshold
        value = level.value
        if level.hand_game is not None and self._by_hand(view, level) > self._with_skat(
            view, level
        ):
            value = level.hand_game.value(view.hand)
        passed = view.native.passed
        rivals = [way for way in (1, 2) if not passed[(view.seat + way) % 3]]
        return self._standing.threshold(self.threshold, value, rivals, bid=view.bid > 0)

    # Candidates of a call are chances to win; a pass is worth the threshold.
    def _call(self, view: View) -> tuple[str, dict[str, float]]:
        if view.phase == Phase.ANSWER:
            token, bid = "y", view.bid
        else:
            offered = next((move for move in view.legal_moves if move != "p"), None)
            if offered is None:
                return "p", {"p": self.threshold}
            token, bid = offered, int(offered)
        level = self._at_bid(view, bid)
        chance, asked = self._chance(view, level), self._asked(view, level)
        return (token if chance >= asked else "p"), {token: chance, "p": asked}

    # Candidates of a declaration are expected Seeger-Fabian points, or chances to win the list.
    def _pick_up(self, view: View) -> tuple[str, dict[str, float]]:
        candidates = {
            one.move: self._goodness(one.win, one.value, one.score)
            for one in self.promises(view)
            if one.move == "s" or one.sure or one.win >= self.threshold
        }
        return max(candidates, key=candidates.__getitem__), candidates

    def _goodness(self, win: float, value: float, score: float) -> float:
        return score if self._standing is None else self._standing.promise(win, value, score)

    def _declare(
        self, view: View, seed: int, seconds: float | None
    ) -> tuple[str, dict[str, float]]:
        games = self._core.announcements(view.native.hand, view.seat, view.bid)
        announced = [self._announced(view, game) for game in games]
        names = [str(Contract.from_code(game.contract)) for game in games]
        candidates = {
            name: self._goodness(win, game.value, score)
            for name, game, (win, score) in zip(names, games, announced, strict=True)
        }
        most = max(score for _, score in announced)
        in_doubt = [
            game
            for game, (_, score) in zip(games, announced, strict=True)
            if score > most - DOUBT_SCORE
        ]
        if (
            self._trials is not None
            and len(in_doubt) >= 2
            and not any(game.sure for game in in_doubt)
        ):
            tried = self._tried(view, in_doubt, seed, seconds)
            for game, (win, score) in zip(in_doubt, tried, strict=True):
                name = str(Contract.from_code(game.contract))
                candidates[name] = self._goodness(win, game.value, score)
        return max(candidates, key=candidates.__getitem__), candidates

    def _discard(
        self, view: View, seed: int, seconds: float | None
    ) -> tuple[str, dict[str, float]]:
        discards = self._core.discards(view.native.contract, view.native.hand, view.seat, view.bid)
        candidates = {_joined(one.put_away): self._announced(view, one)[0] for one in discards[:10]}
        best = discards[0]
        in_doubt = [one for one in discards[:MOST_TRIED] if one.win > best.win - DOUBT_CHANCE]
        if self._trials is None or best.sure or len(in_doubt) < 2 or best.value < view.bid:
            return next(iter(candidates)), candidates
        for one, (win, _) in zip(in_doubt, self._tried(view, in_doubt, seed, seconds), strict=True):
            candidates[_joined(one.put_away)] = win
        tried = {_joined(one.put_away): candidates[_joined(one.put_away)] for one in in_doubt}
        return max(tried, key=tried.__getitem__), candidates

    def _tried(
        self,
        view: View,
        games: Sequence[core.Announcement],
        seed: int,
        seconds: float | None,
    ) -> list[tuple[float, float]]:
        """Chance and list points of games with their discards, by model and trials."""
        assert self._trials is not None
        trials = [
            Trial(
                Contract.from_code(one.contract),
                view.native.hand & ~one.put_away,
                one.put_away,
                self._announced(view, one)[0],
            )
            for one in games
        ]
        chances = self._trials.chances(
            trials,
            seat=view.seat,
            bid=view.bid,
            highest_bids=view.highest_bids,
            seed=seed,
            seconds=seconds,
        )
        return [
            (win, one.score + (win - one.win) * swing(one.value))
            for one, win in zip(games, chances, strict=True)
        ]


def heard_bids(view: View) -> list[int]:
    """The highest bids of the others who were heard: they bid, or have passed."""
    bids, passed = view.native.highest_bids, view.native.passed
    return [bids[seat] for seat in range(3) if seat != view.seat and (bids[seat] or passed[seat])]


def swing(value: float) -> float:
    """List points between winning and losing a game of this value."""
    at_stake = stakes(round(value))
    return float(at_stake.won - at_stake.lost + at_stake.defender)


def _joined(mask: int) -> str:
    return ".".join(card for number, card in enumerate(DECK) if mask >> number & 1)
