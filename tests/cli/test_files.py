"""Tests of the user's files: no written line is lost, and no reading fills the memory."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import aicore
from aicore.arena.match import Match
from aicore.cli.saves import new_save, read_save, write_save
from aicore.core import files
from aicore.core.errors import AicoreError, DataError, one_line, short
from aicore.core.files import append_line, read_bytes, read_lines, replace_line, user_path
from aicore.core.record import Record, not_records, read_records
from aicore.players.errors import EngineError
from kit.command import fails, works

APPEND = """
import sys
from aicore.core.files import append_line
for number in range(200):
    append_line(sys.argv[1], f"{sys.argv[2]} {number}")
"""
SAVE = """
import sys
from aicore.core.files import replace_line
earlier = None
for number in range(100):
    line = f"save {number}"
    replace_line(sys.argv[1], earlier, line)
    earlier = line
"""


def test_programs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    programs = [
        subprocess.Popen([sys.executable, "-c", code, str(path), name])
        for code, name in ((APPEND, "one"), (SAVE, "save"), (APPEND, "two"))
    ]
    assert [program.wait(timeout=120) for program in programs] == [0, 0, 0]
    lines = path.read_text().splitlines()
    for name in ("one", "two"):
        assert [line for line in lines if line.startswith(name)] == [
            f"{name} {number}" for number in range(200)
        ]
    assert [line for line in lines if line.startswith("save")] == ["save 99"]
    assert len(lines) == 401
    assert [found.name for found in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_last_line_without_an_end_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("one")
    append_line(path, "two")
    assert path.read_text() == "one\ntwo\n"


def test_one_line_is_replaced_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for line in ("one", "mine", "two"):
        append_line(path, line)
    path.chmod(0o640)
    replace_line(path, "mine", "mine again")
    assert path.read_text() == "one\nmine again\ntwo\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    replace_line(path, "mine", "new")  # it no longer exists
    assert path.read_text() == "one\nmine again\ntwo\nnew\n"


def test_a_line_is_added_if_an_open_file_cannot_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Access is denied")  # the message of Windows

    path = tmp_path / "games.jsonl"
    path.write_text("mine\n")
    monkeypatch.setattr(os, "replace", refuse)
    replace_line(path, "mine", "mine again")
    assert path.read_text() == "mine\nmine again\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jsonl", tmp_path / "link"
    path.write_text("mine\n")
    link.symlink_to(path)
    replace_line(link, "mine", "other")
    assert link.is_symlink()
    assert path.read_text() == "other\n"


def test_a_failed_write_leaves_the_file_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("one")
    write = os.write
    left = [3]

    def full(number: int, data: bytes) -> int:
        if not left:
            raise OSError(28, "No space left on device")
        return write(number, data[: left.pop()])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        append_line(path, "two")
    assert path.read_text() == "one"


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("long", [1, 1 << 17])
def test_nothing_is_added_after_a_broken_line(tmp_path: Path, end: str, long: int) -> None:
    path = tmp_path / "games.jsonl"
    whole = json.dumps({"format": "aicore-record/1", "more": "x" * long})
    path.write_text(f"{whole}\n{whole[:-2]}{end}")
    before = path.read_bytes()
    for write in (
        lambda: append_line(path, whole, not_records),
        lambda: replace_line(path, whole, whole, not_records),
        lambda: files.require_appendable(path, not_records),
    ):
        with pytest.raises(AicoreError, match="the last line is incomplete"):
            write()
    assert path.read_bytes() == before
    path.write_text(f"{whole}\n{whole}{end}")
    append_line(path, whole, not_records)
    assert [line for line in path.read_text().splitlines() if line] == [whole] * 3


BOM = "\ufeff"


def test_a_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    file, data, moves = tmp_path / "r.jsonl", tmp_path / "d.toml", f"{BOM}roll\nquit\n"
    works("watch", "pig", "random", "random", "--seed", 1, "--record", file)
    file.write_text(BOM + file.read_text(), encoding="utf-8")
    works("replay", file)
    works("watch", "pig", "random", "random", "--seed", 2, "--record", file)
    assert len([*read_records(file)]) == 2
    data.write_text(f"{BOM}[extra]\n", encoding="utf-8")
    error = fails("watch", "relics", "random", "random", "--option", f"data={data}")
    assert "extra cannot be replaced" in error  # it was read
    assert "You cannot play" not in works("play", "pig", "--seed", 1, input=moves)
    line = works("analyze", input=f'{BOM}{{"id": 1, "nothing": 2}}\n')
    assert json.loads(line.splitlines()[0])["id"] == 1


def test_a_save_that_begins_with_a_mark_is_replaced_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "save.jsonl"
    path.write_text(f"{BOM}one\ntwo\n", encoding="utf-8")
    replace_line(path, "one", "three")
    assert path.read_text() == "three\ntwo\n"


def test_files_of_another_kind_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("\nmilk, bread\n")

    def wrong(first: bytes) -> str:
        return "" if first.startswith(b"{") else "these are notes"

    for write in (append_line, files.require_appendable):
        arguments = (path, "{}") if write is append_line else (path,)
        with pytest.raises(AicoreError, match=r"notes\.txt: these are notes; nothing was written"):
            write(*arguments, wrong=wrong)
    assert path.read_text() == "\nmilk, bread\n"
    append_line(tmp_path / "empty", "{}", wrong)
    append_line(tmp_path / "empty", "{}", wrong)
    assert (tmp_path / "empty").read_text() == "{}\n{}\n"


def test_pipes_and_devices_are_written_directly(tmp_path: Path) -> None:
    append_line("/dev/null", "nothing")
    replace_line("/dev/null", "nothing", "more")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    append_line(pipe, "through")
    reader.join(10)
    assert found == ["through\n"]


@pytest.mark.parametrize("to", ["pipe", "file"])
def test_standard_output_keeps_its_order(tmp_path: Path, to: str) -> None:
    code = (
        "from aicore.core.files import append_line; print('before');"
        "append_line('/dev/stdout', 'line'); print('after')"
    )
    target = tmp_path / "out"
    with target.open("w") as file:
        stdout = file if to == "file" else subprocess.PIPE
        done = subprocess.run([sys.executable, "-c", code], stdout=stdout, text=True, check=True)
    assert (target.read_text() if to == "file" else done.stdout) == "before\nline\nafter\n"


@pytest.mark.parametrize("text", ["~nobody-of-that-name/x", "a\0b", "\ud800"])
def test_invalid_paths_are_errors(text: str) -> None:
    for use in (user_path, lambda path: read_bytes(path, 9), lambda path: append_line(path, "")):
        with pytest.raises(AicoreError):
            use(text)


def test_home_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    assert user_path("~/x") == Path("/somewhere/x")


def test_reading_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(bytes(1024))
    assert len(read_bytes(path, 1024)) == 1024
    with pytest.raises(AicoreError, match="data is too large; the limit is 1000 bytes"):
        read_bytes(path, 1000)
    with pytest.raises(AicoreError, match="/dev/zero is a pipe or a device, not a file"):
        read_bytes("/dev/zero", 9)
    with pytest.raises(OSError, match="directory"):
        read_bytes(tmp_path, 9)
    os.mkfifo(tmp_path / "pipe")  # without a writer
    with pytest.raises(AicoreError, match="a pipe or a device, not a file"):
        read_bytes(tmp_path / "pipe", 9)


def test_lines_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"12345\n123456\n")
    lines = read_lines(path, limit=6)
    assert next(lines) == b"12345\n"
    with pytest.raises(AicoreError, match="lines, line 2 is longer than 6 bytes"):
        next(lines)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("two\n\t lines", "two lines"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("turned \u202e round", r"turned \u202e round"),
        ("half \ud800", r"half \ud800"),
        ("naïve ≤ 5 µm", "naïve ≤ 5 µm"),
        ("x" * 300, "x" * 300),
        ("x" * 301, "x" * 297 + "..."),
        (" " * 10_000 + "x", "..."),
    ],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line
    assert str(DataError(text)) == line
    assert str(EngineError("crash", text)) == line
    assert one_line(one_line(text)) == line


def test_long_values_are_shortened() -> None:
    assert len(short("x" * 10**6)) == 80
    assert len(short(Path("x" * 10**6))) == 180


def test_a_save_replaces_its_own_game_only(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = aicore.load("tic_tac_toe")
    other = Match(game, [aicore.player("random", game) for _ in range(2)], 1).finish()
    save = Record("tic_tac_toe", 2, {}, "7/../\x21", ["human", "random"], [(0, "b2")])
    first = write_save(save, path)
    other.write(path)
    save.events.append((1, "a1"))
    second = write_save(save, path, first)
    assert list(read_records(path)) == [save, other]
    assert read_save(path) == save
    save.events.append((0, "a2"))
    write_save(save, path, read_save(path).to_line())
    assert list(read_records(path)) == [save, other]
    assert second not in path.read_text()


def test_a_save_has_a_name_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = new_save("pig")
    assert path.parent == tmp_path / "aicore" / "saves"
    assert path.name.startswith("pig-")
    assert len({new_save("pig").name for _ in range(8)}) > 6  # within one or two seconds
    monkeypatch.setenv("XDG_DATA_HOME", "~nobody-of-that-name")
    monkeypatch.chdir(tmp_path)
    assert new_save("pig").parent == tmp_path


def test_the_data_folder_is_where_the_system_expects_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    earlier = tmp_path / ".local" / "share" / "aicore"
    monkeypatch.setattr(files, "platform", "linux")
    assert files.data_folder() == earlier
    monkeypatch.setattr(files, "platform", "darwin")
    assert files.data_folder() == tmp_path / "Library" / "Application Support" / "aicore"
    earlier.mkdir(parents=True)
    assert files.data_folder() == earlier  # existing games are not lost
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "mine"))
    assert files.data_folder() == tmp_path / "mine" / "aicore"


def test_a_pipe_is_read_when_somebody_writes_to_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(AicoreError, match="nobody writes to"):
        list(read_lines(pipe))
    writer = threading.Thread(target=pipe.write_bytes, args=[b"one\ntwo"])  # once it is read
    writer.start()
    assert list(read_lines(pipe)) == [b"one\n", b"two"]
    writer.join()
