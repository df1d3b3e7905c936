"""The network of `aicore.core.policy_net` in PyTorch: the same layers, to be trained."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from aicore.core.features import Features
from aicore.core.game import Game
from aicore.core.policy_net import (
    COARSE,
    EXACT,
    Lines,
    PolicyNet,
    Way,
    inputs_of,
    lines_of,
    outcomes_of,
)


class Encoder:
    """Rows of the first layer's weights that observations take.

    Args:
        game: whose observations.

    Attributes:
        rows: how many there are.
        scaled: of the amounts and flags, in order.
    """

    def __init__(self, game: Game) -> None:
        self._features = Features(game)
        scaled: list[int] = []
        first: list[int] = []
        measured: list[tuple[int, int, int]] = []  # place among the scaled, row, greatest amount
        squares: list[tuple[int, int, int, int]] = []  # place, first number, rows, columns
        row = place = 0
        for field, (way, rows) in zip(game.fields, inputs_of(game), strict=True):
            for _ in range(field.entries):
                if way in (Way.SCALED, Way.MEASURED):
                    if way == Way.MEASURED:
                        measured.append((len(scaled), row, field.high))
                    scaled.append(row)
                else:
                    if way == Way.SQUARE:
                        squares.append((place, field.first, *field.axes))  # type: ignore[arg-type]
                    first.append(row)
                    place += 1
                row += rows
        self._boards: list[tuple[Lines, int, NDArray[np.int64]]] = []
        for lines in lines_of(game):
            self._boards.append((lines, row, np.array(lines.cells, np.int64)))
            row += lines.rows
        self.rows = row
        self.scaled = torch.tensor(scaled, dtype=torch.long)
        self._measured = np.array(measured, np.int64).reshape(-1, 3)
        self._first = np.array(first, np.int64)
        self._squares = np.array(squares, np.int64).reshape(-1, 4)

    def __call__(self, observations: NDArray[np.uint8]) -> tuple[Tensor, Tensor]:
        """Amounts from 0 to 1, (n, scaled), and rows to add up, (n, k): `rows` adds nothing."""
        scaled, found = self._features(observations)
        taken = found + self._first
        more = np.full((len(found), len(self._squares)), self.rows, np.int64)
        for i, (place, first, down, columns) in enumerate(self._squares):
            square = found[:, place] - first
            there = (square >= 0) & (square < down * columns)
            base = self._first[place]
            taken[:, place] = np.where(there, base + 1 + square // columns, base)
            more[:, i] = np.where(there, base + 1 + down + square % columns, self.rows)
        looked_up = [
            taken,
            more,
            self._steps(scaled),
            *(self._lines(observations, *board) for board in self._boards),
        ]
        return torch.from_numpy(scaled), torch.from_numpy(np.concatenate(looked_up, 1))

    def _steps(self, scaled: NDArray[np.float32]) -> NDArray[np.int64]:
        """The rows of amounts by their size, (n, amounts): `rows` where an amount is 0."""
        place, row, high = self._measured.T
        amount = np.rint(scaled[:, place] * high).astype(np.int64)
        above = EXACT + 1 + (amount - EXACT - 1) * COARSE // np.maximum(high - EXACT, 1)
        step = np.where((amount <= EXACT) | (high <= EXACT + COARSE), amount, above)
        return np.where(amount > 0, row + step, self.rows)

    def _lines(
        self, observations: NDArray[np.uint8], lines: Lines, row: int, cells: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The rows of a board's lines, (n, lines)."""
        code = np.zeros((len(observations), 1 + cells.max()), np.int64)
        for place, least in lines.planes:
            plane = observations[:, place : place + code.shape[1]].astype(np.int64)
            code = np.where(plane > 0, np.minimum(least + plane - 1, lines.codes - 1), code)
        index = np.zeros((len(observations), len(cells)), np.int64)
        for column in cells.T:
            index = index * lines.codes + code[:, column]
        return row + np.arange(len(cells)) * lines.each + index

    @property
    def active(self) -> int:
        """The number of rows that an observation takes at most."""
        lines = sum(len(cells) for _, _, cells in self._boards)
        return (
            len(self.scaled) + self._first.size + len(self._squares) + len(self._measured) + lines
        )


class Model(nn.Module):
    """A network of a game.

    Args:
        game: whose positions it judges.
        widths: of its layers, multiples of 32 up to 256.
    """

    def __init__(self, game: Game, widths: tuple[int, ...] = (128, 64, 64)) -> None:
        super().__init__()
        self.game, self.widths = game, widths
        self.encoder = Encoder(game)
        self.outcomes = outcomes_of(game)
        self.bias = nn.Parameter(torch.zeros(widths[0]))
        self.table = nn.Parameter(
            torch.randn(self.encoder.rows, widths[0]) / math.sqrt(self.encoder.active)
        )
        self.layers = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(widths))
        self.value = nn.Linear(widths[-1], self.outcomes)
        self.token = nn.Linear(widths[-1], game.num_tokens)
        for head in (self.value, self.token):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, scaled: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the values, the mover's first, and of all tokens."""
        found = self.bias + scaled @ self.table[self.encoder.scaled]
        if rows.shape[1]:
            table = torch.cat([self.table, self.table.new_zeros(1, self.widths[0])])
            found = found + nn.functional.embedding_bag(rows, table, mode="sum")
        found = torch.relu(found)
        for layer in self.layers:
            found = torch.relu(layer(found))
        return self.value(found), self.token(found)

    @classmethod
    def of(cls, net: PolicyNet) -> Model:
        """The model that a network was made from, with its weights."""
        model = cls(net.game, net.widths)
        numbers = np.frombuffer(net.numbers, "<f4").copy()
        with torch.no_grad():
            for part in model._parts():
                part.copy_(torch.from_numpy(numbers[: part.numel()]).view(part.shape))
                numbers = numbers[part.numel() :]
        return model

    def _parts(self) -> list[Tensor]:
        """All weights in the order of `PolicyNet`."""
        parts: list[Tensor] = [self.bias, self.table]
        for layer in self.layers:
            parts += [layer.bias, layer.weight.T]
        return [*parts, self.value.bias, self.value.weight, self.token.bias, self.token.weight]

    def numbers(self) -> bytes:
        """All weights in the order of `PolicyNet`."""
        return b"".join(
            part.detach().cpu().contiguous().numpy().astype("<f4").tobytes()
            for part in self._parts()
        )

    def compiled(self, card: Any = None) -> PolicyNet:
        """The same network in C."""
        return PolicyNet(self.game, self.widths, self.numbers(), card)
