"""Habits of a player that look odd to people: their number in a game, and their places.

A player plays all seats. `aicore rollout` shows from the games' file whether a habit costs
anything. All games have two habits: a missed immediate win, and a repeated position in one's turn.

- relics: games in which nobody escapes. Seats that stay inside, although the game's script would
  have brought them out in their last turn. Turns that end with 3 AP or more. Platforms lifted again
  before their seat has moved, or a third time in a turn. AP gained from items and charges, and not
  needed in their turn. Guns and traps that hit a seat that could have stopped them. Seats that wait
  on their airlock, although the script would leave. The owner of the Jovian Scepter may lift a
  platform as often as its lock requires.
- gratis3: cards played, or guns chosen, without an effect, and repairs left although a system is
  down.
- booster: rounds, passed turns, and turns passed although a mission was possible.
- ransom: discards in the last turn although a capture was possible.

    python -m bench.strength.habits relics gratis3 --by level:3 --games 20
    python -m bench.strength.habits relics --games 20 --first 101 --out games.jsonl
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import aicore
from aicore.arena.match import Match
from aicore.core.deal import Deal
from aicore.core.record import Ply, Record, replay
from aicore.core.story import Names
from aicore.core.successor import successor
from bench.common import add_jobs, workers

UNSPENT = 3  # AP
Habit = tuple[str, int, str]
"""Kind of habit, number of the event (0 for the whole game), and the event's text."""


def of_all_games(plies: Sequence[Ply]) -> Iterator[Habit]:
    """Yield the habits that any game can show."""
    seen: set[tuple[int, bytes]] = set()
    for ply in _decisions(plies):
        state, seat = ply.state, ply.state.turn
        if state.game.seats > 1 and not _won(ply.after, seat):
            wins = [action for action in state.legal() if _won(successor(state, action), seat)]
            if wins:
                yield "missed immediate wins", ply.number + 1, f"{ply.event}, not {wins[0]}"
        place = seat, bytes(state.view(seat))
        if place in seen:
            yield "repeated positions", ply.number + 1, str(ply.event)
        seen.add(place)


def of_relics(plies: Sequence[Ply]) -> Iterator[Habit]:
    """Yield the habits of relics."""
    lifts: Counter[str] = Counter()  # lifts of each platform in this turn
    lifted: set[str] = set()  # platforms lifted since the last step
    script = aicore.player("script", plies[0].state.game)
    gained = 0, 0, 0  # the last gain of AP, and its seat and round
    for ply in _decisions(plies):
        action = str(ply.event)
        word, _, rest = action.partition(" ")
        before = ply.state.to_dict()
        gain = ply.after.to_dict()["ap"] - before["ap"]
        if word in ("use", "overload") and gain > 0:
            gained = gain, ply.state.turn, before["round"]
        if word == "lift":
            lifts[rest] += 1
            if not before["scepter"][ply.state.turn]:
                if rest in lifted:
                    yield "platforms lifted again on the spot", ply.number + 1, action
                if lifts[rest] == 3:
                    yield "platforms lifted a third time in a turn", ply.number + 1, action
            lifted.add(rest)
        elif word in ("move", "use"):
            lifted.clear()
        elif word == "hit" and any(each.startswith("shoot") for each in ply.state.legal()):
            yield "guns that could have been shot", ply.number + 1, action
        elif word == "suffer":
            yield "traps that could have been stopped", ply.number + 1, action
        elif word == "end":
            if "escape" in ply.state.legal():
                view = ply.state.view(ply.state.turn)
                if script.decide(view).action == "escape":
                    yield "escapes put off", ply.number + 1, action
            if before["ap"] >= UNSPENT:
                yield f"turns ended with {UNSPENT} AP or more", ply.number + 1, action
            if 0 < gained[0] <= before["ap"] and gained[1:] == (ply.state.turn, before["round"]):
                yield "gains of AP that nothing needed", ply.number + 1, action
            lifts.clear()
            lifted.clear()
    yield from _inside(plies)


def _inside(plies: Sequence[Ply]) -> Iterator[Habit]:
    """Yield the seats of relics that stayed inside, although the script would have left in time."""
    end = plies[-1].after
    if not any(end.scores()):
        yield "games in which nobody escapes", 0, ""
    script = aicore.player("script", end.game)
    for seat in range(end.game.seats):
        carried = end.to_dict()["artifacts"][seat]
        own = [ply for ply in _decisions(plies) if ply.state.turn == seat]
        if end.scores()[seat] or not carried or not own:
            continue
        last = own[-1].state.to_dict()["round"]
        start = next(ply for ply in own if ply.state.to_dict()["round"] == last)
        state = start.state.clone()
        while state.turn == seat:
            action = script.decide(state.view(seat)).action
            if action == "escape":
                yield "escapes left in the last turn", start.number + 1, str(start.event)
                break
            state.apply(action)


def of_gratis3(plies: Sequence[Ply]) -> Iterator[Habit]:
    """Yield the habits of gratis3."""
    names = Names(["first", "second", "third", "fourth"], None)
    for ply in _decisions(plies):
        game, action = ply.state.game, str(ply.event)
        if action == "no-repair":
            if not all(ply.state.to_dict()["systems"][ply.state.turn]):
                yield "repairs left with a system down", ply.number + 1, action
        elif action.startswith("play"):
            heard = ply.heard(None)
            if heard is not None and "to no effect" in game.info.story.tell(game, heard, names):
                yield "cards without an effect", ply.number + 1, action
        elif action == "guns" and ply.after.to_dict()["phase"] != "guns-roll":
            yield "guns without an effect", ply.number + 1, action


def of_booster(plies: Sequence[Ply]) -> Iterator[Habit]:
    """Yield the habits of booster."""
    for ply in _decisions(plies):
        if ply.event == "pass":
            if len(ply.state.legal()) > 1:
                yield "missions put off", ply.number + 1, "pass"
            yield "turns passed", ply.number + 1, "pass"
    for number in range(plies[-1].after.to_dict()["turns"] // plies[-1].after.game.seats):
        yield "rounds", 0, str(number)


def of_ransom(plies: Sequence[Ply]) -> Iterator[Habit]:
    """Yield the habits of ransom."""
    last = _decisions(plies)[-1]
    if str(last.event).startswith("discard"):
        left = [action for action in last.state.legal() if action.startswith(("capture", "boost"))]
        if left:
            yield "captures left in the last turn", last.number + 1, f"{last.event}, not {left[0]}"


GAMES: dict[str, Callable[[Sequence[Ply]], Iterator[Habit]]] = {
    "relics": of_relics,
    "gratis3": of_gratis3,
    "booster": of_booster,
    "trader": lambda plies: iter(()),  # it has no habits of its own
    "ransom": of_ransom,
}


def _decisions(plies: Sequence[Ply]) -> list[Ply]:
    return [ply for ply in plies if ply.state.turn >= 0 and ply.event is not None]


def _won(state: aicore.State, seat: int) -> bool:
    return state.end is not None and state.returns()[seat] == state.game.high


def watch(seed: int, name: str, by: str, seats: int | None) -> tuple[Record, list[Habit]]:
    """Play a game, and return its record and its habits."""
    game = aicore.load(name, seats=seats)
    players = [aicore.player(by, game) for _ in range(game.seats)]
    record = Match(game, players, Deal(seed)).finish()
    plies = list(replay(record))
    return record, [*of_all_games(plies), *GAMES[name](plies)]


def main() -> None:
    """Watch games, count habits, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="+", choices=sorted(GAMES))
    parser.add_argument("--by", default=["level:9"], nargs="+", metavar="SPEC")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="first deal")
    parser.add_argument("--out", type=Path, help="save the games to this file")
    parser.add_argument("--list", action="store_true", help="print each odd decision")
    add_jobs(parser)
    args = parser.parse_args()
    deals = range(args.first, args.first + args.games)
    for name in args.game:
        for by in args.by:
            with workers(args.jobs) as run_all:
                games = run_all(partial(watch, name=name, by=by, seats=args.seats), deals)
            print(f"{name}, {by}: {args.games} games", flush=True)
            counts: Counter[str] = Counter()
            for deal, (record, habits) in zip(deals, games, strict=True):
                counts.update(kind for kind, _, _ in habits)
                if args.out:
                    record.write(args.out)
                for kind, number, action in habits if args.list else ():
                    print(f"  deal {deal}, move {number}: {action} ({kind})")
            for kind, count in sorted(counts.items()):
                print(f"  {count / args.games:6.2f} {kind} a game")


if __name__ == "__main__":
    main()
