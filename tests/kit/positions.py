"""Positions to check: every game with its numbers of seats and options, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import pytest

import aicore
from aicore.core.errors import OptionError
from aicore.core.story import CHANCE_ACTOR, Names, seen_event
from aicore.session.story_log import StoryLog
from kit.effort import THOROUGH, effort

GAMES = effort(3, 12)
KEPT = effort(9, 15)  # states of each game
MAX_PLIES = 100_000  # limit by which random play must have ended


@dataclass(frozen=True)
class Variant:
    """Game with a number of seats and at most one option changed from its default."""

    name: str
    seats: int
    options: tuple[tuple[str, int | str], ...] = ()
    id: str = field(default="", compare=False)

    def load(self):
        """Return the game; None if its options do not allow that number of seats."""
        try:
            return aicore.load(self.name, seats=self.seats, **dict(self.options))
        except OptionError:
            if not self.options:
                raise
            return None


def seats_of(name: str) -> list[int]:
    """Return the fewest and the most seats; all numbers between them when thorough."""
    fewest, most = aicore.info(name).seats
    return [*range(fewest, most + 1)] if THOROUGH else sorted({fewest, most})


def variants(name: str) -> Iterator[Variant]:
    """Yield a game by its seats; then, with the default number, by each value of an option."""
    about = aicore.info(name)
    for seats in seats_of(name):
        yield Variant(name, seats, (), f"{name}-{seats}")
    for option in about.options.values():
        for value in option.choices or (() if option.file else (option.low, option.high)):
            if value != option.default:
                label = f"{name}-{option.name}={value}"
                yield Variant(name, about.default_seats, ((option.name, value),), label)


def after(state, event):
    """Return a copy with one more event."""
    copy = state.clone()
    copy.apply(event)
    return copy


def reached(name, *events, **options):
    """Return the position of a game after some events."""
    state = aicore.load(name, **options).start()
    for event in events:
        state.apply(event)
    return state


def hear(state, event, seat):
    """Apply an event and return it as a seat knows it; without a seat, all of it."""
    before, actor = state.clone(), state.turn if state.turn >= 0 else "chance"
    state.apply(event)
    return seen_event(before, actor, event, state, seat)


def steps(game, seed, *, policy=0.0):
    """Yield a random game: each state, its event, and the following state.

    Args:
        seed: of chance and of decisions.
        policy: the share of decisions that the game's policy takes.
    """
    rng, chance = aicore.Rng(seed), aicore.Chance(seed)
    state = game.start()
    for _ in range(MAX_PLIES):
        if state.turn == aicore.END:
            return
        before = state.clone()
        if state.turn == aicore.CHANCE:
            event = chance.step(state)
        else:
            event = state.policy(rng) if rng.uniform() < policy else state.sample(rng)
            state.apply(event)
        yield before, event, state.clone()
    raise AssertionError(f"no end after {MAX_PLIES} plies")


def walk(game, seed, *, policy=0.0):
    """Yield every state of a random game, including the last; see `steps`."""
    state = game.start()
    yield state
    for _, _, state in steps(game, seed, policy=policy):
        yield state


def pictured(game, seed, *, seat=0, policy=0.0):
    """Yield each state of a random game, and the events that a seat's picture shows; see `steps`.

    Args:
        seat: the viewer's seat; None for a spectator.
    """
    story = StoryLog(game, seat, Names.numbered(game.seats), 0)
    events = []
    for before, event, state in steps(game, seed, policy=policy):
        events.append((before.turn if before.turn >= 0 else CHANCE_ACTOR, game.text(event)))
        story.follow(events)
        yield state, story.news()


def decisions(game, seed, *, policy=0.0):
    """Yield the states of a random game in which a seat has a choice; see `steps`."""
    for state in walk(game, seed, policy=policy):
        if len(state.legal_actions()) > 1:
            yield state


def with_a_choice(game, rng, plies):
    """Return a position with a choice, if possible within `plies` of a random game."""
    while True:
        state = game.start()
        left = rng.below(plies)
        while state.turn != aicore.END:
            if left <= 0 and len(state.promising()) > 1:
                return state
            state.apply(state.sample(rng))
            left -= 1


@cache
def visited(game, games=GAMES, keep=KEPT):
    """Return the start, and about `keep` states of each random game with its end, evenly spread."""
    found = []
    for seed in range(games):
        states = list(walk(game, seed, policy=seed % 2 / 2))
        step = max(1, -(-len(states) // keep))
        found += [*states[seed % step :: step], states[-1]]
    return [game.start(), *found]


def random_state(game, seed, length):
    """Return the state after `length` random plies, or the end; odd seeds begin guided."""
    state, rng = game.start(), aicore.Rng(seed)
    guided = length * (seed % 2) * rng.below(101) // 100
    state.play_out(rng, guided, guided=True)
    state.play_out(rng, length - guided)
    return state


def events(state):
    """Return the possible next events, as integers."""
    return state.legal_actions() or [event for event, _ in state.outcome_actions()]


def knowers(state):
    """Return all seats, and None for full knowledge."""
    return [None, *range(state.game.seats)]


def needs(has: bool, what: str) -> None:
    """Skip a test of a game that has nothing to check, rather than pass it."""
    if not has:
        pytest.skip(f"this game has no {what}")


def sample_of(items, most=12):
    """Return at most this many of the items, evenly spread."""
    return items[:: max(1, -(-len(items) // most))]
