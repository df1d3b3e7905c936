"""Small mistakes, such as developers make, at random places of Python and Cython sources.

A change replaces an operator, a number or a word by another, negates a condition, or drops a
statement. Places are found by tokens, so both languages are treated alike.
"""

from __future__ import annotations

import ast
import io
import random
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tokenize import COMMENT, DEDENT, ENDMARKER, INDENT, NAME, NEWLINE, NL, NUMBER, OP, TokenInfo

FOLDERS = ("aicore/core", "aicore/games", "aicore/plain", "arena", "cli", "coach", "envs",
           "players", "search", "session", "study", "train", "web")  # fmt: skip
REPLACEMENTS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+",
    "*": "+", "/": "*", "//": "*", "%": "//", "+=": "-=", "-=": "+=", "<<": ">>", ">>": "<<",
    "&": "|", "|": "&", "and": "or", "or": "and", "True": "False", "False": "True",
    "min": "max", "max": "min", "any": "all", "all": "any", "break": "continue",
}  # fmt: skip
"""Replacements of operators and words."""

NOT_DROPPED = {"assert", "async", "case", "cdef", "class", "cpdef", "def", "del", "elif", "else",
        "except", "finally", "for", "global", "if", "match", "nonlocal", "pass", "try", "while",
        "with", "yield"}  # fmt: skip
"""First words of statements that are not dropped."""

CAST = re.compile(r"<\s*(?:const )?[\w.]+[\s*]*(?:\[\w+\]\s*\**)?>")  # in Cython

HARMLESS = re.compile(
    r"^\s*\w*(?:CACHE|CHUNK|BUFFER|SECONDS|EVERY|INTERVAL|WAIT)\w*(?:\s*:[^=]+)? = "
    r"|\b(?:maxsize|timeout|patience|chunksize|max_workers|daemon|flush|slots|strict|stacklevel"
    r"|buffering)"
    r"(?:: \w+)? ?= ?$"
)
"""Text before values that change how fast something is or how long it waits, but no result."""

Place = tuple[int, int]
"""Line, from 1 on, and column, from 0 on."""


@dataclass(frozen=True)
class Change:
    """A change of a source.

    Args:
        kind: operator, number, word, condition or statement.
        file: path in the repository.
        line: number of its first line.
        old, new: the replaced part of the source, and its replacement.
        before, after: the whole source, before and after.
    """

    kind: str
    file: str
    line: int
    old: str
    new: str
    before: str
    after: str

    def __str__(self) -> str:
        old = " ".join(self.old.split())
        if self.kind == "statement":
            return f"line {self.line} without {old}"
        whole = self.before.splitlines()[self.line - 1].strip()
        return f"line {self.line}, {self.new} for {old} in {whole}"

    @property
    def parses(self) -> bool:
        """Whether the changed source may compile; for Cython, only the compiler knows."""
        if self.file.endswith(".py"):
            try:
                compile(self.after, self.file, "exec")
            except SyntaxError:
                return False
        return True


def sources(root: Path, python: bool = False) -> list[str]:
    """Return the paths of all sources in Python and Cython, or in Python alone."""
    return sorted(
        path.relative_to(root).as_posix()
        for folder in FOLDERS
        for path in (root / folder).rglob("*")
        if path.suffix in ((".py",) if python else (".py", ".pyx", ".pxd"))
    )


def draw(root: Path, files: Sequence[str], rng: random.Random) -> Change:
    """Return a random change in some files: a file by its length, then a kind, then a place."""
    texts = {file: (root / file).read_text(encoding="utf-8") for file in files}
    while True:
        file = rng.choices(files, [text.count("\n") for text in texts.values()])[0]
        found = list(changes(file, texts[file]))
        if found:
            kind = rng.choice(sorted({change.kind for change in found}))
            change = rng.choice([change for change in found if change.kind == kind])
            if change.parses:
                return change


def changes(file: str, text: str) -> Iterator[Change]:
    """Yield all changes of a source."""
    lines = text.splitlines(keepends=True)
    python = file.endswith(".py")
    spared = _annotations(text) if python else _casts(lines)
    kept = _last_returns(text) if python else []
    for kind, first, last, new in _edits(text, lines):
        if any(start <= first < end for start, end in spared):
            continue
        if kind == "statement" and (first, last) in kept:
            continue
        before = [*lines[: first[0] - 1], lines[first[0] - 1][: first[1]]]
        after = [lines[last[0] - 1][last[1] :], *lines[last[0] :]]
        old = _between(lines, first, last)
        changed = "".join([*before, new, *after])
        yield Change(kind, file, first[0], old, new, text, changed)


def _edits(text: str, lines: Sequence[str]) -> Iterator[tuple[str, Place, Place, str]]:
    """Yield all edits: their kind, the part of the text that they replace, and the new text."""
    for statement, inside in _statements(text):
        first, last = statement[0], statement[-1]
        if _has_no_effect(statement):
            continue
        if first.string in ("if", "elif") and last.string == ":":
            start, end = statement[1].start, last.start
            yield "condition", start, end, f"not ({_between(lines, start, end)})"
        elif (
            inside and first.type == NAME and first.string not in NOT_DROPPED and last.string != ":"
        ):
            yield "statement", first.start, last.end, "pass"
        for before, token in zip([None, *statement], statement, strict=False):
            if HARMLESS.search(token.line[: token.start[1]]):
                continue
            if (new := _replacement(before, token)) is not None:
                kind = {OP: "operator", NUMBER: "number"}.get(token.type, "word")
                yield kind, token.start, token.end, new


def _has_no_effect(statement: Sequence[TokenInfo]) -> bool:
    """Whether a statement declares a name without a value, or states what cannot happen.

    No break of it changes what a function does.
    """
    words = [token.string for token in statement]
    if words[1:2] == [":"] and len(words) > 2 and "=" not in words and statement[0].type == NAME:
        return words[0] not in ("else", "try", "finally")
    return words[:2] in (["raise", "AssertionError"], ["raise", "NotImplementedError"]) or (
        words[0] in ("assert", "assert_never")
    )


def _between(lines: Sequence[str], first: Place, last: Place) -> str:
    """Return the part of a source between two places."""
    whole = "".join(lines[first[0] - 1 : last[0]])
    return whole[first[1] : len(whole) - len(lines[last[0] - 1]) + last[1]]


def _statements(text: str) -> Iterator[tuple[list[TokenInfo], bool]]:
    """Yield the tokens of each statement or head, and whether it is in a function."""
    statement: list[TokenInfo] = []
    functions: list[int] = []  # columns of the functions around it
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (COMMENT, DEDENT, ENDMARKER, INDENT, NL):
            continue
        if token.type != NEWLINE:
            statement.append(token)
            continue
        column = statement[0].start[1]
        while functions and column <= functions[-1]:
            functions.pop()
        words = {one.string for one in statement}
        if not words & {"import", "cimport", "TYPE_CHECKING"} and statement[0].string != "@":
            yield statement, bool(functions)
        if statement[-1].string == ":" and words & {"def", "cdef", "cpdef"}:
            functions.append(column)
        statement = []


def _replacement(before: TokenInfo | None, token: TokenInfo) -> str | None:
    """Return the replacement of a token; None for most tokens."""
    if token.type == NUMBER:
        return _another_number(token.string)
    unary = before is None or (before.type == OP and before.string not in (")", "]", "}"))
    if token.string in ("*", "/", "&") and unary:
        return None  # unpacking, or an address
    if token.string == "*" and token.line[token.start[1] - 1] != " ":
        return None  # a pointer's type
    return REPLACEMENTS.get(token.string) if token.type in (OP, NAME) else None


def _another_number(text: str) -> str | None:
    """Return the next number, or ten times a larger one, where 1 more might go unnoticed."""
    try:
        number = int(text, 0)
        return str(number + 1 if number < 10 else 10 * number)
    except ValueError:
        pass
    try:
        return str(2.0 * float(text) or 1.0)
    except ValueError:
        return None


def _annotations(text: str) -> list[tuple[Place, Place]]:
    """Return the beginnings and ends of annotations, which are not executed."""
    return [
        _ends(found)
        for node in ast.walk(ast.parse(text))
        for name in ("annotation", "returns")
        if isinstance(found := getattr(node, name, None), ast.expr)
    ]


def _last_returns(text: str) -> list[tuple[Place, Place]]:
    """Return the beginnings and ends of last statements that return nothing, None or False.

    A function without them returns None, which is false, too.
    """
    return [
        _ends(node.body[-1])
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and isinstance(last := node.body[-1], ast.Return)
        and (last.value is None or _is_false(last.value))
    ]


def _is_false(value: ast.expr) -> bool:
    """Whether an expression is the literal None or False."""
    return isinstance(value, ast.Constant) and (value.value is None or value.value is False)


def _ends(node: ast.expr | ast.stmt) -> tuple[Place, Place]:
    """Return the beginning and the end of a part of the source."""
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def _casts(lines: Sequence[str]) -> list[tuple[Place, Place]]:
    """Return the beginnings and ends of Cython's casts."""
    return [
        ((number, match.start()), (number, match.end()))
        for number, line in enumerate(lines, 1)
        for match in CAST.finditer(line)
    ]
