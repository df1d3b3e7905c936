"""Observations as network inputs: scaled numbers, and indices of table rows.

>>> import aicore
>>> import numpy as np
>>> game = aicore.load("trader")
>>> features = aicore.features(game)
>>> batch = aicore.Batch(game, 64, seed=1)
>>> scaled, indices = features(np.asarray(batch.observations))
>>> scaled.shape, indices.shape
((64, 867), (64, 10))
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from math import prod
from typing import TYPE_CHECKING, Any

from aicore.core.errors import AicoreError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from aicore.core.game import Game
    from aicore.core.observation import Field

PLACED = 3  # dense inputs per square: whether there is a square, its row, its column


@dataclass(frozen=True)
class Column:
    """Place of a field among the inputs of a network.

    Args:
        field: field of the game's observations.
        dense: index of the field's first number among the dense inputs.
        width: number of dense inputs for each number of the field.
    """

    field: Field
    dense: int
    width: int


class Features:
    """Encoder of a game's observations as network inputs.

    Args:
        game: game that has arrays, so its `num_tokens` is above 0.

    Attributes:
        columns: place of each field in the inputs.
        observation_size: number of bytes of an observation.
        scaled_size: number of scaled numbers for an observation.
        indices_size: number of indices for an observation.
        size: number of dense inputs for an observation.
        sizes: (indices_size,), number of possible values of each index.
        offsets: (indices_size,), offsets that put the values of all indices into one table.
        rows: number of rows of that table.
        version: version of the encoding, as `game.observation_version`.

    Raises AicoreError if NumPy is missing (extra `rl`) or the game has no arrays.
    """

    def __init__(self, game: Game) -> None:
        try:
            numpy: Any = import_module("numpy")
        except ModuleNotFoundError as error:
            raise AicoreError("features need NumPy: pip install 'aicore-tabletop[rl]'") from error
        if not game.num_tokens:
            raise AicoreError(f"{game.name} has no arrays")
        self._numpy, self._game = numpy, game
        self.version = game.observation_version
        self.observation_size = game.observation_size
        self.scaled_size = self.indices_size = self.size = 0
        first, widths, high, sizes = [], [], [], []
        place = 0
        columns = []
        for field in game.fields:
            each = _width(field)
            columns.append(Column(field, self.size, each))
            first += [place + i * field.width for i in range(field.entries)]
            widths += [field.width] * field.entries
            high += [field.high] * field.entries
            place += field.size
            self.size += each * field.entries
            if field.embedded:
                self.indices_size += field.entries
                sizes += [field.high + 1] * field.entries
            else:
                self.scaled_size += field.entries
        self.columns = tuple(columns)
        looked_up = [each.field.embedded for each in columns for _ in range(each.field.entries)]
        self._first, self._widths = numpy.array(first), numpy.array(widths)
        self._looked_up = numpy.flatnonzero(looked_up)
        self._scaled = numpy.flatnonzero(~numpy.array(looked_up, bool))
        self._scale = (1 / numpy.array(high, numpy.float64)[self._scaled]).astype(numpy.float32)
        self.sizes = numpy.array(sizes, numpy.int64)
        self.offsets = numpy.cumsum(self.sizes) - self.sizes
        self.rows = int(self.sizes.sum())

    def __reduce__(self) -> tuple[Any, ...]:
        return Features, (self._game,)

    def numbers(self, observations: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the numbers of all fields, (..., number of entries) int64.

        Args:
            observations: (..., observation_size) uint8.
        """
        numpy = self._numpy
        seen = numpy.asarray(observations)
        if seen.dtype != numpy.uint8 or seen.shape[-1:] != (self.observation_size,):
            raise AicoreError(
                f"observations must be uint8 of shape (..., {self.observation_size}), "
                f"not {seen.dtype} of shape {seen.shape}"
            )
        numbers = seen[..., self._first].astype(numpy.int64)
        for byte in range(1, int(self._widths.max())):
            wide = self._widths > byte
            numbers[..., wide] |= (
                seen[..., self._first[wide] + byte].astype(numpy.int64) << 8 * byte
            )
        return numbers  # type: ignore[no-any-return]

    def __call__(
        self, observations: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return scaled numbers, (..., scaled_size), and indices, (..., indices_size).

        Scaled numbers are from 0 to 1. `indices + offsets` are rows of one table of `rows` entries,
        as in PyTorch's `EmbeddingBag`.

        Args:
            observations: (..., observation_size) uint8.
        """
        numbers = self.numbers(observations)
        scaled = numbers[..., self._scaled].astype(self._numpy.float32) * self._scale
        return scaled, numbers[..., self._looked_up]

    def dense(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return all fields as numbers from 0 to 1, (..., size) float32, in order of the fields.

        A categorical number becomes a one-hot vector. A square becomes three numbers: whether there
        is a square, its row and its column.

        Args:
            observations: (..., observation_size) uint8.
        """
        numpy = self._numpy
        numbers = self.numbers(observations)
        dense = numpy.zeros((*numbers.shape[:-1], self.size), numpy.float32)
        place = 0
        for column in self.columns:
            field = column.field
            part = numbers[..., place : place + field.entries]
            out = dense[..., column.dense : column.dense + column.width * field.entries]
            place += field.entries
            if not field.embedded:
                out[...] = part / numpy.float32(field.high)
            elif _is_square(field):
                squares = part - field.first
                there = squares >= 0
                out[..., 0::PLACED] = there
                for i, number in enumerate((squares // field.axes[1], squares % field.axes[1])):
                    out[..., i + 1 :: PLACED] = there * number / max(field.axes[i] - 1, 1)
            else:
                steps = numpy.arange(field.entries) * column.width
                numpy.put_along_axis(out, part + steps, 1, -1)
        return dense  # type: ignore[no-any-return]


def features(game: Game) -> Features:
    """Return the encoder of a game's observations as network inputs. Raises AicoreError."""
    return Features(game)


def _is_square(field: Field) -> bool:
    """Whether a field's numbers are squares that have a row and a column."""
    return field.kind == "square" and len(field.axes) == 2 and prod(field.axes) <= field.high + 1


def _width(field: Field) -> int:
    """Return the number of dense inputs for each number of a field."""
    if not field.embedded:
        return 1
    return PLACED if _is_square(field) else field.high + 1
