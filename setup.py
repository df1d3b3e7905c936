"""List of extensions, compiler flags, translation catalogs; everything else: pyproject.toml.

Every .pyx below aicore/ is an extension; a new game needs no line here. One build serves every
CPython from 3.11 on (its stable ABI). Free-threaded Pythons and other interpreters need their own.

``AICORE_ABI3=0`` builds for this Python alone: loops over the Python API are a quarter faster.
``AICORE_DEBUG=1`` builds with bounds checks, overflow checks, C asserts and line tracing;
``AICORE_TRACE=0`` leaves out the tracing, which takes most of that build's time.
``AICORE_TRACE=nogil`` also traces code that runs without the GIL, for coverage.
``AICORE_SANITIZE=address`` adds AddressSanitizer, ``thread`` ThreadSanitizer.
``AICORE_OPTIMIZE=0`` compiles with -O0, to check only that everything builds and runs.
"""

import functools
import gc
import io
import json
import os
import platform
import sysconfig
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import ClassVar

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import Cache, cythonize
from setuptools import Command, Extension, find_packages, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

DEBUG = os.environ.get("AICORE_DEBUG", "") not in ("", "0")
TRACE = DEBUG and os.environ.get("AICORE_TRACE", "1") != "0"
TRACED = f"-DCYTHON_TRACE{'_NOGIL' * (os.environ.get('AICORE_TRACE') == 'nogil')}=1"
SANITIZE = os.environ.get("AICORE_SANITIZE", "")
OPTIMIZE = int(os.environ.get("AICORE_OPTIMIZE", "3"))
ABI3 = (
    not DEBUG
    and os.environ.get("AICORE_ABI3", "1") != "0"
    and platform.python_implementation() == "CPython"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
OLDEST = (3, 11)  # oldest supported Python, as in pyproject.toml
JOBS = os.cpu_count() or 1

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": True,  # of lists, which Python fills; the debug build checks C arrays
    "wraparound": False,
    "overflowcheck": False,
    "linetrace": TRACE,
    "cdivision": True,
    "embedsignature": True,
    "autotestdict": False,
    "auto_pickle": False,
    "freethreading_compatible": False,
}


COLD = {
    "aicore.arena": {"fits", "luck", "referee", "speed"},
    "aicore.core": {"batch", "game", "position", "scrypt", "tokens", "validate"},
    "aicore.plain": {"calls", "playing", "ported", "rules", "state"},
    "aicore.search": {"cfr"},
    "aicore.search.expectimax": {"searcher"},
    "rules": {"fields", "restore", "state", "tables"},  # of every game
}
"""Modules compiled with -O1, by package: they run outside a search's loops, or wait for Python."""


def is_cold(name: str) -> bool:
    """Whether a module, by its full name, is not called in the loops of a search or a batch."""
    package, _, module = name.rpartition(".")
    return module in COLD.get(package, COLD.get(package.rpartition(".")[2], ()))


def compiler_flags(compiler: str) -> list[str]:
    """Return a compiler's flags."""
    if compiler == "msvc":  # its default floating point is exact, its default aliasing unrestricted
        return ["/O2" if OPTIMIZE and not DEBUG else "/Od"]
    if DEBUG:
        # Only the sanitizer knows the bounds of C arrays; it traps, so no runtime is needed.
        flags = ["-O1", "-UNDEBUG", *(["-g", TRACED] if TRACE else [])]
        flags += ["-fsanitize=bounds,signed-integer-overflow,shift,integer-divide-by-zero"]
        flags += ["-fsanitize-undefined-trap-on-error"]
    else:
        flags = [f"-O{OPTIMIZE}", "-g0", "-fno-math-errno", "-fno-trapping-math", "-DNDEBUG"]
        target = sysconfig.get_platform()
        if target.endswith(("x86_64", "amd64")) and "arm64" not in os.environ.get("ARCHFLAGS", ""):
            flags += ["-msse4.2", "-mpopcnt"]  # every x86 since 2009
    flags.append("-ffp-contract=off")  # the same sums on every processor
    flags.append("-fno-strict-aliasing")  # states are read through their own struct types
    if SANITIZE:
        flags += [f"-fsanitize={SANITIZE}", "-fno-omit-frame-pointer", "-g"]
    return flags


@functools.cache
def file_hash(file: str) -> str:
    """Return the hash of a file for Cython's cache, with a name that is the same in every build.

    pip unpacks Cython, with the headers that most modules import, into a new folder each time.
    """
    name = os.path.normpath(file).removeprefix(str(Path(Cache.__file__).parents[1]))
    return sha256(f"{len(name)}:{name}".encode() + Path(file).read_bytes()).hexdigest()


class Build(build_ext):
    """Translation to C and compilation, on all processors, with the compiler's own flags."""

    def build_extensions(self) -> None:
        """Build everything; compile modules outside the loops of searches with less optimization.

        The translation waits until here: pip asks three times for the extensions, and only the last
        time builds them.
        """
        self.parallel = self.parallel or JOBS
        self._translate()
        compiler = self.compiler.compiler_type
        flags = compiler_flags(compiler)
        for extension in self.extensions:
            extension.extra_compile_args = list(flags)
            if compiler != "msvc":
                extension.libraries = ["m"]
                if OPTIMIZE > 1 and is_cold(extension._full_name):
                    extension.extra_compile_args.append("-O1")
            if SANITIZE:
                extension.extra_link_args = [f"-fsanitize={SANITIZE}"]
        super().build_extensions()

    def _translate(self) -> None:
        """Replace each source by the C that Cython writes; the longest comes first."""
        # Collecting the garbage of Cython's large trees would take a quarter of its time.
        gc.set_threshold(200_000, 20, 100)
        Cache.file_hash = file_hash
        translated = cythonize(
            self.extensions,
            compiler_directives=DIRECTIVES,
            build_dir="build/cython-debug" if DEBUG else "build/cython",
            include_path=["."],  # pip builds with none of our folders on sys.path
            nthreads=self.parallel,
            cache="CYTHON_CACHE_DIR" in os.environ,  # copies of the repository share C files
        )
        for extension, one in zip(self.extensions, translated, strict=True):
            extension.sources = one.sources
        self.extensions.sort(key=lambda one: -Path(one.sources[0]).stat().st_size)

    def copy_extensions_to_source(self) -> None:
        """Copy the extensions, and remove builds of other kinds, which Python might prefer."""
        for place in map(Path, self.get_output_mapping().values()):
            for suffix in EXTENSION_SUFFIXES:
                place.with_name(place.name.partition(".")[0] + suffix).unlink(missing_ok=True)
        super().copy_extensions_to_source()


PAGE = Path("aicore/web/static")
"""Folder whose catalogs are for the page's scripts, which read JSON."""


class Catalogs(Command):
    """Translation catalogs: every ``de.po`` below ``aicore`` becomes part of one ``de.mo``.

    The page's own catalog becomes ``static/de.json``: a text for each message, or two (singular and
    plural) if the message counts things.
    """

    editable_mode = False
    user_options: ClassVar = [
        ("build-lib=", "b", "folder to build in"),
        ("inplace", "i", "write into the source tree"),
    ]
    boolean_options: ClassVar = ["inplace"]

    def initialize_options(self) -> None:
        """Set the options' defaults."""
        self.build_lib = None
        self.inplace = False

    def finalize_options(self) -> None:
        """Take the folder to build in from `build`."""
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self) -> None:
        """Write the compiled catalogs, in the source tree of an editable install."""
        root = Path("" if self.inplace or self.editable_mode else self.build_lib)
        for place, content in self._compiled().items():
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            (root / place).write_bytes(content)

    def _compiled(self) -> dict[Path, bytes]:
        found = {}
        for language in sorted({file.stem for file in self._files()}):
            whole = Catalog(locale=language)
            for file in self._files():
                if file.stem != language:
                    continue
                with file.open("rb") as stream:
                    catalog = read_po(stream, locale=language)
                if file.parent == PAGE:
                    found[PAGE / f"{language}.json"] = self._script(catalog)
                    continue
                for message in catalog:
                    if message.id and message.string:
                        context = message.context
                        if context == "glossary":  # each game has its own words
                            context = f"glossary {file.parent.name}"
                        whole.add(message.id, message.string, context=context)
            packed = io.BytesIO()
            write_mo(packed, whole)
            found[Path(f"aicore/languages/{language}.mo")] = packed.getvalue()
        return found

    @staticmethod
    def _script(catalog: Catalog) -> bytes:
        texts = {
            message.id[0] if isinstance(message.id, tuple) else message.id: message.string
            for message in catalog
            if message.id
        }
        return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()

    @staticmethod
    def _files() -> list[Path]:
        return sorted(
            Path(folder, name)
            for folder, _, names in os.walk("aicore", followlinks=True)
            for name in names
            if name.endswith(".po")
        )

    def get_source_files(self) -> list[str]:
        """Return the catalogs' sources."""
        return [str(file) for file in self._files()]

    def get_outputs(self) -> list[str]:
        """Return the files in the folder to build in."""
        return [str(Path(self.build_lib, place)) for place in self._compiled()]

    def get_output_mapping(self) -> dict[str, str]:
        """Return nothing: an editable install finds the files in the source tree."""
        return {}


build.sub_commands.append(("build_catalogs", None))


class SourceDistribution(sdist):
    """Source archive with each file once, in its real folder, and `aicore`'s links as links."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Lay out the archive's contents."""
        super().make_release_tree(
            base_dir, sorted({os.path.relpath(os.path.realpath(file)) for file in files})
        )
        for link in filter(Path.is_symlink, Path("aicore").iterdir()):
            Path(base_dir, link).symlink_to(os.readlink(link), target_is_directory=True)


def extensions() -> list[Extension]:
    """Return an extension for each .pyx file; `aicore` holds links to the folders beside it."""
    macros = [("Py_LIMITED_API", f"0x{OLDEST[0]:02x}{OLDEST[1]:02x}0000")] if ABI3 else []
    sources = [
        Path(folder, name)
        for folder, _, names in os.walk("aicore", followlinks=True)
        for name in names
        if name.endswith(".pyx")
    ]
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [source.as_posix()],
            define_macros=macros,
            py_limited_api=ABI3,
        )
        for source in sorted(sources)
    ]


if __name__ == "__main__":
    setup(
        packages=find_packages(include=["aicore", "aicore.*"]),
        package_dir={"": "."},  # an editable install is a path that type checkers follow
        ext_modules=extensions(),
        cmdclass={"build_catalogs": Catalogs, "build_ext": Build, "sdist": SourceDistribution},
        options={
            "bdist_wheel": {"py_limited_api": "cp{}{}".format(*OLDEST) if ABI3 else False},
        },
    )
