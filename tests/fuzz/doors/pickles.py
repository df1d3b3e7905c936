"""Door of pickles with changed bytes: positions, batches, games, chance and others.

A pickle can run any program, so a stranger's pickle must never be read. One that is damaged, by
accident or on purpose, ends in an error of Python's or ours, or in a working object.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from random import Random
from typing import Any

import aicore
from aicore.core.batch import Batch
from aicore.core.chance import Chance
from aicore.core.game import State, View
from aicore.core.rng import Rng
from fuzz import damage, material
from fuzz.door import ACCEPTED, REFUSED, Door, tell
from fuzz.doors.states import use

STEPS = 5


class Reader(pickle.Unpickler):
    """Unpickler that loads only our classes: otherwise a changed name might call anything."""

    def find_class(self, module: str, name: str) -> Any:
        """Return one of our classes or functions."""
        if module.split(".")[0] != "aicore":
            raise pickle.UnpicklingError(f"not of aicore: {module}")
        return super().find_class(module, name)


def require_small_memo(data: bytes) -> None:
    """Raise UnpicklingError if a pickle stores an object under a number beyond its length.

    Python's unpickler takes 16 bytes for each number up to that one, before it calls any code of
    ours: 20 GiB for a damaged pickle of 200 bytes.
    """
    for opcode, number, _place in pickletools.genops(data):
        if opcode.name in ("PUT", "BINPUT", "LONG_BINPUT") and number > len(data):
            raise pickle.UnpicklingError(f"a memo of {number} objects")


class Pickles(Door):
    """A pickle whose bytes or arguments are changed; the resulting object is used."""

    NAME = "pickles"
    SHARE = 120
    # by Python's documentation, damaged pickles may raise anything
    REFUSALS = (
        pickle.UnpicklingError, ValueError, TypeError, AttributeError, LookupError, EOFError,
        ImportError, OverflowError, MemoryError, AssertionError,
    )  # fmt: skip

    def prepare(self) -> None:
        """Collect objects of all games."""
        self.things: list[Any] = []
        for game, some in zip(material.games(), material.positions(), strict=True):
            for state in some[1:6]:
                seats = range(game.seats)
                self.things += [state, *(state.view(seat) for seat in seats)]
            batch = Batch(game, 2, seed=1, mask=True, final=True)
            for _ in range(3):
                batch.step(batch.sample())
            self.things += [game, batch, Batch(game, 1, seed=2, observe=False)]
        self.things += [Chance(7), Rng(3)]

    def attempt(self, rng: Random) -> str:
        """Change a pickle, read it."""
        thing = rng.choice(self.things)
        tell(f"pickle of {type(thing).__name__} of {getattr(thing, 'game', thing)}")
        if rng.random() < 0.5:
            data = bytearray(pickle.dumps(thing, rng.choice((2, 4, 5))))
            for _ in range(rng.choice((1, 1, 2, 5))):
                place = rng.randrange(len(data))
                if rng.random() < 0.7:
                    data[place] ^= 1 << rng.randrange(8)
                else:
                    data[place] = rng.randrange(256)
            require_small_memo(bytes(data))
            found = Reader(io.BytesIO(bytes(data))).load()
        else:
            rebuild, arguments, *_ = thing.__reduce__()
            found = rebuild(*changed(arguments, rng))
        return self.use(found, rng)

    def use(self, found: Any, rng: Random) -> str:
        """Use an object as callers do."""
        tell(f"{type(found).__name__} from a pickle, used")
        if isinstance(found, State):
            use(found, rng, STEPS)
        elif isinstance(found, View):
            found.to_dict()
            found.legal()
            use(found.resample(Rng(1)), rng, 2)
        elif isinstance(found, Batch):
            for _ in range(STEPS):
                found.step(found.sample())
            found.copy().states()
        elif isinstance(found, aicore.Game):
            use(found.start(), rng, 2)
        elif isinstance(found, Chance):
            found.settle(material.games()[5].start())
        elif isinstance(found, Rng):
            found.below(7)
        else:
            return REFUSED
        return ACCEPTED


def changed(arguments: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    """Return arguments with one of them damaged: bytes, fields or others."""
    place = rng.randrange(len(arguments))
    value = arguments[place]
    if isinstance(value, dict) and any(isinstance(one, bytes) for one in value.values()):
        key = rng.choice(sorted(value))
        one = value[key]
        other = damage.damaged(one, rng) if isinstance(one, list) else flipped(one, rng)
        value = {**value, key: other}
    elif isinstance(value, bytes) and value:
        value = flipped(value, rng)
    elif isinstance(value, aicore.Game):
        value = rng.choice(material.games())
    else:
        value = damage.damaged(value, rng)
    return (*arguments[:place], value, *arguments[place + 1 :])


def flipped(data: bytes, rng: Random) -> bytes:
    """Return as many bytes, with some of them changed."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8)) if found else 0):
        found[rng.randrange(len(found))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
    return bytes(found)
