"""Tests of limits on requests."""

from __future__ import annotations

import pytest

from aicore.web import bounds


def test_an_idle_bucket_holds_no_more_than_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(bounds.time, "monotonic", lambda: now[0])
    bucket = bounds.Bucket(rate=2.0, size=3.0)
    for idle, times in ((0.0, 3), (1.0, 2), (3600.0, 3)):
        now[0] += idle
        assert [bucket.may() for _ in range(times + 1)] == [True] * times + [False]
