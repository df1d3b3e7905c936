"""Build aicore's wheel for Pyodide, CPython in WebAssembly, and compare its decisions in Node.

    python tools/wasm.py dist              # the wheel, and signatures in Node
    python tools/wasm.py dist --unchecked  # the wheel alone

This needs the packages of the extra `release`, Node.js 20 or newer with npm, and Debian's apt-get
for the C library's headers. `tools/wasm.toml` lists the downloads, their versions and the reasons.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from wheels import ROOT, compare, run, unpacked_sdist

PINS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
TAG: str = PINS["pyodide"]["tag"]
NARROW = ("LONG", "PTHREAD_T", "SIZE_T", "UINTPTR_T", "VOID_P")
"""Types of 4 bytes in WebAssembly; 8 on this machine."""


def pyodide(work: Path) -> Path:
    """Return the folder of Pyodide's runtime, with exactly the pinned bytes from npm."""
    pin, folder = PINS["pyodide"], work / "npm"
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true}')
    run("npm", "install", "--silent", "--ignore-scripts", f"pyodide@{pin['version']}", cwd=folder)
    lock = (folder / "package-lock.json").read_text("utf-8")
    if pin["integrity"] not in lock:
        sys.exit(f"pyodide {pin['version']} is not the one in tools/wasm.toml")
    return folder / "node_modules" / "pyodide"


def headers(work: Path) -> tuple[Path, Path]:
    """Return two folders of headers: Python's headers for 32 bits, and the C library's."""
    python = work / "python"
    shutil.copytree(sysconfig.get_path("include"), python)
    configuration = python / "pyconfig.h"
    text = configuration.read_text("utf-8")
    for name in NARROW:
        text, count = re.subn(rf"(#define SIZEOF_{name}) \d+", r"\1 4", text)
        if count != 1:
            sys.exit(f"pyconfig.h does not define SIZEOF_{name}")
    configuration.write_text(text, "utf-8")
    fetched = work / "emscripten"
    fetched.mkdir()
    run("apt-get", "-o", "APT::Sandbox::User=root", "download", "-qq", "emscripten", cwd=fetched)
    run("dpkg", "-x", next(fetched.glob("*.deb")), fetched)
    return python, fetched / PINS["emscripten"]["include"]


def compiler(work: Path, *include: Path) -> Path:
    """Return a program that compiles like cc."""
    python, library = include
    return _program(
        work / "cc",
        f'exec "{sys.executable}" -m ziglang cc -target wasm32-emscripten '
        f"-mcpu={PINS['zig']['cpu']} -fPIC -w -fno-sanitize=undefined -D__EMSCRIPTEN__ "
        f'-I"{python}" -isystem "{library}" "$@"',
    )


def linker(work: Path) -> Path:
    """Return a program that links like cc -shared, to a file named after its module."""
    return _program(
        work / "ld",
        'objects=""; while [ $# -gt 0 ]; do case $1 in -o) out=$2; shift ;; '
        '*.o) objects="$objects $1" ;; esac; shift; done\n'
        'module=$(basename "$out"); module=${module%%.*}\n'
        f'exec "{sys.executable}" -m ziglang wasm-ld --experimental-pic -shared '
        '--export="PyInit_$module" --unresolved-symbols=import-dynamic --allow-undefined '
        '--strip-all $objects -o "$out"',
    )


def _program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def build(work: Path, dist: Path) -> Path:
    """Build the wheel, and return its path."""
    if (found := run(sys.executable, "-m", "ziglang", "version").strip()) != PINS["zig"]["version"]:
        sys.exit(f"zig is {found}: pip install ziglang=={PINS['zig']['version']}")
    source = unpacked_sdist(dist, work / "source")
    run(
        *(sys.executable, "setup.py", "-q", "bdist_wheel"),
        *("--plat-name", TAG, "--dist-dir", dist),
        cwd=source,
        CC=str(compiler(work, *headers(work))),
        LDSHARED=str(linker(work)),
        CFLAGS="-w",
        AICORE_ABI3="1",
        ZIG_GLOBAL_CACHE_DIR=str(work / "zig"),
        _PYTHON_HOST_PLATFORM="emscripten-wasm32",
    )
    return max(dist.glob(f"*{TAG}.whl"), key=lambda path: path.stat().st_mtime)


def signatures(runtime: Path, wheel: Path) -> str:
    """Return the wheel's signatures in Node, as `aicore bench --signature` prints them."""
    return run("node", ROOT / "tools" / "signatures.mjs", runtime, wheel)


def main() -> None:
    """Build the wheel, and check it unless the options forbid it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("dist", type=Path, help="output folder")
    parser.add_argument("--unchecked", action="store_true", help="do not test it in Node")
    args = parser.parse_args()
    dist = args.dist.resolve()
    dist.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        wheel = build(work, dist)
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes", flush=True)
        if not args.unchecked:
            compare(signatures(pyodide(work), wheel))
            print("same decisions in WebAssembly")


if __name__ == "__main__":
    main()
