"""Keep the translation catalogs, such as `de.po`, in step with the texts in the sources.

    python tools/languages.py                    # update all catalogs, count what is missing
    python tools/languages.py aicore/games/pig   # the catalog of one folder
    python tools/languages.py --check            # change nothing; exit code 1 if a text is missing
    python setup.py build_catalogs --inplace     # compile them in a checkout

A catalog holds the texts of its folder and of all folders below it that have no catalog. The update
adds new texts without a translation, and removes texts that are no longer in a source. This needs
Babel.
"""

from __future__ import annotations

import argparse
import ast
import io
import string
import sys
import tomllib
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from aicore.cli.spoken_help import texts_of
from aicore.plain.translating import CALLS

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = "de"
KEYWORDS: dict[str, Any] = {
    **CALLS,
    "Parameter": (3,),
}
"""Functions that mark texts, and which of their arguments are messages or contexts."""
SCRIPT_KEYWORDS: dict[str, Any] = {"t": None, "tn": (1, 2)}
"""The same for the page's scripts."""
KINDS = {".py": "python", ".pyx": "python", ".js": "javascript"}
GAME_TEXTS = {"title", "summary", "pitch", "help", "stakes", "assumption"}
"""Keys of data.toml whose values people read. They also read its tables of themes and futures."""
OPTIONS = {"parse_template_string": True}  # for scripts
FILES = {"words.toml", "data.toml", "lesson.toml", "index.html"}
"""Files whose texts need no mark."""
TABLES = {"themes", "names"}
"""Tables within tables of data.toml that hold only texts."""
GAME_TABLES = {"game", "options", "script", "belief"}
"""Tables of data.toml in which GAME_TEXTS are keys of texts."""
CODE = {"done", "seed", "against", "times", "options", "opponent", "seats", "seat", "goal"}
"""Keys of lesson.toml whose values people do not read."""
KEYS = "glossary"
"""Table of words.toml whose keys are texts: the words that a person looks up."""


def catalog_folders(language: str = LANGUAGE) -> list[Path]:
    """Return the folders with a catalog; inner folders come first."""
    found = {file.parent for file in ROOT.glob(f"**/{language}.po") if _ours(file)}
    return sorted(found, key=lambda folder: (-len(folder.parts), folder))


def _ours(file: Path) -> bool:
    parts = file.relative_to(ROOT).parts
    return not any(part.startswith(".") or part in {"build", "tests", "dist"} for part in parts)


def sources(folder: Path, others: Iterable[Path]) -> list[Path]:
    """Return the files whose texts belong to a catalog."""
    inner = [other for other in others if other != folder and other.is_relative_to(folder)]
    return sorted(
        file
        for file in folder.rglob("*")
        if file.is_file()
        and (file.suffix in KINDS or file.name in FILES)
        and not any(file.is_relative_to(other) for other in inner)
    )


Text = tuple[str | tuple[str, str], str | None]
"""Message, or its singular and plural, and its context."""


def texts(file: Path) -> Iterator[Text]:
    """Yield the texts of a file, in order."""
    if file.suffix == ".toml":
        yield from _data_texts(file)
        return
    if file.is_relative_to(ROOT / "cli"):
        yield from _help_texts(file)
    if file.suffix == ".html":
        yield from ((text, None) for text in _PageTexts(file.read_text("utf-8")).found)
        return
    with file.open("rb") as stream:
        kind = KINDS[file.suffix]
        marks = SCRIPT_KEYWORDS if kind == "javascript" else KEYWORDS
        for _, message, _, context in extract(kind, stream, marks, options=OPTIONS):
            yield message, context


def _help_texts(file: Path) -> Iterator[Text]:
    """Yield the help of commands and options: docstrings, examples and the options' `help`."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.FunctionDef) and any(map(_declares, node.decorator_list)):
            for text in texts_of(ast.get_docstring(node) or ""):
                yield text, None
        elif isinstance(node, ast.Call) and _called(node).endswith(("option", "examples")):
            for argument in (
                *node.args,
                *(each.value for each in node.keywords if each.arg == "help"),
            ):
                if isinstance(argument, ast.Constant) and " " in str(argument.value):
                    kept = f"\b\n{argument.value.strip()}"  # examples keep their lines
                    for text in texts_of(kept if argument in node.args else argument.value):
                        yield text, None


def _declares(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _called(decorator) in {"command", "group"}


def _called(call: ast.Call) -> str:
    """Return the name of the function that is called, or ""."""
    function = call.func
    return getattr(function, "id", None) or getattr(function, "attr", "")


class _PageTexts(HTMLParser):
    """Texts that people read in a page of HTML."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element's label, or the page's description."""
        self._inside = tag
        known = dict(attrs)
        name = "content" if known.get("name") == "description" else "aria-label"
        self._take(known.get(name) or "")

    def handle_data(self, data: str) -> None:
        """Take a text of the page's body."""
        if self._inside not in {"script", "style", "title"}:
            self._take(data)

    def _take(self, text: str) -> None:
        if text.strip():
            self.found.append(text.strip())


def _data_texts(file: Path) -> Iterator[Text]:
    data = tomllib.loads(file.read_text("utf-8"))
    if file.name == "words.toml":
        for line in data.pop("aim", ()):
            yield line, None
        for name, table in data.items():
            for key, text in table.items():
                if name == KEYS:
                    yield key, KEYS
                yield text, None
    elif file.name == "lesson.toml":
        yield from _strings(data, lambda key: key not in CODE)
    else:
        kept = {key: table for key, table in data.items() if key in GAME_TABLES}
        yield from _strings(kept, GAME_TEXTS.__contains__)
        for table in data.values():
            if isinstance(table, dict):
                for name in TABLES & table.keys():
                    entries = table[name]
                    for text in entries.values() if isinstance(entries, dict) else entries:
                        yield text, None
        for option in data.get("options", {}).values():
            for word in option.get("choices", ()):
                yield word.replace("_", " "), "choice"
        for pair in data.get("puzzles", {}).get("futures", {}).values():
            for text in pair:
                yield text, None


def _strings(data: Any, wanted: Any) -> Iterator[Text]:
    if isinstance(data, list):
        for entry in data:
            yield from _strings(entry, wanted)
    elif isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, str):
                if wanted(key) and value:
                    yield value, None
            else:
                yield from _strings(value, wanted)


def template(folder: Path, others: Iterable[Path]) -> Catalog:
    """Return a catalog of a folder's texts, without translations."""
    catalog = Catalog(locale=LANGUAGE, project="aicore", charset="utf-8", fuzzy=False)
    for file in sources(folder, others):
        for message, context in texts(file):
            place = (file.relative_to(folder).as_posix(), 0)
            catalog.add(message, locations=[place], context=context)
    return catalog


def current(folder: Path) -> Catalog:
    """Return a folder's catalog from its file."""
    with (folder / f"{LANGUAGE}.po").open("rb") as stream:
        return read_po(stream, locale=LANGUAGE)


def updated(folder: Path, others: Iterable[Path]) -> Catalog:
    """Return a folder's catalog with today's texts and the translations that it has."""
    known = {(message.id, message.context): message for message in current(folder)}
    catalog = template(folder, others)
    for message in catalog:
        former = known.get((message.id, message.context))
        if message.id and former:
            message.string = former.string
    return catalog


def written(catalog: Catalog) -> bytes:
    """Return the content of a catalog's file."""
    content = io.BytesIO()
    write_po(
        content, catalog, width=100, omit_header=True, include_lineno=False, ignore_obsolete=True
    )
    header = (
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )
    return header.encode() + content.getvalue()


def mistakes(catalog: Catalog) -> Iterator[str]:
    """Yield the missing and wrong translations of a catalog, a line each."""
    for message in catalog:
        if not message.id:
            continue
        shown = message.id if isinstance(message.id, str) else message.id[0]
        if not _complete(message):
            yield f"no translation: {shown}"
            continue
        wanted = slots(message.id)
        for text in [message.string] if isinstance(message.string, str) else message.string:
            try:
                extra = slots(text) - wanted
            except ValueError as error:
                extra = {str(error)}
            if extra:
                yield f"no such slot {', '.join(sorted(extra))}: {shown}"


def conflicts(found: Iterable[Path]) -> Iterator[str]:
    """Yield the texts that several catalogs translate differently, a line each.

    The build merges the catalogs into one file, except the page's. Glossaries may differ, because
    each game explains its own words.
    """
    known: dict[Text, tuple[Any, Path]] = {}
    for folder in found:
        for message in current(folder):
            if not message.id or not _complete(message):
                continue
            if folder.name == "static" or message.context == KEYS:
                continue
            key = (message.id, message.context)
            former, other = known.setdefault(key, (message.string, folder))
            if former != message.string:
                places = f"{other.relative_to(ROOT)} and {folder.relative_to(ROOT)}"
                yield f"{places} differ: {message.id}: {former} or {message.string}"


def _complete(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def slots(text: str | Iterable[str]) -> set[str]:
    """Return the names of a text's slots. Raises ValueError if its braces do not match."""
    several = [text] if isinstance(text, str) else text
    return {
        name.partition(".")[0].partition("[")[0]
        for part in several
        for _, name, _, _ in string.Formatter().parse(part)
        if name is not None
    }


def main() -> int:
    """Update or check the catalogs of the folders named, or of all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--missing", action="store_true", help="print what is missing or wrong")
    args = parser.parse_args()
    folders = catalog_folders()
    chosen = [folder.resolve() for folder in args.folders] or folders
    failed = 0
    for folder in chosen:
        catalog = updated(folder, folders)
        content = written(catalog)
        wrong = list(mistakes(catalog))
        stale = content != (folder / f"{LANGUAGE}.po").read_bytes()
        if not args.check:
            (folder / f"{LANGUAGE}.po").write_bytes(content)
        failed += len(wrong) + stale
        print(f"{folder.relative_to(ROOT)}: {len(catalog)} texts, {len(wrong)} missing or wrong")
        if args.missing or args.check:
            print(*wrong, sep="\n")
    different = list(conflicts(folders))
    print(*different, sep="\n", end="\n" if different else "")
    return 1 if args.check and failed + len(different) else 0


if __name__ == "__main__":
    sys.exit(main())
