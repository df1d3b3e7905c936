"""A game's own network: `mcts` evaluates with it if that is worth it, `policy` plays it.

It is stored where `aicore.core.net_file` says. A spec names it ``net=own``, a complete one
``net=own#DIGEST``: no path, so that records and tournaments that name it read no user files. Its
card has, under "about": "use", whether `mcts` evaluates with it by default; "player", the
parameters of the search that go with it; "match", its result against the game's default player.

A network that does not fit is ignored with a warning: its game's rules or the encoding of
observations have changed since. One that was trained with other options is no default for these.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from aicore.core.data_files import split_digest
from aicore.core.errors import AicoreError, SpecError, one_line, short
from aicore.core.files import read_bytes
from aicore.core.game import Game
from aicore.core.net_file import MAX_BYTES, card_in, digest_of, net_in, place_of, read_net
from aicore.core.policy_net import PolicyNet
from aicore.core.registry import GameInfo, info, load_again, registered
from aicore.core.sources import portable_names

NONE = "none"
OWN = "own"

NetworkBundle = dict[tuple[str, str], bytes]
"""Network files by the names of the game and of the file."""

_CAME: NetworkBundle = {}
_WARNED: set[tuple[Path, str]] = set()


@dataclass(frozen=True, eq=False)
class GameNet:
    """A game's own network.

    Args:
        path: of its file.
        digest: of its content.
        card: as returned by `aicore.core.net_file.card_of`; {} if it cannot be read.
        net: None if it does not fit.
        trouble: why it does not fit; "" if it does.
    """

    path: Path
    digest: str
    card: Mapping[str, Any]
    net: PolicyNet | None
    trouble: str = ""

    @property
    def name(self) -> str:
        """Value of ``net=`` that means exactly this network."""
        return f"{OWN}#{self.digest}"

    @property
    def about(self) -> Mapping[str, Any]:
        """Trainer's description of it."""
        found = self.card.get("about")
        return found if isinstance(found, dict) else {}

    @property
    def wanted(self) -> bool:
        """Whether its trainer says that `mcts` should use it; True if its card cannot be read."""
        return not self.card or self.about.get("use") is True

    def is_default(self, game: Game) -> bool:
        """Whether `mcts` uses it by default; warn once if it should be used and cannot.

        Args:
            game: the game it belongs to.
        """
        if not self.wanted or (self.card and self.card.get("options") != game.options):
            return False
        if self.trouble:
            self.warn(self.trouble)
        return not self.trouble

    def warn(self, why: str) -> None:
        """Warn once in a process why it is not used."""
        if (self.path, self.digest) not in _WARNED:
            _WARNED.add((self.path, self.digest))
            warnings.warn(f"{short(self.path)} is not used: {why}", stacklevel=2)


def own_net(game: Game) -> GameNet | None:
    """Return a game's own network, whether it fits or not; None where there is none."""
    path = place_of(game.info, game.seats)
    came = _CAME.get((str(game.name), path.name))
    if came is not None:
        return _held(came, path, game)
    state = _state_of(path)
    return None if state is None else _read(path, state, game)


def chosen(value: str, game: Game) -> tuple[PolicyNet, str]:
    """Return the network that `net` names in a spec, and its complete name. Raises SpecError."""
    if not is_own(value):
        state = _state_of(Path(split_digest(value)[0]))
        return _file(value, state, game)
    found = own_net(game)
    if found is None:
        missing = place_of(game.info, game.seats)
        seats = f"{game.seats} seat{'s' if game.seats > 1 else ''}"
        raise SpecError(
            f"net={OWN}: {game.name} has no network for {seats}; {short(missing)} is missing"
        )
    if found.net is None:
        raise SpecError(f"net={short(found.path)}: {found.trouble}")
    digest = value.partition("#")[2]
    if digest not in ("", found.digest):
        raise SpecError(
            f"net={OWN}: {short(found.path)} has changed (it was #{digest}, now #{found.digest})"
        )
    return found.net, found.name


def is_own(value: str) -> bool:
    """Whether a value of `net` means the game's own network."""
    return split_digest(value)[0] == OWN


def networks_of(about: GameInfo) -> Iterator[tuple[int, GameNet]]:
    """Yield a game's own networks, each after its number of seats. Raises AicoreError."""
    for seats in range(about.seats[0], about.seats[1] + 1):
        if place_of(about, seats).exists():
            found = own_net(load_again(about.name, seats, {}))
            if found is not None:
                yield seats, found


def pack() -> NetworkBundle:
    """Return the networks of games from files, for computers that do not have these files."""
    found: NetworkBundle = {}
    for name in filter(registered, portable_names()):
        with suppress(AicoreError, OSError):
            for _, one in networks_of(info(name)):
                if one.net is not None:
                    found[str(name), one.path.name] = read_bytes(one.path, MAX_BYTES)
    return found


def unpack(bundle: NetworkBundle) -> None:
    """Use networks of games as if they were stored beside their files, replacing earlier ones."""
    _CAME.clear()
    _CAME.update(bundle)


def _state_of(path: Path) -> tuple[int, ...] | None:
    """Return a file's identity, time and size, which change when it does; None if it is missing."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=16)
def _file(value: str, state: tuple[int, ...] | None, game: Game) -> tuple[PolicyNet, str]:
    return read_net(value, game)


@lru_cache(maxsize=16)
def _read(path: Path, state: tuple[int, ...], game: Game) -> GameNet:
    try:
        return _held(read_bytes(path, MAX_BYTES), path, game)
    except OSError as error:
        trouble = error.strerror or one_line(error, 80)
    except AicoreError as error:
        trouble = str(error)
    return GameNet(path, "", {}, None, trouble)


@lru_cache(maxsize=16)
def _held(content: bytes, path: Path, game: Game) -> GameNet:
    """Return the network in a file's content, checked against a game."""
    digest = digest_of(content)
    card: dict[str, Any] = {}
    try:
        card = card_in(content)
        return GameNet(path, digest, card, net_in(content, game))
    except AicoreError as error:
        return GameNet(path, digest, card, None, str(error))
