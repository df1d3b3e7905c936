"""Tests of external engines: good ones play, bad ones lose, and no process stays behind."""

from __future__ import annotations

import json
import resource
import shlex
import shutil
import sys
import time
import warnings

import pytest

import aicore
from aicore.arena import workers as workers_module
from aicore.arena.match import Match
from aicore.arena.plan import Plan, configure
from aicore.arena.workers import Workers
from aicore.core.errors import SpecError
from aicore.players import external, streams
from aicore.players.errors import EngineError
from aicore.players.pipe import Pipe
from aicore.players.protocol import (
    WrongField,
    answer_of,
    decision_of,
    question,
    thought_of,
    view_of,
)
from kit.effort import effort
from kit.engines import BAD, FIRST, OURS, ROOT, gone, running
from kit.hiding import HIDING, load, positions
from kit.tournaments import Here, games_of, played

# Bad engines

BAD_WAYS = {
    "crash": ("crash", "exited with code 3: out of ideas"),
    "crash-with-child": ("crash", "exited with code 3"),
    "signal": ("crash", "killed by SIGKILL"),
    "early": ("crash", "exited with code 1"),
    "hang": ("time", "it did not answer in time"),
    "mute": ("time", "it did not answer in time"),
    "garbage": ("garbage", "'e2e4' is not a JSON object"),
    "binary": ("garbage", "is not a JSON object"),
    "deep": ("garbage", "is not a JSON object"),
    "protocol": ("garbage", "protocol: it must be 'aicore-engine/1', not 'chess'"),
    "number": ("garbage", "action: it must be a string"),
    "nonsense": ("garbage", "candidates: it must be a list"),
    "illegal": ("illegal", 'There is no move "castle"'),
    "refuse": ("refused", "it refused: not in the mood"),
    "text-id": ("garbage", "as in the message; not '"),
    "no-id": ("garbage", "as in the message; it is missing"),
    "future-id": ("garbage", "id: it must be"),
    "null-error": ("refused", "it refused: not JSON"),
    "flood": ("flood", "bytes"),
    "flood-lines": ("flood", "it answered one message with more than"),
    "flood-errors": ("time", "it did not answer in time"),
    "flood-thoughts": ("flood", "it answered one message with more than"),
    "real-time-signal": ("crash", "killed by signal 40"),
    "crash@new": ("crash", "exited with code 3: out of ideas"),
    "hang@new": ("time", "it did not answer in time"),
    "garbage@new": ("garbage", "'e2e4' is not a JSON object"),
    "refuse@hello": ("refused", "it refused: not in the mood"),
}
SLOW_WAYS = (
    "binary", "crash@new", "deep", "flood-errors", "flood-lines", "garbage@new", "hang@new",
    "no-id", "real-time-signal", "text-id",
)  # fmt: skip
"""Ways that hardly differ from others; only slow test runs include them."""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """Load everything that a tournament imports, before memory is measured."""
    config = configure(aicore.load("booster"), ["random", "random"], games=2)
    played(tmp_path_factory.mktemp("loaded") / "t", config)


@pytest.mark.parametrize(
    "way",
    [pytest.param(one, marks=pytest.mark.slow if one in SLOW_WAYS else ()) for one in BAD_WAYS],
)
@pytest.mark.usefixtures("loaded")
def test_bad_engines_lose_with_a_reason(tmp_path, monkeypatch, way):
    monkeypatch.setattr(external, "START_TIME", 0.5 if way in ("mute", "hang@new") else 10.0)
    monkeypatch.setattr("aicore.players.pipe.EXIT_SECONDS", 0.1)  # for engines that ignore `quit`
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
    for _, text, words, _ in found.reasons:
        assert text == kind
        assert reason in words
        assert words.isprintable()
    if sys.platform == "linux":
        assert gone(str(tmp_path))


def test_answers_to_earlier_questions_are_skipped(tmp_path):
    config = configure(aicore.load("booster"), [f"{BAD} late", "random"], games=2)
    here = Here(config)
    assert played(tmp_path / "t", config, here).players[0].forfeits == 0
    here.table.close()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_killed_workers_take_their_engines_with_them(tmp_path):
    config = configure(aicore.load("booster"), [f"{BAD} hang {tmp_path}", "random"], games=2)
    workers = Workers(config, 1)
    batches = workers.run(map(Plan(config).block, range(1)))
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
    batches = workers.run(map(Plan(config).block, range(1)))
    while not running(str(tmp_path)):
        next(batches)
    batches.close()
    assert gone(str(tmp_path))


@pytest.fixture(params=[streams.SelectStreams, streams.ThreadStreams])
def each_kind(request, monkeypatch):
    """Set each kind of stream in turn, whatever this system would choose."""
    monkeypatch.setattr(streams, "KIND", request.param)


@pytest.mark.usefixtures("each_kind")
@pytest.mark.parametrize(
    "way",
    effort(
        ["crash-with-child", "flood-errors", "binary"],
        ["crash", "crash-with-child", "signal", "flood", "flood-lines", "flood-errors", "binary"],
    ),
)
def test_bad_engines_are_detected_by_every_kind_of_streams(tmp_path, monkeypatch, way):
    monkeypatch.setattr("aicore.players.pipe.EXIT_SECONDS", 0.1)  # for engines that ignore `quit`
    kind, reason = BAD_WAYS[way]
    game = aicore.load("pig")
    engine = aicore.player(f"{BAD} {way} {tmp_path}", game)
    engine.give_time(0.0, 0.3 if kind == "time" else 10.0)
    with pytest.raises(EngineError) as caught:
        engine.decide(game.start().view(0))
    assert caught.value.kind == kind
    assert reason in str(caught.value)
    if sys.platform == "linux":
        assert gone(str(tmp_path))


@pytest.mark.usefixtures("each_kind")
def test_a_line_that_nobody_reads_does_not_block_forever():
    pipe = Pipe([sys.executable, "-c", "import time; time.sleep(3600)"])
    start = time.monotonic()
    with pytest.raises(EngineError, match="does not read its input") as caught:
        pipe.send(b"x" * (4 << 20), start + 0.3)
    assert caught.value.kind == "time"
    assert time.monotonic() - start < 60
    pipe.close()
    assert not pipe.alive


@pytest.mark.usefixtures("each_kind")
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


def test_a_slow_new_is_off_the_clock(tmp_path, monkeypatch):
    """It takes longer than a decision may, and than the workers wait for a hung one (1.1 s)."""
    monkeypatch.setattr(workers_module, "GRACE", 0.5)
    config = configure(
        aicore.load("tic_tac_toe"), [f"{BAD} slow@new 1.6", "random"], games=2, move_time=0.2
    )
    notes = []
    found = played(tmp_path / "t", config, Workers(config, 1, lambda *note: notes.append(note)))
    assert found.games == 2
    assert found.reasons == [] == notes


@pytest.mark.parametrize(("there", "warned"), [(1, True), (1000, False)])
def test_an_unfair_clock_gives_one_warning(tmp_path, monkeypatch, there, warned):
    """It comes if a player loses on time and there are more workers than processors."""
    monkeypatch.setattr(workers_module, "processors", lambda: there)
    specs = [f"{BAD} slow 0.5", "random"]
    config = configure(aicore.load("tic_tac_toe"), specs, games=2, move_time=0.1)
    notes = []
    workers = Workers(config, 2, lambda *note: notes.append(note))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = played(tmp_path / "t", config, workers)
    assert found.players[0].timeouts == 2
    text = "with --jobs 2"
    assert [kind for kind, _ in notes] == ["clock"] * warned
    assert [text in str(one.message) for one in said] == [True] * warned


@pytest.mark.slow
def test_a_silent_new_forfeits_after_ten_seconds_and_no_worker_dies(tmp_path):
    specs = [f"{BAD} hang@new {tmp_path}", "random"]
    config = configure(aicore.load("tic_tac_toe"), specs, games=2, move_time=0.3)
    notes = []
    start = time.monotonic()
    found = played(tmp_path / "t", config, Workers(config, 1, lambda *note: notes.append(note)))
    assert time.monotonic() - start > 2 * external.START_TIME  # docs/engine-protocol.md: 10 s
    assert [note for note in notes if note[0] != "clock"] == []  # the machine is busy
    assert found.players[0].forfeits == 2
    assert {reason[1] for reason in found.reasons} == {"time"}


def engine_of(way, game, *more):
    return aicore.player(f"{BAD} {way} {shlex.join(more)}", game)


BAD_ANSWERS = {
    '{"simulations": Infinity}': "simulations: it must be a whole number from 0 to 2^53",
    '{"simulations": 1e999}': "simulations: it must be a whole number from 0 to 2^53",
    '{"simulations": 9007199254740993}': "simulations: it must be a whole number from 0 to 2^53",
    '{"nodes": 2.5}': "nodes: it must be a whole number from 0 to 2^53",
    '{"nodes": "7"}': "nodes: it must be a whole number from 0 to 2^53",
    '{"depth": true}': "depth: it must be a whole number from 0 to 2^53",
    '{"depth": null}': "depth: it must be a whole number from 0 to 2^53",
    '{"seconds": -1}': "seconds: it must be a number from 0 to 1000000000",
    '{"seconds": NaN}': "seconds: it must be a number from 0 to 1000000000",
    '{"seconds": 1' + 4000 * "0" + "}": "seconds: it must be a number from 0 to 1000000000",
    '{"candidates": {}}': "candidates: it must be a list of at most",
    '{"candidates": [3]}': "candidates: it must be an object",
    '{"candidates": [{}]}': "candidates.action: missing",
    '{"candidates": [{"action": "roll", "values": []}]}': "it must have 2 entries, one per seat",
    '{"candidates": [{"action": "roll", "values": [1]}]}': "it must have 2 entries, one per seat",
    '{"candidates": [{"action": "roll", "values": [1, 2, 3]}]}': "it must have 2 entries, one",
    '{"candidates": [{"action": "roll", "values": [1, NaN]}]}': "candidates.values: it must be a",
    '{"candidates": [{"action": "roll", "values": [1, -1e10]}]}': "from -1000000000 to 1000000000",
    '{"candidates": [{"action": "roll", "values": [1, [[[]]]]}]}': "candidates.values: it must be",
    '{"candidates": [{"action": "roll", "values": [1, 0], "visits": -1}]}': "candidates.visits:",
    '{"candidates": [{"action": "roll", "values": [1, 0], "error": -1}]}': "candidates.error:",
    '{"candidates": [{"action": "roll", "values": [1, 0], "bound": 1}]}': "candidates.bound:",
    '{"candidates": [{"action": "sing", "values": [1, 0]}]}': "each must be a different legal",
    '{"candidates": [{"values": [1, 0]}]}': "candidates.action: missing",
    '{"line": "roll"}': "line: it must be a list of at most 1000 entries",
    '{"line": [["roll"]]}': "line: it must be a string of at most 300 characters",
    '{"action": null}': "action: it must be a string of at most 300 characters",
    '{"error": {"a": ["b"]}}': "it refused: it gave no reason as a string",
    '{"error": "no\\u001b[31m\\n more"}': r"it refused: no\x1b[31m more",
}


@pytest.mark.parametrize("fields", effort([*BAD_ANSWERS][::2], BAD_ANSWERS))
def test_wrong_answers_are_one_line(fields):
    game = aicore.load("pig", seats=2)
    engine = engine_of("answer", game, fields)
    with pytest.raises(EngineError) as caught:
        engine.decide(game.start().view(0))
    assert caught.value.kind == ("refused" if fields.startswith('{"error"') else "garbage")
    assert BAD_ANSWERS[fields] in str(caught.value)
    assert len(str(caught.value)) <= 300
    engine.close()


# megabytes are too long for a command line
HUGE_ANSWERS = {
    "action: it must be a string": {"action": "x" * 1_000_000},
    "candidates: it must be a list of at most": {"candidates": [{}] * 300_000},
    "line: it must be a list of at most": {"line": ["roll"] * 100_000},
}


@pytest.mark.parametrize("text", HUGE_ANSWERS)
def test_huge_answers_are_one_line(text):
    with pytest.raises(WrongField, match=text) as caught:
        decision_of({"action": "roll", **HUGE_ANSWERS[text]}, ["roll"], 2)
    assert len(str(caught.value)) <= 300


def test_wrong_thoughts_are_skipped():
    legal = ["hold", "roll"]
    for value in (10**400, float("nan"), float("inf"), -0.1, 1.1, "1", None, [], True):
        assert thought_of({"action": "roll", "value": value}, legal) is None
    for action in ("sing", None, ["roll"], "x" * 10**6):
        assert thought_of({"action": action, "value": 0.5}, legal) is None
    assert thought_of({"action": "roll", "value": 1}, legal) == ("roll", 1.0)


def test_thoughts_do_not_extend_the_deadline():
    game = aicore.load("pig", seats=2)
    engine = engine_of("thinking", game)
    engine.ready(0)
    engine.give_time(0.1, 0.3)  # its answer takes a second
    with pytest.raises(EngineError, match="it did not answer in time"):
        engine.decide(game.start().view(0))
    engine.close()


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ('{"protocol": "chess"}', "protocol: it must be 'aicore-engine/1', not 'chess'"),
        ('{"protocol": [1]}', "protocol: it must be 'aicore-engine/1', a string"),
        ('{"protocol": "aicore-engine/1", "type": "ok"}', "type: it must be 'ready', not 'ok'"),
        ('{"protocol": "aicore-engine/1", "type": "ready"}', "name: it must be a string"),
    ],
)
def test_wrong_introductions_are_one_line(fields, text):
    engine = engine_of("answer@hello", aicore.load("pig"), fields)
    with pytest.raises(EngineError) as caught:
        engine.ready(0)
    assert caught.value.kind == "garbage"
    assert text in str(caught.value)


def test_names_are_one_visible_line():
    message = {
        "protocol": "aicore-engine/1",
        "type": "ready",
        "name": "a\n\x1b[2Jb",
        "version": "1\t2",
    }
    engine = engine_of("answer@hello", aicore.load("pig"), json.dumps(message))
    engine.ready(0)
    assert engine.about == {"name": r"a \x1b[2Jb", "version": "1 2"}
    engine.close()


@pytest.mark.parametrize(
    "command",
    [
        ["{file}"],
        ["{busy}"],
        ["true", "x" * 200_000],
        ["true", "\0"],
        ["true", "\ud800"],
        ["{none}"],
    ],
    ids=["no program", "busy", "too long", "NUL", "no UTF-8", "none"],
)
def test_programs_that_cannot_be_started(tmp_path, command):
    file, busy = tmp_path / "file", tmp_path / "busy"
    file.write_bytes(b"\x7fELF")
    shutil.copy("/bin/sleep", busy)
    file.chmod(0o755)
    busy.chmod(0o755)
    places = {"{file}": str(file), "{busy}": str(busy), "{none}": str(tmp_path / "none")}
    with busy.open("r+b"), pytest.raises(EngineError, match="it cannot be started") as caught:
        Pipe([places.get(word, word) for word in command])
    assert caught.value.kind == "crash"


def test_a_program_that_cannot_be_watched_is_ended(tmp_path, monkeypatch):
    def too_many():
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("selectors.DefaultSelector", too_many)
    with pytest.raises(EngineError, match="it cannot be reached"):
        Pipe([sys.executable, "-c", "import time; time.sleep(3600)", str(tmp_path)])
    if sys.platform == "linux":
        assert gone(str(tmp_path))


def test_paths_of_windows_are_words():
    command = r'"C:\My Engines\one.exe" --level 3 D:\two'
    assert external.words_of(command, windows=True) == [
        r"C:\My Engines\one.exe", "--level", "3", r"D:\two"
    ]  # fmt: skip


@pytest.mark.usefixtures("each_kind")
def test_long_lines_are_a_flood_wherever_they_end():
    pipe = Pipe([sys.executable, "-c", "print('x' * (3 << 20)); input()"])
    with pytest.raises(EngineError, match="it wrote a line of more than 1048576 bytes"):
        pipe.receive(time.monotonic() + 10)
    pipe.close()


def test_an_engine_that_died_between_decisions_is_started_again():
    game = aicore.load("pig")
    engine = aicore.player(FIRST, game)
    engine.ready(0)
    first = engine.decide(game.start().view(0))
    engine._pipe.process.kill()
    engine._pipe.process.wait()
    engine.decisions = 0
    assert engine.decide(game.start().view(0)) == first
    engine.close()


def test_each_game_is_announced_once(monkeypatch):
    """`ready` announces a game; so does the first question of a game without a call of `ready`."""
    lines = []

    def ask(self, message, *rest):
        lines.append((message["type"], message.get("seat")))
        return {"action": message["legal"][0]} if message["type"] == "decide" else {}

    monkeypatch.setattr(external.Engine, "_ask", ask)
    monkeypatch.setattr(external.Engine, "_start", lambda self: None)
    game = aicore.load("pig", seats=2)
    engine = aicore.player(FIRST, game, seed=5)
    view = game.start().view(0)

    def decide(decisions):
        lines.clear()
        engine.decisions = decisions
        engine.decide(view)
        return lines

    engine.ready(0)
    engine.ready(1)
    assert lines == [("new", 0), ("new", 1)]
    assert decide(0) == [("decide", 0)]
    assert decide(1) == [("decide", 0)]
    assert decide(0) == [("new", 0), ("decide", 0)]  # after an undo
    engine.seed = 6
    assert decide(3) == [("new", 0), ("decide", 0)]  # another game, resumed
    engine.ready(0)
    engine.seed = 7
    assert decide(3) == [("decide", 0)]


# Good engines


def test_the_example_is_short_and_plays_every_game():
    page = ROOT / "docs" / "engines" / "first.py"
    assert len(page.read_text().splitlines()) <= 40
    for name in effort(["leduc_poker", "relics", "trader"], aicore.names()):
        game = aicore.load(name)
        engine = aicore.player(FIRST, game)
        players = [engine, *[aicore.player("random", game)] * (game.seats - 1)]
        first = Match(game, players, seed=3).finish()
        assert first == Match(game, players, seed=3).finish()
        engine.close()


def test_our_player_as_an_engine_decides_as_in_this_process():
    """With the same seed and decision number, the program decides as the player does here."""
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


@pytest.mark.parametrize("name", HIDING)
def test_an_engine_is_shown_what_its_seat_knows_and_nothing_else(name):
    game = load(name)
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


@pytest.mark.parametrize("name", aicore.names())
@pytest.mark.parametrize("spec", ["mcts:sims=40", "expectimax:depth=1,worlds=2,samples=1"])
def test_our_players_decisions_fit_the_schema(name, spec):
    game = aicore.load(name)
    rng, state, asked = aicore.Rng(2), game.start(), 0
    while state.turn != aicore.END and asked < 8:
        if state.turn >= 0 and len(state.legal_actions()) > 1:
            asked += 1
            decision = aicore.player(spec, game).decide(state.view(state.turn))
            message = json.loads(json.dumps(answer_of(decision)))
            assert decision_of(message, state.legal(), game.seats) == decision
        state.apply(state.sample(rng))


@pytest.mark.parametrize("name", aicore.names())
def test_the_world_of_a_question_gives_the_view_again(name):
    """The views are identical for every seat: the server's players know what players here know."""
    low, high = aicore.core.registry.info(name).seats
    rng, moved = aicore.Rng(11), 0
    for seats in range(low, high + 1):
        game = aicore.load(name, seats=seats)
        seen = 0
        while seen < effort(60, 400):
            state = game.start()
            guided = rng.below(2)
            while state.turn != aicore.END and seen < effort(60, 400):
                turn = state.turn
                if turn >= 0 and rng.below(4) == 0:
                    for seat in range(seats):
                        view = state.view(seat)
                        message = json.loads(json.dumps({"type": "decide", **question(view, 1, 0)}))
                        assert bytes(view_of(game, message)) == bytes(view)
                        # hidden information is drawn from the view alone
                        other = state.resample(seat, rng)
                        moved += other != state
                        assert question(other.view(seat), 1, 0)["world"] == message["world"]
                    seen += seats
                state.apply(state.policy(rng) if guided and turn >= 0 else state.sample(rng))
    assert moved > effort(15, 100) or not aicore.load(name).has_hidden


def test_the_page_shows_a_true_question():
    page = (ROOT / "docs" / "engine-protocol.md").read_text()
    start = page.index('{"id":3,"type":"decide"')
    shown = json.loads(page[start : page.index('{"id":3,"action"')])
    game = aicore.load("kuhn_poker")
    state = game.start()
    for card in ("K", "Q"):
        state.apply(next(text for text, _ in state.outcomes() if card in text))
    assert shown == {"id": 3, **question(state.view(0), 6140934291, 0, 1.0, 3.0)}


def test_an_endless_limit_is_none():
    view = aicore.load("pig").start().view(0)
    message = question(view, 1, 0, float("inf"), float("inf"))
    assert message["clock"] == {"move": None, "limit": None}


def test_an_engines_search_results_are_kept():
    decision = decision_of(
        {"action": "a", "candidates": [{"action": "a", "visits": 3, "values": [1, 0]}],
         "simulations": 3, "line": ["a", "b"]}, ["a", "b"], 2
    )  # fmt: skip
    assert decision.candidates[0].visits == 3
    assert decision.continuation == ("a", "b")


# Specs


def test_specs():
    game = aicore.load("pig")
    command = f"{sys.executable} -c 'print(1, 2)' a=b:c"
    assert aicore.player(f"engine:{command}", game).spec == f"engine:{command}"
    assert aicore.player(f"engine:{command}", game).command[-1] == "a=b:c"
    with pytest.raises(SpecError, match=r"no executable program '\./nothing'"):
        aicore.player("engine:./nothing", game)
    with pytest.raises(SpecError, match="engine:PATH ARGUMENTS"):
        aicore.player("engine", game)
    with pytest.raises(SpecError, match="No closing quotation"):
        aicore.player("engine:'x", game)
