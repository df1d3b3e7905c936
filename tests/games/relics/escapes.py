"""Missed winning escapes: within reach in a seat's last possible turn, and not made.

python tests/games/relics/escapes.py FILE...      lists those in records of relics
"""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass

import aicore
from aicore.core.record import Record, read_records, replay
from aicore.games.relics.rules.names import WAYS


@dataclass(frozen=True)
class Missed:
    """Missed winning escape.

    Args:
        ply: number of the first decision from which the escape was within reach.
        points: score that the escape would have brought.
        path: actions that lead out.
    """

    ply: int
    seat: int
    round: int
    points: int
    path: tuple[str, ...]


def missed_escapes(record: Record) -> list[Missed]:
    """Return the winning escapes that seats of a finished record missed in their last turn.

    A turn is a seat's last when no round comes after it, or when the last turns of the Last Defense
    have begun. An escape is within reach if plain moves lead to an airlock with the AP left; hits
    of guns and fires on the way are patched if that can be paid. It wins when no other seat ended
    with more, and none with as much was out before.
    """
    assert record.scores is not None, "an unfinished record"
    found: dict[int, Missed] = {}
    plies = list(replay(record))
    out = plies[-1].state.to_dict()["escaped"]
    for ply in plies:
        seat = ply.turn
        if not isinstance(seat, int) or seat in found or seat in out:
            continue
        fields = ply.state.to_dict()
        last = fields["final"] or fields["round"] == ply.state.game.options["rounds"]
        if not last or fields["seat"] != seat or fields["phase"] not in ("act", "guns"):
            continue
        points = ply.state.game.carried(ply.state)[seat]
        earlier = fields["escaped"]
        if any((record.scores[other], other in earlier) > (points, False) for other in out):
            continue
        path = way_out(ply.state, seat)
        if path is not None:
            found[seat] = Missed(ply.number, seat, fields["round"], points, path)
    return list(found.values())


def way_out(state: aicore.State, seat: int) -> tuple[str, ...] | None:
    """Return the fewest actions with which a seat escapes this turn; None if it cannot.

    The seat only walks, is hit, patches and escapes; it never shoots or uses anything.
    """
    queue = deque([(state, ())])
    seen: set[bytes] = set()
    while queue:
        here, path = queue.popleft()
        for text in _plain(here, seat):
            after = here.clone()
            after.apply(text)
            after_path = (*path, text)
            if text == "escape":
                return after_path
            while after.turn == aicore.CHANCE:  # items found on the way do not matter
                after.apply(after.outcomes()[0][0])
            if after.turn == seat and bytes(after) not in seen:
                seen.add(bytes(after))
                queue.append((after, after_path))
    return None


def _plain(state: aicore.State, seat: int) -> list[str]:
    """Return the actions worth trying on the way out."""
    legal = state.legal()
    for first in ("escape", "patch"):  # where one of these is possible, nothing is better
        if first in legal:
            return [first]
    hits = [text for text in legal if text.startswith("hit ")]
    return hits or [text for text in (f"move {way}" for way in WAYS) if text in legal]


def main(files: list[str]) -> int:
    """Check the records of some files; return the number of missed escapes."""
    games = missed = 0
    for file in files:
        for number, record in enumerate(read_records(file), 1):
            if record.game != "relics" or not record.finished:
                continue
            games += 1
            for escape in missed_escapes(record):
                missed += 1
                player = record.players[escape.seat]
                print(f"{file}, line {number}: {player} {escape}")
    print(f"{games} games of relics, {missed} missed escapes")
    return missed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
