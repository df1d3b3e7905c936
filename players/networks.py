"""A game's own network, which the players `mcts` and `policy` can use.

`aicore.core.net_file` describes the file of the network. A spec names the network ``net=own``, a
complete spec ``net=own#DIGEST``. These names contain no path, so a record or a tournament with one
of these specs cannot make a program read other files.

The entry "about" of the network's card has three entries:

- "use": whether `mcts` evaluates with the network by default
- "player": parameters of the search for this network
- "match": result of the network against the game's default player

If the game's rules or the encoding of observations have changed since the training, the network
does not fit, and `mcts` ignores it with a warning. If the network was trained with other options,
`mcts` does not use it by default.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from aicore.core.data_files import split_digest
from aicore.core.errors import AicoreError, OptionError, SpecError, reason_of, short
from aicore.core.files import read_bytes
from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.net_file import (
    MAX_BYTES,
    card_in,
    digest_of,
    net_in,
    options_in,
    place_of,
    read_net,
)
from aicore.core.policy_net import PolicyNet
from aicore.core.registry import GameInfo, info, load_with, registered
from aicore.core.sources import portable_names

NONE = "none"
OWN = "own"
"""Values of ``net=`` for no network and for the game's own network."""

NetworkBundle = dict[tuple[str, str], bytes]
"""Content of network files, by the names of the game and of the file."""

_UNPACKED: NetworkBundle = {}  # networks from another process
_WARNED: set[tuple[Path, str]] = set()  # path and digest of each network already warned about


@dataclass(frozen=True, eq=False)
class GameNet:
    """A game's own network.

    Args:
        path: path of the network's file.
        digest: digest of the file's content.
        card: card of the file (`aicore.core.net_file.card_of`); {} if it cannot be read.
        net: the network; None if it does not fit the game.
        trouble: reason why the network does not fit; "" if it fits.
    """

    path: Path
    digest: str
    card: Mapping[str, Any]
    net: PolicyNet | None
    trouble: str = ""

    @property
    def name(self) -> str:
        """Value of ``net=`` in complete specs, which names only this network."""
        return f"{OWN}#{self.digest}"

    @property
    def about(self) -> Mapping[str, Any]:
        """Description of the network by its trainer."""
        about = self.card.get("about")
        return about if isinstance(about, dict) else {}

    @property
    def wanted(self) -> bool:
        """Whether `mcts` may use the network by default; True if its card cannot be read."""
        return not self.card or self.about.get("use") is True

    def is_default(self, game: Game) -> bool:
        """Whether `mcts` uses the network by default. Warn once if it should but cannot.

        Args:
            game: game that `mcts` plays.
        """
        if not self.wanted or (self.card and options_in(self.card, game) != game.options):
            return False
        if self.trouble:
            self.warn(self.trouble)
        return not self.trouble

    def warn(self, why: str) -> None:
        """Warn, once per process, that the network is not used, and say why."""
        if (self.path, self.digest) not in _WARNED:
            _WARNED.add((self.path, self.digest))
            warnings.warn(
                _("{file} is not used: {why}", file=short(self.path), why=why), stacklevel=2
            )


def own_net(game: Game) -> GameNet | None:
    """Return a game's own network, whether it fits or not; None if there is none.

    It is a network for the game's options, or else the one for the default options.
    """
    places = (place_of(game.info, game.seats, options) for options in (game.options, None))
    return next((one for one in map(partial(_own_at, game), places) if one is not None), None)


def trained(game: Game) -> bool:
    """Whether a game has a network of its own that fits and was trained with the same options."""
    network = own_net(game)
    if network is None or network.net is None:
        return False
    return options_in(network.card, game) == game.options


def _own_at(game: Game, path: Path) -> GameNet | None:
    """Return the game's own network at a path, whether it fits or not; None if there is none."""
    unpacked = _UNPACKED.get((str(game.name), path.name))
    if unpacked is not None:
        return _parsed(unpacked, path, game)
    state = _state_of(path)
    return None if state is None else _read(path, state, game)


def chosen(value: str, game: Game) -> tuple[PolicyNet, str]:
    """Return the network that a value of `net` names, and its complete name. Raises SpecError."""
    if not is_own(value):
        state = _state_of(Path(split_digest(value)[0]))
        return _file(value, state, game)
    network = own_net(game)
    if network is None:
        missing = place_of(game.info, game.seats, game.options)
        raise SpecError(
            ngettext(
                "net={own}: {game} has no network for {n} seat; {file} is missing",
                "net={own}: {game} has no network for {n} seats; {file} is missing",
                game.seats,
                own=OWN,
                game=game.name,
                file=short(missing),
            )
        )
    if network.net is None:
        raise SpecError(f"net={short(network.path)}: {network.trouble}")
    digest = value.partition("#")[2]
    if digest not in ("", network.digest):
        raise SpecError(
            _("net={own}: {file} has changed (it was #{before}, now #{now})",
              own=OWN, file=short(network.path), before=digest, now=network.digest)
        )  # fmt: skip
    return network.net, network.name


def is_own(value: str) -> bool:
    """Whether a value of `net` means the game's own network."""
    return split_digest(value)[0] == OWN


def networks_of(about: GameInfo) -> Iterator[tuple[Game, GameNet]]:
    """Yield each network beside a game, with the game that it is for: its seats and options.

    The networks for the default options come first, in order of seats. Raises AicoreError.
    """
    found = []
    for path, seats, options in _files_beside(about):
        with suppress(OptionError):  # such as an option that the game no longer has
            if not any(option.file and name in options for name, option in about.options.items()):
                found.append((load_with(about.name, seats, options), path))
    for game, path in sorted(found, key=lambda one: (one[1].name.count("="), one[0].seats)):
        network = own_net(game)
        if network is not None and network.path == path:
            yield game, network


def networks_beside(about: GameInfo) -> list[Path]:
    """Return the paths of a game's networks, for any number of seats and any options."""
    return sorted(path for path, _seats, _options in _files_beside(about))


def _files_beside(about: GameInfo) -> Iterator[tuple[Path, int, dict[str, str]]]:
    """Yield the files of a game's networks with the seats and options in their names."""
    usual = place_of(about, about.default_seats)
    ours = re.compile(rf"{re.escape(usual.stem)}(?:-(\d+))?((?:-\w+=[\w.]+)*)\.net")
    for path in usual.parent.glob("*.net"):
        if match := ours.fullmatch(path.name):
            options = dict(one.split("=") for one in match[2].split("-")[1:])
            yield path, int(match[1] or about.default_seats), options


def pack() -> NetworkBundle:
    """Return the networks of games loaded from files, to send to other computers."""
    bundle: NetworkBundle = {}
    for name in filter(registered, portable_names()):
        with suppress(AicoreError, OSError):
            for path in networks_beside(info(name)):
                bundle[str(name), path.name] = read_bytes(path, MAX_BYTES)
    return bundle


def unpack(bundle: NetworkBundle) -> None:
    """Use networks from `pack` as if they were stored here, and forget those unpacked before."""
    global _UNPACKED
    if bundle != _UNPACKED:
        _UNPACKED = dict(bundle)  # in one step: another thread may be looking for a network


def _state_of(path: Path) -> tuple[int, ...] | None:
    """Return values that change with a file: inode, time, size. None if the file is missing."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=16)
def _file(value: str, state: tuple[int, ...] | None, game: Game) -> tuple[PolicyNet, str]:
    """Return the network that a value of `net` names, cached while its file does not change."""
    return read_net(value, game)


@lru_cache(maxsize=16)
def _read(path: Path, state: tuple[int, ...], game: Game) -> GameNet:
    """Return the network in a file, cached while the file does not change."""
    try:
        return _parsed(read_bytes(path, MAX_BYTES), path, game)
    except OSError as error:
        trouble = reason_of(error)
    except AicoreError as error:
        trouble = str(error)
    return GameNet(path, "", {}, None, trouble)


@lru_cache(maxsize=16)
def _parsed(content: bytes, path: Path, game: Game) -> GameNet:
    """Return the network in the content of a file; check that it fits the game."""
    digest = digest_of(content)
    card: dict[str, Any] = {}
    try:
        card = card_in(content)
        return GameNet(path, digest, card, net_in(content, game))
    except AicoreError as error:
        return GameNet(path, digest, card, None, str(error))
