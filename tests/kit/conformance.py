"""Checks of every game, one function each, for any registered game.

Each `check_...` takes one position, a list of them, or a game, and fails by assert. Checks of a
seat's knowledge are in knowledge.py, of chance in deals.py, of arrays in arrays.py.
test_conformance.py runs all of them over all games, so a new game needs no test of its own for
this.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter

import aicore
from aicore.core.drawing import plain
from aicore.core.errors import StateError
from aicore.players.defaults import levels_of, script_of
from aicore.players.networks import networks_of
from kit.chi2 import assert_follows
from kit.effort import effort
from kit.positions import MAX_PLIES, after, events, needs, sample_of, visited

TOLERANCE = 1e-9


# Rules.


def check_turn_and_events(state):
    """Check that seats have actions exactly on their turn, and chance has outcomes on its turn."""
    game = state.game
    assert state.turn in (aicore.CHANCE, aicore.END, *range(game.seats))
    assert (len(state.legal_actions()) > 0) == (state.turn >= 0)
    assert (len(state.outcome_actions()) > 0) == (state.turn == aicore.CHANCE)
    assert game.has_chance or state.turn != aicore.CHANCE
    assert len(set(events(state))) == len(events(state))
    assert (state.end is None) == (state.turn != aicore.END)
    # In a solo game a score may have several parts, the first deciding a duel before the next.
    assert len(state.scores()) == game.seats or game.seats == 1


def check_apply_on_a_copy(state):
    """Check that a copy is independent of its original, and both continue alike."""
    before = bytes(state)
    for event in sample_of(events(state)):
        first, second = after(state, event), after(state, event)
        assert bytes(state) == before
        assert bytes(first) == bytes(second)
        by_text = state.clone()
        by_text.apply(state.game.text(event))
        assert by_text == first


def check_chance_sums_to_one(state):
    """Check that outcomes have positive probabilities that add up to 1."""
    needs(state.game.has_chance, "chance")
    if state.turn == aicore.CHANCE:
        chances = [chance for _, chance in state.outcome_actions()]
        assert min(chances) > 0.0
        assert abs(sum(chances) - 1.0) < TOLERANCE


def check_sampling(state):
    """Check that sampled actions are uniform, and outcomes follow their probabilities."""
    if state.turn == aicore.END:
        return
    if state.turn == aicore.CHANCE:
        expected = dict(state.outcome_actions())
    else:
        expected = dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions()))
    draws = min(effort(4_000, 20_000), max(50, int(100 / min(expected.values()))))
    rng = aicore.Rng(17)
    counts = Counter(state.sample(rng) for _ in range(draws))
    assert counts.keys() <= expected.keys()
    assert {event for event, chance in expected.items() if chance * draws > 30} <= counts.keys()
    assert_follows(counts, expected, draws)
    if state.turn >= 0:
        assert {state.policy(rng) for _ in range(10)} <= expected.keys()


def check_settling(state):
    """Check that settling chance equals applying event by event, until somebody is to move."""
    settled, stepped = state.clone(), state.clone()
    rng = aicore.Rng(state.key())
    events = settled.settle(aicore.Rng(state.key()))
    for _ in range(events):
        assert stepped.turn == aicore.CHANCE
        stepped.apply(stepped.sample(rng))
    assert settled == stepped
    assert settled.turn != aicore.CHANCE


def check_play_out(state):
    """Check that each further ply allowed adds one possible event to a playout with one seed."""
    for guided in (False, True):
        before = state
        for limit in range(1, 9):
            copy = state.clone()
            plies = copy.play_out(aicore.Rng(state.key()), limit, guided)
            if before.turn == aicore.END:
                assert plies < limit
                assert copy == before
                break
            assert plies == limit
            assert any(after(before, event) == copy for event in events(before))
            before = copy


def check_returns(state):
    """Check that returns are within the declared bounds."""
    game = state.game
    if state.turn == aicore.END:
        returns = state.returns()
        assert all(game.low - TOLERANCE <= each <= game.high + TOLERANCE for each in returns)
        assert "-0.0" not in map(str, returns)


def check_constant_sum(game, games=200):
    """Check that returns add up to one constant where that is declared, and only there.

    Games are played at random and by the policy, which reaches ends that random play seldom does.
    """
    if game.cooperative:
        assert not game.constant_sum
        return
    sums = []
    for seed in range(games):
        state = game.start()
        rng = aicore.Rng(seed)
        state.play_out(rng, [0, 1_000_000, rng.below(100)][seed % 3], guided=True)
        state.play_out(rng)
        sums.append(sum(state.returns()))
    assert game.constant_sum == (max(sums) - min(sums) < TOLERANCE)


def check_estimates(state):
    """Check that the heuristic estimate is within the declared bounds."""
    game = state.game
    estimate = state.evaluate()
    assert len(estimate) == game.seats
    assert all(game.low - TOLERANCE <= each <= game.high + TOLERANCE for each in estimate)


# Notation, dumps, drawings.


def check_promising(state):
    """Check that promising actions are legal, each listed once, and weighted."""
    found = [action for action, _ in state.promising()]
    assert len(set(found)) == len(found)
    assert set(found) <= set(state.legal_actions())
    assert state.game.prunes_legal or len(found) == len(state.legal_actions())
    assert bool(found) == (state.turn >= 0)
    assert all(weight >= 0 for _, weight in state.promising())  # 0: without an effect
    if found:
        resampled = state.resample(state.turn, aicore.Rng(5))
        assert resampled.promising() == state.promising()


def check_texts(state):
    """Check that every event has its own text; hidden words read `?`."""
    game = state.game
    texts = [game.text(event) for event in events(state)]
    assert len(set(texts)) == len(texts)
    for event, text in zip(events(state), texts, strict=True):
        assert text == text.strip() != ""
        assert "\n" not in text
        assert game.parse(text) == event
    assert texts == (state.legal() or [text for text, _ in state.outcomes()])
    for event in sample_of(events(state)):
        text = game.text(event)
        for seat in range(game.seats):
            seen = state.event_text(event, seat)
            assert seen == text or (game.has_hidden and seen.endswith(" ?"))
            assert seen.split(" ")[:-1] == text.split(" ")[:-1]


def check_dict_round_trip(state):
    """Check that a complete dump restores the state, and survives JSON."""
    fields = state.to_dict()
    assert json.loads(json.dumps(fields)) == fields
    again = state.game.from_dict(fields)
    assert bytes(again) == bytes(state)
    for seat in range(state.game.seats):
        partial = state.to_dict(seat)
        assert partial.keys() == fields.keys()
        assert json.loads(json.dumps(partial)) == partial
        assert state.view(seat).to_dict() == partial


def check_pickle_round_trip(state):
    """Check that states, views and games survive pickling and copying."""
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game == state.game
    for seat in range(state.game.seats):
        view = state.view(seat)
        assert pickle.loads(pickle.dumps(view)) == view
        assert copy.deepcopy(view) == copy.copy(view) == view
    for copied in (copy.copy, copy.deepcopy):
        again = copied(state)
        assert again == state
        again.settle(aicore.Rng(1))
        again.play_out(aicore.Rng(1), 1)
        assert again != state or state.turn == aicore.END


def check_drawing(state):
    """Check that positions and views are drawn uncut in 78 columns (a terminal has 80)."""
    for position in (state, *(state.view(seat) for seat in range(state.game.seats))):
        drawn = plain(position, 78)
        assert drawn.strip()
        assert drawn == str(position)  # more room would not be used
        assert "\N{HORIZONTAL ELLIPSIS}" not in drawn


def check_bad_dict(state, fields):
    """Check that a damaged dump is refused, or is itself a state that plays."""
    again = refused(StateError, state.game.from_dict, fields)
    if again is None:
        return
    assert ordered(again.to_dict()) == ordered(fields)
    assert state.game.from_dict(again.to_dict()) == again
    check_turn_and_events(again)
    str(again)
    again.play_out(aicore.Rng(1), MAX_PLIES)
    assert again.turn == aicore.END


def ordered(fields):
    """Return a dump with its flat lists sorted: a game may give their order no meaning."""
    if isinstance(fields, dict):
        return {key: ordered(part) for key, part in fields.items()}
    if not isinstance(fields, list):
        return fields
    if any(isinstance(part, dict | list) for part in fields):
        return [ordered(part) for part in fields]
    return sorted(fields, key=lambda part: repr(int(part) if isinstance(part, bool) else part))


def refused(kind, call, argument):
    """Return the call's result; None if it raises its own kind of error, which must be one line."""
    try:
        return call(argument)
    except kind as error:
        message = str(error)
    assert message.strip()
    assert "\n" not in message
    return None


# Checks of a game's folder.

KINDS = ("game", "reference")
SEARCHERS = ("mcts", "expectimax", "flat")  # every game sets their default parameters
PLAYERS = (*SEARCHERS, "greedy", "random", "cfr")


def check_data(about):
    """Check that data.toml is complete, and its defaults are allowed values."""
    assert about.data["game"]["kind"] in KINDS
    for line in (about.title, about.summary):
        assert line == line.strip() != ""
        assert "\n" not in line
        assert len(line) <= 100
    fewest, most = about.seats
    assert 1 <= fewest <= about.default_seats <= most
    for option in about.options.values():
        entry = about.data["options"][option.name]
        assert option.help.strip()
        assert "choices" in entry or option.file or {"low", "high"} <= set(entry)
        assert option.read(option.default) == option.default
    players = about.data.get("players", {})
    for kind in SEARCHERS:
        assert kind in players, f"{about.name}/data.toml: [players.{kind}] is missing"
    for kind in players:
        assert kind in PLAYERS, f"{about.name}/data.toml: [players.{kind}]: there is no such player"
    for game, network in networks_of(about):
        assert not network.trouble, f"{network.path}, {game.seats} seats: {network.trouble}"
    assert len(levels_of(about)) in (0, 9)
    for spec in levels_of(about):
        aicore.player(spec, aicore.load(about.name))
    if script_of(about) is not None:
        assert set(about.data["script"]) == {"name", "summary"}
        assert script_of(about) not in PLAYERS


MAX_NODES = 300_000  # ten times the nodes of any game's default search


def check_look_ahead(game):
    """Check that data.toml's look-ahead finishes: consecutive events multiply."""
    depth = game.info.data["players"]["expectimax"].get("depth")
    if depth is None:
        return  # bounded by nodes or time
    player = aicore.player(f"expectimax:depth={depth},nodes={MAX_NODES}", game, seed=1)
    for state in sample_of([state for state in visited(game) if state.turn >= 0], effort(4, 20)):
        assert player.decide(state.view(state.turn)).nodes < MAX_NODES, (
            f"{game.name}/data.toml: [players.expectimax] visits {MAX_NODES:,} positions or "
            "more for a decision: reduce depth, or sample chance by branch and samples"
        )


def check_readme(game):
    """Check that the README has a title, a source, and every dump key and option."""
    rules = game.info.law
    assert rules.startswith("# "), "README.md begins with the game's title, # ..."
    assert "Source" in rules or "no owner" in rules, "README.md names the Source of its rules"
    keys = {key for state in visited(game) for key in state.to_dict()}
    for name in (*keys, *game.info.options):
        assert f"`{name}`" in rules, f"README.md does not explain `{name}`"
    for number, line in enumerate(rules.splitlines(), 1):
        assert len(line) <= 110, f"README.md, line {number} has {len(line)} columns, not up to 110"
