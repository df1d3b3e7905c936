"""Build the page without a server: a folder of static files that any web server can serve.

    python tools/site.py site                       # builds the wheel for Pyodide first
    python tools/site.py site --wheel dist/….whl    # from a wheel that tools/wasm.py made
    python -m http.server --directory site

This needs the tools of `tools/wasm.py`. docs/static.md describes the folder and its hosting.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

from wasm import PINS, build, pyodide
from wheels import ROOT, run

import aicore
from aicore.core.language import LANGUAGES, SOURCE, gettext, speaking
from aicore.core.steps import at_once
from aicore.web import catalog, page_files

POLICY = (
    f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {page_files.inline('script')}; "
    f"style-src 'self' {page_files.inline('style')}; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
LOADS = re.compile(r"""^(?:import|export) [^;]*?["']\./(\w+\.js)["'];""", re.M)
"""Module name in a line of JavaScript that loads it."""
TEXTS = "static TEXTS = {};"
"""Line of `embed.js` that gets the texts."""
UNUSED = re.compile(
    r"(?<!/replay_page)(?<!/picture)(?<!static/style)(?<!static/table)\.(css|html)$|\.(pyx|pxd|pyi)$|/(cli|envs)/.*|RECORD$|/licenses/|"
    r"/web/(app|codes|connections)\.py$"
)
"""Files of the wheel that no browser requests, except those for the pages of saved games."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs")
UNNEEDED = re.compile(
    r"^(_pyrepl|unittest|xmlrpc|wsgiref|curses|dbm|pydoc_data|venv|ensurepip|idlelib|turtledemo)/|"
    r"^encodings/(?!__init__|aliases|ascii|base64|charmap|cp437|hex|idna|latin_1|punycode|raw|u)|"
    r"^(xml/(dom|sax)/|http/(cookiejar|server|cookies)|logging/(handlers|config)|html/parser|"
    r"asyncio/(windows_|proactor_))|"
    r"^(pdb|bdb|pydoc|doctest|mailbox|imaplib|smtplib|ftplib|poplib|optparse|turtle|pickletools|"
    r"_ast_unparse|wave|modulefinder|trace|plistlib|pstats|c?[Pp]rofile|compileall|symtable|"
    r"socketserver)\.py$"
)
"""Modules of Python's library that are not needed in a browser."""


def loads(module: Path, found: dict[str, None]) -> dict[str, None]:
    """Return the names of a module of the page, and of all modules that it loads.

    Args:
        found: the names found before, to which this adds.
    """
    if module.name not in found:
        found[module.name] = None
        for name in LOADS.findall(module.read_text("utf-8")):
            loads(module.with_name(name), found)
    return found


def minify(work: Path, *paths: Path) -> None:
    """Make scripts and styles smaller; many servers send them uncompressed."""
    folder = work / "esbuild"
    folder.mkdir()
    tool = f"esbuild@{PINS['esbuild']['version']}"
    run("npm", "install", "--silent", "--prefix", folder, tool)
    program = folder / "node_modules" / ".bin" / "esbuild"
    for path in paths:
        run(program, path, "--minify", "--allow-overwrite", f"--outfile={path}")


def translated(script: str) -> str:
    """Return a script's texts in the other languages, as JSON."""
    english = sorted(set(re.findall(r'\bt\("([^"]+)"', script)))
    texts = {}
    for code in LANGUAGES:
        if code != SOURCE:
            with speaking(code):
                texts[code] = {text: gettext(text) for text in english}
    return json.dumps(texts, ensure_ascii=False)


def write_page(site: Path, work: Path) -> None:
    """Write the page's own modules and styles, and a server's constant answers."""
    web = ROOT / "web"
    static = site / "static"
    unused = shutil.ignore_patterns("*.html", "*.js", "*.css", "*.d.ts", "*.po")  # bundled below
    shutil.copytree(web / "static", static, ignore=unused)
    for module in ("engine", "host", "search_worker", "zip"):
        shutil.copy(web / "browser" / f"{module}.js", static)
    embed = (web / "browser" / "embed.js").read_text("utf-8")
    (site / "embed.js").write_text(
        embed.replace(TEXTS, f"{TEXTS[:-3]}{translated(embed)};", 1), "utf-8"
    )
    (static / page_files.SCRIPT).write_text(page_files.script(late=True), "utf-8")
    (static / page_files.TABLE_SCRIPT).write_text(page_files.table_script(late=True), "utf-8")
    (static / page_files.STYLE).write_text(page_files.style(), "utf-8")
    minify(work, *static.glob("page*"))
    added = f'<meta http-equiv="content-security-policy" content="{POLICY}">\n    '
    added += '<meta name="aicore-alone" content="yes">\n    '
    page = page_files.html("static/").replace("<title>", added + "<title>", 1)
    page = page.replace("<html ", '<html data-games="api/games.json.packed" ', 1)
    engine = '<p id="engine" role="status" hidden></p>\n    '
    (site / "index.html").write_text(page.replace("<main ", engine + "<main ", 1), "utf-8")
    for code in LANGUAGES:
        answers = site / "api" / ("" if code == SOURCE else code)
        (answers / "games").mkdir(parents=True)
        with speaking(code):
            (answers / "games.json").write_bytes(at_once(catalog.lobby(False)))
            for name in aicore.names():
                (answers / "games" / f"{name}.json").write_bytes(at_once(catalog.manual(name)))
    for path in [*(site / "api").rglob("*.json")]:
        pack(path)


def write_runtime(site: Path, source: Path) -> None:
    """Write Pyodide, without the packages that it could fetch."""
    target = site / "pyodide"
    target.mkdir()
    for name in RUNTIME:
        shutil.copy(source / name, target)
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}), "utf-8")
    (target / "pyodide.asm.wasm").write_bytes((source / "pyodide.asm.wasm").read_bytes())
    with (
        zipfile.ZipFile(source / "python_stdlib.zip") as whole,
        zipfile.ZipFile(target / "python_stdlib.zip", "w") as part,
    ):
        for entry in whole.infolist():
            if not UNNEEDED.search(entry.filename):
                part.writestr(entry, whole.read(entry))


def pack(path: Path) -> None:
    """Compress a file, because many servers do not; some would decompress a file named `.gz`."""
    path.with_name(f"{path.name}.packed").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    path.unlink()


def write_engine(site: Path, wheel: Path) -> None:
    """Write the wheel's files for a browser, with the page's modules for saved games."""
    needed = loads(ROOT / "web" / "static" / "replay.js", {})
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(site / "aicore.zip", "w") as part:
        for entry in sorted(whole.infolist(), key=lambda one: one.filename):
            path = PurePosixPath(entry.filename)
            if UNUSED.search(entry.filename) or (path.suffix == ".js" and path.name not in needed):
                continue
            kept = zipfile.ZipInfo(entry.filename, (1980, 1, 1, 0, 0, 0))
            part.writestr(kept, whole.read(entry))


def write_list(site: Path) -> dict[str, int]:
    """Write the sizes of all files, and the service worker that caches them. Return the sizes."""
    sizes = {
        path.relative_to(site).as_posix(): path.stat().st_size
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }
    (site / "sizes.json").write_text(json.dumps(sizes, indent=1), "utf-8")
    digest = hashlib.sha256()
    for name in (*sizes, "sizes.json"):
        digest.update(name.encode() + (site / name).read_bytes())
    head = f"const VERSION = {json.dumps(digest.hexdigest()[:16])};\n"
    head += f"const FILES = {json.dumps([*sizes, 'sizes.json'])};\n"
    worker = (ROOT / "web" / "browser" / "offline.js").read_text("utf-8")
    (site / "offline.js").write_text(head + worker, "utf-8")
    return sizes


def main() -> None:
    """Build the site."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("site", type=Path, help="output folder; it must be empty")
    parser.add_argument("--wheel", type=Path, help="wheel for Pyodide (default: build one)")
    args = parser.parse_args()
    site: Path = args.site
    if site.exists() and any(site.iterdir()):
        parser.error(f"{site} is not empty")
    if args.wheel is not None and not args.wheel.is_file():
        parser.error(f"{args.wheel} does not exist")
    site.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "dist").mkdir()
        wheel = args.wheel or build(work, work / "dist")
        write_page(site, work)
        runtime = pyodide(work)
        write_runtime(site, runtime)
        write_engine(site, wheel)
        zips = [site / "pyodide" / "python_stdlib.zip", site / "aicore.zip"]
        run("node", ROOT / "tools" / "compile.mjs", runtime, *zips)
        snapshot = site / "pyodide" / "snapshot"
        run("node", ROOT / "tools" / "snapshot.mjs", runtime, *zips, snapshot, f"{snapshot}.json")
        for path in (*zips, snapshot, site / "pyodide" / "pyodide.asm.wasm"):
            pack(path)
    sizes = write_list(site)
    parts: dict[str, int] = {}
    for name, size in sizes.items():
        part = name if name.startswith("pyodide/") or "/" not in name else name.partition("/")[0]
        parts[part] = parts.get(part, 0) + size
    for part, size in sorted(parts.items(), key=lambda one: -one[1]):
        print(f"{size / 1e6:8.2f} MB  {part}")
    versions = f"Pyodide {PINS['pyodide']['version']}, aicore {aicore.__version__}"
    print(f"{sum(sizes.values()) / 1e6:8.2f} MB  {versions}")


if __name__ == "__main__":
    main()
