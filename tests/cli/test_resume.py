"""Tests that interrupted games are saved, and continue as they would have."""

import re
import shlex
import shutil
from pathlib import Path

from aicore.cli.streams import shell_word
from aicore.core.record import read_records
from kit.command import run
from kit.effort import effort
from kit.playing import TTT, all_cells, fails, play, save
from kit.positions import sample_of

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_end_of_input_ends_the_game(tmp_path, data_folder):
    text = play(*TTT, lines=["b2"])
    assert "End of input: the unfinished game was not saved" in text
    assert not data_folder.exists()
    path = tmp_path / "games.jsonl"
    text = play(*TTT, "--record", path, lines=["b2"])
    assert "End of input: the unfinished game is saved in" in text
    (record,) = read_records(path)
    assert not record.finished
    assert record.events[0] == (0, "b2")


def test_a_resumed_game_continues_as_if_uninterrupted(tmp_path):
    whole_file, save_file = tmp_path / "whole.jsonl", tmp_path / "save.jsonl"
    args = ["pig", "--vs", "mcts:sims=30", "--seat", 0, "--seed", 4, "--option", "target=20"]
    lines = ["roll", "roll", "hold"] * 30
    play(*args, "--record", whole_file, lines=lines)
    (whole,) = read_records(whole_file)
    own = [text for actor, text in whole.events if actor == 0]
    assert len(own) > 3
    for cut in sample_of(range(1, len(own)), effort(4, 100)):
        save_file.unlink(missing_ok=True)
        text = play(*args, lines=[*own[:cut], f"save {save_file}"])
        assert f"aicore play --resume {save_file}" in text
        text = play("--resume", save_file, lines=own[cut:])
        assert "resumed after" in text
        assert list(read_records(save_file)) == [whole]  # finished, in place of the save


def test_the_command_names_the_files_of_the_game_and_its_players(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "nim.py", "nim.py")
    Path("my bot.py").write_text("def move(view, random):\n    return view.legal()[0]\n")
    text = play("./nim.py", "--vs", "./my bot.py", "--seat", 0, lines=["save save.jsonl", "quit"])
    command = shlex.split(re.search("To continue: aicore (.*save.jsonl)", text)[1])
    assert command == [
        "--use", "nim.py", "--use", "my bot.py", "play", "--resume", "save.jsonl"
    ]  # fmt: skip
    assert "Your move" in run(*command, input="quit\n").stdout


def test_a_resumed_game_counts_the_moves_without_luck(tmp_path):
    args = ["pig", "--vs", "random", "--seat", 0, "--seed", 5]
    file = tmp_path / "one.jsonl"
    play(*args, lines=["roll", f"save {file}"])
    text = play("--resume", file, lines=[])
    assert "resumed after 1 move; ? lists the commands\n" in text


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


def test_the_last_record_of_a_file_is_resumed(tmp_path):
    path = tmp_path / "games.jsonl"
    play(*TTT, "--record", path, lines=all_cells())
    play(*TTT, "--record", path, lines=["b2"])
    text = play("--resume", path, "--record", path, lines=all_cells())
    assert "The end" in text
    first, second = read_records(path)
    assert first.finished
    assert second.finished
    assert second.events[0] == (0, "b2")


def test_save_to_a_bad_place_is_shown_and_the_game_goes_on(tmp_path, data_folder):
    (tmp_path / "notes.txt").write_text("milk\n")
    lines = [f"save {tmp_path}/none/x", f"save {tmp_path}/notes.txt", "b2", "save", "quit"]
    text = play(*TTT, lines=lines)
    assert f"{tmp_path}/none/x: No such file or directory" in text
    assert "notes.txt: it is not a record file; nothing was written" in text
    assert (tmp_path / "notes.txt").read_text() == "milk\n"
    assert "  You mark b2" in text
    (file,) = (data_folder / "aicore" / "saves").iterdir()  # neither bad path is kept
    assert text.count(f"aicore play --resume {file}") == 2
    assert "resumed after 2 moves" in play("--resume", file)


def test_resume_errors(tmp_path):
    path = tmp_path / "game.jsonl"
    assert "No such file" in fails("--resume", path)
    save(path, "tic_tac_toe", ["human", "random"], [[0, "b2"]])
    for option in ("--seats", "--seat", "--seed"):
        assert f"{option} cannot be used with --resume" in fails("--resume", path, option, 1)
    assert "--option cannot be used" in fails("--resume", path, "--option", "a=1")
    assert "cannot be used with --resume" in fails("--resume", path, "--vs", "random")
    assert "contains a game of tic_tac_toe, not of pig" in fails("pig", "--resume", path)
    save(path, "tic_tac_toe", ["human", "random"], [[0, "b2"], [1, "b2"]])
    assert "'b2' is not a possible action" in fails("--resume", path)
    save(path, "tic_tac_toe", ["random", "random"], [])
    assert "no person" in fails("--resume", path)
    save(path, "tic_tac_toe", ["human", "stockfish"], [])
    assert 'there is no player "stockfish"' in fails("--resume", path)
    path.write_text("")
    assert "contains no record" in fails("--resume", path)
    path.unlink()
    play(*TTT, "--record", path, lines=all_cells())
    assert "the last game in " in fails("--resume", path)


def test_a_file_name_is_quoted_for_the_shell():
    assert shell_word(Path("my games/one.jsonl"), windows=False) == "'my games/one.jsonl'"
    assert shell_word(r"C:\my games\one.jsonl", windows=True) == r'"C:\my games\one.jsonl"'
    assert shell_word(r"C:\games\one.jsonl", windows=True) == r"C:\games\one.jsonl"
