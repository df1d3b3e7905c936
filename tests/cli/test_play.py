"""Games of a person, line by line: moves, commands, saving, what the person may know."""

import json
import re
from itertools import combinations
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from rich.console import Console

import aicore
from aicore.arena.match import play_match
from aicore.cli import insight, main
from aicore.cli.duel import duel_verdict, margin
from aicore.cli.insight import show_hint
from aicore.cli.menu import MANY, SHOWN, Menu
from aicore.cli.screen import number
from aicore.core.decision import Candidate, Decision
from aicore.core.errors import NotationError
from aicore.core.record import read_records, replay
from aicore.core.story import Cast, ending, score
from aicore.study.advice import Advice
from aicore.study.thoughts import hides
from aicore.study.typed import Series


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "data"


def run(*args, lines=()):
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(main, ["play", *map(str, args)], input=text)


def play(*args, lines=()):
    result = run(*args, lines=lines)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert max(map(len, result.stdout.splitlines())) <= 200
    return result.stdout


def fails(*args):
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""
    return result.stderr.removeprefix("Error: ")


TTT = ["tic_tac_toe", "--vs", "random", "--seat", 0, "--seed", 1]
CELLS = [column + row for row in "321" for column in "abc"]


def all_cells(*first):
    """Enough lines to end any game of tic-tac-toe: moves that are taken are refused and passed."""
    return [*first, *CELLS]


# a whole game


def test_a_whole_game_is_shown_and_recorded(tmp_path):
    path = tmp_path / "games.jsonl"
    text = play(*TTT, "--record", path, lines=all_cells("b2"))
    assert "seat 0  x you" in text
    assert "seat 1  o random" in text
    assert "seed 1" in text
    assert "  You mark b2" in text
    assert re.search(r"  random marks [abc][123]", text)
    assert re.search(r"(You win|random wins) with .* in a row|a draw", text)
    assert f"recorded in {path}" in " ".join(text.split())
    (record,) = read_records(path)
    assert record.finished
    assert record.players == ["human", "random"]
    assert record.events[0] == (0, "b2")


def test_the_same_seed_is_the_same_game(tmp_path):
    assert play(*TTT, lines=all_cells()) == play(*TTT, lines=all_cells())


def test_opponents_play_as_the_record_says(tmp_path):
    """A person's game can be played again by the match runner from specs and seed."""
    path = tmp_path / "games.jsonl"
    play("pig", "--vs", "mcts:sims=20", "--seat", 1, "--seed", 5, "--option", "target=12",
         "--record", path, lines=["roll", "hold"] * 60)  # fmt: skip
    (record,) = read_records(path)
    game = record.load()
    own = iter([text for actor, text in record.events if actor == 1])
    players = [aicore.player(spec, game) for spec in record.players]
    players[1].ask = lambda view: next(own)
    assert play_match(game, players, record.seed) == record


def test_the_seat_is_drawn_from_the_seed_and_shown():
    seats = set()
    for seed in range(8):
        text = play("tic_tac_toe", "--vs", "random", "--seed", seed)
        assert text == play("tic_tac_toe", "--vs", "random", "--seed", seed)
        seats.add(re.search(r"seat (\d)  [xo] you", text)[1])
    assert seats == {"0", "1"}


def test_seats_and_opponents():
    three = play("pig", "--vs", "random", "--vs", "greedy", "--seat", 1)
    assert re.search(r"seat 0  random\n  seat 1  you\n  seat 2  greedy", three)
    four = play("pig", "--vs", "random", "--seats", 4, "--seat", 0)
    assert re.search(r"you\n  seat 1  random 1\n  seat 2  random 2\n  seat 3  random 3", four)


def test_bounds_go_to_the_players_that_have_them(tmp_path):
    path = tmp_path / "game.jsonl"
    play("pig", "--vs", "mcts", "--vs", "random", "--vs", "flat:sims=7", "--seat", 0, "--sims", 33,
         "--record", path)  # fmt: skip
    (record,) = read_records(path)
    assert record.players[1].startswith("mcts:sims=33,")
    assert record.players[2] == "random"
    assert record.players[3].startswith("flat:sims=7,")  # its own bound is the closer word
    play("pig", "--vs", "mcts:c=2", "--time", 0.5, "--seat", 0, "--record", path)
    assert "sims=0,time=0.5,c=2.0," in list(read_records(path))[1].players[1]


# moves


@pytest.mark.parametrize("typed", ["b2", "B2", "5", " b2 "])
def test_moves_may_be_typed_in_several_ways(typed):
    assert "  You mark b2" in play(*TTT, lines=[typed])


def test_wrong_input_is_answered_in_one_line_and_asked_again():
    text = play(*TTT, lines=["z9", "10", "b", "", "moves q", "b2"])
    assert "'z9' is no legal move here; legal: a3, b3, c3, a2, b2, c2, ..." in text
    assert "10: the moves are numbered 1 to 9" in text
    assert "'b' may be any of 3 moves: b3, b2, b1" in text
    assert "no legal move begins with 'q'" in text
    assert "  You mark b2" in text


def test_the_enter_key_plays_the_only_move():
    text = play("pig", "--vs", "random", "--seat", 0, "--seed", 1, lines=[""])
    assert "  You roll" in text


MOVES = ["pass", "eject mars", "eject luna", "eject mars,luna", "meld a,b", "meld a,c"] + [
    f"at {x},{y}" for x in range(10) for y in range(3)
]


def test_menu_groups_by_first_word_and_numbers_through():
    menu = Menu(MOVES)
    assert list(menu.groups) == ["eject", "meld", "at", ""]
    assert sorted(menu.moves) == sorted(MOVES)
    for place, move in enumerate(menu.moves, 1):
        assert menu.find(str(place)) == move
        assert menu.find(move) == move


def test_menu_takes_unique_beginnings_of_words():
    menu = Menu(MOVES)
    assert menu.find("p") == "pass"
    assert menu.find("e l") == "eject luna"
    assert menu.find("eject mars") == "eject mars"  # a move itself, though another begins so
    assert menu.find("M A,C") == "meld a,c"
    assert menu.find("e m") == "eject mars"  # the other one only adds to it
    with pytest.raises(NotationError, match="'m a' may be any of 2 moves"):
        menu.find("m a")
    with pytest.raises(NotationError, match="no legal move"):
        menu.find("pass on")


def test_menu_does_not_number_moves_that_are_numbers():
    menu = Menu(["3", "1", "2"])
    assert menu.find("1") == "1"
    assert not menu.numbered


def shown(menu, *args, width=80, **options):
    console = Console(width=width, file=None, record=True, markup=False, highlight=False)
    with console.capture() as capture:
        console.print(menu.listing(width, *args, **options))
    return capture.get()


@pytest.mark.parametrize("width", [40, 80, 100])
def test_menu_listing_fits_and_is_complete(width):
    text = shown(Menu(MOVES), width=width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    assert [int(n) for n in sorted(re.findall(r"\b(\d+) [a-z0-9]", text), key=int)][-1] == 36
    assert re.search(r"^  eject +1 mars", text, re.M)


def test_menu_shortens_long_groups():
    moves = [f"at a{x}" for x in range(MANY)] + ["end", "turn 1", "turn 2"]
    text = shown(Menu(moves))
    assert f"{MANY - SHOWN} more: moves at" in text
    assert f" a{MANY - 1}" not in text
    assert "end" in text
    assert f" a{MANY - 1}" in shown(Menu(moves), ["at"], everything=True)
    assert "turn" not in shown(Menu(moves), ["at"], everything=True)


def test_menu_tells_many_squares_by_their_form():
    squares = [f"use doorway 1,{y} {x},2" for x in range(31) for y in (4, 5)]
    moves = [*squares, "use o2", "lift p01", "lift p02", "end"]
    text = shown(Menu(moves))
    hack = [f"use hack p{number:02} {turns}" for number in range(1, 13) for turns in range(4)]
    told = shown(Menu([*hack, "end"]))
    assert "hack X N   48, such as hack p07 0; all: moves use hack" in told
    assert "doorway X,Y X,Y   62, such as doorway 1,5 0,2; all: moves use doorway" in text
    for other in ("63 o2", "64 p01", "65 p02", "66 end"):
        assert other in text
    assert "doorway 1,4 30,2" in shown(Menu(moves), ["use", "door"], everything=True)
    assert max(map(len, shown(Menu(moves), width=60).split("\n"))) <= 60


HAND = ["luna", "comm-sat", "virtual", "mars", "ion-drive", "computer-ai"]
EJECTS = [f"eject {card}" for card in HAND] + [f"eject {a},{b}" for a, b in combinations(HAND, 2)]


def test_menu_tells_lists_of_other_moves_in_a_line():
    menu = Menu(EJECTS)
    text = shown(menu)
    assert len(text.splitlines()) <= 4
    assert "or two with a comma, as 1,2   15 more; all: moves eject" in text
    assert all(card in text for card in HAND)
    assert "mars,ion-drive" not in text
    assert "mars,ion-drive" in shown(menu, ["eject"], everything=True)
    for typed in ("4,5", "eject 5,4", "mars,ion", "e ion,m", "eject mars,ion-drive"):
        assert menu.find(typed) == "eject mars,ion-drive"
    assert menu.find("eject ion") == "eject ion-drive"
    for wrong, said in (("co,mars", "may be any of 2"), ("4,4", "no legal"), ("4,9", "no legal")):
        with pytest.raises(NotationError, match=said):
            menu.find(wrong)


def test_menu_tells_moves_of_the_same_words_by_their_parts():
    ammo = ["b.ba", "f.k", "b.ba,f.k"]
    moves = [
        f"boost {goal} with {cards} using {held}"
        for goal in ("alpha.k", "alpha.ba")
        for cards in ammo
        for held in ("beta.sr", "delta.k", "delta.ba")
    ]
    menu = Menu([*moves, "discard b.ba", "discard f.k"])
    text = shown(menu)
    assert len(text.splitlines()) < len(moves) / 2
    assert re.search(r"with +b.ba +f.k +b.ba,f.k", text)
    assert "18 in all, such as boost alpha.ba with b.ba,f.k using delta.ba" in text
    assert " ".join(moves[0].split()[1:]) in shown(menu, ["boost"], everything=True)
    assert menu.find("b alpha.k w b.ba,f.k u b") == "boost alpha.k with b.ba,f.k using beta.sr"


def test_menu_tells_long_lists_by_their_parts():
    moves = [f"meld {a},ion-drive,{b},{c}" for a in ("ada", "bo") for b in "xyz" for c in "pq"]
    text = shown(Menu([*moves, "pass", "eject mars"]), rows=6)
    lines = [line.split() for line in text.splitlines()]
    assert ["ion-drive"] in lines
    assert ["x", "y", "z"] in lines
    assert "12 in all, such as meld bo,ion-drive,z,q" in text
    assert len(lines) <= 8
    assert shown(Menu(moves), ["meld"], everything=True).count("ion-drive") == len(moves)


@pytest.mark.parametrize("width", [40, 80])
def test_menu_says_beside_a_move_what_it_costs(width):
    asides = {"buy illegals": "3 V", LONG: "six points", "done": "then you jump"}
    lines = shown(Menu([*asides, "wait"], asides), width=width).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width
    text = " ".join(" ".join(lines).split())
    assert re.search(r"buy illegals\W+3 V", text)
    assert re.search(r"wait *($|[^ \w])", text)
    assert "six points" in text


def test_menu_takes_words_without_the_first():
    menu = Menu(["at 1,2", "at 1,3", "end"])
    assert menu.find("1,3") == "at 1,3"
    turns = Menu(["turn 1", "turn 2", "turn 3"])
    assert not turns.numbered
    assert turns.find("3") == "turn 3"
    both = Menu(["move n", "send n", "end"])
    with pytest.raises(NotationError, match="'n' may be any of 2 moves"):
        both.find("n")


# commands


def test_help_moves_board_rules():
    text = play(*TTT, lines=["help", "?", "moves", "moves b", "board", "rules"])
    assert text.count("what a quick search would play") == 2
    assert "2 b3   5 b2   8 b1" in text  # numbers stay those of the whole list
    assert text.count("1 . . .") == 2
    assert "Three in a row win at once" in " ".join(text.split())


def test_commands_are_known_in_any_case():
    text = play(*TTT, lines=["HINT", "Moves B", "B2", "UNDO", "?", "Quit"])
    assert "hint: b2" in text
    assert "2 b3   5 b2   8 b1" in text
    assert "taken back: b2" in text
    assert "what a quick search would play" in text
    assert "The game is saved in" in text


def test_a_move_that_is_spelled_as_a_command_is_the_move():
    menu = Menu(["h", "q", "save x"])
    assert [menu.exactly(typed) for typed in ("H", "q", "SAVE X", "undo")] == [
        "h", "q", "save x", None,
    ]  # fmt: skip


def test_commands_are_listed_where_they_serve():
    listed = "hint  undo  last  why  moves  board  rules  save  quit  help\n"
    assert listed in play(*TTT)  # no luck, no odds
    assert "no odds to tell" in play(*TTT, lines=["odds"])
    alone = play("trader", "--seed", 1, lines=["help"])
    assert "hint  undo  odds  moves  board" in alone  # no opponent, no why
    assert re.search(r"^  odds +the exact chances", alone, re.M)
    assert not re.search(r"^  why ", alone, re.M)


LONG = "meld cosmonauts,chemical-rockets,near-earth-orbit,heavy-lifter-1,spaceport-extension"


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
        game=SimpleNamespace(low=0, high=1), legal=lambda: [LONG, "pass"], key=lambda: 1, seat=0
    )
    monkeypatch.setattr(insight, "advise", lambda *_: Advice([LONG], [LONG], []))
    monkeypatch.setattr(insight, "sketch", lambda *_: None)
    console = Console(width=width, markup=False, highlight=False)
    with console.capture() as capture:
        show_hint(console, view, Cast(["you"], 0))
    lines = [line.rstrip() for line in capture.get().splitlines()]
    assert max(map(len, lines)) <= width
    for word in re.findall(r"[a-z0-9-]+", LONG):  # whole, above the table and in it
        assert len(re.findall(rf"(?<![\w-]){word}(?![\w-])", "\n".join(lines))) == 2
    assert any(line.endswith(" 99 %   1,000  50 % ±0.1") for line in lines)


@pytest.mark.parametrize("width", [40, 60])
def test_menus_of_long_moves_break_between_words(width):
    text = shown(Menu([LONG, "pass"]), width=width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    told = set(re.findall(r"[a-z][a-z0-9-]*", text))
    assert told == {"pass", *re.findall(r"[a-z][a-z0-9-]*", LONG)}


def test_a_step_of_a_series_is_read_when_it_is_due():
    state = aicore.load("tic_tac_toe").start()
    series = Series("a1; B; 9", ["a1", "B2", "9"], start=0)
    assert series.next(state.view(0), 0) == "a1"
    state.apply("a1")
    assert series.next(state.view(1), 1) == "b2"
    assert series.left == ["9"]
    with pytest.raises(NotationError, match="something came of the last one"):
        series.next(state.view(1), 3)
    with pytest.raises(NotationError, match="'a1' is no legal move here"):
        Series("a1", ["a1"], start=0).next(state.view(1), 0)


def test_hint_finds_the_winning_move(tmp_path):
    path = tmp_path / "game.jsonl"
    events = [[0, "a1"], [1, "c3"], [0, "b1"], [1, "c2"]]
    save(path, "tic_tac_toe", ["human", "random"], events)
    text = play("--resume", path, lines=["hint", "c1"])
    assert "hint: c1, worth 100 %" in text
    assert "You win with a1, b1 and c1 in a row." in text


def test_hint_does_not_change_the_game():
    with_hint = play(*TTT, lines=["hint", *all_cells("b2")])
    without = play(*TTT, lines=all_cells("b2"))
    moves = r"^  (?:You mark|random marks) [abc][123]"
    assert re.findall(moves, with_hint, re.M) == re.findall(moves, without, re.M)


def test_hint_knows_the_only_move():
    assert "hint: roll, the only legal move" in play("pig", "--vs", "random", "--seat", 0,
                                                     lines=["hint"])  # fmt: skip


def test_undo_takes_back_own_and_opponents_moves():
    text = play(*TTT, lines=["undo", "b2", "undo", "a1", "moves"])
    assert "there is no decision of yours to take back" in text
    assert "taken back: b2" in text
    board = text.rsplit("Your move", 1)[1]
    assert "1 x" in board
    assert "x" not in board.split("2 ")[1].split("\n")[0]


def test_undo_keeps_the_luck():
    text = play("pig", "--vs", "random", "--seat", 0, "--seed", 3, lines=["roll", "undo"] * 3)
    rolls = re.findall(r"You roll (\d)", text)
    assert len(rolls) == 3
    assert len(set(rolls)) == 1


def test_why_shows_the_candidates_of_open_games():
    args = ["tic_tac_toe", "--vs", "mcts:sims=200", "--seat", 0, "--seed", 1]
    text = play(*args, lines=["why", "b2", "why", "undo", "why"])
    assert text.count("no opponent has decided anything") == 2  # forgotten when taken back
    assert re.search(r"mcts chose [abc][123], 200 simulations, depth \d", text)
    assert re.search(r"\d+ %  +\d+  (at most )?\d+ % ±", text)
    assert "It did not search." in play(*TTT, lines=["b2", "why"])


def test_why_keeps_secrets():
    args = ["leduc_poker", "--vs", "mcts:sims=200", "--seat", 1, "--seed", 1]
    text = play(*args, lines=["why"])
    told = text.split("> why")[1]
    assert "mcts chose " in told
    assert "what it thought stays secret" in told
    assert "simulations" not in told
    assert "visits" not in told
    assert "expects" not in told


def test_knowing_more_is_found_by_drawing():
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
    assert "random gets a card.\n" in text
    assert not re.search(r"random gets the", text)


def test_numbers_have_no_minus_before_zero():
    assert number([-0.0, -0.25, 3]) == "0 / -0.25 / 3"


# saving and going on


def save(path, game, players, events, seed=1):
    fields = {"format": "aicore-record/1", "game": game, "seats": len(players), "options": {},
              "seed": seed, "players": players, "events": events,
              "scores": None, "returns": None, "end": None}  # fmt: skip
    path.write_text(json.dumps(fields) + "\n")


def test_the_end_of_input_ends_the_game(tmp_path, data_folder):
    text = play(*TTT, lines=["b2"])
    assert "End of input: the game stops unfinished, not saved" in text
    assert not data_folder.exists()
    path = tmp_path / "games.jsonl"
    text = play(*TTT, "--record", path, lines=["b2"])
    assert "End of input: the game stops unfinished, saved in" in text
    (record,) = read_records(path)
    assert not record.finished
    assert record.events[0] == (0, "b2")


def test_a_game_saved_and_resumed_goes_on_as_it_would_have(tmp_path):
    whole_file, save_file = tmp_path / "whole.jsonl", tmp_path / "save.jsonl"
    args = ["pig", "--vs", "mcts:sims=30", "--seat", 0, "--seed", 4, "--option", "target=20"]
    lines = ["roll", "roll", "hold"] * 30
    play(*args, "--record", whole_file, lines=lines)
    (whole,) = read_records(whole_file)
    own = [text for actor, text in whole.events if actor == 0]
    assert len(own) > 3
    for cut in range(1, len(own)):
        save_file.unlink(missing_ok=True)
        text = play(*args, lines=[*own[:cut], f"save {save_file}"])
        assert f"aicore play --resume {save_file}" in text
        text = play("--resume", save_file, lines=own[cut:])
        assert "resumed after" in text
        assert list(read_records(save_file)) == [whole]  # finished, in the place of the save


def test_save_and_quit_name_the_file_and_the_command(data_folder):
    text = play(*TTT, lines=["b2", "save", "quit"])
    (file,) = (data_folder / "aicore" / "saves").iterdir()
    assert file.name.startswith("tic_tac_toe-")
    joined = text.replace("\n", "")
    assert f"The game is saved in {file}" in joined
    assert joined.count(f"aicore play --resume {file}") == 2
    assert len(list(read_records(file))) == 1
    text = play("tic_tac_toe", "--resume", file, lines=all_cells())
    assert "The end" in text


def test_resuming_goes_on_with_the_last_record_of_a_file(tmp_path):
    path = tmp_path / "games.jsonl"
    play(*TTT, "--record", path, lines=all_cells())
    play(*TTT, "--record", path, lines=["b2"])
    text = play("--resume", path, "--record", path, lines=all_cells())
    assert "The end" in text
    first, second = read_records(path)
    assert first.finished
    assert second.finished
    assert second.events[0] == (0, "b2")


def test_save_to_a_bad_place_is_told_and_the_game_goes_on(tmp_path, data_folder):
    (tmp_path / "notes.txt").write_text("milk\n")
    lines = [f"save {tmp_path}/none/x", f"save {tmp_path}/notes.txt", "b2", "save", "quit"]
    text = play(*TTT, lines=lines)
    assert f"{tmp_path}/none/x: No such file or directory" in text
    assert "notes.txt: it is not a file of records; nothing is added to it" in text
    assert (tmp_path / "notes.txt").read_text() == "milk\n"
    assert "  You mark b2" in text
    (file,) = (data_folder / "aicore" / "saves").iterdir()  # neither bad path sticks
    assert text.count(f"aicore play --resume {file}") == 2
    assert "resumed after 2 moves" in play("--resume", file)


def test_resume_errors(tmp_path):
    path = tmp_path / "game.jsonl"
    assert "No such file" in fails("--resume", path)
    save(path, "tic_tac_toe", ["human", "random"], [[0, "b2"]])
    for option in ("--seats", "--seat", "--seed"):
        assert f"{option} does not go with --resume" in fails("--resume", path, option, 1)
    assert "--option does not go" in fails("--resume", path, "--option", "a=1")
    assert "do not go with --resume" in fails("--resume", path, "--vs", "random")
    assert "holds a game of tic_tac_toe, not of pig" in fails("pig", "--resume", path)
    save(path, "tic_tac_toe", ["human", "random"], [[0, "b2"], [1, "b2"]])
    assert "'b2' is not a possible action" in fails("--resume", path)
    save(path, "tic_tac_toe", ["random", "random"], [])
    assert "no person" in fails("--resume", path)
    save(path, "tic_tac_toe", ["human", "stockfish"], [])
    assert "no player 'stockfish'" in fails("--resume", path)
    path.write_text("")
    assert "no record in it" in fails("--resume", path)
    path.unlink()
    play(*TTT, "--record", path, lines=all_cells())
    assert "its last game is finished" in fails("--resume", path)


def test_play_errors():
    assert "name a GAME" in fails()
    assert "give one of them" in fails("pig", "--time", 1, "--sims", 5)
    assert "seats 0 to 1 here" in fails("pig", "--seat", 2)
    assert "it takes 2 to 4" in fails("pig", "--seats", 9)
    assert "2 times --vs for 3 other seats" in fails("pig", "--seats", 4, "--vs", "random",
                                                     "--vs", "random")  # fmt: skip
    many = ["--seats", 2, "--vs", "random", "--vs", "random"]
    assert "2 times --vs for 1 other seat: give" in fails("pig", *many)
    assert "there is one person in a game" in fails("pig", "--vs", "human")
    assert "sims=-1: it takes a whole number" in fails("pig", "--sims", -1)
    assert "no player 'mtcs'" in fails("pig", "--vs", "mtcs")


# duels


SOLO = [name for name in aicore.names() if aicore.info(name).seats == (1, 1)]


@pytest.mark.parametrize("name", SOLO)
def test_solo_games_are_played_alone_or_as_duels(name, tmp_path):
    lines = ["1"] * 400
    path = tmp_path / "game.jsonl"
    alone = play(name, "--seed", 1, "--record", path, lines=lines)
    assert "  seed 1" in alone
    assert "The end" in alone
    duel = play(name, "--seed", 1, "--vs", "random", lines=lines)
    assert "The same deal" in duel
    told = " ".join(duel.split())
    # the rival's game is what it would have been in a match of its own
    game = aicore.load(name)
    rival = play_match(game, [aicore.player("random", game)], 1)
    *_, last = replay(rival)
    end = game.info.story.end(game, ending(last.state, None), Cast(["random"]))
    other = told.split("The same deal")[1]
    assert end in other
    assert score(game, rival.scores) in re.search(r"(?:win|wins) the duel: .*|A tie: .*", other)[0]
    assert "a duel has one opponent" in fails(name, "--vs", "random", "--vs", "random")


@pytest.mark.parametrize("name", SOLO)
def test_a_duel_is_saved_with_its_opponent(name):
    text = play(name, "--seed", 1, "--vs", "random", lines=["1", "quit"])
    command = re.search(r"To go on:  aicore play (.*)", text)[1]
    assert command.endswith(".jsonl")
    assert "The same deal" in play(*command.split(), lines=["1"] * 400)


class Result:
    """An ended solo game, as far as a duel looks at it."""

    game = aicore.load("ransom")

    def __init__(self, score, *ties):
        self.standing = lambda: [score, *ties]
        self.scores = lambda: [score]
        self.tie_break = lambda: dict(zip(["fuel"], ties, strict=False))


def test_duels_compare_scores_then_what_the_game_names():
    assert duel_verdict(Result(3), Result(2), "mcts") == "You win the duel"
    assert duel_verdict(Result(2), Result(3), "mcts") == "mcts wins the duel"
    assert duel_verdict(Result(2), Result(2), "mcts") == "A tie"
    assert duel_verdict(Result(2, 1), Result(2, 0), "mcts") == "You win the duel"
    assert duel_verdict(Result(2, 1), Result(3, 0), "mcts") == "mcts wins the duel"
    assert duel_verdict(Result(2, 1), Result(2, 1), "mcts") == "A tie"


def test_a_duel_says_by_what_it_was_won():
    three, two = "3 of 288 points", "2 of 288 points"
    assert margin(Result(3, 0), Result(2, 9)) == f": {three} against {two}."
    assert margin(Result(2, 9), Result(3, 0)) == f": {three} against {two}."
    assert margin(Result(3, 1), Result(3, 4)) == f": both have {three}, but 4 fuel against 1."
    assert margin(Result(3, 4), Result(3, 4)) == f": both have {three}."


def test_a_duel_calls_the_rival_as_the_command_did():
    lines = ["1"] * 400
    assert (
        "merchant" in play("trader", "--seed", 3, "--vs", "merchant", lines=lines).splitlines()[-1]
    )
