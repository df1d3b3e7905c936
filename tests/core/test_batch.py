"""Many games at once: each is the game that its seed deals, told as a single game tells it."""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path

import pytest

import aicore
from aicore.core.errors import AicoreError, IllegalAction

NAMES = [name for name in aicore.names() if aicore.load(name).num_actions]


class Single:
    """One game, played through the calls for single games, as a place of a batch plays it."""

    def __init__(self, game, seed):
        self.state, self.chance = game.start(), aicore.Chance(seed)
        self.chance.settle(self.state)
        self.said = []

    def say(self, word):
        """The returns, if that ended the game."""
        self.said.append(word)
        action = self.state.spoken(self.said)
        if action is None:
            return None
        self.said = []
        self.state.apply(action)
        self.chance.settle(self.state)
        return self.state.returns() if self.state.turn == aicore.END else None


def rows(batch):
    """The legal words of each place."""
    legal = batch.legal.tolist()
    return [legal[i][: batch.counts[i]] for i in range(len(batch))]


def shown(batch):
    """All that a step wrote."""
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
        words = batch.sample()
        seen, legal, mask = batch.observations.tolist(), rows(batch), batch.mask.tolist()
        for i, single in enumerate(singles):
            seat = single.state.turn
            assert batch.turns[i] == seat
            assert batch.state(i) == single.state
            assert seen[i] == list(single.state.observation(seat, single.said))
            assert sorted(legal[i]) == single.state.legal_words(single.said)
            assert mask[i] == list(single.state.legal_mask(single.said))
            assert words[i] in legal[i]
        batch.step(words)
        for i, word in enumerate(words):
            returns = singles[i].say(word)
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
def test_what_comes_does_not_depend_on_how_many_games_or_threads(name):
    game = load(name)
    one = aicore.Batch(game, 9, seed=4, mask=True)
    other = aicore.Batch(game, 9, seed=4, threads=3, mask=True)
    fewer = aicore.Batch(game, 4, seed=4, mask=True)
    for _ in range(60):
        words = one.sample()
        for batch in (one, other):
            batch.step(words)
        fewer.step(words[:4])
        assert shown(one) == shown(other)
        assert [part[:4] for part in shown(one)] == shown(fewer)


def test_seeds_begin_what_chance_deals_of_them():
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
def test_a_reset_forgets_what_was_said(name):
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
        batch.step([0])  # to roll for ever
    assert batch.done[0]
    assert batch.truncated[0]
    assert not any(batch.rewards.tolist()[0])
    batch.step([0])
    assert not batch.truncated[0]


@pytest.mark.parametrize("words", [[7, 0], [-2, 0], [0, 65536 + 3]])
def test_illegal_words_leave_all_as_it_was(words):
    batch = aicore.Batch(load("connect_four"), 2, mask=True)
    batch.step([3, 3])
    before = shown(batch)
    with pytest.raises(IllegalAction, match="place"):
        batch.step(words)
    assert shown(batch) == before


def test_a_place_may_wait():
    game = load("kuhn_poker")
    batch, other = (aicore.Batch(game, 2, seed=1, mask=True) for _ in range(2))
    for _ in range(12):
        word = min(rows(batch)[0])
        batch.step([word, -1])
        other.step(array("H", [word, 65535]))
        assert shown(batch) == shown(other)
        assert batch.state(1) == aicore.Batch(game, 2, seed=1).state(1)
        assert not batch.done[1]
    assert batch.seeds[0] != aicore.Batch(game, 2, seed=1).seeds[0]


NO_WORDS = [
    None,
    7,
    "01",
    [0],
    [0, 0, 0],
    [0, "3"],
    [0, 1 << 70],
    b"abc",
    memoryview(bytearray(16)).cast("d"),
    memoryview(bytearray(16)).cast("q")[::-1],
]


@pytest.mark.parametrize("words", NO_WORDS, ids=range(len(NO_WORDS)))  # reprs hold addresses
def test_what_is_no_array_of_words_is_refused(words):
    batch = aicore.Batch(load("connect_four"), 2)
    with pytest.raises(AicoreError):
        batch.step(words)


def test_bounds_are_told():
    for given in ({"size": 0}, {"size": 2, "threads": 0}, {"size": "many"}):
        with pytest.raises(AicoreError):
            aicore.Batch(load("pig"), **given)
    with pytest.raises(AicoreError, match="seeds"):
        aicore.Batch(load("pig"), 3).reset([1, 2])


def test_a_batch_that_was_not_made_says_so():
    blank = aicore.Batch.__new__(aicore.Batch)
    for call in (blank.reset, blank.sample, lambda: blank.step([])):
        with pytest.raises(TypeError, match="batches are made"):
            call()


def test_legal_words_are_to_be_read_alone():
    batch = aicore.Batch(load("pig"), 2)
    for name in ("turns", "legal", "counts", "seeds"):
        with pytest.raises(TypeError):
            getattr(batch, name)[0] = 1
