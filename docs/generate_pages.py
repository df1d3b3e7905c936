"""Write the generated pages of the site: the rules of each game with a picture, its rulings and
measurements, the contents of decisions and of the reference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import aicore
from aicore.core.picture import Scene, to_svg
from aicore.core.registry import info
from aicore.core.rng import Rng

DOCS = Path(__file__).parent
ROOT = DOCS.parent
PLIES = 24  # of the game pictured beside the rules
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")
KINDS = {"README.md": "details", "STUDY.md": "study", "RULES.md": ""}
MOVED = {
    Path("SECURITY.md"): "security",
    Path("CONTRIBUTING.md"): "contributing",
    Path("bench", "README.md"): "benchmarks",
    Path("docs", "decisions", "README.md"): "decisions/index",
} | {
    Path("aicore", "games", name, file): f"rules/{name}-{kind}".rstrip("-")
    for name in aicore.names()
    for file, kind in KINDS.items()
    if (ROOT / "aicore" / "games" / name / file).exists()
}
"""Texts that are pages of the site -> their place in it."""
MADE = set(MOVED.values())
LISTED = {Path("aicore"): "reference/index", Path("aicore", "games"): "rules/index"}
"""Folders of this repository -> the pages of the site that list their contents."""
MORE = {"details": "Notation, details and rulings", "study": "Measurements"}


def rules(name: str) -> tuple[str, str]:
    """Return the page of a game's rules, and its picture: "" if there is none."""
    about = info(name)
    text = about.rules.rstrip().partition("\n")[2]
    svg = picture(name) if (about.folder / "picture" / "svg.py").exists() else ""
    shown = f"\n\n![A position of {about.title}]({name}.svg)\n" if svg else "\n"
    play = f"\n```sh\naicore play {name}\n```\n"
    more = [page for page in (f"{name}-details", f"{name}-study") if f"rules/{page}" in MADE]
    links = "\n".join(f"- [{MORE[page.rpartition('-')[2]]}]({page}.md)" for page in more)
    tree = f"```{{toctree}}\n:hidden:\n\n{chr(10).join(more)}\n```"
    page = (
        f"# {about.title}\n\n{about.summary}{shown}{play}{text}\n\n## More\n\n{links}\n\n{tree}\n"
    )
    return page, svg


def picture(name: str) -> str:
    """Return a picture of a position in the middle of a game, as the seat to move sees it."""
    game = aicore.load(name)
    state, rng = game.start(), Rng(7)
    plies = 0
    while True:
        before = state.clone()
        if state.turn >= 0:
            plies += 1
            state.apply(state.policy(rng))
        else:
            state.apply(state.sample(rng))
        if state.turn == aicore.END or (plies >= PLIES and state.turn >= 0):
            break
    if state.turn == aicore.END:
        state = before
    seat = max(state.turn, 0)
    names = tuple("you" if one == seat else f"player {one}" for one in range(game.seats))
    return to_svg(Scene(state.view(seat), names, (), ())) + "\n"


def write_list(path: Path, name: str, intro: str, pages: list[tuple[str, str]]) -> None:
    """Write a page that lists others."""
    rows = "\n".join(f"- [{shown}]({page}.md)" for page, shown in pages)
    text = f"# {name}\n\n{intro}\n\n{rows}\n\n{toctree([page for page, _ in pages])}"
    path.write_text(text, encoding="utf-8")


def toctree(pages: list[str]) -> str:
    """Return the block that puts pages below another one in the site's contents."""
    return "```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n"


def relink(text: str, source: Path, page: str) -> str:
    """Return a text of this repository as a page of the site, with its links adapted.

    Args:
        text: Markdown.
        source: its path in the repository.
        page: its path in the site, without `.md`.
    """
    here, places = Path("docs", page).parent, MOVED | LISTED

    def moved(match: re.Match[str]) -> str:
        link, anchor = match[1], match[2]
        led = Path(os.path.normpath(source.parent / link))
        led = Path("docs", f"{places[led]}.md") if led in places else led
        return f"]({os.path.relpath(led, here)}{anchor or ''})"

    return LINK.sub(moved, text)


def write(out: Path, modules: dict[str, str]) -> None:
    """Write all pages below a folder; `modules` have a page of reference each."""
    for path in out.rglob("*.md"):
        page = path.relative_to(out).with_suffix("")
        if page.parts[0] != "reference":
            path.write_text(
                relink(path.read_text("utf-8"), Path("docs", path.relative_to(out)), str(page)),
                "utf-8",
            )
    for source, page in MOVED.items():  # the rules are completed below
        target = out / f"{page}.md"
        target.parent.mkdir(exist_ok=True)
        text = relink((ROOT / source).read_text("utf-8"), source, page)
        more = MORE.get(page.rpartition("-")[2])
        if more is not None:
            text = f"# {more}" + text[text.index("\n") :]
        target.write_text(text, "utf-8")
    games = []
    for name in aicore.names():
        page, svg = rules(name)
        (out / "rules" / f"{name}.md").write_text(page, encoding="utf-8")
        if svg:
            (out / "rules" / f"{name}.svg").write_text(svg, encoding="utf-8")
        games.append((name, f"{info(name).title}: {info(name).summary}"))
    write_list(
        out / "rules" / "index.md",
        "The games",
        "The rules of each game, as `aicore rules GAME` prints them.",
        games,
    )
    decisions = out / "decisions"
    (decisions / "README.md").unlink()  # index.md has its text; Sphinx warns of unlisted pages
    with (decisions / "index.md").open("a", encoding="utf-8") as index:
        index.write("\n" + toctree([path.stem for path in sorted(decisions.glob("[0-9]*.md"))]))
    write_list(
        out / "reference" / "index.md",
        "Reference",
        "All public names, from their docstrings: shapes, units and exceptions.",
        [(name, f"`{name}`: {about}") for name, about in modules.items()],
    )
