"""Loss of networks' choices in backgammon, on the same positions, by GNU Backgammon's judgment.

A player plays games; GNU Backgammon (Debian's package `gnubg`) lists the best moves of every
position. A network values the position after each of these moves, without a search. The result is
the loss of its choice in thousandths of a point, and the error of its values. All networks judge
equal positions, so a few hundred positions distinguish networks where whole games need thousands.

    python -m bench.strength.gnubg_choices own other.net
    python -m bench.strength.gnubg_choices own --player greedy:net=own --games 24 --plies 2
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

import numpy as np

import aicore
from aicore.core.policy_net import PolicyNet
from aicore.games.backgammon.game import BAR, OFF
from aicore.players.networks import chosen
from bench.strength.gnubg import analyzed, match_file, play

Men = list[list[int]]
"""Each side's men on its places, 0 (off) to 25 (the bar)."""
Choice = tuple[int, list[tuple[Men, float]]]
"""Mover, and the position and the value after each move, in points for the mover."""
START = {6: 5, 8: 3, 13: 5, 24: 2}
PLACES = {"bar": BAR, "off": OFF}
MEN = 15  # men of a side
LISTED = 8  # moves that gnubg lists for a position


def moved(men: Men, side: int, text: str) -> Men:
    """Return the men after a move in gnubg's notation, such as ``13/7*(2) 6/5``."""
    men = [list(places) for places in men]
    own, other = men[side], men[1 - side]
    for part in text.split():
        path, times = re.fullmatch(r"([^(]+)(?:\((\d)\))?", part).groups()  # type: ignore[union-attr]
        names = [place.rstrip("*") for place in path.split("/")]
        places = [PLACES[name] if name in PLACES else int(name) for name in names]
        for _ in range(int(times or 1)):
            own[places[0]] -= 1
            own[places[-1]] += 1
            for place in places[1:]:
                if place != OFF and other[BAR - place] == 1:
                    other[BAR - place] = 0
                    other[BAR] += 1
    return men


def choices(text: str) -> list[Choice]:
    """Return the choices in gnubg's account of a game."""
    listed_choices: list[Choice] = []
    men = [[START.get(place, 0) for place in range(BAR + 1)] for _ in range(2)]
    for block in text.split("Move number ")[1:]:
        mover = re.match(r"\s*\d+:\s+([AB]) to play \d\d", block)
        if mover is None:
            continue
        side = "AB".index(mover[1])
        listed = re.findall(r"^\*? +\d+\. Cubeless \S+ +(.+?) +Eq\.: +([-+]\S+)", block, re.M)
        if len(listed) > 1:
            listed_choices.append(
                (side, [(moved(men, side, move), float(worth)) for move, worth in listed])
            )
        made = re.search(r"^\* [AB] moves (.+?)\s*$", block, re.M)
        if made is not None:
            men = moved(men, side, made[1])
    return listed_choices


def judged(match: str, plies: int) -> list[Choice]:
    """Return gnubg's choices in all games of a match file, except those that may end it."""
    with tempfile.TemporaryDirectory() as folder:
        export = (f"set export moves number {LISTED}", "export match text games.txt")
        analyzed(folder, match, plies, *export)
        texts = [path.read_text() for path in sorted(Path(folder).glob("games*.txt"))]
    return [
        (side, after)
        for text in texts
        for side, after in choices(text)
        if all(max(men[0][OFF], men[1][OFF]) < MEN for men, _ in after)  # the game goes on
    ]


def measured(net: PolicyNet, positions: list[Choice]) -> tuple[float, float, float]:
    """Return the loss of a network's choices and half its 95 % interval, and its values' error.

    All are in points; the error is the root of the mean square.
    """
    game = aicore.load("backgammon")
    lost, error = [], []
    for side, after in positions:
        seen = b"".join(
            game.from_dict({"men": men, "dice": [0] * 4, "mover": side, "turn": "chance"})
            .view(side)
            .net_input()
            for men, _ in after
        )
        values = game.low + game.stake * np.array(net(seen)[0])
        worth = np.array([value for _, value in after])
        lost.append(worth.max() - worth[values.argmax()])
        error += list(values - worth)
    bound = 1.96 * np.std(lost) / len(lost) ** 0.5
    return float(np.mean(lost)), float(bound), float(np.mean(np.square(error)) ** 0.5)


def report(net: PolicyNet, positions: list[Choice]) -> str:
    """Return the loss of a network's choices, and the error of its values, as text."""
    lost, bound, error = measured(net, positions)
    return (
        f"{1000 * lost:.1f} ± {1000 * bound:.1f} millipoints lost per choice, "
        f"values off by {1000 * error:.0f} ({len(positions):,} choices)"
    )


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--player", default="greedy:net=own")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--plies", type=int, default=2)
    args = parser.parse_args()
    seeds = range(args.first, args.first + args.games)
    positions = judged(match_file([play((args.player, seed)) for seed in seeds]), args.plies)
    for spec in args.networks:
        net, _ = chosen(spec, aicore.load("backgammon"))
        print(f"{spec}: {report(net, positions)}", flush=True)


if __name__ == "__main__":
    main()
