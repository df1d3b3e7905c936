"""Tests of same-deal chance: one seed is one deal whatever is decided, and luck stays fair."""

from __future__ import annotations

import collections
import copy
import pickle
from collections.abc import Callable

import pytest

import aicore
from aicore.core.game import State
from kit.chi2 import p_value

GAMES = ["booster", "ransom", "pig", "kuhn_poker", "leduc_poker"]


def draws(name: str, spec: str, seed: int) -> list[tuple[str, object]]:
    """Return a game's chance events in order: the card or face, and the number of its deck."""
    game = aicore.load(name)
    chance = aicore.Chance(seed)
    state = game.start()
    player = aicore.player(spec, game, seed=99)
    found = []
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            deck = state.to_dict().get("deck_number")
            number = max(deck.values()) if deck else 0
            event = game.text(chance.step(state))
            found.append((event.split()[-1], number))
        else:
            state.apply(player.decide(state.view(state.turn)).action)
    return found


def test_one_seed_is_one_deck_order_for_different_players() -> None:
    """In booster the first pass through the deck comes in the same order, no matter who draws."""
    for seed in range(20):
        first = [card for card, deck in draws("booster", "random", seed) if deck == 1]
        second = [card for card, deck in draws("booster", "greedy:samples=2", seed) if deck == 1]
        shared = min(len(first), len(second))
        assert shared >= 20
        assert first[:shared] == second[:shared]
    assert draws("booster", "random", 1) != draws("booster", "random", 2)


def test_one_seed_is_one_sequence_of_rolls() -> None:
    for seed in range(20):
        first = [face for face, _ in draws("pig", "random", seed)]
        second = [face for face, _ in draws("pig", "greedy", seed)]
        shared = min(len(first), len(second))
        assert first[:shared] == second[:shared]


def after(name: str, plies: int) -> State:
    """Return a position at chance, some plies into a random game."""
    rng = aicore.Rng(plies)
    state = aicore.load(name).start()
    while plies > 0 or state.turn != aicore.CHANCE:
        if state.turn == aicore.END:
            return after(name, plies // 2)
        state.apply(state.sample(rng))
        plies -= 1
    return state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 2, 9, 40])
def test_frequencies_match_the_rules(name: str, plies: int) -> None:
    """A chi-square test over seeds compares frequencies with the probabilities in `outcomes`."""
    state = after(name, plies)
    possible = dict(state.outcomes())
    samples = 200 * len(possible)
    counted = collections.Counter(
        state.game.text(aicore.Chance(seed).draw(state)) for seed in range(samples)
    )
    assert set(counted) <= set(possible)
    if len(possible) > 1:
        expected = [samples * chance for chance in possible.values()]
        observed = [counted[text] for text in possible]
        assert p_value(observed, expected) > 1e-4


def test_successive_draws_are_independent_of_each_other() -> None:
    """The second card of a deal is uniform whatever the first was (Kuhn poker, 6 ordered deals)."""
    game = aicore.load("kuhn_poker")
    counted: collections.Counter[str] = collections.Counter()
    for seed in range(6000):
        state = game.start()
        counted[" ".join(aicore.Chance(seed).settle(state))] += 1
    assert len(counted) == 6
    assert p_value(list(counted.values())) > 1e-4


def test_passing_over_an_event_counts_it_as_drawn() -> None:
    """A source that passed over given events continues like a source that drew them."""
    game = aicore.load("pig")
    drawn, passing = aicore.Chance(4), aicore.Chance(4)
    one, two = game.start(), game.start()
    for _ in range(30):
        if one.turn == aicore.CHANCE:
            passing.pass_over(two)
            event = drawn.step(one)
            two.apply(event)
        else:
            one.apply("roll")
            two.apply("roll")
        if one.turn == aicore.END:
            break
    while one.turn != aicore.CHANCE:
        one.apply("roll")
    assert drawn.draw(one) == passing.draw(one)


KEY = b"sixteen bytes of"
COPIES: dict[str, Callable[[aicore.Chance], aicore.Chance]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("seed", [5, KEY], ids=["open", "sealed"])
@pytest.mark.parametrize("name", aicore.names())
def test_copies_of_luck_continue_alike(
    name: str, seed: int | bytes, copied: Callable[[aicore.Chance], aicore.Chance]
) -> None:
    """The test takes another copy every ten events, in the middle of decks and between rolls."""
    game = aicore.load(name)
    chance, rng = aicore.Chance(seed), aicore.Rng(8)
    state, twins = game.start(), []
    for ply in range(200):
        if state.turn == aicore.END:
            state = game.start()  # the dice continue
        if ply % 10 == 0:
            twins.append(copied(chance))
            assert twins[-1].seed == seed
        if state.turn != aicore.CHANCE:
            state.apply(state.sample(rng))
            continue
        for twin in twins:
            assert twin.step(state.clone()) == chance.draw(state)
        chance.step(state)


@pytest.mark.parametrize("name", aicore.names())
def test_positions_hold_no_luck(name: str) -> None:
    """A state or view, pickled or not, contains nothing of the source that deals it."""
    chance, rng = aicore.Chance(KEY), aicore.Rng(2)
    state = aicore.load(name).start()
    for _ in range(60):
        chance.settle(state)
        if state.turn == aicore.END:
            break
        for position in (state, state.view(state.turn)):
            sent = pickle.dumps(position)
            assert KEY not in sent
            assert b"hance" not in sent.replace(b"has_chance", b"")
        state.apply(state.sample(rng))


def test_nothing_to_draw_is_an_error() -> None:
    state = aicore.load("tic_tac_toe").start()
    with pytest.raises(aicore.AicoreError, match="no chance event is due"):
        aicore.Chance(1).draw(state)


def test_seeds_of_more_than_64_bits_have_their_own_deals() -> None:
    game = aicore.load("booster")
    deals = []
    for seed in (0, 1 << 64, 2 << 64, -(1 << 64)):
        state = game.start()
        aicore.Chance(seed).settle(state)
        deals.append(bytes(state))
    assert len({*deals}) == 4
