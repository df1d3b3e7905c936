"""`aicore web`: tables in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import click

from aicore.cli.options import GAME, Number, Whole, examples
from aicore.cli.spoken_help import argument, command, option
from aicore.core.language import gettext as _


@examples(
    """
    aicore web
    aicore web ./liars.py --watch
    aicore web --port 9000 --no-open
    aicore web --host 0.0.0.0 --name games.example.org
    """
)
@command()
@argument("games", type=GAME, nargs=-1, metavar="[FILE]...")
@option(
    "--port",
    type=Whole(0, 65535),
    default=8000,
    show_default=True,
    metavar="N",
    help="Port to listen on; 0: any free port.",
)
@option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on. 127.0.0.1: this machine only; 0.0.0.0: everyone who can reach it.",
)
@option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A host name that browsers may use besides the address; repeatable.",
)
@option(
    "--workers",
    type=Whole(1, 256),
    metavar="N",
    help="Number of computer players that think at once; default: all cores but one.",
)
@option(
    "--processes",
    type=Whole(1, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of processes that share the tables, so that a machine with many players uses all "
    "its cores.",
)
@option(
    "--keep",
    type=Number(0.01, 36_500),
    default=365.0,
    show_default=True,
    metavar="DAYS",
    help="Delete a game after this many days without a visit from its players.",
)
@option(
    "--keep-unplayed",
    type=Number(0.01, 876_000),
    default=72.0,
    show_default=True,
    metavar="HOURS",
    help="Delete tables without moves, and opened files, after this many hours.",
)
@option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy or network of proxies whose X-Forwarded-For header identifies visitors; "
    "repeatable.",
)
@option(
    "--engines",
    is_flag=True,
    help="Let every visitor start any program on this machine as engine:PATH.",
)
@option(
    "--watch",
    is_flag=True,
    help="Load the FILE again whenever it is saved, and show the new version on the page.",
)
@option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def web(**given: Any) -> None:
    """Play in the browser, alone or with friends.

    Each FILE is a plain Python game of your own, offered in addition to the others.

    Every move is saved in your data folder before anyone sees it, so games survive any restart.
    Ctrl-C stops the server. See docs/web.md.
    """
    for package in ("starlette", "uvicorn", "websockets"):
        if find_spec(package) is None:
            raise click.ClickException(
                _("`aicore web` needs {package}. Install it: {command}",
                  package=package, command="pip install 'aicore-tabletop[web]'")
            )  # fmt: skip
    from aicore.cli.web import run  # late: needs that extra

    run(**given)
