"""Tests of lessons on the page: each is finished by the moves of its steps, and no others."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

import aicore
from aicore.coach.lesson import has_lesson, load_lesson
from kit.web import sitting

TAUGHT = [name for name in aicore.names() if has_lesson(name)]
LONG = ("gratis3", "relics")  # daily tests do their steps at the terminal


def begun(client: TestClient, game: str) -> dict:
    answer = client.post("/api/lessons", json={"game": game})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in TAUGHT],
)
def test_a_lesson_is_learned_to_its_end(client, game):
    lesson = load_lesson(game)
    with sitting(client, begun(client, game)) as person:
        seen = person.turn()
        for number, step in enumerate(lesson.steps):
            text = seen["lesson"]
            assert (text["step"], text["steps"]) == (number, len(lesson.steps))
            assert text["lit"], f"step {number}: nothing that can be done does it"
            assert [seen["legal"][place] for place in text["lit"]] == [step.done]
            assert "Type" not in text["do"]
            others = [a for a in seen["legal"] if a != step.done]
            for other in (*others[:1], *others[-1:]):
                refused = person.refused("act", actions=[other], ply=seen["ply"])
                assert refused == step.clicked().refusal
                assert person.refused("type", line=other, ply=seen["ply"]) == refused
            assert "cannot hurry" in person.refused("hurry")
            person.say("hint")
            assert person.hear("hint")["actions"] == [step.done]
            seen = person.act(step.done)
        assert seen["lesson"]["step"] == len(lesson.steps)
        assert seen["lesson"]["do"] == lesson.end
        assert not seen["lesson"]["lit"]


def test_a_game_without_a_lesson_says_so(client):
    answer = client.post("/api/lessons", json={"game": "kuhn_poker"})
    assert answer.status_code == 400
    assert "no lesson yet" in answer.json()["error"]


def test_a_table_without_a_lesson_shows_none(client):
    made = client.post(
        "/api/tables", json={"game": "pig", "seats": 2, "options": {}, "players": ["me", "random"]}
    ).json()
    with sitting(client, made) as person:
        assert person.turn()["lesson"] is None
