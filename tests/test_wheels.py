"""A wheel as it is released: by another compiler, and played where none is installed."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="zig's wheels are for Linux")
def test_a_wheel_by_clang_is_checked_decides_alike_and_plays(tmp_path):
    """tools/wheels.py compares the signatures of decisions with those of the tests' own build."""
    pytest.importorskip("ziglang", reason="needs the extra `release`")
    tag = f"manylinux_2_17_{platform.machine()}"
    told = subprocess.run(
        [sys.executable, ROOT / "tools" / "wheels.py", tmp_path, tag],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert told.returncode == 0, told.stdout
    assert "installed in" in told.stdout
    (wheel,) = tmp_path.glob("*.whl")
    assert f"cp311-abi3-{tag}" in wheel.name
