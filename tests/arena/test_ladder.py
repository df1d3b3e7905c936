"""Tests of ladders: the most informative games, sessions that only add games, and folders."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from html import unescape
from pathlib import Path

import numpy as np
import pytest

import aicore
from aicore.arena.growth import grown
from aicore.arena.ladder import Knowledge, _gain, _learn, inverse
from aicore.arena.plan import MAX_DEALS, Plan, configure, with_session
from aicore.arena.schedules import PlayableBlocks
from aicore.arena.store import Store
from aicore.arena.tournament import run
from aicore.arena.workers import Workers
from aicore.cli.ladder import players_in
from bench.study import schedules
from kit.command import fails, works
from kit.tournaments import Here, config_of, games_of, played, results_of

pytestmark = pytest.mark.usefixtures("here")

SPECS = ["mcts:sims=40", "greedy", "script", "flat:sims=4", "random"]


def ladder(specs=SPECS, games=120, **given):
    return config_of("tic_tac_toe", specs, format="ladder", games=games, **given)


# The most informative games


def positive_definite(size, seed):
    root = np.random.default_rng(seed).normal(size=(size, size))
    return root @ root.T + np.eye(size)


def test_the_inverse_matches_numpy():
    matrix = positive_definite(7, 1)
    assert np.array(inverse(matrix.tolist())) == pytest.approx(np.linalg.inv(matrix))


def test_a_gain_is_the_decrease_of_the_variances():
    information = positive_definite(5, 2)
    covariance = np.linalg.inv(information)
    unit = np.eye(5)[1] - np.eye(5)[3]
    after = np.linalg.inv(information + 0.7 * np.outer(unit, unit))
    assert _gain(covariance.tolist(), [(1, 3, 0.7)]) == pytest.approx(
        np.trace(covariance) - np.trace(after)
    )
    learned = covariance.tolist()
    _learn(learned, 1, 3, 0.7)
    assert np.array(learned) == pytest.approx(after)


def test_open_results_and_unknown_players_are_preferred():
    pairs = {0: (0, 1), 1: (0, 2), 2: (1, 2), 3: (0, 3), 4: (1, 3), 5: (2, 3)}
    known = Knowledge(4)
    for _ in range(20):  # 0 and 1 are equal, 2 loses to both
        known.add({0: 1.0, 1: 1.0})
        known.add({0: 2.0, 2: 0.0})
        known.add({1: 2.0, 2: 0.0})
    with_newcomer = known.choose(pairs, range(4), 8, 2)
    assert sum(with_newcomer[k] for k in (3, 4, 5)) == 8  # all with the unknown player
    old = known.choose({k: pairs[k] for k in (0, 1, 2)}, range(3), 30, 2)
    assert sum(old.values()) == 30
    assert old[1] > 0 < old[2]  # the loser's distance is the least known


def test_players_who_left_are_not_chosen(here):
    config = ladder(games=40)
    played("t", config)
    with Store.open("t") as store:
        store.grow(with_session(config, [0, 1, 4], 40))
        run(store, Here(store.config))
        rows = list(store.games())
    before = {row.block for row in games_in("t", 40)}
    later = Counter(row.seating for row in rows if row.block not in before)
    assert set("".join(later)) <= set("[,]014")
    assert sum(later.values()) == 40


def games_in(path, games):
    """Return the first games that a ladder played."""
    with Store.open(path) as store:
        playable = PlayableBlocks(Plan(store.config))
        rows = {}
        for row in store.games():
            rows.setdefault(row.block, []).append(row)
    found = []
    while len(found) < games:
        block = next(playable)
        found += rows[block.number]
        playable.add(rows[block.number])
    return found[:games]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["Swiss", "knockout", "ladder", "ladder, half joined later"])
def test_intervals_cover_the_truth_where_results_decide_who_plays(kind):
    """95 % intervals cover the truth in 93 to 97 % of 1,000 players' ratings."""
    assert 0.93 <= schedules.held(kind, 600, 10, 800.0, 100, 1) <= 0.97


# A function of its sessions


def test_an_interrupted_ladder_ends_with_the_same_games(here):
    config = ladder()
    played("whole", config)
    with Store.create("cut", config) as store:
        backend = Here(config)
        for number, batch in enumerate(backend.run(PlayableBlocks(Plan(config)))):
            if number == 5:
                break
            store.add(batch[0])
    with Store.open("cut") as store:
        run(store, Workers(config, 2))
    assert games_of("cut") == games_of("whole")
    assert results_of("cut") == results_of("whole")


def test_a_session_changes_no_earlier_game(here):
    config = ladder(games=60)
    played("t", config)
    before = set(games_of("t"))
    with Store.open("t") as store:
        store.grow(with_session(grown(config, config.load(), ["greedy"]), range(6), 60))
        run(store, Here(store.config))
        longer = store.config
    assert before < set(games_of("t"))
    newcomer = sum("5" in row[2] for row in games_of("t"))
    assert newcomer >= 30  # it is the least known player
    played("whole", longer)
    assert games_of("t") == games_of("whole")
    assert results_of("t") == results_of("whole")


def test_a_player_that_joined_without_games_plays_later():
    config = ladder(games=60)
    joined = grown(config, config.load(), ["greedy"])
    assert joined.sessions == config.sessions
    longer = grown(joined, config.load(), ["greedy:samples=2"], games=80)
    assert longer.sessions[-1] == ((*range(len(SPECS)), len(SPECS), len(SPECS) + 1), 80)
    retired = with_session(longer, [0, 1, 2], 20)  # those who left stay out
    assert grown(retired, config.load(), games=120).sessions[-1] == ((0, 1, 2), 120)


def test_a_ladder_has_whole_blocks_and_its_number_of_games(here):
    found = played("t", ladder(games=59))
    assert found.games == 60
    with Store.open("t") as store:
        deals = Counter(number // MAX_DEALS for number in store.done())
        for number in store.done():
            assert number % MAX_DEALS < deals[number // MAX_DEALS]  # without gaps


# A folder of players

BOT = """
def move(view, random):
    return view.legal()[-1]
"""


@pytest.fixture
def folder(here):
    path = here / "players"
    path.mkdir()
    (path / "players.txt").write_text("# our players\nrandom\n\ngreedy\nscript\n")
    return path


def run_ladder(*args):
    return works("ladder", "tic_tac_toe", "players", "--jobs", 1, *args)


def names():
    with Store.open("players/tic_tac_toe.tournament") as store:
        return list(store.config.names), store.config.sessions


def test_a_ladder_of_a_folder_goes_on_as_players_come_and_go(folder):
    text = run_ladder("--games", 40, "--seed", 1)
    assert "40 games; the page is players/tic_tac_toe/index.html" in text
    assert max(map(len, text.splitlines())) <= 80
    (folder / "bot.py").write_text(BOT)
    run_ladder("--games", 20, "--quiet")
    assert names() == (
        ["random", "greedy", "script", "bot"],
        (((0, 1, 2), 40), ((0, 1, 2, 3), 60)),
    )
    (folder / "players.txt").write_text("greedy\nrandom\n")
    (folder / "bot.py").write_text(BOT.replace("-1", "0"))  # another version
    run_ladder("--games", 20, "--quiet")
    listed, sessions = names()
    assert listed[4] == "bot #2"
    assert set(sessions[-1][0]) == {0, 1, 4}
    run_ladder("--games", 0, "--quiet")
    page = unescape((folder / "tic_tac_toe" / "index.html").read_text())
    assert page.count("(retired)") == 2
    assert "80 games on 40 deals" in page
    links = re.findall(r'href="(replays/[\d-]+\.html)"', page)
    assert links
    written = {path.name for path in (folder / "tic_tac_toe" / "replays").iterdir()}
    assert {f"replays/{name}" for name in written} == set(links)
    replay = (folder / "tic_tac_toe" / links[0]).read_text()
    assert "Tic" in replay
    assert page.count("<polyline") == 5
    report = works("tournament", "report", folder / "tic_tac_toe.tournament")
    assert "planned: 80 games" in report


def test_a_player_that_is_listed_twice_plays_once(folder):
    (folder / "players.txt").write_text("random\ngreedy\nrandom\nscript\ngreedy\n")
    for games in (12, 24):
        works("ladder", "tic_tac_toe", folder, "--games", 12, "--quiet")
        with Store.open(folder / "tic_tac_toe.tournament") as store:
            assert len(store.config.players) == 3
            assert store.count() == games


def test_files_of_a_folder_become_specs(folder):
    for name in ("b.net", "a.onnx", "notes", "tool", ".hidden", "old.tournament"):
        (folder / name).write_text("")
    for name in ("tool", ".hidden", "old.tournament", "players.txt"):
        (folder / name).chmod(0o755)
    (folder / "folder.net").mkdir()
    assert list(players_in(folder)) == [
        "random", "greedy", "script", "mcts:net=a.onnx", "mcts:net=b.net", "engine:./tool"
    ]  # fmt: skip


def test_networks_and_engines_are_players(folder):
    (folder / "players.txt").write_text("random\n")
    program = folder / "engine"
    program.write_text(
        f"#!{sys.executable}\n" + Path(aicore.__file__).parents[1].joinpath(
            "docs", "engines", "first.py").read_text()
    )  # fmt: skip
    program.chmod(0o755)
    (folder / "notes").write_text("not a player")
    (folder / "greedy.py").write_text(BOT)
    run_ladder("--games", 12, "--quiet", "--seed", 1)
    assert names()[0] == ["random", "random in 40 lines", "greedy"]
    program.write_text(program.read_text() + "\n# changed\n")
    output = fails("ladder", "tic_tac_toe", "players", "--games", 2)
    assert output == (
        "engine:./engine has changed. Give the new version another file name, so that both can be "
        "rated"
    )
    (folder / "wrong.net").write_text("nothing")
    program.unlink()
    assert "wrong.net" in fails("ladder", "tic_tac_toe", "players", "--games", 2)


def test_a_session_that_was_interrupted_goes_on_or_ends_where_it_was(folder):
    run_ladder("--games", 400, "--seed", 1, "--quiet")
    whole = games_of(folder / "tic_tac_toe.tournament")
    path = folder / "tic_tac_toe.tournament"

    def cut(games):
        """Leave the first games alone, as a kill does."""
        kept = {row.block for row in games_in(path, games)}
        with Store.open(path) as store:
            store.grow(store.config)
            gone = [number for number in store.done() if number not in kept]
            for table in ("games", "timing"):
                query = f"DELETE FROM {table} WHERE block = ?"
                store._connection.executemany(query, [(number,) for number in gone])

    cut(90)
    run_ladder("--games", 400, "--quiet")
    assert games_of(path) == whole
    cut(90)
    (folder / "bot.py").write_text(BOT)
    run_ladder("--games", 40, "--quiet")
    _, sessions = names()
    assert sessions[0][0] == (0, 1, 2)
    assert 90 <= sessions[0][1] < 110  # the step that had begun is played to its end
    assert sessions[1] == ((0, 1, 2, 3), sessions[0][1] + 40)
    with Store.open(path) as store:
        assert store.count() == sessions[1][1]
    assert set(games_in(path, 90)) <= set(games_in(path, sessions[1][1]))


def test_luckless_games_begin_with_drawn_moves(folder):
    run_ladder("--games", 8, "--quiet")
    with Store.open(folder / "tic_tac_toe.tournament") as store:
        assert store.config.drawn == 4
    works("ladder", "pig", "players", "--games", 4, "--quiet", "--jobs", 1)
    with Store.open(folder / "pig.tournament") as store:
        assert store.config.drawn == 0


def test_a_ladder_for_stakes_compares_returns(folder):
    text = works("ladder", "kuhn_poker", "players", "--games", 20, "--jobs", 1, "--seed", 1)
    assert "chips a game" in text
    assert "<polyline" in (folder / "kuhn_poker" / "index.html").read_text()


def test_errors_name_the_problem_of_a_folder(folder, here):
    assert "there is no folder nowhere. Make it, and put players in" in fails(
        "ladder", "tic_tac_toe", "nowhere"
    )
    (here / "empty").mkdir()
    assert "0 players were found here, but a ladder at 2 seats needs 3" in fails(
        "ladder", "tic_tac_toe", "empty"
    )
    run_ladder("--games", 4, "--quiet", "--seed", 1)
    base = ["ladder", "tic_tac_toe", "players", "--games", 2]
    assert "seed 1, not 2" in fails(*base, "--seed", 2)
    assert "drawn moves 4, not 2" in fails(*base, "--opening-plies", 2)
    assert 'there is no player of this tournament "x"' in fails(*base, "--anchor", "x=0")
    (folder / "players.txt").write_text("random\n")
    assert "1 players are left here; 2 seats need more" in fails(*base)
    (folder / "players.txt").write_text("randem\n")
    assert 'Did you mean "random"' in fails(*base)
    config = configure(aicore.load("pig"), ["random", "greedy"], games=2)
    Store.create(folder / "pig.tournament", config).close()
    (folder / "players.txt").write_text("random\ngreedy\nscript\n")
    assert "pig.tournament is a round-robin, not a ladder: move it away" in fails(
        "ladder", "pig", "players"
    )
    assert os.getcwd() == str(here)
