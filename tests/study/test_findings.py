"""Tests of findings against counts by other means: each figure, each sentence, each plot's data."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from statistics import fmean

import pytest

from aicore.arena.config import Stakes
from aicore.arena.figures import Mean
from aicore.core import registry
from aicore.plain.loading import register
from aicore.study.compare import differences
from aicore.study.finding import Finding, Question, format_mean
from aicore.study.findings import findings
from aicore.study.naming import titled
from aicore.study.page import page
from aicore.study.played_game import Design, PlayedGame, leads, rounds, settled
from aicore.study.report import Report

EXAMPLES = Path(__file__).parents[2] / "examples"
BOOSTER = Design("booster", 2, (), "greedy")
KUHN = Design("kuhn_poker", 2, (), "cfr")
SOLO = Design("ransom", 1, (), "greedy")


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], Design]:
    """Return a function that returns the design of an example, registered for this test."""
    monkeypatch.setattr(registry, "_REGISTERED", dict(registry._REGISTERED))
    return lambda name, seats: Design(str(register(EXAMPLES / f"{name}.py")), seats, (), "greedy")


ENDS = {"booster": ("target", "deck"), "ransom": ("fuel", "cleared")}
THINGS = ("meld x", "meld y", "orb")


def played(design: Design, number: int, seed: int = 1) -> list[PlayedGame]:
    """Return made-up games that vary in everything."""
    rng = random.Random(seed)
    seats, game = design.seats, design.load()
    found = []
    for _ in range(number):
        winners = rng.choice([{0}, {seats - 1}, {rng.randrange(seats)}, set(range(seats))])
        points = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
        back = [game.high if seat in winners else game.low for seat in range(seats)]
        if game.cooperative:
            back = [rng.choice((game.low, game.high))] * seats
        found.append(
            PlayedGame(
                points=tuple(points),
                scores=tuple(float(rng.randrange(30)) for _ in range(seats)),
                end=rng.choice(ENDS.get(design.game, ("end",))),
                rounds=float(rng.randrange(4, 12)),
                choices=rng.randrange(8, 40),
                legal=rng.uniform(4, 9),
                promising=rng.uniform(2, 4),
                mattered=rng.choice((None, 0.1, 0.3, 0.4)),
                settled=rng.choice((0.25, 0.5, 1.0)),
                leads=rng.randrange(5),
                used=tuple(
                    {thing: rng.randrange(1, 4) for thing in THINGS if rng.random() < 0.6}
                    for _ in range(seats)
                ),
                offered=frozenset({"meld x", "meld y", "meld"}),
                held={"hands": tuple(rng.randrange(6) for _ in range(seats))},
                returns=tuple(back),
                luck=(),
            )
        )  # fmt: skip
    return found


def counted(games: list[PlayedGame]) -> dict[str, float]:
    """Return the figures of games for several seats, without teams and stakes."""
    seats = range(len(games[0].points))
    found = {f"seat {seat}": [each.points[seat] for each in games] for seat in seats}
    found["shared"] = [max(each.points) < 1 for each in games]
    found["rounds"] = [each.rounds for each in games]
    found["choices"] = [each.choices for each in games]
    found["minutes"] = [each.choices * 0.25 for each in games]  # at 15 seconds
    found["settled"] = [each.settled for each in games]
    found["lead changes"] = [each.leads for each in games]
    found["legal"] = [each.legal for each in games]
    found["promising"] = [each.promising for each in games]
    found["mattered"] = [each.mattered for each in games if each.mattered is not None]
    for end in {each.end for each in games}:
        found[f"end {end}"] = [each.end == end for each in games]
    found["hands of all"] = [fmean(each.held["hands"]) for each in games]
    found["hands of winners"] = [
        each.held["hands"][each.points.index(1.0)] for each in games if 1.0 in each.points
    ]
    for thing in THINGS:
        found[f"use {thing}"] = [any(thing in mine for mine in each.used) for each in games]
        found[f"seats {thing}"] = [thing in mine for each in games for mine in each.used]
        gains = []
        for each in games:
            own = [mine.get(thing, 0) for mine in each.used]
            more = [each.points[k] for k in seats if own[k] > sum(own) / len(own)]
            less = [each.points[k] for k in seats if own[k] <= sum(own) / len(own)]
            gains += [sum(more) / len(more) - sum(less) / len(less)] if more else []
        found[f"worth {thing}"] = gains
    return {name: sum(values) / len(values) for name, values in found.items()}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_figure_is_the_mean_of_its_values(seats: int) -> None:
    games = played(replace(BOOSTER, seats=seats), 60, seed=seats)
    found = findings(replace(BOOSTER, seats=seats), games, pace=15.0)
    assert {each.name: each.value for each in found} == pytest.approx(counted(games))
    for each in found:
        assert each.low is not None
        assert each.high is not None
        assert each.low <= each.value <= each.high, each.name
        assert each.low < each.high
        assert each.half == pytest.approx((each.high - each.low) / 2)
        entries = each.to_dict()
        assert entries["value"] == each.value
        assert not {"values", "question"} & set(entries)


def test_questions_cover_every_limit() -> None:
    """Whoever wins more than a fair share may be favored; the others may be at a disadvantage."""
    games = [replace(each, points=(1.0, 0.0)) for each in played(BOOSTER, 30)]
    asked = {each.name: each.question for each in findings(BOOSTER, games) if each.question}
    assert {name: one.mark for name, one in asked.items()} == {
        "seat 0": "favored", "seat 1": "at a disadvantage", "shared": "many ties",
        "settled": "settled early", "mattered": "decisions hardly matter",
        "worth orb": "the game depends on it",
    }  # fmt: skip
    assert [asked[name].of for name in ("seat 0", "seat 1", "worth orb")] == [2, 2, 1]
    assert asked["seat 0"].chance < 0.001
    assert asked["seat 1"].chance < 0.001
    assert asked["shared"].chance > 0.9


def test_stakes_are_counted_above_the_mean_of_the_table() -> None:
    games = [replace(each, returns=(2.0, -2.0)) for each in played(KUHN, 40)]
    found = {each.name: each for each in findings(KUHN, games)}
    assert (found["seat 0"].value, found["seat 1"].value) == (2.0, -2.0)
    for seat, mark in enumerate(("favored", "at a disadvantage")):
        question = found[f"seat {seat}"].question
        assert question is not None
        assert (question.mark, question.of) == (mark, 2)
        assert question.chance < 0.001
    assert found["seat 0"].sentence.startswith("Seat 0 gets 2 chips a game;")
    assert found["seat 1"].sentence == "Seat 1 gets -2 chips a game; a fair share is 0."
    worth = found["worth orb"]
    assert worth.unit == "chips"
    assert worth.question is None  # no limit is known
    gain = [
        each.returns[0] - each.returns[1] if one > two else each.returns[1] - each.returns[0]
        for each in games
        for one, two in [[mine.get("orb", 0) for mine in each.used]]
        if one != two
    ]
    assert worth.value == pytest.approx(fmean(gain))
    assert re.fullmatch(
        rf"orb: players with more of it win .* chips (more|less) \({len(gain)} games\)\.",
        worth.sentence,
    )


def test_a_gain_is_above_the_mean_of_the_table() -> None:
    design = Design("leduc_poker", 2, (), "random")
    games = [replace(each, returns=(1.0, 4.0)) for each in played(design, 12)]
    found = {each.name: each for each in findings(design, games)}
    assert (found["seat 0"].value, found["seat 1"].value) == (-1.5, 1.5)
    assert Stakes("chips", -5.0, 5.0).reach(2) == 5.0  # for the interval
    assert Stakes("chips", -5.0, 5.0).reach(4) == 7.5


def test_partners_succeed_together(example: Callable[[str, int], Design]) -> None:
    fire = example("firebreak", 2)
    games, game = played(fire, 40), fire.load()
    found = {each.name: each for each in findings(fire, games)}
    won = fmean(each.returns[0] == game.high for each in games)
    assert found["success"].value == pytest.approx(won)
    assert found["success"].sentence.startswith("All win together in ")
    assert not {"settled", "lead changes", "shared", "seat 0", "worth orb"} & set(found)
    assert {"use orb", "seats orb", "hands of winners"} <= set(found)
    half = 0.5 * (game.low + game.high)
    games = [replace(each, returns=(half, half)) for each in games]
    (success,) = [each for each in findings(fire, games) if each.name == "success"]
    assert success.value == 0.5
    assert success.sentence.startswith("Together they reach ")


def test_teams_win_what_their_seats_win(example: Callable[[str, int], Design]) -> None:
    whist = example("whist", 4)
    teams, games = whist.load().teams, played(whist, 40)
    found = {each.name: each for each in findings(whist, games)}
    for team in (0, 1):
        mine = [
            sum(p for p, k in zip(each.points, teams, strict=True) if k == team) for each in games
        ]
        assert found[f"team {team}"].value == pytest.approx(fmean(mine))
        assert found[f"team {team}"].sentence.startswith(f"Team {team} wins ")
        assert found[f"team {team}"].sentence.endswith("a fair share is 50 %.")
    assert "seat 0" not in found


def test_in_solo_games_more_of_a_thing_is_compared_with_less() -> None:
    games = played(SOLO, 60)
    found = {each.name: each for each in findings(SOLO, games)}
    assert found["score"].value == pytest.approx(fmean(each.scores[0] for each in games))
    for thing in THINGS:
        amounts = [each.used[0].get(thing, 0) for each in games]
        scores = [each.scores[0] for each in games]
        middle = fmean(amounts)
        more = [score for score, own in zip(scores, amounts, strict=True) if own > middle]
        less = [score for score, own in zip(scores, amounts, strict=True) if own <= middle]
        one = found[f"worth {thing}"]
        assert one.value == pytest.approx(fmean(more) - fmean(less))
        assert one.low < one.value < one.high
    even = findings(SOLO, [replace(each, scores=(7.0,)) for each in games])
    assert {each.value for each in even if each.section == "Worth"} == {0.0}
    assert not {"settled", "lead changes", "hands of winners", "seats orb"} & set(found)


def test_a_figure_counts_only_games_that_have_it() -> None:
    games = played(BOOSTER, 30)
    one = next(k for k, each in enumerate(games) if each.promising != each.legal)
    games = [replace(each, promising=each.legal) for each in games]
    assert "promising" not in {each.name for each in findings(BOOSTER, games)}
    games[one] = replace(games[one], promising=1.0)  # a single game shows that they differ
    assert "promising" in {each.name for each in findings(BOOSTER, games)}
    games = [replace(each, mattered=None) for each in games]
    assert "mattered" not in {each.name for each in findings(BOOSTER, games)}
    games[0] = replace(games[0], mattered=0.5)
    (found,) = [each for each in findings(BOOSTER, games) if each.name == "mattered"]
    assert (found.value, found.question) == (0.5, None)  # too few for a question


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "sign", "text"),
    [
        (0.54, 0.47, 0.61, "%", "", "54 % ± 7"),
        (0.97, 0.88, 0.99, "%", "", "97 % (88 to 99)"),
        (0.5, 0.49, 0.51, "%", "", "50.0 % ± 1.0"),  # a narrow interval has a decimal
        (0.5, 0.48, 0.52, "%", "", "50 % ± 2"),
        (8.12, 7.81, 8.43, "rounds", "", "8.1 ± 0.3"),
        (8.12, 8.08, 8.16, "rounds", "", "8.12 ± 0.04"),
        (123.4, 120.4, 126.4, "rounds", "", "123 ± 3"),
        (99.9, 98.9, 100.9, "rounds", "", "99.9 ± 1.0"),
        (9.0, 4.0, None, "rounds", "", "9.0 (4.0 or more)"),
        (9.0, None, 12.0, "rounds", "", "9.0 (12.0 or less)"),
        (9.0, None, None, "rounds", "", "9.0"),
        (9.0, 9.0, 9.0, "rounds", "", "9.0"),
        (1.5, 1.0, 2.5, "chips", "+", "+1.5 (+1.0 to +2.5)"),
        (-1.5, -2.0, -1.0, "chips", "+", "-1.5 ± 0.5"),
        (-1e-15, -90.0, 90.0, "Elo", "", "0.0 ± 90.0"),
    ],
)
def test_a_mean_has_as_many_digits_as_its_interval_allows(
    value: float, low: float | None, high: float | None, unit: str, sign: str, text: str
) -> None:
    assert format_mean(Mean(value, low, high), unit, sign) == text


def test_sentences_about_things_at_the_end() -> None:
    def said(**held: tuple[int, int]) -> dict[str, str]:
        games = [replace(each, points=(1.0, 0.0), held=held) for each in played(BOOSTER, 4)]
        return {each.name: each.sentence for each in findings(BOOSTER, games)}

    found = said(hands=(1, 1), queue=(1, 3), stars=(4, 0))
    assert found["hands of all"] == "Players finish with 1 card in hand."
    assert found["hands of winners"] == "Winners finish with 1 card in hand."
    assert found["queue of all"] == "Players finish with 2 cards in the queue."
    assert found["queue of winners"] == "Winners finish with 1 card in the queue."
    assert found["stars of winners"] == "Winners finish with 4 stars."
    found = said(stars=(1, 2))
    assert found["stars of all"] == "Players finish with 1.5 stars on average."
    assert found["stars of winners"] == "Winners finish with 1 star."


def test_titles_distinguish_all_figures() -> None:
    title = titled(BOOSTER)
    games = played(BOOSTER, 20)
    names = {each.name for each in findings(BOOSTER, games)}
    assert len({title(name) for name in names}) == len(names)
    assert title("hands of winners") == "hands of winners"
    assert title("seat 1") == "seat 1"
    assert title("other") == "other"


def test_rounds_are_counted_by_the_game_else_as_turns_per_seat() -> None:
    assert rounds({"round": 7, "turns": 40}, 12, 2) == 7.0
    assert rounds({"month": 5, "turns": 40}, 12, 2) == 5.0
    assert rounds({"round": "last", "turns": 40}, 12, 2) == 20.0
    assert rounds({}, 12, 3) == 4.0


def test_a_lead_counts_at_its_exact_threshold() -> None:
    # 0.5 is decisive, and 0.05 makes a leader; both are exact here
    assert settled([(0.75, 0.25)], (1, 0)) == 0.0
    assert settled([(0.74, 0.26)], (1, 0)) == 1.0
    assert leads([(0.05, 0.0), (0.0, 0.05)]) == 1
    assert leads([(0.04, 0.0), (0.0, 0.05)]) == 0
    assert settled([(1.0,)], (1.0,)) == 1.0  # nobody to lead


# the page


def report(design: Design, number: int = 40, against: Design | None = None) -> Report:
    """Return the report on made-up games, with two marks."""
    games = played(design, number)
    found = findings(design, games)
    apart = ()
    if against is not None:
        other = [replace(each, rounds=each.rounds + 3) for each in games]
        apart = tuple(differences(found, findings(design, other)))
    marks = {found[0].name: ("favored", 0.01), found[1].name: ("at a disadvantage", 0.001)}
    found = [
        replace(each, mark=marks[each.name][0], question=Question("seats", "", marks[each.name][1]))
        if each.name in marks else each
        for each in found
    ]  # fmt: skip
    return Report(design, number, tuple(found), tuple(games), against, apart)


def sections(text: str) -> dict[str, str]:
    """Return the parts of a page by their headings."""
    parts = re.split(r"<h[23]>(.*?)</h[23]>", text)
    return {unescape(title): body for title, body in zip(parts[1::2], parts[2::2], strict=True)}


def bars(body: str) -> list[tuple[str, int]]:
    """Return the label of each bar of a plot, and its number of games."""
    return [(a, int(b)) for a, b in re.findall(r"<rect[^>]*><title>(.+?): (\d+)</title>", body)]


def test_a_page_shows_every_finding_in_its_section() -> None:
    one = report(BOOSTER)
    found = sections(page([one]))
    assert "40 games between greedy players" in found["booster, 2 seats"]
    for each in one.findings:
        assert each.sentence in unescape(found[each.section]), each.name
    for each in one.marked:
        assert f"<b>{each.mark}</b>: {each.sentence}" in unescape(found["booster, 2 seats"])
    first = found["What to change first"]
    assert first.index("at a disadvantage") < first.index("favored")  # the surest first


def test_the_plots_of_a_page_have_the_data_of_the_games() -> None:
    one = report(BOOSTER)
    found = sections(page([one]))
    lengths = sorted({each.rounds for each in one.played})
    assert bars(found["Length"]) == [
        (f"{length:.0f}", sum(each.rounds == length for each in one.played)) for length in lengths
    ]
    assert sum(count for _, count in bars(found["Tension"])) == 40
    assert "rounds of a game" in found["Length"]
    assert "winner known" in found["Tension"]
    assert "% of the decisions" in found["Tension"]
    assert "% of the wins" in found["Fairness"]
    by_name = {each.name: each for each in one.findings}
    for section, kind in (("Fairness", ""), ("Worth", "worth ")):
        drawn = re.findall(
            r"<title>(.+?): (\S+), 95 % interval (\S+) to (\S+)</title>", found[section]
        )
        assert len(drawn) == len([name for name in by_name if by_name[name].section == section
                                  and name != "shared"])  # fmt: skip
        for name, *figures in drawn:
            each = by_name[f"{kind}{name}"]
            assert [float(figure) for figure in figures] == pytest.approx(
                [100 * each.value, 100 * each.low, 100 * each.high], abs=0.5
            )
    values = [float(value) for value in re.findall(r": (\S+), 95 %", found["Worth"])]
    assert values == sorted(values, reverse=True)
    assert "% more wins than others at the table" in found["Worth"]
    assert "<svg" not in found["Choices"]


def test_a_page_of_a_solo_game_has_its_scores() -> None:
    one = report(SOLO)
    found = sections(page([one]))
    assert sum(count for _, count in bars(found["Result"])) == 40
    assert {int(label) for label, _ in bars(found["Result"])} <= {*range(30)}
    assert "points" in found["Result"]
    assert "points more in games with more of it" in found["Worth"]


def test_a_page_of_a_game_played_together_has_its_success(
    example: Callable[[str, int], Design],
) -> None:
    found = sections(page([report(example("firebreak", 2))]))
    assert "success" in found["Result"]
    assert "% of the best result" in found["Result"]
    assert sum(count for _, count in bars(found["Result"])) == 40


def test_a_page_of_a_game_for_stakes_has_its_stakes() -> None:
    found = sections(page([report(KUHN)]))
    assert "chips a game above the mean of the table" in found["Fairness"]
    assert "chips more than others at the table" in found["Worth"]


def test_a_page_compares_every_figure_and_says_which_differ() -> None:
    one = report(BOOSTER, against=replace(BOOSTER, options=(("target", 40),)))
    found = sections(page([one]))["Compared with target=40, on the same deals"]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in found.split("<tr>")[2:]]
    assert len(rows) == len(one.differences) > len(one.changes()) == 1
    by_name = {unescape(row[0]): row for row in rows}
    here, there, apart, verdict = by_name["rounds"][1:]
    assert float(there) == pytest.approx(float(here) + 3, abs=0.11)
    assert (apart, verdict) == ("+3.0", "differs")
    assert by_name["choices"][4] == ""
    assert [name for name, row in by_name.items() if row[4]] == ["rounds"]


@pytest.mark.parametrize("number", [12, 13])
def test_long_lists_of_a_page_are_folded(number: int) -> None:
    each = Finding("Use", "use orb", 0.5, 0.4, 0.6, "%", "orb: chosen.")
    one = Report(BOOSTER, 9, (each,) * number, tuple(played(BOOSTER, 9)))
    text = page([one])
    assert text.count("orb: chosen.") == number
    assert text.count("<summary>") == text.count("<summary>Show all 13</summary>") == (number == 13)
