"""Tests of puzzles on the page: the solver's messages, and answers judged without being played."""

from __future__ import annotations

import pytest

from aicore.coach.puzzles.puzzle import load_puzzles
from aicore.core.language import gettext, speaking
from kit.web import sitting

GAME = "connect_four"


def posed(client, game=GAME, number=1):
    answer = client.post("/api/puzzles", json={"game": game, "number": number})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_lobby_counts_the_puzzles(client):
    counts = {game["name"]: game["puzzles"] for game in client.get("/api/games").json()["games"]}
    assert counts[GAME] == len(load_puzzles(GAME))
    assert counts["kuhn_poker"] == 0


def test_the_lobby_names_the_themes_by_their_keys(client):
    headers = {"accept-language": "de"}
    games = client.get("/api/games", headers=headers).json()["games"]
    themes = {game["name"]: game["themes"] for game in games}
    assert set(themes[GAME]) == {puzzle.theme for puzzle in load_puzzles(GAME)}
    with speaking("de"):
        assert themes[GAME] == {theme: gettext(theme) for theme in themes[GAME]}
    assert themes["kuhn_poker"] == {}


def test_an_action_is_judged_and_the_position_stays(client):
    puzzle = load_puzzles(GAME)[0]
    with sitting(client, posed(client)) as person:
        seen = person.turn()
        assert seen["puzzle"] == {
            "number": 1,
            "of": len(load_puzzles(GAME)),
            "key": puzzle.theme,
            "theme": puzzle.theme,
            "level": "easy",
        }
        assert seen["ply"] == len(puzzle.record.events)
        assert seen["can"] == []
        assert seen["seed"] is None
        wrong = puzzle.others[0].action
        for action, right in ((wrong, False), (puzzle.best, True), (wrong, False)):
            person.say("act", actions=[action], ply=seen["ply"])
            answer = person.hear("answer")
            assert (answer["action"], answer["right"]) == (action, right)
            assert answer["sentences"]
        person.say("type", line=puzzle.best, ply=seen["ply"])
        assert person.hear("answer")["right"]
        person.say("solution")
        assert person.hear("answer")["action"] == puzzle.best
        person.say("preview", actions=[wrong], ply=seen["ply"])
        assert person.hear("preview")["sentences"]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"kind": "act", "actions": ["h"], "ply": 0}, "moved on"),
        ({"kind": "hint"}, "hint is not available in a puzzle"),
        ({"kind": "undo"}, "undo is not available in a puzzle"),
        (
            {"kind": "fork", "ply": 0, "players": ["me", "random"]},
            "fork is not available in a puzzle",
        ),
    ],
)
def test_requests_that_a_puzzle_does_not_answer_are_refused(client, message, text):
    with sitting(client, posed(client)) as person:
        person.turn()
        assert text in person.refused(**message)


def test_a_wrong_request_for_a_puzzle_is_refused(client):
    for body, text in (
        ({"game": GAME, "number": 999}, "puzzles 1 to"),
        ({"game": "kuhn_poker", "number": 1}, "has no puzzles"),
        ({"game": GAME}, "number: missing"),
        ({"game": GAME, "number": 0}, "it must be a whole number"),
    ):
        answer = client.post("/api/puzzles", json=body)
        assert answer.status_code == 400
        assert text in answer.json()["error"]


def test_a_game_has_no_solution(client):
    made = client.post(
        "/api/tables",
        json={"game": GAME, "seats": 2, "options": {}, "players": ["me", "random"]},
    ).json()
    with sitting(client, made) as person:
        person.turn()
        assert "not a puzzle" in person.refused("solution")


def test_theme_and_level_are_in_the_visitor_s_language(client):
    headers = {"accept-language": "de"}
    with sitting(client, posed(client), headers=headers) as person:
        puzzle = person.turn()["puzzle"]
    assert puzzle["key"] == load_puzzles(GAME)[0].theme  # alike in all languages
    with speaking("de"):
        assert puzzle["theme"] == gettext(load_puzzles(GAME)[0].theme)
    assert puzzle["level"] == "leicht"
