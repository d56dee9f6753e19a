"""`kiebitz train …`: what the players of Skat have learned, learned again."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.app.cli import train_locations, train_puzzles
from kiebitz.app.cli.terminal import App, JsonOption, print_json, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.games.skat import State

app = App(help="What Skat players have learned about hands, bids and positions, learned again.")
app.command("games")(train_locations.games)
app.command("locations")(train_locations.locations)
app.command("policy")(train_locations.policy)
app.command("calls")(train_locations.calls)
app.command("puzzles")(train_puzzles.puzzles)

_CALLS = 2000  # games of which the last call is looked at; each takes some milliseconds
OutArgument = Annotated[Path, typer.Argument(help="The file to write.")]
TrainingSeed = Annotated[int, typer.Option("--seed", help="The same seed, the same games.", min=0)]


@app.command()
def hands(
    out: OutArgument,
    seed: TrainingSeed = 1,
    scale: Annotated[
        float, typer.Option(help="How many games, relative to the shipped model.", min=0.001)
    ] = 1.0,
    calibrate: Annotated[
        int, typer.Option(help="Games of PIMC that correct it; 0 for none.", min=0)
    ] = 6000,
    start: Annotated[
        Path | None,
        typer.Option(help="A model that is only corrected, not learned anew.", exists=True),
    ] = None,
    games: Annotated[
        list[Path] | None,
        typer.Option(
            help="Records of games that correct it, one file after the other.", exists=True
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Learns the chance to win a game with a hand and a discard, from self-play of the rule player.

    Games of PIMC then correct the chances, because it defends better: its own, or those of files,
    as `kiebitz train games` writes them. What bids and passes of others mean is learned along.

    [dim]Examples:[/]

        kiebitz train hands model.json --seed 1

        kiebitz train hands model.json --scale 0.1 --calibrate 0

        kiebitz train hands better.json --start model.json --games games.sgf
    """
    from kiebitz.machine import require

    require("train", "training")
    from kiebitz.players.skat import hand_refit, hearing
    from kiebitz.players.skat import hand_training as training
    from kiebitz.players.skat.hand_model import load_model

    if start is not None:
        model, heard = load_model(start.read_text()), hearing.load_heard(start.read_text())
        about = training.about(start.read_text())
    else:
        generations = tuple(
            training.Generation(max(1000, int(g.games * scale)), g.temperature)
            for g in training.DEFAULT_GENERATIONS
        )
        model = training.train(seed=seed, generations=generations, report=warn)
        heard = hearing.Heard()
        about = [f"self-play of the rule player: seed {seed}, scale {scale:g}"]
    if games:
        for file in games:
            played = hand_refit.PlayedGames.of(hand_refit.read_games(file))
            warn(f"{file}: {len(played.won)} games, {played.won.mean():.1%} won")
            model, heard = hand_refit.refit(model, heard, played, report=warn)
            about.append(f"{len(played.won)} games of {hand_refit.players_of(file)}")
        calls = islice(hand_refit.read_games(games[-1]), _CALLS)
        heard = hand_refit.learn_before_skat(model, heard, calls, warn)
    elif calibrate:
        model = training.calibrate_by_search(model, calibrate, seed=seed + 1000, report=warn)
        own = list(hand_refit.own_games(model, heard, calibrate // 2, seed + 2000))
        played = hand_refit.PlayedGames.of(own)
        model, heard = hand_refit.refit(model, heard, played, report=warn)
        heard = hand_refit.learn_before_skat(model, heard, own[:_CALLS], warn)
        about.append(f"{calibrate} hands and {calibrate // 2} deals of PIMC, seed {seed}")
    training.save(model, out, heard, about)
    _tell(out, json)


@app.command()
def beliefs(
    out: OutArgument,
    seed: TrainingSeed = 1,
    games: Annotated[int, typer.Option(help="Deals to bid and declare.", min=10)] = 20_000,
    records: Annotated[
        Path | None, typer.Option(help="ISS records to learn from instead.", exists=True)
    ] = None,
    json: JsonOption = False,
) -> None:
    """Learns what bids and games say about the cards, from our own auctions or from records.

    [dim]Examples:[/]

        kiebitz train beliefs tables.json --games 20000 --seed 1

        kiebitz train beliefs tables.json --records games.sgf
    """
    from kiebitz.beliefs.skat.tables import train_tables

    source = _recorded(records) if records is not None else _auctions(games, seed)
    train_tables(source, report=warn).save(out)
    _tell(out, json)


@app.command()
def values(
    out: OutArgument,
    seed: TrainingSeed = 1,
    auctions: Annotated[
        int, typer.Option(help="Deals that our players bid, played whole.", min=0)
    ] = 3000,
    random: Annotated[int, typer.Option(help="The same with any declarer.", min=0)] = 1000,
    nulls: Annotated[int, typer.Option(help="The same of null.", min=0)] = 1400,
    tricks: Annotated[
        int, typer.Option(help="Deals of which one trick is played; thousands by five.", min=0)
    ] = 20_000,
    searches: Annotated[
        int,
        typer.Option(
            help="Deals whose positions are taken from a search; thousands by five.", min=0
        ),
    ] = 65_000,
    games: Annotated[
        Path | None,
        typer.Option(help="A CSV file of games of others: deal, declarer, game, discard."),
    ] = None,
    games_from: Annotated[int, typer.Option(help="Their first row, from 0.", min=0)] = 0,
    epochs: Annotated[int, typer.Option(help="How often each position is seen.", min=1)] = 10,
    folder: Annotated[
        Path | None, typer.Option(help="Where positions are kept; a cache directory if not told.")
    ] = None,
    threads: Annotated[
        int, typer.Option(help="Threads and processes; all cores if not told.", min=0)
    ] = 0,
    json: JsonOption = False,
) -> None:
    """Learns to estimate open-hand positions: makes positions with exact values, fits and tests.

    Positions are kept, so that work that was stopped goes on where it was. The same seed and
    numbers give the same file.

    [dim]Examples:[/]

        kiebitz train values skat_values.weights --seed 1

        kiebitz train values small.weights --random 0 --nulls 0 \\
            --tricks 10000 --searches 0
    """
    from kiebitz.app.values_training import Plan, train_values
    from kiebitz.machine import cores

    plan = Plan(seed, auctions, random, nulls, tricks, searches, games, games_from, epochs)
    try:
        weights = train_values(plan, folder=folder, threads=threads or cores(), report=warn)
    except KeyboardInterrupt:
        warn("kiebitz: stopped; the same command goes on with the positions that there are")
        raise
    weights.save(out)
    _tell(out, json)


def _tell(out: Path, json: bool) -> None:
    """Says where the result is."""
    if json:
        print_json({"file": str(out)})
    else:
        print(out)


def _recorded(path: Path) -> Iterator[State]:
    from kiebitz.games.skat.records import InvalidRecord, read_records

    for record in read_records(path):
        if isinstance(record, InvalidRecord):
            warn(f"kiebitz: {record}")
        else:
            yield record.state


def _auctions(games: int, seed: int) -> Iterator[State]:
    from kiebitz.cards import derive_seed
    from kiebitz.games.skat import State
    from kiebitz.games.skat.moves import Phase
    from kiebitz.players.skat.auction import Bidder

    bidder = Bidder()
    for number in range(games):
        state = State.deal(derive_seed(seed, number))
        while not state.is_over and state.phase != Phase.PLAY:
            state = state.play(bidder.decide(state.view(state.to_move)).move)
        if number and number % 1000 == 0:
            warn(f"{number} of {games} deals")
        yield state
