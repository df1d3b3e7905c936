"""Door of the Python API: objects of the package, called with anything, in any order."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import aicore
from aicore.arena.match import Match
from aicore.core.bits import members, scrambled
from aicore.core.chance import Chance
from aicore.core.errors import AicoreError
from aicore.core.game import Game, State, View
from aicore.core.parameter import Parameter
from aicore.core.rng import Rng
from aicore.players import Player, player
from aicore.search import flat
from aicore.search.expectimax import Expectimax, look_ahead
from aicore.search.expectimax.sums import Sums
from aicore.search.flat import Flat
from aicore.search.mcts import Mcts, searcher, simulation
from aicore.search.mcts.nodes import NodeArena
from aicore.search.mcts.tree import Tree
from fuzz import damage, material
from fuzz.door import ACCEPTED, REFUSED, Door, tell, tidy

# kind of object -> the methods called on it, with the kinds of their arguments
METHODS: dict[type, tuple[tuple[str, str], ...]] = {
    Game: (
        ("start", ""), ("text", "event"), ("parse", "text"), ("item", "event"),
        ("from_dict", "fields"), ("__eq__", "game"), ("__hash__", ""), ("__repr__", ""),
    ),
    State: (
        ("legal_actions", ""), ("legal", ""), ("outcome_actions", ""), ("outcomes", ""),
        ("chance_source", ""), ("apply", "event"), ("apply", "event"), ("apply", "event"),
        ("event_text", "event seat"), ("clone", ""), ("view", "seat"), ("returns", ""),
        ("evaluate", ""), ("sample", "rng"), ("policy", "rng"), ("promising", ""),
        ("play_out", "rng limit flag"), ("resample", "seat rng"), ("key", "seat"),
        ("to_dict", "seat"), ("scores", ""), ("__bytes__", ""), ("__eq__", "state"),
        ("__hash__", ""), ("__reduce__", ""),
    ),
    View: (
        ("legal_actions", ""), ("legal", ""), ("resample", "rng"), ("key", ""), ("to_dict", ""),
        ("scores", ""), ("__bytes__", ""), ("__eq__", "view"), ("__hash__", ""),
        ("__reduce__", ""),
    ),
    Chance: (("draw", "state"), ("pass_over", "state"), ("step", "state"), ("settle", "state")),
    Rng: (("next", ""), ("below", "limit"), ("uniform", ""), ("jump", "")),
    Flat: (("search", "view rng"),),
    Expectimax: (("search", "view rng"),),
    Mcts: (("search", "view rng none flag"),),
    Tree: (
        ("set_root", "view rng flag"), ("set_root", "view rng flag"), ("run", "sims until"),
        ("run", "sims until"), ("restrict", "actions"), ("root_stats", ""),
        ("continuation", "event"),
    ),
    Player: (
        ("decide", "view"), ("decide", "view"), ("choose", "view"), ("give_time", "real real"),
        ("ready", "seat"), ("ready", ""), ("close", ""), ("__repr__", ""),
    ),
    Match: (("step", ""), ("step", ""), ("restore", "events"), ("rewind", "limit"), ("record", "")),
}  # fmt: skip

ATTRIBUTES = {
    State: ("turn", "end", "game"),
    View: ("turn", "end", "game", "seat"),
    Tree: ("deepest", "done", "nodes", "edges", "used"),
    Rng: ("words",),
    Player: ("spec", "name"),
}

# searcher -> its parameters; each has a good value that keeps the search short
SEARCHERS: dict[type, tuple[Parameter, ...]] = {
    Flat: (*flat.PARAMETERS, Parameter("each", 0, "", bound=True)),
    Expectimax: look_ahead.PARAMETERS,
    Tree: simulation.TREE,
    Mcts: searcher.PARAMETERS,
}
GOOD = {"sims": 20, "nodes": 100, "branch": 8, "samples": 2, "worlds": 2, "cutoff": 5, "memory": 1}
BUSY = ("branch", "samples", "worlds", "playout", "trees", "threads")
"""Parameters besides the bounds that make a search long."""

SPECS = (
    "random", "script", "greedy:samples=1", "flat:sims=8", "mcts:sims=8,memory=1",
    "expectimax:depth=1,nodes=50,samples=1,worlds=1,memory=1",
    "human",
)  # fmt: skip

RAW = (State, View, Game, Chance, Rng, Sums, NodeArena, Flat, Tree, Expectimax)

OPERATORS: tuple[Callable[[Any], Any], ...] = (
    repr, hash, copy.copy, copy.deepcopy, bool, bytes, lambda one: pickle.loads(pickle.dumps(one)),
    lambda one: one == one, vars, len, iter, operator.index,
)  # fmt: skip


class Face(Door):
    """Short programs of calls; the result of one call is used in the next ones.

    A call with wrong arguments raises Python's own errors for such calls, or ValueError.
    """

    NAME = "face"
    SHARE = 250
    REFUSALS = (ValueError, TypeError, OverflowError, AttributeError, MemoryError)

    def prepare(self) -> None:
        """Make positions of all games."""
        self.games = material.games()
        self.positions = material.positions()
        self.fields = [[state.to_dict() for state in some[:4]] for some in self.positions]

    def attempt(self, rng: Random) -> str:
        """Run one program, on one game with objects of others mixed in."""
        program = Program(self, rng)
        refused = False
        for _ in range(rng.choice((1, 2, 3, 4, 6, 10))):
            try:
                program.step()
            except self.REFUSALS as error:
                if isinstance(error, AicoreError):
                    tidy(str(error))
                refused = True
        return REFUSED if refused else ACCEPTED


class Program:
    """Objects of one attempt."""

    def __init__(self, face: Face, rng: Random) -> None:
        self.face = face
        self.rng = rng
        self.number = rng.randrange(len(face.games))
        self.game = face.games[self.number]
        self.bound: set[int] = set()  # ids of searchers that return quickly
        self.pool: list[Any] = [self.state(), Rng(rng.randrange(9)), Chance(rng.randrange(9))]
        self.pool.append(self.view())

    def state(self, number: int | None = None) -> State:
        """Return a position of a game, by default of this one."""
        number = self.number if number is None else number
        return self.rng.choice(self.face.positions[number]).clone()

    def view(self, number: int | None = None) -> View:
        """Return a view, most often for the seat to move."""
        state = self.state(number)
        seat = state.turn if state.turn >= 0 else 0
        return state.view(self.rng.randrange(state.game.seats) if self.rng.random() < 0.2 else seat)

    def step(self) -> None:
        """Make one call."""
        what = self.rng.random()
        if what < 0.2:
            found = self.make()
        elif what < 0.25:
            one, act = self.rng.choice(self.pool), self.rng.choice(OPERATORS)
            tell(f"{getattr(act, '__name__', act)}({type(one).__name__})")
            found = act(one)
        elif what < 0.28:
            found = self.set()
        elif what < 0.29:
            kind = self.rng.choice(RAW)
            tell(f"{kind.__name__}.__new__")
            found = kind.__new__(kind)
        else:
            found = self.call(self.rng.choice(self.pool))
        if type(found) in METHODS or isinstance(found, Player):
            self.pool.append(found)

    def call(self, one: Any) -> Any:
        """Call a method or read an attribute of an object, with mostly correct arguments."""
        kind = next((kind for kind in METHODS if isinstance(one, kind)), None)
        if kind is None:
            return None
        if kind in ATTRIBUTES and self.rng.random() < 0.05:
            name = self.rng.choice(ATTRIBUTES[kind])
            tell(f"{kind.__name__}.{name}")
            return getattr(one, name)
        name, kinds = self.rng.choice(METHODS[kind])
        slow = type(one) in (Flat, Expectimax, Mcts) and id(one) not in self.bound
        if slow and self.rng.random() < 0.9:
            return None
        arguments = [self.argument(part) for part in kinds.split()]
        if slow:
            arguments[0] = self.view(self.rng.randrange(len(self.face.games)))
            if arguments[0].game == one.game:
                return None
        tell(f"{kind.__name__}.{name}({', '.join(_shown(part) for part in arguments)})")
        return getattr(one, name)(*arguments)

    def argument(self, kind: str) -> Any:
        """Return a good argument, or something else."""
        rng = self.rng
        if rng.random() < 0.25 and kind not in ("sims", "until"):
            choice = rng.random()
            if choice < 0.25:
                return None
            if choice < 0.55:
                return damage.value(rng)
            if choice < 0.7:
                return rng.choice(self.pool)
            number = rng.randrange(len(self.face.games))
            return rng.choice((self.state, self.view))(number)
        return self.good(kind)

    def good(self, kind: str) -> Any:
        """Return an argument of the right kind, though perhaps not of the right game or moment."""
        rng = self.rng
        if kind == "event":
            states = [one for one in self.pool if isinstance(one, State)]
            possible = _possible(rng.choice(states)) if rng.random() < 0.8 else []
            if possible:
                event = rng.choice(possible)
                return event if rng.random() < 0.7 else self.game.text(event)
            return rng.randrange(1 << rng.choice((4, 8, 16, 32)))
        if kind == "text":
            possible = _possible(self.state())
            texts = [self.game.text(event) for event in possible[:9]] or ["pass"]
            return damage.garbled(rng.choice(texts), rng)
        if kind == "actions":
            return set(_possible(self.state())[: rng.randrange(9)])
        if kind == "events":
            return damage.damaged([[0, "pass"], ["chance", "x"]], rng)
        if kind == "fields":
            return damage.damaged(rng.choice(self.face.fields[self.number]), rng)
        simple: dict[str, Callable[[], Any]] = {
            "seat": lambda: rng.choice((0, 0, 1, 2, 3, self.game.seats, -1, 255, 2**31 - 1)),
            "rng": lambda: Rng(rng.randrange(9)),
            "view": self.view,
            "state": self.state,
            "game": lambda: self.game,
            "flag": lambda: rng.random() < 0.5,
            "none": lambda: None,
            "limit": lambda: rng.choice((0, 1, 5, 1000, -1, 2**31 - 1)),
            "real": lambda: rng.choice(damage.FLOATS),
            "sims": lambda: rng.choice((1, 5, 50, 0, -1, None, "x", 0.5)),
            "until": lambda: rng.choice((0.0, 1e18, -1.0, float("nan"), None, "x")),
        }
        return simple[kind]()

    def make(self) -> Any:
        """Return a new object."""
        rng = self.rng
        kind = rng.choice(
            (Flat, Expectimax, Tree, Tree, Mcts, Player, Player, Match, Chance, Rng, Sums,
             NodeArena, View, Game, members)
        )  # fmt: skip
        if kind in SEARCHERS:
            return self.searcher(kind)
        if kind is Player:
            spec = rng.choice(SPECS)
            tell(f"player({spec!r})")
            game = self.argument("game") if rng.random() < 0.1 else self.game
            return player(spec, game, self.argument("limit"))
        if kind is Match:
            tell("Match")
            some = [player("random", self.game) for _ in range(self.game.seats)]
            if rng.random() < 0.1:
                some = self.pool[:2]
            return Match(self.game, some, rng.choice((1, 1, 1, -1, 2**64, "7", None, 0.5)))
        if kind is View:
            return self.view()
        if kind is Game:
            return self.fresh_game()
        if kind is members:
            act, number = rng.choice((members, scrambled)), self.argument("limit")
            tell(f"{act.__name__}({number!r})")
            return act(number)
        arguments = [self.argument("game" if kind is Sums else "limit")] * rng.choice((1, 1, 1, 2))
        tell(f"{kind.__name__}({', '.join(_shown(part) for part in arguments)})")
        return kind(*arguments)

    def searcher(self, kind: type) -> Any:
        """Add a searcher with mostly good arguments to the pool."""
        values, soon = {}, True
        for parameter in SEARCHERS[kind]:
            values[parameter.name] = GOOD.get(parameter.name, parameter.default)
            if self.rng.random() < 0.06:
                values[parameter.name] = damage.value(self.rng, 3)
                soon = soon and not (parameter.bound or parameter.name in BUSY)
        game = self.argument("game") if self.rng.random() < 0.1 else self.game
        if "trees" in values and values["trees"] not in range(1, 9):
            values["trees"] = 1  # this many trees are really made
        tell(f"{kind.__name__}({', '.join(f'{k}={_shown(v)}' for k, v in values.items())})")
        found = kind(game, **values)
        self.pool.append(found)  # kept now, so that no other object gets its id
        if soon:
            self.bound.add(id(found))
        return None

    def fresh_game(self) -> Any:
        """Return a game made by `load`, or by its class, which any program can reach."""
        rng = self.rng
        name, seats, options = rng.choice(material.GAMES[: material.SMALL])
        seats = rng.choice((seats, seats, damage.value(rng)))
        options = rng.choice((options, options, {"target": damage.value(rng)}))
        if rng.random() < 0.7:
            tell(f"load({name!r}, {_shown(seats)}, {_shown(options)})")
            return aicore.load(name, seats=seats, **options)
        tell(f"GAME({name!r}, {_shown(seats)}, {_shown(options)})")
        return import_module(f"aicore.games.{name}.game").GAME(aicore.info(name), seats, options)

    def set(self) -> Any:
        """Set a writable attribute to anything."""
        one = self.rng.choice(self.pool)
        name = "words" if isinstance(one, Rng) else self.rng.choice(("decisions", "seed", "seat"))
        value = self.rng.choice((None, (0, 0, 0, 0), (1, 2, 3, 4), damage.value(self.rng)))
        tell(f"{type(one).__name__}.{name} = {_shown(value)}")
        if isinstance(one, (Rng, Player, State, View)):
            setattr(one, name, value)


def _possible(state: State) -> list[int]:
    if state.turn == aicore.CHANCE:
        return [event for event, _ in state.outcome_actions()]
    return state.legal_actions()


def _shown(value: Any) -> str:
    if isinstance(value, (Game, State, View)):
        game = value if isinstance(value, Game) else value.game
        return f"<{type(value).__name__} of {game.name}>" if game is not None else "<empty>"
    return repr(value)[:60]
