"""Tests of `aicore review`: the graph, words and lines of a reviewed game."""

import json
import re
from html import unescape

import pytest

import aicore
from aicore.arena.match import Match
from aicore.cli.review import HEIGHT, graph
from aicore.core.record import Record
from kit import command


@pytest.mark.parametrize("width", [1, 7, 40, 100])
def test_a_graph_has_a_column_of_the_right_height_for_every_share(width):
    shares = [0.0, 1.0, 0.5, 0.25, 0.75]
    rows = graph(shares, width)
    assert len(rows) == HEIGHT
    assert all(len(row) <= max(width, 1) + 6 for row in rows)
    if width >= len(shares):
        each = min(4, width // len(shares))
        columns = [
            sum(row[6 + each * at : 7 + each * at] == "█" for row in rows) for at in range(5)
        ]
        assert columns == [round(share * HEIGHT) for share in shares]


@pytest.fixture
def file(tmp_path):
    game = aicore.load("pig", target=12)
    match = Match(game, [aicore.player("script", game), aicore.player("random", game)], "7")
    while not match.over:
        match.step()
    match.record().write(tmp_path / "games.jsonl")
    return tmp_path / "games.jsonl"


def run(*args):
    return command.run("review", *args)


def test_a_review_shows_verdicts_and_the_parts_of_the_result(file):
    shown = run(file)
    assert shown.exit_code == 0
    for text in ("Script's win chance", "own losses", "Judged by exact", "blunder from 15 %"):
        assert text in shown.output


def test_all_lists_all_decisions_and_all_luck(file):
    lines = [json.loads(line) for line in run(file, "--json").output.splitlines()]
    listed = run(file, "--all").output.partition("win chance, move by move")[0].splitlines()
    for line in lines:
        if line["type"] == "decision":
            (row,) = [row for row in listed if row.split()[:1] == [str(line["ply"] + 1)]]
            assert row.endswith(line["word"])
            assert f"{100 * line['loss']:.1f}" in row
    assert sum("luck" in row for row in listed) == sum(x["type"] == "chance" for x in lines)


def test_lines_of_json_add_up(file):
    lines = [json.loads(line) for line in run(file, "--json").output.splitlines()]
    assert lines[0]["judge"] == "exact"
    seats = [line for line in lines if line["type"] == "seat"]
    assert len(seats) == 2
    for one in seats:
        total = one["expectation"] + one["luck"] - one["losses"] + one["gifts"] + one["rest"]
        assert total == pytest.approx(one["result"], abs=1e-5)


def test_a_mistake_is_explained_by_its_consequences(tmp_path, monkeypatch):
    monkeypatch.setattr("aicore.cli.review.WHY_GAMES", 10)
    moves = "dadadaea"  # the seventh move is e, although d wins; a comes next
    events = [(ply % 2, letter) for ply, letter in enumerate(moves)]
    state = aicore.load("connect_four").start()
    for _, letter in events:
        state.apply(letter)
    result = list(state.scores()), state.returns(), state.end
    record = Record("connect_four", 2, {}, 1, ["random", "random"], events, *result)
    record.write(tmp_path / "one.jsonl")
    shown = run(tmp_path / "one.jsonl", "--why", 7, "--time", 0.3)
    assert shown.exit_code == 0
    text = " ".join(shown.output.split())
    assert "Better: d" in text
    assert "After d you win 10 of 10 games; after e none." in text


@pytest.fixture
def poker(tmp_path):
    """Return the file of a game of Leduc poker by random players; the first wins three chips."""
    game = aicore.load("leduc_poker")
    match = Match(game, [aicore.player("random", game)] * 2, "4")
    match.finish().write(tmp_path / "poker.jsonl")
    return tmp_path / "poker.jsonl"


def test_a_game_for_stakes_has_expected_chips_and_no_chances(poker):
    shown = run(poker, "--all")
    assert shown.exit_code == 0
    text = " ".join(shown.output.split())
    assert "%" not in text
    assert "chance" not in text
    assert "Random 0's expected chips, move by move" in text
    assert "expected + luck + losses + rest = result, in chips." in text
    # 1.7 % of a range of 26 chips; the stake of a game is a third of the range
    assert re.search(r"inaccuracy from 0\.44 chips, mistake from 0\.88 chips, blunder", text)
    assert re.search(r"luck [+-]\d\.\d\d, [+-]\d\.\d\d", text)
    rows = shown.output.splitlines()
    for line in map(json.loads, run(poker, "--json").output.splitlines()):
        if line["type"] == "decision":
            (row,) = [row for row in rows if row.split()[:1] == [str(line["ply"] + 1)]]
            expected, best, loss = map(float, re.findall(r" ([+-]?\d+\.\d\d)\b", row))
            assert expected == pytest.approx(
                -13 + 26 * line["played_shares"][line["seat"]], abs=0.006
            )
            assert best - expected == pytest.approx(loss, abs=0.011)
        elif line["type"] == "seat" and not line["seat"]:
            (row,) = [row for row in rows if row.startswith("  Random 0  ")]
            assert row.endswith(f" {-13 + 26 * line['result']:+.2f}")


def test_the_page_of_a_game_for_stakes_has_its_unit(poker, tmp_path):
    page = tmp_path / "page.html"
    assert run(poker, "--html", page).exit_code == 0
    data = json.loads(page.read_text().split('id="game">')[1].split("</script>")[0])
    assert data["stakes"] == {"unit": "chips", "low": -13, "high": 13, "decimals": 2}
    notes = [text for frame in data["frames"] for _word, text in frame["notes"]]
    assert notes
    assert not any("%" in text for text in [*notes, *data["review"]["summary"]])


def test_only_decisions_are_explained(file):
    lines = [json.loads(line) for line in run(file, "--json").output.splitlines()]
    luck = next(x["ply"] + 1 for x in lines if x["type"] == "chance")
    shown = run(file, "--why", luck)
    assert shown.exit_code == 2
    assert f"move {luck} is not a decision" in shown.output
    assert run(file, "--why", 5, "--json").exit_code == 2


def test_another_judge_can_be_named(file):
    lines = [
        json.loads(line) for line in run(file, "--json", "--by", "mcts:sims=40").stdout.splitlines()
    ]
    assert lines[0]["judge"] == "mcts:sims=40"
    assert any(line["type"] == "decision" and line["error"] > 0 for line in lines)
    by_rules = run(file, "--json", "--by", "expectimax:depth=2")
    assert by_rules.exit_code == 0


def test_a_page_has_the_notes_the_graph_and_the_accounts(file, tmp_path):
    page = tmp_path / "page.html"
    assert run(file, "--html", page).exit_code == 0
    data = json.loads(page.read_text().split('id="game">')[1].split("</script>")[0])
    lines = [json.loads(line) for line in run(file, "--json").output.splitlines()]
    decided, last = [line for line in lines if line["type"] == "decision"], 0
    assert decided
    for frame in data["frames"]:  # each note is on the frame that its decision led to
        words = [word for word, _ in frame["notes"] if word != "luck"]
        assert words == [line["word"] for line in decided if last <= line["ply"] < frame["ply"]]
        last = frame["ply"]
    assert len(data["review"]["rows"]) == 2
    assert data["frames"][-1]["shares"] in ([0, 1], [1, 0])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["no-such-file"], "No such file"),
        (["99"], 'there is no saved game "99"'),
        (["FILE", "--game", "2"], "has no game 2"),
        (["FILE", "--seat", "2"], "seats 0 to 1"),
        (["FILE", "--json", "--html", "page"], "choose one"),
        (["FILE", "--by", "nobody"], 'there is no player "nobody"'),
        (["FILE", "--time", "nan"], "not a number"),
        (["OTHER"], "unfinished"),
        (["POKER", "--by", "exact"], "no exact judge"),
    ],
)
def test_an_impossible_review_is_an_error_of_one_line(args, message, file, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("tic_tac_toe", "kuhn_poker"):
        game = aicore.load(name)
        match = Match(game, [aicore.player("random", game)] * 2, "7")
        while not match.over and (name != "tic_tac_toe" or len(match.events) < 3):
            match.step()
        match.record().write(tmp_path / f"{name}.jsonl")
    paths = {
        "FILE": file,
        "OTHER": tmp_path / "tic_tac_toe.jsonl",
        "POKER": tmp_path / "kuhn_poker.jsonl",
    }
    shown = run(*(paths.get(arg, arg) for arg in args))
    assert shown.exit_code == 2
    assert message in shown.output
    assert len(shown.output.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("booster", "what a sensible player would have kept", marks=pytest.mark.slow),
        ("kuhn_poker", "their probability under equilibrium play"),
        ("connect_four", ""),
    ],
)
def test_a_review_states_its_assumption_about_hidden_hands(name, text, tmp_path):
    """It does so at the terminal and on the page."""
    game = aicore.load(name)
    match = Match(game, [aicore.player("random", game)] * game.seats, "7")
    match.finish()
    match.record().write(tmp_path / "one.jsonl")
    page = tmp_path / "page.html"
    review = (tmp_path / "one.jsonl", "--time", "0.2")
    terminal = run(*review).output
    assert run(*review, "--html", page).exit_code == 0
    for shown in (terminal, page.read_text("utf-8")):
        words = unescape(" ".join(shown.split()))
        assert text in words
        assert bool(text) == ("could not see" in words or "It assumes that" in words)
