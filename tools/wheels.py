"""Build aicore's wheels for Linux with zig as the compiler, check them, and play with one of them.

    python tools/wheels.py dist                       # all of TARGETS
    python tools/wheels.py dist manylinux_2_17_x86_64

This needs the packages of the extra `release`. The script makes the wheels from the sdist alone, in
a temporary folder. It installs the wheel for this machine in a fresh environment with no compiler
on PATH. There, the wheel prints its signatures of decisions, and plays a game. The wheel for glibc
on the other processor prints its signatures with Debian's Python and qemu, if apt-get can fetch
them. One wheel serves every CPython from 3.11 on.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

import foreign

ROOT = Path(__file__).resolve().parents[1]
TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
}
"""Names of machines for zig, by the tags of wheels."""


def run(*command: str | Path, cwd: Path = ROOT, typed: str = "", **environment: str) -> str:
    """Run a program, and return its output; exit if it fails."""
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**os.environ, **environment},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def unpacked_sdist(dist: Path, work: Path) -> Path:
    """Build an sdist, unpack it, and return its folder."""
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", dist)
    newest = max(dist.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime)
    run(sys.executable, "-m", "twine", "check", "--strict", newest)
    with tarfile.open(newest) as archive:
        archive.extractall(work, filter="data")
    return work / newest.name.removesuffix(".tar.gz")


def build(source: Path, tag: str, dist: Path) -> Path:
    """Build one wheel, and return its path. Targets share the C code, but no objects."""
    machine = tag.rpartition("_2_17_" if "2_17" in tag else "_1_2_")[2]
    compiler = source / f"cc-{tag}"
    compiler.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m ziglang cc -target {TARGETS[tag]} '
        '-fno-sanitize=undefined "$@"\n'
    )
    compiler.chmod(0o755)
    run(
        *(sys.executable, "setup.py", "-q", "build", "--build-base", f"build-{tag}"),
        *("bdist_wheel", "--plat-name", tag, "--dist-dir", dist),
        cwd=source,
        CC=str(compiler),
        LDSHARED=f"{compiler} -shared -s",
        CFLAGS="-w",
        AICORE_ABI3="1",
        ZIG_GLOBAL_CACHE_DIR=str(source / "zig"),
        _PYTHON_HOST_PLATFORM=f"linux-{machine}",
    )
    return max(dist.glob(f"*{tag}.whl"), key=lambda path: path.stat().st_mtime)


def check(wheel: Path) -> None:
    """Check a wheel's platform and stable ABI against its name, and its description."""
    tag = wheel.stem.rpartition("-")[2]
    if "manylinux" in tag:
        text = run(sys.executable, "-m", "auditwheel", "show", wheel)
        if f'"{tag}"' not in text:
            sys.exit(f"{wheel.name} is not {tag}:\n{text}")
    elif libraries := linked(wheel) - {"libc.so"}:  # auditwheel would need musl here
        sys.exit(f"{wheel.name} is not {tag}: it needs {', '.join(libraries)}")
    run(sys.executable, "-m", "abi3audit", "--strict", wheel)
    run(sys.executable, "-m", "twine", "check", "--strict", wheel)


def linked(wheel: Path) -> set[str]:
    """Return the shared libraries that a wheel's extensions need."""
    from elftools.elf.elffile import ELFFile  # auditwheel installs it

    libraries = set()
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".so"):
                extension = ELFFile(io.BytesIO(archive.read(name)))
                tags = extension.get_section_by_name(".dynamic").iter_tags("DT_NEEDED")
                libraries |= {tag.needed for tag in tags}
    return libraries


def play(wheel: Path, work: Path) -> None:
    """Install a wheel without compiler or build tools, compare its decisions, and play a game."""
    fresh = work / "fresh"
    run(sys.executable, "-m", "venv", "--without-pip", fresh)
    programs = fresh / "bin"
    alone = {"PATH": str(programs), "XDG_DATA_HOME": str(work)}
    start = time.monotonic()
    run(sys.executable, "-m", "pip", "--python", fresh, "install", "-q", wheel, PATH=str(programs))
    print(f"installed in {time.monotonic() - start:.1f} s")
    compare(run(programs / "aicore", "bench", "--signature", cwd=work, **alone))
    game = ("play", "booster", "--vs", "mcts:sims=100", "--seed", "1")
    text = run(programs / "aicore", *game, cwd=work, typed="1\n" * 400, **alone)
    print(text.strip().splitlines()[-1].strip())


def compare_foreign(wheel: Path, work: Path, processor: str) -> None:
    """Compare the decisions of a wheel for another processor."""
    if lacking := foreign.missing():
        print(f"not tested: {lacking} is needed to fetch a Python for it")
        return
    site = work / "site"
    _, _, python, abi, platform_tag = wheel.stem.split("-")
    run(
        *(sys.executable, "-m", "pip", "install", "-q", "--target", site, wheel),
        *("--platform", platform_tag, "--implementation", "cp", "--only-binary", ":all:"),
        *("--python-version", python.removeprefix("cp"), "--abi", abi, "--abi", "none"),
    )
    try:
        command = foreign.python(work / "foreign", processor, platform.machine())
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(error.cmd)}\n{error.stderr}")
    compare(run(*command, "-m", "aicore", "bench", "--signature", cwd=work, PYTHONPATH=str(site)))
    print(f"same decisions on {processor}")


def compare(text: str) -> None:
    """Compare signatures of decisions with the signatures of the tests' own build."""
    if text != (ROOT / "tests" / "signatures.txt").read_text(encoding="utf-8"):
        sys.exit("the wheel decides differently: compare `aicore bench --signature`")


def main() -> None:
    """Build the wheels that the options name, and check them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("dist", type=Path, help="output folder")
    parser.add_argument(
        "tags", nargs="*", default=list(TARGETS), help="wheels to build (default: all)"
    )
    args = parser.parse_args()
    if unknown := set(args.tags) - set(TARGETS):
        parser.error(f"unknown tag {', '.join(sorted(unknown))}; the tags are {', '.join(TARGETS)}")
    dist = args.dist.resolve()
    dist.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = unpacked_sdist(dist, Path(folder))
        for tag in args.tags:
            before = os.times()
            wheel = build(source, tag, dist)
            after = os.times()
            spent = after.children_user - before.children_user
            print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, {spent:.0f} CPU s", flush=True)
            check(wheel)
            family, _, processor = tag.partition("_2_17_")
            if processor == platform.machine() and sys.platform == "linux":
                play(wheel, Path(folder))
            elif family == "manylinux":
                compare_foreign(wheel, Path(folder), processor)


if __name__ == "__main__":
    main()
