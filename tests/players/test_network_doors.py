"""Tests that default players get the game's own network, in any process."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import aicore
from aicore.arena.cluster import play_blocks
from aicore.arena.plan import Plan, configure, portable
from aicore.arena.pool import pool
from aicore.arena.rollout import roll_out
from aicore.arena.workers import Workers
from aicore.coach.judge import Judge
from aicore.core.net_file import place_of
from aicore.core.record import Record
from aicore.core.story import Names
from aicore.envs.play import Opponents
from aicore.players import networks
from aicore.players.networks import pack, unpack
from aicore.session import jobs
from aicore.study.played_game import design_of, play
from aicore.web.access_policy import read_player
from kit.command import fails, run, works
from kit.nets import beside

ODD = "bid 7 4"
"""First bid in Liar's Dice that no player makes without the network."""


@pytest.fixture
def liars(tmp_path: Path) -> aicore.Game:
    return beside(tmp_path, "liars_dice", ODD, use=True, player={"batch": 2})


def deciding(game: aicore.Game) -> aicore.View:
    state = game.start()
    aicore.Chance(1).settle(state)
    return state.view(state.turn)


def test_hints(liars: aicore.Game) -> None:
    decision, _ = jobs.hint(None, deciding(liars), Names(["one", "two"]))
    assert decision.action == ODD


def test_the_page(liars: aicore.Game) -> None:
    spec = read_player("mcts:sims=100", liars)
    assert "net=own#" in spec
    assert jobs.decide(None, deciding(liars), spec, 1, 0).action == ODD
    assert "net=own#" in read_player("policy", liars)


def test_judges_of_reviews(liars: aicore.Game) -> None:
    weighed = Judge(liars, 100).weigh(deciding(liars), "bid 1 1")
    assert weighed.best == ODD


def first_in(game: aicore.Game) -> str:
    """Return the default player's first decision, as a task for workers."""
    return aicore.player("mcts:sims=100", game, 1).decide(deciding(game)).action


def test_worker_processes(liars: aicore.Game) -> None:
    with pool(2) as workers:
        assert list(workers.map(first_in, [liars, liars])) == [ODD, ODD]


def test_studies(liars: aicore.Game) -> None:
    design = design_of(liars.name, 2, {}, "mcts:sims=20")
    assert first_in(pickle.loads(pickle.dumps(design)).load()) == ODD
    plain = design_of(liars.name, 2, {}, "mcts:sims=20,net=none")
    ours, theirs = play(design, 1), play(plain, 1)
    assert ours != theirs


def test_rollouts(liars: aicore.Game) -> None:
    """The continuation bids high at once, so that the next seat calls: games differ."""
    view = deciding(liars)
    found, other = (
        roll_out(view, f"mcts:sims=20{more}", 2, ["bid 1 1"], only=True, seed=1)
        for more in ("", ",net=none")
    )
    assert found.candidates != other.candidates


def test_tournaments(liars: aicore.Game, tmp_path: Path) -> None:
    config = configure(liars, ["mcts:sims=20", "random"], games=4, seed=1)
    assert "net=own#" in config.players[0]
    (blocks,) = [found for found in Workers(config, 1).run(iter([Plan(config).block(0)])) if found]
    here, _ = play_blocks(portable(config), [Plan(config).block(0)])
    assert [row.returns for row in blocks[0]] == [row.returns for row in here[0]]
    file = tmp_path / "t"
    game = tmp_path / "liars_dice.py"
    given = ["tournament", game, "mcts:sims=5", "random", "--games", 2, "--jobs", 1, "--quiet"]
    works(*given, "--file", file)
    beside(tmp_path, "liars_dice", "bid 1 1", use=True)
    again = ["tournament", "--resume", file, *given[1:4], "--games", 4, "--jobs", 1, "--quiet"]
    assert "started with player 1" in fails(*again)


def test_a_cluster_takes_networks_along(liars: aicore.Game) -> None:
    """Another computer has no file beside the game; here it is removed."""
    config = configure(liars, ["mcts:sims=20", "random"], games=4, seed=1)
    block = Plan(config).block(0)
    here, _ = play_blocks(config, [block])
    sent = pickle.dumps((portable(config), [block], pack()))
    place_of(liars.info, 2).unlink()
    script = (
        "import pickle, sys\n"
        "from aicore.arena.cluster import play_blocks\n"
        "config, blocks, bundle = pickle.loads(sys.stdin.buffer.read())\n"
        "played, _ = play_blocks(config, blocks, bundle)\n"
        "print([row.returns for row in played[0]])"
    )
    done = subprocess.run([sys.executable, "-c", script], input=sent, capture_output=True)
    assert done.stdout.decode().strip() == str([row.returns for row in here[0]]), done.stderr
    try:
        unpack(pickle.loads(sent)[2])
        assert first_in(liars) == ODD
    finally:
        unpack({})
    assert aicore.player("mcts", liars).values["net"] == "none"


def test_the_same_networks_are_not_unpacked_again() -> None:
    """Another thread, which may be looking for a network, never sees them missing."""
    bundle = {("game", "game.net"): b"1"}
    try:
        unpack(bundle)
        before = networks._UNPACKED
        unpack(dict(bundle))
        assert networks._UNPACKED is before
        unpack({("game", "game.net"): b"2"})
        assert before == bundle
    finally:
        unpack({})


def test_opponents_of_environments(liars: aicore.Game) -> None:
    (player,) = Opponents(liars, "mcts:sims=20")._players
    assert "net=own#" in player.spec


def test_games_at_a_terminal_record_their_network(liars: aicore.Game, tmp_path: Path) -> None:
    game, record = tmp_path / "liars_dice.py", tmp_path / "games.jsonl"
    works("watch", game, "mcts:sims=100", "random", "--seed", 1, "--record", record)
    kept = Record.from_line(record.read_text().strip())
    assert "net=own#" in kept.players[0]
    assert next(text for actor, text in kept.events if actor == 0) == ODD
    beside(tmp_path, "liars_dice", "bid 1 1", use=True)  # records need no players
    works("--use", game, "replay", record)


def test_saved_games_go_on_with_another_network(
    liars: aicore.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save names its network; if that is gone, the player in its present form continues."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    game = tmp_path / "liars_dice.py"
    run("play", game, "--vs", "mcts:sims=20", "--seat", 1, "--seed", 1, input="save\nquit\n")
    (save,) = (tmp_path / "data").rglob("*.json*")
    assert "net=own#" in save.read_text()
    beside(tmp_path, "liars_dice", "bid 1 1", use=True)
    found = run("--use", game, "play", "--resume", save, input="quit\n")
    assert found.exit_code == 0
    assert "has changed (it was #" in found.stderr
    assert "mcts continues with its current settings" in found.stderr


def test_answers_to_queries(liars: aicore.Game, tmp_path: Path) -> None:
    state = liars.start()
    aicore.Chance(1).settle(state)
    asked = {"game": liars.name, "seats": 2, "position": state.to_dict()}
    queries = [{**asked, "id": 1, "sims": 100}, {**asked, "id": 2, "by": "policy"}]
    lines = "\n".join(map(json.dumps, queries)) + "\n"
    done = run("--use", tmp_path / "liars_dice.py", "analyze", "--workers", 1, input=lines)
    answers = {one.get("id"): one for one in map(json.loads, done.stdout.splitlines())}
    assert answers[1]["action"] == answers[2]["action"] == ODD, done.stdout
    assert answers[2]["candidates"][0]["share"] > 0.9


def test_players_are_listed_with_their_network(liars: aicore.Game, tmp_path: Path) -> None:
    match = {"against": "mcts:time=0.1", "games": 400, "score": 0.62, "low": 0.57, "high": 0.67,
             "seconds": 0.1}  # fmt: skip
    beside(tmp_path, "liars_dice", ODD, use=True, minutes=3, match=match, player={"batch": 2})
    beside(tmp_path, "liars_dice", ODD, 3, use=False)
    game = tmp_path / "liars_dice.py"
    text = " ".join(works("players", "--game", game).split())
    for part in (
        "62.0 % (57.0 to 67.0 %) of 400 games against mcts:time=0.1, 0.1 s per move",
        "minutes 3",
        "player batch=2",
        "mcts uses it, unless you give net=none",
        "mcts:net=own uses it",
        "2 seats",
        "3 seats",
    ):
        assert part in text
    lines = [json.loads(line) for line in works("players", "--game", game, "--json").splitlines()]
    two, three = (line for line in lines if "network" in line)
    assert two["about"]["match"] == match
    assert (two["seats"], two["default"]) == (2, True)
    assert (three["seats"], three["default"]) == (3, False)
    assert two["network"].endswith("liars_dice.net")
    (mcts,) = (line for line in lines if line.get("name") == "mcts")
    net = next(one for one in mcts["parameters"] if one["name"] == "net")
    assert net["default"] == f"own#{two['digest']}"
    assert "policy" in [line.get("name") for line in lines]
    place_of(liars.info, 2).write_bytes(b"aicore network 1\n{}\n")
    stale = run("players", "--game", game)
    assert "not used: the network's description has no layer widths" in " ".join(
        stale.stdout.split()
    )
