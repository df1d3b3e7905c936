"""Tests of the messages between page and server: docs/web-protocol.md, one by one."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import aicore
from aicore.arena.log import GameLog, Step
from aicore.arena.match import Match
from aicore.core import registry
from aicore.core.record import Record, replay
from aicore.core.steps import at_once
from aicore.plain.loading import register
from aicore.web import catalog
from aicore.web.client_messages import SAVED
from kit.tournaments import config_of, played
from kit.web import sitting, table

ROOT = Path(__file__).parents[2]


def test_the_lobby_lists_every_game_with_a_picture_and_its_rules(client: TestClient) -> None:
    lobby = client.get("/api/games").json()
    assert {game["name"] for game in lobby["games"]} >= set(aicore.names())
    for game in lobby["games"]:
        assert ElementTree.fromstring(game["cover"]).tag.endswith("svg")
        assert all("values" in one or "bounds" in one for one in game["options"]), game["name"]
    assert not lobby["engines"]
    assert not {"engine", "human"} & {one["name"] for one in lobby["players"]}
    manual = client.get("/api/games/relics").json()
    assert manual["rules"].startswith("#")
    assert manual["aim"]
    assert manual["glossary"]


def test_a_game_whose_own_code_fails_hides_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_REGISTERED", {})
    nim = (ROOT / "examples" / "nim.py").read_text(encoding="utf-8")
    broken = tmp_path / "broken.py"
    broken.write_text(nim.replace("def setup(self, s):", "def setup(self, s):\n        1 / 0"))
    register(broken)
    listed = json.loads(at_once(catalog.lobby(False)))["games"]
    assert {game["name"] for game in listed} == set(aicore.names())


def test_a_game_is_played_to_its_end_and_reviewed(client: TestClient) -> None:
    made = table(client, "tic_tac_toe", "me", "greedy")
    with sitting(client, made) as person:
        seen = person.turn()
        assert (seen["seat"], seen["owner"], seen["turn"], seen["waits"]) == (0, True, 0, "you")
        assert [one["name"] for one in seen["players"]] == ["you", "Greedy"]
        while seen["result"] is None:
            assert len(seen["legal"]) == len(seen["descriptions"]) == len(seen["costs"])
            assert 'data-actions="' in seen["picture"]
            seen = person.act(seen["legal"][0])
        assert seen["turn"] is None
        assert seen["outcome"] in ("You won", "You lost", "A draw")
        assert len(seen["seed"]) >= 32  # drawn so that nobody can guess it
        assert {"rematch", "fork", "review"} <= set(seen["can"])
        plies = [entry["ply"] for entry in seen["story"]]
        assert plies == list(range(1, seen["ply"] + 1))  # a move is a turn here
        person.say("review")
        review = person.hear("review")
        assert [point["ply"] for point in review["points"]] == [0, *plies]
        assert review["result"] == seen["result"]
        for mark in review["marks"]:
            assert mark["word"] in ("inaccuracy", "mistake", "blunder")
            assert mark["loss"] > 0
            assert mark["better"]
        person.say("at", ply=2)
        at = person.hear("at")
        assert (at["ply"], at["of"]) == (2, seen["ply"])
        assert at["sentences"] == seen["story"][1]["sentences"]
        person.say("rematch", swap=True)
        there = person.hear("table")
    with sitting(client, {"table": there["table"], "owner": there["token"]}) as person:
        seen = person.turn()
        assert seen["seat"] == 1
        assert seen["ply"] == 1  # the computer began


@pytest.mark.parametrize("game", ["tic_tac_toe", "leduc_poker"])
def test_a_finished_game_is_saved_whole(client: TestClient, game: str) -> None:
    made = table(client, game, "me", "random")
    with sitting(client, made) as person:
        for what in SAVED:
            assert "once it is over" in person.refused("save", what=what)
        assert "save" not in person.turn()["can"]
        while person.seen["result"] is None:
            person.act(person.seen["legal"][0])
        assert "save" in person.seen["can"]
        files = {}
        for what, ends in SAVED.items():
            person.say("save", what=what)
            heard = person.hear("file")
            assert heard["what"] == what
            assert heard["name"].endswith(f".{ends}")
            files[what] = heard["text"]
        assert person.refused("save", what="../x")
        record = Record.from_line(files["record"])
        assert (record.game, record.players) == (game, ["human", "random"])
        *_, last = replay(record)
        assert last.turn == "end"
        assert last.number == person.seen["ply"]
    picture = ElementTree.fromstring(files["picture"])
    assert picture.find("{*}style") is not None  # it is self-contained
    assert person.seen["title"] in files["replay"]
    assert record.seed in files["replay"]
    assert "http:" not in files["replay"].replace("http://www.w3.org/", "")


def test_previews_advice_and_chances_change_nothing(client: TestClient) -> None:
    made = table(client, "relics", "me", "random", seed="7")
    with sitting(client, made) as person:
        seen = person.turn()
        ply = seen["ply"]
        person.say("preview", actions=[seen["legal"][0]], ply=ply)
        preview = person.hear("preview")
        assert preview["sentences"]
        assert preview["picture"] != seen["picture"]
        person.say("chances")
        chances = person.hear("chances")
        assert all(0 <= share <= 1 for share in chances["shares"])
        person.say("hint")
        hint = person.hear("hint")
        assert hint["actions"][0] in seen["legal"]
        assert hint["typed"]
        assert hint["sentences"]
        assert hint["candidates"][0]["values"]
        assert hint["candidates"][0]["action"] == hint["actions"][0]
        person.say("look", narrow=True)
        again = person.hear("state")
        assert again["ply"] == ply
        assert 'viewBox="0 0 360 ' in again["picture"]


def test_a_hint_describes_moves_that_the_table_leaves_in_notation(client: TestClient) -> None:
    made = table(client, "relics", "me", "random", seed="7")
    with sitting(client, made) as person:
        person.turn()
        seen = person.act("airlock E")
        seen = person.act(next(one for one in seen["legal"] if one.startswith("lift")))
        assert not any(seen["descriptions"])
        person.say("hint")
        assert all(one["sentences"] for one in person.hear("hint")["candidates"])


def test_steps_are_undone_and_typed_as_in_the_terminal(client: TestClient) -> None:
    made = table(client, "relics", "me", "random", seed="7")
    with sitting(client, made) as person:
        person.turn()
        seen = person.act("airlock E")
        lift = next(action for action in seen["legal"] if action.startswith("lift"))
        person.say("type", line=lift.upper(), ply=seen["ply"])
        person.seen = {}
        seen = person.turn()
        assert seen["pending"] == ["airlock E", lift]
        seen = person.act(seen["legal"][0])
        assert len(seen["pending"]) == 3
        person.say("undo")
        while person.seen["pending"] != ["airlock E", lift]:
            person.hear("state")
        wrong = person.refused("type", line="no such thing", ply=person.seen["ply"])
        assert "no such thing" in wrong


def test_against_computers_a_decision_is_undone_with_their_answer(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "greedy")
    with sitting(client, made) as person:
        person.turn()
        person.act("d")
        before = person.act("d")
        person.say("undo")
        person.seen = {}
        assert person.turn()["ply"] == before["ply"] - 2
        person.say("undo")
        person.seen = {}
        assert person.turn()["ply"] == 0
        assert person.refused("undo")
        assert person.act("d")["story"][1] == before["story"][1]  # the same answer


@pytest.mark.parametrize(("game", "back"), [("kuhn_poker", False), ("tic_tac_toe", True)])
def test_a_game_with_secrets_is_not_undone_once_it_is_over(
    client: TestClient, game: str, back: bool
) -> None:
    made = table(client, game, "me", "random", seed="3")
    with sitting(client, made) as person:
        seen = person.turn()
        while seen["result"] is None:
            seen = person.act(seen["legal"][0])
        assert ("undo" in seen["can"]) == back
        if not back:
            assert "undone" in person.refused("undo")


def test_a_click_passes_five_modules_on_its_way_to_the_log(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed: list[list[str]] = []
    happened = GameLog.add

    def noted(log: GameLog, step: Step) -> None:
        frame, names = sys._getframe(1), ["arena.log"]
        while frame is not None:
            names.append(frame.f_globals["__name__"].removeprefix("aicore."))
            frame = frame.f_back
        way = list(dict.fromkeys(reversed(names)))
        passed.append(way[way.index("web.fair_scheduler") :])
        happened(log, step)

    monkeypatch.setattr(GameLog, "add", noted)
    with sitting(client, table(client, "tic_tac_toe", "me", "random")) as person:
        person.turn()
        person.act("a1")
    session = ["session.requests", "session.seated_game"]
    assert passed[0] == ["web.fair_scheduler", "web.viewer", *session, "arena.log"]


def test_a_request_from_an_earlier_position_is_refused(client: TestClient) -> None:
    made = table(client, "tic_tac_toe", "me", "random")
    with sitting(client, made) as person:
        person.turn()
        person.act("a1")
        for kind, fields in (
            ("act", {"actions": ["b2"], "ply": 0}),
            ("act", {"actions": ["a1"], "ply": person.seen["ply"]}),
            ("act", {"actions": ["b9"], "ply": person.seen["ply"]}),
            ("at", {"ply": 1000}),
            ("review", {}),
            ("rematch", {"swap": False}),
        ):
            before = person.seen["ply"]
            assert person.refused(kind, **fields)
            person.say("look", narrow=False)
            assert person.hear("state")["ply"] == before


def test_a_dangerous_move_must_be_typed_twice(client: TestClient) -> None:
    made = table(client, "trader", "me", seed="4")
    with sitting(client, made) as person:
        for _ in range(60):
            seen = person.turn()
            if seen["danger"] or seen["result"]:
                break
            person.act(seen["legal"][-1])
        (action, warning), *_ = person.seen["danger"].items()
        ply = person.seen["ply"]
        person.say("type", line=action, ply=ply)
        assert warning in person.hear("error")["message"]
        person.say("type", line=action, ply=ply)
        assert person.hear("state")["ply"] > ply


def test_danger_is_shown_even_if_there_are_too_many_moves_to_describe(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(client, "trader", "me", seed="4")
    with sitting(client, made) as person:
        while not person.turn()["danger"]:
            person.act(person.seen["legal"][-1])
        (action, warning), *_ = person.seen["danger"].items()
        ply = person.seen["ply"]
        monkeypatch.setattr("aicore.session.viewer_presenter.MAX_DESCRIBED", 0)
        person.say("look", narrow=True)
        seen = person.hear("state")
        assert not any(seen["descriptions"])
        assert not seen["danger"]
        for again in (False, True):
            person.say("act", actions=[action], ply=ply)
            answer = person.hear("preview", "state")
            assert (answer["type"], answer["ply"] > ply) == (
                ("state", True) if again else ("preview", False)
            )
            assert again or answer["danger"] == warning


def test_two_people_play_and_see_each_other(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "friend")
    guest = made["tokens"][1]
    assert made["tokens"][0] == made["owner"] != guest
    with sitting(client, made) as one:
        assert one.seen["players"][1] == {"name": "friend", "kind": "person", "here": False}
        with sitting(client, made, guest) as two:
            assert one.hear("state")["players"][1]["here"]
            assert not two.seen["owner"]
            two.say("sit", name="Ada")
            while one.seen["players"][1]["name"] != "Ada":
                one.hear("state")
            assert [p["name"] for p in two.hear("state")["players"]] == ["friend", "you"]
            one.say("act", actions=["d"], ply=0)
            while two.seen["ply"] < 1:
                two.hear("state")
            assert two.seen["legal"]
            one.say("undo")  # nothing was revealed and nobody moved since
            while two.seen["ply"] > 0:
                two.hear("state")
            one.seen = {}
            one.turn()
            one.say("act", actions=["d"], ply=0)
            while two.seen["ply"] < 1:
                two.hear("state")
            two.say("act", actions=["e"], ply=1)
            while one.seen["ply"] < 2:
                one.hear("state")
            assert "undo" not in one.seen["can"]
            assert "undone" in one.refused("undo")
            assert two.refused("sit", name="you")
            assert one.refused("sit", name="Ada")  # another person's
            two.say("sit", name="Ada")  # her own: as from another browser
            assert [p["name"] for p in two.hear("state")["players"]] == ["friend", "you"]


def test_spectators_are_admitted_only_where_nothing_can_leak(client: TestClient) -> None:
    def may_watch(*players: str, game: str = "booster") -> bool:
        made = table(client, game, *players)
        with client.websocket_connect("/socket") as socket:
            socket.send_json({"type": "join", "table": made["table"]})
            first = socket.receive()
            if first["type"] == "websocket.close":
                assert first["code"] == 4404
                return False
            seen = json.loads(first["text"])
            assert (seen["seat"], seen["legal"]) == (None, [])
            act = {"type": "act", "actions": ["pass"], "ply": seen["ply"]}
            socket.send_json(act | {"edition": seen["edition"]})
            while (message := socket.receive_json())["type"] != "error":
                pass
            assert "seat" in message["message"]
            return True

    assert not may_watch("me", "greedy")
    assert may_watch("greedy", "greedy")
    assert may_watch("me", "greedy", game="connect_four")
    with (
        pytest.raises(WebSocketDisconnect),
        sitting(client, {"table": "none", "owner": "x"}),
    ):
        pass


def test_a_manager_without_a_seat_sees_the_players_and_nothing_else(client: TestClient) -> None:
    made = table(client, "kuhn_poker", "friend", "friend")
    assert made["owner"] not in made["tokens"]
    with sitting(client, made) as owner:
        assert owner.seen["owner"]
        for blank in ("picture", "story", "legal", "result"):
            assert not owner.seen[blank]
        owner.say("at", ply=0)
        assert owner.hear("error")


def test_computers_alone_play_only_while_somebody_watches(client: TestClient) -> None:
    made = table(client, "pig", "random", "random")
    (row,) = client.post("/api/tables/mine", json={"tokens": [made["owner"], "x"]}).json()["tables"]
    assert (row["game"], row["over"]) == ("pig", False)
    assert row["players"] == ["Random 0", "Random 1"]
    with sitting(client, made) as viewer:
        while viewer.seen["result"] is None:
            viewer.hear("state")
    (row,) = client.post("/api/tables/mine", json={"tokens": [made["owner"]]}).json()["tables"]
    assert row["over"]
    assert row["result"] == viewer.seen["outcome"]


def test_a_table_that_was_listed_before_anybody_opened_it_is_played(client: TestClient) -> None:
    """The list settles the deal, which has to be stored like any other event."""
    made = table(client, "kuhn_poker", "me", "random")
    (row,) = client.post("/api/tables/mine", json={"tokens": [made["owner"]]}).json()["tables"]
    assert row["turn"] == 0
    with sitting(client, made) as person:
        seen = person.turn()
        while seen["result"] is None:
            seen = person.act(seen["legal"][0])
        person.say("save", what="record")
        assert '["chance","deal 0 ' in person.hear("file")["text"]


def test_a_game_is_forked_from_an_earlier_position(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "random")
    with sitting(client, made) as person:
        person.turn()
        person.act("d")
        person.say("fork", ply=1, players=["random", "me"])
        there = person.hear("table")
        person.say("fork", ply=1, players=["me"])
        assert "1 players" in person.hear("error")["message"]
    with sitting(client, {"table": there["table"], "owner": there["token"]}) as person:
        seen = person.turn()
        assert (seen["ply"], seen["seat"]) == (1, 1)


def test_recorded_games_and_tournaments_are_viewed(client: TestClient, tmp_path: Path) -> None:
    game = aicore.load("kuhn_poker")
    players = [aicore.player("random", game), aicore.player("random", game)]
    record = Match(game, players, 5).finish()
    made = client.post("/api/records", content=record.to_line()).json()
    with sitting(client, made) as viewer:
        assert viewer.seen["result"]
        assert viewer.seen["ply"] == len(record.events)
        viewer.say("fork", ply=2, players=["me", "random"])
        assert viewer.hear("table")["token"]
    assert "error" in client.post("/api/records", content=b"\xff").json()
    wrong = record.to_line().replace('"chance"', '"chanc"', 1)
    assert client.post("/api/records", content=wrong).status_code == 400
    config = config_of("tic_tac_toe", ["random", "greedy"], games=4)
    played(tmp_path / "a.tournament", config)
    data = (tmp_path / "a.tournament").read_bytes()
    name = client.post("/api/tournaments", content=data).json()["tournament"]
    figures = client.get(f"/api/tournaments/{name}").json()
    assert {row[0] for row in figures["tables"][0]["rows"]} == {"random", "greedy"}
    for damaged in (data[:1000], b"nothing", data[:4000] + b"x" * 4000):
        answer = client.post("/api/tournaments", content=damaged)
        assert answer.status_code == 400
        assert "/" not in answer.json()["error"]  # no folder of the server
    assert client.get("/api/tournaments/none").status_code == 404


def test_an_unfinished_record_is_not_played_on(client: TestClient) -> None:
    game = aicore.load("connect_four")
    players = [aicore.player("random", game)] * 2
    record = json.loads(Match(game, players, 5).finish().to_line())
    record |= {"events": record["events"][:5], "scores": None, "returns": None, "end": None}
    made = client.post("/api/records", content=json.dumps(record)).json()
    with sitting(client, made) as viewer:
        assert (viewer.seen["ply"], viewer.seen["legal"]) == (5, [])
        viewer.say("look", narrow=False)
        assert viewer.hear("state")["ply"] == 5


def test_no_rules_forbid_an_undo_that_is_offered(client: TestClient) -> None:
    """Against computers, revealed information is undone and returns; with friends it stays."""
    for name in aicore.names():
        for text in (aicore.info(name).rules, aicore.info(name).page_rules):
            for sentence in re.findall(r"[^.;]*\bundo\b[^.]*", text, re.I):
                assert "again" in sentence, (name, sentence)
    made = table(client, "pig", "me", "random", seed="4")
    with sitting(client, made) as person:
        before = person.turn()["ply"]
        rolled = person.act("roll")["story"][0]["sentences"]
        assert "undo" in person.seen["can"]
        person.say("undo")
        while person.hear("state")["ply"] != before:
            pass
        assert person.act("roll")["story"][0]["sentences"] == rolled


def test_the_end_has_each_seats_share_and_score_and_computers_have_levels(client):
    with sitting(client, table(client, "connect_four", "me", "level 2")) as person:
        levels = [one.get("level") for one in person.seen["players"]]
        seen = person.turn()
        assert seen["end"] is None
        while seen["result"] is None:
            seen = person.act(seen["legal"][0])
        mine = {"You won": 1.0, "You lost": 0.0}.get(seen["outcome"], 0.5)
        assert seen["end"]["shares"] == [mine, 1 - mine]  # a point is won or lost, or half
        assert levels == [None, 2]
