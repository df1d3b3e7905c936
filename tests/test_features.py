"""Tests of observations as inputs of networks."""

from __future__ import annotations

import numpy as np
import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.core.features import Features
from aicore.core.observation import Field
from kit.fields import decoded
from kit.positions import walk

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


def flat(value: object) -> list[int]:
    """Return all numbers of nested lists."""
    if isinstance(value, list):
        return [number for each in value for number in flat(each)]
    assert isinstance(value, int)
    return [value]


def dense_inputs(field: Field, number: int) -> list[float]:
    """Return the dense inputs for one number, by its kind's description in docs/research.md."""
    if field.kind in ("amount", "flag"):
        return [number / field.high]
    if field.kind == "square" and field.axes:
        place = number - field.first
        row, column = divmod(place, field.axes[1]) if place >= 0 else (0, 0)
        return [float(place >= 0), row / (field.axes[0] - 1), column / (field.axes[1] - 1)]
    return [float(number == each) for each in range(field.high + 1)]


@pytest.mark.parametrize("name", NAMES)
def test_features_match_the_observation(name: str) -> None:
    game = aicore.load(name)
    features = aicore.features(game)
    rows, scaled, indices, dense = [], [], [], []
    for state in walk(game, 1):
        if state.turn < 0:
            continue
        rows.append(bytes(state.observation(state.turn)))
        numbers = {key: flat(part) for key, part in decoded(game, rows[-1]).items()}
        looked_up = [field for field in game.fields if field.embedded]
        indices.append([number for field in looked_up for number in numbers[field.name]])
        scaled.append([
            number / field.high
            for field in game.fields if not field.embedded for number in numbers[field.name]
        ])  # fmt: skip
        dense.append([
            part for field in game.fields for number in numbers[field.name]
            for part in dense_inputs(field, number)
        ])  # fmt: skip
    seen = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    found, looked = features(seen)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, np.array(scaled).reshape(found.shape), rtol=1e-6)
    np.testing.assert_array_equal(looked, np.array(indices).reshape(looked.shape))
    np.testing.assert_allclose(features.dense(seen), dense, rtol=1e-6)
    assert (looked < features.sizes).all()
    assert features.dense(seen[0]).shape == (features.size,)
    assert found.shape[1] == features.scaled_size


@pytest.mark.parametrize("name", NAMES)
def test_looked_up_numbers_have_their_own_rows_in_one_table(name: str) -> None:
    features = aicore.features(aicore.load(name))
    starts = features.offsets.tolist()
    assert starts == [int(features.sizes[:i].sum()) for i in range(features.indices_size)]
    assert features.rows == features.sizes.sum()


def test_wide_numbers_are_read_whole() -> None:
    """An amount of 300 has two bytes, the lowest first."""
    game = aicore.load("tic_tac_toe")
    features = Features(game)
    assert Field("x", (2,), 300).size == 4
    assert Field("x", (1,), 1 << 16).dtype == "<u4"
    with pytest.raises(AicoreError, match=r"observations must be uint8"):
        features.numbers(np.zeros((2, game.observation_size + 1), np.uint8))
    with pytest.raises(AicoreError, match="uint8"):
        features.numbers(np.zeros((2, game.observation_size), np.float32))  # type: ignore[arg-type]


def test_the_version_names_the_encoding() -> None:
    """It is the same for equal games, and differs for other seats or options that matter."""
    two, three = aicore.load("booster", 2), aicore.load("booster", 3)
    assert two.observation_version == aicore.load("booster", 2).observation_version
    assert two.observation_version != three.observation_version
    assert all(len(aicore.load(name).observation_version) == 12 for name in NAMES)
    assert len({aicore.load(name).observation_version for name in NAMES}) == len(NAMES)
