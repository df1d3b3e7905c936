"""Secret sources of a game's luck and of its players' seeds.

The seed of a game or a tournament determines a secret of 128 bits. The secret determines the luck
of the game, the seed of each seat's player, and the secrets of a tournament's deals. Each
derivation has its own name and is one-way (BLAKE2b with the secret as its key). A player's seed
reveals neither the luck nor another player's seed. docs/decisions/011 lists the things that a seat
can and cannot know.
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

# Cost of one guess at a seed: 32 MiB and about a tenth of a second (scrypt; Percival 2009).
COST = {"n": 1 << 15, "r": 8, "p": 1}
MAX_MEMORY = 1 << 26  # bytes, a bound that OpenSSL requires


def fresh_seed() -> str:
    """Return a seed that nobody can guess: a secret of 128 bits, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


@lru_cache(maxsize=64)
def secret_of(seed: str) -> bytes:
    """Return the secret of 16 bytes for a seed.

    Args:
        seed: the secret as 32 hexadecimal digits, or any other text. The function hashes a text at
            a cost that makes guessing slow.

    Raises OptionError.
    """
    if re.fullmatch("[0-9a-f]{32}", seed):
        return bytes.fromhex(seed)
    if not seed or len(seed) > MAX_SEED or not seed.isprintable():
        raise OptionError(f"seed {short(seed)} must have 1 to {MAX_SEED} printable characters")
    if hasattr(hashlib, "scrypt"):
        named = COST | {"maxmem": MAX_MEMORY}
        return hashlib.scrypt(seed.encode(), salt=b"aicore seed", dklen=16, **named)
    from aicore.core.scrypt import scrypt  # fallback for an OpenSSL without scrypt

    return scrypt(seed.encode(), salt=b"aicore seed", dklen=16, **COST)


def derive(secret: bytes, use: str, number: int = 0, size: int = 16) -> bytes:
    """Return a value that a secret determines for one use, by BLAKE2b (Aumasson and others 2013).

    Args:
        secret: key of the hash.
        use: name of the use, at most 16 letters; different uses give independent values.
        number: index within this use, from 0.
        size: size of the value in bytes.
    """
    message = number.to_bytes(8, "little")
    return hashlib.blake2b(message, key=secret, person=use.encode(), digest_size=size).digest()


@dataclass(frozen=True)
class Deal:
    """Luck of one game, and the seeds of its players.

    Args:
        seed: the seed as in a record. A text is sealed: see `secret_of`. A whole number is open: it
            is the number of a deal in `Chance`, and anyone who knows one player's seed can compute
            the deal. Records of earlier versions have open seeds. Measurements among trusted
            players may use open seeds, because these cost nothing to set up.
    """

    seed: str | int

    def __post_init__(self) -> None:
        if not isinstance(self.seed, str):
            object.__setattr__(self, "seed", index(self.seed))  # accepts NumPy's integers

    @cached_property
    def secret(self) -> bytes:
        """Secret of a text seed, computed once, in 0.1 s unless the text is the secret itself.

        Raises OptionError.
        """
        return secret_of(str(self.seed))

    @property
    def luck(self) -> Chance:
        """Luck of the game, from its beginning."""
        if isinstance(self.seed, int):
            return Chance(self.seed)
        return Chance(derive(self.secret, "luck"))

    def player_seed(self, seat: int) -> int:
        """Return the seed of a seat's player, a number of 64 bits."""
        if isinstance(self.seed, int):
            return Rng(self.seed ^ Rng(seat + 1).next()).next()
        return int.from_bytes(derive(self.secret, "seat", seat, 8), "little")

    def seat_for_person(self, seats: int) -> int:
        """Return the seat of a person who did not choose one."""
        if isinstance(self.seed, int):
            return Rng(self.seed).below(seats)
        return int.from_bytes(derive(self.secret, "person"), "little") % seats


def deal_of(seed: int | str | Deal) -> Deal:
    """Return the deal of a seed.

    A number becomes a text, and a text is sealed: nobody can predict the luck. `Deal(7)`, with a
    whole number, is open instead.
    """
    return seed if isinstance(seed, Deal) else Deal(str(seed))
