"""The Python face: whatever a caller passes, it gets an answer or one clear error."""

from __future__ import annotations

import contextlib
import copy
import math
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import aicore
from aicore.arena.speed import measure
from aicore.core import game as core
from aicore.core import position, registry
from aicore.core.errors import (
    AicoreError,
    IllegalAction,
    NotationError,
    OptionError,
    StateError,
)
from aicore.core.parameter import Parameter
from aicore.core.rng import Rng
from aicore.search import expectimax, flat, mcts
from aicore.search.expectimax import Expectimax
from aicore.search.expectimax.sums import Sums
from aicore.search.flat import Flat
from aicore.search.mcts import Mcts, simulation
from aicore.search.mcts.nodes import NodeArena
from aicore.search.mcts.tree import Tree
from kit.effort import effort

SPECS = (
    "random",
    "script",
    "greedy:samples=1",
    "flat:sims=20",
    "mcts:sims=20",
    "expectimax:nodes=20",
)
LONGEST = 300  # characters of an error: a text of the caller's, and what would be right
BAD_SEATS = (-1, 8, 100_000, -(1 << 31), 1 << 31, 1 << 70, 1.0, "0", b"0", ...)


@cache
def load(name: str, seats: int | None = None) -> aicore.Game:
    return aicore.load(name, seats=seats)


@cache
def walk(name: str, seats: int | None = None) -> tuple[aicore.State, ...]:
    """States of one game played at random."""
    state, rng = load(name, seats).start(), Rng(1)
    found = []
    while state.turn != aicore.END:
        found.append(state.clone())
        state.apply(state.sample(rng))
    return (*found, state)


def some(name: str) -> Iterator[aicore.State]:
    """Some states of a game, with one of every kind of turn."""
    states = walk(name)
    yield from states[:: max(1, len(states) // 12)]
    yield states[-1]
    for kind in {state.turn for state in states}:
        yield next(state for state in states if state.turn == kind)


@cache
def choice(name: str, seats: int | None = None) -> aicore.View:
    """What a seat sees that has a choice."""
    return next(s.view(s.turn) for s in walk(name, seats) if len(s.legal_actions()) > 1)


def refused(call: Callable[..., Any], *given: Any, by: Any = AicoreError) -> str:
    """The one line that a call is refused with."""
    with pytest.raises(by) as caught:
        call(*given)
    text = str(caught.value)
    assert text
    assert "\n" not in text
    assert len(text) <= LONGEST
    return text


# Views of other games.


@pytest.mark.parametrize("name", aicore.names())
def test_a_player_refuses_the_views_of_all_other_games(name: str) -> None:
    game = load(name)
    for spec in SPECS:
        player = aicore.player(spec, game)
        for other in aicore.names():
            if other != name:
                for ask in (player.decide, player.choose):
                    text = refused(ask, choice(other))
                    assert text.startswith(f"this plays {name}, ")
                    assert f"not {other}, " in text


@pytest.mark.parametrize("name", [n for n in aicore.names() if len(set(aicore.info(n).seats)) > 1])
def test_another_number_of_seats_is_another_game(name: str) -> None:
    fewest, most = aicore.info(name).seats
    for spec in SPECS:
        player = aicore.player(spec, load(name, fewest))
        text = refused(player.decide, choice(name, most))
        assert f"not {name}, {most} seats" in text


def test_another_option_is_another_game() -> None:
    player = aicore.player("mcts:sims=10", load("pig"))
    view = aicore.load("pig", target=20).start().view(0)
    assert refused(player.decide, view) == (
        "this plays pig, 2 seats, target=100, not pig, 2 seats, target=20"
    )


def test_an_equal_game_is_the_same_game() -> None:
    for spec in SPECS:
        view = pickle.loads(pickle.dumps(choice("booster")))
        player = aicore.player(spec, load("booster"))
        assert view.game is not player.game
        assert player.decide(view).action in view.legal()


def test_a_game_cannot_be_made_to_look_like_another() -> None:
    game = aicore.load("pig")
    game.options["target"] = 20
    assert game.options["target"] == 100
    assert game != aicore.load("pig", target=20)


def test_searchers_check_views_themselves() -> None:
    game, view, rng = load("ransom"), choice("relics"), Rng(1)
    for search in (
        Tree(game).plant,
        Flat(game, sims=9).search,
        Expectimax(game, depth=1).search,
        Mcts(game, sims=9).search,
    ):
        assert "this plays ransom, 1 seat, not relics" in refused(search, view, rng)
        for bad in (None, 7, walk("ransom")[0]):
            refused(search, bad, rng, by=TypeError)
        refused(search, choice("ransom"), None, by=(TypeError, AttributeError))


@pytest.mark.parametrize("name", aicore.names())
def test_only_the_seat_to_move_can_be_asked(name: str) -> None:
    game = load(name)
    players = [aicore.player(spec, game) for spec in SPECS]
    for state in some(name):
        for seat in range(game.seats):
            if state.turn != seat:
                for player in players:
                    for ask in (player.decide, player.choose):
                        assert refused(ask, state.view(seat)) == f"seat {seat} is not to move"


# Seats.


@pytest.mark.parametrize("name", aicore.names())
def test_seats_are_checked_everywhere(name: str) -> None:
    for state in some(name):
        event = next(iter(state.legal() or [text for text, _ in state.outcomes()]), None)
        for seat in (*BAD_SEATS, state.game.seats):
            calls: list[Callable[..., Any]] = [
                state.view,
                state.key,
                state.to_dict,
                lambda seat, state=state: state.resample(seat, Rng(1)),
            ]
            if event is not None:
                calls.append(lambda seat, state=state, event=event: state.event_text(event, seat))
            for call in calls:
                assert f"has seats 0 to {state.game.seats - 1}" in refused(
                    call, seat, by=OptionError
                )


# Events.


def numbers() -> Iterator[int]:
    """Integers that may mean something to one game or another, and many that mean nothing."""
    yield from range(300)
    rng = Rng(1)
    for _ in range(300):
        yield rng.below(1 << 32 - 1) >> rng.below(32)
    for tag in range(256):
        yield from (tag << 24, tag << 24 | 0xFFFFFF, tag << 24 | rng.below(1 << 24))


@pytest.mark.parametrize("name", aicore.names())
def test_illegal_integers(name: str) -> None:
    game = load(name)
    for number in numbers():
        assert isinstance(game.item(number), int)
        with contextlib.suppress(NotationError):
            assert isinstance(game.text(number), str)
    for state in list(some(name))[: effort(3, 6)]:
        before = bytes(state)
        possible = state.legal_actions() or [event for event, _ in state.outcome_actions()]
        for number in numbers():
            if number not in possible:
                refused(state.apply, number, by=IllegalAction)
        assert bytes(state) == before


@pytest.mark.parametrize("name", aicore.names())
def test_what_is_no_event(name: str) -> None:
    game, state = load(name), walk(name)[0]
    before = bytes(state)
    for bad in (-1, 1 << 32, 1 << 70, 10**5000, -(10**5000), 1.9, 0.0, b"1", None, [], math.nan):
        for call in (state.apply, state.event_text, game.text, game.item):
            refused(call, bad, by=NotationError)
        refused(game.parse, bad, by=NotationError)
    for text in ("", " ", "\0", "x" * 900, "x" * 1_000_000, "9" * 5000, "draw " + "," * 900):
        for call in (state.apply, state.event_text, game.parse):
            refused(call, text, by=(NotationError, IllegalAction))
    assert bytes(state) == before


def test_an_integer_is_whatever_python_takes_for_one() -> None:
    import numpy as np

    state = load("tic_tac_toe").start()
    state.apply(np.int64(4))
    assert state.to_dict()["board"] == "....x...."


# What is not made by hand.


@pytest.mark.parametrize("kind", [position.Position, core.State, core.View])
def test_positions_are_not_made_by_hand(kind: type) -> None:
    class Derived(kind):  # type: ignore[misc, valid-type]
        pass

    for made in (kind, Derived):
        for given in ((), (None,), (load("pig"),)):
            refused(made, *given, by=TypeError)
            refused(made.__new__, made, *given, by=TypeError)


@pytest.mark.parametrize("name", aicore.names())
def test_games_are_made_by_load(name: str) -> None:
    game = load(name)
    kind = type(game)
    most = game.info.seats[1]

    class Derived(kind):  # type: ignore[misc, valid-type]
        def __init__(self, *given: object) -> None:
            pass

    for made in (core.Game, kind, Derived):
        refused(made.__new__, made, by=TypeError)
        half = made.__new__(made, game.info, game.seats, game.options)
        for use in (half.start, lambda half=half: half.from_dict({})):
            refused(use, by=TypeError)
        for searcher in (Tree, Sums, Expectimax, lambda game: Flat(game, sims=1)):
            refused(searcher, half, by=TypeError)
    refused(game.__init__, game.info, game.seats, game.options, by=TypeError)
    refused(core.Game, game.info, game.seats, game.options, by=TypeError)
    other = next(other for other in aicore.names() if other != name)
    refused(kind, load(other).info, game.seats, game.options, by=TypeError)
    for bad in (None, 7):
        refused(kind, bad, game.seats, game.options, by=TypeError)
    refused(kind, game.info, game.seats, None, by=TypeError)
    for seats in (0, -1, most + 1, 99, 1 << 70, None, 2.0):
        refused(kind, game.info, seats, game.options)
    again = kind(game.info, game.seats, game.options)
    assert again == game
    assert again.start() == game.start()


def test_games_of_the_user_s_own_data_differ(tmp_path: Any) -> None:
    game = load("pig")
    changed = type(game)(
        type(game.info)("pig", game.info.folder, {**game.info.data, "x": 1}), 2, game.options
    )
    assert changed != game
    player = aicore.player("random", game)
    assert "other data" in refused(player.decide, changed.start().view(0))


def test_none_is_no_argument() -> None:
    state, game = walk("booster")[-5], load("booster")
    view = choice("booster")
    for call, given in (
        (state.sample, (None,)),
        (state.policy, (None,)),
        (state.play_out, (None,)),
        (state.resample, (0, None)),
        (view.resample, (None,)),
        (game.from_dict, (None,)),
        (game.check_view, (None,)),
        (position._rebuild_view, (None, 0, b"")),
        (position._rebuild_view, (game, 0, None)),
        (Tree, (None,)),
        (Flat, (None,)),
        (Expectimax, (None,)),
        (Sums, (None,)),
        (measure, (None,)),
        (aicore.player, ("random", None)),
        (load("ransom").features, (None,)),
        (load("trader").features, (None,)),
        (load("gratis3").features, (None,)),
        (load("relics").facts, (None, 0)),
        (load("relics").carried, (None,)),
    ):
        refused(call, *given, by=TypeError)
    refused(aicore.player, None, game)


def test_what_games_tell_of_states_is_of_their_own() -> None:
    state = walk("kuhn_poker")[2]
    for call, given in (
        (load("ransom").features, (state,)),
        (load("trader").features, (state,)),
        (load("gratis3").features, (state,)),
        (load("relics").facts, (state, 0)),
        (load("relics").carried, (state,)),
    ):
        assert "not kuhn_poker" in refused(call, *given)
    refused(load("relics").facts, walk("relics")[0], 9, by=OptionError)


def test_a_generator_is_always_seeded() -> None:
    blank = Rng.__new__(Rng)
    assert blank.words == Rng(0).words
    assert 0 <= blank.below(3) < 3
    for bad in ("7", 1.5, None):
        refused(Rng, bad, by=TypeError)
    for words in ((0, 0, 0, 0), (1, 2, 3), (-1, 1, 1, 1), (1 << 64, 1, 1, 1)):
        refused(setattr, blank, "words", words, by=ValueError)
    for bound in (0, -1, 1 << 32, 1 << 70, 2.5, None):
        refused(blank.below, bound)
    assert blank.words != (0, 0, 0, 0)


@pytest.mark.parametrize("name", aicore.names())
def test_copies_share_the_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is immutable: a copy of a position loads none."""
    state = aicore.load(name).start()
    aicore.Chance(1).settle(state)
    view = state.view(max(state.turn, 0))
    again = pickle.loads(pickle.dumps(state))
    assert pickle.loads(pickle.dumps(state)).game is again.game
    monkeypatch.setattr(registry, "load_with", None)
    for one in (state, view, [state, view]):
        for same in (copy.copy(one), copy.deepcopy(one)):
            assert same == one
            assert same is not one
    assert copy.deepcopy(state).game is state.game
    for copied in (copy.copy(state), copy.deepcopy(state)):
        aicore.Chance(1).settle(copied)
        copied.apply(copied.sample(aicore.Rng(1)))
        assert copied != state


def test_bytes_of_a_pickle_are_checked_for_size_seat_and_turn() -> None:
    for name in aicore.names():
        state = walk(name)[-2]
        rebuild, (game, data) = state.__reduce__()
        assert rebuild(game, data) == state
        for bad in (b"", data[:-8], data + bytes(8), bytes([99]) + data[1:]):
            refused(rebuild, game, bad, by=StateError)
            refused(position._rebuild_view, game, 0, bad, by=StateError)
        for seat in (*BAD_SEATS, game.seats):
            refused(position._rebuild_view, game, seat, data, by=OptionError)
        view = state.view(0)
        for same in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert same == view


# Searchers called in the wrong order or with nonsense.


def test_a_tree_is_planted_first() -> None:
    tree = Tree(load("pig"))
    for call in (
        lambda: tree.grow(10, 1.0),
        lambda: tree.keep({0}),
        tree.tally,
        lambda: tree.continuation(0),
    ):
        assert "plant a view first" in refused(call)
    assert (tree.nodes, tree.edges, tree.done) == (0, 0, 0)


@pytest.mark.parametrize("name", aicore.names())
def test_a_line_begins_at_the_root(name: str) -> None:
    tree = Tree(load(name))
    view = choice(name)
    tree.plant(view, Rng(1))
    tree.grow(50, math.inf)
    legal = view.legal_actions()
    for number in (*numbers(), -1, 1 << 32, 1 << 70):
        if number not in legal:
            refused(tree.continuation, number)
    assert tree.continuation(legal[0])[0] == load(name).text(legal[0])


def test_a_tree_takes_any_time_to_stop_at() -> None:
    tree = Tree(load("connect_four"))
    tree.plant(choice("connect_four"), Rng(1))
    for until in (math.nan, -math.inf, 0.0):
        assert tree.grow(1 << 53, until)
    assert not tree.grow(1, math.inf)
    for sims in (-1, 1 << 70, 1.5, None):
        refused(tree.grow, sims, 0.0)
    tree.keep({1 << 80, "x"})
    refused(tree.keep, None, by=TypeError)


NUMBERS = [
    (Flat, {"sims": 1}, (*flat.KNOBS, Parameter("each", 0, ""))),
    (Expectimax, {}, expectimax.KNOBS),
    (Tree, {}, simulation.TREE),
    (Mcts, {"sims": 1}, mcts.KNOBS),
]


@pytest.mark.parametrize(("make", "needs", "some"), NUMBERS)
def test_numbers_to_searchers(
    make: Any, needs: dict[str, Any], some: tuple[Parameter, ...]
) -> None:
    game = load("pig")
    for knob in some:
        if isinstance(knob.default, (bool, str)):
            continue
        key, whole = knob.name, isinstance(knob.default, int)
        top = int(knob.most) if whole else knob.most
        if (make, key) != (Expectimax, "memory"):  # a tebibyte is too much for some machines
            make(game, **{**needs, key: top})
        make(game, **{**needs, key: type(top)(1)})
        wrong = [math.nan, math.inf, -math.inf, -1e300, 1 << 70, -(1 << 70), 10**5000, "x", None]
        wrong += [[], 1.5] if whole else [[]]
        wrong += [top * 2 + 1]
        for bad in wrong:
            text = refused(lambda bad=bad, key=key: make(game, **{**needs, key: bad}))
            assert text.startswith(f"{key}=")


def test_the_greatest_numbers_are_searched_with() -> None:
    for name in ("pig", "kuhn_poker", "gratis3", "trader"):
        view = choice(name)
        game = view.game
        spec = "mcts:sims=30,graph=1e6,widen=1e6,c=1e6,cutoff=2147483647,prior=1048576"
        assert aicore.player(spec, game).decide(view).action in view.legal()
        spec = f"flat:sims={1 << 53},time=0.01,cutoff=2147483647"
        assert aicore.player(spec, game).decide(view).action in view.legal()
        spec = f"mcts:sims={1 << 53},time=0.01,cutoff=2147483647"
        assert aicore.player(spec, game).decide(view).action in view.legal()
        spec = f"expectimax:depth=1,nodes={1 << 53},time=0.01,branch=2147483647,worlds=2147483647"
        assert aicore.player(spec, game).decide(view).action in view.legal()


def test_some_bound_is_needed() -> None:
    game = load("booster")
    assert "must be above 0" in refused(lambda: Flat(game, sims=0))
    assert "must be above 0" in refused(lambda: Mcts(game, sims=0))


def test_too_little_and_too_much_memory() -> None:
    game = load("booster")
    text = refused(aicore.player, "mcts:sims=10,trees=256,memory=1", game)
    assert text == "memory=1: too few MiB for 256 trees of booster"
    view = choice("booster")
    assert aicore.player("mcts:sims=10,memory=1", game).decide(view).action in view.legal()
    for limit in (0, 1000):
        refused(NodeArena, limit, by=MemoryError)
    for limit in (-1, 1 << 63, 1 << 70, 1.5):
        refused(NodeArena, limit)


def test_a_table_that_the_machine_cannot_hold() -> None:
    """A machine of 64 GiB is played, for some lend more than they have."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 36, hard))
    try:
        text = refused(aicore.player, "expectimax:memory=1048576", load("pig"))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert text == "memory=1048576: the machine has no room for it"


def test_limits_of_playouts() -> None:
    for bad in (-1, 1 << 31, 1 << 70, 1.5, None, "7"):
        state = load("pig").start()
        refused(state.play_out, Rng(1), bad)
        assert state == load("pig").start()
    assert load("pig").start().play_out(Rng(1), (1 << 31) - 1) > 10
    assert load("pig").start().play_out(Rng(1), 0) == 0


def test_measuring_takes_sensible_numbers() -> None:
    game = load("tic_tac_toe")
    for given in ({"seconds": math.inf}, {"seconds": 0.0}, {"threads": 0}, {"sims": -1}):
        refused(lambda given=given: measure(game, **given))


def test_a_player_s_seed_is_an_integer() -> None:
    for bad in ("7", 1.5, None):
        refused(aicore.player, "random", load("pig"), bad, by=TypeError)


# One caller at a time.

LONG = (
    "flat:time=0.3",
    "mcts:time=0.3",
    "mcts:time=0.3,trees=2,threads=2",
    "expectimax:time=0.3",
)


@pytest.mark.parametrize("spec", LONG)
def test_threads_cannot_share_a_player(spec: str) -> None:
    view = choice("booster")
    player = aicore.player(spec, view.game)
    begin = threading.Barrier(4)
    answers: list[str] = []

    def think() -> None:
        begin.wait()
        try:
            answers.append(player.decide(view).action)
        except AicoreError as error:
            answers.append(str(error))

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    thoughts = [answer for answer in answers if answer in view.legal()]
    assert thoughts
    assert set(answers) - set(thoughts) <= {
        "it is thinking already: give each thread a player of its own"
    }
    assert player.decide(view).action in view.legal()


@pytest.mark.parametrize("spec", LONG)
def test_a_callback_cannot_ask_its_own_player(spec: str) -> None:
    view = choice("booster")
    player = aicore.player(spec, view.game)
    told: list[str] = []

    def progress(action: str, value: float) -> None:
        told.append(refused(player.decide, view))

    assert player.decide(view, progress).action in view.legal()
    assert told
    assert set(told) == {"it is thinking already: give each thread a player of its own"}


@pytest.mark.parametrize("spec", LONG)
def test_a_search_that_was_broken_off_can_be_made_again(spec: str) -> None:
    view = choice("booster")
    player = aicore.player(spec, view.game)

    def stop(*_: object) -> None:
        raise InterruptedError

    for _ in range(3):
        with pytest.raises(InterruptedError):
            player.decide(view, stop)
    before = signal.signal(signal.SIGALRM, stop)
    try:
        for _ in range(3):
            signal.setitimer(signal.ITIMER_REAL, 0.06)
            with pytest.raises(InterruptedError):
                player.decide(view)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert player.decide(view).action in view.legal()


def test_a_callback_cannot_change_the_tree_that_is_searched() -> None:
    """What the callback plants is of another view, so the search finds its actions gone."""
    game, view = load("connect_four"), choice("connect_four")
    mcts = Mcts(game, time=0.2)
    other = walk("connect_four")[-2]

    def progress(action: str, value: float) -> None:
        mcts.trees[0].plant(other.view(other.turn), Rng(1))

    assert isinstance(mcts.search(view, Rng(1), progress).action, str)


def test_a_state_that_threads_share_stays_a_state() -> None:
    """Playouts, moves and looks at one state at once: some are refused, none does harm."""
    for name in aicore.names():
        game = load(name)
        shared, end = game.start(), threading.Event()

        def play(number: int, shared: Any = shared, end: Any = end) -> None:
            rng = Rng(number)
            while not end.is_set():
                try:
                    if number % 3 == 0:
                        shared.play_out(rng, 30)
                    elif number % 3 == 1:
                        shared.apply(shared.sample(rng))
                    else:
                        shared.to_dict(0)
                        shared.legal()
                except IllegalAction:
                    if shared.turn == aicore.END:
                        end.set()

        threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        end.wait(0.2)
        end.set()
        for thread in threads:
            thread.join()
        assert shared.turn in (aicore.CHANCE, aicore.END, *range(game.seats))
        assert game.from_dict(shared.to_dict()).to_dict() == shared.to_dict()
