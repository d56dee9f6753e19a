"""Networks of card locations: the same seed, the same file; learned is better than chance."""

from __future__ import annotations

import errno
import json
import re
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.locations import load_model, places, places_by_name
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, State
from kiebitz.players.skat import make_player
from kiebitz.players.skat.self_play import _append, play_games
from tests.app.command import kiebitz


def test_self_play_is_the_same_on_any_number_of_processes_and_goes_on(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.sgf", tmp_path / "parts.sgf"
    assert play_games(whole, 60, player="rules", seed=5) == 60
    play_games(parts, 20, player="rules", seed=5)
    with parts.open("ab") as file:
        file.write(b"(;GM[Skat] half a line")
    play_games(parts, 60, player="rules", seed=5, processes=2)
    assert parts.read_bytes() == whole.read_bytes()
    with pytest.raises(KiebitzError, match="other games"):
        play_games(parts, 70, player="rules", seed=6)


def test_games_in_parquet_name_their_players_and_give_the_same_samples(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    from kiebitz.beliefs.skat.location_data import read_samples, sample_archive

    text, table = tmp_path / "games.sgf", tmp_path / "table.parquet"
    play_games(text, 30, player="rules", seed=5)
    play_games(table, 30, player="rules", seed=5)
    rows = pl.read_parquet(table)
    assert len(rows) == 30
    assert set(rows["player_0"]) == {"rules"}
    assert set(rows["contract"]) > {"C"}
    first = sample_archive(text, tmp_path / "first", threads=1)
    second = sample_archive(table, tmp_path / "second", threads=1)
    assert (first.records, first.samples) == (second.records, second.samples)
    assert read_samples(tmp_path / "first").equals(read_samples(tmp_path / "second"))
    (tmp_path / "cut.parquet").write_bytes(table.read_bytes()[:5000])
    with pytest.raises(KiebitzError, match="is no file of games"):
        sample_archive(tmp_path / "cut.parquet", tmp_path / "third", threads=1)


def test_a_full_disk_is_one_sentence_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pl = pytest.importorskip("polars")
    from kiebitz.beliefs.skat.location_data import sample_archive
    from kiebitz.values.weights import Array, Weights

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    games = tmp_path / "games.sgf"
    play_games(games, 20, player="rules", seed=5)
    with monkeypatch.context() as patched:
        patched.setattr(pl.DataFrame, "write_parquet", full)
        with pytest.raises(KiebitzError, match="No space left on device"):
            sample_archive(games, tmp_path / "samples", threads=1)
    assert sample_archive(games, tmp_path / "samples", threads=1).records == 20

    weights = Weights("k", 1, "f", "d", 1, "c", {}, {"a": Array("i1", (2,), b"ab")})
    file = tmp_path / "my.weights"
    weights.save(file)
    before = file.read_bytes()
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(KiebitzError, match=r"cannot be written .* No space left"):
        weights.save(file)
    assert file.read_bytes() == before


def test_a_full_disk_leaves_the_games_that_were_played(tmp_path: Path) -> None:
    class Full(FileIO):
        """Room for a few bytes more."""

        def write(self, piece: Any) -> int:
            if self.tell() >= 12:
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(bytes(piece)[:12])

    path = tmp_path / "games.sgf"
    with Full(path, "w") as file:
        _append(file, b"one\n", path, 0)
        with pytest.raises(KiebitzError, match=r"No space left on device\); 1 are there"):
            _append(file, b"two and a half\n", path, 1)
    assert path.read_bytes() == b"one\n"


def test_trained_networks_are_kept_until_their_file_is_written(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    from kiebitz.beliefs.skat.finished import Finished
    from kiebitz.beliefs.skat.location_data import Archive
    from kiebitz.beliefs.skat.location_training import Lesson, Trained

    archive = Archive("games.sgf", 1 / 3, 1, samples=7)
    layers = ((np.ones((2, 3), np.float32), np.zeros(2, np.float32)),)
    trained = Trained(layers, {"nats": 1.5}, 7, 2, ((0.5, 0.6), (0.4, 0.5)))
    kept = Finished(tmp_path, Lesson(epochs=2), archive)
    assert kept.get("suit") is None
    kept.put("suit", trained)
    again = Finished(tmp_path, Lesson(epochs=2), archive).get("suit")
    assert again is not None
    assert (again.test, again.curve, again.epochs) == (trained.test, trained.curve, 2)
    assert (again.layers[0][0] == layers[0][0]).all()
    assert kept.get("grand") is None
    assert Finished(tmp_path, Lesson(epochs=3), archive).get("suit") is None
    [file] = tmp_path.glob("trained-*")
    file.write_bytes(file.read_bytes()[:-20])
    assert kept.get("suit") is None
    kept.forget()
    assert not list(tmp_path.iterdir())
    Finished(tmp_path / "nowhere", Lesson(), archive).put("suit", trained)  # does not stop the work


def test_learned_beliefs_ship_and_are_called_by_name() -> None:
    state = declared(3)
    view = state.view(state.to_move)
    for name in ("logistic", "small", "deep"):
        told = places_by_name(view, name, (state.hands, state.skat))
        assert told.ratio is not None
        assert told.ratio > 0
        assert make_belief(name).name == name
    for name in ("small", "policy"):
        player = make_player(f"recpimc:worlds=2,inner=2,belief={name}")
        assert player.decide(view, seed=1).move in view.legal_moves
    for wrong in ("small:", "policy:", "deeper"):
        with pytest.raises(KiebitzError, match="there is no belief"):
            make_belief(wrong)


def test_the_likelihood_learned_is_the_one_used() -> None:
    torch = pytest.importorskip("torch")
    import numpy as np

    from kiebitz._core import skat_locations as core
    from kiebitz.beliefs.skat.world_loss import log_ratios, possible_places, sinkhorn

    random = np.random.default_rng(3)
    seen = 0
    for seed in range(12):
        state = declared(seed)
        for _ in range(seed):
            state = state if state.is_over else state.play(state.legal_moves[0])
        if state.is_over or state.contract is None or "O" in str(state.contract):
            continue
        view = state.view(state.to_move)
        bits = np.zeros((1, core.INPUTS), np.uint8)
        bits[0, core.inputs(view.native)] = 1
        logits = torch.from_numpy(random.normal(0, 1, (1, 32, 4)).astype(np.float32))
        game = {"N": "null", "G": "grand"}.get(state.contract.game, "suit")
        truth = torch.tensor([core.places(state.native, state.to_move)])
        possible = possible_places(torch, bits, game)
        told = float(log_ratios(torch, logits, possible, truth)[0])
        # A network without a hidden layer whose bias is these numbers, whatever it is told.
        width = len(core.input_list(0))
        layer = (128, width, bytes(4 * 128 * width), logits.numpy().tobytes(), None)
        model = core.LocationModel([layer], [layer], [layer])
        places = model.places(view.native)
        ratio = places.ratio(list(state.native.hands), state.native.skat)
        assert told == pytest.approx(np.log(ratio), abs=1e-3)
        # Sinkhorn scaling multiplies rows and columns: all worlds keep their likelihood.
        scaled = sinkhorn(torch, logits, 10)
        columns = torch.exp(scaled).sum(dim=1)[0]
        assert columns.tolist() == pytest.approx([10, 10, 10, 2], abs=0.5)
        assert float(log_ratios(torch, scaled, possible, truth)[0]) == pytest.approx(told, abs=1e-3)
        seen += 1
    assert seen >= 8


def test_what_is_learned_is_written_read_and_used(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    games = tmp_path / "games.sgf"
    play_games(games, 300, player="rules", seed=2)
    files = [tmp_path / "a.weights", tmp_path / "b.weights"]
    for file in files:
        run = kiebitz(
            "train", "locations", str(file), "--records", str(games), "--epochs", "30", "--json"
        )
        assert run.returncode == 0, run.stderr
    assert files[0].read_bytes() == files[1].read_bytes()
    errors = json.loads(run.stdout)["cross_entropy"]
    assert 0 < errors["suit"] < 1.2  # nothing known: log 4 = 1.39
    plot = tmp_path / "curves.svg"
    policy = tmp_path / "policy.weights"
    run = kiebitz(
        "train", "policy", str(policy), "--records", str(games), "--epochs", "4", "--json",
        "--plot", str(plot),
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["errors"]["suit"]["met"] > 0.3
    assert plot.read_text().startswith("<?xml")
    single = kiebitz(
        "train", "locations", str(tmp_path / "part-null.weights"), "--records", str(games),
        "--only", "null", "--epochs", "1", "--inputs", "all", "--loss", "worlds",
    )  # fmt: skip
    assert single.returncode == 0, single.stderr

    state = next(
        s for s in map(declared, range(100)) if s.contract is not None and s.contract.game == "G"
    )
    view = state.view(state.to_move)
    told = places(view, load_model(files[0], "small"), (state.hands, state.skat))
    assert told.ratio is not None
    assert told.ratio > 0
    for name in ("pimc:worlds=4", "recpimc:worlds=2,inner=2", "uct:playouts=20"):
        player = make_player(f"{name}{',' if ':' in name else ':'}belief=small:{files[0]}")
        assert player.decide(view, seed=1).move in view.legal_moves
    for name in (f"policy:weights={policy}", f"pimc:worlds=4,belief=policy:{policy}"):
        assert make_player(name).decide(view, seed=1).move in view.legal_moves
    with pytest.raises(KiebitzError, match="no weights for suit, grand"):
        make_belief(f"small:{tmp_path / 'part-null.weights'}")
    with pytest.raises(KiebitzError, match="holds weights for 'skat policy'"):
        make_belief(f"small:{policy}")
    with pytest.raises(KiebitzError, match="not of 'deep'"):
        make_belief(f"deep:{files[0]}")
    damaged = tmp_path / "damaged.weights"
    damaged.write_bytes(files[0].read_bytes()[:-10])
    with pytest.raises(KiebitzError, match="damaged"):
        make_belief(f"small:{damaged}")
    with pytest.raises(KiebitzError, match="no weights file"):
        make_belief("small:nowhere.weights")


def test_learning_goes_on_from_weights_and_is_not_worse_than_they_were(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    games = tmp_path / "games.sgf"
    play_games(games, 300, player="rules", seed=2)
    learn = ("--records", str(games), "--only", "suit", "--epochs", "2", "--start", "small")
    file = tmp_path / "more.weights"
    run = kiebitz("train", "locations", str(file), *learn, "--loss", "hands", "--json")
    assert run.returncode == 0, run.stderr
    told = re.findall(r"validation (-?[\d.]+)", run.stderr)
    assert len(told) == 3  # at the start, and after each epoch
    assert min(told[1:], key=float) < told[0]
    header = file.read_bytes()[:2000]
    assert b"--start small" in header
    assert b"300 games of games.sgf; before that " in header
    policy = ("train", "policy", str(tmp_path / "policy.weights"), "--records", str(games))
    run = kiebitz(*policy, "--start", "policy", "--only", "null", "--epochs", "1")
    assert run.returncode == 0, run.stderr
    assert len(re.findall(r"validation (-?[\d.]+)", run.stderr)) == 2
    for wrong, sentence in (
        (("--loss", "cards"), "'small' stands on tables of hands: say --loss hands"),
        (("--loss", "hands", "--inputs", "all"), "'small' has other inputs: say --inputs table"),
        (("--loss", "hands", "--model", "deep"), "holds weights of 'small', not of 'deep'"),
    ):
        run = kiebitz("train", "locations", str(file), *learn, *wrong)
        assert run.returncode == 2
        assert sentence in run.stderr
        assert "Traceback" not in run.stderr


def test_learning_does_not_start_from_weights_of_another_form(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("torch")
    from kiebitz.beliefs.skat.locations import KIND
    from kiebitz.beliefs.skat.networks import save_networks

    games, odd = tmp_path / "games.sgf", tmp_path / "odd.weights"
    play_games(games, 300, player="rules", seed=2)
    layers = [(np.zeros((128, 360), np.float32), np.zeros(128, np.float32))]
    save_networks(
        odd, dict.fromkeys(("suit", "grand", "null"), layers), kind=KIND, model="small",
        inputs="table", data="", seed=1, command="", error={},
    )  # fmt: skip
    for start, sentence in (
        (odd, "the weights to start from have other layers than this model"),
        (games, "is not a weights file"),
        (tmp_path / "nowhere.weights", "no weights file"),
    ):
        learn = ("--records", str(games), "--only", "suit", "--start", str(start))
        run = kiebitz("train", "locations", str(tmp_path / "new.weights"), *learn)
        assert run.returncode == 2
        assert sentence in run.stderr
        assert "Traceback" not in run.stderr
    assert not (tmp_path / "new.weights").exists()


def declared(seed: int) -> State:
    bidder = make_player("rules")
    state = State.deal(seed)
    while not state.is_over and state.phase != Phase.PLAY:
        state = state.play(bidder.decide(state.view(state.to_move)).move)
    return state


def test_the_command_tells_where_cards_are() -> None:
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    world = "|".join(".".join(part) for part in (*state.hands, state.skat))
    lines = [
        json.dumps({"view": str(state.view(0)), "world": world}),
        json.dumps({"view": str(state.view(0)), "world": "CJ|CJ|CJ|CJ"}),
        json.dumps({"view": str(State.deal(seed=1).view(0))}),
        "rubbish",
    ]
    for belief in ("uniform", "table", "small", "deep", "policy"):
        run = kiebitz(
            "skat", "belief", "--belief", belief, "--batch", "--json", stdin="\n".join(lines)
        )
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        assert answers[0]["worlds"] == 42678636
        assert len(answers[0]["cards"]) == 22
        assert answers[0]["ratio"] > 0
        assert all(abs(sum(chances) - 1) < 1e-4 for chances in answers[0]["cards"].values())
        assert ["error" in answer for answer in answers] == [False, True, True, True]
    wrong = kiebitz("skat", "belief", "--belief", "magic", str(state.view(0)))
    assert wrong.returncode == 2
    assert "there is no belief 'magic'" in wrong.stderr
    foreign = kiebitz("skat", "belief", "--belief", "deep:no.weights", "--batch", stdin=lines[0])
    assert (foreign.returncode, foreign.stdout) == (2, "")
    assert "there is no weights file 'no.weights'" in foreign.stderr
