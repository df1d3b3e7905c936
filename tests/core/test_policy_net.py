"""Tests of games' networks in C, compared with the same network in NumPy; and of their files."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import aicore
from aicore.core.errors import AicoreError, SpecError
from aicore.core.net_file import read_net, write_net
from aicore.core.policy_net import PolicyNet, lines_of, weighs_amounts
from aicore.search.mcts import Mcts, search_batch, search_many
from kit.effort import effort
from kit.nets import by_numpy, drawn, seen_in
from kit.positions import walk

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]
WIDTHS = [(32,), (64, 32), (32, 64, 96)]


def waits(name: str) -> bool:
    """Whether searches with a network in C evaluate before chance."""
    return aicore.load(name).has_chance


@pytest.mark.parametrize("widths", WIDTHS)
@pytest.mark.parametrize("name", effort(["leduc_poker", "pig", "relics"], NAMES))
def test_outputs_match_the_same_network_in_numpy(name: str, widths: tuple[int, ...]) -> None:
    game = aicore.load(name)
    net = drawn(game, widths)
    seen = seen_in(walk(game, 3))
    values, logits = (np.array(part).reshape(len(seen), -1) for part in net(seen))
    shares, leads, other = by_numpy(net, seen)
    np.testing.assert_allclose(values, shares, atol=1e-5)
    np.testing.assert_allclose(np.array(net.leads_of(seen)), leads.ravel(), atol=1e-5)
    np.testing.assert_allclose(logits, other, atol=1e-4)


@pytest.mark.parametrize("name", [name for name in NAMES if not waits(name)])
def test_a_search_decides_as_with_the_same_evaluator_in_python(name: str) -> None:
    """In C leaves are evaluated one by one, so the evaluator runs with `batch=1`."""
    game = aicore.load(name)
    net = drawn(game, (32, 32))

    def evaluator(observations: memoryview) -> tuple[np.ndarray, np.ndarray]:
        values, logits = (np.array(part, np.float32) for part in net(observations))
        rows = len(observations)
        shares = values.astype(np.float64).reshape(rows, -1)
        span = game.low + (game.high - game.low) * shares
        return np.ascontiguousarray(span), logits.reshape(rows, -1)

    states = [state.clone() for state in list(walk(game, 2))[::7] if state.turn >= 0][:4]
    for number, state in enumerate(states):
        view = state.view(state.turn)
        ours = aicore.player(
            "mcts:sims=150,prior=0,prune=off,margin=0,puct=1.1", game, number, evaluator=net
        )
        theirs = aicore.player(
            "mcts:sims=150,prior=0,prune=off,margin=0,c=1.1", game, number, evaluator=evaluator
        )
        one, two = ours.decide(view), theirs.decide(view)
        assert [(each.action, each.visits) for each in one.candidates] == [
            (each.action, each.visits) for each in two.candidates
        ]


def test_positions_are_judged_before_a_due_chance_event() -> None:
    """In pig, after a roll, the network evaluates the position while the die is in the air."""
    game = aicore.load("pig")
    net = drawn(game, (32, 32))
    fields = {**game.start().to_dict(), "scores": [30, 40], "total": 12}
    state = game.from_dict(fields)
    spec = "mcts:sims=2,prior=0,prune=off,root=ucb,puct=1,graph=0"
    decision = aicore.player(spec, game, 1, evaluator=net).decide(state.view(0))
    values = {one.action: one.values[0] for one in decision.candidates if one.visits == 1}
    rolled, held = state.clone(), state.clone()
    rolled.apply("roll")
    held.apply("hold")
    (roll,), (hold,) = (net(one)[0] for one in (rolled.observation(0), held.observation(1)))
    assert values == {"roll": pytest.approx(roll), "hold": pytest.approx(1 - hold)}


def test_a_playout_is_mixed_into_the_networks_value() -> None:
    """A playout of no plies gives the game's own value of the position."""
    game = aicore.load("pig")
    state = game.from_dict({**game.start().to_dict(), "scores": [30, 40], "total": 12})
    held = state.clone()
    held.apply("hold")

    def hold(net: PolicyNet, mix: float) -> float:
        spec = f"mcts:sims=2,prior=0,prune=off,root=ucb,puct=1,graph=0,cutoff=0,mix={mix}"
        found = aicore.player(spec, game, 1, evaluator=net).decide(state.view(0)).candidates
        (value,) = (one.values[0] for one in found if one.action == "hold" and one.visits == 1)
        return value

    one, other = drawn(game, (32,)), PolicyNet(game, (32,), bytes(len(drawn(game, (32,)).numbers)))
    own = hold(one, 1)
    assert own == hold(other, 1) == pytest.approx(held.evaluate()[0])
    assert hold(one, 0) != hold(other, 0) == 0.5
    for net in (one, other):
        assert hold(net, 0.4) == pytest.approx(0.6 * hold(net, 0) + 0.4 * own)


def test_a_margin_counts_the_networks_leads() -> None:
    """All positions are even; one network predicts who leads in them, and one predicts no leads."""
    game = aicore.load("gratis3")
    state = game.start()
    aicore.Chance(1).settle(state)
    view = state.view(state.turn)

    def searched(leads: bool, margin: float) -> list[tuple[str, int]]:
        net = drawn(game, (32,))
        numbers = np.frombuffer(net.numbers, "<f4").copy()
        values, others = 33 * net.outcomes, 33 * (net.beliefs + net.tokens)
        numbers[-others:] = 0
        numbers[-others - 2 * values : -others - values * leads] = 0
        even = PolicyNet(game, (32,), numbers.tobytes())
        player = aicore.player(f"mcts:sims=300,margin={margin}", game, 1, evaluator=even)
        return [(each.action, each.visits) for each in player.decide(view).candidates]

    assert searched(True, 0) == searched(False, 0) == searched(False, 0.5) != searched(True, 0.5)


def test_noise_at_the_root_changes_what_is_tried() -> None:
    game = aicore.load("connect_four")
    net = drawn(game, (32,))
    view = game.start().view(0)
    plain, noisy = (
        aicore.player(f"mcts:sims=200,noise={noise}", game, 1, evaluator=net).decide(view)
        for noise in (0.0, 0.9)
    )
    assert [each.visits for each in plain.candidates] != [each.visits for each in noisy.candidates]


def test_many_searches_with_a_network_decide_as_each_alone() -> None:
    game = aicore.load("connect_four")
    net, view = drawn(game, (32,)), game.start().view(0)
    searchers = [Mcts(game, net, sims=60) for _ in range(3)]
    rngs = [aicore.Rng(seed) for seed in range(3)]
    found = search_many(searchers, [view] * 3, rngs)
    alone = [Mcts(game, net, sims=60).search(view, aicore.Rng(seed)) for seed in range(3)]
    assert [one.candidates for one in found] == [one.candidates for one in alone]


@pytest.mark.parametrize("in_c", [True, False])
@pytest.mark.parametrize("name", ["connect_four", "leduc_poker", "backgammon"])
def test_the_places_of_a_batch_are_searched_as_each_alone(name: str, in_c: bool) -> None:
    game = aicore.load(name)
    net = drawn(game, (32,))

    def in_python(observations: memoryview) -> tuple[np.ndarray, np.ndarray]:
        values, logits = (np.array(part, np.float32) for part in net(observations))
        return (
            np.ascontiguousarray(game.low + (game.high - game.low) * values),
            logits.reshape(len(observations), -1),
        )

    in_python.__dict__["sees_facts"] = game.facts > 0
    one, three = (aicore.Batch(game, 12, seed=2, threads=threads) for threads in (1, 3))
    for batch in (one, three):
        for _ in range(5):
            batch.step(batch.sample())
    judge = net if in_c else in_python
    found, again = (search_batch(batch, judge, 5, sims=40) for batch in (one, three))
    for name in ("tokens", "visits", "values"):
        np.testing.assert_array_equal(getattr(found, name), getattr(again, name))
    source = aicore.Rng(5)
    for place, state in enumerate(one.states()):
        rng = aicore.Rng(source.next())
        decision = Mcts(game, judge, sims=40).search(state.view(state.turn), rng)
        assert state.encode(decision.action, full=True) == (found.tokens[place],)
    np.testing.assert_allclose(found.visits.sum(1), 1, atol=1e-5)
    legal = np.zeros(found.visits.shape, bool)
    for place, state in enumerate(one.states()):
        legal[place, [state.encode(action, full=True)[0] for action in state.legal()]] = True
    assert not found.visits[~legal].any()
    one.step(found.tokens)


def test_search_batch_refuses_unsuitable_arguments() -> None:
    net = drawn(aicore.load("connect_four"), (32,))
    with pytest.raises(AicoreError, match="set sims"):
        search_batch(aicore.Batch(aicore.load("connect_four"), 2), net, time=0.1)
    with pytest.raises(AicoreError, match="several tokens"):
        search_batch(aicore.Batch(aicore.load("relics"), 2), net, sims=5)


def test_networks_are_copied_and_pickled() -> None:
    game = aicore.load("leduc_poker")
    net = drawn(game, (32,))
    seen = np.frombuffer(game.start().view(0).observation(), np.uint8)[None]
    for other in (copy.copy(net), pickle.loads(pickle.dumps(net))):
        assert other(seen) == net(seen)


def test_a_file_restores_the_same_network(tmp_path: Path) -> None:
    game = aicore.load("connect_four")
    net, path = drawn(game, (64, 32)), tmp_path / "c4.net"
    digest = write_net(path, net, {"made": "by a test"})
    again, name = read_net(str(path), game)
    assert name == f"{path}#{digest}"
    assert (again.numbers, again.widths) == (net.numbers, net.widths)
    assert again.card["about"] == {"made": "by a test"}
    player = aicore.player(f"mcts:sims=50,net={path}", game, 1)
    assert f"net={path}#{digest}" in player.spec
    view = game.start().view(0)
    direct = aicore.player("mcts:sims=50", game, 1, evaluator=net)
    assert player.decide(view).candidates == direct.decide(view).candidates
    assert (
        pickle.loads(pickle.dumps(player)).decide(view).candidates == direct.decide(view).candidates
    )


def damaged(content: bytes) -> dict[str, tuple[bytes, str]]:
    """Return invalid files, and the error for each."""
    first, card, numbers = content.split(b"\n", 2)

    def other(**changes: object) -> bytes:
        import json

        return b"\n".join([first, json.dumps({**json.loads(card), **changes}).encode(), numbers])

    return {
        "nothing": (b"", "not an aicore network"),
        "text": (b"hello\n", "not an aicore network"),
        "no card": (first + b"\n" + b"[" * 9999 + b"\n", "description cannot be read"),
        "half": (content[:-7], "bytes; a network for this game has"),
        "no number": (content[:-4] + b"\xff\xff\xff\xff", "weights is not a finite number"),
        "another game": (other(game="pig"), "for pig, not connect_four"),
        "other seats": (other(seats=3), "for 3 seats, not 2"),
        "another encoding": (other(observation="0"), "different observation encoding"),
        "odd layers": (other(widths=[31]), "multiples of 32"),
        "no layers": (other(widths="many"), "has no layer widths"),
        "many layers": (other(widths=[32] * 99), "multiples of 32"),
    }


def test_damaged_files_are_refused_in_one_line(tmp_path: Path) -> None:
    game = aicore.load("connect_four")
    path = tmp_path / "c4.net"
    write_net(path, drawn(game, (32,)))
    for content, says in damaged(path.read_bytes()).values():
        path.write_bytes(content)
        with pytest.raises(SpecError, match=says) as caught:
            aicore.player(f"mcts:net={path}", game)
        assert "\n" not in str(caught.value)
    with pytest.raises(SpecError, match="No such file"):
        aicore.player(f"mcts:net={tmp_path / 'none.net'}", game)


def test_a_network_that_has_changed_is_refused(tmp_path: Path) -> None:
    game = aicore.load("connect_four")
    path = tmp_path / "c4.net"
    digest = write_net(path, drawn(game, (32,)))
    write_net(path, drawn(game, (32,), seed=2))
    with pytest.raises(SpecError, match="the file has changed"):
        read_net(f"{path}#{digest}", game)


def test_networks_of_other_shapes_are_refused() -> None:
    game = aicore.load("connect_four")
    good = drawn(game, (32,))
    for widths in ((), (33,), (512,), (32,) * 9):
        with pytest.raises(AicoreError, match="multiples of 32"):
            PolicyNet(game, widths, good.numbers)
    with pytest.raises(AicoreError, match="bytes; a network for this game has"):
        PolicyNet(game, (32,), good.numbers + b"\0\0\0\0")
    with pytest.raises(AicoreError, match="not made for this pig"):
        aicore.player("mcts:sims=10", aicore.load("pig"), 1, evaluator=good)


def test_lines_of_a_board_are_all_its_straight_lines() -> None:
    """Connect Four has 69 lines of four, by every guide to the game."""
    (lines,) = lines_of(aicore.load("connect_four"))
    assert len(lines.cells) == len(set(lines.cells)) == 69
    assert lines.codes == 3
    for cells in lines.cells:
        steps = {(b // 6 - a // 6, b % 6 - a % 6) for a, b in pairwise(cells)}
        assert len(steps) == 1
        assert steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}
    (lines,) = lines_of(aicore.load("tic_tac_toe"))
    assert len(lines.cells) == 8
    assert lines_of(aicore.load("relics")) == []  # its networks see facts, and no board


def test_a_float16_file_restores_nearly_the_same_network(tmp_path: Path) -> None:
    """Weights are rounded to 11 bits, as in IEEE 754's float16."""
    game = aicore.load("pig")
    net = drawn(game, (64, 32))
    whole, half = tmp_path / "whole.net", tmp_path / "half.net"
    write_net(whole, net)
    write_net(half, net, half=True)
    assert half.stat().st_size < 0.6 * whole.stat().st_size
    found, _ = read_net(str(half), game)
    before, after = (np.frombuffer(each.numbers, "<f4") for each in (net, found))
    np.testing.assert_array_equal(after, before.astype(np.float16).astype(np.float32))
    write_net(whole, found, half=True)  # rounded weights stay the same
    assert whole.read_bytes() == half.read_bytes()
    content = half.read_bytes()
    for damaged in (content[:-1], content[:-2], content + b"x", content[:-1] + b"\x7c"):
        half.write_bytes(damaged)
        with pytest.raises(SpecError):
            read_net(str(half), game)
    great = PolicyNet(
        game, (32,), np.full(len(drawn(game, (32,)).numbers) // 4, 1e5, "<f4").tobytes()
    )
    with pytest.raises(AicoreError, match="float16"):
        write_net(half, great, half=True)


def test_files_use_float16_only_if_no_weight_is_large() -> None:
    """Amounts of up to 65,535 that hardly vary have weights beyond float16's 65,504."""
    halved = {name for name in aicore.names() if not weighs_amounts(aicore.load(name))}
    assert {"backgammon", "connect_four", "relics"} <= halved
    assert not halved & {"pig", "ransom", "trader"}
