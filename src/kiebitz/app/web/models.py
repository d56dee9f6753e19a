"""What goes over the wire at the Skat table. Field names are the page's words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Card = Annotated[str, Field(pattern=r"^[CSHD][789TJQKA]$", description="a card, like CJ")]
Seat = Annotated[int, Field(ge=0, le=2)]
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
StrengthName = Literal[
    "beginner", "club", "strong", "master", "grandmaster", "rules", "light", "pimc", "recursive"
]
Moment = Annotated[float, Field(description="seconds since 1970")]


class Request(BaseModel):
    """The base of all that a browser sends: unknown fields, and false for 0, are refused."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _numbers_are_numbers(cls, sent: Any) -> Any:
        for name, value in sent.items() if isinstance(sent, dict) else ():
            field = cls.model_fields.get(name)
            if field is None or not isinstance(value, bool):
                continue
            if "bool" not in str(field.annotation):
                raise ValueError(f"{name} is neither true nor false")
        return sent


class Problem(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="an English sentence")
    code: str = Field("", description="the name of the sentence, for wording it again")
    parameters: dict[str, Any] = Field(
        {}, description="what is filled in; a `reason` is a problem itself"
    )


class NewGame(Request):
    """A game to be dealt."""

    strengths: tuple[StrengthName, StrengthName] = ("club", "club")
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    deal: Annotated[str, Field(max_length=8000)] | None = Field(
        None,
        description="32 cards joined by dots (forehand, middlehand, rearhand, skat), an ISS record "
        "or a move list whose deal is wanted",
    )
    seat: Seat | None = Field(None, description="where the visitor sits; drawn if missing")


class NewList(Request):
    """A list of deals to be played."""

    strengths: tuple[StrengthName, StrengthName] = ("club", "club")
    deals: Annotated[int, Field(ge=3, le=48)] = 36
    chairs: Annotated[int, Field(ge=3, le=4)] = Field(
        3, description="who is at the table; of four, the dealer sits out"
    )
    fourth: StrengthName | None = Field(
        None, description="the strength of the third computer player; the first one's if missing"
    )
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None


class MoveRequest(Request):
    """A move of the visitor."""

    move: Annotated[str, Field(min_length=1, max_length=40)]
    ply: Annotated[int, Field(ge=0, le=400)] = Field(
        description="how many moves the browser has seen; guards against a move sent twice"
    )


class PlyRequest(Request):
    """A request that concerns the position that the browser shows."""

    ply: Annotated[int, Field(ge=0, le=400)]


class SaidModel(BaseModel):
    """One move, as the visitor may know it."""

    seat: int | None
    move: str
    kind: str


class TrickModel(BaseModel):
    """A trick, from the leader on."""

    leader: int
    cards: list[str]
    winner: int | None
    points: int


class Offer(BaseModel):
    """A game that may be declared now, with its value if it is just made."""

    move: str
    low: int = Field(description="value with the least lucky skat")
    high: int = Field(description="value with the luckiest skat")
    won: list[int] = Field(description="the declarer's points in the list, from low to high")
    lost: list[int] = Field(description="the same of a lost game")
    enough: Literal["yes", "maybe", "no"] = Field(description="whether it is worth the bid")


class ResultModel(BaseModel):
    """How the game ended."""

    passed: bool
    won: bool
    declarer: int | None
    contract: str | None
    value: int
    points: int
    defenders_points: int
    tricks: int
    matadors: int
    overbid: bool
    schneider: bool
    schwarz: bool
    resigned: bool
    seeger_fabian: tuple[int, int, int]
    deal: list[list[str]] = Field(description="the three hands as dealt, and the skat")
    discard: list[str]


class PointerModel(BaseModel):
    """What somebody shows the others while they review the game together."""

    seat: int
    decision: int = Field(description="its number in the review, from 0")


class FriendsModel(BaseModel):
    """The people at a table with friends."""

    host: bool
    waiting: bool = Field(description="whether the table still waits for people")
    people: list[bool] = Field(description="by seat: whether a person sits there")
    away: list[bool] = Field(description="by seat: whether a computer player has taken over")
    watchers: int
    queue: list[str] = Field(description="who plays from the next deal on")
    clock: int | None = Field(description="seconds for a move")
    seconds_left: float | None = Field(description="of the present move, if the clock runs")
    invite: str | None = Field(description="the secret of those who may sit down, for the host")
    watch: str | None = Field(description="the secret of those who may look on, for the host")
    following: str | None = Field(description="the next game at this table")
    pointer: PointerModel | None = Field(None, description="where to look in the review")


class NewTable(Request):
    """A table for friends."""

    strengths: tuple[StrengthName, StrengthName] = ("club", "club")
    name: Annotated[str, Field(max_length=20)] = ""
    clock: Annotated[int, Field(ge=5, le=600)] | None = None


class JoinRequest(Request):
    """Somebody with a link."""

    secret: Annotated[str, Field(min_length=8, max_length=40)]
    name: Annotated[str, Field(max_length=20)] = ""


class PointRequest(Request):
    """A decision of the review that others are to look at."""

    decision: Annotated[int, Field(ge=0, le=400)]


class TableModel(BaseModel):
    """What the visitor may know of a game: all that the browser ever gets."""

    id: str
    version: int = Field(description="grows with every change")
    ply: int
    seat: int
    names: tuple[str, str, str]
    strengths: tuple[str, str, str]
    phase: Literal["bid", "answer", "pick_up", "declare", "discard", "play", "over"]
    to_move: int | None
    thinking: bool
    bid: int
    highest_bids: tuple[int, int, int]
    declarer: int | None
    contract: str | None
    hand: list[str]
    legal: list[str]
    offers: list[Offer]
    next_bid: int | None
    skat: list[str] = Field(description="the two cards that the visitor picked up or put away")
    shown: list[str]
    counts: tuple[int, int, int]
    tricks: list[TrickModel]
    leader: int
    points: tuple[int, int] = Field(
        description="card points of declarer and defenders, with the skat's if the visitor knows it"
    )
    tricks_won: tuple[int, int]
    moves: list[SaidModel]
    view: str = Field(description="the same as a move list, ?? for every hidden card")
    can_take_back: bool
    can_claim: bool
    can_resign: bool
    practice: list[Literal["take-back", "again", "set-up", "hint"]]
    list_id: str | None
    list_number: int | None
    seed: int | None = Field(description="the seed of the deal, when the game is over")
    result: ResultModel | None
    note: str | None
    friends: FriendsModel | None = None
    sits_out: str | None = Field(
        None, description="at a table of four: who deals and sits out; empty for the visitor"
    )
    imported: bool = Field(False, description="whether it was played elsewhere")
    watching: bool = Field(False, description="whether the visitor looks on")
    queued: bool = Field(False, description="whether the visitor plays from the next deal on")


class GameSummary(BaseModel):
    """One line of the visitor's games."""

    id: str
    updated: Moment
    over: bool
    contract: str | None
    declarer: int | None
    seat: int | None = Field(description="the visitor's; null if they sat out")
    points: int | None = Field(description="the visitor's Seeger-Fabian points")
    won: bool | None
    practice: bool
    list_id: str | None
    imported: bool = Field(description="whether it was played elsewhere")


class SheetRow(BaseModel):
    """One deal of a list."""

    number: int
    game: str
    over: bool
    contract: str | None
    chair: int | None = Field(description="the declarer's chair; the visitor has chair 0")
    dealer: int | None = Field(description="the chair that deals, and sits out among four")
    won: bool
    value: int
    matadors: int
    schneider: bool
    schwarz: bool
    overbid: bool
    running: list[int] = Field(description="game points so far, by chair")
    points: list[int] = Field(description="what the deal brought, by chair")
    totals: list[int] = Field(description="the whole count so far, by chair")


class ColumnModel(BaseModel):
    """What is added up below a player's column."""

    game_points: int
    won: int
    lost: int
    own_bonus: int = Field(description="50 for each game won, less 50 for each game lost")
    others_lost: int
    others_bonus: int = Field(description="for games that others lost: 40 each, 30 among four")
    total: int


class SheetModel(BaseModel):
    """A list as clubs write it; numbers belong to chairs, the visitor's is 0."""

    id: str
    deals: int
    chairs: int
    began: Moment
    names: list[str]
    rows: list[SheetRow]
    columns: list[ColumnModel]
    totals: list[int]
    chances: list[float] = Field(
        description="of ending first, by chair, if the deals to come go by chance"
    )
    complete: bool
    current: str | None = Field(description="the game that is being played")


class Candidate(BaseModel):
    """One move that was considered."""

    move: str
    chance: float | None = Field(description="chance to win, 0 to 1; null for a pass")
    score: float | None = Field(None, description="expected points in the list")
    loss: float = Field(0.0, description="points in the list behind the best move")
    error: float = Field(0.0, description="standard error of the loss")
    grade: str | None = Field(None, description="inaccuracy, mistake or blunder")


class ReasonModel(BaseModel):
    """Why a move is better than others: a code, and what it is about."""

    code: str
    parameters: dict[str, str | int]


class CarriedModel(BaseModel):
    """How far a hand carries in the auction, and why."""

    limit: int = Field(description="the highest bid that it carries; 0 if none")
    game: str = Field(description="the game that most skats make, or the hand game")
    makes: int = Field(description="the skats of 231 that make it")
    jacks: int
    trumps: int


class HintModel(BaseModel):
    """What a strong player would do here, from the same View."""

    ply: int
    move: str
    candidates: list[Candidate]
    reasons: list[ReasonModel]
    carried: CarriedModel | None
    worlds: int
    complete: bool = Field(description="whether every possible world was looked at")
    seconds: float


class StrengthModel(BaseModel):
    """A computer player on offer."""

    name: str


class ContractModel(BaseModel):
    """A contract that can be declared."""

    code: str
    game: str
    announcements: list[str] = Field(
        description="what is said besides the game, in order: hand, ouvert, schneider, schwarz"
    )
    hand: bool = Field(description="whether the skat stays where it is")
    ouvert: bool = Field(description="whether the declarer's cards lie open")


class OptionsModel(BaseModel):
    """What this server offers."""

    version: str
    strengths: list[StrengthModel]
    contracts: list[ContractModel]
    upload_bytes: int
    upload_records: int


PuzzleKind = Literal["declarer", "null", "defender", "null-defence", "sure", "discard", "bid"]


class PuzzleModel(BaseModel):
    """A position with a question; the answer is told when one was given."""

    id: str
    kind: PuzzleKind
    seat: int
    declarer: int | None
    contract: str | None
    game: str | None = Field(description="the game for which two cards are put away")
    bid: int
    hand: list[str]
    skat: list[str]
    shown: list[str]
    tricks: list[TrickModel]
    points: tuple[int, int]
    options: list[str]
    difficulty: float = Field(description="how often the weaker players fail it, 0 to 1")
    own: bool = Field(description="whether it comes from the visitor's own games")


class ProgressModel(BaseModel):
    """How far a visitor is with the puzzles."""

    solved: int
    tried: int
    due: int = Field(description="puzzles that come again now")
    streak: int = Field(description="right answers in a row")
    best: int
    days: int = Field(description="days in a row")
    own: int
    puzzles: int


class VerdictModel(BaseModel):
    """Whether an answer was right, and the proof."""

    right: bool
    answer: str
    reason: str = Field(description="the name of the sentence that gives the reason")
    worlds: int = Field(description="of a defence: how many deals are possible")
    beats: dict[str, int] = Field(description="in how many of them each card beats the game")
    world: list[list[str]] = Field(description="a deal in which the game is lost")
    game: str | None
    progress: ProgressModel


class AnswerRequest(Request):
    """An answer to a puzzle."""

    answer: Annotated[str, Field(min_length=1, max_length=12)]


class OwnPuzzles(Request):
    """Where to look for mistakes: a finished game, an upload with a name in it, or ISS records."""

    game: Identifier | None = None
    upload: Identifier | None = None
    player: Annotated[str, Field(max_length=80)] = Field(
        "", description="whose mistakes in the records; everybody's if missing"
    )
    records: Annotated[str, Field(max_length=60_000)] | None = None


class AddedModel(BaseModel):
    """What was found."""

    games: int
    found: int
    added: int
