"""Network with the layers of `aicore.core.policy_net`, for training in PyTorch."""

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
    FACT_SPREAD,
    FACT_UNIT,
    Lines,
    PolicyNet,
    Way,
    believes,
    fields_of,
    inputs_of,
    lines_of,
    outcomes_of,
)


class Encoder:
    """Encoder of observations as rows of the first layer's weights.

    Args:
        game: the game of the observations.

    Attributes:
        rows: number of rows.
        scaled: rows of the amounts and flags, in order.
        highs: the maximum of each of these amounts and flags; 1 / FACT_SPREAD for facts.
    """

    def __init__(self, game: Game) -> None:
        self._features = None if game.facts_only else Features(game)
        self._facts = game.facts
        self._observation = game.net_input_size - 2 * game.facts
        scaled: list[int] = []
        first: list[int] = []
        highs: list[float] = []
        squares: list[tuple[int, int, int, int]] = []  # place, first number, rows, columns
        row = place = 0
        for field, (way, rows) in zip(fields_of(game), inputs_of(game), strict=True):
            for _ in range(field.entries):
                if way in (Way.SCALED, Way.SIGNED):
                    scaled.append(row)
                    highs.append(1 / FACT_SPREAD if way == Way.SIGNED else field.high)
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
        self.highs = torch.tensor(highs, dtype=torch.float32)
        self._first = np.array(first, np.int64)
        self._squares = np.array(squares, np.int64).reshape(-1, 4)

    def __call__(self, observations: NDArray[np.uint8]) -> tuple[Tensor, Tensor]:
        """Return the first layer's input: amounts, and indices of rows to add up.

        Amounts, (n, scaled), are shares of their maximum. In the indices, (n, k), `rows` stands for
        a row that adds nothing.
        """
        scaled, categories = self._numbers(observations)
        indices = categories + self._first
        columns = np.full((len(categories), len(self._squares)), self.rows, np.int64)
        for i, (place, first, down, across) in enumerate(self._squares):
            square = categories[:, place] - first
            there = (square >= 0) & (square < down * across)
            base = self._first[place]
            indices[:, place] = np.where(there, base + 1 + square // across, base)
            columns[:, i] = np.where(there, base + 1 + down + square % across, self.rows)
        looked_up = [
            indices,
            columns,
            *(self._lines(observations, *board) for board in self._boards),
        ]
        return torch.from_numpy(scaled), torch.from_numpy(np.concatenate(looked_up, 1))

    def _numbers(
        self, observations: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return all amounts, flags and facts, (n, scaled), and the categorical numbers, (n, k)."""
        n = len(observations)
        facts = np.ascontiguousarray(observations[:, self._observation :]).view("<i2")
        shares = (facts / FACT_UNIT).astype(np.float32).reshape(n, self._facts)
        if self._features is None:
            return shares, np.zeros((n, 0), np.int64)
        scaled, categories = self._features(observations[:, : self._observation])
        return np.concatenate([scaled, shares], 1), categories

    def _lines(
        self, observations: NDArray[np.uint8], lines: Lines, row: int, cells: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the table rows for a board's lines, (n, lines)."""
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
        """Maximum number of rows that an observation takes."""
        lines = sum(len(cells) for _, _, cells in self._boards)
        return len(self.scaled) + self._first.size + len(self._squares) + lines


class Model(nn.Module):
    """Network for a game, in PyTorch.

    After `gauge`, the model subtracts the mean from each amount and divides by the spread, which
    helps PyTorch. The network in C has this scale in its weights instead.

    Args:
        game: the game whose positions the network evaluates.
        widths: widths of the model's layers, multiples of 32 up to 256.
    """

    usual: Tensor
    """Mean of each amount, (scaled,)."""
    unit: Tensor
    """Spread of each amount, (scaled,)."""

    def __init__(self, game: Game, widths: tuple[int, ...] = (128, 64, 64)) -> None:
        super().__init__()
        self.game, self.widths = game, widths
        self.encoder = Encoder(game)
        self.outcomes = outcomes_of(game)
        self.bias = nn.Parameter(torch.zeros(widths[0]))
        table = torch.randn(self.encoder.rows + 1, widths[0]) / math.sqrt(self.encoder.active)
        table[-1] = 0.0  # the row that adds nothing
        self.table = nn.Parameter(table)
        self.layers = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(widths))
        self.register_buffer("usual", torch.zeros(len(self.encoder.scaled)))
        self.register_buffer("unit", torch.ones(len(self.encoder.scaled)))
        self.value = nn.Linear(widths[-1], self.outcomes)
        self.lead = nn.Linear(widths[-1], self.outcomes)
        self.belief = nn.Linear(widths[-1], 1) if believes(game) else None
        self.token = nn.Linear(widths[-1], game.net_tokens)
        for head in self._heads():
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def gauge(self, observations: NDArray[np.uint8], new: bool) -> None:
        """Measure the scale of amounts, so that small amounts count as much as others.

        Args:
            observations: what networks see in some positions, (n, net_input_size) uint8.
            new: whether the network is untrained; else its output stays the same.
        """
        scaled, _ = self.encoder(observations)
        counts = self.encoder.highs > 1  # flags keep their scale
        spread = torch.maximum(torch.from_numpy(scaled.numpy().std(0)), 1 / self.encoder.highs)
        usual = torch.where(counts, scaled.mean(0), 0.0)
        unit = torch.where(counts, spread, 1.0)
        with torch.no_grad():
            if not new:
                rows = self._rows_of_amounts()
                self.bias += usual @ rows
                self.bias -= self.usual @ rows
                self.table[self.encoder.scaled] = rows * unit[:, None]
            self.usual.copy_(usual)
            self.unit.copy_(unit)

    def _rows_of_amounts(self) -> Tensor:
        """Return the table rows for amounts given as shares of their maximum, (scaled, width)."""
        return self.table[self.encoder.scaled] / self.unit[:, None]

    def forward(self, scaled: Tensor, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits of values, of leads (the mover's first in both), and of all tokens."""
        hidden = self._last(scaled, rows)
        return self.value(hidden), self.lead(hidden), self.token(hidden)

    def beliefs(self, scaled: Tensor, rows: Tensor) -> Tensor:
        """Return the belief of each observation, (n,); see `PolicyNet.beliefs_of`."""
        assert self.belief is not None
        return self.belief(self._last(scaled, rows))[:, 0]

    def _last(self, scaled: Tensor, rows: Tensor) -> Tensor:
        """Return the last hidden layer's output."""
        amounts = (scaled - self.usual) / self.unit
        added = amounts @ self.table[self.encoder.scaled]
        if rows.shape[1]:
            nothing = self.encoder.rows
            added = added + nn.functional.embedding_bag(
                rows, self.table, mode="sum", padding_idx=nothing
            )
        hidden = torch.relu(self.bias + added)
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        return hidden

    @classmethod
    def of(cls, net: PolicyNet) -> Model:
        """Return the model of a network, with its weights."""
        model = cls(net.game, net.widths)
        numbers = np.frombuffer(net.numbers, "<f4").copy()
        with torch.no_grad():
            for part in model._parts():
                part.copy_(torch.from_numpy(numbers[: part.numel()]).view(part.shape))
                numbers = numbers[part.numel() :]
        return model

    def _parts(self) -> list[Tensor]:
        """Return all weights as tensors, in the order of `PolicyNet`."""
        parts: list[Tensor] = [self.bias, self.table[:-1]]
        for layer in self.layers:
            parts += [layer.bias, layer.weight.T]
        for head in self._heads():
            parts += [head.bias, head.weight]
        return parts

    def _heads(self) -> list[nn.Linear]:
        """Return the output heads, in the order of `PolicyNet`."""
        beliefs = [self.belief] if self.belief is not None else []
        return [self.value, self.lead, *beliefs, self.token]

    def numbers(self) -> bytes:
        """Return all weights as bytes, in the order of `PolicyNet`."""
        bias, table, *others = (part.detach() for part in self._parts())
        rows = self._rows_of_amounts().detach()
        table = table.index_copy(0, self.encoder.scaled, rows)
        return b"".join(
            part.cpu().contiguous().numpy().astype("<f4").tobytes()
            for part in (bias - self.usual @ rows, table, *others)
        )

    def compiled(self, card: Any = None) -> PolicyNet:
        """Return the same network in C."""
        return PolicyNet(self.game, self.widths, self.numbers(), card)
