"""Files of the page as it is sent: two scripts, a style sheet, and HTML that is painted first.

The page is written as many modules and styles (`static/`). A browser far away would ask for them in
several rounds, so they are sent as three files: one style sheet, the script of the start page, and
the script that only a table needs. The first script loads the second one when it is idle.

The HTML is painted before the others arrive: the link to the style sheet stands at the end of the
body, where it delays only what follows.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape, unescape
from importlib.resources import files

from aicore.core.language import LANGUAGES, SOURCE
from aicore.core.picture import stylesheet
from aicore.core.schema import parse_object

# Parts of a module of the page: imports of other modules, the imports that wait until they are
# needed, and exports.
IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "\./(\w+)\.js";$', re.MULTILINE)
LATE = re.compile(r'\(await import\("\./(\w+)\.js"\)\)')
AWAIT = re.compile(r"^\S.*\bawait\b", re.MULTILINE)
"""Line with an `await` at a module's top level, for which the module's importers wait."""
USED = re.compile(r"\(module_(\w+)\)")
"""Late import after it has been replaced by the variable of its module."""
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
COMMENT = re.compile(r"/\*\*.*?\*/\s*", re.DOTALL)
STYLE_LINK = re.compile(r'^ *<link rel="stylesheet" href="/static/(\S+)">\n', re.MULTILINE)
SCRIPT_LINK = '<script type="module" src="/static/main.js"></script>'
HELLO = re.compile(r'^ *<div class="hello" lang="en">.*?</div>\n', re.MULTILINE | re.DOTALL)
"""First sentences on the page, before a script runs."""
READ = re.compile(
    r'(?<=>)[^<>\n]+(?=<)|(?<=aria-label=")[^"]+|(?<=name="description" content=")[^"]+'
)
"""Texts of the HTML that people read."""
INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)
SCRIPT, TABLE_SCRIPT, STYLE = "page.js", "page_table.js", "page.css"
"""Names of the two scripts and of the style sheet."""
TABLE = "table"
"""Module that `main` imports late; it begins the second script."""


def text_of(name: str) -> str:
    """Return a file of the page; the styles of pictures are generated."""
    if name == "picture.css":
        return stylesheet()
    return files("aicore.web").joinpath(f"static/{name}").read_text(encoding="utf-8")


def bundled(name: str, late: bool = False, without: Iterable[str] = ()) -> str:
    """Return a module of the page with all its imports, each inside its own function.

    Args:
        name: name of the module, without ".js".
        late: whether to include modules that others import only when they run, except the table's.
        without: names of modules that another script has.
    """
    done: dict[str, str] = dict.fromkeys(without, "")

    def later(match: re.Match[str]) -> str:
        if match[1] == TABLE:
            return f'(await import("./{TABLE_SCRIPT}")).{TABLE}'
        return f"(module_{match[1]})" if late else match[0]

    def add(module: str) -> None:
        text = LATE.sub(later, COMMENT.sub("", text_of(f"{module}.js")))
        for needed in [groups[1] for groups in IMPORT.findall(text)] + USED.findall(text):
            if needed not in done:
                add(needed)
        names = ", ".join(name for _, name in EXPORT.findall(text))
        inside = IMPORT.sub(lambda match: _bound(*match.groups()), EXPORT.sub(r"\1 \2", text))
        waits = "async " if AWAIT.search(text) else ""
        done[module] = (
            f"const module_{module} = {'await ' if waits else ''}({waits}() => {{\n"
            f"{inside}\nreturn {{ {names} }};\n}})();\n"
        )

    add(name)
    return "".join(done.values())


def _modules(text: str) -> list[str]:
    """Return the names of the modules in a bundle."""
    return re.findall(r"^const module_(\w+) =", text, re.MULTILINE)


def _exported(text: str) -> str:
    names = ", ".join(f"module_{name} as {name}" for name in _modules(text))
    return f"{text}export {{ {names} }};\n"


def script(late: bool = False) -> str:
    """Return the start page's modules as one module, which exports each of them."""
    return _exported(bundled("main", late))


def table_script(late: bool = False) -> str:
    """Return the modules that only a table needs as one module, which exports each of them."""
    early = _modules(bundled("main", late))
    text = bundled(TABLE, late, early)
    used = ", ".join(f"{name} as module_{name}" for name in early if f"module_{name};" in text)
    return f'import {{ {used} }} from "./{SCRIPT}";\n{_exported(text)}'


def _bound(names: str, module: str) -> str:
    """Return the declaration that replaces an import inside a module's function."""
    return f"const {names.removeprefix('* as ')} = module_{module};"


def inline(kind: str) -> str:
    """Return the source, for the page's Content-Security-Policy, that allows its inline part.

    Args:
        kind: "script" or "style"; the page has one inline part of each.
    """
    (content,) = [text for each, text in INLINE.findall(text_of("index.html")) if each == kind]
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def style() -> str:
    """Return all styles of the page as one sheet."""
    return "".join(map(text_of, STYLE_LINK.findall(text_of("index.html"))))


@cache
def texts(language: str) -> dict[str, str | list[str]]:
    """Return the page's texts in a language, by their English text.

    A text that depends on a number is a list of two forms, singular and plural. In a source tree
    whose catalogs are not compiled, the dictionary is empty.
    """
    try:
        return parse_object(text_of(f"{language}.json"))
    except FileNotFoundError:
        return {}


def _translated(page: str, language: str) -> str:
    def read(match: re.Match[str]) -> str:
        text = texts(language).get(unescape(match[0]))
        return escape(text) if isinstance(text, str) else match[0]

    return READ.sub(read, page)


def html(folder: str, early: str = "", language: str = SOURCE) -> str:
    """Return the page, which loads its script and styles from a folder.

    The page contains its first sentences in every language, and shows those in the reader's.

    Args:
        folder: the address of the folder, with a slash at its end.
        early: more elements for the head.
        language: the language of the texts that people read before a script runs.
    """
    page = STYLE_LINK.sub("", text_of("index.html"))
    (hello,) = HELLO.findall(page)
    others = [code for code in LANGUAGES if code != SOURCE and texts(code)]
    hellos = [
        _translated(hello, code).replace(f'lang="{SOURCE}"', f'lang="{code}"') for code in others
    ]
    before, after = (_translated(part, language) for part in page.split(hello))
    page = "".join((before, hello, *hellos, after))
    page = page.replace(f'<html lang="{SOURCE}"', f'<html lang="{language}"')
    sheet = f"{folder}{STYLE}"
    head = (
        f'<link rel="preload" href="{sheet}" as="style">\n    {early}'
        f'<script type="module" src="{folder}{SCRIPT}"></script>'
    )
    page = page.replace(SCRIPT_LINK, head).replace('="/static/', f'="{folder}')
    return page.replace("  </body>", f'    <link rel="stylesheet" href="{sheet}">\n  </body>')


@lru_cache(maxsize=128)
def packed(content: bytes) -> bytes:
    """Return bytes compressed by gzip; the last results are cached."""
    return gzip.compress(content, 9, mtime=0)
