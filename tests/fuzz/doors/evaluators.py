"""Door of evaluators with any answer: at the root and later, for one search and for many."""

from __future__ import annotations

from array import array
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import aicore
from aicore.core.game import Game
from aicore.players import player
from aicore.search.mcts import Mcts, search_many
from fuzz import damage, material
from fuzz.door import ACCEPTED, Door, tell

NUMBERS = (
    0.0, 0.5, 1.0, -1.0, 1e-300, 1e30, -1e30, 1e300, -1e300, 3e38, float("inf"), float("-inf"),
    float("nan"),
)  # fmt: skip


class Evaluators(Door):
    """Answers of wrong shapes, types and numbers; a search that accepts them plays a legal move."""

    NAME = "evaluators"
    SHARE = 60

    def prepare(self) -> None:
        """Make positions of games with arrays."""
        self.numpy: Any = import_module("numpy") if find_spec("numpy") else None
        self.positions = [
            [state for state in some if state.turn >= 0]
            for game, some in zip(material.games(), material.positions(), strict=True)
            if game.num_tokens
        ]

    def attempt(self, rng: Random) -> str:
        """Search with an evaluator that fails at some call, or never."""
        state = rng.choice(rng.choice(self.positions))
        game = state.game
        logits = rng.random() < 0.6
        wrong = rng.choice((1, 1, 2, 3, 99))
        calls = [0]

        def judge(observations: memoryview) -> Any:
            calls[0] += 1
            count = len(observations)
            found = self.table(rng, count, _width(game)), self.table(rng, count, game.num_tokens)
            if calls[0] < wrong:
                return found if logits else found[0]
            return self.damaged(rng, count, game, *found)

        tell(f"a judge of {game.name}, wrong at call {wrong}")
        view = state.view(state.turn)
        parameters = {"sims": rng.choice((2, 20, 60)), "batch": rng.choice((1, 3, 8))}
        if rng.random() < 0.3:
            many = [Mcts(game, judge, **parameters) for _ in range(2)]
            decisions = search_many(many, [view, view], [aicore.Rng(1), aicore.Rng(2)])
        else:
            spec = "mcts:" + ",".join(f"{key}={value}" for key, value in parameters.items())
            spec += rng.choice(("", ",noise=0.3", ",root=halving"))
            decisions = [player(spec, game, 1, evaluator=judge).decide(view)]
        for decision in decisions:
            state.clone().apply(decision.action)
            for candidate in decision.candidates:
                assert all(game.low <= value <= game.high for value in candidate.values)
        return ACCEPTED

    def table(self, rng: Random, rows: int, columns: int) -> Any:
        """Return a valid table of numbers."""
        kind = rng.choice("df")
        data = array(kind, (rng.uniform(-1, 1) for _ in range(rows * columns)))
        return memoryview(data).cast("B").cast(kind, [rows, columns])

    def damaged(self, rng: Random, count: int, game: Game, values: Any, logits: Any) -> Any:
        """Return an answer with one or several faults."""
        if rng.random() < 0.15:
            return rng.choice(
                (None, (), (values,), (values, logits, 1), [values, logits], {}, "x" * count,
                 b"\0" * 4 * count, 0.5, object(), damage.value(rng), iter([0.5] * count))
            )  # fmt: skip
        if rng.random() < 0.6:
            values = self.wrong(rng, count, _width(game))
        if rng.random() < 0.6:
            logits = self.wrong(rng, count, game.num_tokens)
        return (values, logits) if rng.random() < 0.8 else values

    def wrong(self, rng: Random, rows: int, columns: int) -> Any:
        """Return a table of odd numbers, types or shapes."""
        rows = rows if rng.random() < 0.7 else max(0, rows + rng.choice((-1, 1, 5)))
        columns = columns if rng.random() < 0.7 else max(0, columns + rng.choice((-1, 1, -columns)))
        numbers = [rng.uniform(-1, 1) for _ in range(rows * columns)]
        for _ in range(rng.choice((0, 1, 1, 5)) if numbers else 0):
            numbers[rng.randrange(len(numbers))] = rng.choice(NUMBERS)
        if rng.random() < 0.1:
            numbers = [rng.choice(NUMBERS)] * len(numbers)
        kind = rng.choice("dddfffbBhHiIlLqQ")
        if kind not in "df":
            return array(kind, [int(rng.random() * 3) for _ in numbers])
        data = array(kind, (max(min(one, 3e38), -3e38) if abs(one) < 1e301 and kind == "f" else one
                            for one in numbers))  # fmt: skip
        way = rng.random()
        if way < 0.3 and rows and columns:
            return memoryview(data).cast("B").cast(kind, [rows, columns])
        if way < 0.4:
            return [numbers[i : i + columns] for i in range(0, len(numbers), max(columns, 1))]
        if way < 0.5:
            return list(numbers)
        if self.numpy is None or not numbers:
            return data
        found = self.numpy.array(data).reshape(rows, columns)
        return rng.choice(
            (found, found.T, found[::-1], found.astype("f2"), found.astype(object), found[:, :1],
             found.reshape(-1), found.reshape(rows, columns, 1), found.astype("c16"),
             self.numpy.asfortranarray(found), found.astype(">f8"), found.sum())
        )  # fmt: skip


def _width(game: Game) -> int:
    """Return the number of values of a position."""
    return 1 if game.seats == 1 or (game.seats == 2 and game.constant_sum) else game.seats
