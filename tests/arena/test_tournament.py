"""Tests of tournaments: same results whoever plays them and however often they are interrupted."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

import pytest

import aicore
from aicore.arena import report
from aicore.arena import workers as workers_module
from aicore.arena.errors import StoreError
from aicore.arena.line_ups import line_ups, rank, seatings, subsets
from aicore.arena.match import Match
from aicore.arena.plan import Config, Plan, Sprt, configure
from aicore.arena.referee import Referee
from aicore.arena.store import Store, check_same
from aicore.arena.summary import summarize
from aicore.arena.tournament import run
from aicore.arena.workers import MAX_DEATHS, Worker, Workers
from aicore.core.errors import AicoreError, OptionError, SpecError
from aicore.core.record import Record, replay
from aicore.players.base import Player
from kit.tournaments import AICORE, Here, Scripted, config_of, count, games_of, played, results_of

# The plan


def test_two_seats_are_pairs_with_both_seatings():
    assert line_ups(3, 2, "round-robin") == [
        ((0, 1), (1, 0)),
        ((0, 2), (2, 0)),
        ((1, 2), (2, 1)),
    ]
    assert line_ups(3, 2, "gauntlet") == [((0, 1), (1, 0)), ((0, 2), (2, 0))]


def test_three_seats_are_permuted_and_four_rotated():
    assert len(seatings((0, 1, 2))) == 6
    assert seatings((0, 1, 2, 3)) == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
    assert len(line_ups(4, 3, "round-robin")) == 4
    assert all(0 in line[0] for line in line_ups(5, 3, "gauntlet"))
    assert len(line_ups(5, 3, "gauntlet")) == 6


def test_fewer_players_than_seats_sit_more_than_once():
    assert line_ups(2, 3, "round-robin") == [
        ((0, 0, 1), (0, 1, 0), (1, 0, 0)),
        ((0, 1, 1), (1, 0, 1), (1, 1, 0)),
    ]
    assert line_ups(2, 4, "round-robin") == [
        ((0, 0, 1, 1), (0, 1, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1))
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_sets_of_players_have_numbers_that_further_players_do_not_change(size):
    found = list(subsets(8, size))
    assert [rank(group) for group in found] == list(range(len(found)))
    assert len(set(found)) == math.comb(8, size)
    assert list(subsets(6, size)) == found[: math.comb(6, size)]


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "sprt"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_player_sits_equally_often_at_every_seat(players, seats, format):
    if format == "sprt" and players != 2:
        pytest.skip("a test compares two players")
    for line in line_ups(players, seats, format):
        for seat in range(seats):
            sitting = [seating[seat] for seating in line]
            for player in set(sitting):
                everywhere = [seating.count(player) for seating in line]
                assert sum(everywhere) == seats * sitting.count(player)


def test_blocks_have_different_deals_and_a_plan_is_a_function():
    config = config_of("pig", ["random", "greedy"], games=100)
    seeds = {Plan(config).block(number).seeds for number in range(50)}
    assert len(seeds) == 50
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for block in seeds for seed in block)
    assert Plan(config).block(7) == Plan(config).block(7)


def test_games_are_rounded_up_to_whole_rounds():
    assert Plan(config_of("booster", ["random", "greedy", "flat"], games=400)).games == 402
    assert Plan(config_of("ransom", ["random", "greedy", "flat"], games=1)).games == 3


def test_configurations_that_make_no_sense_are_refused():
    with pytest.raises(OptionError, match="at least two players"):
        config_of("pig", ["random"])
    with pytest.raises(SpecError, match="aicore play"):
        config_of("pig", ["random", "human"])
    with pytest.raises(OptionError, match="compares two players, not 3"):
        config_of("pig", ["random"] * 3, sprt=Sprt(0, 5))
    with pytest.raises(AicoreError, match="more than 10000 line-ups"):
        Plan(config_of("booster", ["random"] * 40, seats=6))


# One game, played as by the match runner


@pytest.mark.parametrize("name", aicore.names())
def test_records_equal_those_of_the_match_runner(name):
    game = aicore.load(name)
    specs = ["random", "script"]
    here = Here(configure(game, specs, games=2, seed=5))
    for number in range(3):
        for row in here.play(number):
            record = Record.from_line(zlib_text(row.record))
            players = [aicore.player(spec, game) for spec in record.players]
            assert Match(game, players, record.seed).finish() == record
            list(replay(record))


def zlib_text(data):
    return zlib.decompress(data).decode()


def test_searchers_decide_as_in_the_match_runner():
    game = aicore.load("leduc_poker")
    specs = [
        "mcts:sims=40",
        "expectimax:depth=1,worlds=2",
        "flat:sims=40",
        "greedy",
    ]
    here = Here(configure(game, specs, games=12, seed=1))
    for number in range(6):
        for row in here.play(number):
            record = Record.from_line(zlib_text(row.record))
            players = [aicore.player(spec, game) for spec in record.players]
            assert Match(game, players, record.seed).finish() == record


def test_luck_cancels_within_a_block(tmp_path):
    """A player against itself takes exactly half of every block."""
    found = played(tmp_path / "t", config_of("booster", ["random", "random"], games=40))
    assert [one.points for one in found.players] == [20.0, 20.0]


# Figures


def test_three_seats(tmp_path):
    config = config_of("pig", ["greedy", "random", "random"], seats=3, games=60)
    found = played(tmp_path / "t", config)
    assert found.games == 60
    assert found.ladder()[0] == 0
    assert sum(one.points for one in found.players) == 60
    assert found.players[0].elo > 50
    assert [round(sum(one.rank for one in found.players), 6)] == [6.0]
    assert sum(mean.value for mean in found.seats) == pytest.approx(1.0)


def test_solo(tmp_path):
    found = played(tmp_path / "t", config_of("ransom", ["random", "script"], games=48))
    assert found.ladder()[0] == 1
    assert found.differences is not None
    difference = found.differences[1][0]
    assert difference.low > 0
    means = [one.score.mean for one in found.players]
    assert difference.value == pytest.approx(means[1] - means[0])
    assert found.players[1].score.quantiles == sorted(found.players[1].score.quantiles)
    assert found.seats == []


def test_one_player_alone(tmp_path):
    found = played(tmp_path / "t", config_of("trader", ["random"], games=20))
    assert found.games == 20
    assert found.players[0].elo is None
    assert found.players[0].score.count == 20


def test_a_test_stops_when_it_is_decided(tmp_path):
    config = config_of("pig", ["greedy", "random"], sprt=Sprt(0, 30), capped=False)
    found = played(tmp_path / "t", config)
    assert found.test.decided == "elo1"
    assert found.test.llr >= found.test.upper
    assert sum(found.test.pairs) == found.test.blocks == found.blocks
    # with the players swapped
    config = config_of("pig", ["random", "greedy"], sprt=Sprt(0, 30), capped=False)
    assert played(tmp_path / "u", config).test.decided == "elo0"


@pytest.mark.parametrize(
    ("name", "seats", "better"), [("pig", 3, "greedy"), ("ransom", 1, "script")]
)
def test_a_test_on_block_scores(tmp_path, name, seats, better):
    config = config_of(name, [better, "random"], seats=seats, sprt=Sprt(0, 150), capped=False)
    found = played(tmp_path / "t", config)
    assert found.test.decided == "elo1"
    assert found.test.pairs is None


def test_a_test_may_end_undecided(tmp_path):
    config = config_of("pig", ["random", "random"], sprt=Sprt(0, 30), games=8)
    found = played(tmp_path / "t", config)
    assert found.test.decided == ""
    assert found.games == 8


class Equals:
    """Backend in which both games of a pair are the same, so that each player gets half."""

    def __init__(self, config):
        first, second = Here(config).play(0)
        self.pair = first, first._replace(game=1, seating=second.seating)

    def run(self, blocks):
        for block in blocks:
            yield [[row._replace(block=block.number) for row in self.pair]]


def test_a_test_between_the_hypotheses_ends_undecided(tmp_path):
    """With means of 1/2 ± 1/4, 16 of 32 blocks would differ; none does in 8 times as many."""
    elo = 400 * math.log10(3)
    config = config_of("tic_tac_toe", ["random"] * 2, sprt=Sprt(-elo, elo), capped=False)
    with Store.create(tmp_path / "t", config) as store:
        run(store, Equals(config))
        found = summarize(store)
        assert (found.test.decided, found.test.blocks, found.games) == ("", 256, 512)
        assert store.finished == {"blocks": 256, "decided": ""}
        assert "neither hypothesis holds" in " ".join(report.test(found).lines)
    config = dataclasses.replace(config, sprt=Sprt(0, 2 * elo))
    with Store.create(tmp_path / "u", config) as store:
        run(store, Equals(config))
        assert summarize(store).test.decided == "elo0"


# The file


def test_a_block_counts_once(tmp_path):
    config = config_of("pig", ["random", "random"])
    rows = Here(config).play(0)
    with Store.create(tmp_path / "t", config) as store:
        store.add(rows)
        with pytest.raises(StoreError, match="block 0 already exists"):
            store.add(rows)


def test_a_block_is_added_as_a_whole_or_not_at_all(tmp_path):
    config = config_of("pig", ["random", "random"])
    here = Here(config)
    rows = here.play(1)
    with Store.create(tmp_path / "t", config) as store:
        store.add(here.play(0))
        with pytest.raises(StoreError, match="already exists"):
            store.add([*rows, rows[0]])
        assert store.done() == {0: 2}
        with pytest.raises(StoreError, match="game 1: invalid record: an object of type object"):
            store.add([rows[0], rows[1]._replace(record=object())])
        store.add(rows)
    with Store.open(tmp_path / "t") as store:
        assert store.done() == {0: 2, 1: 2}
        assert store.count() == 4


def test_files_are_not_overwritten(tmp_path):
    config = config_of("pig", ["random", "random"])
    Store.create(tmp_path / "t", config).close()
    with pytest.raises(StoreError, match="continue it with --resume"):
        Store.create(tmp_path / "t", config)


def test_a_changed_configuration_is_refused_with_what_differs(tmp_path):
    old = config_of("pig", ["random", "greedy"], seed=1)
    new = config_of("pig", ["random", "greedy:samples=3"], seed=2)
    differ = r"player 2 greedy:samples=16,\S+, not greedy:samples=3,\S+; seed 1, not 2"
    with pytest.raises(StoreError, match=differ):
        check_same(old, new, Path("x"))
    assert Config.from_dict(json.loads(json.dumps(old.to_dict()))) == old


def test_a_plain_game_that_changed_is_refused_by_its_name():
    old = config_of("pig", ["random", "greedy"])
    old, new = (dataclasses.replace(old, game=f"dice.py#{digest}") for digest in ("1234", "abcd"))
    with pytest.raises(StoreError, match=r"dice.py has changed since x was started") as refused:
        check_same(old, new, Path("x"))
    assert "#" not in str(refused.value)


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "t"
    path.write_text("games")
    with pytest.raises(StoreError, match="not a tournament file"):
        Store.open(path)
    path.write_bytes(b"SQLite format 3\0" + bytes(100))
    with pytest.raises(StoreError, match="not a tournament file"):
        Store.open(path)


# Workers


def test_the_number_of_jobs_does_not_change_results(tmp_path):
    config = config_of("booster", ["random", "greedy", "script"], games=24)
    played(tmp_path / "here", config)
    for jobs in (1, 2):
        played(tmp_path / f"{jobs}", config, Workers(config, jobs))
        assert games_of(tmp_path / f"{jobs}") == games_of(tmp_path / "here")
        assert results_of(tmp_path / f"{jobs}") == results_of(tmp_path / "here")


def test_blocks_beyond_a_decision_do_not_count(tmp_path):
    config = config_of("pig", ["greedy", "random"], sprt=Sprt(0, 30), capped=False)
    played(tmp_path / "here", config)
    played(tmp_path / "2", config, Workers(config, 2))
    assert games_of(tmp_path / "2") == games_of(tmp_path / "here")


def test_a_killed_worker_is_replaced_and_its_games_replayed(tmp_path):
    config = config_of("booster", ["random", "random"], games=games_for(0.4))
    workers = Workers(config, 2)
    killed = []

    def kill(batch):
        if batch and len(killed) < 3:
            killed.append(workers._workers[len(killed) % 2])
            killed[-1].process.kill()

    with Store.create(tmp_path / "t", config) as store:
        workers._note = store.note
        run(store, workers, kill)
        assert len(killed) == 3
        assert [kind for _, kind, _ in store.notes()] == ["worker"] * 3
    played(tmp_path / "here", config)
    assert games_of(tmp_path / "t") == games_of(tmp_path / "here")


def test_a_supervisor_never_waits_while_a_worker_waits_for_it():
    """More blocks and more games than fit into the pipe are underway at once."""
    config = config_of("tic_tac_toe", ["random", "random"])
    blocks = 2000

    def give():
        for number in range(blocks):
            worker.give(Plan(config).block(number), {})

    worker = Worker(config)
    try:
        giving = threading.Thread(target=give, daemon=True)
        giving.start()
        giving.join(60)
        assert not giving.is_alive()
        played = []
        while len(played) < blocks and worker.connection.poll(60):
            played += [rows[0].block for rows in worker.connection.recv()[0]]
        assert played == list(range(blocks))
    finally:
        worker.end()


def test_workers_that_never_play_are_not_replaced_forever(tmp_path):
    config = config_of("booster", ["random", "random"], games=100)
    workers = Workers(config, 1)
    batches = workers.run(map(Plan(config).block, range(50)))

    def kill_them_all():
        for _ in range(1000):
            for worker in workers._workers:
                worker.process.kill()
            next(batches)

    with pytest.raises(AicoreError, match="die before playing a game"):
        kill_them_all()


def test_a_player_that_kills_its_workers_loses(tmp_path):
    """Here another process kills them, but always while the player thinks."""
    specs = ["mcts:sims=1000000000", "random"]
    config = config_of("connect_four", specs, games=2, move_time=0)
    workers = Workers(config, 1)
    batches = workers.run(map(Plan(config).block, range(1)))
    rows = []
    while not rows:
        for worker in workers._workers:
            if worker.thinking and worker.thinking[2] == worker.thinking[1] % 2:  # it is mcts
                os.kill(worker.process.pid, signal.SIGKILL)
        rows = next(batches)
    batches.close()
    assert [row.kind for row in rows[0]] == ["crash", "crash"]
    assert [row.loser for row in rows[0]] == [0, 1]
    assert "died 3 times while it was thinking (signal SIGKILL)" in rows[0][0].reason


def test_a_player_that_hangs_in_every_game_of_a_block_always_loses_on_time(monkeypatch):
    monkeypatch.setattr("aicore.arena.workers.GRACE", 0.1)
    specs = ["mcts:sims=1000000000,net=none", "random", "random"]
    config = config_of("relics", specs, 3, games=1, clock=(0.1, 0.0))
    batches = Workers(config, 1).run(map(Plan(config).block, range(1)))
    (rows,) = [rows for batch in batches for rows in batch]
    assert len(rows) >= MAX_DEATHS
    assert {row.kind for row in rows} == {"time"}


def test_a_block_that_cannot_be_played_is_a_one_line_error():
    config = config_of("pig", ["random", "random"])
    wrong = Config.from_dict({**config.to_dict(), "players": ["random", "randem"]})
    with pytest.raises(AicoreError, match='There is no player "randem"'):
        list(Workers(wrong, 1).run(map(Plan(config).block, range(3))))
    crooked = dataclasses.replace(Plan(config).block(0), players=((7, 7), (7, 7)))
    with pytest.raises(AicoreError, match="block 0 cannot be played: IndexError"):
        list(Workers(config, 1).run(iter([crooked])))


def games_for(seconds):
    """Return the number of random games of booster that one process plays in about this time."""
    here = Here(config_of("booster", ["random", "random"]))
    before = time.process_time()
    for number in range(20):
        here.play(number)
    return max(100, int(40 * seconds / (time.process_time() - before)))


def start(path, *args):
    return subprocess.Popen(
        [*AICORE, "tournament", *args, "--jobs", "2", "--quiet"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=path.parent,
    )  # fmt: skip


def children(pid):
    """Return the child processes of a process, from Linux's /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid:
                found.append(int(path.parent.name))
    return found


def kill_often(tmp_path, kills, seed, seconds=1.5):
    """Kill a tournament `kills` times, and check that its results equal one run's."""
    path = tmp_path / "killed.tournament"
    chance = random.Random(seed)
    games = games_for(seconds)
    given = ["booster", "random", "random", "--games", str(games), "--seed", "3"]
    process = start(path, *given, "--file", str(path))
    done = 0
    orphans = set()
    while done < kills:
        time.sleep(chance.uniform(0.3, 1.6))
        if process.poll() is not None:  # finished before the last kill: start over
            path.unlink()
            process = start(path, *given, "--file", str(path))
            continue
        workers = list(children(process.pid))
        orphans |= set(workers)
        if done % 2 and workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(workers), signal.SIGKILL)
            done += 1
            continue
        process.kill()
        process.communicate()
        done += 1
        again = ["--resume", str(path)] if path.exists() else [*given, "--file", str(path)]
        process = start(path, *again)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in orphans) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{pid}").exists() for pid in orphans)  # no orphan plays on
    config = config_of("booster", ["random", "random"], games=games, seed=3, move_time=60.0)
    played(tmp_path / "whole", config)
    assert games_of(path) == games_of(tmp_path / "whole")
    assert results_of(path) == results_of(tmp_path / "whole")


linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.mark.slow
@linux
def test_a_killed_and_resumed_tournament_gives_the_same_results(tmp_path):
    kill_often(tmp_path, kills=2, seed=1, seconds=0.7)


@linux
@pytest.mark.slow
def test_killed_twenty_times(tmp_path):
    kill_often(tmp_path, kills=20, seed=2)


def test_ctrl_c_leaves_a_good_file(tmp_path):
    path = tmp_path / "t.tournament"
    process = subprocess.Popen(
        [*AICORE, "tournament", "booster", "random", "random", "--games", "100000",
         "--file", str(path), "--jobs", "2"],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not (path.exists() and count(path)) and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"aicore tournament --resume {path}" in out
    with Store.open(path) as store:
        assert store.count() % 2 == 0
        assert store.count() > 0


# Players that misbehave


def spoiled(config, act):
    """Return a tournament whose first player acts as the test asks."""
    here = Here(config)
    here.table._clones[0, 0] = Scripted(here.table.game, act)
    return here


def raise_it(view):
    raise RuntimeError("no idea\nat all")


@pytest.mark.parametrize(
    ("act", "kind", "reason"),
    [
        (raise_it, "error", "RuntimeError: no idea at all"),
        (lambda view: "castle", "illegal", '"castle"'),
        (lambda view: "hold" if "roll" in view.legal() else "roll", None, ""),
        (lambda view: None, "illegal", "None: an event of pig must be a string"),
        (lambda view: time.sleep(0.4) or "roll", "time", "the limit is 0.30 s"),
    ],
)
def test_a_misbehaving_player_loses_the_game_and_the_others_go_on(tmp_path, act, kind, reason):
    config = config_of("pig", ["random", "random", "script"], games=6, move_time=0.1)
    found = played(tmp_path / "t", config, spoiled(config, act))
    assert found.games == 6
    if kind is None:
        assert found.players[0].forfeits == 0
        return
    assert found.players[0].forfeits == found.players[0].games == 4
    assert found.players[0].points == 0
    assert found.players[0].timeouts == (4 if kind == "time" else 0)
    assert found.ladder()[-1] == 0
    assert all(entry[1] == kind and reason in entry[2] for entry in found.reasons)
    with Store.open(tmp_path / "t") as store:
        for line in store.records():
            list(replay(Record.from_line(line), unfinished=True))


def test_illegal_integers_are_shown_in_words():
    game = aicore.load("tic_tac_toe")

    wild = [Scripted(game, lambda view: 12345) for _ in range(2)]
    outcome = Referee(game).play(wild, [0, 0], aicore.Chance(1))
    assert outcome.forfeit.kind == "illegal"
    assert "12345" in outcome.forfeit.reason


def test_a_player_that_hangs_is_stopped_with_its_worker(tmp_path, monkeypatch):
    """It hangs in C without ever checking for interrupts: only another process can stop it."""
    monkeypatch.setattr(workers_module, "GRACE", 0.2)
    specs = ["mcts:sims=1000000000", "random"]  # takes hours
    config = config_of("connect_four", specs, games=2, move_time=0.1)
    start = time.monotonic()
    found = played(tmp_path / "t", config, Workers(config, 1))
    assert time.monotonic() - start < 30
    assert found.players[0].timeouts == 2
    assert "no decision within" in found.reasons[0][2]


def test_every_object_of_a_player_gets_its_time(monkeypatch):
    """A player that takes two seats of a game has an object for each."""
    heard = []
    monkeypatch.setattr(Player, "give_time", lambda one, *given: heard.append((one, *given)))
    config = config_of("pig", ["random", "greedy"], seats=3, games=6)
    runner = Here(config)
    for number in Plan(config).numbers():
        runner.play(number)
    made = runner.table.players
    assert len(made) > 2
    times = config.move_time, config.limit
    assert sorted(map(id, made)) == sorted(id(one) for one, *given in heard if (*given,) == times)
