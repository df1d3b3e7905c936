"""Catalog of a game's own texts, in a file beside the game's file.

    python -m aicore.plain.translating liars.py de

This writes `liars.de.po`, in which a person fills in the translations, and compiles it into
`liars.de.mo`, which the game then uses in German. Run it again after each change of either file:
it keeps the translations of unchanged texts. It needs Babel (`pip install babel`).
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.boards import Graph
from aicore.core.errors import AicoreError, one_line
from aicore.core.language import paragraphs
from aicore.core.registry import info
from aicore.plain.build import fields_of, first_sentence, forms_of
from aicore.plain.info import PlainInfo, summary_of, title_of
from aicore.plain.loading import register
from aicore.plain.story import aim_lines

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ABOUT = "Write the catalogs of a game's file."
CALLS: dict[str, Any] = {
    "_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3), "in_words": (2, 3),
    "in_words_as": ((1, "c"), 3, 4),
}  # fmt: skip
"""Functions that mark texts in the author's code, and which of their arguments are texts."""

TRANSLATED = ("aim", "ending")
"""Methods of an author whose results the game translates."""


def texts_of(about: PlainInfo) -> Iterator[str]:
    """Yield the texts that a game declares: what players read, except what they also type."""
    kind = about.kind
    yield title_of(kind)
    yield summary_of(kind)
    for paragraph in paragraphs(kind.__doc__):
        yield " ".join(paragraph.split())
    for entry in about.data["options"].values():
        yield entry["help"]
    for word, text in kind.words.items():
        yield str(word)
        yield str(text)
    for form in forms_of(kind):
        if not form.chance:
            yield first_sentence(getattr(form.play, "__doc__", None))
    for name, field in fields_of(kind).items():
        if not field.shown:
            continue
        yield name.replace("_", " ")
        if isinstance(field, Graph) and not field.hexes:
            yield from (place.replace("_", " ") for place in field.places)
        if field.values is None:
            words = [word for word in field.names or () if isinstance(word, str)]
            yield from (word for word in words if len(word) > 2)  # shorter ones are codes
        yield field.unit


def sentences_of(about: PlainInfo, source: str) -> Iterator[str]:
    """Yield the plain texts in the methods whose results are translated, line by line.

    Texts in calls, comparisons and f-strings are left out: they are marked or are not sentences.
    """
    for made in ast.walk(ast.parse(source)):
        if not isinstance(made, ast.ClassDef) or made.name != about.kind.__name__:
            continue
        for method in made.body:
            if isinstance(method, ast.FunctionDef) and method.name in TRANSLATED:
                for text in map(
                    aim_lines, _constants(method.body[bool(ast.get_docstring(method)) :])
                ):
                    yield from text


def _constants(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif not isinstance(node, (ast.Call, ast.Compare, ast.JoinedStr, ast.Subscript)):
            yield from _constants(ast.iter_child_nodes(node))


def catalog_of(file: Path, language: str) -> Catalog:
    """Return the catalog of a game's file with its translations so far. Raises AicoreError."""
    try:
        from babel.messages.catalog import Catalog  # Babel is optional
        from babel.messages.extract import extract_from_file  # as above
        from babel.messages.pofile import read_po  # as above
    except ImportError:
        raise AicoreError("this needs Babel: pip install babel") from None
    about = info(register(file))
    assert isinstance(about, PlainInfo)
    catalog = Catalog(
        locale=language, project=title_of(about.kind), version="", copyright_holder="the author",
        header_comment=f"# {title_of(about.kind)} in another language.", fuzzy=False,
    )  # fmt: skip
    for text in texts_of(about):
        if re.search(r"[^\W\d_]{2}", text):
            catalog.add(text)
    for text in sentences_of(about, file.read_text(encoding="utf-8")):
        catalog.add(text)
    for _line, marked, _comments, context in extract_from_file("python", file, CALLS):
        catalog.add(marked, context=context)
    written = file.with_suffix(f".{language}.po")
    if written.exists():
        with written.open("rb") as stream:
            former = read_po(stream, locale=language)
        for message in catalog:
            before = former.get(message.id, message.context) if message.id else None
            if before is not None:
                message.string = before.string
    return catalog


def write(file: Path, language: str) -> str:
    """Write both catalogs of a game's file; return a line about them.

    Raises AicoreError, OSError.
    """
    catalog = catalog_of(file, language)
    from babel.messages.mofile import write_mo  # `catalog_of` has checked that Babel is there
    from babel.messages.pofile import write_po  # as above

    source, compiled = io.BytesIO(), io.BytesIO()
    write_po(source, catalog, width=100)
    write_mo(compiled, catalog)
    written = file.with_suffix(f".{language}.po")
    written.write_bytes(source.getvalue())
    file.with_suffix(f".{language}.mo").write_bytes(compiled.getvalue())
    left = sum(not _is_translated(message.string) for message in catalog if message.id)
    return f"{written.name}: {len(catalog)} texts, {left} to translate"


def _is_translated(translation: str | Sequence[str] | None) -> bool:
    """Whether a text is translated, singular and plural."""
    return bool(translation) and all(translation or ())


def main() -> int:
    """Write the catalogs of the file that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m aicore.plain.translating", description=ABOUT)
    parser.add_argument("file", type=Path, help="the game's file, such as liars.py")
    parser.add_argument("language", help="code of the language, such as de")
    arguments = parser.parse_args()
    try:
        print(write(arguments.file, arguments.language))
    except (AicoreError, OSError) as error:
        print(f"Error: {one_line(error)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
