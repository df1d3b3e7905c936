"""External engines: good ones play, bad ones lose, and nothing of them stays behind."""

from __future__ import annotations

import contextlib
import io
import json
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_information import SEATS, positions
from test_tournament import Here, games_of, played

import aicore
from aicore.arena.match import play_match
from aicore.arena.plan import configure
from aicore.arena.workers import Workers
from aicore.core.errors import EngineError, SpecError, StateError
from aicore.players import external
from aicore.players.compliance import check
from aicore.players.pipe import Pipe
from aicore.players.protocol import decision_of, question, view_of
from aicore.players.serve import Server, serve

ROOT = Path(__file__).resolve().parent.parent
PYTHON = shlex.quote(sys.executable)
FIRST = f"engine:{PYTHON} {shlex.quote(str(ROOT / 'docs' / 'engines' / 'first.py'))}"
BAD = f"engine:{PYTHON} {shlex.quote(str(ROOT / 'tests' / 'bad_engine.py'))}"
OURS = f"engine:{PYTHON} -m aicore engine"


def running(word):
    """The processes with a word in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if word.encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


def gone(word):
    """Whether no such process is left, after a moment."""
    deadline = time.monotonic() + 5
    while running(word) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not running(word)


# Bad engines

BAD_WAYS = {
    "crash": ("crash", "exit code 3: out of ideas"),
    "crash-with-child": ("crash", "exit code 3"),
    "signal": ("crash", "ended by SIGKILL"),
    "early": ("crash", "exit code 1"),
    "hang": ("time", "no answer in time"),
    "mute": ("time", "no answer in time"),
    "garbage": ("garbage", "'e2e4' is not an object of JSON"),
    "binary": ("garbage", "is not an object of JSON"),
    "deep": ("garbage", "is not an object of JSON"),
    "protocol": ("garbage", "protocol: it must be 'aicore-engine/1', not 'chess'"),
    "number": ("garbage", "action: it must be a text"),
    "nonsense": ("garbage", "candidates: it must be a list"),
    "illegal": ("illegal", "'castle' is not an event of booster"),
    "refuse": ("refused", "it refused: not in the mood"),
    "flood": ("flood", "bytes"),
    "flood-lines": ("flood", "lines in answer to a message"),
    "flood-errors": ("time", "no answer in time"),
}


@pytest.mark.parametrize("way", BAD_WAYS)
def test_bad_engines_lose_with_a_reason(tmp_path, monkeypatch, way):
    monkeypatch.setattr(external, "START_TIME", 0.5 if way == "mute" else 10.0)
    kind, reason = BAD_WAYS[way]
    specs = [f"{BAD} {way} {tmp_path}", "random"]
    move = 0.1 if kind == "time" else 5.0
    config = configure(aicore.load("booster"), specs, games=2, move_time=move)
    here = Here(config)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = played(tmp_path / "t", config, here)
    here.table.close()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10  # KiB on Linux
    assert found.games == found.players[0].forfeits == found.players[1].wins == 2
    for _, told, words, _ in found.reasons:
        assert told == kind
        assert reason in words
        assert words.isprintable()
    if sys.platform == "linux":
        assert gone(str(tmp_path))


def test_answers_of_earlier_questions_are_passed_over(tmp_path):
    config = configure(aicore.load("booster"), [f"{BAD} late", "random"], games=2)
    here = Here(config)
    assert played(tmp_path / "t", config, here).players[0].forfeits == 0
    here.table.close()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_killed_workers_take_their_engines_with_them(tmp_path):
    config = configure(aicore.load("booster"), [f"{BAD} hang {tmp_path}", "random"], games=2)
    workers = Workers(config, 1)
    batches = workers.run(iter(range(1)))
    while not running(str(tmp_path)):
        next(batches)
    workers._workers[0].process.kill()
    assert gone(str(tmp_path))
    batches.close()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_closing_the_workers_closes_their_engines(tmp_path):
    engine = f"{BAD} stubborn {tmp_path}"
    config = configure(aicore.load("booster"), [engine, "random"], games=2, move_time=0)
    workers = Workers(config, 1)
    batches = workers.run(iter(range(1)))
    while not running(str(tmp_path)):
        next(batches)
    batches.close()
    assert gone(str(tmp_path))


def test_a_line_that_nobody_reads_does_not_block_for_ever():
    pipe = Pipe([sys.executable, "-c", "import time; time.sleep(3600)"])
    start = time.monotonic()
    with pytest.raises(EngineError, match="does not read its input") as caught:
        pipe.send(b"x" * (4 << 20), start + 0.3)
    assert caught.value.kind == "time"
    assert time.monotonic() - start < 2
    pipe.close()
    assert not pipe.alive


def test_writing_and_reading_at_once():
    """Both sides write more than a pipe holds before they read."""
    echo = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"
    pipe = Pipe([sys.executable, "-c", echo])
    line = b"y" * 900_000
    for _ in range(3):
        pipe.send(line, time.monotonic() + 10)
        assert pipe.receive(time.monotonic() + 10) == line
    assert pipe.leave(b"") == 0
    pipe.close()


# Good engines


def test_the_example_is_short_and_plays_every_game():
    page = ROOT / "docs" / "engines" / "first.py"
    assert len(page.read_text().splitlines()) <= 40
    for name in aicore.names():
        game = aicore.load(name)
        engine = aicore.player(FIRST, game)
        players = [engine, *[aicore.player("random", game)] * (game.seats - 1)]
        first = play_match(game, players, seed=3)
        assert first == play_match(game, players, seed=3)
        engine.close()


def test_our_player_as_an_engine_plays_as_at_home():
    """Told the same seed and decision, the program decides what the player decides here."""
    game = aicore.load("booster")
    spec = "mcts:sims=40"
    engine = aicore.player(f"{OURS} {spec}", game)
    home = aicore.player(spec, game)
    for moved, state in enumerate(positions(game, 8)):
        view = state.view(state.turn)
        engine.seed, engine.decisions = 5, moved
        decision = engine.decide(view)
        home.seed = aicore.Rng(5 ^ aicore.Rng(moved).next()).next() >> 11
        home.decisions = moved
        expected = home.decide(view)
        assert (decision.action, decision.candidates) == (expected.action, expected.candidates)
    engine.close()


def test_a_tournament_with_an_engine_is_repeatable(tmp_path):
    config = configure(aicore.load("leduc_poker"), [FIRST, "random"], games=10)
    one, two = Here(config), Workers(config, 2)
    found = played(tmp_path / "one", config, one)
    played(tmp_path / "two", config, two)
    one.table.close()
    assert found.players[0].forfeits == 0
    assert games_of(tmp_path / "one") == games_of(tmp_path / "two")


@pytest.mark.parametrize("name", SEATS)
def test_an_engine_is_told_what_its_seat_knows_and_nothing_else(name):
    game = aicore.load(name, seats=SEATS[name])
    rng = aicore.Rng(1)
    for state in positions(game, 30):
        seat = state.turn
        other = state.resample(seat, rng)
        assert question(state.view(seat), 1, 0) == question(other.view(seat), 1, 0)


def test_messages_are_json():
    for name in aicore.names():
        game = aicore.load(name)
        state = game.start()
        aicore.Chance(1).settle(state)
        message = question(state.view(state.turn), 1, 0, 0.5, 1.5)
        assert json.loads(json.dumps(message)) == json.loads(json.dumps(message, allow_nan=False))
        assert message["legal"] == state.legal()
        assert message["clock"] == {"move": 0.5, "limit": 1.5}
        assert bytes(view_of(game, json.loads(json.dumps(message)))) == bytes(
            state.view(state.turn)
        )


def test_what_an_engine_thought_is_kept():
    decision = decision_of(
        {"action": "a", "candidates": [{"action": "a", "visits": 3, "values": [1, 0]}],
         "simulations": 3, "line": ["a", "b"]}, ["a", "b"], 2
    )  # fmt: skip
    assert decision.candidates[0].visits == 3
    assert decision.line == ("a", "b")


# Our side as a server


def ask(server, message):
    line = json.dumps(message) if isinstance(message, dict) else message
    answer = server.answer(line if isinstance(line, bytes) else line.encode())
    return None if answer is None else json.loads(answer)


def test_the_server_answers_everything_but_quit():
    server = Server("random")
    assert ask(server, {"id": 1, "type": "hello"})["protocol"] == "aicore-engine/1"
    for wrong in (
        "x", "3", "[]", "[" * 100_000, {"id": 2}, {"id": 2, "type": "new"},
        {"id": 2, "type": "new", "game": "chess", "seats": 2, "seat": 0},
        {"id": 2, "type": "decide", "seat": 0},
    ):  # fmt: skip
        answer = ask(server, wrong)
        assert answer["error"]
        assert "\n" not in answer["error"]
    assert ask(server, {"id": 3, "type": "quit"}) is None
    assert server.over


def test_the_server_refuses_a_state_that_is_another():
    game = aicore.load("leduc_poker")
    state = game.start()
    aicore.Chance(1).settle(state)
    message = question(state.view(0), 1, 0)
    message["view"] = {**message["view"], "pot": [9, 9]}
    with pytest.raises(StateError, match="does not say what the view says"):
        view_of(game, message)


def test_serve_ends_with_the_input():
    out = io.StringIO()
    serve("greedy", io.BytesIO(b'\n{"id":1,"type":"hello"}\n'), out)
    assert json.loads(out.getvalue())["name"] == "aicore greedy"


# Specs


def test_specs():
    game = aicore.load("pig")
    command = f"{sys.executable} -c 'print(1, 2)' a=b:c"
    assert aicore.player(f"engine:{command}", game).spec == f"engine:{command}"
    assert aicore.player(f"engine:{command}", game).command[-1] == "a=b:c"
    with pytest.raises(SpecError, match=r"no program '\./nothing'"):
        aicore.player("engine:./nothing", game)
    with pytest.raises(SpecError, match="write engine:PATH"):
        aicore.player("engine", game)
    with pytest.raises(SpecError, match="No closing quotation"):
        aicore.player("engine:'x", game)


# Compliance


def findings(command, names=("pig",)):
    return {f.name: f.passed for f in check(command, [aicore.load(n) for n in names])}


def test_the_example_complies():
    found = findings([sys.executable, str(ROOT / "docs" / "engines" / "first.py")])
    assert len(found) == 9
    assert all(found.values())


def test_our_own_engine_complies():
    found = findings(
        [sys.executable, "-m", "aicore", "engine", "greedy"], ["ransom", "leduc_poker"]
    )
    assert all(found.values()), found


@pytest.mark.parametrize(
    ("way", "failed"),
    [
        ("early", "introduces itself"),
        ("protocol", "introduces itself"),
        ("crash", "plays pig, 2 seats"),
        ("illegal", "plays pig, 2 seats"),
        ("stubborn", "answers an unknown message with an error"),
    ],
)
def test_bad_engines_do_not_comply(tmp_path, monkeypatch, way, failed):
    monkeypatch.setattr("aicore.players.compliance.START_TIME", 1.0)
    monkeypatch.setattr("aicore.players.compliance.LEAVING", 0.3)
    command = [sys.executable, str(ROOT / "tests" / "bad_engine.py"), way, str(tmp_path)]
    found = {f.name: f.passed for f in check(command, [aicore.load("pig")], move=0.1)}
    assert found[failed] is False
    assert gone(str(tmp_path))


def test_the_command(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "aicore", "engine", "random"],
        input='{"id":1,"type":"hello"}\n{"type":"quit"}\n', capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0
    assert json.loads(run.stdout)["id"] == 1
