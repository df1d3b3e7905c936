"""What seats may expect of a position: it hangs on what one of them knows, and on nothing else."""

import pytest

import aicore
from aicore.study.judge import Judge


def positions(game, seed):
    """The positions of a game by rules of thumb."""
    state, chance, rng = game.start(), aicore.Chance(seed=seed), aicore.Rng(seed)
    while chance.settle(state) is not None and state.turn != aicore.END:
        yield state.clone()
        state.apply(state.policy(rng))
    yield state.clone()


@pytest.mark.parametrize("name", ["leduc_poker", "booster"])
def test_chances_do_not_hang_on_what_is_hidden(name):
    game, rng, other_worlds = aicore.load(name), aicore.Rng(5), 0
    judge = Judge(game, 40)
    for seed in range(3):
        for state in list(positions(game, seed))[:10]:
            for seat in range(game.seats):
                world = state.resample(seat, rng)
                if state.turn == aicore.END or world == state:
                    continue
                other_worlds += 1
                assert judge.shares(state, seat) == judge.shares(world, seat)
                if seat == state.turn:
                    assert judge.shares(state) == judge.shares(world)
    assert other_worlds > 10


@pytest.mark.parametrize("name", ["connect_four", "leduc_poker", "ransom"])
def test_chances_are_shares_of_what_can_be_won_and_end_with_the_result(name):
    game = aicore.load(name)
    judge = Judge(game, 200)
    span = game.high - game.low
    for state in positions(game, 3):
        shares = judge.shares(state)
        assert len(shares) == game.seats
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
        if game.seats > 1:  # what one wins another loses
            assert sum(shares) == pytest.approx(1)
    assert shares == tuple((value - game.low) / span for value in state.returns())


def test_a_move_without_a_choice_is_judged_by_what_comes_next():
    game = aicore.load("booster")
    judge, forced = Judge(game), 0
    for state in positions(game, 8):
        if state.turn == aicore.END or len(state.legal()) > 1:
            continue
        forced += 1
        after = state.clone()
        after.apply(state.legal()[0])
        if after.turn == state.turn:
            now, then = judge.shares(state)[0], judge.shares(after)[0]
            assert now == pytest.approx(then, abs=0.15)
    assert forced > 5
