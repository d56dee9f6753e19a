"""What textbooks teach about the end of a game of Skat, each with the cards that show it.

Written down before anything was asked to explain it. A motif is an ending: the three hands, the
cards that lie on the table, the card to play and the reason in the words of a textbook. `concept`
is that reason in a word or two, and `NAMES` tells which of the explainer's codes say it.
`make.py` sets the endings up: it changes suits and seats, draws the tricks before, and keeps what
the solver proves.

Seats are seen from the player who is to move: `left` plays after it, `right` before it. Lying
cards are in the order in which they were played. Clubs are trumps unless `game` says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Seat = Literal["me", "left", "right"]

#: What a textbook calls it, and the codes of the explainer that say so.
NAMES: dict[str, frozenset[str]] = {
    "draw trumps": frozenset({"draw-trumps"}),
    "keep the trump": frozenset({"keep-trumps"}),
    "trumps against the declarer": frozenset({"lead-trump"}),
    "cash": frozenset({"cash", "lead-high"}),
    "take": frozenset({"take", "go-over"}),
    "trump in": frozenset({"ruff"}),
    "throw off": frozenset({"throw-off"}),
    "count": frozenset({"count-61", "count-60"}),
    "hold up": frozenset({"hold-up"}),
    "bring points home": frozenset({"bring-home"}),
    "smear": frozenset({"smear"}),
    "save points": frozenset({"save-points"}),
    "keep the guard": frozenset({"keep-suit"}),
    "leave it to the partner": frozenset({"throw-off", "leave-it"}),
    "partner trumps": frozenset({"partner-ruffs"}),
    "to the partner": frozenset({"partner-takes"}),
    "let them lead": frozenset({"throw-in"}),
    "make the declarer trump": frozenset({"force"}),
    "stay below": frozenset({"stay-below"}),
    "get rid": frozenset({"get-rid"}),
    "danger suit": frozenset({"danger-suit"}),
    "make way": frozenset({"clear-suit"}),
    "take the lead": frozenset({"take-lead"}),
}


@dataclass(frozen=True, slots=True)
class Motif:
    """An ending with the card to play and the reason for it."""

    concept: str
    text: str
    declarer: Seat
    me: str
    left: str
    right: str
    best: str
    table: str = ""
    game: str = "C"


MOTIFS = (
    # The declarer leads.
    Motif("draw trumps", "One trump is out. Draw it, then the ace and ten of spades run.",
          "me", "CJ SA ST", "C9 H8 H9", "S7 S8 D7", "CJ"),
    Motif("draw trumps", "Two trumps are out and lie apart. Draw both with one jack.",
          "me", "CJ SA HA", "C7 D7 D8", "C8 S8 DQ", "CJ"),
    Motif("draw trumps", "In grand too: the last jack first, or it trumps the ten.",
          "me", "CJ DA DT", "SJ H7 H8", "D7 D8 S9", "CJ", game="G"),
    Motif("draw trumps", "The top trump before the long suit: a small trump would cut it.",
          "me", "CA ST SK SQ", "C7 H8 H9 HQ", "S7 S8 D7 D8", "CA"),
    Motif("keep the trump", "Drive the ace out. The trump is the way back to the second heart.",
          "me", "C9 HK HQ", "HA DA DK", "S7 S8 S9", "HK|HQ"),
    Motif("keep the trump", "Set the long suit up while the trump can still stop theirs.",
          "me", "C9 HT HK", "HA D7 D8", "S7 S8 H7", "HK"),
    Motif("cash", "Cash the ace now: rearhand throws its last heart away and trumps it later.",
          "me", "HA S8 D9", "SA SK H7", "H8 C7 DQ", "HA"),
    Motif("cash", "The ace first, before the ten is smeared on the trump trick.",
          "me", "C8 C9 HA", "HJ CJ H7", "HT S9 D8", "HA"),
    Motif("cash", "Winners from the top: after the lead is lost they are worth nothing.",
          "me", "HA HT D9", "DA DK S7", "H7 H8 S8", "HA|HT"),
    Motif("hold up", "Small from the ten: the bare ace must take it, and the ten is high.",
          "me", "ST S7 C9", "SA D7 D8", "D9 H8 DQ", "S7"),
    Motif("let them lead", "Go out with the heart: they must lead spades into ace and queen.",
          "me", "SA SQ H9", "HA ST S8", "D7 D8 D9", "H9"),
    Motif("let them lead", "Give the trick away. Whoever wins it must open the ten for the ace.",
          "me", "SA SK D7", "DA ST S9", "H7 H8 H9", "D7"),
    # The declarer follows.
    Motif("take", "Ten and king lie there: the ace takes them.",
          "me", "SA S7 D8", "H8 H9", "D9 H7", "SA", table="ST SK"),
    Motif("take", "Second to play, go over with the ace: behind sits the ten.",
          "me", "DA D7 S8", "DT S9 H8", "H9 S7", "DA", table="DQ"),
    Motif("trump in", "Ace and ten on the table are worth a trump.",
          "me", "C7 S9 D8", "SA H7", "DA H8", "C7", table="HT HA"),
    Motif("trump in", "Trump the king of hearts at once, before more is smeared.",
          "me", "C9 S9 S8", "HT SA D7", "HA DT", "C9", table="HK"),
    Motif("throw off", "Nothing lies there: throw the losing diamond and keep the trump.",
          "me", "C9 D8 SA", "HA DA", "DT ST", "D8", table="H7 H8"),
    Motif("throw off", "Do not spend the last trump on an empty trick. The loser goes.",
          "me", "C9 D8 D7", "HA DA", "HT DT", "D8|D7", table="H7 H8"),
    Motif("count", "This trick makes sixty-one. Take it and ask no more.",
          "me", "SA S7 D9", "DA H9", "DT H8", "SA", table="SK SQ"),
    Motif("count", "Trump it: with these points the game is won.",
          "me", "C7 D9 D8", "DA H9", "DT HQ", "C7", table="HT HK"),
    Motif("hold up", "The queen is enough. The ace waits for the ten.",
          "me", "SA SQ D7", "ST D8", "D9 DA", "SQ", table="S7 S8"),
    Motif("hold up", "Trump with the king: the jack waits for their ace.",
          "me", "CJ CK S9", "CA SA", "S8 D9", "CK", table="H8 H9"),
    Motif("save points", "The ace lies there: the ten stays at home.",
          "me", "ST S7 D8", "S8 D9 H7", "SK H9", "S7", table="SA"),
    Motif("save points", "The trick is lost: give the seven, not the king.",
          "me", "DK D7 HA", "H8 S8", "H9 S9", "D7", table="DA D8"),
    Motif("bring points home", "Trump with the ten: later a jack would take it.",
          "me", "CT C7 S9", "HJ S8", "S7 D9", "CT", table="H8 H9"),
    Motif("bring points home", "Win with the ten while nobody can beat it.",
          "me", "ST S9 D7", "SA DA", "D8 D9", "ST", table="S7 S8"),
    Motif("keep the guard", "Throw the heart away; the seven of spades guards the ten.",
          "me", "ST S7 H8", "SA H9", "SQ D7", "H8", table="D8 DA"),
    # Defenders lead.
    Motif("cash", "Cash the ace of spades before the declarer throws his spade away.",
          "left", "SA D9 H9", "S7 HA HT", "DA DK H7", "SA"),
    Motif("partner trumps", "The partner is out of hearts and has a trump: lead hearts.",
          "left", "H9 S9 S8", "HA CJ SA", "C7 S7 D7", "H9"),
    Motif("partner trumps", "Lead what the partner trumps, the declarer must follow with his ten.",
          "right", "H8 S8 S9", "C9 D7 S7", "HT CJ SA", "H8"),
    Motif("to the partner", "The partner's ace takes the spade, then its diamond wins too.",
          "right", "S8 H8 H9", "SA DA D7", "S9 DT HK", "S8"),
    Motif("to the partner", "Give the partner the lead: he cashes two hearts.",
          "left", "H7 D8 D9", "HK DA DT", "HA HT S8", "H7"),
    Motif("trumps against the declarer", "Take his last trump, then the aces are high.",
          "left", "CJ SA HA", "C9 DA DT", "D7 D8 D9", "CJ"),
    Motif("trumps against the declarer", "Draw the declarer's trump: it would cut our long suit.",
          "right", "CA SK SQ", "D7 D8 D9", "C9 DA HT", "CA"),
    Motif("make the declarer trump", "Lead hearts again. If he trumps, our trump is the last.",
          "left", "C9 HK HQ", "CA DA DK", "D7 D8 S8", "HK|HQ"),
    Motif("cash", "The ace at once: the declarer is about to throw his loser away.",
          "right", "HA S9 S8", "D7 D8 DQ", "H8 DA DT", "HA"),
    # Defenders follow.
    Motif("smear", "The trick is the partner's: the ten on it.",
          "left", "ST S7 H8", "D8 SA", "D9 HT", "ST", table="DK DA"),
    Motif("smear", "The partner's ace holds: give the ten of the suit.",
          "left", "HT H8 S7", "H7 SA DA", "S8 D8", "HT", table="HA"),
    Motif("smear", "The partner has trumped: the ace is safe there.",
          "left", "SA S7 D8", "DA D7", "S8 S9", "SA", table="H8 C9"),
    Motif("save points", "The declarer wins this: no points for him.",
          "left", "HT H8 S7", "C9 SA DA", "S8 D8", "H8", table="H9"),
    Motif("save points", "He has trumped it: keep the ten, give the seven.",
          "right", "DT D7 S9", "S8 H8", "SA SK", "D7", table="D9 C8"),
    Motif("leave it to the partner", "The partner's ace wins already. Keep the trump.",
          "left", "C9 D7 S8", "D9 SA", "D8 S9", "D7|S8", table="H7 HA"),
    Motif("take", "The queen is his; the ace takes it.",
          "right", "SA S7 D8", "D9 H8 H9", "ST DA", "SA", table="SQ"),
    Motif("count", "With this trick the defenders have sixty.",
          "left", "HA H7 D8", "DA S9", "S8 D7", "HA", table="HT HK"),
    Motif("hold up", "Duck: the partner's king is enough, the ace catches the ten.",
          "right", "SA S7 D8", "SK D7 H8", "ST DA", "S7", table="S9"),
    Motif("keep the guard", "Keep two spades: the ten needs its guard under the ace.",
          "right", "ST S8 D9", "D7 H8 H9", "SA SQ", "D9", table="CJ"),
    Motif("trump in", "The declarer's ten runs by: trump it.",
          "right", "C9 S8 S9", "S7 D7 D8", "SA SK", "C9", table="HT"),
    # Null.
    Motif("stay below", "Eight or jack? The eight is below for certain.",
          "me", "S8 SJ H7", "SA ST H8", "H9 D9", "S8", table="S9", game="N"),
    Motif("stay below", "The nine lies there: the eight stays below.",
          "me", "S8 SQ D7", "S7 D8 D9", "H9 H8", "S8", table="S9", game="N"),
    Motif("get rid", "Void: away with the ace.",
          "me", "SA D7 S7", "S8 D9", "S9 D8", "SA", table="H8 H9", game="N"),
    Motif("get rid", "Void: the middle card of the bare suit is the danger.",
          "me", "D9 S7 S9", "D8 S8", "D7 DK", "D9", table="H8 H9", game="N"),
    Motif("get rid", "Under the king the highest card goes, the seven waits.",
          "me", "SQ S7 D7", "S8 D8", "S9 D9", "SQ", table="SK SA", game="N"),
    Motif("danger suit", "Spades is his hole: lead it before he can throw it off.",
          "left", "S8 D9 C9", "SQ H7 H8", "S7 HT D8", "S8", game="NO"),
    Motif("danger suit", "His blank king: lead below it.",
          "right", "S7 D8 D9", "S8 DT CQ", "SK H7 H8", "S7", game="NO"),
    Motif("danger suit", "Only in diamonds he can be caught. On any other lead the ten goes.",
          "left", "D8 S9", "DT H7", "D7 S8", "D8", game="N"),
    Motif("stay below", "From king and seven lead the seven, the king would win for nothing.",
          "left", "SK S7 D9", "S9 H7 H8", "S8 D8 CQ", "S7", game="NO"),
    Motif("make way", "Throw the ace: when the partner leads spades it must not take.",
          "right", "SA D9 DK", "S7 D8", "S8 D7", "SA", table="H8 H7", game="N"),
    Motif("take the lead", "Take over and lead the suit that catches him.",
          "right", "DA D8 S7", "DT HT", "S9 H7", "DA", table="D9 D7", game="N"),
    Motif("take the lead", "The partner has no spade left: win and lead it yourself.",
          "left", "HA H7 S7", "S8 D7 H8", "DK DQ", "HA", table="H9", game="N"),
)  # fmt: skip
