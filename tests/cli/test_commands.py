"""Tests of the commands in a game, such as hint, undo and why, and the secrets that they keep."""

import io
import re
from types import SimpleNamespace

import pytest
from rich.console import Console

import aicore
from aicore.cli import insight
from aicore.cli.insight import show_hint, show_turn
from aicore.cli.menu import Menu
from aicore.cli.screen import Screen, number
from aicore.cli.thinking import thinking
from aicore.coach.advice import Advice, why_not_others
from aicore.core.decision import Candidate, Decision
from aicore.core.errors import NotationError
from aicore.core.story import Names
from aicore.session import jobs
from aicore.session.move_input import Series, moves_meant
from aicore.session.moves import Moves
from aicore.session.thoughts import Thought, hides
from kit.playing import LONG, TTT, all_cells, play, save


def test_help_moves_board_rules():
    text = play(*TTT, lines=["help", "?", "moves", "moves b", "board", "rules"])
    assert text.count("found by a quick search") == 2
    assert "2 b3   5 b2   8 b1" in text  # numbers from the whole list
    assert text.count("1 . . .") == 2
    assert "Three in a row win at once" in " ".join(text.split())


def test_commands_are_known_in_any_case():
    text = play(*TTT, lines=["HINT", "Moves B", "B2", "UNDO", "?", "Quit"])
    assert "type `play it` or: b2" in text
    assert "2 b3   5 b2   8 b1" in text
    assert "taken back: b2" in text
    assert "found by a quick search" in text
    assert "The game is saved in" in text


def test_a_move_that_is_spelled_as_a_command_is_the_move():
    menu = Menu(["h", "q", "save x"])
    assert [menu.exactly(typed) for typed in ("H", "q", "SAVE X", "undo")] == [
        "h", "q", "save x", None,
    ]  # fmt: skip


def test_commands_are_listed_where_they_are_useful():
    listed = "hint  undo  last  why  moves  board  rules  save  resign  quit  help\n"
    assert listed in play(*TTT)  # without luck there are no odds
    assert "no odds to show" in play(*TTT, lines=["odds"])
    alone = play("trader", "--seed", 1, lines=["help"])
    assert "hint  undo  odds  moves  board" in alone  # without an opponent there is no why
    assert re.search(r"^  odds +show the exact odds", alone, re.M)
    assert not re.search(r"^  why ", alone, re.M)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_hints_of_long_moves_break_between_words(width, monkeypatch):
    candidates = [
        Candidate(move, visits, (0.5,), 0.001) for move, visits in ((LONG, 1000), ("pass", 9))
    ]
    decision = Decision(LONG, tuple(candidates), simulations=1009)
    monkeypatch.setattr(
        aicore, "player", lambda *_, **__: SimpleNamespace(decide=lambda *_: decision)
    )
    view = SimpleNamespace(
        game=aicore.load("booster"),
        legal=lambda: [LONG, "pass"],
        key=lambda: 1,
        seat=0,
    )
    monkeypatch.setattr(jobs, "advise", lambda *_: Advice([LONG], [LONG], []))
    monkeypatch.setattr(insight, "sketch", lambda *_: None)
    console = Console(width=width, markup=False, highlight=False)
    with console.capture() as capture:
        show_hint(console, view, Names(["you"], 0))
    lines = [line.rstrip() for line in capture.get().splitlines()]
    assert max(map(len, lines)) <= width
    for word in re.findall(r"[a-z0-9-]+", LONG):  # each word whole, above the table and in it
        assert len(re.findall(rf"(?<![\w-]){word}(?![\w-])", "\n".join(lines))) == 2
    assert any(line.endswith(" 99 %   1,000   50 % ±0.2") for line in lines)  # 1.96 SE


@pytest.mark.parametrize("hidden", [(), (0,), (1,), (0, 1)])
def test_one_decision_that_hides_something_keeps_the_whole_turn_secret(hidden, monkeypatch):
    states = [aicore.load("connect_four").start()]
    states.append(states[0].clone())
    states[1].apply("c")
    monkeypatch.setattr(
        insight,
        "keeps_secret",
        lambda state, decision, viewer: any(state is states[place] for place in hidden),
    )
    candidates = tuple(Candidate(move, 9, (0.7, 0.3), 0.01) for move in "de")
    turn = [Thought(state, state.turn, Decision("d", candidates)) for state in states]
    console = Console(width=80, markup=False, highlight=False)
    with console.capture() as capture:
        show_turn(console, "mcts", turn, 1)
    shown = capture.get()
    assert ("so its reasoning stays hidden" in shown) == bool(hidden)
    assert ("mcts chose d, then d" in shown) == bool(hidden)
    assert ("rather than" in shown) == ("70 %" in shown) == (not hidden)


def test_why_shows_the_chosen_action_before_the_others(monkeypatch):
    """A weak level does not choose the best candidate."""
    before = aicore.load("connect_four").start()
    found = [Candidate("d", 9, (0.67, 0.33), 0.01), Candidate("c", 9, (0.33, 0.67), 0.01)]
    thought = Thought(before, 0, Decision("c", tuple(found)))
    monkeypatch.setattr(insight, "keeps_secret", lambda *_: False)
    console = Console(width=80, markup=False, highlight=False)
    with console.capture() as capture:
        show_turn(console, "mcts", [thought] * 2, 1)
    assert len(re.findall(r"  c +33 % +d +67 %\n", capture.get())) == 2


def test_the_notes_on_a_hint_match_its_table():
    """A better-looking move was either tried less, or leads by less than the search's error."""
    game = aicore.load("booster")
    table = [
        Candidate(move, visits, (value, 1 - value), 0.01)
        for move, visits, value in (
            ("a", 414, 0.46), ("b", 546, 0.48), ("c", 490, 0.47), ("d", 9, 0.9), ("e", 500, 0.4),
        )
    ]  # fmt: skip
    assert why_not_others(game, table, 0) == [
        "One other move may look better, but the search tried it less.",
        "Two other moves lead by less than the search's error, so the search keeps to the game's "
        "own first choice.",
    ]
    assert why_not_others(game, table[:1], 0) == []


def test_a_step_of_a_series_is_read_when_it_is_due():
    state = aicore.load("tic_tac_toe").start()
    series = Series("a1; B; 9", ["a1", "B2", "9"], start=0)
    assert series.next(state.view(0), 0) == "a1"
    state.apply("a1")
    assert series.next(state.view(1), 1) == "b2"
    assert series.left == ["9"]
    with pytest.raises(NotationError, match="something unexpected happened"):
        series.next(state.view(1), 3)
    with pytest.raises(NotationError, match='You cannot play "a1" here'):
        Series("a1", ["a1"], start=0).next(state.view(1), 0)


def test_numbers_of_a_series_are_read_in_the_list_that_is_shown():
    view = aicore.load("tic_tac_toe").start().view(0)
    shown = Moves(view.legal()).choices
    assert moves_meant("2;2;9; b", view) == [shown[1], shown[1], shown[8], "b"]
    assert moves_meant("2; 10", view) == [shown[1], "10"]  # the list may have it when it is due


def test_hint_finds_the_winning_move(tmp_path):
    path = tmp_path / "game.jsonl"
    events = [[0, "a1"], [1, "c3"], [0, "b1"], [1, "c2"]]
    save(path, "tic_tac_toe", ["human", "random"], events)
    text = play("--resume", path, lines=["hint", "c1"])
    assert "Hint: You mark c1: three in a row." in text
    assert "To do so, type `play it` or: c1" in text
    assert "Win chance 100 %, draw 0 %." in text
    assert "You win with a1, b1 and c1 in a row." in text


def test_play_it_plays_the_hint_for_the_position(tmp_path):
    path = tmp_path / "game.jsonl"
    events = [[0, "a1"], [1, "c3"], [0, "b1"], [1, "c2"]]
    save(path, "tic_tac_toe", ["human", "random"], events)
    text = play("--resume", path, lines=["play it", "hint", "Play it"])
    assert "`play it` plays a hint: type `hint` first" in text
    assert "You win with a1, b1 and c1 in a row." in text
    text = play("trader", "--seed", 1, lines=["1", "hint", "play it", "play it", "undo"])
    assert "Hint: You" in text
    assert "To do so, type `play it` or: " in text
    assert text.count("type `hint` first") == 1  # it plays the whole hint and nothing else
    assert "taken back: play it" in text


def test_hint_does_not_change_the_game():
    with_hint = play(*TTT, lines=["hint", *all_cells("b2")])
    without = play(*TTT, lines=all_cells("b2"))
    moves = r"^  (?:You mark|random marks) [abc][123]"
    assert re.findall(moves, with_hint, re.M) == re.findall(moves, without, re.M)


def test_hint_knows_the_only_move():
    assert "Hint: roll, the only legal move" in play("pig", "--vs", "random", "--seat", 0,
                                                     lines=["hint"])  # fmt: skip


def test_undo_takes_back_own_and_opponents_moves():
    text = play(*TTT, lines=["undo", "b2", "undo", "a1", "moves"])
    assert "There is nothing to undo: you have not made a decision yet" in text
    assert "taken back: b2" in text
    board = text.rsplit("Your move", 1)[1]
    assert "1 x" in board
    assert "x" not in board.split("2 ")[1].split("\n")[0]


def test_undo_keeps_the_luck():
    text = play("pig", "--vs", "random", "--seat", 0, "--seed", 3, lines=["roll", "undo"] * 3)
    rolls = re.findall(r"You roll a (\d)", text)
    assert len(rolls) == 3
    assert len(set(rolls)) == 1


def test_why_shows_the_candidates_of_open_games():
    args = ["tic_tac_toe", "--vs", "mcts:sims=200", "--seat", 0, "--seed", 1]
    text = play(*args, lines=["why", "b2", "why", "undo", "why"])
    assert text.count("No opponent has made a move") == 2  # forgotten after an undo
    assert re.search(r"Computer chose [abc][123], 200 simulations, depth \d", text)
    assert re.search(r"\d+ %  +\d+  +(at most )?\d+ % ±", text)
    assert "It did not search." in play(*TTT, lines=["b2", "why"])


def test_why_keeps_secrets():
    args = ["leduc_poker", "--vs", "mcts:sims=200", "--seat", 1, "--seed", 1]
    text = play(*args, lines=["why"])
    sentence = text.split("> why")[1]
    assert "Computer chose " in sentence
    assert "its reasoning stays hidden" in sentence
    assert "simulations" not in sentence
    assert "visits" not in sentence
    assert "expected line" not in sentence


def test_only_a_game_with_hidden_cards_hides_something():
    game = aicore.load("kuhn_poker")
    state = game.start()
    aicore.Chance(1).settle(state)
    assert hides(state, 0)
    assert hides(state, 1)
    board = aicore.load("tic_tac_toe").start()
    assert not hides(board, 1)


def test_private_events_are_masked():
    text = play("kuhn_poker", "--vs", "random", "--seat", 1, "--seed", 1)
    assert re.search(r"You get the (jack|queen|king)\.\n", text)
    assert "Random gets a card.\n" in text
    assert not re.search(r"Random gets the", text)


def test_numbers_have_no_minus_before_zero():
    assert number([-0.0, -0.25, 3]) == "0 / -0.25 / 3"


def advised(game, candidates, monkeypatch):
    """Return a hint and an opponent's reasons, from a search that found these candidates."""
    decision = Decision(candidates[0].action, tuple(candidates), simulations=100)
    monkeypatch.setattr(
        aicore, "player", lambda *_, **__: SimpleNamespace(decide=lambda *_: decision)
    )
    monkeypatch.setattr(jobs, "advise", lambda *_: Advice(["a"], ["a"], []))
    monkeypatch.setattr(insight, "sketch", lambda *_: None)
    monkeypatch.setattr(insight, "keeps_secret", lambda *_: False)
    view = SimpleNamespace(game=game, legal=lambda: ["a", "b"], key=lambda: 1, seat=0)
    before = SimpleNamespace(game=game, turn=0, event_text=lambda *_: "a")
    console = Console(width=80, markup=False, highlight=False)
    with console.capture() as capture:
        show_hint(console, view, Names(["you"], 0))
        show_turn(console, "mcts", [Thought(before, 0, decision)] * 2, 1)
    return capture.get()


def test_games_for_stakes_show_expected_points_not_chances(monkeypatch):
    """With a cube of 2, the returns of backgammon reach from -12 to 12 points."""
    found = [Candidate("a", 60, (0.85, -0.85), 0.05), Candidate("b", 40, (-1.2, 1.2), 0.1)]
    shown = advised(aicore.load("backgammon", cube=2), found, monkeypatch)
    assert "Expected result: +0.85 points.\n" in shown
    assert re.search(r"move +share +visits +expected points\n", shown)
    assert re.search(r"  a +60 % +60 +\+0\.85 ±0\.10\n", shown)  # 1.96 standard errors
    assert re.search(r"  b +40 % +40 +-1\.20 ±0\.20\n", shown)
    assert re.search(r"  a +\+0\.85 +b +-1\.20 *\n", shown)
    assert "chance" not in shown
    chips = advised(aicore.load("leduc_poker"), found, monkeypatch)
    assert "Expected result: +0.85 chips." in chips
    assert "Win chance 85 %." in advised(aicore.load("pig"), found, monkeypatch)


def test_a_thinking_opponent_shows_expected_points():
    screen = io.StringIO()
    console = Screen(file=screen, force_terminal=True, width=80)
    with thinking(console, "mcts is thinking", game=aicore.load("backgammon")) as progress:
        progress("13/7", 0.75)  # half of the 3 points that can be won
    assert "13/7  +1.50 points" in screen.getvalue()
