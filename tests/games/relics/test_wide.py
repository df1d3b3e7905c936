"""Tests that relics decides alike with and without AVX2, and measures ways as plain Python does."""

from __future__ import annotations

import ctypes
import heapq
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import aicore

ROWS = 33  # rows of a layer; the first and the last have no squares, the others columns 1 to 31
LIMIT = 55  # layers
WAYS = (1, -1, 64, -64)
EXPORTS = """
#define GIVEN const uint32_t* price, const uint32_t* start, const uint32_t* goals, int door, \\
    int other, int every, int limit, uint32_t* layer, uint64_t* hits
#define PASSED price, start, goals, door, other, every, limit, layer, hits
int has_avx2(void) { return aicore_has_avx2(); }
int portable(GIVEN) { return aicore_spread_anywhere(PASSED); }
int wide(GIVEN) { return aicore_spread(1, PASSED); }
"""
DECISIONS = """
import aicore
game = aicore.load("relics", seats=3)
state, chance, rng = game.start(), aicore.Chance(seed=3), aicore.Rng(3)
player = aicore.player("mcts:sims=100", game, seed=1)
for ply in range(60):
    chance.settle(state)
    if ply % 6 == 0:
        found = player.decide(state.view(state.turn))
        print(found.action, [(one.visits, one.values) for one in found.candidates])
    state.apply(state.policy(rng))
"""


@pytest.fixture(scope="module")
def flood(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Return the C code of floods, compiled on its own."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    package = Path(aicore.__file__).parent
    code = ""
    for name in ("core/wide.pxd", "games/relics/judgment/flood.pxd"):
        code += (package / name).read_text(encoding="utf-8").split('"""')[1]
    folder = tmp_path_factory.mktemp("flood")
    (folder / "flood.c").write_text(code + EXPORTS, encoding="utf-8")
    build = [compiler, "-w", "-O3", "-shared", "-fPIC", "-o", "flood.so", "flood.c"]
    subprocess.run(build, check=True, cwd=folder)
    return ctypes.CDLL(str(folder / "flood.so"))


def rows(squares: set[int]) -> list[int]:
    """Return a set of squares as the rows of a layer, a bit for each column."""
    found = [0] * ROWS
    for square in squares:
        found[square >> 6] |= 1 << (square & 63)
    return found


def distances(price: dict[int, int], start: set[int], doors: tuple[int, ...]) -> dict[int, int]:
    """Return the AP for each square that can be entered, by Dijkstra's algorithm.

    A piece that enters a doorway for 1 AP stands on the other doorway.
    """
    beyond = dict(zip(doors, doors[::-1], strict=True))
    found: dict[int, int] = {}
    open_squares = [(0, square) for square in start]  # AP so far, and the square to enter
    heap = [(ap + price[square], square) for ap, square in open_squares if square in price]
    heap += [(ap + 1, beyond[square]) for ap, square in open_squares if square in beyond]
    heapq.heapify(heap)
    while heap:
        ap, square = heapq.heappop(heap)
        if square in found:
            continue
        found[square] = ap
        for way in WAYS:
            if square + way in price:
                heapq.heappush(heap, (ap + price[square + way], square + way))
            elif square + way in beyond:
                heapq.heappush(heap, (ap + 1, beyond[square + way]))
    return found


@pytest.mark.parametrize("path", ["portable", "wide"])
@pytest.mark.parametrize("seed", range(12))
def test_floods_measure_as_in_plain_python(flood: ctypes.CDLL, path: str, seed: int) -> None:
    if path == "wide" and not flood.has_avx2():
        pytest.skip("this processor lacks AVX2, so it has only the portable path")
    dice = random.Random(seed)
    squares = [row << 6 | column for row in range(1, ROWS - 1) for column in range(1, 32)]
    price = {square: dice.choice((1, 1, 2, 3)) for square in dice.sample(squares, 900)}
    doors = tuple(dice.sample([one for one in squares if one not in price], 2)) if seed % 2 else ()
    start, goals = set(dice.sample(squares, 3)), set(dice.sample(sorted(price), 4))
    given = [0] * ROWS
    for ap in (1, 2, 3):
        given += rows({square for square, cost in price.items() if cost == ap})
    layer = (ctypes.c_uint32 * ((LIMIT + 2) * ROWS))(*[0xDEADBEEF] * ((LIMIT + 2) * ROWS))
    hits = ctypes.c_uint64()
    spread: Callable[..., int] = getattr(flood, path)
    masks = [(ctypes.c_uint32 * len(one))(*one) for one in (given, rows(start), rows(goals))]
    levels = spread(*masks, *(doors or (0, 0)), 1, LIMIT, layer, ctypes.byref(hits))
    away = distances(price, start, doors)
    for level in range(1, levels):
        expected = rows({square for square, ap in away.items() if ap == level})
        assert layer[level * ROWS : (level + 1) * ROWS] == expected
    near = {away[goal] for goal in goals if away.get(goal, LIMIT + 1) <= LIMIT}
    assert hits.value == sum(1 << level for level in near)
    assert levels > max(near, default=0)


@pytest.mark.slow
def test_decisions_are_the_same_without_avx2(flood: ctypes.CDLL) -> None:
    if not flood.has_avx2():
        pytest.skip("this processor lacks AVX2: both runs would take the portable path")
    found = [
        subprocess.run(
            [sys.executable, "-c", DECISIONS], env={**os.environ, "AICORE_AVX2": wanted},
            capture_output=True, text=True, check=True,
        ).stdout
        for wanted in ("0", "1")
    ]  # fmt: skip
    assert found[0] == found[1]
    assert len(found[0].splitlines()) == 10
