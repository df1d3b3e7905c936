"""What a game's luck and its players' random numbers come from: a secret that no seat can work out.

From the seed of a game or a tournament comes a secret of 128 bits, from the secret come, each under
a name of its own and by a function that cannot be turned round (BLAKE2b with the secret as its
key), the luck of the game, the number of every seat, and the secrets of a tournament's deals. Who
holds a seat's number cannot tell the luck, nor another seat's number. docs/decisions/011 says what
a seat can know and what it cannot.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import index

from aicore.core.chance import Chance
from aicore.core.errors import OptionError, short
from aicore.core.rng import Rng

MAX_SEED = 200  # characters

# What one guess at a seed costs: 32 MiB and about a tenth of a second (scrypt; Percival 2009).
COST = {"n": 1 << 15, "r": 8, "p": 1}
MAX_MEMORY = 1 << 26  # bytes, a bound that OpenSSL requires


def fresh_seed() -> str:
    """A seed that nobody can guess: a secret of 128 bits, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


@lru_cache(maxsize=64)
def secret_of(seed: str) -> bytes:
    """The secret of 16 bytes that a seed stands for.

    Args:
        seed: 32 hexadecimal digits are the secret itself. Any other text is worked into one, at a
            cost that makes it slow to guess.

    Raises OptionError.
    """
    if re.fullmatch("[0-9a-f]{32}", seed):
        return bytes.fromhex(seed)
    if not seed or len(seed) > MAX_SEED or not seed.isprintable():
        raise OptionError(f"seed {short(seed)}: it takes 1 to {MAX_SEED} printable characters")
    if hasattr(hashlib, "scrypt"):
        named = COST | {"maxmem": MAX_MEMORY}
        return hashlib.scrypt(seed.encode(), salt=b"aicore seed", dklen=16, **named)
    from aicore.core.scrypt import scrypt  # where OpenSSL was built without it

    return scrypt(seed.encode(), salt=b"aicore seed", dklen=16, **COST)


def derive(secret: bytes, use: str, number: int = 0, size: int = 16) -> bytes:
    """What a secret gives for one use: keyed BLAKE2b (Aumasson and others 2013).

    Args:
        use: at most 16 letters; different uses have nothing in common.
        number: which one of this use, from 0.
        size: in bytes.
    """
    message = number.to_bytes(8, "little")
    return hashlib.blake2b(message, key=secret, person=use.encode(), digest_size=size).digest()


@dataclass(frozen=True)
class Deal:
    """The luck of one game, and the numbers of its seats.

    Args:
        seed: as records keep it. A text is sealed: see `secret_of`. A whole number is open: it is
            the number of a deal in `Chance`, and whoever knows one seat's number can work the deal
            out. Records made by earlier versions have such seeds, and measurements among players
            that are trusted may use them, as they cost nothing to begin.
    """

    seed: str | int

    def __post_init__(self) -> None:
        if not isinstance(self.seed, str):
            object.__setattr__(self, "seed", index(self.seed))  # NumPy's are numbers as well

    @cached_property
    def secret(self) -> bytes:
        """The secret that a text stands for, worked out once: a tenth of a second for a word.

        Raises OptionError.
        """
        return secret_of(str(self.seed))

    @property
    def luck(self) -> Chance:
        """The luck of the game, from its beginning."""
        if isinstance(self.seed, int):
            return Chance(self.seed)
        return Chance(derive(self.secret, "luck"))

    def player_seed(self, seat: int) -> int:
        """The seed of a seat's player, 64 bits: each seat has a stream of random numbers."""
        if isinstance(self.seed, int):
            return Rng(self.seed ^ Rng(seat + 1).next()).next()
        return int.from_bytes(derive(self.secret, "seat", seat, 8), "little")

    def seat_for_person(self, seats: int) -> int:
        """The seat of a person who did not choose one."""
        if isinstance(self.seed, int):
            return Rng(self.seed).below(seats)
        return int.from_bytes(derive(self.secret, "person"), "little") % seats


def deal_of(seed: int | str | Deal) -> Deal:
    """A deal from what a caller gives: numbers, too, are seeds to be kept from players."""
    return seed if isinstance(seed, Deal) else Deal(str(seed))
