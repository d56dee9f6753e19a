"""A plan for a suit as a player reads it: in words, and as a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

RANKS = "23456789TJQKA"
NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
NORTH, EAST, SOUTH, WEST = range(4)
SEATS = ("North", "East", "South", "West")
OTHER_SUIT = 15
_TOPS = "cash the top cards"


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
    next_text: str
    matters: bool

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
        self._texts: dict[tuple[int, _Table, int, float], str] = {}
        self._weights: dict[_Table, float] = {}
        self._from_the_top: dict[tuple[int, _Table], bool] = {}

    def words(self, length: int = 320) -> str:
        """The line in one sentence. In a long one unlikely cases, or later tricks, become `…`."""
        if not self._winning:
            return "there is no chance"
        if not self._steps or self._cashes(0, self._start):
            return self._top_cards()
        whole = self._describe(0, self._start, 13, 0.0)
        if len(whole) <= length:
            return whole
        everything = self._weight(self._start)
        for tricks in (13, 3, 2, 1):
            for share in (0.0, 0.01, 0.03, 0.1, 0.2, 0.4):
                text = self._describe(0, self._start, tricks, share * everything)
                if len(text) <= length:
                    return f"{text} …"
        return f"{text} …"

    def tree(self, depth: int) -> str:
        """The line with everything that the defenders may do, one card a row."""
        if not self._winning:
            return "there is no chance"
        if not self._steps:
            return self._top_cards()
        return "\n".join(self._rows(0, self._start, depth, ""))

    def _top_cards(self) -> str:
        tops = [rank for rank in range(13) if self._place(rank, self._start) == 0]
        own = self._start.north | self._start.south
        names = [NAMES[rank] for rank in reversed(tops) if own >> rank & 1]
        if not names:
            return "play the cards in any order"
        return f"cash the {_and(names[: self._tricks])}"

    # In words.

    def _describe(self, step: int, table: _Table, tricks: int, least: float) -> str:
        """What to do in so many tricks from here on, but for cases less likely than the least."""
        key = (step, table, tricks, least)
        if key not in self._texts:
            self._texts[key] = self._describe_trick(step, table, tricks, least)
        return self._texts[key]

    def _describe_trick(self, index: int, table: _Table, tricks: int, least: float) -> str:
        if tricks == 0 or max(table.north.bit_count(), table.south.bit_count()) <= 1:
            return ""  # the last cards play themselves
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
                text = self._describe(going_on, after, tricks - 1, least) if told else ""
                best = max([rank] if third_rank is None else [rank, third_rank])
                place = self._place(best, table)
                won = place <= min(group, last)
                ends.append(
                    _End(group, second.seat, last, fourth.seat, third_rank, won, text, bool(text))
                )
        text = self._lead_text(lead.seat, rank, second.seat, responses, table)
        matter = [end for end in ends if end.matters]
        if all(end.next_text == _TOPS for end in matter):
            return text  # nobody needs to be told
        continuation = self._continuation(matter, table)
        return f"{text}{',' if continuation.startswith('then') else ';'} {continuation}"

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

    def _lead_text(
        self, seat: int, rank: int, second: int, responses: dict[int, int | None], table: _Table
    ) -> str:
        partner = SOUTH if seat == NORTH else NORTH
        usual = max((g for g in responses if g != OTHER_SUIT), default=OTHER_SUIT)
        third = responses.get(usual)
        text = self._usual_text(seat, rank, partner, third, table)
        always = len(set(responses.values())) == 1 and third is not None and third > rank
        if always and third is not None and self._place(third, table) == 0:
            text = f"cash the {NAMES[third]}"
        others: dict[int | None, list[int]] = {}
        for group, response in responses.items():
            if response != third:
                others.setdefault(response, []).append(group)
        exceptions = []
        for response, groups in others.items():
            card = self._card_text(partner, response, table)
            on = [self._group_name(g) for g in sorted(groups) if g != OTHER_SUIT]
            whens = [f"on {_or(on)}"] if on else []
            if OTHER_SUIT in groups:
                whens.append(f"if {SEATS[second]} shows out")
            exceptions.append(f"{card} {' or '.join(whens)}")
        return f"{text} ({', '.join(exceptions)})" if exceptions else text

    def _usual_text(
        self, seat: int, rank: int, partner: int, third: int | None, table: _Table
    ) -> str:
        top = self._place(rank, table) == 0
        if top and (third is None or self._is_low(partner, third, table)):
            return f"cash the {NAMES[rank]}"
        if third is None:
            return f"lead {self._card_text(seat, rank, table)}"
        low_lead = self._is_low(seat, rank, table)
        if self._place(third, table) < self._place(rank, table):
            return f"{'low' if low_lead else f'the {NAMES[rank]}'} to the {NAMES[third]}"
        if low_lead and not self._beats_some(rank, table):
            return "duck a round"
        return f"{'cash' if top else 'run'} the {NAMES[rank]}"

    def _continuation(self, ends: list[_End], table: _Table) -> str:
        texts = {end.next_text for end in ends}
        if len(texts) == 1:
            return f"then {ends[0].next_text}"
        best: tuple[int, int, int] | None = None
        chosen: tuple[str, list[_End], list[_End]] | None = None
        for order, (condition, test) in enumerate(self._conditions(ends)):
            yes = [end for end in ends if test(end)]
            no = [end for end in ends if not test(end)]
            if not yes or not no:
                continue
            first = len({e.next_text for e in yes})
            cost = (first + len({e.next_text for e in no}), first, order)
            if best is None or cost < best:
                best = cost
                chosen = (condition, yes, no)
        if chosen is None:
            return " or ".join(sorted(texts))
        condition, yes, no = chosen
        rest = self._continuation(no, table)
        rest = f", {rest}" if rest.startswith("if ") else f" {self._inner(no, table)}"
        return f"if {condition}, {self._inner(yes, table)}; otherwise{rest}"

    def _inner(self, ends: list[_End], table: _Table) -> str:
        text = self._continuation(ends, table).removeprefix("then ")
        return f"({text})" if ";" in text else text

    def _conditions(self, ends: list[_End]) -> list[tuple[str, Callable[[_End], bool]]]:
        conditions: list[tuple[str, Callable[[_End], bool]]] = [
            ("it loses", lambda end: not end.won),
            ("it wins", lambda end: end.won),
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
            ("an honour appears", lambda e: e.second in honours or e.fourth in honours)
        )
        conditions.append(
            ("both follow low", lambda end: end.second == lowest and end.fourth == lowest)
        )
        seen = {group for end in ends for group in (end.second, end.fourth)}
        for group in sorted(seen - {OTHER_SUIT}):
            name = self._group_name(group)
            conditions.append((f"it loses to {name}", loses_to(group)))
            conditions.append((f"{name} appears", appears(group)))
        for seat in (WEST, EAST):
            for group in sorted(seen):
                if group == OTHER_SUIT:
                    conditions.append((f"{SEATS[seat]} shows out", plays(seat, group)))
                else:
                    name = self._group_name(group)
                    conditions.append((f"{SEATS[seat]} plays {name}", plays(seat, group)))
        return conditions

    # As a tree.

    def _rows(self, index: int, table: _Table, depth: int, indent: str) -> list[str]:
        lead = self._steps[index]
        rank = self._lead_rank(lead, table)
        rows = [f"{indent}{SEATS[lead.seat]} {RANKS[rank]}"]
        second = self._steps[lead.following[0]]
        for group, following in zip(second.cards, second.following, strict=True):
            after_second = table.without(lead.seat, rank).after(second.seat, group)
            if self._weight(after_second) == 0:
                continue
            third = self._steps[following]
            third_rank = self._third_rank(third, lead.cards[lead.choice], table)
            own = "–" if third_rank is None else RANKS[third_rank]
            rows.append(
                f"{indent}  {SEATS[second.seat]} {self._group_letters(group)}, "
                f"{SEATS[third.seat]} {own}"
            )
            fourth = self._steps[third.following[0]]
            for last, going_on in zip(fourth.cards, fourth.following, strict=True):
                after = after_second.without(third.seat, third_rank).after(fourth.seat, last)
                if self._weight(after) == 0:
                    continue
                text = f"{indent}    {SEATS[fourth.seat]} {self._group_letters(last)}"
                if going_on < 0:
                    rows.append(f"{text}: made")
                elif depth <= 1:
                    rows.append(f"{text}: …")
                else:
                    rows.append(f"{text}:")
                    rows += self._rows(going_on, after, depth - 1, indent + "      ")
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

    def _card_text(self, seat: int, rank: int | None, table: _Table) -> str:
        if rank is None:
            return "a discard"
        return "low" if self._is_low(seat, rank, table) else f"the {NAMES[rank]}"

    @cached_property
    def _low_group(self) -> int:
        last = len(self._groups) - 1
        return last if last >= 0 and not self._groups[last] >> 9 else -1

    def _group_name(self, group: int) -> str:
        ranks = [rank for rank in range(12, -1, -1) if self._groups[group] >> rank & 1]
        if len(ranks) == 1:
            return f"the {NAMES[ranks[0]]}"
        if group == self._low_group:
            return "a low card"
        if ranks[-1] >= 8:
            return "an honour" if len(ranks) > 2 else f"the {_or([NAMES[r] for r in ranks])}"
        return f"the {_or([NAMES[r] for r in ranks])}"

    def _group_letters(self, group: int) -> str:
        if group == OTHER_SUIT:
            return "shows out"
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


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _or(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
