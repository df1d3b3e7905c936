"""Networks in C, random or with one fixed preference; and their files beside games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

import aicore
from aicore import State
from aicore.core.features import Features
from aicore.core.net_file import place_of, write_net
from aicore.core.policy_net import (
    FACT_UNIT,
    PolicyNet,
    Way,
    count_of,
    fields_of,
    inputs_of,
    lines_of,
    rows_of,
)
from aicore.search.mcts.selfplay import Positions

EXAMPLES = Path(__file__).parents[2] / "examples"


def drawn(game: aicore.Game, widths: tuple[int, ...], seed: int = 1) -> PolicyNet:
    """Return a network with random weights."""
    size = count_of(game, widths)
    numbers = np.random.default_rng(seed).normal(size=size) / 8
    return PolicyNet(game, widths, numbers.astype("<f4").tobytes())


def seen_in(states: Iterable[State]) -> np.ndarray:
    """Return what networks see of positions in which a seat is to move, (n, net_input_size)."""
    return np.stack([
        np.frombuffer(state.view(state.turn).net_input(), np.uint8)
        for state in states if state.turn >= 0
    ])  # fmt: skip


def numbers_in(game: aicore.Game, seen: np.ndarray) -> np.ndarray:
    """Return the numbers of all fields and all facts in what a network sees."""
    size = game.net_input_size - 2 * game.facts
    facts = np.ascontiguousarray(seen[:, size:]).view("<i2").astype(np.int64)
    facts = facts.reshape(len(seen), game.facts)
    return facts if game.facts_only else np.hstack([Features(game).numbers(seen[:, :size]), facts])


def by_numpy(net: PolicyNet, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return values, leads and logits in double precision, as policy_net.pyx describes."""
    game = net.game
    numbers = np.frombuffer(net.numbers, "<f4").astype(np.float64)

    def take(*shape: int) -> np.ndarray:
        nonlocal numbers
        size = int(np.prod(shape))
        part, numbers = numbers[:size].reshape(shape), numbers[size:]
        return part

    first = net.widths[0]
    bias, table = take(first), take(rows_of(game), first)
    found = np.tile(bias, (len(seen), 1))
    values = numbers_in(game, seen)
    row = place = 0
    for field, (way, rows) in zip(fields_of(game), inputs_of(game), strict=True):
        for _ in range(field.entries):
            number = values[:, place]
            if way == Way.SCALED:
                found += number[:, None] / field.high * table[row]
            elif way == Way.SIGNED:
                found += number[:, None] / FACT_UNIT * table[row]
            elif way == Way.LOOKED_UP:
                found += table[row + number]
            else:
                down, columns = field.axes
                square = number - field.first
                there = ((square >= 0) & (square < down * columns))[:, None]
                pair = table[row + 1 + square // columns] + table[row + 1 + down + square % columns]
                found += np.where(there, pair, table[row])
            row += rows
            place += 1
    for lines in lines_of(game):
        for cells in lines.cells:
            index = np.zeros(len(seen), np.int64)
            for cell in cells:
                code = np.zeros(len(seen), np.int64)
                for at, least in lines.planes:  # a later plane overrides an earlier one
                    there = seen[:, at + cell].astype(np.int64)
                    code = np.where(there > 0, least + there - 1, code)
                index = index * lines.codes + code
            found += table[row + index]
            row += lines.each
    assert row == len(table)
    found = np.maximum(found, 0)
    for before, after in zip(net.widths, net.widths[1:], strict=False):
        bias, weights = take(after), take(before, after)
        found = np.maximum(found @ weights + bias, 0)
    bias, weights = take(net.outcomes), take(net.outcomes, net.last)
    shares = 1 / (1 + np.exp(-(found @ weights.T + bias)))
    bias, weights = take(net.outcomes), take(net.outcomes, net.last)
    leads = 1 / (1 + np.exp(-(found @ weights.T + bias)))
    if net.beliefs:  # see `beliefs_of`
        take(1 + net.last)
    bias, weights = take(net.tokens), take(net.tokens, net.last)
    assert not len(numbers)
    return shares, leads, found @ weights.T + bias


def stubborn(game: aicore.Game, action: str) -> PolicyNet:
    """Return a network that judges all positions even, and prefers the tokens of one action.

    Args:
        action: a legal action at the first seat's first decision.
    """
    state = game.start()
    aicore.Chance(1).settle(state)
    size = count_of(game, (32,))
    numbers = np.zeros(size, "<f4")
    biases = numbers[-33 * game.net_tokens :][: game.net_tokens]
    biases[list(state.encode(action, full=True))] = 12.0
    return PolicyNet(game, (32,), numbers.tobytes())


def beside(
    folder: Path, example: str, action: str, seats: int | None = None, **about: Any
) -> aicore.Game:
    """Copy an example to a folder, with a network beside it that prefers an action.

    Args:
        about: fields of the network's card.
    """
    file = folder / f"{example}.py"
    if not file.exists():  # in each folder another text: equal texts would be one game
        text = (EXAMPLES / file.name).read_text(encoding="utf-8")
        file.write_text(f"{text}\n# in {folder}\n", encoding="utf-8")
    game = aicore.load(file, seats)
    write_net(place_of(game.info, game.seats), stubborn(game, action), about)
    return game


def same(one: Positions, two: Positions) -> bool:
    """Whether two games yielded the same positions."""
    return all(
        np.array_equal(getattr(one, field.name), getattr(two, field.name), equal_nan=True)
        for field in fields(one)
        if field.name not in ("decisions", "simulations")
    )
