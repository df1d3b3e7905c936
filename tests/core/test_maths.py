"""Tests of our exponentials, logarithms and powers: accurate, and exact where required."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import sys
from decimal import Decimal, localcontext
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aicore.core.maths import exp, log, power
from kit.effort import effort

MANY = settings(max_examples=effort(150, 400), deadline=None, derandomize=True, database=None)
LEAST = 5e-324  # the smallest double above 0
PACKAGES = ("", ".arena", ".cli", ".envs", ".players", ".search", ".study", ".web")
FREE = re.compile(  # functions that a C library may round as it likes
    r" _{0,2}(expm?[0-9]*|log(1p|10|2|b)?|pow|hypot|cbrt|a?(sin|cos|tan)h?(pi)?|atan2|sincos"
    r"|erfc?|[lt]?gamma(_r)?)[fl]?(f128|_finite)?(@|$)"
)


def units(found: float, true: Decimal) -> float:
    """Return the distance of a double from the true value, in units of its last place."""
    return float(abs(Decimal(found) - true) / Decimal(math.ulp(found)))


@MANY
@given(st.floats(-745.0, 709.7))
def test_exp(x: float) -> None:
    with localcontext() as context:
        context.prec = 50
        assert units(exp(x), Decimal(x).exp()) <= 2


@MANY
@given(st.floats(LEAST, 1.7976931348623157e308) | st.floats(0.5, 2.0))
def test_log(x: float) -> None:
    with localcontext() as context:
        context.prec = 50
        assert units(log(x), Decimal(x).ln()) <= 2


@MANY
@given(st.floats(1e-9, 1e9), st.floats(-3.0, 3.0))
def test_power(x: float, y: float) -> None:
    with localcontext() as context:
        context.prec = 50
        true = (Decimal(y) * Decimal(x).ln()).exp()
        assert units(power(x, y), true) <= 2 * abs(y * math.log(x)) + 4


@pytest.mark.parametrize(
    ("found", "true"),
    [
        (exp(0.0), 1.0), (exp(-0.0), 1.0), (exp(710.0), math.inf), (exp(math.inf), math.inf),
        (exp(-746.0), 0.0), (exp(-math.inf), 0.0), (log(1.0), 0.0), (log(0.0), -math.inf),
        (log(math.inf), math.inf), (power(7.0, 0.0), 1.0), (power(1.0, 9.5), 1.0),
    ],
)  # fmt: skip
def test_exact_values(found: float, true: float) -> None:
    assert found == true


def test_nan() -> None:
    assert all(map(math.isnan, (exp(math.nan), log(math.nan), log(-1.0))))


@MANY
@given(st.floats(-700.0, 700.0))
def test_exp_never_falls(x: float) -> None:
    step = math.nextafter(x, math.inf)
    assert exp(step) >= exp(x) * (1 - 2 * 2.0**-52)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems list symbols otherwise")
def test_no_extension_calls_inexact_functions_of_the_c_library() -> None:
    """The compiler does not replace a power with a call, either."""
    lister = shutil.which("nm")
    if lister is None:
        pytest.skip("needs nm, of the compiler's tools")
    sources = [
        source
        for package in PACKAGES
        for folder in find_spec(f"aicore{package}").submodule_search_locations
        for source in Path(folder).rglob("*.pyx")
    ]
    places = [source.with_suffix(suffix) for source in sources for suffix in EXTENSION_SUFFIXES]
    built = [place for place in places if place.exists()]
    assert len(built) == len(sources), "build first"
    output = subprocess.run(
        [lister, "-D", "--undefined-only", *built], check=True, capture_output=True, text=True
    ).stdout
    assert output.count(" PyFloat_") > 9
    assert [line for line in output.splitlines() if FREE.search(line)] == []


@pytest.mark.parametrize(
    ("symbol", "free"),
    [(" U exp@GLIBC_2.29", True), (" U pow", True), (" U sinf", True), (" U __exp_finite", True),
     (" U tgammal", True), (" U sqrt@GLIBC_2.2.5", False), (" U floor", False),
     (" U PyFloat_FromDouble", False), (" U memcpy", False)],
)  # fmt: skip
def test_the_pattern_finds_these_functions(symbol: str, free: bool) -> None:
    assert bool(FREE.search(symbol)) is free
