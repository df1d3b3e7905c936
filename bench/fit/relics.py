"""Fit relics' value network to continuations of games, and write it to judgment/value.json.

    python -m bench.fit.relics --games 130000

Couriers, the game's own policy, play, with an occasional random or promising action, so that many
kinds of positions occur. Some games jump to a later round first, with pieces anywhere. From some
positions, couriers play to the end, twice. For each pair of seats, the network learns the share of
ends in which the first seat is ahead: out, and with more points. The script prints the Brier score
on games that the network did not learn from, and the Brier score of a constant. The script takes
about 9 GB of memory.
"""

from __future__ import annotations

import argparse
import random
from functools import partial

import numpy as np

import aicore
from aicore.core.errors import StateError
from aicore.core.registry import info
from aicore.games.relics.judgment.value import INPUTS, feature_names
from bench.common import add_jobs, workers
from bench.fit.network import fitted, game_of, guide_of, write

HIDDEN = (128, 32)
BLOCK = 40  # games that a process plays at once
KEPT = 0.12  # share of the positions that count
PLAYOUTS = 2
AIRLOCKS = ([15, -1], [31, 15], [15, 31], [-1, 15])
RANDOM = (0.0, 0.02, 0.05)  # chance of a random action; each in a third of the games
PROMISING = (0.0, 0.03, 0.1)  # chance of a promising action
LATER = 0.25  # share of the games that jump to a later round
TRIES = 40  # attempts to find squares that pieces can stand on
SHARES = ((2, 0.8), (3, 0.12), (4, 0.08))  # share of the games, by seats; more seats give more rows


def unguided(seats: int) -> aicore.Game:
    """Return the game with an untrained network, as the file's network may have other features."""
    nothing = [(np.zeros((INPUTS, 1)), np.zeros(1))]
    return game_of("relics", guide_of(nothing, feature_names()), seats)


def in_later_round(state: aicore.State, dice: random.Random) -> aicore.State:
    """Return the start of a turn in a later round, in which the seats have artifacts."""
    fields = state.to_dict()
    seats = range(state.game.seats)
    round_number = dice.randint(1, 11)
    fields.update(round=round_number, ap=dice.randint(1, 13 - round_number))
    for seat in seats:
        taken = dice.randint(0, min(3, len(fields["artifact_on"])))
        fields["artifacts"][seat] = fields["undrawn_artifacts"][:taken]
        fields["undrawn_artifacts"] = fields["undrawn_artifacts"][taken:]
        for _ in range(taken):
            gone = dice.choice(fields["artifact_on"])
            fields["artifact_on"] = [name for name in fields["artifact_on"] if name != gone]
    if dice.random() < 0.3:
        fields.update(heart_on=False, heart=dice.choice(seats))
    for _ in range(TRIES):
        places = dice.sample(AIRLOCKS, len(seats))
        fields["pos"] = [
            place if dice.random() < 0.2 else [dice.randrange(31), dice.randrange(31)]
            for place in places
        ]
        try:
            return state.game.from_dict(fields)
        except StateError:
            continue
    return state


def ahead(state: aicore.State) -> list[float]:
    """Return 1 for each pair of seats whose first seat ended ahead of the second, else 0.

    A seat is ahead if it is out with more points, or with as many points but earlier.
    """
    seats, scores = range(state.game.seats), state.scores()
    escaped = state.to_dict()["escaped"]
    rank = {seat: (scores[seat], -place) for place, seat in enumerate(escaped)}
    nowhere = (-1, 0)
    return [
        float(rank.get(seat, nowhere) > rank.get(other, nowhere))
        for seat in seats
        for other in seats
        if other != seat
    ]


def collect(seed: int, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Return features, a row for each pair of seats, and the mean of `ahead` for each row."""
    game = unguided(seats)
    dice, rng = random.Random(seed), aicore.Rng(seed)
    rows: list[list[float]] = []
    shares: list[np.ndarray] = []
    for _ in range(BLOCK):
        state = game.start()
        random_share, promising_share = dice.choice(RANDOM), dice.choice(PROMISING)
        later = dice.random() < LATER
        while state.turn != aicore.END:
            if state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
                continue
            if later and state.to_dict()["phase"] == "act":
                state, later = in_later_round(state, dice), False
            if dice.random() < KEPT:
                rows += game.features(state)
                ends = []
                for _ in range(PLAYOUTS):
                    copy = state.clone()
                    copy.play_out(rng, guided=True)
                    ends.append(ahead(copy))
                shares.append(np.mean(ends, axis=0))
            luck = dice.random()
            if luck < random_share:
                state.apply(state.sample(rng))
            elif luck < random_share + promising_share:
                state.apply(dice.choice(state.promising())[0])
            else:
                state.apply(state.policy(rng))
    return np.array(rows, np.float16), np.concatenate(shares).astype(np.float32)


def gather(args: argparse.Namespace) -> list[tuple[np.ndarray, np.ndarray]]:
    """Play games, and return their blocks; games for two come first."""
    blocks = []
    with workers(args.jobs) as run_all:
        for seats, share in SHARES:
            number = max(1, round(args.games * share / BLOCK))
            first = args.seed * 1_000_003 + 100_000 * seats
            blocks += run_all(partial(collect, seats=seats), range(first, first + number))
    return blocks


def main() -> None:
    """Play games, fit the network, print its score, and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=130000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3, help="initial learning rate")
    parser.add_argument("--epochs", type=int, default=6)
    add_jobs(parser)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    blocks = gather(args)
    network = fitted(blocks, (INPUTS, *HIDDEN), rng, args.rate, args.epochs)
    write(network, feature_names(), info("relics").folder)


if __name__ == "__main__":
    main()
