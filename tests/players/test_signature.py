"""Tests that decisions stay the same until a change means to change them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import aicore
from aicore.arena.signature import signatures

FILE = Path(__file__).parents[1] / "signatures.txt"
AGAIN = "if decisions were meant to change: aicore bench --signature > tests/signatures.txt"


def held() -> dict[str, dict[str, str]]:
    """Return the stored signatures, by game and player."""
    found: dict[str, dict[str, str]] = {}
    for line in FILE.read_text().splitlines():
        name, spec, digits = line.split()
        found.setdefault(name, {})[spec] = digits
    return found


def test_every_game_has_signatures() -> None:
    assert set(held()) == set(aicore.names()), AGAIN


@pytest.mark.parametrize("name", aicore.names())
def test_decisions_are_as_they_were(name: str) -> None:
    assert signatures(name) == held()[name], AGAIN


OTHER = """
#define _GNU_SOURCE
#include <dlfcn.h>
double nextafter(double x, double y);
#define ONE(name) double name(double x) { \\
    double (*own)(double) = (double (*)(double)) dlsym(RTLD_NEXT, #name); \\
    return nextafter(own(x), 1e300); }
#define TWO(name) double name(double x, double y) { \\
    double (*own)(double, double) = (double (*)(double, double)) dlsym(RTLD_NEXT, #name); \\
    return nextafter(own(x, y), 1e300); }
ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt)
ONE(sin) ONE(cos) ONE(tan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asin) ONE(acos) ONE(atan)
ONE(erf) ONE(erfc) ONE(tgamma) ONE(lgamma) TWO(pow) TWO(hypot) TWO(atan2)
"""
"""C library functions whose results differ in the last bit."""
ASKED = "import math; print((math.exp(1), math.log(3), 3.0**0.3, abs(1 + 2j)))"


@pytest.mark.slow
def test_decisions_are_the_same_with_another_c_library(tmp_path: Path) -> None:
    """The C library's functions do not matter: musl's differ in some last bits, these in all."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("needs a C compiler and a loader that lets functions be replaced")
    (tmp_path / "other.c").write_text(OTHER)
    build = [compiler, "-w", "-O1", "-fno-builtin", "-shared", "-fPIC", "-o", "other.so", "other.c"]
    subprocess.run([*build, "-ldl", "-lm"], check=True, cwd=tmp_path)

    def printed(*command: str, **changes: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, **changes},
        )
        return done.stdout

    other = {"LD_PRELOAD": str(tmp_path / "other.so")}
    usual, odd = (eval(printed("-c", ASKED, **changes)) for changes in ({}, other))
    assert all(one < two for one, two in zip(usual, odd, strict=True))
    assert printed("-m", "aicore", "bench", "--signature", **other) == FILE.read_text()


@pytest.mark.slow
def test_decisions_are_the_same_without_fused_arithmetic() -> None:
    """glibc picks its functions by the processor's abilities; without them, nothing changes."""
    without = "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4"
    output = subprocess.run(
        [sys.executable, "-m", "aicore", "bench", "--signature"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "GLIBC_TUNABLES": without},
    ).stdout
    assert output == FILE.read_text()
