"""Positions to check: every game with its numbers of seats and options, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import aicore
from aicore.core.errors import OptionError
from kit.effort import effort

GAMES = effort(4, 12)
LONGEST = 100_000  # plies; random play must have ended by then


@dataclass(frozen=True)
class Variant:
    """A game with a number of seats and at most one option away from its default."""

    name: str
    seats: int
    options: tuple[tuple[str, int | str], ...] = ()
    id: str = field(default="", compare=False)

    def load(self):
        """The game; None if its options do not go with that number of seats."""
        try:
            return aicore.load(self.name, seats=self.seats, **dict(self.options))
        except OptionError:
            if not self.options:
                raise
            return None


def variants(name: str) -> Iterator[Variant]:
    """Every number of seats; then, with the default number, every other value of each option."""
    about = aicore.info(name)
    fewest, most = about.seats
    for seats in range(fewest, most + 1):
        yield Variant(name, seats, (), f"{name}-{seats}")
    for option in about.options.values():
        for value in option.choices or (() if option.file else (option.low, option.high)):
            if value != option.default:
                label = f"{name}-{option.name}={value}"
                yield Variant(name, about.default_seats, ((option.name, value),), label)


def after(state, event):
    """A copy with one event more."""
    copy = state.clone()
    copy.apply(event)
    return copy


def walk(game, seed, *, guided=False):
    """Play a game at random, if `guided` every other action by the policy; yields every state."""
    rng = aicore.Rng(seed)
    state = game.start()
    for _ in range(LONGEST):
        yield state.clone()
        if state.turn == aicore.END:
            return
        if guided and state.turn >= 0 and rng.below(2):
            state.apply(state.policy(rng))
        else:
            state.apply(state.sample(rng))
    raise AssertionError(f"no end after {LONGEST} plies")


@cache
def visited(game, games=GAMES, keep=15):
    """`keep` states of each of so many games, spread over their length; with the first and last."""
    found = []
    for seed in range(games):
        states = list(walk(game, seed, guided=seed % 2 == 1))
        step = max(1, -(-len(states) // keep))
        found += [*states[seed % step :: step], states[-1]]
    return [game.start(), *found]


def random_state(game, seed, length):
    """The state after `length` random plies, or at the end; for odd seeds the first are guided."""
    state, rng = game.start(), aicore.Rng(seed)
    guided = length * (seed % 2) * rng.below(101) // 100
    state.play_out(rng, guided, guided=True)
    state.play_out(rng, length - guided)
    return state


def events(state):
    """What can happen next, as integers."""
    return state.legal_actions() or [event for event, _ in state.outcome_actions()]


def knowers(state):
    """All seats, and None for who knows everything."""
    return [None, *range(state.game.seats)]


def sample_of(items, most=12):
    """At most so many of the items, evenly spread."""
    return items[:: max(1, -(-len(items) // most))]
