"""A seat that tries every seed to find out what the others hold.

    python tests/fairness/seed_adversary.py --deals 1000

It gets what a seat gets at its first decision: the view, and its number (in this process) or the
`seed` of the engine protocol's question. From these it looks for the seed of the deal, in every way
that ever led there or might: whole numbers below a million through hashes that anyone can compute,
its own number taken for the secret or a key, and texts through the real derivation, as many as a
decision's second allows. Where it finds a deal that fits all it knows, it names the hidden card.
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass

import aicore
from aicore.arena.match import Match
from aicore.arena.plan import Plan, configure
from aicore.core.deal import Deal, secret_of
from aicore.players.external import question

GAME = "leduc_poker"
GUESSES = 1  # texts a decision: each costs a tenth of a second of the processor


@dataclass(frozen=True)
class Seen:
    """What the seat was given: a number of its own, or the numbers of a question."""

    view: aicore.View
    number: int
    asked: int


def old_number(seed: int, seat: int) -> int:
    """A seat's number as anyone can compute it from an open deal."""
    return Deal(seed).player_seed(seat)


def asked(number: int, decision: int = 0) -> int:
    """What the engine protocol makes of a seat's number."""
    return aicore.Rng(number ^ aicore.Rng(decision).next()).next() >> 11


class Adversary:
    """Knows every open deal below a bound by the numbers of its seats."""

    def __init__(self, below: int, seats: int = 2) -> None:
        self.by_number: dict[int, int] = {}
        for seed in range(below):
            for seat in range(seats):
                number = old_number(seed, seat)
                self.by_number[number] = self.by_number[asked(number)] = seed

    def candidates(self, seen: Seen) -> Iterator[Deal]:
        """Deals that may be the true one, the likeliest first."""
        for number in (seen.number, seen.asked):
            if number in self.by_number:
                yield Deal(self.by_number[number])
            yield Deal(number)
            digits = f"{number:016x}"
            for text in (f"{number:032x}", digits * 2, number.to_bytes(16, "little").hex()):
                yield Deal(text)
        for _ in range(GUESSES):
            yield Deal(str(secrets.randbelow(1_000_000)))

    def names(self, seen: Seen) -> str | None:
        """The hidden card, if a candidate fits everything: the seat's number and its card."""
        seat = seen.view.seat
        for deal in self.candidates(seen):
            numbers = {deal.player_seed(seat), asked(deal.player_seed(seat))}
            if not numbers & {seen.number, seen.asked}:
                continue
            state = seen.view.game.start()
            deal.luck.settle(state)
            if state.to_dict(seat) == seen.view.to_dict():
                return str(state.to_dict()["cards"][1 - seat])
        return None


def first_decision(deal: Deal) -> tuple[Seen, str]:
    """What the seat to move sees, and the card that it does not."""
    game = aicore.load(GAME)
    told: list[Seen] = []

    class Seat(type(aicore.player("random", game))):  # type: ignore[misc]
        """A player that keeps what it was given."""

        def think(self, view, rng, progress):  # type: ignore[no-untyped-def]
            message = question(view, rng.next() >> 11, self.decisions)
            told.append(Seen(view, self.seed, message["seed"]))
            return super().think(view, rng, progress)

    match = Match(game, [Seat(game, {}) for _ in range(game.seats)], deal)
    while not told:
        match.step()
    state = game.start()
    deal.luck.settle(state)
    return told[0], str(state.to_dict()["cards"][1 - told[0].view.seat])


def deals(door: str, number: int) -> Iterator[Deal]:
    """As many deals as the doors of the program make."""
    if door == "open":  # what every door made before: to see that the adversary finds those
        yield from (Deal(secrets.randbelow(1_000_000)) for _ in range(number))
    elif door == "play":
        from aicore.cli.options import deal_from

        yield from (deal_from(None) for _ in range(number))
    elif door == "play --seed":
        from aicore.cli.options import deal_from

        yield from (deal_from(str(secrets.randbelow(1_000_000))) for _ in range(number))
    else:
        seed = str(secrets.randbelow(1_000_000)) if door == "tournament --seed" else None
        plan = Plan(configure(aicore.load(GAME), ["random", "greedy"], games=2, seed=seed))
        yield from (Deal(plan.block(block).seeds[0]) for block in range(number))


DOORS = ("play", "play --seed", "tournament", "tournament --seed")


def found(adversary: Adversary, door: str, number: int) -> int:
    """Of how many deals the adversary names the hidden card."""
    count = 0
    for deal in deals(door, number):
        seen, truth = first_decision(deal)
        count += adversary.names(seen) == truth
        secret_of.cache_clear()  # its guesses must not come cheaper than they are
    return count


def main() -> None:
    """Attack every door, in this process and by the numbers of the protocol."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000, help="of each door")
    parser.add_argument("--below", type=int, default=1_000_000, help="open seeds that it knows")
    asked_for = parser.parse_args()
    start = time.monotonic()
    adversary = Adversary(asked_for.below)
    print(f"knows {asked_for.below:,} open deals after {time.monotonic() - start:.0f} s")
    for door in ("open", *DOORS):
        count = found(adversary, door, asked_for.deals)
        print(f"{door:18} {count} of {asked_for.deals} hidden cards named", flush=True)


if __name__ == "__main__":
    main()
