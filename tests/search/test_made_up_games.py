"""Tests of searches in made-up games, for which the right numbers follow from the rules."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

import aicore
from aicore.plain.loading import load
from aicore.search.flat import Flat
from aicore.search.mcts.tree import Tree

FENCED = '''
from aicore.plain import END, Game, Int, action


class Fenced(Game):
    """Stop for a draw, or go on and lose; a bad answer seems the only promising one."""

    seats = 2
    winner = Int(-1, 1)

    def setup(self, s):
        s.turn, s.winner = 0, -1

    @action("stop")
    def stop(self, s):
        s.turn = END

    @action("go")
    def go(self, s):
        s.turn = 1

    @action("slip")
    def slip(self, s):
        s.turn, s.winner = END, 0

    @action("punish")
    def punish(self, s):
        s.turn, s.winner = END, 1

    first = lambda self, s: s.turn == 0
    second = lambda self, s: s.turn == 1
    stop.legal(first)
    go.legal(first)
    slip.legal(second)
    punish.legal(second)

    def promising(self, s):
        return ["stop", "go"] if s.turn == 0 else ["slip"]

    def result(self, s):
        return None if s.winner < 0 else s.winner
'''


ALONE = '''
from aicore.plain import CHANCE, END, Game, Int, action, event


class Alone(Game):
    """One player opens doors, with a die after each; the end pays what PAYS says."""

    seats, returns = 1, (0, 1)
    opened, first, eyes = Int(0, 2), Int(0, 1), Int(0, 2)

    def setup(self, s):
        s.turn = 0

    @action("open DOOR", DOOR=(0, 1))
    def open(self, s, door):
        if s.opened == 0 and {TELLS}:
            s.first = door
        s.opened += 1
        s.turn = CHANCE

    @event("roll EYES", EYES=(0, 1))
    def roll(self, s, eyes):
        s.eyes += eyes
        s.turn = 0 if s.opened < 2 else END

    @roll.chances
    def rolls(self, s):
        return True

    def result(self, s):
        return [{PAYS}]
'''


GUESS = '''
from aicore.plain import CHANCE, END, Game, Int, action, event


class Guess(Game):
    """Stop for a draw, or let the other guess your number, which wins if it is right."""

    seats = 2
    number = Int(0, 8, seats=True, hidden=True)
    winner = Int(-1, 1)

    def setup(self, s):
        s.turn, s.winner = CHANCE, -1

    @event("give SEAT NUMBER", SEAT="seats", NUMBER=(1, 8), seen_by="SEAT")
    def give(self, s, seat, number):
        s.number[seat] = number
        s.turn = 0

    @give.chances
    def gives(self, s):
        return [(0, number) for number in range(1, 9)]

    @action("stop")
    def stop(self, s):
        s.turn = END

    @action("dare")
    def dare(self, s):
        s.turn = 1

    @action("guess NUMBER", NUMBER=(1, 8))
    def guess(self, s, number):
        s.turn, s.winner = END, int(s.number[0] == number)

    first = lambda self, s: s.turn == 0
    stop.legal(first)
    dare.legal(first)
    guess.legal(lambda self, s: s.turn == 1)

    def result(self, s):
        return None if s.winner < 0 else s.winner
'''


def written(folder: Path, text: str) -> aicore.Game:
    path = folder / "game.py"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def alone(folder: Path, pays: str, tells: bool = True) -> aicore.Game:
    return written(folder, ALONE.replace("{PAYS}", pays).replace("{TELLS}", str(tells)))


def settled(game: aicore.Game) -> aicore.View:
    state = game.start()
    aicore.Chance(1).settle(state)
    return state.view(0)


@pytest.mark.parametrize(("prune", "proven"), [("off", True), ("hard", False)])
def test_nothing_is_proven_if_actions_may_be_missing(
    tmp_path: Path, prune: str, proven: bool
) -> None:
    game = written(tmp_path, FENCED)
    player = aicore.player(f"mcts:sims=300,prune={prune}", game, seed=1)
    decision = player.decide(game.start().view(0))
    assert (decision.simulations < 300) == proven
    assert decision.action == ("stop" if proven else "go")


@pytest.mark.parametrize("spec", ["batch=1", "batch=16", "batch=16,graph=0"])
def test_simulations_in_progress_lower_no_mean(tmp_path: Path, spec: str) -> None:
    """Door 0 pays a little more: without exploration, each other door is tried once."""
    game = alone(tmp_path, "1.0 if s.first == 0 else 0.98")
    decision = aicore.player(f"mcts:sims=600,c=0,fpu=0,{spec}", game, seed=1).decide(settled(game))
    assert decision.action == "open 0"
    assert decision.candidates[1].visits == 1


@pytest.mark.parametrize("batch", [1, 16])
def test_repeated_positions_keep_their_mean_during_a_batch(tmp_path: Path, batch: int) -> None:
    """Both doors lead to the same positions, and all ends pay 1."""
    game = alone(tmp_path, "1.0", tells=False)
    player = aicore.player(f"mcts:sims=600,graph=1,batch={batch}", game, seed=1)
    assert [one.values for one in player.decide(settled(game)).candidates] == [(1.0,), (1.0,)]


def test_leaves_in_progress_do_not_change_the_best_mean() -> None:
    """After one answer each, column d stays the best while seven leaves below it wait."""
    tree = Tree(aicore.load("connect_four"), 1 << 24, batch=7, c=0.01)
    view = tree.game.start().view(0)
    tree.set_root(view, aicore.Rng(3))
    tree.root_observation()
    logits = memoryview(array("d", [0.0] * 49)).cast("B").cast("d", [7, 7])
    tree.set_priors(logits[:1])
    assert len(tree.collect_leaves(7)) == 7
    best = [action for action, *_ in tree.root_stats()].index(tree.game.parse("d"))
    tree.apply_values([0.1 * (place != best) for place in range(7)], logits)  # for the rival
    leaves = tree.collect_leaves(14)
    tree.apply_values([0.0] * len(leaves), logits[: len(leaves)])
    visits = {action: visits for action, _, visits, *_ in tree.root_stats()}
    assert visits.pop(tree.game.parse("d")) == 1 + len(leaves) > 2
    assert set(visits.values()) == {1}


def test_flat_compares_actions_on_equal_luck(tmp_path: Path) -> None:
    """Only the die pays, and both doors meet the same rolls in each trip."""
    game = alone(tmp_path, "s.eyes / 2", tells=False)
    decision = Flat(game, each=50).search(settled(game), aicore.Rng(1))
    one, other = decision.candidates
    assert one.values == other.values
    assert one.values[0] not in (0.0, 1.0)
    assert (one.visits, other.visits) == (50, 50)


def test_blind_opponents_cannot_guess_a_hand(tmp_path: Path) -> None:
    game = written(tmp_path, GUESS)
    for opponents, guessed in (("informed", True), ("blind", False)):
        spec = f"mcts:sims=1000,opponents={opponents}"
        decision = aicore.player(spec, game, seed=1).decide(settled(game))
        value = {one.action: one.values[0] for one in decision.candidates}["dare"]
        assert value < 0.5 if guessed else value > 0.75  # by chance 7 / 8
