"""Tests that `aicore check` judges games by search, and reports each mistake once."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from aicore.plain.check import check_file
from aicore.players import player
from plain.made import write

LOCK = """
class Lock(Game):
    \"\"\"Dial 3, four times.\"\"\"
    seats = 2
    teams = 1
    right = Int(0, 8)
    tries = Int(0, 8)
    @action("dial N", N=(0, 3))
    def dial(self, s, n):
        s.right += n == 3
        s.tries += 1
        s.turn = END if s.tries == 4 else self.after(s.turn)
    def result(self, s):
        return {result}
    def estimate(self, s):
        return {estimate}
"""


def report_on(folder, games=14, result="s.right == 4", estimate="s.right / 6", make_player=player):
    file = write(folder, LOCK.format(result=result, estimate=estimate))
    return check_file(file, games, lambda text: None, all_variants=False, make_player=make_player)


def test_a_hard_game_is_judged_by_search(tmp_path):
    report = report_on(tmp_path)
    assert not report.findings
    (remark,) = report.remarks
    assert "all 14 random games with 2 seats end with [0.0, 0.0]" in remark
    assert "games by mcts end differently, so the game is hard but not wrong" in remark


def test_a_game_that_nobody_can_win_is_questioned(tmp_path):
    report = report_on(tmp_path, result="s.right > 6")
    assert any("and so do" in one and "can the players win at all?" in one
               for one in report.remarks)  # fmt: skip


def test_an_estimate_that_misleads_is_remarked(tmp_path):
    report = report_on(tmp_path, 2, result="s.right >= 2", estimate="1 - s.right / 6")
    (remark,) = report.remarks
    assert "estimate: greedy, which plays by estimate, does worse than random players" in remark
    assert not report_on(tmp_path, 2, result="s.right >= 2").remarks


def test_an_estimate_is_not_blamed_if_everybody_loses(tmp_path):
    report = report_on(tmp_path, 2, result="False")
    assert not any("greedy" in one for one in report.remarks)


def test_each_mistake_is_reported_once_with_the_fields_that_matter(tmp_path):
    report = report_on(tmp_path, 8, result="'yes' if s.right % 2 else [s.right] * 5")
    (finding,) = [one for one in report.findings if "result returned" in one][:1]
    assert "own.py, line 16, result: result returned" in finding
    state = finding.partition("; state ")[2]
    assert "right=" in state
    assert "turn=" in state
    assert "tries=" not in state  # the method does not look at it


def test_options_and_seats_are_named(tmp_path):
    text = LOCK.format(result="s.right == 6", estimate="s.right / 6")
    text = text.replace("seats = 2\n", 'seats = 2, 3\n    options = {"n": Option(1, "x", low=1, '
                        'high=2)}\n')  # fmt: skip
    shown = []
    check_file(write(tmp_path, text), 2, shown.append)
    assert shown == ["2 seats", "3 seats", "2 seats, n=2"]


def test_watch_checks_again_when_the_file_is_saved(tmp_path):
    text = LOCK.format(result="s.right == 6", estimate="s.right / 6")
    file = write(tmp_path, text)
    command = [sys.executable, "-m", "aicore", "check", str(file), "--games", "1", "--watch"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        lines = iter(process.stdout.readline, "")
        assert any("watching" in line for line in lines)
        file.write_text(file.read_text().replace("s.tries += 1", "s.tires += 1"))
        os.utime(file, (time.time() + 5, time.time() + 5))
        assert any("tires" in line for line in lines)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
