"""Tests of the jobs in a page's search worker: what they leave behind, and how they are stopped."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.core.decision import StopSearch
from aicore.web.access_policy import WebError
from aicore.web.browser import search_worker
from aicore.web.browser.search_worker import Jobs
from aicore.web.reports import read_study


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> tuple[Jobs, list[tuple[str, int, Any]]]:
    """Return a runner without a pause between its messages, and what it said."""
    said: list[tuple[str, int, Any]] = []
    monkeypatch.setattr(search_worker, "PROGRESS_INTERVAL", 0.0)
    return Jobs(lambda message: said.append(pickle.loads(message)), None), said


def test_a_job_has_its_files_while_it_runs_and_no_longer(
    jobs: tuple[Jobs, list[tuple[str, int, Any]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, said = jobs
    file = tmp_path / "new" / "upload.jsonl"

    def work(report: Any, name: str, language: str, arguments: Any) -> tuple[str, Any]:
        assert (name, language, arguments) == ("record", "de", (1, 2))
        report("roll", 0.5)
        return "done", file.read_bytes()

    monkeypatch.setattr(search_worker, "run_job", work)
    running.heard(pickle.dumps(("job", 7, "record", "de", (1, 2), {str(file): b"text"})))
    assert said == [("ready", 0, None), ("thinks", 7, ("roll", 0.5)), ("done", 7, b"text")]
    assert not file.exists()


@pytest.mark.parametrize(
    ("word", "number", "outcome"),
    [
        ("stop", 7, ("failed", "stopped")),
        ("hurry", 7, ("done", "hurried")),
        ("stop", 8, ("done", "in full")),
        ("hurry", 8, ("done", "in full")),
    ],
)
def test_a_word_about_a_job_stops_or_hurries_that_job(
    jobs: tuple[Jobs, list[tuple[str, int, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    word: str,
    number: int,
    outcome: tuple[str, str],
) -> None:
    running, said = jobs

    def work(report: Any, *_: Any) -> tuple[str, Any]:
        running.heard(pickle.dumps((word, number)))
        try:
            report("roll", 0.5)
        except StopSearch:
            return "done", "hurried"
        return "done", "in full"

    monkeypatch.setattr(search_worker, "run_job", work)
    running.heard(pickle.dumps((word, 7)))  # of an earlier job of that number
    running.heard(pickle.dumps(("job", 7, "record", "en", (), {})))
    assert said[-1] == (outcome[0], 7, outcome[1])


def test_a_study_on_the_page_may_not_name_files() -> None:
    named = 0
    for name in aicore.names():
        assert read_study(json.dumps({"game": name}).encode()).game == name
        for key, option in aicore.info(name).options.items():
            if option.file:
                named += 1
                body = {"game": name, "options": {key: "other.toml"}}
                with pytest.raises(WebError, match="may not name files"):
                    read_study(json.dumps(body).encode())
    assert named
