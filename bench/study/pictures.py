"""Time and size of pictures: drawing their elements, and writing them as text.

The script draws positions of games of greedy players as a page shows them, to the seat on turn and
to a seat that waits. It prints medians per picture, and the time of Python's own ElementTree.

    python -m bench.study.pictures
    python -m bench.study.pictures relics --games 5
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TypeVar
from xml.etree.ElementTree import tostring

import aicore
from aicore.core.picture import Scene, drawn
from aicore.core.registry import names
from aicore.core.svg import serialized

Result = TypeVar("Result")


def scenes(game: aicore.Game, seed: int) -> Iterator[Scene]:
    """Yield the scenes that a game of greedy players shows to the seats."""
    state, chance = game.start(), aicore.Chance(seed=seed)
    player = aicore.player("greedy", game, seed)
    while chance.settle(state) is not None and state.turn >= 0:
        view = state.view(state.turn)
        yield Scene(view, legal=tuple(view.legal()))
        action = player.decide(view).action
        seat = state.turn
        state.apply(action)
        if state.turn != aicore.END:
            yield Scene(state.view((seat + 1) % game.seats), last=((seat, action),))


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the milliseconds of processor time that some work takes, and its result."""
    began = time.thread_time()
    result = work()
    return 1000 * (time.thread_time() - began), result


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=sorted(names()), metavar="GAME")
    parser.add_argument("--games", type=int, default=2, dest="rounds", help="games of each")
    args = parser.parse_args()
    print("game           pictures    kB  draw ms  write ms  by ElementTree ms")
    for name in args.games:
        game = aicore.load(name)
        rows = []
        for seed in range(args.rounds):
            for scene in scenes(game, seed):
                drawing, picture = timed(lambda scene=scene: drawn(scene))  # type: ignore[misc]
                writing, text = timed(lambda picture=picture: serialized(picture))  # type: ignore[misc]
                other, same = timed(lambda picture=picture: tostring(picture, "unicode"))  # type: ignore[misc]
                if text != same:
                    raise SystemExit(f"{name}: ElementTree writes a picture differently")
                rows.append((len(text) / 1000, drawing, writing, other))
        kb, drawing, writing, other = map(statistics.median, zip(*rows, strict=True))
        print(f"{name:14} {len(rows):8} {kb:5.1f}  {drawing:7.2f}  {writing:8.2f}  {other:17.2f}")


if __name__ == "__main__":
    main()
