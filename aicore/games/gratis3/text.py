"""Notation: texts of events, and the names of Spaces, cards and systems."""

from __future__ import annotations

import re

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.games.gratis3.board import Board

TAG_SHIFT = 24
# The texts of all events by their tag, in the order of state.pxd; words in capitals are details.
FORMS = (
    "queue SEAT CARD,CARD,CARD",
    "roll DICE: SINGLES,DOUBLES",
    "systems DIE,DIE",
    "no-repair",
    "repair SYSTEM",
    "play CARD",
    "launch KIND SPACE",
    "launched",
    "shields",
    "guns",
    "hit SPACE",
    "hits-done",
    "fire SEAT",
    "emp SEAT",
    "nuke SEAT",
    "override repair SYSTEM",
    "override move",
    "override ravs",
    "override guns",
    "override fire SEAT",
    "override nothing",
    "evade CARD",
    "no-evade",
    "knock SYSTEM",
    "rav SPACE to SPACE tail SPACE",
    "attack SPACE with SPACES",
    "attack SEAT with SPACES",
    "attacks-done",
    "return",
    "return override",
)
QUEUE, ROLL, SYSTEMS = 0, 1, 2
RAV = FORMS.index("rav SPACE to SPACE tail SPACE")
ATTACK_RAV = FORMS.index("attack SPACE with SPACES")
ATTACK_CARRIER = FORMS.index("attack SEAT with SPACES")
LAUNCH = FORMS.index("launch KIND SPACE")
KINDS = ("fighter", "bomber")


def board_of(game: Game) -> Board:
    """The board that a game is played on."""
    board: Board = game.board  # type: ignore[attr-defined]
    return board


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    tag, detail = event >> TAG_SHIFT, event & (1 << TAG_SHIFT) - 1
    cards, systems = game.info.data["cards"]["ids"], game.info.data["systems"]["ids"]
    board = board_of(game)
    names = board.names
    form = FORMS[tag]
    if tag == QUEUE:
        three = ",".join(cards[detail >> shift & 7] for shift in (6, 3, 0))
        return f"queue {detail >> 9} {three}"
    if tag == ROLL:
        return f"roll {detail >> 8}: {detail >> 4 & 15},{detail & 15}"
    if tag == SYSTEMS:
        return f"systems {detail >> 4},{detail & 15}"
    if tag == RAV:
        start, to, tail = (names[detail >> shift & 63] for shift in (12, 6, 0))
        return f"rav {start} to {to} tail {tail}"
    if tag in (ATTACK_RAV, ATTACK_CARRIER):
        if tag == ATTACK_RAV:
            target = names[detail >> 8]
            near = board.near[target]
        else:
            target = str(detail >> 8)
            near = board.green[detail >> 4 & 15]
        ranks = detail & (255 if tag == ATTACK_RAV else 15)
        return f"attack {target} with " + ",".join(
            name for rank, name in enumerate(near) if ranks >> rank & 1
        )
    if tag == LAUNCH:
        return f"launch {KINDS[detail >> 6]} {names[detail & 63]}"
    word = form.rpartition(" ")[2]
    listed = {"CARD": cards, "SYSTEM": systems, "SPACE": names, "SEAT": range(game.seats)}
    if word in listed:
        return form[: -len(word)] + str(listed[word][detail])
    return form


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    words = text.strip().split()
    for tag, form in enumerate(FORMS):
        shape = form.split()
        if len(shape) == len(words) and all(
            part == word for part, word in zip(shape, words, strict=True) if not part[:1].isupper()
        ):
            if tag == ATTACK_RAV and words[1].isdigit():
                continue
            parts = [
                _read(game, part.rstrip(":"), word)
                for part, word in zip(shape, words, strict=True)
                if part[:1].isupper()
            ]
            return tag << TAG_SHIFT | _detail(game, tag, parts)
    first = words[0] if words else ""
    similar = [form for form in FORMS if form.split()[0] == first]
    raise NotationError(f"{text!r} is no event of gratis3; forms: {'; '.join(similar or FORMS)}")


def _detail(game: Game, tag: int, parts: list[list[int]]) -> int:
    """The bits below the tag."""
    board = board_of(game)
    names = board.names
    if tag == QUEUE:
        (seat,), cards = parts
        return seat << 9 | cards[0] << 6 | cards[1] << 3 | cards[2]
    if tag == ROLL:
        (dice,), (singles, doubles) = parts
        if singles + doubles > dice:
            raise NotationError(f"roll: {dice} dice can't show {singles} + {doubles} hits")
        return dice << 8 | singles << 4 | doubles
    if tag == SYSTEMS:
        low, high = sorted(parts[0])
        return low << 4 | high
    if tag == RAV:
        (start,), (to,), (tail,) = parts
        return start << 12 | to << 6 | tail
    if tag == LAUNCH:
        (kind,), (space,) = parts
        return kind << 6 | space
    if tag == ATTACK_RAV:
        (target,), attackers = parts
        near = board.near[names[target]]
        return target << 8 | _ranks(near, [names[space] for space in attackers], names[target])
    if tag == ATTACK_CARRIER:
        (seat,), attackers = parts
        from_spaces = [names[space] for space in attackers]
        for location, near in enumerate(board.green):
            if set(from_spaces) <= set(near):
                return seat << 8 | location << 4 | _ranks(near, from_spaces, f"Location {location}")
        raise NotationError(f"{','.join(from_spaces)}: not all green and beside one Location")
    return parts[0][0] if parts else 0


def _ranks(near: tuple[str, ...], chosen: list[str], what: str) -> int:
    """A set of neighbours as bits."""
    for name in chosen:
        if name not in near:
            raise NotationError(f"{name} is not next to {what}; next to it: {', '.join(near)}")
    return sum(1 << near.index(name) for name in chosen)


def _read(game: Game, what: str, word: str) -> list[int]:
    """The numbers that a word of a text stands for. Raises NotationError."""
    data = game.info.data
    names = board_of(game).names
    if what in ("SINGLES,DOUBLES", "DIE,DIE", "DICE"):
        low, high = (0, 8) if what[0] == "S" else (1, 6 if what == "DIE,DIE" else 8)
        numbers = word.removesuffix(":").split(",") if what == "DICE" else word.split(",")
        if len(numbers) != 1 + what.count(",") or not all(
            re.fullmatch("[0-9]", number) and low <= int(number) <= high for number in numbers
        ):
            raise NotationError(f"{word!r}: {what} means numbers from {low} to {high}")
        return [int(number) for number in numbers]
    listed: dict[str, tuple[str, ...]] = {
        "CARD": tuple(data["cards"]["ids"]),
        "SYSTEM": tuple(data["systems"]["ids"]),
        "KIND": KINDS,
        "SPACE": names,
        "SEAT": tuple(map(str, range(game.seats))),
    }
    single = what.rstrip("S") if what == "SPACES" else what.partition(",")[0]
    found = []
    for part in word.split(","):
        if part not in listed[single]:
            raise NotationError(f"no {single} {part!r}; there are {_some(listed[single])}")
        found.append(listed[single].index(part))
    if what == "SPACES" and len(set(found)) < len(found):
        raise NotationError(f"{word!r}: a Space is named twice")
    if what != "SPACES" and len(found) != 1 + what.count(","):
        raise NotationError(f"{word!r}: {what} is wanted")
    return found


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names if len(names) < 9 else (*names[:4], "...", names[-1]))
