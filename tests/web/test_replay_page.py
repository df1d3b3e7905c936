"""Tests of pages of recorded games: complete, self-contained, with a seat's knowledge only."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import aicore
from aicore.coach.effort import Effort
from aicore.coach.review import review
from aicore.core.picture import Scene, to_svg
from aicore.core.record import Record
from aicore.session.seat_labels import seat_names
from aicore.web.replay_page import SLIGHT, render_replay


def played(name: str, seats: int = 2) -> Record:
    """Return a game by the policy."""
    game = aicore.load(name, seats=seats)
    state, chance, rng = game.start(), aicore.Chance(seed=5), aicore.Rng(5)
    record = Record(name, seats, {}, 5, ["mcts"] * seats)
    while state.turn != aicore.END:
        actor: int | str = state.turn if state.turn >= 0 else "chance"
        event = chance.step(state) if actor == "chance" else state.policy(rng)
        if actor != "chance":
            state.apply(event)
        record.events.append((actor, game.text(event)))
    record.scores, record.returns, record.end = list(state.scores()), state.returns(), state.end
    return record


def kuhn(other: str, seed: int = 1) -> Record:
    """Return a game of Kuhn poker before its last decision, which the other's card decides."""
    deal = [("chance", "deal 0 Q"), ("chance", f"deal 1 {other}")]
    events = [*deal, (0, "check"), (1, "bet")]
    return Record("kuhn_poker", 2, {}, seed, ["random", "random"], events)


def content(page: str) -> dict[str, Any]:
    """Return the data that the page's script reads."""
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_page_has_the_picture_of_every_decision_and_of_the_end() -> None:
    record = played("connect_four")
    data = content(render_replay(record))
    game = record.load()
    state, called = game.start(), tuple(seat_names(record.players, game.info))
    for number, frame in enumerate(data["frames"]):
        last = tuple(record.events[max(number - 1, 0) : number])
        for size in ("wide", "narrow"):
            scene = Scene(state, called, (), last, (), size == "narrow")
            drawn = "".join(data["pieces"][piece] for piece in frame[size])
            assert drawn == to_svg(scene, alone=False)
        assert bool(frame["sentences"]) == bool(number)
        if number < len(record.events):
            state.apply(record.events[number][1])
    assert len(data["frames"]) == len(record.events) + 1
    assert "win" in data["frames"][-1]["sentences"][-1]


def test_a_page_makes_no_requests_and_runs_no_text_of_a_record() -> None:
    record = played("tic_tac_toe")
    record.players = ["</script><script>alert(1)</script>", "{content}"]
    page = render_replay(record)
    assert "default-src 'none'" in unescape(page)
    assert not re.search(r"\b(src|href)=|@import|url\(", page)
    assert set(re.findall(r"https?://[^\"\\ ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "alert(1)<" not in page
    assert page.count("<script") == 3
    for frame in content(page)["frames"]:
        fromstring("".join(content(page)["pieces"][piece] for piece in frame["wide"]))


def test_a_seat_s_page_holds_nothing_that_the_seat_did_not_know() -> None:
    jack, king = kuhn("J"), kuhn("K")
    assert render_replay(jack, seat=0) == render_replay(king, seat=0)
    assert render_replay(jack) != render_replay(king)
    assert render_replay(jack, seat=1) != render_replay(king, seat=1)


def test_a_seat_s_page_of_an_unfinished_game_has_no_seed() -> None:
    assert "seed 77" in render_replay(kuhn("J", seed=77))
    assert "seed 77" not in render_replay(kuhn("J", seed=77), seat=0)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(aicore.AicoreError, match="seats 0 to 1"):
        render_replay(played("tic_tac_toe"), seat=2)


@pytest.mark.parametrize(
    ("name", "options"), [("booster", {"target": 3}), ("tic_tac_toe", {})]
)  # fmt: skip
def test_a_page_has_the_remarks_of_a_review_where_they_belong(
    name: str, options: dict[str, int]
) -> None:
    game = aicore.load(name, **options)
    rng = [aicore.Rng(2), aicore.Rng(7)]

    def at_random(state: Any) -> Any:
        legal = state.legal_actions()
        return legal[rng[state.turn].below(len(legal))]

    state, chance = game.start(), aicore.Chance(seed=5)
    record = Record(name, 2, options, 5, ["random"] * 2)
    while state.turn != aicore.END:
        actor: int | str = state.turn if state.turn >= 0 else "chance"
        event = chance.step(state) if actor == "chance" else at_random(state)
        if actor != "chance":
            state.apply(event)
        record.events.append((actor, game.text(event)))
    record.scores, record.returns, record.end = list(state.scores()), state.returns(), state.end
    found = review(record, Effort(60, 20, 10))
    data = content(render_replay(record, review=found, called=("Ann", "Bob")))
    frames, course = data["frames"], {point.ply: point for point in found.course}
    for frame in frames:
        point = course.get(frame["ply"])
        assert (frame["shares"] is None) == (point is None)
        if point is not None:
            assert frame["shares"] == pytest.approx(point.shares, abs=1e-4)
            assert frame["searched"] == pytest.approx(point.searched, abs=1e-4)
    starts = [0, *(frame["ply"] for frame in frames[:-1])]
    words, lucky = [], 0
    for begin, frame in zip(starts, frames, strict=True):
        wanted = []
        for choice in (one for one in found.choices if begin <= one.ply < frame["ply"]):
            who, played = ("Ann", "Bob")[choice.seat], 100 * choice.played_shares[choice.seat]
            better = f"; {100 * choice.best_shares[choice.seat]:.1f} % with "
            text = f"{who}: {played:.1f} %"
            text += "" if choice.best == choice.played else better + ", ".join(choice.line[:4])
            wanted.append([choice.word, text])
        assert [note for note in frame["notes"] if note[0] != "luck"] == wanted
        words += [word for word, _ in wanted]
        texts = [text for word, text in frame["notes"] if word == "luck"]
        moved = [
            one
            for one in found.luck_events
            if begin <= one.ply < frame["ply"]
            and one.events
            and max(map(abs, one.shares)) >= SLIGHT
        ]
        assert [text.partition(": ")[0] for text in texts] == [
            ", ".join(one.events) for one in moved
        ]
        for text, one in zip(texts, moved, strict=True):
            ann, bob = (100 * share for share in one.shares)
            assert text.endswith(f": Ann {ann:+.1f} %, Bob {bob:+.1f} %")
        lucky += len(texts)
    assert len(words) == len(found.choices)
    assert bool(lucky) == game.has_chance
    summed = data["review"]
    assert summed["summary"]
    assert len(summed["rows"]) == 2
    assert all(len(row) == len(summed["columns"]) for row in summed["rows"])
