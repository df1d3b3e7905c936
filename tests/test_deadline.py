"""Tests that no test can hang."""

from __future__ import annotations

import signal
import time

import pytest

from kit.deadline import deadline
from kit.web import HEAR, Person

pytestmark = pytest.mark.skipif(not hasattr(signal, "alarm"), reason="no alarms here")


def test_a_hanging_test_is_interrupted_and_the_outer_deadline_stays() -> None:
    def hang() -> None:
        with pytest.raises(TimeoutError, match="inner"), deadline(0.01, "inner"):
            time.sleep(60)
        with deadline(60, "quick"):
            pass
        time.sleep(60)

    with pytest.raises(TimeoutError, match="outer"), deadline(0.1, "outer"):
        hang()
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 60  # of this test itself


def test_a_viewer_who_hears_nothing_does_not_wait_forever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent:
        def receive_text(self) -> str:
            time.sleep(60)
            return ""

    assert HEAR >= 30
    monkeypatch.setattr("kit.web.HEAR", 0.01)
    with pytest.raises(TimeoutError, match="a message of type state or error"):
        Person(Silent()).hear("state", "error")  # type: ignore[arg-type]
