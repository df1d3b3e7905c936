"""`aicore docs`: the documentation on this computer."""

from __future__ import annotations

from pathlib import Path

import click

import aicore
from aicore.cli.options import examples
from aicore.cli.spoken_help import argument, command, option
from aicore.cli.streams import say
from aicore.core.errors import unknown
from aicore.core.language import gettext as _
from aicore.core.language import pgettext

BUILD = 'pip install -e ".[docs]" && python tools/docs.py'


def site() -> Path:
    """Return the folder where `tools/docs.py` builds the documentation of this checkout."""
    return Path(aicore.__file__).resolve().parents[1] / "build" / "docs"


@examples(
    """
    aicore docs
    aicore docs plain-games
    aicore docs --path
    """
)
@command()
@argument("page", required=False)
@option(
    "--path", "path_only", is_flag=True, help="Print the path of the page instead of opening it."
)
def docs(page: str | None, path_only: bool) -> None:
    """Open the documentation, or one PAGE of it, in your browser.

    Build it once, from a checkout: pip install -e ".[docs]" && python tools/docs.py
    """
    root = site()
    if not (root / "index.html").exists():
        raise click.ClickException(
            _("the documentation has not been built yet. Build it: {command}", command=BUILD)
        )
    pages = sorted(
        str(path.relative_to(root).with_suffix("").as_posix())
        for path in root.rglob("*.html")
        if not path.name.startswith("_")
    )
    short = {name.rpartition("/")[2]: name for name in pages if not name.endswith("/index")}
    wanted = page or "index"
    name = wanted if wanted in pages else short.get(wanted)
    if name is None:
        what = pgettext("there is no", "page")
        raise click.UsageError(unknown(what, wanted, [*pages, *short], _("See `aicore docs`.")))
    file = root / f"{name}.html"
    say(str(file))
    if not path_only:
        click.launch(file.as_uri())
