"""Door of player specs and game options, from grammars with extreme values."""

from __future__ import annotations

from random import Random
from typing import Any

import aicore
from aicore.core.errors import AicoreError
from aicore.core.game import Game
from aicore.core.registry import info, names
from aicore.players import PLAYERS, Player, player, player_class
from fuzz import damage, material
from fuzz.door import ACCEPTED, Broken, Door, tell

NUMBERS = (
    "0", "1", "2", "5", "-1", "100", "0.5", "1e-9", "1e9", "1e308", "1e309", "inf", "-inf", "nan",
    "2147483647", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "1_000", "+5", " 7 ", "0x10", "٣", "1e5", "1" * 5000, "1048576",
    "1048577", "256", "257", "64", "65",
)  # fmt: skip

# bounds of a decision; players beyond them are constructed, but not asked
QUICK = {
    "sims": 300, "time": 0.02, "samples": 32, "worlds": 32, "trees": 8, "threads": 8, "depth": 2,
    "nodes": 1000, "playout": 100, "branch": 100, "memory": 64,
}  # fmt: skip


FILES = (
    "/dev/null",
    "/dev/zero",
    "/",
    ".",
    "x.onnx",
    "none",
    "none#0123456789ab",
    "\0",
    "/etc/passwd",
)


class Specs(Door):
    """A player's spec; if it makes a player and is small, the player decides."""

    NAME = "specs"
    SHARE = 130

    def prepare(self) -> None:
        """Load games and positions."""
        self.games = material.games()
        self.positions = [
            [state for state in some if state.turn >= 0] for some in material.positions()
        ]
        self.names = [name for name in PLAYERS if name not in ("human", "engine")]
        self.names += ["captain", "courier", "merchant"]

    def attempt(self, rng: Random) -> str:
        """Write a spec, and make the player."""
        number = rng.randrange(len(self.games))
        game = self.games[number]
        spec = self.spec(rng)
        seed = rng.choice((0, 1, -1, 2**63, 2**64, -(10**30)))
        tell(f"player({spec[:120]!r}, {game.name})")
        one = player(spec, game, seed)
        if player(one.spec, game).spec != one.spec:
            raise Broken(f"{one.spec} is another player, read again")
        if not _quick(one) or rng.random() < 0.5:
            return ACCEPTED
        state = rng.choice(self.positions[number])
        tell(f"{one.spec[:150]!r} decides in {game.name}")
        try:
            decision = one.decide(state.view(state.turn))
            state.clone().apply(decision.action)
        except AicoreError as error:
            raise Broken(f"it was accepted, and then: {error}") from error
        finally:
            one.close()
        return ACCEPTED

    def spec(self, rng: Random) -> str:
        """Return a spec: most keys are the player's own."""
        if rng.random() < 0.02:
            words = ("", "no-such-program", "'", "/dev/null", "/", "\0", "~x", "a b c", "x" * 5000)
            return "engine:" + rng.choice(words)
        name = rng.choice(self.names)
        known = player_class(name).PARAMETERS
        items = []
        for parameter in rng.sample(known, min(len(known), rng.choice((0, 1, 1, 2, 3, 5)))):
            value: Any = parameter.default
            kind = rng.random()
            if parameter.choices and kind < 0.7:
                value = rng.choice(parameter.choices)
            elif kind < 0.4:
                value = rng.choice(NUMBERS)
            elif isinstance(value, bool) and kind < 0.7:
                value = rng.choice(("on", "off"))
            elif kind < 0.8 and not isinstance(value, (bool, str)):
                top = QUICK.get(parameter.name, 50)
                low = max(parameter.low, 0.001 if parameter.name == "time" else 1)
                value = min(max(low, rng.random() * top), parameter.high)
                value = value if isinstance(parameter.default, float) else int(value)
            elif kind < 0.85:
                value = damage.text(rng)
            elif parameter.file:
                value = rng.choice(FILES)
            items.append(f"{parameter.name}={value}")
        spec = name + (":" + ",".join(items) if items else "")
        return damage.garbled(spec, rng) if rng.random() < 0.15 else spec


def _quick(one: Player) -> bool:
    """Whether a decision's bounds are small."""
    values = one.values
    bounds = [key for key in ("sims", "time", "depth", "nodes") if values.get(key)]
    bounded = one.NAME in ("random", "script", "greedy") or any(
        values[key] <= QUICK[key] for key in bounds if key != "depth"
    )
    return bounded and all(
        values[key] <= QUICK[key]
        for key in ("samples", "worlds", "trees", "threads", "playout", "memory", "branch")
        if not isinstance(values.get(key, ""), str)  # auto: at most the value of another key
    )


class Options(Door):
    """A game by name, with seats and options of any kind."""

    NAME = "options"
    SHARE = 40

    def prepare(self) -> None:
        """Collect the games' options."""
        self.options = {name: list(info(name).options.values()) for name in names()}

    def attempt(self, rng: Random) -> str:
        """Load a game; start it if it loads."""
        name = rng.choice(names())
        about = info(name)
        seats: Any = rng.choice((None, *range(about.seats[0], about.seats[1] + 1)))
        if rng.random() < 0.1:
            seats = damage.value(rng)
        given: dict[str, Any] = {}
        for option in self.options[name]:
            if rng.random() < 0.5 or option.file:
                continue
            within = option.choices or (option.low, option.high)
            given[option.name] = rng.choice(
                (*within, *within, *within, option.low - 1, option.high + 1, rng.choice(NUMBERS),
                 damage.value(rng), option.default)
            )  # fmt: skip
        if rng.random() < 0.05:
            given[damage.text(rng)] = damage.value(rng)
        if rng.random() < 0.02 and "data" in about.options:
            given["data"] = rng.choice(("x" * 5000, "\0", "no\nfile", "\x1b[2J", "~nobody-here/x"))
        tell(f"load({name!r}, {seats!r}, {given!r})"[:200])
        game = aicore.load(name, seats=seats, **given)
        begun(game)
        # the game's own options load it again, also as texts
        texts = {key: str(value) for key, value in game.options.items()}
        if aicore.load(name, seats=game.seats, **texts) != game:
            raise Broken("loaded by its own options it is another game")
        return ACCEPTED


def begun(game: Game) -> None:
    """Play the first moves."""
    from fuzz.doors.states import use

    use(game.start(), Random(1), plies=2)
