"""Tests of the search for blunders, and of its suites: legal, proven and from even deals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import aicore
from aicore.core.record import Record, replay
from bench.strength.blunders import Effort, Find, doubted, hunt, look, report
from bench.strength.sense import LUCK, PROOF, SUITES, add, choice, measured, prove, read
from kit.effort import effort

PATHS = sorted(SUITES.glob("*.toml"))

# X (seat 0) has a1 and a2, O has b1 and b2: a3 wins at once, and anything else lets O win at b3.
WINNING = ["a1", "b1", "a2", "b2"]


def game_of(*texts: str) -> Record:
    events = [(ply % 2, text) for ply, text in enumerate(texts)]
    return Record("tic_tac_toe", 2, {}, 0, ["random", "random"], events)


def test_there_are_suites() -> None:
    assert [path.stem for path in PATHS] == ["booster", "gratis3", "relics", "trader"]
    assert all(len(read(path)) >= 30 for path in PATHS)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_suite_holds_legal_actions_that_were_proven(path: Path) -> None:
    assert path.stat().st_size < 300_000
    suite = read(path)
    seen = {(one.record.seed, len(one.record.events), tuple(one.record.players)) for one in suite}
    assert len(seen) == len(suite), "a position twice"
    for one in suite[:: effort(4, 1)]:
        assert one.record.game == path.stem
        assert one.record.seed % 2 == 0, "odd deals are for measuring"
        *_, last = replay(one.record, unfinished=True)
        legal = last.state.legal()
        assert one.good
        assert one.bad
        assert {*one.good, *one.bad} <= set(legal)
        assert not set(one.good) & set(one.bad)
        assert one.games >= 400
        assert one.loss > PROOF * one.error > 0
        aicore.player(one.by, last.state.game)


def test_a_missed_win_is_a_blunder() -> None:
    ply = list(replay(game_of(*WINNING, "c3"), unfinished=True))[-2]
    find, _ = look(ply, Effort("random", "random", 80, 1), seed=2)
    assert (find.played, find.better, find.seat, find.move) == ("c3", "a3", 0, 5)
    assert find.blunder
    assert 0.2 < find.loss < 1


def test_a_win_that_was_taken_is_no_blunder() -> None:
    ply = list(replay(game_of(*WINNING), unfinished=True))[-1]
    find, _ = look(replace(ply, event="a3"), Effort("random", "random", 80, 1), seed=2)
    assert find.played == find.better == "a3"
    assert not find.blunder
    assert find.loss == 0


def test_a_search_doubts_missed_wins_and_proves_them() -> None:
    ply = list(replay(game_of(*WINNING, "c3"), unfinished=True))[-2]
    assert doubted(ply, "flat:sims=2000", seed=2) == (["a3"], ["c3"])
    assert doubted(replace(ply, event="a3"), "flat:sims=2000", seed=2) == ([], [])
    effort = Effort("random", "random", 8, 9, proofs=400, prover="random", screen="flat:sims=900")
    found = [hunt("tic_tac_toe", None, "random", effort, seed) for seed in range(0, 12, 2)]
    assert not any(one.finds for one in found)
    proven = [position for one in found for position in one.proven]
    assert proven
    assert all(one.loss > PROOF * one.error for one in proven)


def test_moves_are_chosen_and_measured_with_different_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []
    from bench.strength import blunders

    plain = blunders.roll_out

    def watched(*given, **named):
        seeds.append(named["seed"])
        return plain(*given, **named)

    monkeypatch.setattr(blunders, "roll_out", watched)
    ply = list(replay(game_of(*WINNING, "c3"), unfinished=True))[-2]
    look(ply, Effort("random", "random", 80, 1), seed=2)
    assert len(seeds) == len(set(seeds)) == 2


def test_a_proof_lists_the_worst_action_first(monkeypatch: pytest.MonkeyPatch) -> None:
    losses = [(0.2, 0.01), (0.3, 0.2), (0.4, 0.02)]  # the second one is not proven
    monkeypatch.setattr("bench.strength.sense.measured", lambda *_, **__: losses)
    record = game_of(*WINNING)
    position = prove(record, record.events, ["a3"], ["c3", "b2", "c1"], "random", 400)
    assert position is not None
    assert position.bad == ("c1", "c3")
    assert (position.loss, position.error) == (0.4, 0.02)


def test_a_proof_lists_worse_moves_and_survives_a_file(tmp_path: Path) -> None:
    record = game_of(*WINNING)
    position = prove(record, record.events, ["a3"], ["c3", "c1"], "random", 400)
    assert position is not None
    assert position.bad == ("c3", "c1")
    assert position.loss > PROOF * position.error
    assert prove(record, record.events, ["c3"], ["a3"], "random", 400) is None
    add(tmp_path / "suite.toml", [position, position])
    again = read(tmp_path / "suite.toml")
    assert len(again) == 2
    rounded = {"loss": round(position.loss, 4), "error": round(position.error, 4)}
    assert again[0] == replace(position, **rounded)
    assert choice("mcts:sims=100", again[0]) == "a3"
    other = measured(replace(position, seed=LUCK + 1))
    assert other[0][0] == pytest.approx(position.loss, abs=5 * position.error)


def test_a_hunt_reports_commands_that_can_be_typed(capsys, tmp_path: Path) -> None:
    effort = Effort("random", "random", 64, 3)
    found = hunt("tic_tac_toe", None, "random", effort, 2)
    assert len(found.finds) == 3
    assert hunt("tic_tac_toe", None, "random", effort, 2) == found
    worst = Find(2, found.finds[0].move, 0, "a1", "b2", 0.4, 0.05, 32)
    games = [
        replace(found, finds=(worst, worst)),
        replace(found, finds=(replace(worst, seed=4, better="c c"),), record=game_of()),
    ]
    games[1].record.seed = 4
    report("random", effort, games, tmp_path / "f", 3)
    output = capsys.readouterr().out
    assert "lose > 5% of the stake  100.0%" in output
    assert f"{worst.move} b2 --game 4 --by random --only" in output
    assert f"{worst.move} 'c c' --game 5 --by random --only" in output
