"""Tests of a person's session at a terminal: ambiguous lines, moves to confirm, and undo."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import aicore
from aicore.arena.match import Match
from aicore.cli.post_game import what_next
from aicore.cli.prompt import Prompt
from aicore.cli.seating import SeatPlan
from aicore.cli.session import TerminalSession
from aicore.cli.typed_commands import Leave
from aicore.core.deal import deal_of


class Table:
    """Game in which seat 0 types these lines and then leaves."""

    def __init__(self, name, *lines, seed=1, height=40, seats=2):
        game = aicore.load(name, seats=seats)
        players = [aicore.player("human", game)]
        players += [aicore.player("script", game) for _ in range(seats - 1)]
        self.match = Match(game, players, seed)
        self.console = Console(width=80, height=height, force_terminal=True, record=True)
        self.console.file = open("/dev/null", "w")  # noqa: SIM115
        self.session = TerminalSession(self.console, self.match, 0)
        self.session.prompt.interactive = True
        self.session.prompt.read = self.read
        self.session.prompt.put_back = lambda typed: self.lines.insert(0, typed)
        players[0].ask = self.session.ask
        self.lines, self.asked = list(lines), []
        self.plan = SeatPlan(game, deal_of(seed), None, 0, players, None, None)

    def read(self, label, words):
        self.asked.append(label)
        if not self.lines:
            raise Leave
        return self.lines.pop(0)

    def play(self):
        self.over = self.session.run()
        return self

    @property
    def text(self):
        return self.console.export_text(clear=False)

    @property
    def own(self):
        return [event for actor, event in self.match.events if actor == 0]


FLIGHT = ("", "play move-launch; launch bomber U1; launch fighter D1")


def test_an_ambiguous_line_gets_a_question():
    table = Table("gratis3", *FLIGHT, "U1 S1", "2").play()
    assert table.asked[-2:] == ["which one > ", "your move > "]
    first = "1 rav U1 to S1 tail U1  next flight not to U1"
    assert re.search(rf"{first}\s+2 rav U1 to S1 tail P1", table.text)
    assert "P1?" in table.text  # shown on the board
    assert table.own[-1] == "rav U1 to S1 tail P1"


def test_any_words_of_a_move_answer_the_question():
    table = Table("gratis3", *FLIGHT, "U1 S1", "s1 p1").play()
    assert table.own[-1] == "rav U1 to S1 tail P1"


def test_another_move_or_a_command_may_answer_the_question():
    table = Table("gratis3", *FLIGHT, "U1 S1", "", "U1 S1", "help ravs", "U1 S1", "U1 P2").play()
    assert table.own[-1] == "rav U1 to P2 tail P1"
    assert "ravs Your Fighters and Bombers" in " ".join(table.text.split())


def test_a_move_that_may_cost_the_game_is_confirmed():
    table = Table("relics", "", "airlock W", "escape", "n", "escape", "y").play()
    asked = [label for label in table.asked if "sure" in label]
    assert asked == ["escape: sure? y or n > "] * 2
    assert "your game is over with no points" in table.text
    assert table.own[:2] == ["airlock W", "escape"]


def test_a_number_does_not_answer_a_confirmation():
    table = Table("relics", "", "airlock W", "escape", "2", "n").play()
    assert "Type y or n." in table.text
    assert table.own == ["airlock W"]


def test_a_command_or_a_move_may_answer_a_confirmation():
    table = Table("relics", "", "airlock W", "escape", "help ap", "escape", "end", "y").play()
    assert "Action points, which pay for your actions" in table.text
    asked = [label for label in table.asked if "sure" in label]
    assert asked == ["escape: sure? y or n > "] * 2 + ["end: sure? y or n > "]
    assert table.own[:2] == ["airlock W", "end"]


@pytest.mark.parametrize(("hint", "questions"), [("end", 0), ("escape", 1)])
def test_a_hint_is_confirmed_only_if_it_may_cost_the_game(hint, questions, monkeypatch):
    monkeypatch.setattr("aicore.cli.typed_commands.show_hint", lambda *_: hint)
    table = Table("relics", "", "airlock W", "hint", "play it", "y").play()
    assert sum("sure?" in label for label in table.asked) == questions
    assert table.own[:2] == ["airlock W", hint]


def test_a_line_that_is_put_back_answers_the_next_question_and_no_other(monkeypatch):
    shown = io.StringIO()
    prompt = Prompt(Console(file=shown))
    prompt.interactive = True
    monkeypatch.setattr("builtins.input", lambda label: f" {label}typed ")
    prompt.put_back("hint")
    assert [prompt.read(label, []) for label in ("one > ", "two > ")] == ["hint", "two > typed"]
    assert shown.getvalue() == "one > hint\n"


def test_a_move_within_a_line_is_confirmed_too():
    fields = Table("relics", "", "airlock W").play().match.state.to_dict()
    (ahead,) = [name for name, place in fields["platforms"].items() if place[:2] == [1, 14]]
    floor = ("floor sw", "floor s", "wall ne")[(ahead > "p06") + (ahead > "p14")]
    line = f"lift {ahead} to 0,14 {floor}; go e w; escape"
    table = Table("relics", "", "airlock W", line, "n").play()
    assert "escape: sure? y or n > " in table.asked
    assert table.own[-1] == "move w"
    assert "To continue, type: escape" in table.text


def test_a_line_of_several_moves_is_taken_back_as_one():
    table = Table("gratis3", *FLIGHT, "undo").play()
    assert table.own == []
    assert f"taken back: {FLIGHT[1]}" in " ".join(table.text.split())


def test_last_shows_the_latest_events_again():
    table = Table("gratis3", *FLIGHT, "U1 S1 tail P1", "D1 D1 tail D2", "last").play()
    lines = [line for line in table.text.splitlines() if re.match("  Captain plays", line)]
    assert len(lines) == 2
    assert lines[0] == lines[1]


def test_after_a_game_without_secrets_the_last_decision_can_be_taken_back():
    cells = [column + row for row in "321" for column in "abc"]
    table = Table("tic_tac_toe", *cells).play()
    assert table.over
    played = len(table.own)
    table.lines = ["undo"]
    assert what_next(table.console, table.plan, table.session) is table.plan
    table.session.take_back()
    assert not table.match.over
    assert len(table.own) == played - 1


def test_undo_is_offered_only_to_a_person_who_has_decided():
    table = Table("tic_tac_toe")
    table.lines = ["undo", "quit"]
    assert what_next(table.console, table.plan, table.session) is None
    assert "Type one of: again, swap, review, quit" in table.text


def test_undo_forgets_a_hint(monkeypatch):
    monkeypatch.setattr("aicore.cli.typed_commands.show_hint", lambda *_: "d")
    table = Table("connect_four", "a", "hint", "undo", "b", "play it").play()
    assert table.own == ["b"]
    assert "`play it` plays a hint: type `hint` first" in table.text


def test_another_game_begins_only_by_the_whole_word():
    table = Table("tic_tac_toe")
    table.lines = ["a", "sw", "again"]
    after = what_next(table.console, table.plan, table.session)
    assert table.text.count("starts a new game: type the whole word") == 2
    assert after is not None
    assert after.deal.seed != table.plan.deal.seed


@pytest.mark.parametrize("name", ["booster", "leduc_poker"])
def test_after_a_game_with_secrets_nothing_can_be_taken_back(name):
    table = Table(name, "1").play()  # the first action of the list
    assert table.own
    table.lines = ["undo", "quit"]
    assert what_next(table.console, table.plan, table.session) is None
    assert "take back your last decision" not in table.text
