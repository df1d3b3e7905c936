"""Door of batches of games, called with anything in any order."""

from __future__ import annotations

from array import array
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from aicore.core.batch import Batch
from fuzz import damage, material
from fuzz.door import ACCEPTED, Broken, Door, tell

SIZES = (1, 2, 5)


class Arrays(Door):
    """Steps, seeds, positions and places of wrong shapes, types and numbers."""

    NAME = "arrays"
    SHARE = 60
    REFUSALS = (ValueError, TypeError, OverflowError, AttributeError, MemoryError)

    def prepare(self) -> None:
        """Make positions of games with arrays."""
        self.numpy: Any = import_module("numpy") if find_spec("numpy") else None
        self.games = [game for game in material.games() if game.num_tokens]
        self.positions = [state for some in material.positions() for state in some]

    def attempt(self, rng: Random) -> str:
        """Make a few calls; a refused one leaves the games unchanged."""
        game = rng.choice(self.games)
        kinds = {key: rng.random() < 0.5 for key in ("mask", "observe", "final")}
        if rng.random() < 0.1:
            tell(f"Batch of {game.name} of odd arguments")
            size = rng.choice((0, -1, 1 << 40, 2.5, None, "2", True, 3))
            batch = Batch(game, size, damage.value(rng), **kinds, threads=rng.choice((1, 0, 1.5)))
        else:
            size = rng.choice(SIZES)
            batch = Batch(game, size, [rng.randrange(9)] * size, **kinds)  # a word takes 0.1 s
        for _ in range(6):
            before = batch.states()
            try:
                self.call(batch, rng)
            except self.REFUSALS:
                if batch.states() != before:
                    raise Broken("what was refused changed the games") from None
            batch.step(batch.sample())
        return ACCEPTED

    def call(self, batch: Batch, rng: Random) -> None:
        """Make one call."""
        what = rng.choice(("step", "step", "step", "reset", "load", "state", "copy", "write"))
        tell(f"Batch.{what} of {batch.game.name}")
        if what == "step":
            batch.step(self.row(rng, batch.size, self.token(rng, batch)))
        elif what == "reset":
            seed = self.row(rng, batch.size, rng.choice((0, 1, -1, 1 << 64, 1 << 70)))
            where = self.row(rng, batch.size, rng.choice((0, 1))) if rng.random() < 0.5 else None
            batch.reset(damage.value(rng) if rng.random() < 0.05 else seed, where)
        elif what == "load":
            some = [state for state in self.positions if state.game == batch.game]
            states: list[Any] = [rng.choice(some) for _ in range(batch.size)]
            if rng.random() < 0.7:
                odd = (None, rng.choice(self.positions), states[0].view(0), 7)
                states[rng.randrange(len(states))] = rng.choice(odd)
            batch.load(rng.choice((states, states[1:], tuple(states), iter(states))))
        elif what == "state":
            batch.state(rng.choice((0, -1, batch.size, 1 << 40, 0.0, None, "0")))
        elif what == "copy":
            batch.copy().step(batch.sample())
        else:  # writable arrays are only output
            for name in ("observations", "mask", "rewards", "done", "truncated", "turns", "legal"):
                shown = getattr(batch, name)
                if shown is not None and not shown.readonly:
                    flat = shown.cast("B")
                    flat[rng.randrange(len(flat))] = rng.randrange(256)

    def token(self, rng: Random, batch: Batch) -> Any:
        """Return a token, mostly a legal one."""
        legal = batch.legal.tolist()[0][: batch.counts[0]]
        odd = (-1, 65535, 65536, 1 << 31, 1 << 63, -(1 << 63), batch.game.num_tokens, 1.5, None)
        return rng.choice(legal) if rng.random() < 0.6 else rng.choice(odd)

    def row(self, rng: Random, size: int, value: Any) -> Any:
        """Return a row with a value for each place, of the right length and type or not."""
        size = size if rng.random() < 0.8 else max(0, size + rng.choice((-1, 1)))
        numbers = [value] * size
        kind = rng.choice(("list", "tuple", "array", "numpy", "iterator", "view", "bytes"))
        if kind == "list" or not isinstance(value, int):
            return numbers
        if kind == "tuple":
            return tuple(numbers)
        if kind == "iterator":
            return iter(numbers)
        if kind == "bytes":
            return bytes(abs(value) & 255 for _ in numbers)
        code = rng.choice("bBhHiIlLqQ")
        bits = 8 * array(code).itemsize
        value &= (1 << bits) - 1
        if code.islower() and value >> (bits - 1):
            value -= 1 << bits
        found = array(code, [value] * size * 2)
        if kind == "view":
            return memoryview(found)[:: rng.choice((1, 2, -1, -2))]
        if kind == "array" or self.numpy is None:
            return found[:size]
        table = self.numpy.array(found)
        return rng.choice(
            (table[:size], table[::2], table.reshape(2, -1), table[:size].astype("f8"),
             table[:size].astype(object), table[:size].astype(">i4"), table[:size].astype(bool))
        )  # fmt: skip
