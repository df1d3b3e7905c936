"""Tests of wheels as released: another compiler builds them, and a new environment plays them."""

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HERE = platform.machine()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="zig's wheels are for Linux"),
]


def built(folder: Path, processor: str) -> str:
    """Return the output of tools/wheels.py for a wheel.

    The tool compares the wheel's decisions with this build's.
    """
    pytest.importorskip("ziglang", reason="needs the extra `release`")
    tag = f"manylinux_2_17_{processor}"
    output = subprocess.run(
        [sys.executable, ROOT / "tools" / "wheels.py", folder, tag],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert output.returncode == 0, output.stdout
    (wheel,) = folder.glob("*.whl")
    assert f"cp311-abi3-{tag}" in wheel.name
    return output.stdout


def test_a_wheel_by_clang_passes_its_checks(tmp_path: Path) -> None:
    assert "installed in" in built(tmp_path, HERE)


@pytest.mark.skipif(HERE != "x86_64", reason="aarch64 is tested only from x86_64")
def test_a_wheel_for_aarch64_decides_alike(tmp_path: Path) -> None:
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        pytest.skip("needs apt-get and dpkg: they fetch Python for aarch64, and qemu")
    assert "same decisions on aarch64" in built(tmp_path, "aarch64")
