"""Network files, NAME.net: a description of the network, called its card, and its weights.

The first line is `aicore network 1`; the second line is the card as JSON. The weights follow in
the order of `aicore.core.policy_net`, as little-endian numbers. They are float16 if the card says
`"bytes": 2`, else float32. Anybody may have written a file, so this module checks everything in it.

A game's own network is beside the game's file, such as `liars.net` beside `liars.py`. For a
compiled game, it is in the game's folder, such as `pig/pig.net`. This network is for the game's
default number of seats and the default options. Names of other networks add the differences:
`liars-3.net` is for three seats, and `liars-3-dice=4.net` also for another value of an option.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.chance import Chance
from aicore.core.data_files import split_digest
from aicore.core.errors import AicoreError, SpecError, reason_of, short
from aicore.core.files import atomic_write, read_bytes
from aicore.core.language import gettext as _
from aicore.core.policy_net import PolicyNet
from aicore.core.registry import load_again
from aicore.core.rng import Rng
from aicore.core.schema import NotJson, parse_object
from aicore.core.sources import file_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from aicore.core.game import Game, State
    from aicore.core.game_data import GameData

NOT_IN_NAMES = re.compile(r"[^\w.]")  # characters that "_" replaces in a file's name
FIRST_LINE = b"aicore network 1\n"
MAX_CARD = 1 << 16  # maximum size of a card, in bytes
MAX_BYTES = 1 << 28  # maximum size of a file, in bytes


GAMES = 8
"""Number of random games that a compiled game's digest covers."""


def place_of(about: GameData, seats: int, options: Mapping[str, int | str] | None = None) -> Path:
    """Return the path of a game's own network, whether it exists or not.

    Args:
        about: the game.
        seats: number of seats.
        options: values of the options; None for the default values.
    """
    name = file_of(about.name).removesuffix(".py") or about.name
    parts = [] if seats == about.default_seats else [str(seats)]
    for key, value in sorted((options or {}).items()):
        if value != about.options[key].default:
            parts.append(f"{key}={re.sub(NOT_IN_NAMES, '_', str(value))}")
    return about.folder / f"{'-'.join([name, *parts])}.net"


@lru_cache(maxsize=64)
def rules_of(game: Game) -> str:
    """Return a digest of a game's rules, which detects networks trained with other rules.

    For a game from a file, this is the digest of the file's text, as in records. For another game,
    the digest covers the legal actions, luck and returns of random games with default options.
    """
    text = game.info.data["game"].get("digest")
    if text:
        return str(text)
    digest = hashlib.sha256()
    for events, state in _random_games(load_again(game.name, game.seats, {})):
        legal = sorted(state.legal_actions()) if state.turn >= 0 else []
        digest.update(f"{events} {state.turn} {legal}\n".encode())
        if not legal:
            digest.update(f"{state.returns()}\n".encode())
    return digest.hexdigest()[:10]


@lru_cache(maxsize=64)
def facts_of(game: Game) -> str:
    """Return a digest of what networks see of random games besides observations; "" if nothing.

    Networks may see the game's own facts (`Game.facts`), and the advice of its policy and
    evaluation. The digest detects networks that were trained with another version of these.
    """
    if not game.facts:
        return ""
    digest = hashlib.sha256()
    for _event, state in _random_games(load_again(game.name, game.seats, {}), 2):
        if state.turn >= 0:
            view = state.view(state.turn)
            digest.update(view.net_input() + repr(view.net_tokens()).encode())
    return digest.hexdigest()[:10]


def _random_games(game: Game, games: int = GAMES) -> Iterator[tuple[list[str], State]]:
    """Play random games, and yield from them the last chance events and the state.

    Yield before each decision and at the end of each game. The game continues in the same state.

    Args:
        games: number of games, with the seeds 0, 1, 2 and so on.
    """
    for seed in range(games):
        state, chance, rng, actions = game.start(), Chance(seed), Rng(seed), 0
        while True:
            yield chance.settle(state), state
            legal = sorted(state.legal_actions()) if state.turn >= 0 else []
            if not legal:
                break
            state.apply(legal[rng.below(len(legal))])
            actions += 1
            game.bound(actions)


def card_of(
    game: Game, widths: tuple[int, ...], about: dict[str, Any], half: bool = False
) -> dict[str, Any]:
    """Return the card of a network: its game, rules, encoding and layers, and `about`.

    Args:
        game: game that the network plays.
        widths: widths of the network's layers.
        about: other facts that JSON can hold, such as the parameters of the training.
            `aicore.players.networks` reads its keys "use", "player" and "match".
        half: whether the weights are stored as float16.
    """
    return {
        "game": game.name,
        "seats": game.seats,
        "options": game.options,
        "rules": rules_of(game),
        "observation": game.observation_version,
        **({"facts": facts_of(game)} if game.facts else {}),
        "widths": list(widths),
        **({"bytes": 2} if half else {}),
        "about": about,
    }


def write_net(
    path: str | Path, net: PolicyNet, about: dict[str, Any] | None = None, half: bool = False
) -> str:
    """Write a network to a file atomically, and return the file's digest.

    Args:
        about: other facts for the card: see `card_of`.
        half: whether to round weights to float16, which halves the size of the file.

    Raises OSError if the file cannot be written, and AicoreError if a weight is too large for
    float16.
    """
    card = card_of(net.game, net.widths, about or {}, half)
    numbers = _halved(net.numbers) if half else net.numbers
    content = FIRST_LINE + json.dumps(card, ensure_ascii=False).encode() + b"\n" + numbers
    with atomic_write(Path(path)) as file:
        file.write(content)
    return digest_of(content)


def digest_of(content: bytes) -> str:
    """Return the digest of a file's content, which identifies the file in specs."""
    return hashlib.sha256(content).hexdigest()[:12]


def card_in(content: bytes) -> dict[str, Any]:
    """Return the card of a file without checking it against a game. Raises AicoreError."""
    return _parts(content)[0]


def options_in(card: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Return the options of a network's game; an option newer than the card has its default."""
    given = card.get("options")
    known = {name: option.default for name, option in game.info.options.items()}
    return known | (given if isinstance(given, dict) else {})


def net_in(content: bytes, game: Game) -> PolicyNet:
    """Return the network of a file. Raises AicoreError if it is not for this game."""
    card, numbers = _parts(content)
    _check(card, game)
    if card.get("bytes") == 2:
        numbers = _doubled(numbers)
    return PolicyNet(game, tuple(card["widths"]), numbers, card)


def _halved(numbers: bytes) -> bytes:
    """Convert weights from float32 to float16. Raises AicoreError."""
    count = len(numbers) // 4
    try:
        return struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", numbers))
    except OverflowError as error:
        raise AicoreError("a weight is too large for float16") from error


def _doubled(numbers: bytes) -> bytes:
    """Convert weights from float16 to float32.

    Append an odd last byte unchanged, so that `PolicyNet` rejects the wrong number of bytes.
    """
    count, rest = divmod(len(numbers), 2)
    doubled = struct.pack(f"<{count}f", *struct.unpack(f"<{count}e", numbers[: 2 * count]))
    return doubled + numbers[2 * count :] if rest else doubled


def read_net(path: str, game: Game) -> tuple[PolicyNet, str]:
    """Read the network of a game, and return it with the full name of its file.

    Args:
        path: path of the file, optionally with "#" and the digest that it must have.

    The full name is the path with "#" and the file's digest. Raises SpecError if the file cannot be
    read or has changed, or if its network is for another game, other rules or another encoding.
    """
    file, digest = split_digest(path)
    try:
        content = read_bytes(file, MAX_BYTES)
        current = digest_of(content)
        if digest not in ("", current):
            raise AicoreError(
                _("the file has changed (it was #{was}, now #{now})", was=digest, now=current)
            )
        return net_in(content, game), f"{file}#{current}"
    except OSError as error:
        why = reason_of(error)
    except AicoreError as error:
        why = str(error)
    raise SpecError(f"net={short(file)}: {why}")


def _parts(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the card and the weights. Raises AicoreError."""
    if not content.startswith(FIRST_LINE):
        raise AicoreError(_("the file is not an aicore network"))
    end = content.find(b"\n", len(FIRST_LINE), len(FIRST_LINE) + MAX_CARD)
    try:
        return parse_object(content[len(FIRST_LINE) : max(end, 0)]), content[end + 1 :]
    except NotJson as error:
        raise AicoreError(
            _("the network's description cannot be read ({reason})", reason=error)
        ) from error


def _check(card: dict[str, Any], game: Game) -> None:
    """Check that a card is for a network of this game. Raises AicoreError."""
    widths, name, rules = card.get("widths"), str(card.get("game")), rules_of(game)
    if not isinstance(widths, list) or not all(type(width) is int for width in widths):
        raise AicoreError(_("the network's description has no layer widths"))
    if name != game.name and not (file_of(name) and file_of(game.name)):  # files may be moved
        raise AicoreError(
            _("the network is for {other}, not {game}", other=short(name), game=game.name)
        )
    if card.get("seats") != game.seats:
        raise AicoreError(
            _(
                "it is for {other} seats, not {seats}",
                other=short(str(card.get("seats"))),
                seats=game.seats,
            )
        )
    if card.get("rules") != rules:
        was = short(str(card.get("rules")))
        raise AicoreError(
            _("it was trained under different rules (#{was}, now #{now})", was=was, now=rules)
        )
    if card.get("observation") != game.observation_version:
        raise AicoreError(
            _(
                "it was trained on a different observation encoding ({was}, the game has {now})",
                was=short(str(card.get("observation"))),
                now=game.observation_version,
            )
        )
    if card.get("facts", "") != facts_of(game):
        was = short(str(card.get("facts")))
        raise AicoreError(
            _("it was trained on different facts (#{was}, now #{now})", was=was, now=facts_of(game))
        )
