"""Tests of training steps in C against PyTorch's automatic differentiation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.search.mcts.selfplay import Plan, Positions, selfplay
from aicore.train.replay_buffer import ReplayBuffer, ahead_of, leads_of, returns_of
from aicore.train.weights import Weights
from kit.nets import drawn

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]
WIDTHS = (64, 32)
RATE, LEAD, TRACE, MET = 1e-3, 0.5, 0.9, 16


def played(game: aicore.Game) -> Positions:
    """Return games of an untrained network."""
    plan = Plan(sims=8, fast=4, cap=60, gumbel=False)
    return selfplay(game, drawn(game, WIDTHS), 6, plan=plan, seed=1)


def losses_by_torch(model: Any, game: aicore.Game, found: Positions, places: Any) -> list[Any]:
    """Return the losses of a batch, position by position."""
    torch = pytest.importorskip("torch", reason="needs the extra `torch`")
    functional = torch.nn.functional
    worth = returns_of(found, TRACE)
    lead = leads_of([ahead_of(found)])[0].astype(np.float32)[found.games]
    turn = (found.seats[places].astype(int)[:, None] + np.arange(model.outcomes)) % game.seats
    ahead, margin, logits = model(*model.encoder(found.seen[places]))
    entropy = functional.binary_cross_entropy_with_logits
    losses = [
        entropy(each, torch.tensor(np.take_along_axis(part[places], turn, 1)))
        for each, part in ((ahead, worth), (margin, lead))
    ]
    first = np.cumsum(found.actions) - found.actions
    policies = []
    for row, place in enumerate(places):
        if found.taught[place]:
            part = slice(first[place], first[place] + found.actions[place])
            tokens = torch.tensor(found.rows[part].astype(np.int64))
            each = (logits[row][tokens.clamp(min=0)] * (tokens >= 0)).sum(1)
            shares = torch.tensor(found.shares[part])
            policies.append(-(shares * functional.log_softmax(each, 0)).sum())
    losses.append(torch.stack(policies).mean())
    if len(found.met):
        met = found.met[places[:MET]]
        said = model.beliefs(*model.encoder(met.reshape(-1, met.shape[2])))
        losses.append(functional.softplus(said[1::2] - said[::2]).mean())
    return losses


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("booster", "pig") else pytest.param(name, marks=pytest.mark.slow)
        for name in NAMES
    ],
)
def test_steps_match_pytorch(name: str) -> None:
    """Losses agree, and so do a network's outputs after three steps of AdamW."""
    torch = pytest.importorskip("torch", reason="needs the extra `torch`")
    from aicore.train.model import Model

    game = aicore.load(name)
    net, found = drawn(game, WIDTHS), played(game)
    replay = ReplayBuffer(game, 10**6)
    replay.add(found, TRACE)
    weights = Weights(game, WIDTHS, net.numbers, 64)
    model = Model.of(net)
    weights.gauge(found.seen, False)
    model.gauge(found.seen, False)
    optimizer = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-4)
    rng = np.random.default_rng(1)
    for _ in range(3):
        (chosen,) = replay.draw(rng, 1, 64)
        chosen[:, 2] = 0
        losses = losses_by_torch(model, game, found, chosen[:, 1])
        loss = losses[0] + LEAD * losses[1] + sum(losses[2:])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimizer.step()
        got = weights.study(replay.parts, chosen, MET, LEAD)
        weights.descend(RATE)
        np.testing.assert_allclose(got, [loss.item() for loss in losses], rtol=2e-4)
    values, logits = (np.array(part) for part in weights.net()(found.seen[:200]))
    other_values, other_logits = (np.array(part) for part in model.compiled()(found.seen[:200]))
    np.testing.assert_allclose(values, other_values, atol=1e-3)
    np.testing.assert_allclose(logits, other_logits, atol=5e-3)
    before = np.array(net(found.seen[:200])[1])
    assert np.abs(before - logits).max() > 10 * np.abs(logits - other_logits).max()


@pytest.mark.parametrize("name", ["pig", "trader"])
def test_gauging_a_trained_network_changes_no_output(name: str) -> None:
    game = aicore.load(name)
    net, found = drawn(game, WIDTHS), played(game)
    weights = Weights(game, WIDTHS, net.numbers)
    for seen in (found.seen[:50], found.seen):
        weights.gauge(seen, False)
        np.testing.assert_allclose(
            np.frombuffer(weights.numbers(), "<f4"), np.frombuffer(net.numbers, "<f4"), atol=1e-5
        )


def test_restored_weights_continue_identically() -> None:
    game = aicore.load("kuhn_poker")
    found = played(game)
    replay = ReplayBuffer(game, 10**6)
    replay.add(found, TRACE)
    rng = np.random.default_rng(1)
    batches = replay.draw(rng, 6, 32)
    whole = Weights(game, WIDTHS, drawn(game, WIDTHS).numbers, 32)
    whole.gauge(found.seen, True)
    for chosen in batches[:3]:
        whole.study(replay.parts, chosen, 8, LEAD)
        whole.descend(RATE)
    second = Weights(game, WIDTHS, bytes(len(whole.numbers())), 32)
    second.restore(*whole.state())
    for chosen in batches[3:]:
        for weights in (whole, second):
            weights.study(replay.parts, chosen, 8, LEAD)
            weights.descend(RATE)
    assert whole.numbers() == second.numbers()
    with pytest.raises(AicoreError, match="another shape"):
        Weights(game, (32,), bytes(4 * count(game, (32,)))).restore(*whole.state())


def count(game: aicore.Game, widths: tuple[int, ...]) -> int:
    """Return the number of a network's weights."""
    from aicore.core.policy_net import count_of

    return count_of(game, widths)


@pytest.mark.parametrize(
    ("chosen", "others"),
    [
        (np.zeros((33, 3), np.int64), 0),
        (np.zeros((32, 3), np.int64), 17),
        (np.zeros((2, 2), np.int64), 0),
        (np.array([[0, 10**9, 0]]), 0),
        (np.array([[0, -1, 0]]), 0),
        (np.array([[0, 0, 1]]), 0),
        (np.array([[1, 0, 0]]), 0),
        (np.array([[-1, 0, 0]]), 0),
    ],
)
def test_invalid_batches_are_refused(chosen: Any, others: int) -> None:
    game = aicore.load("kuhn_poker")
    replay = ReplayBuffer(game, 10**6)
    replay.add(played(game), TRACE)
    weights = Weights(game, WIDTHS, drawn(game, WIDTHS).numbers, 32)
    with pytest.raises(AicoreError):
        weights.study(replay.parts, chosen, others, LEAD)


def test_gradients_of_parts_make_the_step_of_the_whole() -> None:
    """Equal positions in every part have the gradient of one part, up to rounding."""
    game = aicore.load("kuhn_poker")
    replay = ReplayBuffer(game, 10**6)
    replay.add(played(game), TRACE)
    chosen = replay.draw(np.random.default_rng(1), 1, 32)[0]
    whole = Weights(game, WIDTHS, drawn(game, WIDTHS).numbers, 32)
    master = Weights(game, WIDTHS, drawn(game, WIDTHS).numbers, 32)
    others = tuple(Weights(game, WIDTHS, master.numbers(), 32, master) for _ in range(2))
    for _ in range(3):
        losses = whole.study(replay.parts, chosen, 8, LEAD)
        whole.descend(RATE)
        for one in (master, *others):
            assert one.study(replay.parts, chosen, 8, LEAD) == pytest.approx(losses, rel=1e-4)
        master.descend(RATE, others)
    before, after = (np.frombuffer(one.numbers(), "<f4") for one in (whole, master))
    np.testing.assert_allclose(after, before, atol=1e-4)
    assert others[0].numbers() == master.numbers()
    with pytest.raises(AicoreError, match="other weights"):
        whole.descend(RATE, others)


def test_a_policy_without_weight_leaves_the_values_alone() -> None:
    game = aicore.load("pig")
    replay = ReplayBuffer(game, 10**6)
    replay.add(played(game), TRACE)
    chosen = replay.draw(np.random.default_rng(1), 1, 32)[0]
    net = drawn(game, WIDTHS)
    seen = bytes(played(game).seen[:50])
    found = []
    for weight in (0.0, 1.0):
        weights = Weights(game, WIDTHS, net.numbers, 32)
        weights.study(replay.parts, chosen, 8, LEAD, weight)
        weights.descend(RATE)
        found.append(weights.net()(seen))
    logits = net(seen)[1]
    assert list(found[0][1]) != list(logits)  # the layers below move
    token = count(game, WIDTHS) - game.net_tokens * (1 + WIDTHS[-1])
    heads = [np.frombuffer(net.numbers, "<f4")[token:]]
    for weight in (0.0, 1.0):
        weights = Weights(game, WIDTHS, net.numbers, 32)
        weights.study(replay.parts, chosen, 8, LEAD, weight)
        weights.descend(RATE)
        heads.append(np.frombuffer(weights.numbers(), "<f4")[token:])
    np.testing.assert_allclose(heads[1], heads[0], rtol=1e-5)  # except for the decay
    assert np.abs(heads[2] - heads[0]).max() > 1e-4
