"""Checks that chance deals the same to all, with the rules' probabilities.

A part of the conformance kit: each `check_...` takes one position, a list of them, or a game.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import aicore
from kit.chi2 import assert_follows
from kit.effort import effort
from kit.positions import MAX_PLIES, needs

SEEDS = effort(1000, 3000)


def check_chance_sources(state):
    """Check that a chance event has a deck or die, and a deck's outcomes are different cards."""
    needs(state.game.has_chance, "chance")
    if state.turn == aicore.CHANCE:
        source, number = state.chance_source()
        assert source in state.game.chance_sources
        assert len(state.game.chance_sources) <= 4  # MAX_SOURCES in aicore/core/rng.pxd
        if number is not None:
            items = [state.game.item(event) for event, _ in state.outcome_actions()]
            assert len(set(items)) == len(items)


def source_of(state):
    """Return the source of the chance event that is due, and the pass through its deck."""
    return state.chance_source() if state.turn == aicore.CHANCE else None


def check_items_are_cards(states):
    """Check that the last word of a draw from a deck names the card, whoever gets it."""
    words, items = {}, {}
    needs(any(kept and kept[1] is not None for kept in map(source_of, states)), "deck")
    for state in states:
        if state.turn == aicore.CHANCE and state.chance_source()[1] is not None:
            source = state.chance_source()[0]
            for event, _ in state.outcome_actions():
                word, item = state.game.text(event).rpartition(" ")[2], state.game.item(event)
                assert words.setdefault((source, item), word) == word
                assert items.setdefault((source, word), item) == item


def dealt(game, seed, decisions):
    """Yield a game's chance events for a seed: source, pass, probabilities by item, the result."""
    chance, rng = aicore.Chance(seed), aicore.Rng(decisions)
    state = game.start()
    for _ in range(MAX_PLIES):
        if state.turn == aicore.END:
            return
        if state.turn == aicore.CHANCE:
            source, number = state.chance_source()
            odds = {game.item(event): share for event, share in state.outcome_actions()}
            event = chance.draw(state)
            chance.step(state)
            yield source, number, odds, game.item(event)
        else:
            state.apply(state.sample(rng))


def check_same_seed_same_deal(game, seed):
    """Check that equal decisions meet equal chance; other decisions meet the same deck and dice.

    A deck: if one game drew a card and left another, no game does the opposite while both were
    equally likely each time. Dice: the n-th throw is the same if the odds are.
    """
    assert list(dealt(game, seed, 0)) == list(dealt(game, seed, 0))
    preferred = defaultdict(set)  # deck and pass -> (drawn, left) among equally likely cards
    thrown = {}  # die and count -> odds and face
    for decisions in range(4):
        throws = Counter()
        for source, number, odds, item in dealt(game, seed, decisions):
            if number is None:
                throws[source] += 1
                place = source, throws[source], tuple(odds.items())
                assert thrown.setdefault(place, item) == item
                continue
            for left, share in odds.items():
                if left != item and share == odds[item]:
                    preferred[source, number].add((item, left))
                    assert (left, item) not in preferred[source, number]


def check_seeds_follow_the_odds(state, seeds=SEEDS):
    """Check that draws by many seeds follow the outcomes' probabilities (chi-square)."""
    expected = dict(state.outcome_actions())
    counts = Counter(aicore.Chance(seed).draw(state) for seed in range(seeds))
    assert counts.keys() <= expected.keys()
    assert_follows(counts, expected, seeds)
