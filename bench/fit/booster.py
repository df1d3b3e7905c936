"""Compute aicore/games/booster/judgment/value.toml: the turns that a hand of booster still needs.

    python -m bench.fit.booster solve            the game played alone, by value iteration (seconds)
    python -m bench.fit.booster race [--games N]  the worth of a lead in turns, from policy games

A *hold* has at most one card of each type; cards with equal figures are one class. For one player
alone, the expected turns to the target obey

    T(need, hold) = 1 + E over two draws of min(T(need, best hold), after_meld(need - points), ...)

with draws from the fifty cards less the hold. After a meld, two random cards are left, and the
player keeps one or none. The hands after that are sampled. Only the race's two numbers need games.
"""

from __future__ import annotations

import argparse
import base64
import tomllib
import zlib
from itertools import product

import numpy as np

from aicore import END
from aicore.core.game import State
from aicore.core.registry import info, load
from aicore.core.rng import Rng

FOLDER = info("booster").folder
TYPES = ("crew", "propulsion", "destination", "transport", "payload")
SHIFT = {"crew": 10, "propulsion": 8, "transport": 6, "destination": 3, "payload": 0}
HOLDS = 4096
ROWS = (2, 3, 4, 5, 6, 7, 8, 10)  # needed points with stored tables; 10 stands for 9 and more
MAX_NEED = 100
SOLVED = 16  # maximum need to solve; from there on, the turns for a point are constant
SAMPLES = 4000  # random hands
UNIT = 1 / 26  # turns in a step of the stored table


class Cards:
    """Card table, by classes of equal figures."""

    def __init__(self) -> None:
        with (FOLDER / "data.toml").open("rb") as file:
            table = tomllib.load(file)["cards"]
        self.of_card: list[int] = []  # class of each card
        self.classes: list[tuple[str, int, tuple[str, ...], str | None]] = []
        for kind in TYPES:
            for card in table[kind]:
                figures = (kind, card["level"], tuple(card.get("offers", ())), card.get("needs"))
                if figures not in self.classes:
                    self.classes.append(figures)
                self.of_card.append(self.classes.index(figures))
        self.numbers = np.bincount(self.of_card)  # cards of each class
        self.places = [i for i, figures in enumerate(self.classes) if figures[0] == "destination"]
        self.loads = [i for i, figures in enumerate(self.classes) if figures[0] == "payload"]

    def part(self, number: int) -> int:
        """Return the bits of a class in a hold's number, before they are shifted."""
        kind, level, _, _ = self.classes[number]
        if kind == "destination":
            return self.places.index(number) + 1
        return self.loads.index(number) + 1 if kind == "payload" else level


CARDS = Cards()
FIELDS = {
    kind: np.arange(HOLDS) >> SHIFT[kind] & (7 if kind in TYPES[2::2] else 3) for kind in TYPES
}


def number_of(parts: dict[str, np.ndarray | int]) -> np.ndarray | int:
    """Return the number of a hold."""
    return sum(parts[kind] << SHIFT[kind] for kind in TYPES)


def with_cards(start: dict, drawn: tuple[int, ...]) -> list:
    """Return the holds that a hold and drawn classes form: one for each destination and payload."""
    parts = dict(start)
    choice = {"destination": [start["destination"]], "payload": [start["payload"]]}
    for number in drawn:
        kind = CARDS.classes[number][0]
        part = start[kind] * 0 + CARDS.part(number)
        if kind in choice:
            choice[kind].append(part)
        else:
            parts[kind] = np.maximum(parts[kind], part)
    return [
        number_of({**parts, "destination": place, "payload": load})
        for place, load in product(choice["destination"], choice["payload"])
    ]


def points_of_holds() -> np.ndarray:
    """Return the points of each hold as a meld; 0 if it is not a meld."""
    places = [(0, ())] + [CARDS.classes[i][1:3] for i in CARDS.places]
    loads = [(0, "none")] + [CARDS.classes[i][1::2] for i in CARDS.loads]
    fits = np.array(
        [
            [range_ > 0 and cargo > 0 and (need is None or need in offers) for cargo, need in loads]
            for range_, offers in places
        ]
    )
    range_ = np.array([level for level, _ in places])[FIELDS["destination"]]
    cargo = np.array([level for level, _ in loads])[FIELDS["payload"]]
    legal = fits[FIELDS["destination"], FIELDS["payload"]]
    legal &= (FIELDS["crew"] >= range_) & (FIELDS["propulsion"] >= range_)
    legal &= FIELDS["transport"] >= cargo
    return np.where(legal, range_ + cargo, 0)


def two_draws() -> list[tuple[np.ndarray, list[np.ndarray]]]:
    """Return each pair of drawn classes: its probability, and the holds after it, by hold."""
    kinds = len(CARDS.classes)
    held = np.stack([FIELDS[CARDS.classes[i][0]] == CARDS.part(i) for i in range(kinds)], axis=1)
    left = CARDS.numbers[None] - held
    total = left.sum(axis=1)
    pairs = []
    for first in range(kinds):
        for second in range(first, kinds):
            same = first == second
            ways = left[:, first] * (left[:, second] - same) * (1 if same else 2)
            pairs.append((ways / (total * (total - 1)), with_cards(FIELDS, (first, second))))
    return pairs


def full_hands(kept: int | None, rng: np.random.Generator) -> np.ndarray:
    """Return holds in random hands of seven that contain a card of class `kept`, if given."""
    empty = dict.fromkeys(TYPES, np.int64(0))
    rows = []
    for _ in range(SAMPLES):
        cards = list(rng.permutation(len(CARDS.of_card)))
        if kept is not None:
            own = CARDS.of_card.index(kept)
            cards.remove(own)
            cards.insert(0, own)
        holds = with_cards(empty, tuple(CARDS.of_card[card] for card in cards[:7]))
        rows.append(holds + holds[:1] * (36 - len(holds)))
    return np.array(rows)


def least_within(turns: np.ndarray) -> np.ndarray:
    """Return, for each hold, the least value of all holds that it contains."""
    turns = turns.reshape(4, 4, 4, 8, 8)
    for axis in range(3):
        turns = np.minimum.accumulate(turns, axis=axis)
    turns = np.minimum(turns, turns[:, :, :, :1, :])
    return np.minimum(turns, turns[:, :, :, :, :1]).reshape(-1)


def solve() -> dict[str, object]:
    """Return expected turns by need and hold, as value.toml stores them."""
    rng = np.random.default_rng(1)
    points = points_of_holds()
    pairs = two_draws()
    hands = [full_hands(kept, rng) for kept in (None, *range(len(CARDS.classes)))]
    left_over = np.array(CARDS.of_card)[np.array(list(product(range(50), repeat=2)))]
    left_over = left_over[np.arange(2500) % 51 != 0]  # two different cards
    turns: dict[int, np.ndarray] = {}
    alone: dict[int, np.ndarray] = {}
    after_meld = {0: 0.0}
    for need in range(1, SOLVED + 1):
        value = np.full(HOLDS, 5.0)
        while True:
            melds = np.array([after_meld[max(0, need - vp)] if vp else np.inf for vp in range(7)])
            best = least_within(np.minimum(value, melds[points]))
            new = 1 + sum(
                chance * np.minimum.reduce([best[hold] for hold in holds])
                for chance, holds in pairs
            )
            change = np.abs(new - value).max()
            value = new
            if change < 1e-5:
                break
        turns[need] = least_within(value)
        alone[need] = np.array([1 + best[hand].min(axis=1).mean() for hand in hands])
        after_meld[need] = float(
            np.minimum(alone[need][0], alone[need][1:][left_over].min(axis=1)).mean()
        )
    slope = (after_meld[SOLVED] - after_meld[SOLVED - 6]) / 6
    for need in range(SOLVED + 1, MAX_NEED + 1):
        after_meld[need] = after_meld[need - 1] + slope
    base = [0.0] * (MAX_NEED + 1)
    for need in range(1, MAX_NEED + 1):
        row = need if need <= ROWS[-2] else ROWS[-1]
        base[need] = float(turns[row].min()) + after_meld[need] - after_meld[row]
    steps = np.stack([np.rint((turns[need] - base[need]) / UNIT) for need in ROWS])
    if steps.max() > 255:
        raise ValueError(f"unit: {steps.max()} steps do not fit into a byte")
    steps = steps.reshape(-1, 4, 4, 4, 64).astype(int)
    for axis in (1, 2, 3):  # differences by crew, propulsion and transport: they compress well
        steps = np.diff(steps, axis=axis, prepend=0)
    return {
        "unit": UNIT,
        "base": [round(x, 3) for x in base],
        "after_meld": [round(after_meld[need], 3) for need in range(MAX_NEED + 1)],
        "alone": [[round(float(x), 3) for x in alone[need] - base[need]] for need in ROWS],
        "turns": (steps % 256).astype(np.uint8).tobytes(),
    }


def write(guide: dict[str, object]) -> None:
    """Write the solution to value.toml."""

    def row(values: list[float]) -> str:
        return "[" + ", ".join(f"{x:g}" for x in values) + "]"

    def wrapped(name: str, values: list[float]) -> str:
        lines = [", ".join(f"{x:g}" for x in values[i : i + 12]) for i in range(0, len(values), 12)]
        return f"{name} = [\n    " + ",\n    ".join(lines) + ",\n]"

    text = base64.b64encode(zlib.compress(guide["turns"], 9)).decode()
    lines = [
        "# Written by bench/fit/booster.py, which explains the figures. All are in turns.",
        f"unit = {guide['unit']:.9f}  # turns in one step of `turns`",
        "",
        "# By points needed: the base that `turns` adds to, and the turns right after a meld.",
        wrapped("base", guide["base"]),
        wrapped("after_meld", guide["after_meld"]),
        "",
        "# After a meld, above base, by row of `turns`: no card kept, then one of each class.",
        "alone = [",
        *(
            "    [\n        "
            + ",\n        ".join(
                ", ".join(f"{x:g}" for x in values[i : i + 12]) for i in range(0, 24, 12)
            )
            + ",\n    ],"
            for values in guide["alone"]
        ),
        "]",
        "",
        "# Steps above base: rows for needs 2, ..., 8, 9 or more, of 4096 holds; differences from",
        "# the next lower crew, propulsion and transport; bytes, zlib, base64.",
        'turns = """',
        *(text[i : i + 100] for i in range(0, len(text), 100)),
        '"""',
    ]
    (FOLDER / "judgment" / "value.toml").write_text("\n".join(lines) + "\n")


def positions(seats: int, games: int) -> list[tuple[State, int]]:
    """Return a random position of each policy game, with the winning seat."""
    game = load("booster", seats=seats)
    rng = Rng(seats)
    chosen = []
    for _ in range(games):
        state = game.start()
        plies = 0
        states = []
        while state.turn != END:
            plies += state.play_out(rng, limit=1, guided=True)
            states.append(state.clone())
        final = states.pop().returns()
        chosen.append((states[5 * seats + rng.below(plies - 5 * seats - 1)], final.index(1.0)))
    return chosen


def race(games: int) -> None:
    """Print the mean log loss of `evaluate` for values of the race's two numbers."""
    samples = {seats: positions(seats, games) for seats in (2, 3, 4, 6)}
    about = info("booster")
    weights = about.data["race"]
    for spread, widening in product((0.25, 0.5, 0.75, 1.0, 1.5), (0.4, 0.6, 0.8, 1.0, 1.2)):
        weights.update(spread=spread, widening=widening)
        losses = []
        for seats, sample in samples.items():
            game = type(sample[0][0].game)(about, seats, sample[0][0].game.options)
            chances = [game.from_dict(state.to_dict()).evaluate()[won] for state, won in sample]
            losses.append(-np.log(np.maximum(chances, 1e-6)).mean())
        figures = "  ".join(f"{loss:.4f}" for loss in losses)
        print(f"spread {spread:4} widening {widening:4}: {np.mean(losses):.4f}  ({figures})")


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=("solve", "race"))
    parser.add_argument("--games", type=int, default=4000)
    args = parser.parse_args()
    if args.part == "solve":
        write(solve())
    else:
        race(args.games)


if __name__ == "__main__":
    main()
