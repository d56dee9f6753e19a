"""What is told of a plan for a suit: as a sentence and as a tree, both as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from kiebitz.solvers.suit_words import (
    RANKS,
    After,
    Branch,
    Condition,
    Either,
    Group,
    Instead,
    Play,
    Row,
    in_words,
)

NORTH, EAST, SOUTH, WEST = range(4)
SEATS = ("North", "East", "South", "West")
OTHER_SUIT = 15
_TOPS = Play("tops")


@dataclass(frozen=True)
class Step:
    """One decision of a plan: who plays, the cards he may play, declarer's choice, what comes next.

    A card of declarer's is how many groups of missing cards are above it, one of the defenders' is
    its group. `following` has one entry for the choice, or one for each card of a defender; -1
    where nothing is left to decide.
    """

    seat: int
    cards: tuple[int, ...]
    choice: int
    following: tuple[int, ...]


@dataclass(frozen=True)
class _Table:
    """What is seen of the suit before a trick."""

    north: int  # ranks as bits
    south: int
    west: tuple[int, ...]  # cards of each group that West has played
    east: tuple[int, ...]
    west_out: bool = False
    east_out: bool = False

    def hand(self, seat: int) -> int:
        return self.north if seat == NORTH else self.south

    def without(self, seat: int, rank: int | None) -> _Table:
        if rank is None:
            return self
        if seat == NORTH:
            return replace(self, north=self.north & ~(1 << rank))
        return replace(self, south=self.south & ~(1 << rank))

    def after(self, seat: int, group: int) -> _Table:
        if group == OTHER_SUIT:
            return replace(self, west_out=True) if seat == WEST else replace(self, east_out=True)
        played = list(self.west if seat == WEST else self.east)
        played[group] += 1
        if seat == WEST:
            return replace(self, west=tuple(played))
        return replace(self, east=tuple(played))


@dataclass(frozen=True)
class _End:
    """How a trick may end, and how play goes on."""

    second: int
    second_seat: int
    fourth: int
    fourth_seat: int
    third: int | None
    won: bool
    next: Play | None

    def played(self, seat: int) -> int:
        return self.second if seat == self.second_seat else self.fourth


class Line:
    """Tells a plan of a suit."""

    def __init__(
        self,
        north: str,
        south: str,
        groups: Sequence[int],
        steps: Sequence[Step],
        layouts: Sequence[tuple[Sequence[int], float]],
        winning: Iterable[int],
        tricks: int | None = None,
    ) -> None:
        self._tricks = tricks
        self._groups = groups
        self._steps = steps
        self._winning = [layouts[world] for world in winning]
        none = (0,) * len(groups)
        self._start = _Table(_mask(north), _mask(south), none, none)
        self._plays: dict[tuple[int, _Table, int, float], Play | None] = {}
        self._weights: dict[_Table, float] = {}
        self._from_the_top: dict[tuple[int, _Table], bool] = {}

    def play(self, length: int = 320) -> Play:
        """The line as one sentence of about this length; a long one is cut."""
        if not self._winning:
            return Play("no-chance")
        if not self._steps or self._cashes(0, self._start):
            return self._top_cards()
        whole = self._describe(0, self._start, 13, 0.0) or _TOPS
        if len(in_words(whole)) <= length:
            return whole
        everything = self._weight(self._start)
        part = whole
        for tricks in (13, 3, 2, 1):
            for share in (0.0, 0.01, 0.03, 0.1, 0.2, 0.4):
                part = self._describe(0, self._start, tricks, share * everything) or _TOPS
                if len(in_words(part)) <= length:
                    return replace(part, cut=True)
        return replace(part, cut=True)

    def tree(self, depth: int) -> list[Row]:
        """The line with everything that the defenders may do, one card a row."""
        decides = self._winning and self._steps
        return self._rows(0, self._start, depth, 0) if decides else []

    def _top_cards(self) -> Play:
        tops = [rank for rank in range(13) if self._place(rank, self._start) == 0]
        own = self._start.north | self._start.south
        cards = "".join(RANKS[rank] for rank in reversed(tops) if own >> rank & 1)
        return Play("cash", cards[: self._tricks]) if cards else Play("any-order")

    # As a sentence.

    def _describe(self, step: int, table: _Table, tricks: int, least: float) -> Play | None:
        """What to do in so many tricks from here on, but for cases less likely than the least."""
        key = (step, table, tricks, least)
        if key not in self._plays:
            self._plays[key] = self._describe_trick(step, table, tricks, least)
        return self._plays[key]

    def _describe_trick(self, index: int, table: _Table, tricks: int, least: float) -> Play | None:
        if tricks == 0 or max(table.north.bit_count(), table.south.bit_count()) <= 1:
            return None  # the last cards play themselves
        if self._cashes(index, table):
            return _TOPS
        lead = self._steps[index]
        rank = self._lead_rank(lead, table)
        second = self._steps[lead.following[0]]
        ends: list[_End] = []
        responses: dict[int, int | None] = {}
        chances = {g: self._weight(table.after(second.seat, g)) for g in second.cards}
        least_told = min(least, max(chances.values()) / 2)  # the likeliest is always told
        after_lead = table.without(lead.seat, rank)
        for group, following in zip(second.cards, second.following, strict=True):
            after_second = after_lead.after(second.seat, group)
            third = self._steps[following]
            third_rank = self._third_rank(third, lead.cards[lead.choice], table)
            after_third = after_second.without(third.seat, third_rank)
            fourth = self._steps[third.following[0]]
            if chances[group] > least_told:
                responses[group] = third_rank
            for last, going_on in zip(fourth.cards, fourth.following, strict=True):
                after = after_third.after(fourth.seat, last)
                told = going_on >= 0 and self._weight(after) > least
                play = self._describe(going_on, after, tricks - 1, least) if told else None
                best = max([rank] if third_rank is None else [rank, third_rank])
                place = self._place(best, table)
                won = place <= min(group, last)
                ends.append(_End(group, second.seat, last, fourth.seat, third_rank, won, play))
        play = self._lead(lead.seat, rank, second.seat, responses, table)
        matter = [end for end in ends if end.next is not None]
        if all(end.next == _TOPS for end in matter):
            return play  # nobody needs to be told
        return replace(play, after=self._continuation(matter))

    def _cashes(self, index: int, table: _Table) -> bool:
        """Whether every trick from here on is won by the highest card left."""
        key = (index, table)
        if key not in self._from_the_top:
            self._from_the_top[key] = self._cashes_trick(index, table)
        return self._from_the_top[key]

    def _cashes_trick(self, index: int, table: _Table) -> bool:
        lead = self._steps[index]
        rank = self._lead_rank(lead, table)
        second = self._steps[lead.following[0]]
        for group, following in zip(second.cards, second.following, strict=True):
            after_second = table.without(lead.seat, rank).after(second.seat, group)
            if self._weight(after_second) == 0:
                continue
            third = self._steps[following]
            third_rank = self._third_rank(third, lead.cards[lead.choice], table)
            best = rank if third_rank is None else max(rank, third_rank)
            if self._place(best, table) > 0:
                return False
            fourth = self._steps[third.following[0]]
            for last, going_on in zip(fourth.cards, fourth.following, strict=True):
                after = after_second.without(third.seat, third_rank).after(fourth.seat, last)
                if going_on >= 0 and self._weight(after) > 0 and not self._cashes(going_on, after):
                    return False
        return True

    def _lead(
        self, seat: int, rank: int, second: int, responses: dict[int, int | None], table: _Table
    ) -> Play:
        partner = SOUTH if seat == NORTH else NORTH
        usual = max((g for g in responses if g != OTHER_SUIT), default=OTHER_SUIT)
        third = responses.get(usual)
        play = self._usual(seat, rank, partner, third, table)
        always = len(set(responses.values())) == 1 and third is not None and third > rank
        if always and third is not None and self._place(third, table) == 0:
            play = Play("cash", RANKS[third])
        others: dict[int | None, list[int]] = {}
        for group, response in responses.items():
            if response != third:
                others.setdefault(response, []).append(group)
        instead = []
        for response, groups in others.items():
            card = "" if response is None else RANKS[response]
            if response is not None and self._is_low(partner, response, table):
                card = "low"
            on = tuple(self._group(g) for g in sorted(groups) if g != OTHER_SUIT)
            instead.append(Instead(card, on, SEATS[second] if OTHER_SUIT in groups else ""))
        return replace(play, instead=tuple(instead))

    def _usual(self, seat: int, rank: int, partner: int, third: int | None, table: _Table) -> Play:
        top = self._place(rank, table) == 0
        if top and (third is None or self._is_low(partner, third, table)):
            return Play("cash", RANKS[rank])
        low_lead = self._is_low(seat, rank, table)
        if third is None:
            return Play("lead-low") if low_lead else Play("lead", RANKS[rank])
        if self._place(third, table) < self._place(rank, table):
            if low_lead:
                return Play("low-to", RANKS[third])
            return Play("card-to", RANKS[rank] + RANKS[third])
        if low_lead and not self._beats_some(rank, table):
            return Play("duck")
        return Play("cash" if top else "run", RANKS[rank])

    def _continuation(self, ends: list[_End]) -> After:
        plays = {end.next for end in ends if end.next is not None}
        if len(plays) == 1:
            return plays.pop()
        best: tuple[int, int, int] | None = None
        chosen: tuple[Condition, list[_End], list[_End]] | None = None
        for order, (condition, test) in enumerate(self._conditions(ends)):
            yes = [end for end in ends if test(end)]
            no = [end for end in ends if not test(end)]
            if not yes or not no:
                continue
            first = len({e.next for e in yes})
            cost = (first + len({e.next for e in no}), first, order)
            if best is None or cost < best:
                best = cost
                chosen = (condition, yes, no)
        if chosen is None:
            return Either(tuple(sorted(plays, key=in_words)))
        condition, yes, no = chosen
        return Branch(condition, self._continuation(yes), self._continuation(no))

    def _conditions(self, ends: list[_End]) -> list[tuple[Condition, Callable[[_End], bool]]]:
        conditions: list[tuple[Condition, Callable[[_End], bool]]] = [
            (Condition("loses"), lambda end: not end.won),
            (Condition("wins"), lambda end: end.won),
        ]

        def plays(seat: int, group: int) -> Callable[[_End], bool]:
            return lambda end: end.played(seat) == group

        def appears(group: int) -> Callable[[_End], bool]:
            return lambda end: group in (end.second, end.fourth)

        def loses_to(group: int) -> Callable[[_End], bool]:
            return lambda end: not end.won and min(end.second, end.fourth) == group

        lowest = len(self._groups) - 1
        honours = [g for g in range(lowest) if self._groups[g] >> 8]
        conditions.append(
            (Condition("honour-appears"), lambda e: e.second in honours or e.fourth in honours)
        )
        conditions.append(
            (Condition("both-low"), lambda end: end.second == lowest and end.fourth == lowest)
        )
        seen = {group for end in ends for group in (end.second, end.fourth)}
        for group in sorted(seen - {OTHER_SUIT}):
            told = self._group(group)
            conditions.append((Condition("loses-to", told), loses_to(group)))
            conditions.append((Condition("appears", told), appears(group)))
        for seat in (WEST, EAST):
            for group in sorted(seen):
                if group == OTHER_SUIT:
                    condition = Condition("shows-out", seat=SEATS[seat])
                else:
                    condition = Condition("plays", self._group(group), SEATS[seat])
                conditions.append((condition, plays(seat, group)))
        return conditions

    # As a tree.

    def _rows(self, index: int, table: _Table, tricks: int, depth: int) -> list[Row]:
        lead = self._steps[index]
        rank = self._lead_rank(lead, table)
        rows = [Row(depth, (SEATS[lead.seat],), (RANKS[rank],))]
        second = self._steps[lead.following[0]]
        for group, following in zip(second.cards, second.following, strict=True):
            after_second = table.without(lead.seat, rank).after(second.seat, group)
            if self._weight(after_second) == 0:
                continue
            third = self._steps[following]
            third_rank = self._third_rank(third, lead.cards[lead.choice], table)
            own = "–" if third_rank is None else RANKS[third_rank]
            seats = (SEATS[second.seat], SEATS[third.seat])
            rows.append(Row(depth + 1, seats, (self._group_letters(group), own)))
            fourth = self._steps[third.following[0]]
            for last, going_on in zip(fourth.cards, fourth.following, strict=True):
                after = after_second.without(third.seat, third_rank).after(fourth.seat, last)
                if self._weight(after) == 0:
                    continue
                end: Literal["made", "cut", "more"] = "more" if tricks > 1 else "cut"
                end = "made" if going_on < 0 else end
                cards = (self._group_letters(last),)
                rows.append(Row(depth + 2, (SEATS[fourth.seat],), cards, end))
                if end == "more":
                    rows += self._rows(going_on, after, tricks - 1, depth + 3)
        return rows

    # Cards and layouts.

    def _place(self, rank: int, table: _Table) -> int:
        place = 0
        while place < len(self._groups) and self._groups[place] >> rank:
            place += 1
        while place > 0:
            played = table.west[place - 1] + table.east[place - 1]
            if played < self._groups[place - 1].bit_count():
                break
            place -= 1
        return place

    def _beats_some(self, rank: int, table: _Table) -> bool:
        """Whether the defenders still have a lower card."""
        place = self._place(rank, table)
        return any(
            table.west[group] + table.east[group] < self._groups[group].bit_count()
            for group in range(place, len(self._groups))
        )

    def _lead_rank(self, lead: Step, table: _Table) -> int:
        """The card to lead: the top of a sequence if it is to be run, though it is a low one."""
        place = lead.cards[lead.choice]
        rank = self._rank(lead.seat, place, table)
        assert rank is not None
        second = self._steps[lead.following[0]]
        followed = [
            after
            for group, after in zip(second.cards, second.following, strict=True)
            if group != OTHER_SUIT
        ]
        third = self._steps[(followed or second.following)[0]]
        third_place = third.cards[third.choice]
        if third_place == OTHER_SUIT or third_place < place or not self._beats_some(rank, table):
            return rank
        hand = table.hand(lead.seat)
        return max(r for r in range(13) if hand >> r & 1 and self._place(r, table) == place)

    def _third_rank(self, third: Step, lead_place: int, table: _Table) -> int | None:
        """The card of the third hand: the top of a sequence if it beats the lead."""
        place = third.cards[third.choice]
        rank = self._rank(third.seat, place, table)
        if rank is None or place >= lead_place:
            return rank
        hand = table.hand(third.seat)
        return max(r for r in range(13) if hand >> r & 1 and self._place(r, table) == place)

    def _rank(self, seat: int, place: int, table: _Table) -> int | None:
        """The card to play from a place: the lowest small card, else the top of a sequence."""
        hand = [rank for rank in range(13) if table.hand(seat) >> rank & 1]
        alike = [rank for rank in hand if self._place(rank, table) == place]
        if not alike:
            return None
        return alike[0] if alike[0] == hand[0] and alike[0] < 8 else alike[-1]

    def _is_low(self, seat: int, rank: int, table: _Table) -> bool:
        lowest = (table.hand(seat) & -table.hand(seat)).bit_length() - 1
        return rank < 8 and rank == lowest and self._place(rank, table) > 0

    @cached_property
    def _low_group(self) -> int:
        last = len(self._groups) - 1
        return last if last >= 0 and not self._groups[last] >> 9 else -1

    def _group(self, group: int) -> Group:
        ranks = "".join(RANKS[r] for r in range(12, -1, -1) if self._groups[group] >> r & 1)
        if len(ranks) > 1 and group == self._low_group:
            return Group("low")
        if len(ranks) > 2 and RANKS.index(ranks[-1]) >= 8:
            return Group("honour")
        return Group("cards", ranks)

    def _group_letters(self, group: int) -> str:
        if group == OTHER_SUIT:
            return "out"
        if group == self._low_group and self._groups[group].bit_count() > 1:
            return "x"
        return "/".join(RANKS[r] for r in range(12, -1, -1) if self._groups[group] >> r & 1)

    def _weight(self, table: _Table) -> float:
        """How likely are the layouts that the plan wins and that are still possible."""
        if table not in self._weights:
            self._weights[table] = sum(
                chance for west, chance in self._winning if self._possible(west, table)
            )
        return self._weights[table]

    def _possible(self, west: Sequence[int], table: _Table) -> bool:
        for group, count in enumerate(west):
            west_left = count - table.west[group]
            east_left = self._groups[group].bit_count() - count - table.east[group]
            if west_left < 0 or east_left < 0:
                return False
            if (table.west_out and west_left) or (table.east_out and east_left):
                return False
        return True


def _mask(holding: str) -> int:
    return sum(1 << RANKS.index(letter) for letter in holding)
