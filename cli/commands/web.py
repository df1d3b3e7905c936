"""`aicore web`: tables in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import click

from aicore.cli.options import GAME, Number, Whole, examples


@examples(
    """
    aicore web
    aicore web --port 9000 --no-open
    aicore web --host 0.0.0.0 --name games.example.org
    """
)
@click.command()
@click.argument("games", type=GAME, nargs=-1, metavar="[FILE]...")
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=8000,
    show_default=True,
    metavar="N",
    help="The port; 0: any free one.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Who can connect. 127.0.0.1: this machine alone; 0.0.0.0: everybody who can reach it.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name by which browsers reach it, besides its address; repeatable.",
)
@click.option(
    "--workers",
    type=Whole(1, 256),
    metavar="N",
    help="How many computer players think at once; default: all cores but one.",
)
@click.option(
    "--keep",
    type=Number(0.01, 36_500),
    default=365.0,
    show_default=True,
    metavar="DAYS",
    help="Delete a game when none of its players has come back for so long.",
)
@click.option(
    "--keep-unplayed",
    type=Number(0.01, 876_000),
    default=72.0,
    show_default=True,
    metavar="HOURS",
    help="The same for tables where nothing was played, and for files that were opened.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy, or a network of them, whose X-Forwarded-For header tells visitors apart; "
    "repeatable.",
)
@click.option("--engines", is_flag=True, help="Let every viewer start any program as engine:PATH.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def web(**given: Any) -> None:
    """Play in the browser, alone or with friends, or look back.

    A FILE is a game of your own in plain Python, offered besides the others.

    Every move is saved in your data folder before anybody sees it, so games go on where they were
    after any restart. Ctrl-C ends the server. See docs/web.md.
    """
    for package in ("starlette", "uvicorn", "websockets"):
        if find_spec(package) is None:
            raise click.ClickException(
                f"`aicore web` needs {package}: pip install 'aicore-tabletop[web]'"
            )
    from aicore.cli.web import run  # late: needs that extra

    run(**given)
