"""Tests of the server's languages: each visitor reads their own, whatever others read."""

from __future__ import annotations

import sqlite3

import pytest
from starlette.testclient import TestClient

from aicore.core.language import language
from aicore.core.registry import info
from aicore.web import jobs
from aicore.web.store import TableStore
from aicore.web.workers import Job
from kit.web import sitting, table

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.8"}
AIM = {
    "en": "Be the first to reach 100 points.",
    "de": "Erreiche als Erster 100 Punkte.",
}
"""First line of Pig's aim in words.toml, and its translation in de.po."""


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "en"),
        (GERMAN, "de"),
        ({"accept-language": "fr, en"}, "en"),
        ({"accept-language": "fr"}, "en"),
        ({"cookie": "aicore-language=de"}, "de"),
        ({**GERMAN, "cookie": "theme=dark; aicore-language=en"}, "en"),
        ({**GERMAN, "cookie": "aicore-language=klingon"}, "de"),
        ({"cookie": 'mine={"a": [1]}; aicore-language=de; odd name=x; ='}, "de"),
        ({"cookie": 'aicore-language=de; mine="'}, "de"),
    ],
)
def test_a_page_is_answered_in_its_visitor_s_language(
    client: TestClient, headers: dict[str, str], code: str
) -> None:
    other = {"cookie": f"aicore-language={'en' if code == 'de' else 'de'}"}
    for asked, wanted in ((other, AIM["en" if code == "de" else "de"]), (headers, AIM[code])):
        assert client.get("/api/games/pig", headers=asked).json()["aim"][0] == wanted
    missing = client.get("/api/tables/none", headers=headers).json()["error"]
    assert missing == {"en": "there is no such table", "de": "diesen Tisch gibt es nicht"}[code]


def test_the_page_itself_is_in_the_visitor_s_language(client: TestClient) -> None:
    """This holds even where no script runs."""
    assert '<html lang="en"' in client.get("/").text
    page = client.get("/", headers=GERMAN).text
    assert '<html lang="de"' in page
    assert "Zum Inhalt" in page


def test_the_lobby_comes_from_catalogs(client: TestClient) -> None:
    """Titles that are proper names stay, and so do the texts of games without a catalog."""
    lobby = client.get("/api/games", headers=GERMAN).json()
    english = client.get("/api/games").json()
    assert lobby["levels"][0] == "Anfänger" != english["levels"][0]
    for one, other in zip(lobby["games"], english["games"], strict=True):
        if (info(one["name"]).folder / "de.po").exists():  # other tests add games
            assert one["pitch"] != other["pitch"], one["name"]
    for one, other in zip(lobby["players"], english["players"], strict=True):
        assert one["about"] != other["about"], one["name"]


def test_choices_of_options_are_named_but_not_changed(client: TestClient) -> None:
    for headers, wanted in (({}, ["immediate", "turn end"]), (GERMAN, ["sofort", "am Zugende"])):
        games = client.get("/api/games", headers=headers).json()["games"]
        (trader,) = (game for game in games if game["name"] == "trader")
        payment = next(one for one in trader["options"] if one["name"] == "payment")
        assert payment["values"] == ["immediate", "turn_end"]
        assert payment["names"] == wanted


def test_two_at_one_table_read_their_own_languages(client: TestClient) -> None:
    made = table(client, "pig", "me", "friend", seed="one table")
    friend = made["tokens"][1]
    with (
        sitting(client, made, language="en", headers=GERMAN) as me,
        sitting(client, made, friend, language="de") as other,
    ):
        me.say("act", actions=["roll"], ply=me.seen["ply"])
        for one in (me, other):
            while not one.seen["story"]:
                one.hear("state")
        texts = [" ".join(one.seen["story"][-1]["sentences"]) for one in (me, other)]
        assert texts[0].startswith("You roll")
        assert "würfelt" in texts[1]
        assert me.seen["aim"][0] == AIM["en"]
        assert other.seen["aim"][0] == AIM["de"]
        assert other.refused("undo") == "das lässt sich nicht zurücknehmen"


def test_a_refused_request_is_answered_in_its_visitor_s_language(client: TestClient) -> None:
    foreign = {**GERMAN, "origin": "http://elsewhere.example"}
    refused = client.get("/api/games", headers=foreign)
    assert refused.status_code == 403
    assert refused.json()["error"] == "dieser Server beantwortet keine Anfragen von dieser Seite"


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        (
            "/api/puzzles",
            {"game": "connect_four", "number": 9999},
            "connect_four hat die Aufgaben 1 bis",
        ),
        (
            "/api/tables",
            {"game": "relics", "players": ["me"], "options": {"data": "/etc/passwd"}},
            "Option data nennt eine Datei; eine Seite darf keine Dateien nennen",
        ),
    ],
)
def test_errors_of_wrong_requests_come_from_a_catalog(
    client: TestClient, path: str, body: dict[str, object], error: str
) -> None:
    assert error in client.post(path, json=body, headers=GERMAN).json()["error"]


def test_each_viewer_reads_about_trouble_in_their_own_language(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object, **named: object) -> None:
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(TableStore, "append_event", fails)
    made = table(client, "connect_four", "level:5", "me")
    with (
        sitting(client, made, language="en") as me,
        sitting(client, made, None, language="de") as other,
    ):
        for one, begin in (
            (me, "Regular cannot think right now (disk full); trying again in "),
            (other, "Stammspieler kann gerade nicht nachdenken (disk full); neuer Versuch in "),
        ):
            while not one.seen["trouble"]:
                one.hear("state")
            assert one.seen["trouble"].startswith(begin)


def test_a_socket_speaks_what_its_browser_prefers(client: TestClient) -> None:
    made = table(client, "pig", "me", "greedy")
    with sitting(client, made, headers=GERMAN) as person:
        assert person.seen["aim"][0] == AIM["de"]


def test_workers_answer_in_the_language_of_their_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(jobs.JOBS, "said", lambda progress: language())
    job = Job("somebody", "said", language="de")
    assert jobs.run_job(lambda choice, value: None, job.name, job.language, job.arguments) == (
        "done",
        "de",
    )
    assert language() == "en"
