"""`aicore web`: tables in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aicore.cli.options import GAME, Number, Whole, examples

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from aicore.web.expiry import Keeping

LOCAL = ("127.0.0.1", "localhost", "::1")


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
    help="A proxy whose X-Forwarded-For header tells visitors apart; repeatable.",
)
@click.option("--engines", is_flag=True, help="Let every viewer start any program as engine:PATH.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def web(
    games: tuple[str, ...],
    port: int,
    host: str,
    names: tuple[str, ...],
    workers: int | None,
    keep: float,
    keep_unplayed: float,
    proxies: tuple[str, ...],
    engines: bool,
    opens: bool,
) -> None:
    """Play in the browser, alone or with friends, or look back.

    A FILE is a game of your own in plain Python, offered besides the others.

    Every move is saved in your data folder before anybody sees it, so games go on where they were
    after any restart. Ctrl-C ends the server. See docs/web.md.
    """
    try:
        import starlette
        import uvicorn
        import websockets
    except ImportError as error:
        raise click.ClickException(
            f"`aicore web` needs {error.name}: pip install 'aicore-tabletop[web]'"
        ) from error
    del starlette, websockets

    import socket
    import sys

    from aicore.cli.streams import say
    from aicore.web.connections import Connections, protocols, room
    from aicore.web.expiry import Keeping

    for proxy in proxies:
        _require_address(proxy)
    app = _app(host, names, workers, engines, Keeping(keep, keep_unplayed))
    http, ws = protocols(Connections(room(), proxies))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        if sys.platform != "win32":  # where it would let two programs have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(1024)  # who comes before it serves waits a moment
        except (OSError, OverflowError) as error:
            raise click.ClickException(f"{host}, port {port}: {_words(error)}") from error
        port = listener.getsockname()[1]
        shown = "localhost" if host in (*LOCAL, "0.0.0.0", "::") else host
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
        if host not in LOCAL:
            say(
                f"Warning: everybody who can reach {host} can open tables here and let this "
                "machine think; nothing is encrypted. See docs/web.md.",
                error=True,
            )
        if engines:
            say("Warning: every viewer can start programs on this machine.", error=True)
        say(f"{address}   Ctrl-C ends it")
        if opens:
            import webbrowser

            webbrowser.open(address)
        # paths and queries stay out of any log: a table's id is what a viewer needs to look on
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, ws_max_size=16 << 10, server_header=False,
            timeout_graceful_shutdown=2, lifespan="on", http=http, ws=ws, timeout_keep_alive=20,
            proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
            ws_per_message_deflate=host not in LOCAL,  # it takes 50 kB and time for each viewer
        )  # fmt: skip
        uvicorn.Server(config).run(sockets=[listener])


def _require_address(proxy: str) -> None:
    import ipaddress

    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise click.BadParameter(
            f"{proxy} is no address in figures", param_hint="--proxy"
        ) from None


def _app(
    host: str, names: tuple[str, ...], workers: int | None, engines: bool, keeping: Keeping
) -> ASGIApp:
    import socket

    from aicore.core.files import data_folder
    from aicore.core.processors import processors
    from aicore.web.app import make_app
    from aicore.web.bounds import HostNames
    from aicore.web.hub import Hub
    from aicore.web.pool import WorkerPool
    from aicore.web.store import TableStore

    store = TableStore(data_folder() / "web.sqlite")
    count = workers or max(1, processors() - 1)
    called = (*names, host) if host in LOCAL else (*names, host, socket.gethostname())
    return make_app(
        lambda: Hub(store, WorkerPool(count), engines, keeping=keeping), HostNames(called)
    )


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
