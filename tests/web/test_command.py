"""Tests of `aicore web` itself: its output, and its limits."""

from __future__ import annotations

import contextlib
import logging
import socket
import sqlite3
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from aicore.cli import main
from aicore.web.store import TableStore
from kit.web import serving, table


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "websockets"])
def test_a_missing_extra_is_one_clear_line(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    answer = CliRunner().invoke(main, ["web", "--no-open"])
    assert answer.exit_code == 2
    (line,) = answer.stderr.splitlines()
    assert f"needs {package}. Install it: pip install 'aicore-tabletop[web]'" in line


@pytest.mark.parametrize("games", [[], ["pig"]])
def test_only_a_file_can_be_watched(games: list[str]) -> None:
    answer = CliRunner().invoke(main, ["web", *games, "--watch", "--no-open"])
    assert answer.exit_code == 2
    assert "--watch needs a FILE.py of your own" in answer.stderr


def test_watched_games_are_served_by_one_process(tmp_path: Path) -> None:
    file = tmp_path / "pig.py"
    file.write_text((Path(__file__).parents[2] / "examples" / "pig.py").read_text("utf-8"))
    given = ["web", str(file), "--watch", "--processes", "2", "--no-open"]
    answer = CliRunner().invoke(main, given)
    assert answer.exit_code == 2
    assert "--watch and --processes cannot be combined" in answer.stderr


def test_an_unknown_game_is_an_error_before_the_server_starts() -> None:
    answer = CliRunner().invoke(main, ["web", "nosuch", "--no-open"])
    assert answer.exit_code == 2
    assert 'there is no game "nosuch"' in answer.stderr


def test_a_port_that_is_taken_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        answer = CliRunner().invoke(main, ["web", "--no-open", "--port", port])
    assert answer.exit_code == 2
    assert f"port {port}: Address already in use" in answer.stderr
    assert answer.stdout == ""


def test_a_server_that_lets_others_in_prints_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import uvicorn

    served = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: served.append(self.config))
    arguments = ["web", "--no-open", "--port", "0"]
    alone = CliRunner().invoke(main, arguments)
    assert (alone.exit_code, alone.stderr) == (0, "")
    assert alone.stdout.startswith("http://localhost:")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    shared = CliRunner().invoke(main, [*arguments, "--host", "0.0.0.0", "--engines"])
    assert "everyone who can reach 0.0.0.0" in shared.stderr
    assert "every visitor can start programs" in shared.stderr
    assert not any(config.access_log for config in served)


def test_a_server_leaves_the_handlers_of_other_logs_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some close their stream, such as the one of absl, which OpenSpiel imports."""
    import uvicorn

    handler = logging.StreamHandler()
    closing = Mock(wraps=handler.close)
    monkeypatch.setattr(handler, "close", closing)
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    assert CliRunner().invoke(main, ["web", "--no-open", "--port", "0"]).exit_code == 0
    closing.assert_not_called()


@pytest.mark.parametrize("option", ["--host", "--name"])
@pytest.mark.parametrize("value", ["", " "])
def test_a_blank_address_or_name_is_refused(option: str, value: str) -> None:
    answer = CliRunner().invoke(main, ["web", "--no-open", option, value])
    assert answer.exit_code == 2
    (line,) = answer.stderr.splitlines()[-1:]
    assert option in line
    assert "an address: 127.0.0.1" in line or "a name, as in" in line


@pytest.mark.parametrize("row", ["format", "visitors"])
def test_a_file_with_damaged_text_is_one_clear_line(row: str, tmp_path: Path) -> None:
    TableStore(tmp_path / "aicore" / "web.sqlite").close()
    with contextlib.closing(sqlite3.connect(tmp_path / "aicore" / "web.sqlite")) as base, base:
        query = "UPDATE meta SET value = CAST(x'ff' AS TEXT) WHERE name = ?"
        assert base.execute(query, (row,)).rowcount == 1
    answer = CliRunner().invoke(main, ["web", "--no-open", "--port", "0"])
    assert answer.exit_code == 2
    (line,) = answer.stderr.splitlines()
    assert "web.sqlite is not a file of `aicore web`" in line


def test_a_damaged_table_costs_nobody_else_theirs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path) as client:
        made = table(client, "pig", "me", "random")
        other = table(client, "pig", "me", "random")
        with contextlib.closing(sqlite3.connect(tmp_path / "web.sqlite")) as base, base:
            query = "UPDATE tables SET facts = CAST(x'ff' AS TEXT) WHERE id = ?"
            base.execute(query, (made["table"],))
        answer = client.get(f"/api/tables/{made['table']}")
        assert answer.status_code == 500
        assert "cannot save" in answer.json()["error"] or "went wrong" in answer.json()["error"]
        assert all(record.exc_info is None for record in caplog.records)
        assert client.get(f"/api/tables/{other['table']}").status_code == 200
