"""Tests of a game's own network: its place, the players that get it, and exceptions."""

from __future__ import annotations

import json
import math
import pickle
import sys
import tomllib
import warnings
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.core.errors import SpecError
from aicore.core.net_file import options_in, place_of, rules_of, write_net
from aicore.core.parameter import fill_defaults
from aicore.core.registry import info, load_again, names
from aicore.players.defaults import levels_of
from aicore.players.external_resources import external_resources
from aicore.players.mcts import MctsPlayer
from aicore.players.networks import networks_beside, networks_of, own_net, pack, trained
from aicore.players.policy import Policy
from kit.nets import EXAMPLES, beside, drawn, stubborn
from kit.positions import walk

ODD = "bid 7 4"
"""First bid in Liar's Dice that no player makes without the network."""
PLAYER = {"puct": 0.5, "batch": 4}


def deciding(game: aicore.Game, seed: int = 1) -> aicore.View:
    """Return the view of the first seat to move."""
    state = game.start()
    aicore.Chance(seed).settle(state)
    return state.view(state.turn)


def first(spec: str, game: aicore.Game) -> str:
    """Return a player's first decision."""
    return aicore.player(spec, game, 1).decide(deciding(game)).action


@pytest.fixture
def liars(tmp_path: Path) -> aicore.Game:
    return beside(tmp_path, "liars_dice", ODD, use=True, player=PLAYER)


def test_mcts_judges_by_the_network_beside_a_game(liars: aicore.Game) -> None:
    found = own_net(liars)
    assert found is not None
    player = aicore.player("mcts:sims=100", liars, 1)
    assert player.values["net"] == f"own#{found.digest}"
    assert player.decide(deciding(liars)).action == ODD
    assert first("mcts:sims=100,net=none", liars) != ODD


def test_parameters_come_from_the_user_the_network_the_game_in_this_order(
    tmp_path: Path,
) -> None:
    """A plain game sets time=1; MctsPlayer's own default of puct is 0.8, of batch 1."""
    game = beside(tmp_path, "liars_dice", ODD, use=True, player=PLAYER)
    values = aicore.player("mcts:puct=2", game).values
    assert (values["puct"], values["batch"], values["time"]) == (2.0, 4, 1.0)
    plain = aicore.player("mcts:net=none", game).values
    assert (plain["puct"], plain["batch"], plain["time"]) == (0.8, 1, 1.0)
    beside(tmp_path, "liars_dice", ODD, use=True, player={"time": 0.5})
    values = aicore.player("mcts", game).values  # one bound replaces the game's
    assert (values["time"], values["sims"]) == (0.5, 0)
    values = aicore.player("mcts:sims=7", game).values
    assert (values["time"], values["sims"]) == (0.0, 7)


def test_the_complete_spec_names_the_network(liars: aicore.Game, tmp_path: Path) -> None:
    player = aicore.player("mcts:sims=50", liars, 5)
    again = aicore.player(player.spec, liars, 5)
    assert again.spec == player.spec
    view = deciding(liars)
    candidates = player.decide(view).candidates
    assert again.decide(view).candidates == candidates
    pickled = pickle.loads(pickle.dumps(aicore.player(player.spec, liars, 5)))
    assert pickled.decide(view).candidates == candidates
    file = aicore.player(f"mcts:sims=50,net={tmp_path / 'liars_dice.net'}", liars, 5)
    assert file.decide(view).candidates == candidates
    assert external_resources([player.spec, "mcts:net=own", "policy", "policy:net=own"]) == []
    assert len(external_resources(["mcts:net=owned", "policy:net=x.net"])) == 2


def test_a_spec_refuses_another_network_in_the_same_place(
    liars: aicore.Game, tmp_path: Path
) -> None:
    spec = aicore.player("mcts:sims=50", liars).spec
    beside(tmp_path, "liars_dice", "bid 1 1", use=True)
    with pytest.raises(SpecError, match=r"liars_dice.net has changed \(it was #.*, now #"):
        aicore.player(spec, liars)
    assert first("mcts:sims=100", liars) == "bid 1 1"  # the file is read again
    place_of(liars.info, 2).unlink()
    with pytest.raises(SpecError, match=r"net=own: liars_dice.py#.* has no network for 2 seats"):
        aicore.player(spec, liars)
    assert aicore.player("mcts", liars).values["net"] == "none"


def test_each_number_of_seats_has_its_own_network(tmp_path: Path) -> None:
    """The default of Liar's Dice is two."""
    beside(tmp_path, "liars_dice", "bid 1 1", 2, use=True)
    three = beside(tmp_path, "liars_dice", ODD, 3, use=True)
    assert sorted(path.name for path in tmp_path.glob("*.net")) == [
        "liars_dice-3.net", "liars_dice.net",
    ]  # fmt: skip
    assert first("mcts:sims=100", three) == ODD
    four = aicore.load(tmp_path / "liars_dice.py", 4)
    assert aicore.player("mcts", four).values["net"] == "none"
    (tmp_path / "liars_dice.net").rename(tmp_path / "liars_dice-4.net")
    with pytest.warns(UserWarning, match="it is for 2 seats, not 4"):
        assert aicore.player("mcts", four).values["net"] == "none"


def test_a_network_that_is_not_recommended_is_used_on_request(tmp_path: Path) -> None:
    game = beside(tmp_path, "liars_dice", ODD, use=False, player=PLAYER)
    assert aicore.player("mcts", game).values["net"] == "none"
    asked = aicore.player("mcts:net=own,sims=100", game, 1)
    assert asked.decide(deciding(game)).action == ODD
    assert asked.values["batch"] == 4
    assert first("policy", game) == ODD


def test_other_options_are_another_game_by_default(liars: aicore.Game) -> None:
    fewer = aicore.load(liars.name, 2, dice=4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert aicore.player("mcts", fewer).values["net"] == "none"
    assert first("mcts:net=own,sims=100", fewer) == ODD


def warned(game: aicore.Game, says: str) -> None:
    """Check that `mcts` warns once that it runs without the network, and decides accordingly."""
    with pytest.warns(UserWarning, match=says) as caught:
        assert aicore.player("mcts", game).values["net"] == "none"
    assert len(caught) == 1
    assert "\n" not in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert aicore.player("mcts", game).values["net"] == "none"


def test_changed_rules_give_one_warning(liars: aicore.Game, tmp_path: Path) -> None:
    file = tmp_path / "liars_dice.py"
    file.write_text(file.read_text() + "\n# another text\n")
    changed = aicore.load(file)
    warned(changed, r"liars_dice\.net is not used: it was trained under different rules")
    with pytest.raises(SpecError, match="it was trained under different rules"):
        aicore.player("mcts:net=own", changed)
    with pytest.raises(SpecError, match="it was trained under different rules"):
        aicore.player("policy", changed)
    assert first("mcts:sims=100", liars) == ODD  # the text that it belongs to


def test_a_copy_by_another_name_has_the_same_rules(liars: aicore.Game, tmp_path: Path) -> None:
    for suffix in ("py", "net"):
        (tmp_path / f"liars_dice.{suffix}").rename(tmp_path / f"bluff.{suffix}")
    assert first("mcts:sims=100", aicore.load(tmp_path / "bluff.py")) == ODD


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"player": {"sims": -1}}, "player in its card: sims=-1: it must be a whole number"),
        ({"player": {"swims": 1}}, 'player in its card: .* has no parameter "swims"'),
        ({"player": {"net": "/etc/passwd"}}, 'player in its card: .* has no parameter "net"'),
        ({"player": [1]}, "player in its card: it is not a table of parameters"),
    ],
)
def test_cards_that_ask_for_nonsense(about: dict[str, Any], says: str, tmp_path: Path) -> None:
    game = beside(tmp_path, "nim", "take 1 from 1", use=True, **about)
    warned(game, says)
    with pytest.raises(SpecError, match=says):
        aicore.player("mcts:net=own", game)


def test_files_that_are_no_networks(liars: aicore.Game, tmp_path: Path) -> None:
    file = tmp_path / "liars_dice.net"
    file.write_bytes(b"hello")
    warned(liars, "the file is not an aicore network")
    file.unlink()
    file.mkdir()
    warned(liars, "is not used: Is a directory")


def compiled(name: str, folder: Path, seats: int | None = None) -> aicore.Game:
    """Return a compiled game with another folder."""
    about = replace(info(name), folder=folder)
    options = fill_defaults(name, tuple(about.options.values()), {})
    return about.engine(about, seats or about.default_seats, options)  # type: ignore[arg-type]


def test_networks_of_compiled_games_are_in_the_games_folder(tmp_path: Path) -> None:
    assert place_of(info("pig"), 2) == info("pig").folder / "pig.net"
    game = compiled("connect_four", tmp_path)
    write_net(tmp_path / "connect_four.net", stubborn(game, "a"), {"use": True})
    assert first("mcts:sims=100", game) == "a"
    three = compiled("pig", tmp_path, 3)
    write_net(tmp_path / "pig-3.net", stubborn(three, "roll"), {"use": True})
    assert first("policy", three) == "roll"


def test_wheels_include_networks() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    assert any(fnmatch(place_of(info("pig"), 3).name, pattern) for pattern in patterns)


def test_digests_distinguish_rules(tmp_path: Path) -> None:
    games = [aicore.load(name, seats) for name in names() for seats in (info(name).seats)]
    digests = {rules_of(game) for game in games}
    assert len(digests) == len(set(games))
    assert rules_of(aicore.load("pig", 2, target=50)) == rules_of(aicore.load("pig", 2))
    game = aicore.load(EXAMPLES / "nim.py")
    assert game.name == f"nim.py#{rules_of(game)}"  # as records write it


def test_levels_play_as_they_were_measured(tmp_path: Path) -> None:
    game = compiled("connect_four", tmp_path)
    top = "mcts:sims=20000"
    write_net(tmp_path / "connect_four.net", stubborn(game, "a"), {"use": True})
    assert aicore.player("mcts", game).values["net"] != "none"
    assert aicore.player("level:9", game).spec == aicore.player("mcts:net=none", game).spec
    plain = aicore.load("connect_four")
    casual, same = (aicore.player("level:3", each, 1) for each in (game, plain))
    assert casual.decide(deciding(game)).candidates == same.decide(deciding(plain)).candidates
    for spec, read in ((top, f"{top},net=none"), (f"{top},net=own", f"{top},net=own")):
        about = replace(game.info, data={**game.info.data, "levels": {"ladder": [spec] * 9}})
        assert levels_of(about) == (read,) * 9


def test_a_given_evaluator_replaces_the_network(liars: aicore.Game) -> None:
    other = stubborn(liars, "bid 2 2")
    player = aicore.player("mcts:sims=100", liars, 1, evaluator=other)
    assert player.values["net"] == "none"
    assert player.values["batch"] == 1
    assert player.decide(deciding(liars)).action == "bid 2 2"


FAR = '''
from aicore.plain import END, Game, Int, Seat, action


class Far(Game):
    """Say two numbers."""

    seats = 3
    said = Int(0, 9)
    winner = Seat(shown=False)

    def setup(self, s):
        s.turn = 0

    @action("say A B", A=(0, 99), B=(0, 99))
    def say(self, s, a, b):
        s.said += 1
        s.winner = (a + b) % 3
        s.turn = self.after(s.turn) if s.said < 3 else END

    @say.legal
    def says(self, s):
        return [(1, 50), *((2, b) for b in range(5)), (3, 7 + s.said)]

    def result(self, s):
        return s.winner
'''
"""Game whose actions have different numbers of tokens."""

GAMES = [
    (name, seats)
    for name in names() if aicore.load(name).num_tokens
    for seats in sorted({info(name).seats[0], info(name).seats[1]})
]  # fmt: skip


@pytest.mark.parametrize(("name", "seats"), [*GAMES, ("hearts", 4), ("liars_dice", 6), ("far", 3)])
def test_policy_plays_what_its_network_thinks_likely(name: str, seats: int, tmp_path: Path) -> None:
    """Shares are the softmax of sums of logits, in double precision here."""
    (tmp_path / "far.py").write_text(FAR)
    examples = tmp_path if name == "far" else EXAMPLES
    game = aicore.load(name if name in names() else examples / f"{name}.py", seats)
    net, path = drawn(game, (32, 32)), tmp_path / "some.net"
    write_net(path, net)
    player = aicore.player(f"policy:net={path}", game)
    assert isinstance(player, Policy)
    states = [state.clone() for state in list(walk(game, 5)) if state.turn >= 0][:24:4]
    for state in states:
        view = state.view(state.turn)
        decision = player.decide(view)
        _, logits = net(view.net_input())
        sums = {
            text: sum(logits[token] for token in tokens)
            for text, tokens in zip(state.legal(), view.net_tokens(), strict=True)
        }
        weights = {text: math.exp(each) for text, each in sums.items()}
        total = sum(weights.values())
        shares = {one.action: one.share for one in decision.candidates}
        assert shares == pytest.approx({text: each / total for text, each in weights.items()})
        assert decision.action == max(sums, key=lambda text: sums[text])
        assert all(len(one.values) == game.seats for one in decision.candidates)
        assert all(game.low <= x <= game.high for x in decision.candidates[0].values)
        assert decision.simulations == 0
        state.apply(decision.action)


def test_policy_assigns_values_to_seats(tmp_path: Path) -> None:
    game = aicore.load(EXAMPLES / "liars_dice.py", 3)
    net = drawn(game, (32,))
    write_net(tmp_path / "some.net", net)
    player = aicore.player(f"policy:net={tmp_path / 'some.net'}", game)
    state = game.start()
    aicore.Chance(1).settle(state)
    state.apply("bid 1 1")
    values, _ = net(state.view(1).observation())
    found = player.decide(state.view(1)).candidates[0].values
    assert found == pytest.approx((values[2], values[0], values[1]))


def test_policy_draws_by_the_shares(tmp_path: Path) -> None:
    game = aicore.load("connect_four")
    write_net(tmp_path / "some.net", drawn(game, (32,)))
    view = deciding(game)
    player = aicore.player(f"policy:choose=sampled,net={tmp_path / 'some.net'}", game, 3)
    assert isinstance(player, Policy)
    shares = player.mix(view, aicore.Rng(1))
    drawn_actions = [player.decide(view).action for _ in range(4000)]
    for action, share in shares.items():
        assert drawn_actions.count(action) / 4000 == pytest.approx(share, abs=0.04)  # 5 sigma
    again = aicore.player(player.spec, game, 3)
    assert [again.decide(view).action for _ in range(20)] == drawn_actions[:20]
    best = aicore.player(f"policy:net={tmp_path / 'some.net'}", game, 3)
    assert isinstance(best, Policy)
    assert best.mix(view, aicore.Rng(1)) == {best.decide(view).action: 1.0}


def test_policy_needs_a_network(tmp_path: Path) -> None:
    game = aicore.load("ransom")
    with pytest.raises(SpecError, match="net=own: ransom has no network for 1 seat"):
        aicore.player("policy", game)
    with pytest.raises(SpecError, match="net=none: policy needs a network"):
        aicore.player("policy:net=none", game)
    assert not Policy.fits(game.info)
    assert Policy.fits(beside(tmp_path, "nim", "take 1 from 1").info)


def test_json_of_a_card_is_what_was_written(liars: aicore.Game, tmp_path: Path) -> None:
    card = json.loads((tmp_path / "liars_dice.net").read_bytes().split(b"\n")[1])
    assert card["game"] == liars.name
    assert card["rules"] == rules_of(liars)
    assert card["about"] == {"use": True, "player": PLAYER}
    assert load_again(card["game"], card["seats"], card["options"]) == liars
    assert isinstance(aicore.player("mcts", liars), MctsPlayer)


def test_a_variant_has_a_network_of_its_own(liars: aicore.Game) -> None:
    """It is used instead of the network for the default options, which stays as it is."""
    variant = aicore.load(liars.name, dice=2)
    assert place_of(liars.info, 2).name == "liars_dice.net"
    place = place_of(liars.info, 2, variant.options)
    assert place.name == "liars_dice-dice=2.net"
    assert place_of(liars.info, 3, variant.options).name == "liars_dice-3-dice=2.net"
    assert trained(liars)
    assert not trained(variant)  # the network was trained with other options
    assert aicore.player("mcts", variant).values["net"] == "none"
    write_net(place, stubborn(variant, "bid 3 4"), {"use": True})
    assert trained(variant)
    assert first("mcts:sims=100", variant) == "bid 3 4"
    assert first("mcts:sims=100", liars) == ODD
    assert networks_beside(liars.info) == sorted([place, place_of(liars.info, 2)])
    both = [
        (game.seats, game.options["dice"], found.path) for game, found in networks_of(liars.info)
    ]
    assert both == [
        (2, liars.options["dice"], place_of(liars.info, 2)),
        (2, variant.options["dice"], place),
    ]
    place.with_name("liars_dice-dice=99.net").write_bytes(b"")  # the game has no such option
    assert len(list(networks_of(liars.info))) == 2
    place.with_name("liars_dice-dice=99.net").unlink()
    assert {file for _, file in pack()} >= {place.name, "liars_dice.net"}


def test_an_option_that_is_newer_than_a_network_has_its_default() -> None:
    """The network of backgammon is older than the doubling cube."""
    game = aicore.load("backgammon")
    found = own_net(game)
    assert found is not None
    assert found.card["options"] == {}
    assert options_in(found.card, game) == game.options == {"cube": 0}
    assert found.is_default(game)
    assert not found.is_default(aicore.load("backgammon", cube=1))
    assert options_in({"options": {"cube": 3}}, game) == {"cube": 3}
    assert options_in({"options": [1]}, game) == {"cube": 0}


def test_a_missing_file_is_named_before_a_missing_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)  # as if it were not installed
    game = aicore.load("connect_four")
    with pytest.raises(SpecError, match=r"^net=nowhere: there is no such file"):
        aicore.player("mcts:net=nowhere", game)
    file = tmp_path / "some.onnx"
    file.write_bytes(b"")
    with pytest.raises(SpecError, match="net needs ONNX Runtime: pip install"):
        aicore.player(f"mcts:net={file}", game)
