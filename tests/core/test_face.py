"""Tests of the Python API: any argument leads to a result or to one clear error."""

from __future__ import annotations

import contextlib
import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import aicore
from aicore.arena.speed import measure
from aicore.core import game as core
from aicore.core import position, registry
from aicore.core.errors import (
    IllegalAction,
    NotationError,
    OptionError,
    StateError,
)
from aicore.core.rng import Rng
from aicore.search.expectimax import Expectimax
from aicore.search.expectimax.sums import Sums
from aicore.search.flat import Flat
from aicore.search.mcts import Mcts
from aicore.search.mcts.tree import Tree
from kit.callers import BAD_SEATS, choice, load, numbers, refused, some, states_of
from kit.effort import effort

SPECS = (
    "random",
    "script",
    "greedy:samples=1",
    "flat:sims=20",
    "mcts:sims=20",
    "expectimax:nodes=20",
)


# Views of other games.


@pytest.mark.parametrize("name", aicore.names())
def test_a_player_refuses_the_views_of_all_other_games(name: str) -> None:
    game = load(name)
    for spec in SPECS:
        player = aicore.player(spec, game)
        for other in aicore.names():
            if other != name:
                text = refused(player.decide, choice(other))
                assert text.startswith(f"expected a position of {name}, ")
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
        "expected a position of pig, 2 seats, target=100, not pig, 2 seats, target=20"
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
        Tree(game).set_root,
        Flat(game, sims=9).search,
        Expectimax(game, depth=1).search,
        Mcts(game, sims=9).search,
    ):
        assert "expected a position of ransom, 1 seat, not relics" in refused(search, view, rng)
        for bad in (None, 7, states_of("ransom")[0]):
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
                    assert refused(player.decide, state.view(seat)) == (
                        f"seat {seat} is not to move"
                    )


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


@pytest.mark.parametrize("name", aicore.names())
def test_illegal_integers(name: str) -> None:
    game = load(name)
    for number in numbers():
        assert isinstance(game.item(number), int)
        with contextlib.suppress(NotationError):
            assert isinstance(game.text(number), str)
    for state in list(some(name))[: effort(1, 6)]:
        before = bytes(state)
        possible = state.legal_actions() or [event for event, _ in state.outcome_actions()]
        for number in numbers():
            if number not in possible:
                refused(state.apply, number, by=IllegalAction)
        assert bytes(state) == before


@pytest.mark.parametrize("name", aicore.names())
def test_invalid_events(name: str) -> None:
    game, state = load(name), states_of(name)[0]
    before = bytes(state)
    for bad in (-1, 1 << 32, 1 << 70, 10**5000, -(10**5000), 1.9, 0.0, b"1", None, [], math.nan):
        for call in (state.apply, state.event_text, game.text, game.item):
            refused(call, bad, by=NotationError)
        refused(game.parse, bad, by=NotationError)
    for text in ("", " ", "\0", "x" * 900, "x" * 1_000_000, "9" * 5000, "draw " + "," * 900):
        for call in (state.apply, state.event_text, game.parse):
            refused(call, text, by=(NotationError, IllegalAction))
    assert bytes(state) == before


def test_an_illegal_action_is_refused_with_six_possible_ones() -> None:
    state = load("tic_tac_toe").start()
    state.apply("a1")
    for text in ("b2", "c3", "b1", ""):
        legal = state.legal()
        more = f", ... ({len(legal)} in all)" if len(legal) > 6 else ""
        with pytest.raises(IllegalAction) as caught:
            state.apply("a1")
        assert str(caught.value) == (
            f"'a1' is not a possible action here; possible: {', '.join(legal[:6])}{more}"
        )
        if text:
            state.apply(text)
    assert len(legal) == 5


def test_numpy_integers_are_accepted() -> None:
    import numpy as np

    state = load("tic_tac_toe").start()
    state.apply(np.int64(4))
    assert state.to_dict()["board"] == "....x...."


# Types that cannot be constructed by hand.


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


def test_games_with_a_users_data_differ(tmp_path: Any) -> None:
    game = load("pig")
    changed = type(game)(
        type(game.info)("pig", game.info.folder, {**game.info.data, "x": 1}), 2, game.options
    )
    assert changed != game
    player = aicore.player("random", game)
    assert "different data" in refused(player.decide, changed.start().view(0))


def test_none_is_refused() -> None:
    state, game = states_of("booster")[-5], load("booster")
    view = choice("booster")
    for call, given in (
        (state.sample, (None,)),
        (state.policy, (None,)),
        (state.play_out, (None,)),
        (state.resample, (0, None)),
        (view.resample, (None,)),
        (game.from_dict, (None,)),
        (game.check_view, (None,)),
        (position._rebuild_view, (None, 0, {})),
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
        (load("relics").features, (None,)),
        (load("relics").carried, (None,)),
    ):
        refused(call, *given, by=TypeError)
    refused(aicore.player, None, game)


def test_a_games_own_methods_refuse_states_of_other_games() -> None:
    state = states_of("kuhn_poker")[2]
    for call, given in (
        (load("ransom").features, (state,)),
        (load("trader").features, (state,)),
        (load("gratis3").features, (state,)),
        (load("relics").features, (state,)),
        (load("relics").carried, (state,)),
    ):
        assert "not kuhn_poker" in refused(call, *given)


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
    """A game is immutable: copying a position loads no game."""
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


def test_fields_and_seat_of_a_pickle_are_checked() -> None:
    for name in aicore.names():
        state = states_of(name)[-2]
        rebuild, (game, fields) = state.__reduce__()
        assert rebuild(game, fields) == state
        for bad in ({}, {**fields, "more": 1}, dict.fromkeys(fields, 1 << 70)):
            refused(rebuild, game, bad, by=StateError)
            refused(position._rebuild_view, game, 0, bad, by=StateError)
        for no_fields in (bytes(state), None, [*fields]):
            refused(rebuild, game, no_fields, by=TypeError)
        for seat in (*BAD_SEATS, game.seats):
            refused(position._rebuild_view, game, seat, fields, by=OptionError)
        view = state.view(0)
        for same in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert same == view


# Entries of positions.


def test_entries_of_a_position_are_read_by_name_and_never_stale() -> None:
    game = aicore.load("leduc_poker")
    state, chance = game.start(), aicore.Chance(seed=1)
    while chance.settle(state) is not None and state.turn != aicore.END:
        view = state.view(1 - state.turn)
        for each in (state, view):
            found = each.to_dict()
            assert {name: each[name] for name in found} == found
        assert view["cards"][state.turn] is None
        state.apply(state.legal()[0])
    assert state["turn"] == "end"
    assert view["turn"] != "end"
    with pytest.raises(KeyError):
        state["nothing"]
    with pytest.raises(TypeError):
        iter(state)
