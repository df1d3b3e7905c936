"""Build the games of this folder: ``python setup.py build_ext --inplace``.

Each folder with a data.toml is a game; directives and macros are those that aicore is built with.
By the stable ABI, one build serves every Python from 3.11 on.
"""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FOLDERS = {f"aicore.games.{path.parent.name}": path.parent for path in Path().glob("*/data.toml")}

setup(
    name="toy-games",
    packages=list(FOLDERS),
    package_dir={package: str(folder) for package, folder in FOLDERS.items()},
    package_data={"": ["*.toml", "*.md"]},
    ext_modules=cythonize(
        [
            Extension(
                f"{package}.game",
                [str(folder / "game.pyx")],
                define_macros=[("Py_LIMITED_API", "0x030b0000")],
                py_limited_api=True,
                extra_compile_args=["-fno-strict-aliasing", "-ffp-contract=off"],
            )
            for package, folder in FOLDERS.items()
        ],
        compiler_directives={"language_level": 3, "wraparound": False, "cdivision": True},
    ),
)
