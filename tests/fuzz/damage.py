"""Damage: valid values, texts and bytes, changed in one to three places.

Everything is drawn from a `random.Random`, so the same stream does the same damage.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

# edges of C types and format limits
INTEGERS = (
    0, 1, -1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 63, 64, 99, 100, 127, 128, -128, 255, 256, 1000,
    2**15 - 1, 2**15, 2**16 - 1, 2**16, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32 - 1, 2**32,
    2**53, 2**62, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64 - 1, 2**64, 10**30, -(10**30),
    10**400,
)  # fmt: skip
FLOATS = (0.0, -0.0, 0.5, -1.5, 1e-320, 1e9, 1e18, 1e300, math.inf, -math.inf, math.nan)
TEXTS = (
    "", " ", "?", "\0", "\t", "\x1b[31mred", "\x07", "\x9b2J", "two\nlines", "\r", "é", "\u2028",
    "\u202e", "\ud800", "\U0001f600", "None", "null", "true", "-1", "0", "1e9", "nan", "١٢", "²",
    "%s%n", "{0}", "../..", "[bold]x[/bold]", "[]", "chance", "end", "human", "random", "x" * 400,
    "two words", "pass", "a=b", ",", ":", "'", '"', "\\", "#", "\N{COMBINING ACUTE ACCENT}" * 40,
)  # fmt: skip
TOKENS = (
    b"[", b"]", b"{", b"}", b'"', b",", b":", b"\\", b"\\u", b"\\ud800", b"null", b"true", b"NaN",
    b"-", b"1e999", b"1" * 50, b"\n", b"\r\n", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x1b",
    b"\xef\xbb\xbf", b"=", b"#", b"'", b'"""', b"inf", b"[[", b"1979-05-27", b"{}", b"[]", b'""',
)  # fmt: skip


def integer(rng: Random) -> int:
    """Return a whole number of any size, often at the edge of a range."""
    if rng.random() < 0.8:
        return rng.choice(INTEGERS)
    return rng.randrange(-(1 << rng.randrange(1, 70)), 1 << rng.randrange(1, 70))


def text(rng: Random) -> str:
    """Return an unexpected text."""
    if rng.random() < 0.9:
        return rng.choice(TEXTS)
    return "".join(
        chr(rng.randrange(1 << rng.randrange(5, 17))) for _ in range(rng.randrange(1, 9))
    )


def value(rng: Random, depth: int = 0) -> Any:
    """Return any JSON value."""
    kind = rng.randrange(8 if depth < 3 else 6)
    if kind == 0:
        return rng.choice((None, True, False))
    if kind <= 2:
        return integer(rng)
    if kind == 3:
        return rng.choice(FLOATS)
    if kind <= 5:
        return text(rng)
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {text(rng): value(rng, depth + 1) for _ in range(rng.randrange(4))}


Slot = tuple[Any, Any]  # a list or dict, and a place in it


def copied(whole: Any, slots: list[Slot]) -> Any:
    """Return a copy of lists and dicts; append every place in it to `slots`."""
    if isinstance(whole, dict):
        table: dict[Any, Any] = {}
        for key, part in whole.items():
            slots.append((table, key))
            table[key] = copied(part, slots)
        return table
    if isinstance(whole, (list, tuple)):
        row: list[Any] = []
        for place, part in enumerate(whole):
            slots.append((row, place))
            row.append(copied(part, slots))
        return row
    return whole


def damaged(whole: Any, rng: Random) -> Any:
    """Return a copy of a value made of lists, dicts and plain parts, changed in 1 to 3 places."""
    holder = [whole]
    slots: list[Slot] = []
    holder = copied(holder, slots)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        # deep places are many and alike: half the time, choose level by level
        container, place = rng.choice(slots) if rng.random() < 0.5 else _descend(holder, rng)
        if _has(container, place):  # an earlier damage may have removed it
            _hurt(container, place, slots, rng)
    return holder[0] if holder else None


def _descend(holder: Any, rng: Random) -> Slot:
    """Return a place found by walking down, each step to a random part."""
    container, place = holder, 0
    while rng.random() < 0.8 and isinstance(container, (list, dict)) and container:
        inner = container[place] if _has(container, place) else None
        if not isinstance(inner, (list, dict)) or not inner:
            break
        container = inner
        place = rng.choice(list(inner)) if isinstance(inner, dict) else rng.randrange(len(inner))
    return container, place


def _has(container: Any, place: Any) -> bool:
    return place in container if isinstance(container, dict) else place < len(container)


def _hurt(container: Any, place: Any, slots: list[Slot], rng: Random) -> None:
    """Damage one place."""
    old = container[place]
    what = rng.randrange(10)
    if what <= 3:
        container[place] = tweaked(old, rng)
    elif what == 4:
        container[place] = value(rng)
    elif what == 5:  # a part from elsewhere
        other, where = rng.choice(slots)
        container[place] = copied(other[where], []) if _has(other, where) else old
    elif what == 6:
        del container[place]
    elif what == 7:
        container[place] = rng.choice((None, [old], {"x": old}, [], {}, str(old)[:500], [old] * 40))
    elif isinstance(container, dict):
        if what == 8:
            container[garbled(str(place), rng)] = container.pop(place)
        else:
            container[text(rng)] = old
    elif what == 8:
        container.insert(place, old)
    else:
        where = rng.randrange(len(container))
        container[place], container[where] = container[where], old


def tweaked(old: Any, rng: Random) -> Any:
    """Return a value of the same kind, or nearly."""
    if isinstance(old, bool) or old is None:
        return rng.choice((True, False, None, 0, 1))
    if isinstance(old, int):
        return rng.choice(
            (
                old + 1,
                old - 1,
                -old,
                old + rng.randrange(-9, 10),
                integer(rng),
                float(min(old, 2**64)),
            )
        )
    if isinstance(old, float):
        return rng.choice((-old, old * 1e6, old + 0.5, rng.choice(FLOATS), integer(rng)))
    if isinstance(old, str):
        return garbled(old, rng)
    return value(rng)


def garbled(old: str, rng: Random) -> str:
    """Return a text with something changed, added or lost."""
    start, end = sorted(rng.randrange(len(old) + 1) for _ in range(2))
    what = rng.randrange(7)
    if what == 0:
        return old[:start] + text(rng) + old[start:]
    if what == 1:
        return old[:start] + old[end:]
    if what == 2:
        return text(rng)
    if what == 3 and old:
        return old[:start] + rng.choice(old) + old[start + 1 :]
    if what == 4:
        return old[:end] + old[start:]
    if what == 5:
        return old[:start] + str(rng.choice(INTEGERS[:12])) + old[start + 1 :]
    words = old.split(" ")
    words[rng.randrange(len(words))] = str(integer(rng)) if rng.random() < 0.5 else text(rng)
    return " ".join(words)


def garbled_bytes(old: bytes, rng: Random) -> bytes:
    """Return bytes changed in one to three places."""
    data = bytearray(old)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        size = len(data)
        at = rng.randrange(size + 1)
        end = min(size, at + rng.choice((1, 1, 2, 4, 16, 200)))
        what = rng.randrange(9)
        if what <= 1 and at < size:
            data[at] ^= 1 << rng.randrange(8)
        elif what == 2 and at < size:
            data[at] = rng.choice((0, 0x7F, 0x80, 0xFF, 0x22, 0x2D, 0x30, rng.randrange(256)))
        elif what == 3:
            del data[at:end]
        elif what == 4:
            data[at:at] = data[at:end] * rng.choice((1, 2, 50))
        elif what == 5:
            data[at:at] = rng.choice(TOKENS) * (
                rng.choice((10, 100_000)) if rng.random() < 0.02 else 1
            )
        elif what == 6:
            data[at:end] = rng.choice(TOKENS)
        elif what == 7:
            other = rng.randrange(size + 1)
            data[at:end] = data[other : other + end - at]
        elif rng.random() < 0.3:
            del data[at:]
    return bytes(data)
