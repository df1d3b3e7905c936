"""Notation: texts of events, and the names of Spaces, cards and systems.

What a person may type besides is in typed.py, why an action is not possible in forbidden.py.
"""

from __future__ import annotations

import re

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.games.gratis3.board import board_of
from aicore.games.gratis3.forbidden import why_not
from aicore.games.gratis3.state import (
    ATTACK_CARRIER_TAG,
    ATTACK_RAV_TAG,
    ATTACKS_DONE_TAG,
    EMP_TAG,
    EVADE_TAG,
    FIRE_TAG,
    GUNS_TAG,
    HIT_TAG,
    HITS_DONE_TAG,
    KNOCK_TAG,
    LAUNCH_TAG,
    LAUNCHED_TAG,
    NO_EVADE_TAG,
    NO_REPAIR_TAG,
    NUKE_TAG,
    OVERRIDE_FIRE_TAG,
    OVERRIDE_GUNS_TAG,
    OVERRIDE_MOVE_TAG,
    OVERRIDE_NOTHING_TAG,
    OVERRIDE_RAVS_TAG,
    OVERRIDE_REPAIR_TAG,
    PLAY_TAG,
    QUEUE_TAG,
    RAV_TAG,
    REPAIR_TAG,
    RETURN_OVERRIDE_TAG,
    RETURN_TAG,
    ROLL_TAG,
    SHIELDS_TAG,
    SYSTEMS_TAG,
    TAG_SHIFT,
)
from aicore.games.gratis3.typed import LINES, STAGED, expand

__all__ = ["LINES", "STAGED", "expand", "from_text", "to_text", "why_not"]

# The texts of all events; words in capitals are details.
FORMS = {
    QUEUE_TAG: "queue SEAT CARD,CARD,CARD",
    ROLL_TAG: "roll DICE: SINGLES,DOUBLES",
    SYSTEMS_TAG: "systems DIE,DIE",
    NO_REPAIR_TAG: "no-repair",
    REPAIR_TAG: "repair SYSTEM",
    PLAY_TAG: "play CARD",
    LAUNCH_TAG: "launch KIND SPACE",
    LAUNCHED_TAG: "launched",
    SHIELDS_TAG: "shields",
    GUNS_TAG: "guns",
    HIT_TAG: "hit SPACE",
    HITS_DONE_TAG: "hits-done",
    FIRE_TAG: "fire SEAT",
    EMP_TAG: "emp SEAT",
    NUKE_TAG: "nuke SEAT",
    OVERRIDE_REPAIR_TAG: "override repair SYSTEM",
    OVERRIDE_MOVE_TAG: "override move",
    OVERRIDE_RAVS_TAG: "override ravs",
    OVERRIDE_GUNS_TAG: "override guns",
    OVERRIDE_FIRE_TAG: "override fire SEAT",
    OVERRIDE_NOTHING_TAG: "override nothing",
    EVADE_TAG: "evade CARD",
    NO_EVADE_TAG: "no-evade",
    KNOCK_TAG: "knock SYSTEM",
    RAV_TAG: "rav SPACE to SPACE tail SPACE",
    ATTACK_RAV_TAG: "attack SPACE with SPACES",
    ATTACK_CARRIER_TAG: "attack SEAT with SPACES",
    ATTACKS_DONE_TAG: "attacks-done",
    RETURN_TAG: "return",
    RETURN_OVERRIDE_TAG: "return override",
}
KINDS = ("fighter", "bomber")


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    tag, detail = event >> TAG_SHIFT, event & (1 << TAG_SHIFT) - 1
    cards, systems = game.info.data["cards"]["ids"], game.info.data["systems"]["ids"]
    board = board_of(game)
    names = board.names
    form = FORMS[tag]
    if tag == QUEUE_TAG:
        three = ",".join(cards[detail >> shift & 7] for shift in (6, 3, 0))
        return f"queue {detail >> 9} {three}"
    if tag == ROLL_TAG:
        return f"roll {detail >> 8}: {detail >> 4 & 15},{detail & 15}"
    if tag == SYSTEMS_TAG:
        return f"systems {detail >> 4},{detail & 15}"
    if tag == RAV_TAG:
        start, to, tail = (names[detail >> shift & 63] for shift in (12, 6, 0))
        return f"rav {start} to {to} tail {tail}"
    if tag in (ATTACK_RAV_TAG, ATTACK_CARRIER_TAG):
        if tag == ATTACK_RAV_TAG:
            target = names[detail >> 8]
            near = board.near[target]
        else:
            target = str(detail >> 8)
            near = board.green[detail >> 4 & 15]
        ranks = detail & (255 if tag == ATTACK_RAV_TAG else 15)
        return f"attack {target} with " + ",".join(
            name for rank, name in enumerate(near) if ranks >> rank & 1
        )
    if tag == LAUNCH_TAG:
        return f"launch {KINDS[detail >> 6]} {names[detail & 63]}"
    word = form.rpartition(" ")[2]
    listed = {"CARD": cards, "SYSTEM": systems, "SPACE": names, "SEAT": range(game.seats)}
    if word in listed:
        return form[: -len(word)] + str(listed[word][detail])
    return form


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes. Raises NotationError."""
    words = text.strip().split()
    for tag, form in FORMS.items():
        shape = form.split()
        if len(shape) == len(words) and all(
            part == word for part, word in zip(shape, words, strict=True) if not part[:1].isupper()
        ):
            if tag == ATTACK_RAV_TAG and words[1].isdigit():
                continue
            parts = [
                _read(game, part.rstrip(":"), word)
                for part, word in zip(shape, words, strict=True)
                if part[:1].isupper()
            ]
            return tag << TAG_SHIFT | _detail(game, tag, parts)
    first = words[0] if words else ""
    similar = [form for form in FORMS.values() if form.split()[0] == first]
    raise NotationError(
        f"{text!r} is no event of gratis3; forms: {'; '.join(similar or FORMS.values())}"
    )


def _detail(game: Game, tag: int, parts: list[list[int]]) -> int:
    """The bits below the tag."""
    board = board_of(game)
    names = board.names
    if tag == QUEUE_TAG:
        (seat,), cards = parts
        return seat << 9 | cards[0] << 6 | cards[1] << 3 | cards[2]
    if tag == ROLL_TAG:
        (dice,), (singles, doubles) = parts
        if singles + doubles > dice:
            raise NotationError(f"roll: {dice} dice can't show {singles} + {doubles} hits")
        return dice << 8 | singles << 4 | doubles
    if tag == SYSTEMS_TAG:
        low, high = sorted(parts[0])
        return low << 4 | high
    if tag == RAV_TAG:
        (start,), (to,), (tail,) = parts
        return start << 12 | to << 6 | tail
    if tag == LAUNCH_TAG:
        (kind,), (space,) = parts
        return kind << 6 | space
    if tag == ATTACK_RAV_TAG:
        (target,), attackers = parts
        near = board.near[names[target]]
        return target << 8 | _ranks(near, [names[space] for space in attackers], names[target])
    if tag == ATTACK_CARRIER_TAG:
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
