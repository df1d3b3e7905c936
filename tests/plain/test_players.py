"""Tests of players from files and packages: found, listed, checked, and sent to workers."""

from __future__ import annotations

import json
import pickle
from importlib.metadata import EntryPoint

import pytest

import aicore
from aicore.arena.match import Match
from aicore.arena.plan import named
from aicore.core.errors import AicoreError, SpecError
from aicore.core.record import read_records
from aicore.core.sources import portable_name
from aicore.players import files, player_class
from aicore.players.files import register
from aicore.session.seat_labels import seat_names
from kit.command import fails, works
from plain.conftest import EXAMPLES

MOVE = '''
def move(view, random):
    """Takes a random one."""
    return random.choice(view.legal())
'''
CLASSES = '''
from aicore.core.parameter import Parameter
from aicore.players import Bot
class First(Bot):
    """Always the first."""
    PARAMETERS = (Parameter("place", 0, "which"),)
    def move(self, view, random):
        return view.legal()[int(self.values["place"])]
class Wrong(Bot):
    def move(self, view, random):
        return 1 // 0
class Illegal(Bot):
    def move(self, view, random):
        return "fly"
'''


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "rnd.py").write_text(MOVE, encoding="utf-8")
    (tmp_path / "more.py").write_text(CLASSES, encoding="utf-8")
    return tmp_path


ODD = ("bluff \N{GAME DIE}", "it's; a,b", 'q"uote&<c>', "\xfcn\xef=a#b (100%)[a]{b}$c?*", "x" * 120)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=pytest.mark.slow if one in (ODD[1], ODD[2], ODD[4]) else ())
        for one in ODD
    ],
)
def test_files_may_have_odd_names(name, tmp_path, monkeypatch):
    """Tournaments, reports and records must work with any names of games and players."""
    monkeypatch.chdir(tmp_path)
    game, bot = tmp_path / f"{name}.py", tmp_path / f"bot {name}.py"
    game.write_text((EXAMPLES / "nim.py").read_text("utf-8"), encoding="utf-8")
    bot.write_text("def move(view, random):\n    return view.legal()[0]\n", encoding="utf-8")
    run = ("tournament", game, bot, "random", "--games", 2, "--jobs", 1, "--quiet", "--file", "t")
    works(*run)
    used = ("--use", game, "--use", bot)
    works(*used, "tournament", "report", "t", "--csv", "c", "--json", "j", "--html", "h",
          "--records", "r.jsonl")  # fmt: skip
    json.loads((tmp_path / "j").read_text("utf-8"))
    works(*used, "tournament", "--resume", "t", "--quiet")
    works(*used, "replay", "r.jsonl")
    assert {record.game.partition(".py#")[0] for record in read_records("r.jsonl")} == {name}


@pytest.mark.parametrize("name", ["a:b", "x.py#0123456789", "two\nlines", "\x1b[31m"])
def test_a_name_that_specs_cannot_hold_is_refused(name, tmp_path):
    file = tmp_path / f"{name}.py"
    file.write_text("def move(view, random): ...\n", encoding="utf-8")
    assert "rename the file" in fails("watch", file)
    assert name == "a:b" or "rename the file" in fails("watch", "pig", file)


def test_a_function_is_a_player(bots):
    spec = register(str(bots / "rnd.py"))
    game = aicore.load("tic_tac_toe")
    player = aicore.player(spec, game, seed=3)
    assert player.spec == spec
    assert spec.startswith("rnd.py#")
    names = seat_names([spec, "random", "random"], None)
    assert names == ["rnd", "Random 1", "Random 2"]
    assert list(named([spec, "random", spec])) == ["rnd", "random", "rnd #2"]
    assert player_class(spec).SUMMARY == "Takes a random one."
    actions = [player.decide(game.start().view(0)).action for _ in range(9)]
    assert len(set(actions)) > 2
    assert actions == [
        one.decide(game.start().view(0)).action
        for one in [aicore.player(spec, game, seed=3)] for _ in range(9)
    ]  # fmt: skip


def test_classes_and_their_parameters(bots):
    path = str(bots / "more.py")
    game = aicore.load("tic_tac_toe")
    with pytest.raises(SpecError, match="several players: name one"):
        register(path)
    with pytest.raises(SpecError, match="it has First, Wrong, Illegal"):
        register(f"{path}:Last")
    spec = register(f"{path}:First:place=4")
    player = aicore.player(spec, game)
    assert player.spec == spec
    assert player.decide(game.start().view(0)).action == game.start().legal()[4]
    with pytest.raises(SpecError, match='no parameter "plaice"'):
        aicore.player(register(f"{path}:First:plaice=4"), game)
    with pytest.raises(AicoreError, match=r"line 11, move: ZeroDivisionError"):
        aicore.player(register(f"{path}:Wrong"), game).decide(game.start().view(0))
    with pytest.raises(AicoreError, match=r"plays 'fly'; legal here"):
        aicore.player(register(f"{path}:Illegal"), game).decide(game.start().view(0))


def test_players_of_files_play_matches_and_can_be_pickled(bots):
    spec = register(str(bots / "rnd.py"))
    game = aicore.load("leduc_poker")
    match = Match(game, [aicore.player(spec, game), aicore.player("random", game)], 1)
    while not match.over:
        match.step()
    assert pickle.loads(pickle.dumps(portable_name(spec))) == spec
    assert pickle.loads(pickle.dumps(aicore.player(spec, game))).spec == spec


def test_an_unregistered_spec_starts_no_player(bots):
    for name, shown in (
        ("unheard.py", "./unheard.py"),
        ("./here.py", "./here.py"),
        ("/there/it's.py", "'/there/it'\"'\"'s.py'"),
    ):
        with pytest.raises(SpecError, match="name that file") as error:
            aicore.player(f"{name}#0123456789", aicore.load("pig"))
        assert f"aicore --use {shown} ..." in str(error.value)
    with pytest.raises(SpecError):
        aicore.player(str(bots / "rnd.py"), aicore.load("pig"))


def test_packages_offer_players(monkeypatch):
    point = EntryPoint("packaged", "aicore.players.random:Random", files.GROUP)
    monkeypatch.setattr(files, "packaged", lambda: {point.name: point})
    before = player_class("random").NAME
    try:
        game = aicore.load("pig")
        assert aicore.player("packaged", game).decide(game.start().view(0)).action == "roll"
        assert files.home_of("packaged").startswith("the package")
    finally:
        player_class("random").NAME = before
