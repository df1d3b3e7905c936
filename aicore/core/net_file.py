"""Files of networks, NAME.net: a card that says what they are of, and their weights.

The first line is `aicore network 1`, the second the card as JSON, then follow the weights as
float32, the lowest byte first, in the order of `aicore.core.policy_net`. A file is read with all
suspicion: it may come from anybody.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.data_files import split_digest
from aicore.core.errors import AicoreError, SpecError, one_line, short
from aicore.core.files import atomic_write, read_bytes
from aicore.core.policy_net import PolicyNet
from aicore.core.schema import NotJson, parse_object

if TYPE_CHECKING:
    from aicore.core.game import Game

FIRST = b"aicore network 1\n"
MAX_CARD = 1 << 16  # bytes
MAX_BYTES = 1 << 28


def card_of(game: Game, widths: tuple[int, ...], about: dict[str, Any]) -> dict[str, Any]:
    """Return the card of a network: of which game it is, and what else is told of it.

    Args:
        widths: of its layers.
        about: whatever JSON can hold, as how it was trained.
    """
    return {
        "game": game.name,
        "seats": game.seats,
        "options": game.options,
        "observation": game.observation_version,
        "widths": list(widths),
        "about": about,
    }


def write_net(path: str | Path, net: PolicyNet, about: dict[str, Any] | None = None) -> str:
    """Write a network to a file, which is replaced at once.

    Args:
        about: what else its card says.

    Returns the file's digest. Raises AicoreError.
    """
    card = card_of(net.game, net.widths, about or {})
    content = FIRST + json.dumps(card, ensure_ascii=False).encode() + b"\n" + net.numbers
    with atomic_write(Path(path)) as file:
        file.write(content)
    return hashlib.sha256(content).hexdigest()[:12]


def read_net(path: str, game: Game) -> tuple[PolicyNet, str]:
    """Read the network of a game.

    Args:
        path: of the file; with "#" and the digest that it must have.

    Returns the network, and the path with the file's digest. Raises SpecError for a file that
    cannot be read, has changed, or holds a network of another game or another encoding.
    """
    file, digest = split_digest(path)
    try:
        content = read_bytes(file, MAX_BYTES)
        found = hashlib.sha256(content).hexdigest()[:12]
        if digest not in ("", found):
            raise AicoreError(f"it has changed (it was #{digest}, it is #{found})")
        card, numbers = _parts(content)
        _check(card, game)
        return PolicyNet(game, tuple(card["widths"]), numbers, card), f"{file}#{found}"
    except OSError as error:
        why = error.strerror or one_line(error, 80)
    except AicoreError as error:
        why = str(error)
    raise SpecError(f"net={short(file)}: {why}")


def _parts(content: bytes) -> tuple[dict[str, Any], bytes]:
    """The card and the weights. Raises AicoreError."""
    if not content.startswith(FIRST):
        raise AicoreError("it is no file of a network")
    end = content.find(b"\n", len(FIRST), len(FIRST) + MAX_CARD)
    try:
        return parse_object(content[len(FIRST) : max(end, 0)]), content[end + 1 :]
    except NotJson as error:
        raise AicoreError(f"its card cannot be read ({error})") from error


def _check(card: dict[str, Any], game: Game) -> None:
    """Whether a card is of a network of this game. Raises AicoreError."""
    widths = card.get("widths")
    if not isinstance(widths, list) or not all(type(width) is int for width in widths):
        raise AicoreError("its card names no layers")
    if card.get("game") != game.name:
        raise AicoreError(f"it is of {short(str(card.get('game')))}, not of {game.name}")
    if card.get("seats") != game.seats:
        raise AicoreError(f"it is for {short(str(card.get('seats')))} seats, not for {game.seats}")
    if card.get("observation") != game.observation_version:
        raise AicoreError(
            "it knows another encoding of observations "
            f"({short(str(card.get('observation')))}, the game has {game.observation_version})"
        )
