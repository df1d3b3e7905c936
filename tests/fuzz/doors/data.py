"""Door of data files: tables of relics, gratis3 and trader, written by somebody else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import aicore
from aicore.core.errors import AicoreError
from aicore.core.registry import info
from aicore.players import player
from fuzz import damage
from fuzz.door import ACCEPTED, Broken, Door, folder, tell
from fuzz.doors.states import use

NAMES = ("relics", "gratis3", "trader")
FIXED = ("game", "options", "players", "script", "levels")  # tables that no file replaces


def toml(value: Any) -> str:
    """Return a value in TOML; replace what TOML cannot express."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if value is None:
        return "1979-05-27"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)


def _key(key: str) -> str:
    return key if key.isascii() and key.isidentifier() else json.dumps(key, ensure_ascii=False)


class Data(Door):
    """File for the option `data`; if it loads, it is played."""

    NAME = "data"
    SHARE = 15

    def prepare(self) -> None:
        """Load the games' own tables."""
        self.tables = {
            name: {table: value for table, value in info(name).data.items() if table not in FIXED}
            for name in NAMES
        }

    def attempt(self, rng: Random) -> str:
        """Damage some of the tables, or the file."""
        name = rng.choice(NAMES)
        tables = self.tables[name]
        some = {table: tables[table] for table in rng.sample(sorted(tables), rng.choice((1, 1, 2)))}
        kind = rng.random()
        if kind < 0.85:
            some = damage.damaged(some, rng) if rng.random() < 0.7 else _nudged(some, rng)
        given = some.items() if isinstance(some, dict) else [("x", some)]
        text = "".join(f"{_key(str(table))} = {toml(value)}\n" for table, value in given)
        content = text.encode("utf-8", "surrogatepass")
        if kind > 0.8:
            content = damage.garbled_bytes(content, rng)
        path = folder() / "d.toml"
        path.write_bytes(content)
        low, high = info(name).seats
        seats = rng.randrange(low, high + 1)
        tell(f"load({name!r}, data=...)")
        game = aicore.load(name, seats=seats, data=str(path))
        tell(f"{name} by a data file, played")
        state = game.start()
        use(state, rng, plies=rng.choice((3, 12)))
        try:
            state = game.start()
            if rng.random() < 0.2:
                str(state)
            while state.turn == aicore.CHANCE:
                state.apply(state.outcomes()[0][0])
            if rng.random() < 0.2 and state.turn >= 0:
                view = state.view(state.turn)
                str(view)
                player("mcts:sims=20,memory=1", game).decide(view)
        except AicoreError as error:
            raise Broken(f"it was accepted, and then: {error}") from error
        return ACCEPTED


def _nudged(tables: Any, rng: Random) -> Any:
    """Return a copy in which one number differs: most of these can be played."""
    slots: list[damage.Slot] = []
    copy = damage.copied([tables], slots)
    numbers = [slot for slot in slots if type(slot[0][slot[1]]) in (int, float)]
    if numbers:
        container, place = rng.choice(numbers)
        old = container[place]
        container[place] = rng.choice((old + 1, old - 1, old * 2, -old, 0, 20, 99, 9))
    return copy[0]
