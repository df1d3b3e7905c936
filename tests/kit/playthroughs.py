"""Golden playthroughs: one random game of every game and number of seats, as a readable text.

    python tests/kit/playthroughs.py --write            all of them, into tests/games/NAME/
    python tests/kit/playthroughs.py --write pig        only those of one game
    python tests/kit/playthroughs.py                    list those that differ

Review the differences before you commit them: they are the rule changes that you made.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import aicore

FOLDER = Path(__file__).parents[1] / "games"
SEED = 1
# For games that mostly end early at random: a seed whose game covers every phase.
SEEDS = {"trader": 17730}
SHOWN = 12  # maximum number of actions or outcomes listed, before their count
WIDTH = 100
FIRST, LAST = 60, 10  # numbers of first and last plies shown of a long game


def files(name: str) -> dict[Path, aicore.Game]:
    """Return the games of one name by their file: every number of seats."""
    about = aicore.info(name)
    fewest, most = about.seats
    found = {}
    for seats in range(fewest, most + 1):
        suffix = "" if fewest == most else f"-{seats}"
        found[FOLDER / name / f"playthrough{suffix}.txt"] = aicore.load(name, seats=seats)
    return found


def playthrough(game: aicore.Game) -> str:
    """Return one game as text: turn, possible events, the event, and changes of the dump."""
    return "\n".join(lines(game)) + "\n"


def lines(game: aicore.Game) -> Iterator[str]:
    yield f"game: {game.name}"
    yield f"seats: {game.seats}"
    yield from (f"option {name}: {value}" for name, value in game.options.items())
    seed = SEEDS.get(game.name, SEED)
    yield f"seed: {seed}"
    yield ""
    plies, end = played(game, seed)
    shown: dict[object, dict] = {}
    for index, (state, event) in enumerate(plies):
        left = len(plies) - index
        if index == FIRST and left > LAST:
            yield f"({left - LAST} plies are left out)"
        if index < FIRST or left <= LAST + 1:
            changed = [*changes(state, shown)]
        if index < FIRST or left <= LAST:
            yield f"# ply {index}: {whose(state)}"
            yield from changed
            yield from possible(state)
            yield from signals(state, event)
    state = end
    yield f"# ply {len(plies)}: end"
    yield from changes(state, {})
    yield f"  returns: {numbers(state.returns())}"
    yield f"  scores: {numbers(state.scores())}"
    yield f"  end: {state.end}"
    yield ""
    yield from str(state).splitlines()


def played(game: aicore.Game, seed: int) -> tuple[list[tuple[aicore.State, int]], aicore.State]:
    """Return each position of a random game with its event, and the end."""
    state, chance, rng = game.start(), aicore.Chance(seed), aicore.Rng(seed)
    plies = []
    while not plies or state.turn != aicore.END:
        before = state.clone()
        event = next_event(state, chance, rng)
        plies.append((before, event))
        state.apply(event)
    return plies, state


def whose(state: aicore.State) -> str:
    return "chance" if state.turn == aicore.CHANCE else f"seat {state.turn}"


def next_event(state: aicore.State, chance: aicore.Chance, rng: aicore.Rng) -> int:
    if state.turn != aicore.CHANCE:
        return state.sample(rng)
    event = chance.draw(state)
    chance.pass_over(state)
    return event


def possible(state: aicore.State) -> Iterator[str]:
    """Yield the possible events; one probability if they are all equal."""
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


def signals(state: aicore.State, event: int) -> Iterator[str]:
    """Yield the event, and its text for seats that a part is hidden from."""
    text = state.game.text(event)
    yield f"  > {text}"
    for seat in range(state.game.seats):
        if state.event_text(event, seat) != text:
            yield f"    seat {seat} reads: {state.event_text(event, seat)}"


def changes(state: aicore.State, shown: dict[object, dict]) -> Iterator[str]:
    """Yield the changes of the dump; then, where seats see less, the changes for them.

    Args:
        shown: the dumps shown last, by seat and None for all; updated in place.
    """
    fields = state.to_dict()
    yield from difference("", shown.get(None, {}), fields)
    message: dict[str, list[int]] = {}  # lines -> the seats to which they apply
    for seat in range(state.game.seats):
        partial = {key: part for key, part in state.to_dict(seat).items() if part != fields[key]}
        lines = "\n".join(difference("", shown.get(seat, {}), partial))
        shown[seat] = partial
        if lines:
            message.setdefault(lines, []).append(seat)
    for lines, seats in message.items():
        yield f"  as seen by {', '.join(map(str, seats))}:"
        yield from (f"  {line}" for line in lines.splitlines())
    shown[None] = fields


def difference(name: str, before: object, after: object) -> Iterator[str]:
    """Yield lines for the changes of a part of the dump; for flat lists, removals and additions."""
    if before == after:
        return
    if isinstance(after, dict) and isinstance(before, dict) and after:
        for key, part in after.items():
            yield from difference(f"{name}.{key}" if name else key, before.get(key, ...), part)
        return
    if isinstance(before, list) and isinstance(after, list):
        if any(isinstance(part, list | dict) for part in after) and len(before) == len(after):
            for place, part in enumerate(after):
                yield from difference(f"{name}.{place}", before[place], part)
            return
        words = list(map(word, before)), list(map(word, after))
        gone = Counter(words[0]) - Counter(words[1])
        come = Counter(words[1]) - Counter(words[0])
        if 0 < gone.total() + come.total() <= 3 < len(after):
            signs = [f"- {each}" for each in gone.elements()]
            signs += [f"+ {each}" for each in come.elements()]
            yield f"  {name} ({len(after)}): {'  '.join(signs)}"
            return
    yield from textwrap.wrap(
        f"  {name}: {word(after)}", WIDTH, subsequent_indent="      ", break_on_hyphens=False
    )


def word(value: object) -> str:
    """Return a part of the dump as text with few quotes; runs of equal entries are counted."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {word(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        runs = [(each, len(list(run))) for each, run in groupby(map(word, value))]
        parts = (f"{n} x {each}" if n > 3 else ", ".join([each] * n) for each, n in runs)
        return f"[{', '.join(parts)}]"
    if isinstance(value, str) and re.fullmatch(r"[^\s,{}\[\]]+", value):
        return value
    return json.dumps(value, ensure_ascii=False)


def listed(title: str, texts: list[str]) -> str:
    """Return the texts on one line, shortened if they are many or long."""
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
            print(f"{'wrote' if arguments.write else 'differs'}: {path.relative_to(FOLDER)}")
            if arguments.write:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    return 0 if arguments.write else differing > 0


if __name__ == "__main__":
    sys.exit(main())
