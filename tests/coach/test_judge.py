"""Tests of judgments of a position, which depend only on one seat's knowledge."""

from pathlib import Path

import pytest

import aicore
from aicore.coach.judge import Judge
from aicore.coach.verdict import scale_of
from kit.blunders import kept
from kit.positions import walk


@pytest.mark.parametrize("name", ["leduc_poker", "booster"])
def test_chances_do_not_depend_on_hidden_information(name):
    game, rng, other_worlds = aicore.load(name), aicore.Rng(5), 0
    judge = Judge(game, 40)
    for seed in range(3):
        for state in list(walk(game, seed, policy=1))[:10]:
            for seat in range(game.seats):
                world = state.resample(seat, rng)
                if state.turn == aicore.END or world == state:
                    continue
                other_worlds += 1
                assert judge.shares(state, seat) == judge.shares(world, seat)
                if seat == state.turn:
                    assert judge.shares(state) == judge.shares(world)
    assert other_worlds > 10


@pytest.mark.parametrize(
    "name", ["connect_four", "leduc_poker", pytest.param("ransom", marks=pytest.mark.slow)]
)
def test_chances_are_shares_of_what_can_be_won_and_end_with_the_result(name):
    game = aicore.load(name)
    judge = Judge(game, 200)
    span = game.high - game.low
    for state in walk(game, 3, policy=1):
        shares = judge.shares(state)
        assert len(shares) == game.seats
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
        if game.seats > 1:  # one's gain is the other's loss
            assert sum(shares) == pytest.approx(1)
    assert shares == tuple((value - game.low) / span for value in state.returns())


def test_a_move_without_a_choice_is_judged_by_the_next_choice():
    game = aicore.load("booster")
    judge, forced = Judge(game), 0
    for state in walk(game, 8, policy=1):
        if len(state.legal()) != 1:
            continue
        forced += 1
        after = state.clone()
        after.apply(state.legal()[0])
        if after.turn == state.turn:
            now, then = judge.shares(state)[0], judge.shares(after)[0]
            assert now == pytest.approx(then, abs=0.15)
    assert forced > 5


@pytest.mark.parametrize(("held", "least", "most"), [("K", 1.0, 2.0), ("J", -2.0, 1.0)])
def test_a_seat_that_waits_is_judged_with_its_own_hand(held, least, most):
    """A rival's search does not know that hand: a bet with a king cannot cost anything."""
    game = aicore.load("kuhn_poker")
    state = game.start()
    for event in (f"deal 0 {held}", "deal 1 Q", "bet"):
        state.apply(event)
    mine = Judge(game, 400).values(state, viewer=0)[0]
    assert least <= mine <= most
    other = game.start()
    for event in (f"deal 0 {held}", "deal 1 K" if held == "J" else "deal 1 J", "bet"):
        other.apply(event)
    assert Judge(game, 400).values(other, viewer=0)[0] == mine


@pytest.mark.parametrize("record", kept(), ids=lambda record: record.game)
def test_a_planted_blunder_is_found_in_every_game(record):
    game = record.load()
    *before, (seat, bad) = record.events
    state = game.start()
    for _, event in before:
        state.apply(event)
    scale, span = scale_of(game), game.high - game.low
    judge = Judge(game, 200)
    weighed = judge.weigh(state.view(seat), bad)
    assert weighed.best != bad
    assert scale.word(weighed.loss(seat) / span, weighed.error / span) == "blunder"
    good = judge.weigh(state.view(seat), weighed.best)
    assert scale.word(good.loss(seat) / span, good.error / span) == "fine"


def test_every_game_has_a_planted_blunder():
    folder = Path(aicore.__file__).parent / "games"
    games = {file.parent.name for file in folder.glob("*/data.toml")}
    assert {record.game for record in kept()} == games, (
        "PYTHONPATH=tests python -m kit.blunders GAME"
    )


@pytest.mark.parametrize("name", ["pig", "booster", "relics"])
def test_compared_actions_get_equally_many_simulations(name):
    game = aicore.load(name)
    state = next(s for s in walk(game, 1, policy=1) if s.turn >= 0 and len(s.promising()) > 1)
    actions = [game.text(action) for action, _ in state.promising()[:2]]
    searcher = aicore.player("mcts:sims=60", game).searcher
    found = searcher.compare(state.view(state.turn), actions, aicore.Rng(1))
    assert [candidate.action for candidate in found] == actions
    assert [candidate.visits for candidate in found] == [30, 30]


def test_an_action_that_the_search_leaves_out_is_compared_by_later_searches():
    game = aicore.load("relics")
    for state in walk(game, 1, policy=1):
        promising = {game.text(action) for action, _ in state.promising()}
        left = [action for action in state.legal() if action not in promising]
        if left and len(promising) > 1:
            break
    view, searcher = state.view(state.turn), aicore.player("mcts:sims=60,prune=hard", game).searcher
    both = (left[0], next(iter(promising)))
    assert searcher.compare(view, both, aicore.Rng(1)) == ()
    weighed = Judge(game, 60, by="mcts:sims=60,prune=hard").weigh(view, left[0])
    assert all(0 <= value <= 1 for value in weighed.played_values)


@pytest.mark.parametrize("name", ["relics", "gratis3"])
def test_an_unpromising_action_is_compared_like_any_other(name):
    game, seen = aicore.load(name), 0
    for state in walk(game, 3, policy=1):
        if state.turn < 0:
            continue
        promising = [game.text(action) for action, _ in state.promising()]
        left = [action for action in state.legal() if action not in promising]
        if not left:
            continue
        both = (left[-1], promising[0])
        searcher = aicore.player("mcts:sims=40", game).searcher
        found = searcher.compare(state.view(state.turn), both, aicore.Rng(1))
        assert [(one.action, one.visits) for one in found] == [(both[0], 20), (both[1], 20)]
        seen += 1
        if seen == 20:
            return
    raise AssertionError("no such positions")


@pytest.mark.parametrize(
    ("moves", "wins"),
    [  # from tests/search/connect_four_wins.txt, whose winning moves are from an exact solver
        ("fafaccgaacaccdeffabfcdbedf", "bd"),
        ("affggedecbgccdbffcddbeebefef", "bcdg"),
        ("bbfebdcccfgbfbfedeeffeaaca", "cd"),
        ("cfdbbebcfgcegeeceggggccbb", "abe"),
    ],
)
def test_a_move_that_keeps_a_forced_win_loses_nothing(moves, wins):
    """The search's proof counts, not the mean of the playouts before it."""
    game = aicore.load("connect_four")
    state, judge = game.start(), Judge(game, 8000)
    for move in moves:
        state.apply(move)
    for move in wins:
        weighed = judge.weigh(state.view(state.turn), move)
        assert weighed.loss(state.turn) == weighed.error == 0.0
        assert weighed.played_values[state.turn] == 1.0
        state_after = state.clone()
        state_after.apply(move)
        assert judge.shares(state_after)[state.turn] == 1.0  # as in the win-probability bar


def test_a_judgment_does_not_depend_on_earlier_ones():
    """A search's luck depends on the number of earlier searches, so each starts afresh."""
    game = aicore.load("booster")
    states = [s for s in walk(game, 4, policy=1) if s.turn >= 0 and len(s.legal()) > 1][:8]
    judge = Judge(game, 20)  # few enough for other luck to favor other actions

    def weighed(judge, state):
        return judge.weigh(state.view(state.turn), state.legal()[-1])

    found = [weighed(judge, state) for state in states]
    assert found == [weighed(Judge(game, 20), state) for state in states]
    values = [judge.values(state) for state in states]
    assert values == [Judge(game, 20).values(state) for state in states]
