"""Tests of best responses that a network learns."""

from __future__ import annotations

from pathlib import Path

import pytest

import aicore
from aicore.arena.exploit import exploit, play_of
from aicore.core.errors import AicoreError, SpecError
from aicore.core.net_file import read_net, write_net
from aicore.search.responses import SmallGame
from aicore.train import best_response
from aicore.train.best_response import (
    CHOOSE,
    IMITATE,
    LEARN,
    MEASURE,
    PRACTICE,
    STAGES,
    BestResponse,
    Kept,
    LearnedExploit,
    learn_response,
)
from aicore.train.selfplay_pool import SelfPlayPool

GAMES = 300  # games in a generation


def learned(game: aicore.Game, spec: str, file: Path) -> None:
    """Write the network of a response after a fixed number of games."""
    response, pool = BestResponse(game, spec, seed=1), SelfPlayPool(game, 1)
    for _ in range(4):
        response.imitate(pool, GAMES)
    for number in range(60):
        response.practice(pool, GAMES, number / 80)
    for number in range(60, 80):
        response.learn(pool, GAMES, number / 80)
    assert response.games == 20 * GAMES
    write_net(file, response.net, half=False)


def gain_of(small: SmallGame, spec: str, file: Path) -> float:
    """Return the exact gain of a network's policy against a player, in all seats together."""
    fixed, mine = play_of(small, spec), play_of(small, f"policy:net={file}")
    alone, total = small.values(fixed), 0.0
    for seat in range(small.game.seats):
        pairs = zip(small.sets, mine, fixed, strict=True)
        play = [own if here.seat == seat else other for here, own, other in pairs]
        total += small.values(play)[seat] - alone[seat]
    return total


@pytest.mark.parametrize(("name", "share"), [("kuhn_poker", 0.99), ("leduc_poker", 0.9)])
def test_a_network_finds_most_of_what_a_best_response_gains(
    name: str, share: float, tmp_path: Path
) -> None:
    game, spec = aicore.load(name), "random"  # its probabilities are known exactly
    file = tmp_path / "response.net"
    learned(game, spec, file)
    exact = exploit(game, spec)
    gain = gain_of(SmallGame(game), spec, file)
    assert share * exact.nash_conv <= gain <= exact.nash_conv + 1e-9


def test_a_response_leaves_the_actions_that_it_imitated(tmp_path: Path) -> None:
    game, file = aicore.load("leduc_poker"), tmp_path / "response.net"
    learned(game, "script", file)  # the script does not draw, so its imitation is sure of itself
    assert gain_of(SmallGame(game), "script", file) > 0.2 * exploit(game, "script").nash_conv


def least(found: LearnedExploit) -> float:
    """Return a bound that the true gain hardly ever lies below: five standard errors."""
    return found.gain - 2.5 * (found.gain - found.total[0])


def test_a_player_in_equilibrium_is_hardly_exploited() -> None:
    game = aicore.load("kuhn_poker")
    found = learn_response(game, "cfr:iterations=20000", seconds=4.0)
    assert least(found) <= 0.0  # the best response gains nothing
    assert sum(found.values) == pytest.approx(0.0)


def test_figures_are_of_new_deals_with_the_written_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_response, "MIN_BLOCKS", {CHOOSE: 20, MEASURE: 200})
    game, file, seen = aicore.load("kuhn_poker"), tmp_path / "response.net", list[str]()
    found = learn_response(
        game, "random", 3.0, jobs=2, out=file, watch=lambda stage, share, games: seen.append(stage)
    )
    assert list(dict.fromkeys(seen)) == list(STAGES)
    net, _card = read_net(str(file), game)
    assert net.game == game
    assert found.total[0] > 0.0
    assert least(found) <= 11 / 12  # tests/search/test_oracles.py
    assert found.total[0] <= found.gain <= found.total[1]
    assert found.gain == pytest.approx(sum(found.gains))
    assert found.deals >= 200
    message = found.to_dict()
    assert message["method"] == "learned"
    assert message["gain"] == found.gain


@pytest.mark.parametrize("stage", [IMITATE, LEARN, MEASURE])
def test_a_network_is_kept_when_ctrl_c_ends_it(stage: str, tmp_path: Path) -> None:
    def interrupt(now: str, share: float, games: int) -> None:
        if now == stage:
            raise KeyboardInterrupt

    game, file = aicore.load("kuhn_poker"), tmp_path / "response.net"
    with pytest.raises(Kept):
        learn_response(game, "random", 0.5, out=file, watch=interrupt)
    assert read_net(str(file), game)[0].game == game
    with pytest.raises(KeyboardInterrupt) as ended:
        learn_response(game, "random", 0.5, watch=interrupt)
    assert not isinstance(ended.value, Kept)


def test_a_slow_player_plays_few_games_beyond_the_time_limit() -> None:
    asked = dict[str, int]()
    game = aicore.load("kuhn_poker")
    learn_response(game, "random", 1e-6, watch=lambda at, share, n: asked.update({at: n}))
    assert [asked[stage] for stage in (IMITATE, PRACTICE, LEARN)] == [2, 2, 2]


def test_a_player_that_cannot_be_learned_against_is_refused() -> None:
    with pytest.raises(SpecError, match="human cannot play by itself"):
        learn_response(aicore.load("kuhn_poker"), "human", 1.0)
    with pytest.raises(AicoreError, match="nobody"):
        learn_response(aicore.load("kuhn_poker"), "nobody", 1.0)
