"""Tests of games for one seat, alone and as duels on the same deal."""

import re

import pytest

import aicore
from aicore.arena.match import Match
from aicore.cli.duel import duel_verdict, margin
from aicore.core.record import replay
from aicore.core.story import Names, ending, score
from aicore.session.seat_labels import player_title
from kit.playing import fails, play

SOLO = [name for name in aicore.names() if aicore.info(name).seats == (1, 1)]
DAILY = [pytest.param(one, marks=() if one == "trader" else pytest.mark.slow) for one in SOLO]


@pytest.mark.parametrize("name", DAILY)
def test_solo_games_are_played_alone_or_as_duels(name, tmp_path):
    lines = ["1"] * 400
    path = tmp_path / "game.jsonl"
    alone = play(name, "--seed", 1, "--record", path, lines=lines)
    assert "  seed 1" in alone
    assert "The end" in alone
    duel = play(name, "--seed", 1, "--vs", "random", lines=lines)
    assert "The same deal" in duel
    text = " ".join(duel.split())
    # the rival plays the same game as in a match of its own
    game = aicore.load(name)
    rival = Match(game, [aicore.player("random", game)], 1).finish()
    *_, last = replay(rival)
    end = game.info.story.end(
        game, ending(last.state, None), Names([player_title("random", game.info)])
    )
    other = text.split("The same deal")[1]
    assert end in other
    assert score(game, rival.scores) in re.search(r"(?:win|wins) the duel: .*|A tie: .*", other)[0]
    assert "a duel has one opponent" in fails(name, "--vs", "random", "--vs", "random")


@pytest.mark.parametrize("name", DAILY)
def test_a_duel_is_saved_with_its_opponent(name):
    text = play(name, "--seed", 1, "--vs", "random", lines=["1", "quit"])
    command = re.search(r"To continue:  aicore play (.*)", text)[1]
    assert command.endswith(".jsonl")
    assert "The same deal" in play(*command.split(), lines=["1"] * 400)


class Result:
    """Finished solo game with just the fields that a duel reads."""

    game = aicore.load("ransom")

    def __init__(self, score, *ties):
        self.standing = lambda: [score, *ties]
        self.scores = lambda: [score]
        self.tie_break = lambda: dict(zip(["fuel"], ties, strict=False))


def test_duels_compare_scores_then_tie_breaks():
    assert duel_verdict(Result(3), Result(2), "mcts") == "You win the duel"
    assert duel_verdict(Result(2), Result(3), "mcts") == "mcts wins the duel"
    assert duel_verdict(Result(2), Result(2), "mcts") == "A tie"
    assert duel_verdict(Result(2, 1), Result(2, 0), "mcts") == "You win the duel"
    assert duel_verdict(Result(2, 1), Result(3, 0), "mcts") == "mcts wins the duel"
    assert duel_verdict(Result(2, 1), Result(2, 1), "mcts") == "A tie"


def test_a_duel_reports_its_margin():
    three, two = "3 of 288 points", "2 of 288 points"
    assert margin(Result(3, 0), Result(2, 9)) == f": {three} against {two}."
    assert margin(Result(2, 9), Result(3, 0)) == f": {three} against {two}."
    assert margin(Result(3, 1), Result(3, 4)) == f": both have {three}, but 4 fuel against 1."
    assert margin(Result(3, 4), Result(3, 4)) == f": both have {three}."


def test_a_duel_names_the_rival_like_the_command_line():
    lines = ["1"] * 400
    assert (
        "Merchant" in play("trader", "--seed", 3, "--vs", "merchant", lines=lines).splitlines()[-1]
    )
