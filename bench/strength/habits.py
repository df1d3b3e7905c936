"""Habits of a player of relics that look odd to people: how often they occur, and where.

A player plays all seats. The script counts turns that end with 3 AP or more, and platforms lifted
again before their seat has moved. It also counts platforms lifted a third time in a turn, and guns
that hit a seat which could have shot them. The owner of the Jovian Scepter may lift one as often as
its lock requires. Whether one of them costs anything, `aicore rollout` shows from the games' file.

    python -m bench.strength.habits --games 20 --first 101 --out games.jsonl
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from pathlib import Path

import aicore
from aicore.arena.match import Match
from aicore.core.deal import Deal
from aicore.core.record import Record, replay
from bench.common import add_jobs, workers

UNSPENT = 3  # AP
KINDS = (
    f"turns ended with {UNSPENT} AP or more",
    "platforms lifted again on the spot",
    "platforms lifted a third time in a turn",
    "guns that could have been shot",
)
LEFT, AGAIN, THIRD, HIT = KINDS


def watch(seed: int, by: str, seats: int) -> tuple[Record, list[tuple[str, int, int, str]]]:
    """Play a game; return its record and its odd decisions: kind, deal, move and action."""
    game = aicore.load("relics", seats=seats)
    players = [aicore.player(by, game) for _ in range(seats)]
    found = []
    lifts: Counter[str] = Counter()  # of this turn
    lifted: set[str] = set()  # since the last step
    record = Match(game, players, Deal(seed)).finish()
    for ply in replay(record):
        state, action = ply.state, ply.event
        if state.turn < 0 or action is None:
            continue
        word, _, rest = action.partition(" ")
        odd = []
        if word == "lift":
            lifts[rest] += 1
            if not state.to_dict()["scepter"][state.turn]:
                odd = [AGAIN] * (rest in lifted) + [THIRD] * (lifts[rest] == 3)
            lifted.add(rest)
        elif word in ("move", "use"):
            lifted.clear()
        elif word == "hit" and any(each.startswith("shoot") for each in state.legal()):
            odd = [HIT]
        elif word == "end":
            odd = [LEFT] * (state.to_dict()["ap"] >= UNSPENT)
            lifts.clear()
            lifted.clear()
        found += [(kind, seed, ply.number + 1, action) for kind in odd]
    return record, found


def main() -> None:
    """Watch, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--by", default="level:9", metavar="SPEC")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="first deal")
    parser.add_argument("--out", type=Path, help="save the games to this file")
    add_jobs(parser)
    chosen = parser.parse_args()
    deals = range(chosen.first, chosen.first + chosen.games)
    with workers(chosen.jobs) as everywhere:
        games = everywhere(partial(watch, by=chosen.by, seats=chosen.seats), deals)
    if chosen.out:
        for record, _ in games:
            record.write(chosen.out)
    found = [one for _, game in games for one in game]
    for kind, deal, move, action in found:
        print(f"deal {deal}, move {move}: {action} ({kind})")
    for kind in KINDS:
        print(f"{sum(one[0] == kind for one in found):4} {kind}")


if __name__ == "__main__":
    main()
