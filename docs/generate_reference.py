"""Write the reference of public names, a page a module, from docstrings and, where a module is
compiled, from its stub. A public name without a docstring is an error.

    python docs/generate_reference.py OUT
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import aicore

MODULES = {  # the topic of each; the reference has their public names
    "aicore": "The basics that most programs need.",
    "aicore.core.game": "Games and positions, and what seats know about them.",
    "aicore.core.position": "The common base of states and views.",
    "aicore.core.batch": "Thousands of games at once.",
    "aicore.core.chance": "The luck of a game, decided by its seed.",
    "aicore.core.decision": "The results of a search.",
    "aicore.core.record": "Files of played games.",
    "aicore.core.errors": "Errors.",
    "aicore.plain": "Games in plain Python.",
    "aicore.players": "Players by their specs.",
    "aicore.players.base": "Players of your own.",
    "aicore.search.mcts.searcher": "Monte Carlo tree search.",
    "aicore.search.mcts.evaluator": "Networks and other evaluators.",
    "aicore.search.mcts.many": "Many searches that share batches.",
    "aicore.core.policy_net": "Networks in C.",
    "aicore.core.net_file": "Network files.",
    "aicore.search.expectimax.searcher": "Full-width look-ahead.",
    "aicore.search.flat": "Playouts, divided among the actions.",
    "aicore.search.cfr": "An equilibrium of a small game.",
    "aicore.search.responses": "Best responses in a small game.",
    "aicore.arena.match": "A single game between players.",
    "aicore.arena.rollout": "The value of actions, by rollouts.",
    "aicore.arena.exploit": "The exploitability of a player.",
    "aicore.arena.luck": "Luck of each seat.",
    "aicore.arena.intervals": "Intervals for few games and lopsided pairs.",
    "aicore.envs.gymnasium": "Gymnasium environments.",
    "aicore.envs.vector": "Many Gymnasium environments at once.",
    "aicore.envs.pettingzoo": "PettingZoo environments.",
    "aicore.envs.scaled": "Observations as floats.",
    "aicore.envs.pixels": "Pictures in pixels.",
}


@dataclass
class Entry:
    """Public name: its signature, its docstring, and its parts."""

    kind: str
    name: str
    signature: str
    text: str
    parts: list[Entry] = field(default_factory=list)


class Undocumented(Exception):
    """Public names without a docstring."""


def reference(name: str) -> tuple[str, list[str]]:
    """Return the page of a module, and its public names that lack a docstring."""
    module = import_module(name)
    lacking: list[str] = []
    entries = list(_entries(module, lacking))
    text = prose(inspect.getdoc(module) or "")
    body = "\n".join(_block(entry, name, 0) for entry in entries)
    return f"# `{name}`\n\n{text}\n\n```{{py:module}} {name}\n```\n\n{body}", lacking


def _entries(module: ModuleType, lacking: list[str]) -> Iterator[Entry]:
    stubs = _stubs(module)
    for name in public(module):
        thing = getattr(module, name)
        where = f"{module.__name__}.{name}"
        if not at_home(thing, module.__name__):
            continue
        if inspect.isclass(thing):
            yield _class(thing, name, stubs.get(name), where, lacking)
        elif callable(thing):
            text = inspect.getdoc(thing) or ""
            if not text:
                lacking.append(where)
            yield Entry("function", name, _signature(thing, stubs.get(name), module.__name__), text)
        elif module is aicore or name not in aicore.__all__:
            text = _below(module).get(name, "")
            if not text:
                lacking.append(where)
            value = f"\n:value: {thing!r}" if isinstance(thing, (int, float, str)) else ""
            yield Entry("data", name, value, text)


def _below(module: ModuleType) -> dict[str, str]:
    """Return the docstrings of a module's constants: each is below its constant."""
    lines = ast.parse(inspect.getsource(module)).body
    return {
        one.targets[0].id: inspect.cleandoc(text.value.value)
        for one, text in pairwise(lines)
        if isinstance(one, ast.Assign)
        and isinstance(one.targets[0], ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def public(module: ModuleType) -> list[str]:
    """Return the public names of a module: its `__all__`, else its own classes and functions."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return list(listed)
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(thing) or callable(thing))
        and getattr(thing, "__module__", None) == module.__name__
        and not name.isupper()
    ]


def _class(thing: type, name: str, stub: ast.AST | None, where: str, lacking: list[str]) -> Entry:
    text = re.sub(rf"^{name}\(.*\)\n\n", "", inspect.getdoc(thing) or "") if thing.__doc__ else ""
    if not text:
        lacking.append(where)
    inner = {
        one.name: one
        for one in (stub.body if isinstance(stub, ast.ClassDef) else [])
        if isinstance(one, ast.FunctionDef)
    }
    begin = inner.get("__new__") or inner.get("__init__")
    found = Entry("class", name, _signature(thing, begin, thing.__module__), text)
    for part, value in vars(thing).items():
        if part.startswith("_") or not (callable(value) or _is_property(value)):
            continue
        plain = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        doc = inspect.getdoc(plain) or inspect.getdoc(getattr(thing, part, None)) or ""
        if not doc and not _is_property(value):
            lacking.append(f"{where}.{part}")
        if _is_property(value):
            found.parts.append(Entry("property", part, "", doc))
        else:
            found.parts.append(
                Entry("method", part, _signature(plain, inner.get(part), thing.__module__), doc)
            )
    return found


def _is_property(value: object) -> bool:
    return isinstance(value, property) or inspect.isdatadescriptor(value)


def _stubs(module: ModuleType) -> dict[str, ast.AST]:
    """Return the classes and functions of a compiled module's stub, by name."""
    path = Path(inspect.getfile(module))
    stub = path.with_name(path.name.partition(".")[0] + ".pyi")
    if not stub.exists():
        return {}
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    return {one.name: one for one in tree.body if isinstance(one, (ast.ClassDef, ast.FunctionDef))}


class Bare:
    """Annotation that prints as it was written."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _signature(thing: object, stub: ast.AST | None, module: str) -> str:
    if isinstance(stub, ast.FunctionDef):
        stub.args.args = [one for one in stub.args.args if one.arg not in ("self", "cls")]
        returns = f" -> {ast.unparse(stub.returns)}" if stub.returns else ""
        begins = stub.name in ("__new__", "__init__")
        return qualified(f"({ast.unparse(stub.args)})" + ("" if begins else returns), module)
    try:
        given = inspect.signature(thing)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "()"
    kept = [
        one.replace(annotation=_bare(one.annotation))
        for name, one in given.parameters.items()
        if name not in ("self", "cls")
    ]
    returns = inspect.Signature.empty if inspect.isclass(thing) else _bare(given.return_annotation)
    shown = str(inspect.Signature(kept, return_annotation=returns))
    return qualified(re.sub(r" at 0x[0-9a-f]+", "", shown), module)


def _bare(annotation: object) -> object:
    return Bare(annotation) if isinstance(annotation, str) else annotation


@cache
def homes() -> dict[str, list[str]]:
    """Return, for each class name, the modules whose page documents it."""
    found: dict[str, list[str]] = {}
    for name in MODULES:
        module = import_module(name)
        for one in public(module):
            thing = getattr(module, one)
            if inspect.isclass(thing) and at_home(thing, name):
                found.setdefault(one, []).append(name)
    return found


def at_home(thing: object, module: str) -> bool:
    """Whether a name belongs on this module's page: other modules' names have their own."""
    home = getattr(thing, "__module__", module)
    return home == module or home not in MODULES


def qualified(signature: str, module: str) -> str:
    """Return a signature with full type names: the page shows their last part, as a link."""

    def whole(match: re.Match[str]) -> str:
        known = homes().get(match[0], [])
        if not known:
            return match[0]
        return f"{module if module in known else known[0]}.{match[0]}"

    return re.sub(r"(?<![\w.'\"])[A-Z]\w+(?![\w.=('\"])", whole, signature)


def _block(entry: Entry, module: str, depth: int) -> str:
    """Return a directive with the docstrings of an entry and of its parts."""
    fence = "`" * (5 - depth)
    inner = "\n".join(_block(part, module, depth + 1) for part in entry.parts)
    head = f"{fence}{{py:{entry.kind}}} {entry.name}{entry.signature}".rstrip()
    return f"{head}\n\n{prose(entry.text)}\n\n{inner}\n{fence}\n"


def prose(text: str) -> str:
    """Return a docstring as Markdown: arguments as a list, examples as code."""
    lines: list[str] = []
    waiting = text.splitlines()
    while waiting:
        line = waiting.pop(0)
        if line.startswith((">>>", "    ")):
            code = [line]
            while waiting and (
                waiting[0].startswith((">>>", "...", "    "))
                or (line.startswith(">>>") and waiting[0].strip())
            ):
                code.append(waiting.pop(0))
            language = "pycon" if line.startswith(">>>") else "text"
            lines += ["", f"```{language}", *(one.removeprefix("    ") for one in code), "```", ""]
        elif line.rstrip() in ("Args:", "Attributes:"):
            lines += ["", f"**{'Arguments' if line.startswith('Args') else 'Attributes'}**", ""]
            while waiting and (waiting[0].startswith("    ") or not waiting[0].strip()):
                one = waiting.pop(0).removeprefix("    ")
                if not one.strip():
                    break
                if one.startswith(" "):
                    lines[-1] += " " + one.strip()
                    continue
                name, colon, text = one.partition(":")
                lines.append(f"- `{name}`:{text}" if colon else f"- {one}")
            lines.append("")
        else:
            lines.append(line)
    return "\n".join(lines)


def write(out: Path) -> None:
    """Write the pages below a folder. Raises Undocumented."""
    out.mkdir(parents=True, exist_ok=True)
    lacking: list[str] = []
    for name in MODULES:
        page, lack = reference(name)
        (out / f"{name}.md").write_text(page, encoding="utf-8")
        lacking += lack
    if lacking:
        raise Undocumented("no docstring: " + ", ".join(lacking))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
