"""Checks of every game with arrays, a part of the conformance kit; other games skip them.

Tokens distinguish actions, and observations contain exactly their seat's knowledge.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

import aicore
from aicore.core.errors import IllegalAction
from aicore.core.observation import KINDS
from aicore.plain.recall import forgotten
from kit.effort import effort
from kit.fields import numbers
from kit.positions import needs, sample_of, walk

PLAYED = effort(7, 60)  # number of random games
MAX_TOKENS = 1 << 16  # tokens are u16


def check_declarations(game):
    """Check that bounds agree; a game with arrays has tokens, fields and a maximum length."""
    assert 0 < game.num_tokens < MAX_TOKENS
    assert game.max_tokens >= 1
    assert game.max_length > 0
    assert game.observation_size == sum(field.size for field in game.fields) > 0
    names = [field.name for field in game.fields]
    assert len(set(names)) == len(names)
    assert ("tokens so far" in names) == (game.max_tokens > 1)
    for field in game.fields:
        assert field.name == field.name.strip() != ""
        assert all(length > 0 for length in field.shape)
        assert 0 < field.high < 1 << 32
        assert field.kind in KINDS
        assert field.kind != "flag" or field.high == 1
        assert len(field.names) in (0, field.high + 1, field.shape[-1])


def check_tokens(state):
    """Check that legal tokens lead to every legal action, and other tokens to none."""
    game = state.game
    first = state.legal_tokens()
    assert bool(first) == (state.turn >= 0)
    assert first == sorted(set(first))
    assert all(0 <= token < game.num_tokens for token in first)
    mask = state.legal_mask()
    assert [token for token, legal in enumerate(mask) if legal] == first
    assert set(mask) <= {0, 1}
    if not first:
        return
    for illegal in sample_of(sorted(set(range(game.num_tokens)) - set(first)), 3):
        with pytest.raises(IllegalAction):
            state.decode([illegal])
    for action in sample_of(state.legal_actions(), 30):
        tokens = state.encode(action)
        assert 1 <= len(tokens) <= len(state.encode(action, full=True)) <= game.max_tokens
        assert state.decode(tokens) == action
        for length in range(len(tokens)):
            assert tokens[length] in state.legal_tokens(tokens[:length])
            assert state.decode(tokens[:length]) is None
            assert length == 0 or len(state.legal_tokens(tokens[:length])) > 1
        assert state.legal_tokens(tokens) == []
        with pytest.raises(IllegalAction):
            state.decode([*tokens, 0])


def check_no_action_is_a_prefix(state):
    """Check that no action's tokens are a prefix of another's, so the end of an action is clear."""
    spelled = sorted(state.encode(action, full=True) for action in state.legal_actions()[:200])
    for first, second in pairwise(spelled):
        assert second[: len(first)] != first


def check_tokens_depend_on_what_the_mover_knows(state):
    """Check that legal tokens and actions agree in states that the mover cannot distinguish."""
    rng = aicore.Rng(3)
    if state.turn < 0:
        return
    view = state.view(state.turn)
    for other in (view, state.resample(state.turn, rng), state.resample(state.turn, rng)):
        assert other.legal_tokens() == state.legal_tokens()
        for action in sample_of(state.legal_actions(), 6):
            assert other.encode(action) == state.encode(action)
    for seat in {*range(state.game.seats)} - {state.turn}:
        assert state.view(seat).legal_tokens() == []
        assert not any(state.view(seat).legal_mask())


def check_observation(state):
    """Check that numbers are within the field's high, known to the seat, and equal each time."""
    game, rng = state.game, aicore.Rng(9)
    for seat in range(game.seats):
        seen = bytes(state.observation(seat))
        place = 0
        for field in game.fields:
            assert max(numbers(field, seen[place:])) <= field.high, field.name
            place += field.size
        assert place == len(seen)
        junk = bytearray(b"\xff" * len(seen))
        assert state.view(seat).observation(out=junk) is junk
        assert bytes(junk) == seen
        for _ in range(3):
            assert bytes(state.resample(seat, rng).observation(seat)) == seen


def check_tokens_so_far_are_observed(state):
    """Check that the tokens of an action so far are in the last field and change no other."""
    game = state.game
    needs(game.max_tokens > 1, "actions of several tokens")
    if state.turn < 0:
        return
    size = game.fields[-1].size
    before = bytes(state.observation(state.turn))
    assert not any(before[-size:])
    for action in sample_of(state.legal_actions(), 10):
        tokens = state.encode(action)
        seen = {bytes(state.observation(state.turn, tokens[:n])) for n in range(len(tokens))}
        assert len(seen) == len(tokens)
        assert {each[:-size] for each in seen} == {before[:-size]}


@cache
def decisions(game):
    """Return the decisions of random games: the seat, its observation and its legal tokens."""
    return [
        [
            (state.turn, bytes(state.observation(state.turn)), state.legal_tokens())
            for state in walk(game, seed, policy=0.5 * (seed % 2 == 1))
            if state.turn >= 0
        ]
        for seed in range(PLAYED)
    ]


def check_observations_determine_the_tokens(game):
    """Check that equal observations of a mover offer equal tokens: a network can play by them."""
    offered = {}
    for played in decisions(game):
        for seat, seen, tokens in played:
            assert offered.setdefault((seat, seen), tokens) == tokens


def check_recall(game):
    """Check that declared perfect recall holds: an observation contains all events read so far."""
    needs(game.perfect_recall, "perfect recall")
    assert forgotten(game, 20 * PLAYED) is None


def check_lengths_and_tokens_in_use(game):
    """Check that no game exceeds its declared length, and random games use many of the tokens."""
    used = set()
    for played in decisions(game):
        used.update(*(tokens for _, _, tokens in played))
        assert len(played) <= game.max_length
    assert len(used) >= game.num_tokens / 20


STATES = [
    check_tokens,
    check_no_action_is_a_prefix,
    check_tokens_depend_on_what_the_mover_knows,
    check_observation,
    check_tokens_so_far_are_observed,
]
GAMES = [
    check_declarations,
    check_observations_determine_the_tokens,
    check_recall,
    check_lengths_and_tokens_in_use,
]
