"""Golden playthroughs: one random game of every game and number of seats, as a readable text.

    python tests/playthroughs.py --write            all of them, into tests/playthroughs/
    python tests/playthroughs.py --write pig        those of one game
    python tests/playthroughs.py                    say which ones differ

Review the differences before you commit them: they are the change in the rules that you made.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import aicore

FOLDER = Path(__file__).with_name("playthroughs")
SEED = 1
SHOWN = 12  # actions or outcomes that are listed; of more, only how many
WIDTH = 100
FIRST, LAST = 100, 20  # plies that are shown of a long game


def files(name: str) -> dict[Path, aicore.Game]:
    """The games of one name by their file: every number of seats."""
    about = aicore.info(name)
    fewest, most = about.seats
    found = {}
    for seats in range(fewest, most + 1):
        suffix = "" if fewest == most else f"-{seats}"
        found[FOLDER / f"{name}{suffix}.txt"] = aicore.load(name, seats=seats)
    return found


def playthrough(game: aicore.Game) -> str:
    """One game: whose turn, what is possible, what happens, and what changes in the dump."""
    return "\n".join(lines(game)) + "\n"


def lines(game: aicore.Game) -> Iterator[str]:
    yield f"game: {game.name}"
    yield f"seats: {game.seats}"
    yield from (f"option {name}: {value}" for name, value in game.options.items())
    yield f"seed: {SEED}"
    yield ""
    state, chance, rng = game.start(), aicore.Chance(SEED), aicore.Rng(SEED)
    plies: list[list[str]] = []
    shown: dict[str, object] = {}
    while not plies or state.turn != aicore.END:
        plies.append([f"# ply {len(plies)}: {whose(state)}", *changes(state, shown)])
        event = next_event(state, chance, rng)
        plies[-1] += [*possible(state), *told(state, event)]
        state.apply(event)
    for index, ply in enumerate(plies):
        if index < FIRST or index >= len(plies) - LAST:
            yield from ply
        elif index == FIRST:
            yield f"({len(plies) - FIRST - LAST} plies are left out)"
    yield f"# ply {len(plies)}: end"
    yield from changes(state, {})
    yield f"  returns: {numbers(state.returns())}"
    yield f"  scores: {numbers(state.scores())}"
    yield f"  end: {state.end}"
    yield ""
    yield from str(state).splitlines()


def whose(state: aicore.State) -> str:
    return "chance" if state.turn == aicore.CHANCE else f"seat {state.turn}"


def next_event(state: aicore.State, chance: aicore.Chance, rng: aicore.Rng) -> int:
    if state.turn != aicore.CHANCE:
        return state.sample(rng)
    event = chance.draw(state)
    chance.pass_over(state)
    return event


def possible(state: aicore.State) -> Iterator[str]:
    """What can happen; probabilities once where they are all the same."""
    if state.turn != aicore.CHANCE:
        yield listed("legal", state.legal())
        return
    source, number = state.chance_source()
    yield f"  source: {source}" + ("" if number is None else f", pass {number}")
    shares = {share for _, share in state.outcomes()}
    if len(shares) == 1:
        texts = [text for text, _ in state.outcomes()]
        yield listed(f"outcomes, {shares.pop():.6g} each", texts)
    else:
        yield listed("outcomes", [f"{text} {share:.6g}" for text, share in state.outcomes()])


def told(state: aicore.State, event: int) -> Iterator[str]:
    """The event, and how those read it from whom a part is hidden."""
    text = state.game.text(event)
    yield f"  > {text}"
    for seat in range(state.game.seats):
        if state.event_text(event, seat) != text:
            yield f"    seat {seat} reads: {state.event_text(event, seat)}"


def changes(state: aicore.State, shown: dict[str, object]) -> Iterator[str]:
    """The dump's entries that are new; then, where a seat sees less, what it sees."""
    fields = state.to_dict()
    for seat in (None, *range(state.game.seats)):
        for key, value in state.to_dict(seat).items():
            name = key if seat is None else f"{key} for seat {seat}"
            fresh = name not in shown or shown[name] != value
            shown[name] = value
            if fresh and (seat is None or value != fields[key]):
                yield from dumped(name, value)


def dumped(key: str, value: object) -> Iterator[str]:
    """An entry of the dump, on one line if it fits, else one part a line."""
    line = f"  {key}: {json.dumps(value, ensure_ascii=False)}"
    if len(line) <= WIDTH or not isinstance(value, list | dict):
        yield line
        return
    yield f"  {key}:"
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in parts:
        yield f"    {name}: {json.dumps(part, ensure_ascii=False)}"


def listed(title: str, texts: list[str]) -> str:
    """The texts on a line, shortened when they are many or long."""
    some = texts[:SHOWN]
    while len(some) > 1 and len(", ".join(some)) > WIDTH - 30:
        some.pop()
    more = f", ... ({len(texts)} in all)" if len(some) < len(texts) else ""
    return f"  {title}: {', '.join(some)}{more}"


def numbers(values: list[float]) -> str:
    return ", ".join(f"{value:g}" for value in values)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=aicore.names(), metavar="GAME")
    parser.add_argument("--write", action="store_true", help="write the files")
    arguments = parser.parse_args()
    differing = 0
    for name in arguments.names:
        for path, game in files(name).items():
            text = playthrough(game)
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            differing += 1
            print(f"{'wrote' if arguments.write else 'differs'}: {path.name}")
            if arguments.write:
                FOLDER.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    return 0 if arguments.write else differing > 0


if __name__ == "__main__":
    sys.exit(main())
