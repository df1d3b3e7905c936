"""Tests that every public object can be copied and pickled: the copies agree, independently."""

from __future__ import annotations

import copy
import importlib.util
import inspect
import pickle
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import aicore
import aicore.envs
import aicore.envs.gymnasium
from aicore.arena.exploit import exploit
from aicore.arena.intervals import Bounded
from aicore.arena.luck import Meter
from aicore.arena.match import Match
from aicore.arena.rollout import RolledAction, RolledDeal, Rollout
from aicore.core import errors
from aicore.core.deal import Deal
from aicore.core.decision import StopSearch
from aicore.core.net_file import write_net
from aicore.core.policy_net import PolicyNet
from aicore.core.record import Ply
from aicore.envs import pettingzoo
from aicore.envs.vector import Players
from aicore.plain import (
    Array,
    Card,
    Cards,
    Die,
    Enum,
    Flag,
    Graph,
    Grid,
    Hexes,
    Int,
    Option,
    Rational,
)
from aicore.players import PLAYERS, Bot
from aicore.players.base import Player, Searching
from aicore.search.cfr import Table
from aicore.search.expectimax import Expectimax
from aicore.search.flat import Flat
from aicore.search.mcts import Mcts, search_batch
from aicore.search.mcts.searcher import RootAction
from aicore.search.overlooking import OverlookingGame
from aicore.search.responses import Response, SmallGame, uniform
from kit.effort import effort
from kit.nets import drawn

ROOT = Path(__file__).parents[1]
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
STEPS = effort(20, 40)


@cache
def load(name: str = "leduc_poker") -> aicore.Game:
    return aicore.load(name)


def middle(name: str = "leduc_poker") -> aicore.State:
    """Return a position in which a seat is to move."""
    state, chance = load(name).start(), aicore.Chance(3)
    chance.settle(state)
    state.apply(state.legal()[0])
    chance.settle(state)
    return state


@cache
def hearts() -> aicore.Game:
    return aicore.load(str(Path(aicore.__file__).parents[1] / "examples" / "hearts.py"))


def dealt_hearts() -> aicore.State:
    state = hearts().start()
    aicore.Chance(3).settle(state)
    return state


def judge(observations: memoryview) -> list[float]:
    return [sum(row) % 7 / 7 for row in observations.tolist()]


class First(Bot):
    """Player that a user wrote."""

    NAME = "first"

    def move(self, view: aicore.View, random: Any) -> str:
        return str(random.choice(view.legal()))


def reset(env: Any) -> Any:
    env.reset(seed=1)
    return env


def seat(name: str = "LeducPoker", **more: Any) -> Any:
    return gymnasium.make(f"aicore/{name}-v0", **more).unwrapped


def vector(name: str = "LeducPoker", **more: Any) -> Any:
    return gymnasium.make_vec(f"aicore/{name}-v0", 4, **more)


def stepped(env: Any, steps: int = 3) -> Any:
    continued(reset(env), steps)
    return env


def match() -> Match:
    game = load()
    made = Match(game, [aicore.player("mcts:sims=20", game) for _ in range(2)], 5)
    for _ in range(4):
        made.step()
    return made


def network() -> str:
    """Write a network and return its file."""
    path = Path(tempfile.mkdtemp()) / "leduc.net"
    write_net(path, drawn(load(), (32,)))
    return str(path)


PLAYER_SPECS = [name for name in PLAYERS if name not in ("engine", "human", "policy")]
THINGS: dict[str, Callable[[], Any]] = {
    "Rng": lambda: aicore.Rng(5),
    "Game": load,
    "GameInfo": lambda: aicore.info("leduc_poker"),
    "State": middle,
    "State of chance": lambda: load().start(),
    "View": lambda: middle().view(0),
    "State of a game in Python": dealt_hearts,
    "View of a game in Python": lambda: dealt_hearts().view(1),
    "Batch of a game in Python": lambda: aicore.Batch(hearts(), 2, seed=1, mask=True, final=True),
    "Chance": lambda: aicore.Chance(7),
    "Chance of a key": lambda: aicore.Chance(bytes(range(16))),
    "Candidate": lambda: aicore.Candidate("a", 3, (0.5, 0.5)),
    "Decision": lambda: aicore.player("mcts:sims=20", load()).decide(middle().view(1)),
    "StopSearch": lambda: StopSearch("now"),
    "Record": lambda: match().record(),
    "Ply": lambda: Ply(1, middle(), None, middle()),
    "Array": lambda: Array(Int(0, 3), 4),
    "Card": lambda: Card("none", "a", "b"),
    "Cards": lambda: Cards("abc", seats=True),
    "Die": lambda: Die(8, seats=True),
    "Enum": lambda: Enum("a", "b"),
    "Graph": lambda: Graph(Int(0, 3), {"a": (0, 0), "b": (1, 0)}, [("a", "b")]),
    "Hexes": lambda: Hexes(Flag(), radius=1),
    "Rational": lambda: Rational(0, 2, 3),
    "Grid": lambda: Grid(Int(0, 3), 2, 2),
    "Flag": lambda: Flag(start=True),
    "Int": lambda: Int(0, 3),
    "Option": lambda: Option(3, "how many", low=1, high=5),
    "RootAction": lambda: RootAction(1, 2, 2, (0.5, 0.5), 1.0, 1.0, 0.0, 1.0),
    "Bounded": lambda: Bounded.of([0.0, 1.0, 0.5]),
    "RolledAction": lambda: RolledAction("a", 5, (0.5, 0.5), 0.1, 0.0, 0.0, False),
    "Rollout": lambda: Rollout(0, "random", 2, ()),
    "RolledDeal": lambda: RolledDeal(middle().view(1), (0, 1), "random", "seed", 0),
    "Match": match,
    "Meter": lambda: Meter(load()),
    "Mcts": lambda: Mcts(load(), sims=50),
    "Mcts with an evaluator": lambda: Mcts(load(), judge, sims=50, batch=4),
    "Expectimax": lambda: Expectimax(load(), nodes=200),
    "Flat": lambda: Flat(load(), sims=50),
    "Table": lambda: Table(load("kuhn_poker"), 20),
    "SmallGame": lambda: SmallGame(load("kuhn_poker")),
    "InformationSet": lambda: SmallGame(load("kuhn_poker")).sets[3],
    "Response": lambda: Response(0, 0.5, [1, -1], [0.1, 0.0]),
    "Exploit": lambda: exploit(load("kuhn_poker"), "random"),
    "Mistake": lambda: exploit(load("kuhn_poker"), "random").mistakes[0],
    "OverlookingGame": lambda: OverlookingGame(load("connect_four"), 0.5, 0.2),
    "Bot": lambda: First(load(), {}, 3),
    "Player policy": lambda: aicore.player(f"policy:choose=sampled,net={network()}", load(), 3),
    **{f"Player {name}": lambda name=name: aicore.player(name, load(), 3) for name in PLAYER_SPECS},
    "Player level": lambda: aicore.player("level:3", load("connect_four"), 3),
    "Player mcts with an evaluator": lambda: aicore.player(
        "mcts:sims=30", load(), 3, evaluator=judge
    ),
    "Batch": lambda: aicore.Batch(load(), 4, seed=1, mask=True, final=True),
    "Batch with threads": lambda: aicore.Batch(load(), 4, seed=1, mask=True, threads=2),
    "Seat": lambda: stepped(seat()),
    "Seat drawn, with players": lambda: stepped(seat(seat=None, opponents=["mcts:sims=5"])),
    "Seat within Gymnasium's wrappers": lambda: stepped(gymnasium.make("aicore/Booster-v0")),
    "Vector": lambda: stepped(vector()),
    "Vector before a reset, seats drawn": lambda: vector(seat=None),
    "Vector with players": lambda: stepped(vector("Relics", seat=None, opponents=["greedy"])),
    "Vector that ends": lambda: stepped(vector("KuhnPoker", autoreset_mode="NextStep")),
    "Players": lambda: stepped(vector(opponents=["random"]))._others,
    "raw_env": lambda: stepped(pettingzoo.raw_env("leduc_poker")),
    "env within PettingZoo's wrappers": lambda: stepped(pettingzoo.env("booster")),
    "Features": lambda: aicore.features(load()),
    "PolicyNet": lambda: drawn(load(), (32,)),
    "Searched": lambda: search_batch(aicore.Batch(load(), 3), drawn(load(), (32,)), sims=8),
    "Scaled": lambda: stepped(aicore.envs.Scaled(gymnasium.make("aicore/LeducPoker-v0"))),
    "ScaledVector": lambda: stepped(aicore.envs.ScaledVector(vector())),
}
SHARING = ("within", "Players")  # a shallow copy of a wrapper or a part shares its object
WITHOUT_OBJECTS = (  # protocols and base classes
    "Way", "Position", "Searcher", "Searching", "Player", "Evaluator", "Game of plain Python",
    "Lines",
)  # fmt: skip


def continued(thing: Any, steps: int = STEPS) -> Any:
    """Let an object continue, which may change it, and return the results."""
    if isinstance(thing, aicore.Rng):
        return [thing.next() for _ in range(5)]
    if isinstance(thing, aicore.Chance):
        return [thing.settle(load(name).start()) for name in ("booster", "leduc_poker")]
    if isinstance(thing, aicore.State):
        thing.play_out(aicore.Rng(4))
        return bytes(thing), thing.returns()
    if isinstance(thing, aicore.View):
        return bytes(thing), thing.legal(), bytes(thing.resample(aicore.Rng(2)))
    if isinstance(thing, OverlookingGame):
        return thing.look(middle("connect_four").view(1), 5), thing.inner
    if isinstance(thing, Player):
        game, state = thing.game, middle(thing.game.name)
        assert game == state.game
        view = state.view(state.turn)
        return [thing.decide(view).action for _ in range(4)], thing.decisions, thing.spec
    if isinstance(thing, Mcts | Expectimax | Flat):
        view = middle().view(middle().turn)
        return vars(thing.search(view, aicore.Rng(1))) | {"seconds": 0.0}
    if isinstance(thing, Table):
        return thing.nash_conv, thing.value(thing.game.start())
    if isinstance(thing, SmallGame):
        return thing.positions, thing.values(thing.play(uniform, uniform))
    if isinstance(thing, Match):
        return [thing.finish(), thing.due]
    if isinstance(thing, Meter):
        return thing.of_game(match().record().events and [text for _, text in MATCH.events])
    if isinstance(thing, aicore.Batch):
        return list(_of_batch(thing, steps))
    if isinstance(thing, Players):
        wanted = thing._batch.mask is not None
        return thing.tokens([wanted] * thing._batch.size).tolist()
    if isinstance(thing, gymnasium.vector.VectorEnv):
        return list(_of_vector(thing, steps))
    if isinstance(thing, gymnasium.Env):
        return list(_of_seat(thing, steps))
    if hasattr(thing, "agent_iter"):
        return list(_of_agents(thing, steps))
    if isinstance(thing, PolicyNet):
        return [part.tolist() for part in thing(bytes(thing.size))]
    if isinstance(thing, aicore.Features):
        return thing.dense(np.ones((1, thing.observation_size), np.uint8)).tolist()
    if type(thing).__eq__ is not object.__eq__:
        return thing
    return repr(thing), {name: repr(part) for name, part in vars(thing).items()}


MATCH = Match(load(), [aicore.player("random", load())] * 2, Deal(5)).finish()


def _of_batch(batch: aicore.Batch, steps: int) -> Iterator[Any]:
    for _ in range(steps):
        batch.step(batch.sample())
        yield batch.observations.tolist(), batch.rewards.tolist(), batch.seeds.tolist()
        yield batch.mask.tolist(), batch.turns.tolist(), batch.done.tolist()


def _of_vector(env: Any, steps: int) -> Iterator[Any]:
    if not hasattr(env, "was_reset"):
        yield env.reset(seed=3)[0].tolist()
        env.was_reset = True
    mask = env.unwrapped._masks.copy()
    for _ in range(steps):
        seen, rewards, over, cut, info = env.step(mask.argmax(axis=1))
        mask = info["action_mask"].copy()
        yield seen.tolist(), rewards.tolist(), over.tolist(), cut.tolist(), mask.tolist()


def _of_seat(env: Any, steps: int) -> Iterator[Any]:
    for _ in range(steps):
        token = int(env.unwrapped.action_masks().argmax())
        seen, reward, over, cut, info = env.step(token)
        yield seen.tolist(), reward, over, info["action_mask"].tolist()
        if over or cut:
            seen, info = env.reset()
            yield seen.tolist(), info["seat"]


def _of_agents(env: Any, steps: int) -> Iterator[Any]:
    for _ in range(steps):
        if not env.agents:
            env.reset()
        seen, reward, over, cut, _ = env.last()
        yield env.agent_selection, seen["observation"].tolist(), reward, over
        env.step(None if over or cut else int(seen["action_mask"].argmax()))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", THINGS)
def test_copies_continue_alike_and_independently(name: str, way: str) -> None:
    if way == "copy" and any(word in name for word in SHARING):
        way = "deepcopy"
    thing = THINGS[name]()
    first, second = WAYS[way](thing), WAYS[way](thing)
    assert isinstance(first, type(thing)) or name == "Player level"  # the player at that level
    shown = continued(thing)
    assert continued(first) == shown
    assert continued(second) == shown
    assert continued(first) == continued(thing)  # and again, from their present states


def public_classes() -> dict[str, type]:
    """Return the classes of the reference, by name."""
    file = ROOT / "docs" / "generate_reference.py"
    spec = importlib.util.spec_from_file_location("generate_reference", file)
    assert spec is not None
    assert spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    sys.modules["generate_reference"] = reference  # dataclasses look up their module
    spec.loader.exec_module(reference)
    found = {}
    for module in map(import_module, reference.MODULES):
        for name in reference.public(module):
            thing = getattr(module, name)
            if inspect.isclass(thing) and reference.at_home(thing, module.__name__):
                plain = module.__name__ == "aicore.plain" and name == "Game"
                found["Game of plain Python" if plain else name] = thing
    return found


def test_all_public_classes_are_copied_here() -> None:
    made = {name.split()[0] for name in THINGS} | set(WITHOUT_OBJECTS)
    errors_ = {each.__name__ for each in kinds_of_error()}
    assert {*public_classes()} - made - errors_ == set()
    assert issubclass(First, Searching) is False


def kinds_of_error(of: type[errors.AicoreError] = errors.AicoreError) -> list[type]:
    return [of, *(kind for each in of.__subclasses__() for kind in kinds_of_error(each))]


def error_of(kind: type) -> errors.AicoreError:
    """Return an error with a value in each of its arguments."""
    given = [
        ["b", "c"] if name == "moves" else "a text"
        for name, one in list(inspect.signature(kind).parameters.items())
        if one.kind is one.POSITIONAL_OR_KEYWORD and one.default in (one.empty, "")
    ]
    made: errors.AicoreError = kind(*given)
    return made


PACKAGE = Path(aicore.__file__).parent
for file in sorted(each for top in PACKAGE.iterdir() if top.is_dir() for each in top.rglob("*.py")):
    if re.search(r"^class \w+\(\w+Error\)", file.read_text(encoding="utf-8"), re.MULTILINE):
        import_module(".".join(("aicore", *file.relative_to(PACKAGE).with_suffix("").parts)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", kinds_of_error(), ids=lambda kind: kind.__qualname__)
def test_errors_are_the_same_after_a_copy(kind: type, way: str) -> None:
    error = error_of(kind)
    other = WAYS[way](error)
    assert type(other) is kind
    assert str(other) == str(error)
    assert vars(other) == vars(error)


def test_settings_of_a_person_and_an_engine_are_kept() -> None:
    human = aicore.player("human", load())
    human.ask = first_legal
    engine = aicore.player(f"engine:{sys.executable} -c 0", load())
    engine.give_time(0.5, 2.0)
    for way in WAYS.values():
        assert way(human).decide(middle().view(1)).action == middle().view(1).legal()[0]
        assert (way(engine)._move, way(engine)._limit) == (0.5, 2.0)


def first_legal(view: aicore.View) -> str:
    return view.legal()[0]


def test_unpicklable_objects_say_so_in_one_line() -> None:
    for thing in (Mcts(load()).trees[0], vector(opponent=lambda seen, masks: masks.argmax(axis=1))):
        with pytest.raises((TypeError, AttributeError, pickle.PicklingError)) as raised:
            pickle.dumps(reset(thing) if hasattr(thing, "reset") else thing)
        assert "\n" not in str(raised.value)
