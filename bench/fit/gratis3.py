"""Fit gratis3's value network to the results of games, and write it to judgment/value.json.

    python -m bench.fit.gratis3 --games 16000

Captains, the game's own policy, play the first round. In later rounds, players that search use the
network of the round before. Each round's network starts from random weights, and learns from the
last two rounds of searches. Up to a random ply, captains take over half of the decisions, and
occasionally act at random: this adds positions that a search would never reach. From then on, some
positions of each game count. For each pair of seats, the network learns which seat ended ahead: the
winner, or else the seat with more points. The script prints the Brier score on games that the
network did not learn from, and the Brier score of a constant.
"""

from __future__ import annotations

import argparse
import random
from functools import partial
from typing import Any

import numpy as np

import aicore
from aicore.core.registry import info
from aicore.games.gratis3.judgment.value import INPUTS, feature_names
from bench.common import add_jobs, workers
from bench.fit.network import fitted, game_of, guide_of, load, new_network, write

HIDDEN = (32,)
BLOCK = 20  # games that a process plays at once
KEPT_ROUNDS = 2  # rounds of searches to learn from
KEPT = 0.15  # share of the positions that count
SEATS = (2, 2, 2, 2, 2, 3, 4)
MAX_CAPTAIN_PLIES = 120  # maximum plies in which captains take over, for each seat
TAKEN_OVER = 0.5  # share of the decisions that captains take over
RANDOM = 0.08  # share of random actions among these decisions
UNTOUCHED = 0.15  # share of the games in which captains never take over


def ahead(state: aicore.State, seat: int, other: int) -> float:
    """Return 1 if one seat ended ahead of another, 0.5 if they are even, else 0."""
    ends = [(state.returns()[each], state.scores()[each]) for each in (seat, other)]
    return 0.5 if ends[0] == ends[1] else float(ends[0] > ends[1])


def play(
    game: aicore.Game, player: str, seed: int, dice: random.Random
) -> tuple[list[list[float]], list[float]]:
    """Play a game. Return features, a row for each pair of seats, and `ahead` for each row.

    Args:
        player: the player's spec; "" for the captain.
    """
    searcher = aicore.player(player, game, seed) if player else None
    rng = aicore.Rng(seed)
    state = game.start()
    clean_from = 0 if dice.random() < UNTOUCHED else dice.randrange(MAX_CAPTAIN_PLIES * game.seats)
    ply = 0
    seen: list[tuple[tuple[int, int], list[float]]] = []
    while state.turn != aicore.END:
        if ply >= clean_from and dice.random() < KEPT:
            seen += game.features(state)
        if state.turn == aicore.CHANCE:
            state.apply(state.sample(rng))
        elif ply < clean_from and dice.random() < TAKEN_OVER:
            at_random = dice.random() < RANDOM
            state.apply(state.sample(rng) if at_random else state.policy(rng))
        elif searcher is None:
            state.apply(state.policy(rng))
        else:
            state.apply(searcher.decide(state.view(state.turn)).action)
        ply += 1
    return [row for _, row in seen], [ahead(state, *pair) for pair, _ in seen]


def collect(block: int, guide: dict[str, Any], player: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows and targets of a block of games."""
    dice = random.Random(block)
    games = {seats: game_of("gratis3", guide, seats) for seats in set(SEATS)}
    rows: list[list[float]] = []
    targets: list[float] = []
    for number in range(BLOCK):
        game_rows, game_targets = play(
            games[dice.choice(SEATS)], player, block * BLOCK + number, dice
        )
        rows += game_rows
        targets += game_targets
    return np.array(rows, np.float16), np.array(targets, np.float32)


def main() -> None:
    """Play games, fit the network, print its score, and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=16000, help="games per round")
    parser.add_argument(
        "--player", default="mcts:sims=60,trees=1", help="player after the first round"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3, help="initial learning rate")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument(
        "--go-on", action="store_true", help="continue from the network in judgment/value.json"
    )
    add_jobs(parser)
    args = parser.parse_args()
    folder = info("gratis3").folder
    sizes = (INPUTS, *HIDDEN)
    rng = np.random.default_rng(args.seed)
    network = load(folder) if args.go_on else new_network(sizes, rng)
    kept: list[list[tuple[np.ndarray, np.ndarray]]] = []
    number = max(2, args.games // BLOCK)
    with workers(args.jobs) as run_all:
        for round_number in range(args.rounds):
            captains = round_number == 0 and not args.go_on
            player = "" if captains else args.player
            job = partial(collect, guide=guide_of(network, feature_names()), player=player)
            first = args.seed * 1_000_003 + round_number * number
            kept.append(run_all(job, range(first, first + number)))
            blocks = [block for part in kept[-KEPT_ROUNDS:] for block in part]
            network = fitted(blocks, sizes, rng, args.rate, args.epochs)
            write(network, feature_names(), folder)
            if captains:
                kept.clear()


if __name__ == "__main__":
    main()
