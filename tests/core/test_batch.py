"""Tests of batches: each place plays the game of its seed exactly as a single game does."""

from __future__ import annotations

import copy
import pickle
import signal
import time
from array import array
from functools import cache
from pathlib import Path

import pytest

import aicore
from aicore.core.errors import AicoreError, IllegalAction
from kit.chi2 import p_value
from kit.effort import effort

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


class Single:
    """Single game, played through the calls for single games as in one place of a batch."""

    def __init__(self, game, seed):
        self.state, self.chance = game.start(), aicore.Chance(seed)
        self.chance.settle(self.state)
        self.prefix = []

    def add_token(self, token):
        """Append a token to the action, and return the returns if that ended the game."""
        self.prefix.append(token)
        action = self.state.decode(self.prefix)
        if action is None:
            return None
        self.prefix = []
        self.state.apply(action)
        self.chance.settle(self.state)
        return self.state.returns() if self.state.turn == aicore.END else None


def rows(batch):
    """Return the legal tokens of each place."""
    legal = batch.legal.tolist()
    return [legal[i][: batch.counts[i]] for i in range(len(batch))]


def shown(batch):
    """Return everything that a step wrote."""
    names = ("turns", "observations", "legal", "counts", "mask", "rewards", "done", "seeds")
    return [getattr(batch, name).tolist() for name in names]


@cache
def load(name):
    return aicore.load(name)


def test_every_game_of_aicore_has_arrays():
    folder = Path(aicore.__file__).parent / "games"
    assert {file.parent.name for file in folder.glob("*/data.toml")} <= {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_each_place_plays_the_game_of_its_seed(name):
    game = load(name)
    batch = aicore.Batch(game, 5, seed=8, mask=True, final=True)
    singles = [Single(game, seed) for seed in batch.seeds]
    ended = 0
    for _ in range(120):
        tokens = batch.sample()
        seen, legal, mask = batch.observations.tolist(), rows(batch), batch.mask.tolist()
        for i, single in enumerate(singles):
            seat = single.state.turn
            assert batch.turns[i] == seat
            assert batch.state(i) == single.state
            assert seen[i] == list(single.state.observation(seat, single.prefix))
            assert sorted(legal[i]) == single.state.legal_tokens(single.prefix)
            assert mask[i] == list(single.state.legal_mask(single.prefix))
            assert tokens[i] in legal[i]
        batch.step(tokens)
        for i, token in enumerate(tokens):
            returns = singles[i].add_token(token)
            assert batch.done[i] == (returns is not None)
            assert batch.rewards.tolist()[i] == pytest.approx(returns or [0] * game.seats)
            if returns is not None:
                ended += 1
                for seat in range(game.seats):
                    last = bytes(singles[i].state.observation(seat))
                    assert batch.final_observations.tolist()[i][seat] == list(last)
                singles[i] = Single(game, batch.seeds[i])
    assert ended or game.max_length > 120


@pytest.mark.parametrize("name", NAMES)
def test_results_do_not_depend_on_the_number_of_games_or_threads(name):
    game = load(name)
    one = aicore.Batch(game, 9, seed=4, mask=True)
    other = aicore.Batch(game, 9, seed=4, threads=3, mask=True)
    fewer = aicore.Batch(game, 4, seed=4, mask=True)
    for _ in range(60):
        tokens = one.sample()
        for batch in (one, other):
            batch.step(tokens)
        fewer.step(tokens[:4])
        assert shown(one) == shown(other)
        assert [part[:4] for part in shown(one)] == shown(fewer)


def test_a_place_begins_the_deal_of_its_seed():
    game = load("kuhn_poker")
    batch = aicore.Batch(game, 3)
    batch.reset([5, 6, 5])
    assert batch.seeds.tolist() == [5, 6, 5]
    dealt = Single(game, 6).state
    assert batch.state(1) == dealt
    assert batch.state(0) == batch.state(2)
    for _ in range(3):
        batch.step([min(row) for row in rows(batch)])
    assert batch.seeds[0] == batch.seeds[2] not in (5, 6)


@pytest.mark.parametrize("name", NAMES)
def test_a_reset_forgets_the_tokens_so_far(name):
    batch = aicore.Batch(load(name), 2, seed=4)
    first = [getattr(batch, name).tolist() for name in ("observations", "legal", "counts")]
    for steps in range(12):
        for _ in range(steps):
            batch.step(batch.sample())
        batch.reset(4)
        again = [getattr(batch, name).tolist() for name in ("observations", "legal", "counts")]
        assert again[0] == first[0]
        assert again[2] == first[2]
        assert [row[:n] for row, n in zip(again[1], again[2], strict=True)] == [
            row[:n] for row, n in zip(first[1], first[2], strict=True)
        ]


def test_games_without_end_are_cut_off():
    game = aicore.load("pig", target=1000)
    batch = aicore.Batch(game, 1)
    for _ in range(game.max_length):
        assert not batch.done[0]
        batch.step([0])  # rolls forever
    assert batch.done[0]
    assert batch.truncated[0]
    assert not any(batch.rewards.tolist()[0])
    batch.step([0])
    assert not batch.truncated[0]


@pytest.mark.parametrize("tokens", [[7, 0], [-2, 0], [0, 65536 + 3]])
def test_illegal_tokens_change_nothing(tokens):
    batch = aicore.Batch(load("connect_four"), 2, mask=True)
    batch.step([3, 3])
    before = shown(batch)
    with pytest.raises(IllegalAction, match="place"):
        batch.step(tokens)
    assert shown(batch) == before


def test_a_place_may_wait():
    game = load("kuhn_poker")
    batch, other = (aicore.Batch(game, 2, seed=1, mask=True) for _ in range(2))
    for _ in range(12):
        token = min(rows(batch)[0])
        batch.step([token, -1])
        other.step(array("H", [token, 65535]))
        assert shown(batch) == shown(other)
        assert batch.state(1) == aicore.Batch(game, 2, seed=1).state(1)
        assert not batch.done[1]
    assert batch.seeds[0] != aicore.Batch(game, 2, seed=1).seeds[0]


def test_a_place_that_waits_does_not_report_its_end_again():
    batch = aicore.Batch(load("kuhn_poker"), 2, seed=1)
    while not batch.done[0]:
        batch.step([min(row) for row in rows(batch)])
    assert any(batch.rewards.tolist()[0])
    batch.step([-1, min(rows(batch)[1])])
    assert not batch.done[0]
    assert not any(batch.rewards.tolist()[0])


NOT_TOKENS = [
    None,
    7,
    "01",
    [0],
    [0, 0, 0],
    [0, "3"],
    [0, 1 << 70],
    b"abc",
    memoryview(bytearray(16)).cast("d"),
    memoryview(bytearray(4)).cast("?")[::2],
    memoryview(bytearray(64)).cast("q", [2, 4]),
]


# The reprs contain addresses, so the ids are numbers.
@pytest.mark.parametrize("tokens", NOT_TOKENS, ids=range(len(NOT_TOKENS)))
def test_invalid_arrays_of_tokens_are_refused(tokens):
    batch = aicore.Batch(load("connect_four"), 2)
    with pytest.raises(AicoreError, match="tokens must be 2 whole numbers in a list or"):
        batch.step(tokens)


@pytest.mark.parametrize("kind", "bBhHiIlLqQ")
@pytest.mark.parametrize("stride", [1, 3, -1])
def test_tokens_may_be_integers_of_any_width_and_stride(kind, stride):
    batch, other = (aicore.Batch(load("connect_four"), 5, seed=1) for _ in range(2))
    for tokens in ([0, 1, 2, 3, 6], [6, 6, 6, 6, 0]):
        room = array(kind, [7] * 15)  # 7 is not a token
        shown = memoryview(room)[::stride][:5]
        for place, token in enumerate(tokens):
            shown[place] = token
        batch.step(shown)
        other.step(tokens)
        assert batch.states() == other.states()
    if kind.islower():
        batch.step(memoryview(array(kind, [-1] * 5)))
        assert batch.states() == other.states()
    elif kind != "H":
        greatest = (1 << 8 * array(kind).itemsize) - 1
        with pytest.raises(IllegalAction):  # neither a token nor a request to wait
            batch.step(array(kind, [greatest] * 5))


def test_seeds_of_more_than_64_bits_have_their_own_deals():
    game = load("leduc_poker")
    batch = aicore.Batch(game, 3)
    batch.reset([0, 1 << 64, 3 << 64])
    assert len({*batch.seeds.tolist()}) == 3
    batch.reset([-1, (1 << 64) - 1, 5])  # the same 64 bits, with a sign and without
    assert batch.seeds.tolist() == [(1 << 64) - 1, (1 << 64) - 1, 5]


def test_no_thread_works_on_after_an_interrupted_step():
    """The next call once read while the threads of the interrupted step still wrote."""

    def stop(*_):
        raise InterruptedError

    batch = aicore.Batch(load("relics"), 2000, threads=3)
    before, stopped = signal.signal(signal.SIGALRM, stop), 0
    try:
        for _ in range(30):
            tokens = batch.sample()
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.001)
                batch.step(tokens)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except InterruptedError:
                stopped += 1
            found = bytes(batch.counts), bytes(batch.legal)
            time.sleep(0.01)
            assert (bytes(batch.counts), bytes(batch.legal)) == found
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert stopped


def test_arguments_out_of_range_are_refused():
    for given in ({"size": 0}, {"size": 2, "threads": 0}, {"size": "many"}):
        with pytest.raises(AicoreError):
            aicore.Batch(load("pig"), **given)
    with pytest.raises(AicoreError, match="seeds"):
        aicore.Batch(load("pig"), 3).reset([1, 2])


def test_an_uninitialized_batch_says_so():
    blank = aicore.Batch.__new__(aicore.Batch)
    for call in (blank.reset, blank.sample, lambda: blank.step([])):
        with pytest.raises(TypeError, match="create a batch"):
            call()


def test_some_arrays_are_read_only():
    batch = aicore.Batch(load("pig"), 2)
    for name in ("turns", "legal", "counts", "seeds"):
        with pytest.raises(TypeError):
            getattr(batch, name)[0] = 1


def shown_at_the_end(batch):
    return [*shown(batch), batch.truncated.tolist(), batch.final_observations.tolist()]


@pytest.mark.parametrize("name", effort(["leduc_poker", "pig", "relics"], NAMES))
@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
def test_copies_continue_alike_and_independently(name, copied):
    """This holds in the middle of an action of several tokens, too."""
    batch = aicore.Batch(load(name), 4, seed=3, mask=True, final=True, threads=2)
    for steps in range(effort(3, 6)):
        for _ in range(7 * steps):
            batch.step(batch.sample())
        other = copied(batch)
        assert (other.game, other.size, other.threads) == (batch.game, 4, 2)
        assert other.states() == batch.states() == [batch.state(i) for i in range(4)]
        before = shown_at_the_end(batch)
        assert shown_at_the_end(other)[1] == before[1]
        for _ in range(30):
            tokens = other.sample()
            other.step(tokens)
        assert shown_at_the_end(batch) == before
        third = copied(batch)
        for _ in range(30):
            third.step(third.sample())
        assert rows(third) == rows(other)
        for one, two in zip(shown_at_the_end(third), shown_at_the_end(other), strict=True):
            if one != two:  # `legal` is arbitrary beyond the counts
                assert one == third.legal.tolist()
        batch.reset(steps)


def test_a_copy_has_the_same_arrays():
    batch = aicore.Batch(load("pig"), 2, observe=False)
    other = pickle.loads(pickle.dumps(batch))
    assert (other.mask, other.observations, other.final_observations) == (None, None, None)


def test_damaged_pickles_are_refused():
    rebuild, (game, size, *kind, kept) = aicore.Batch(load("leduc_poker"), 2).__reduce__()
    for name in kept:
        with pytest.raises(AicoreError):
            rebuild(game, size, *kind, {**kept, name: kept[name][1:]})
        with pytest.raises(AicoreError):
            rebuild(game, size, *kind, {key: kept[key] for key in kept if key != name})
    for other in (3, 1 << 24):  # refused before memory is taken for so many games
        with pytest.raises(AicoreError, match=f"not a batch of {other} games"):
            rebuild(game, other, *kind, kept)
    with pytest.raises(AicoreError):
        rebuild(game, size, *kind, {**kept, "states": bytes([99]) * len(kept["states"])})
    for name in ("leduc_poker", "relics"):  # actions have one token, and several
        again, (*parts, whole) = aicore.Batch(load(name), size).__reduce__()
        odd = {"length": bytes([1]) * size, "prefix": b"\xfe" * len(whole["prefix"])}
        with pytest.raises(AicoreError, match="begin no legal action"):
            again(*parts, {**whole, **odd})
    with pytest.raises(AicoreError, match="all zeros"):
        rebuild(game, size, *kind, {**kept, "rng": bytes(len(kept["rng"]))})
    for changed in ({}, {"turn": 1 << 40}, None, {**kept["states"][0], "round": 99}):
        with pytest.raises((AicoreError, TypeError)):
            rebuild(game, size, *kind, {**kept, "states": [changed, kept["states"][1]]})
    with pytest.raises(AicoreError):
        rebuild(load("kuhn_poker"), size, *kind, kept)


@pytest.mark.parametrize("name", NAMES)
def test_games_begin_from_given_positions(name):
    """Each continues with the luck of its seed, as a single game does."""
    game = load(name)
    single = Single(game, 5)
    single.add_token(single.state.legal_tokens()[0])
    while single.prefix:  # one whole action
        single.add_token(single.state.legal_tokens(single.prefix)[0])
    start = single.state.clone()
    assert start.turn != aicore.END
    batch = aicore.Batch(game, 4, seed=2)
    for _ in range(5):
        batch.step(batch.sample())
    untouched = batch.state(3), batch.seeds[3]
    batch.load([start, start, start, None])
    assert batch.states()[:3] == [start] * 3
    assert (batch.state(3), batch.seeds[3]) == untouched
    assert len({*batch.seeds.tolist()}) == 4
    for each in range(3):
        alone = Single(game, batch.seeds[each])
        alone.state = start.clone()
        alone.chance = aicore.Chance(batch.seeds[each])
        other = batch.copy()
        for _ in range(40):
            tokens = other.sample()
            other.step(tokens)
            if alone.add_token(tokens[each]) is not None:
                assert other.done[each]
                break
            assert other.state(each) == alone.state
    assert start == batch.state(0)


def test_chance_events_due_in_a_loaded_position_happen_at_once():
    game = load("kuhn_poker")
    batch = aicore.Batch(game, 500, seed=1)
    batch.load(game.start())
    hands = [tuple(state.to_dict()["cards"]) for state in batch.states()]
    assert {*batch.turns.tolist()} == {0}
    assert p_value([hands.count(hand) for hand in {*hands}]) > 1e-4
    assert len({*hands}) == 6


def test_invalid_positions_are_refused_and_change_nothing():
    game = load("tic_tac_toe")
    batch = aicore.Batch(game, 2, seed=1)
    batch.step(batch.sample())
    over = game.start()
    over.play_out(aicore.Rng(1))
    before = batch.states()
    for wrong in (over, [over, None], [game.start()], load("pig").start(), [1, 2], [None] * 3, 7):
        with pytest.raises(AicoreError):
            batch.load(wrong)
    assert batch.states() == before


def test_a_reset_of_some_places_leaves_the_others_alone():
    batch = aicore.Batch(load("leduc_poker"), 4, seed=1)
    for _ in range(3):
        batch.step(batch.sample())
    before, seeds = batch.states(), batch.seeds.tolist()
    batch.reset(9, [True, False, False, True])
    assert batch.states()[1:3] == before[1:3]
    assert batch.seeds.tolist()[1:3] == seeds[1:3]
    other = aicore.Batch(load("leduc_poker"), 4, seed=9)
    assert [batch.seeds[i] == other.seeds[i] for i in range(4)] == [True, False, False, True]
    for wrong in ([True], 1):
        with pytest.raises(AicoreError, match="where"):
            batch.reset(9, wrong)


def test_a_seed_may_be_any_number_or_text():
    game = load("leduc_poker")
    assert aicore.Batch(game, 3, seed=7).seeds == aicore.Batch(game, 3, seed="7").seeds
    for seed in (-1, 1 << 70, "seven"):
        assert len({*aicore.Batch(game, 3, seed=seed).seeds.tolist()}) == 3
    for wrong in ("", 1.5, None, [1, 2, 3.5], [1, 2]):
        with pytest.raises(AicoreError):
            aicore.Batch(game, 3, seed=wrong)


def test_seeds_follow_from_a_secret_and_not_from_each_other():
    """No seed can be computed from the batch's seed, or from the first game's."""
    game = load("kuhn_poker")
    batch, open_ones = aicore.Batch(game, 8, seed=7), aicore.Batch(game, 8)
    first = batch.seeds.tolist()
    open_ones.reset(first)
    for _ in range(3):
        for each in (batch, open_ones):
            each.step([min(row) for row in rows(each)])
    assert not {*batch.seeds.tolist()} & {*open_ones.seeds.tolist(), *first}
