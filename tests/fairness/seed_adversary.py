"""Seat that tries every seed to find out what the others hold.

    python tests/fairness/seed_adversary.py [gymnasium ...] --deals 1000

At every door that makes games, it receives what a seat receives there at its first decision. Where
players sit, these are the view and its number (in this process) or the `seed` of the engine
protocol's question. Where only observations are given, these are the ones of fifteen games before
the game in question, from the same seed.

From these it tries to find the deal, in every way that ever worked or might work. It hashes whole
numbers below a bound as anyone can. It takes its own number for the secret or a key. It guesses
seeds through the door itself, as many as fit in a decision's second. When it finds a deal that fits
all it knows, it names the hidden card.
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from unittest import mock

import numpy as np

import aicore
from aicore.arena.match import Match
from aicore.arena.plan import Plan, configure
from aicore.cli.game_arguments import deal_from
from aicore.coach import analysis
from aicore.core.deal import Deal, secret_of
from aicore.envs.gymnasium import Seat
from aicore.envs.pettingzoo import raw_env
from aicore.envs.vector import Vector
from aicore.players.external import question
from aicore.study.games import deals_of

GAME = "leduc_poker"
GUESSES = 1  # seeds per decision: each costs a tenth of a second of processor time
WATCHED = 15  # games of one seed, before the one in question
SEEDS = 1_000_000  # range of the seeds that it guesses
MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Seen:
    """Information that the seat was given.

    Args:
        observation: its knowledge of the game in question.
        seat: its seat.
        number: the seat's number, in this process; None where it has none.
        asked: the number that the engine protocol derives from it.
        watched: observations of the seat to move in earlier games.
    """

    observation: bytes
    seat: int
    number: int | None = None
    asked: int | None = None
    watched: tuple[bytes, ...] = ()


class Caught(Exception):
    """Signal that a player was asked for a decision; holds what the player was given."""

    def __init__(self, seen: Seen | np.ndarray) -> None:
        self.seen = seen


# Information that seats get at each door.


def keeper(*_: object, **__: object) -> aicore.players.Player:
    """Return a player that reports what it was given, in place of any other."""
    game = aicore.load(GAME)

    class Keeper(type(aicore.player("random", game))):  # type: ignore[misc]
        def think(self, view, rng, progress):  # type: ignore[no-untyped-def]
            message = question(view, rng.next() >> 11, self.decisions)
            raise Caught(Seen(bytes(view.observation()), view.seat, self.seed, message["seed"]))

    return Keeper(game, {})


def catch(call: Callable[[], object]) -> Seen | np.ndarray:
    """Return what the first player asked was given."""
    try:
        call()
    except Caught as given:
        return given.seen
    raise AssertionError("nobody was asked")


def hidden(state: aicore.State, seat: int) -> str:
    """Return the card that a seat does not see."""
    return str(state.to_dict()["cards"][1 - seat])


def first_decision(deal: Deal) -> tuple[Seen, str]:
    """Play to the first decision; return what the mover is given, and the card hidden from it."""
    game = aicore.load(GAME)
    match = Match(game, [keeper() for _ in range(game.seats)], deal)
    seen = catch(lambda: [match.step() for _ in range(100)])
    return seen, hidden(match.state, seen.seat)


def play_door(seed: str | None) -> tuple[Seen, str]:
    return first_decision(deal_from(seed))


def tournament_door(seed: str | None) -> tuple[Seen, str]:
    plan = Plan(configure(aicore.load(GAME), ["random", "greedy"], games=2, seed=seed))
    return first_decision(Deal(plan.block(0).seeds[0]))


def study_door(seed: str | None) -> tuple[Seen, str]:
    return first_decision(Deal(deals_of(int(seed or secrets.randbits(128)), 1)[0]))


def gymnasium_door(seed: str | None) -> tuple[Seen, str]:
    with mock.patch("aicore.envs.play.player", keeper):
        env = Seat(GAME, seat=1)
    seen = catch(lambda: env.reset(seed=None if seed is None else int(seed)))
    return seen, hidden(env._play.state, seen.seat)


def vector_door(seed: str | None) -> tuple[Seen, str]:
    with mock.patch("aicore.envs.play.player", keeper):
        envs = Vector(GAME, 2, seat=1, opponents=["random"])
    seen = catch(lambda: envs.reset(seed=None if seed is None else int(seed)))
    return seen, hidden(envs._batch.state(0), seen.seat)


def analyze_door(seed: str | None) -> tuple[Seen, str]:
    """Analyze a game with a seed that is also the seed of its deal."""
    state, events = aicore.load(GAME).start(), []
    number = secrets.randbelow(1 << 53) if seed is None else int(seed)
    for text in Deal(str(number)).luck.settle(state):
        events.append(["chance", text])
    query = analysis.read_query({"id": 1, "game": GAME, "events": events, "seed": number})
    with mock.patch("aicore.coach.analysis._player", keeper):
        seen = catch(lambda: analysis.answer(query, len(events), "random", True, None))
    return seen, hidden(state, seen.seat)


def watching(rows: Sequence[bytes], last: aicore.State) -> tuple[Seen, str]:
    """Return the first seat's observations in games of one seed; the last is in question."""
    assert len(rows) == WATCHED + 1
    return Seen(bytes(rows[-1]), 0, watched=tuple(map(bytes, rows[:-1]))), hidden(last, 0)


def pettingzoo_door(seed: str | None) -> tuple[Seen, str]:
    env, rows = raw_env(GAME), []
    for game in range(WATCHED + 1):
        env.reset(seed=None if seed is None or game else int(seed))
        rows.append(env.observe(env.agent_selection)["observation"])
    return watching(rows, env._play.state)


def batch_door(seed: str | None) -> tuple[Seen, str]:
    batch = aicore.Batch(aicore.load(GAME), WATCHED + 1, seed=seed or secrets.token_hex(16))
    return watching(np.asarray(batch.observations), batch.state(WATCHED))


def function_door(seed: str | None) -> tuple[Seen, str]:
    def ask(seen: np.ndarray, _: object) -> np.ndarray:
        raise Caught(seen.copy())

    envs = Vector(GAME, WATCHED + 1, seat=1, opponent=ask)
    rows = catch(lambda: envs.reset(seed=None if seed is None else int(seed)))
    return watching(rows, envs._batch.state(WATCHED))


Door = Callable[[str | None], tuple[Seen, str]]
"""Function from a seed or a fresh secret to what the mover is given and the card hidden from it."""

DOORS: dict[str, Door] = {
    "play": play_door,
    "tournament": tournament_door,
    "study": study_door,
    "analyze": analyze_door,
    "gymnasium": gymnasium_door,
    "vector-players": vector_door,
    "vector-function": function_door,
    "pettingzoo": pettingzoo_door,
    "batch": batch_door,
}


# Deals that anyone can compute, as some doors once made them: the adversary must find them.


def asked(number: int, decision: int = 0) -> int:
    """Return the number that the engine protocol derives from a seat's number."""
    return aicore.Rng(number ^ aicore.Rng(decision).next()).next() >> 11


def dealt(deal: int) -> tuple[bytes, str]:
    """Return what the first seat knows of a deal, and the card that it does not."""
    state = aicore.load(GAME).start()
    aicore.Chance(deal).settle(state)
    return bytes(state.observation(0)), hidden(state, 0)


def open_match(seed: int) -> tuple[int, int]:
    """Return the number of the deal, and the number of the first seat."""
    return seed, Deal(seed).player_seed(0)


def open_gymnasium(seed: int) -> tuple[int, int]:
    luck = aicore.Rng(int(np.random.default_rng(seed).integers(1 << 63)))
    return luck.next(), luck.next()


def open_agents(seed: int) -> list[int]:
    """Return the deal numbers of consecutive games."""
    rng = aicore.Rng(seed)
    return [rng.next() for _ in range(WATCHED + 1)]


def open_batch(seed: int) -> list[int]:
    return [_mix(_fold(_fold(_mix(seed), place), 1)) for place in range(WATCHED + 1)]


def _mix(value: int) -> int:
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def _fold(digest: int, word: int) -> int:
    digest = (digest ^ word) * 0x9E3779B97F4A7C15 & MASK
    return digest ^ digest >> 32


NUMBERED = {"match": open_match, "gymnasium": open_gymnasium}
SERIES = {"pettingzoo": open_agents, "batch": open_batch}
OPEN = (*NUMBERED, *SERIES)


def open_door(kind: str, seed: int) -> tuple[Seen, str]:
    """Return what a seat is given where the deal is an unkeyed hash of its seed."""
    if kind in NUMBERED:
        deal, number = NUMBERED[kind](seed)
        observation, card = dealt(deal)
        return Seen(observation, 0, number, asked(number)), card
    *watched, (observation, card) = map(dealt, SERIES[kind](seed))
    return Seen(observation, 0, watched=tuple(row for row, _ in watched)), card


class Adversary:
    """Adversary that knows every open deal below a bound by the seat's number or earlier games."""

    def __init__(self, below: int, watched: int) -> None:
        self.known = min(below, watched)
        self.by_number: dict[int, int] = {}
        for rule in NUMBERED.values():
            for seed in range(below):
                deal, number = rule(seed)
                self.by_number[number] = self.by_number[asked(number)] = deal
        self.by_query = {asked(seed): seed for seed in range(below)}
        self.by_watched: dict[tuple[bytes, ...], int] = {}
        for series in SERIES.values():
            for seed in range(watched):
                *before, last = series(seed)
                self.by_watched[tuple(dealt(deal)[0] for deal in before)] = last

    def names(self, door: Door, seen: Seen, guesses: Sequence[str]) -> str | None:
        """Return the hidden card, if some deal fits everything known."""
        for observation, card in self._lucks(seen):
            if observation == seen.observation:
                return card
        for guess in guesses:
            again, card = door(guess)
            if again == seen:
                return card
        return None

    def _lucks(self, seen: Seen) -> Iterator[tuple[bytes, str]]:
        """Yield the observation and hidden card of each deal that fits what the seat was given."""
        if seen.watched in self.by_watched:
            yield dealt(self.by_watched[seen.watched])
        given = {seen.number, seen.asked} - {None}
        for number in given:
            if number in self.by_number:
                yield dealt(self.by_number[number])
            for seed in (number, self.by_query.get(number)):
                if seed in range(SEEDS):  # the seat's number was also the game's seed
                    yield self._dealt(Deal(str(seed)), seen.seat)
            texts = [f"{number:032x}", f"{number:016x}" * 2, number.to_bytes(16, "little").hex()]
            for deal in map(Deal, (number, *texts)):  # the number is the deal's, or its secret
                mine = deal.player_seed(seen.seat)
                if given & {mine, asked(mine)}:
                    yield self._dealt(deal, seen.seat)

    def _dealt(self, deal: Deal, seat: int) -> tuple[bytes, str]:
        state = aicore.load(GAME).start()
        deal.luck.settle(state)
        return bytes(state.observation(seat)), hidden(state, seat)


def found(
    adversary: Adversary, name: str, number: int, seeded: bool, guessed: int = GUESSES
) -> int:
    """Return for how many deals of a door the adversary names the hidden card.

    Args:
        seeded: whether the deals have seeds such as a person chooses, all of which the adversary
            has tried for open deals; otherwise they come from secrets.
        guessed: number of seeds that it tries for each deal.
    """
    count = 0
    for _ in range(number):
        seed = str(secrets.randbelow(adversary.known)) if seeded else None
        seen, truth = DOORS[name](seed)
        secret_of.cache_clear()  # its guesses must cost their full time
        guesses = [str(secrets.randbelow(SEEDS)) for _ in range(guessed)]
        count += adversary.names(DOORS[name], seen, guesses) == truth
        secret_of.cache_clear()
    return count


def found_open(adversary: Adversary, kind: str, seeds: Sequence[int]) -> int:
    """Return for how many open deals the adversary names the hidden card."""
    given = [open_door(kind, seed) for seed in seeds]
    return sum(adversary.names(play_door, seen, []) == truth for seen, truth in given)


def main() -> None:
    """Attack every door, in this process and by the numbers of the protocol."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("doors", nargs="*", help=f"of {', '.join(DOORS)}; default: all")
    parser.add_argument("--deals", type=int, default=1000, help="of each door")
    parser.add_argument("--below", type=int, default=300_000, help="open seeds that it knows")
    parser.add_argument("--watched", type=int, default=30_000, help="of these by games before")
    given = parser.parse_args()
    if not {*given.doors} <= {*DOORS}:
        parser.error(f"the doors are {', '.join(DOORS)}")
    start = time.monotonic()
    adversary = Adversary(given.below, given.watched)
    print(f"knows {given.below:,} open deals after {time.monotonic() - start:.0f} s")
    for kind in OPEN:
        most = given.watched if kind in SERIES else given.below
        seeds = [secrets.randbelow(most) for _ in range(given.deals)]
        count = found_open(adversary, kind, seeds)
        print(f"open: {kind:20} {count} of {given.deals} hidden cards named", flush=True)
    for name in given.doors or DOORS:
        for seeded in (False, True):
            count = found(adversary, name, given.deals, seeded)
            label = f"{name}{' --seed' * seeded}"
            print(f"{label:26} {count} of {given.deals} hidden cards named", flush=True)


if __name__ == "__main__":
    main()
