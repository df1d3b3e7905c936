"""Tests that opponents cannot cheat: hidden information never changes a seat's decision.

A player receives a view. These tests permute everything that is hidden from the seat to move and
demand the same bytes, the same decision and the same statistics.
"""

from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path

import pytest

import aicore
from aicore.coach.why import why
from aicore.core.game import View
from aicore.core.net_file import write_net
from aicore.players import PLAYERS
from kit.effort import effort
from kit.hiding import HIDING, PLAIN, SEATS, load, positions
from kit.nets import drawn

BUDGETS = {
    "mcts": "mcts:sims=60",
    "expectimax": "expectimax:depth=1,worlds=2,samples=1",
    "flat": "flat:sims=60",
    "casual": "casual:sims=40",
    "greedy": "greedy:samples=2",
    "script": "script",
    "random": "random",
    "cfr": "cfr:iterations=50",
}


def test_every_player_is_tested() -> None:
    # test_engine.py compares what an external engine receives
    assert set(BUDGETS) == set(PLAYERS) - {"human", "engine", "policy"}


SPECS = [
    *((name, BUDGETS["mcts"]) for name in PLAIN),
    *(("feints", BUDGETS[player]) for player in ("flat", "casual", "greedy", "script")),
    *((name, spec) for spec in (*BUDGETS.values(), "mcts:sims=60,opponents=blind,trees=2")
      for name in SEATS if spec != BUDGETS["cfr"]),
    *((name, BUDGETS["cfr"]) for name in ("kuhn_poker", "leduc_poker")),
]  # fmt: skip
"""Games with secrets, each with the spec of a player."""


@pytest.mark.parametrize(("name", "spec"), SPECS)
def test_permuting_hidden_information_changes_nothing(name: str, spec: str) -> None:
    """In many positions, rearranging hidden information leaves the mover's answer unchanged."""
    check_permuted(load(name), spec, effort(15, 150) if name in PLAIN else effort(30, 1000))


JUDGED = [name for name in SEATS if load(name).num_tokens]
"""Games of SEATS whose positions a network can see."""


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize(
    "spec", ["policy:choose=sampled", "mcts:sims=40", "mcts:sims=40,hands=likely"]
)
def test_permuting_changes_nothing_if_a_network_judges(
    name: str, spec: str, tmp_path: Path
) -> None:
    game = load(name)
    write_net(tmp_path / "some.net", drawn(game, (32,)))
    check_permuted(game, f"{spec},net={tmp_path / 'some.net'}", effort(30, 1000))


def check_permuted(game: aicore.Game, spec: str, number: int) -> None:
    rng, moved = aicore.Rng(7), 0
    for state in positions(game, number):
        seat = state.turn
        other = state.resample(seat, rng)
        moved += other != state
        one, two = state.view(seat), other.view(seat)
        assert bytes(one) == bytes(two)
        player, again = (aicore.player(spec, game, seed=3) for _ in range(2))
        first, second = player.decide(one), again.decide(two)
        assert dataclasses.replace(first, seconds=0) == dataclasses.replace(second, seconds=0)
    assert moved > 0.3 * number  # the permutations did permute


@pytest.mark.parametrize("name", SEATS)
def test_why_a_move_was_worse_depends_only_on_its_seats_knowledge(name: str) -> None:
    """Rearranging what is hidden from the mover does not change the futures that `why` plays."""
    game = load(name)
    names = [f"seat {seat}" for seat in range(game.seats)]
    rng, moved, number = aicore.Rng(11), 0, effort(3, 60)
    for state in positions(game, number):
        other = state.resample(state.turn, rng)
        moved += other != state
        legal = state.legal()
        one, two = (
            why(None, each.view(each.turn), legal[0], legal[-1], names, True, 3, 600.0)
            for each in (state, other)
        )
        assert one == two
    assert moved > 0.3 * number


@pytest.mark.parametrize("name", HIDING)
def test_views_show_what_a_seat_does_know(name: str) -> None:
    """The other tests would pass for views that show nothing. Here each seat sees another part."""
    game = load(name)
    apart = sum(
        len({bytes(state.view(seat)) for seat in range(game.seats)}) > 1
        for state in positions(game, 60)
    )
    assert apart >= 10


def told(view: View) -> dict[str, object]:
    """Return whatever a view's attributes, methods and redraws show, by name."""
    found: dict[str, object] = {}
    for name in set(dir(view)) - set(dir(object)) - {"__iter__"} | {"__str__", "__hash__"}:
        value = getattr(view, name)
        if callable(value):
            try:
                value = value()
            except Exception as error:
                value = repr(error)
        found[name] = bytes(value) if isinstance(value, memoryview | View) else value
    found["pickle"] = pickle.dumps(view)
    for likely in (False, True):
        drawn = [bytes(view.resample(aicore.Rng(number), likely=likely)) for number in range(5)]
        found[f"resample {likely}"] = drawn
    return found


@pytest.mark.parametrize("name", HIDING)
def test_nothing_of_a_view_depends_on_hidden_information(name: str) -> None:
    """A player may look at everything of its view, also when another seat is to move."""
    game, rng = load(name), aicore.Rng(3)
    for state in positions(game, 8):
        for seat in range(game.seats):
            one, two = (each.view(seat) for each in (state, state.resample(seat, rng)))
            assert (one, hash(one), told(one)) == (two, hash(two), told(two))
    assert {"observation", "legal", "scores", "to_dict", "key", "_repr_svg_"} <= set(told(one))


@pytest.mark.parametrize("name", HIDING)
def test_a_view_names_nothing_hidden(name: str) -> None:
    """If two states that a seat cannot distinguish differ somewhere, its view reads None there."""
    game = load(name)
    for state in positions(game, 30):
        seat = state.turn
        full, shown = state.to_dict(), state.view(seat).to_dict()
        for part in game.layout or ():
            if part.kind.private:  # others do not even see how much there is
                del full[part.name]
        for other in (state.resample(seat, aicore.Rng(i)) for i in range(4)):
            assert other.view(seat).to_dict() == shown
            drawn_again = other.to_dict()
            for key, value in full.items():
                if value != drawn_again[key]:
                    assert "None" in str(shown[key]), f"{key} differs but is shown"
