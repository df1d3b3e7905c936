"""The list of extensions, compiler directives and the debug switch; all else: pyproject.toml.

Every .pyx below the mapped folders is an extension; a new game needs no line here.
``AICORE_DEBUG=1`` builds with bounds checks, overflow checks, C asserts and line tracing;
``AICORE_TRACE=0`` leaves the tracing out, which is most of that build's time.
``AICORE_SANITIZE=address`` adds AddressSanitizer.
``AICORE_OPTIMIZE=0`` compiles with -O0: for those who ask whether it builds and runs, not how fast.
"""

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

DEBUG = os.environ.get("AICORE_DEBUG", "") not in ("", "0")
TRACE = DEBUG and os.environ.get("AICORE_TRACE", "1") != "0"
SANITIZE = os.environ.get("AICORE_SANITIZE", "")
OPTIMIZE = int(os.environ.get("AICORE_OPTIMIZE", "3"))

# folder in the repository -> import package
FOLDERS = {
    "aicore": "aicore",
    "search": "aicore.search",
    "players": "aicore.players",
    "arena": "aicore.arena",
    "envs": "aicore.envs",
    "study": "aicore.study",
    "web": "aicore.web",
    "cli": "aicore.cli",
}
HEADERS = Path("build/pxd")  # the folders under the names by which headers are cimported

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": True,  # of lists, which Python fills; C arrays are checked by the debug build
    "wraparound": False,
    "overflowcheck": False,
    "linetrace": TRACE,
    "cdivision": True,
    "embedsignature": True,
    "autotestdict": False,
    "auto_pickle": False,
    "freethreading_compatible": False,
}


def compiler_flags() -> list[str]:
    if DEBUG:
        # C arrays know their bounds only to the sanitizer; it traps, so no runtime is needed.
        flags = ["-O1", "-UNDEBUG", *(["-g", "-DCYTHON_TRACE=1"] if TRACE else [])]
        flags += ["-fsanitize=bounds,signed-integer-overflow,shift,integer-divide-by-zero"]
        flags += ["-fsanitize-undefined-trap-on-error"]
    else:
        flags = [f"-O{OPTIMIZE}", "-fno-math-errno", "-fno-trapping-math", "-DNDEBUG"]
        if platform.machine() in ("x86_64", "AMD64"):
            flags.append("-march=x86-64-v2")  # popcount; every x86 since 2009
    flags.append("-ffp-contract=off")  # the same sums on every processor
    flags.append("-fno-strict-aliasing")  # states are read through their own struct types
    if SANITIZE:
        flags += [f"-fsanitize={SANITIZE}", "-fno-omit-frame-pointer", "-g"]
    return flags


def extensions() -> list[Extension]:
    flags = compiler_flags()
    found = []
    for folder, package in FOLDERS.items():
        for source in sorted(Path(folder).rglob("*.pyx")):
            inner = source.relative_to(folder).with_suffix("").parts
            found.append(
                Extension(
                    ".".join((package, *inner)),
                    [source.as_posix()],
                    extra_compile_args=flags,
                    extra_link_args=[f"-fsanitize={SANITIZE}"] if SANITIZE else [],
                )
            )
    return found


def packages() -> list[str]:
    found = find_packages(include=["aicore", "aicore.*"])
    for folder, package in FOLDERS.items():
        if package not in found:
            found += [package, *(f"{package}.{inner}" for inner in find_packages(folder))]
    return found


def link_headers() -> None:
    """Let `cimport aicore.search.x` find the headers in `search/`."""
    root = HEADERS / "aicore"
    root.mkdir(parents=True, exist_ok=True)
    (root / "__init__.py").touch()
    for folder in FOLDERS:
        link = root / folder
        if folder != "aicore" and not link.is_symlink():
            link.symlink_to(os.path.relpath(folder, link.parent), target_is_directory=True)


if __name__ == "__main__":  # what cythonize spawns imports this file
    jobs = os.cpu_count() or 1
    link_headers()
    setup(
        packages=packages(),
        package_dir={package: folder for folder, package in FOLDERS.items()},
        ext_modules=cythonize(
            extensions(),
            compiler_directives=DIRECTIVES,
            build_dir="build/cython-debug" if DEBUG else "build/cython",
            include_path=[HEADERS.as_posix(), "."],  # pip builds with no folder of ours on sys.path
            nthreads=jobs,
            cache="CYTHON_CACHE_DIR" in os.environ,  # of generated C, for who builds several copies
        ),
        options={"build_ext": {"parallel": jobs}},
    )
