"""Count the public names of the package, and list those without a docstring.

    python docs/docstrings.py

Modules, classes, functions, methods and properties, compiled ones too. An overriding method may
inherit its docstring. A module is skipped, by name, if the extra that it needs is not installed.
"""

from __future__ import annotations

import inspect
import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

OF_EXTRAS = {"pyspiel": "openspiel", "stable_baselines3": "research", "torch": "train"}


def modules(package: str) -> Iterator[str]:
    """Yield the names of a package's modules, itself first."""
    yield package
    for found in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
        if found.ispkg:
            yield from modules(found.name)
        elif not found.name.endswith("__main__"):
            yield found.name


def names(module: ModuleType) -> Iterator[tuple[str, str | None]]:
    """Yield the public names that a module defines, with their docstrings."""
    yield module.__name__, module.__doc__
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        where = f"{module.__name__}.{name}"
        if inspect.isclass(thing):
            yield where, thing.__doc__
            yield from parts(thing, where)
        elif callable(thing) and hasattr(thing, "__name__"):
            yield where, inspect.getdoc(thing)


def parts(cls: type, where: str) -> Iterator[tuple[str, str | None]]:
    """Yield the public methods and properties of a class, with their docstrings."""
    for name, thing in vars(cls).items():
        plain = thing.__func__ if isinstance(thing, (classmethod, staticmethod)) else thing
        if name.startswith("_") or inspect.isclass(plain):
            continue
        if callable(plain) or isinstance(plain, property):
            text = inspect.getdoc(plain) or inspect.getdoc(getattr(cls, name, None))
            yield f"{where}.{name}", text


def undocumented() -> tuple[int, list[str], list[str]]:
    """Return the number of public names, those without a docstring, and skipped modules."""
    count, lacking, left_out = 0, [], []
    for name in sorted(modules("aicore")):
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in OF_EXTRAS:
                raise
            left_out.append(f"{name} (extra `{OF_EXTRAS[error.name]}`)")
            continue
        for where, text in names(module):
            count += 1
            if not (text or "").strip():
                lacking.append(where)
    return count, lacking, left_out


def main() -> int:
    """Print the result. Returns an exit code."""
    count, lacking, left_out = undocumented()
    for where in lacking:
        print(f"{where}: no docstring")
    for where in left_out:
        print(f"left out: {where}")
    share = 100 * (count - len(lacking)) / count
    print(f"{count - len(lacking)} of {count} public names have a docstring ({share:.1f} %)")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
