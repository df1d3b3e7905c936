"""`aicore web`: tables in the browser."""

from __future__ import annotations

import contextlib
import gc
import ipaddress
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import click
import uvicorn
from starlette.types import ASGIApp

from aicore.cli.streams import say
from aicore.core.errors import AicoreError
from aicore.core.files import data_folder
from aicore.core.processors import processors
from aicore.core.registry import info, load, offered
from aicore.plain.loading import register
from aicore.web.app import make_app
from aicore.web.bounds import HostNames
from aicore.web.connections import WAITING, BoundedServer, Connections, protocols, room
from aicore.web.expiry import Retention
from aicore.web.hub import Hub
from aicore.web.pool import WorkerPool
from aicore.web.store import TableStore

LOCAL = ("127.0.0.1", "localhost", "::1")


def run(
    games: tuple[str, ...],
    port: int,
    host: str,
    names: tuple[str, ...],
    workers: int | None,
    keep: float,
    keep_unplayed: float,
    proxies: tuple[str, ...],
    engines: bool,
    watch: bool,
    opens: bool,
) -> None:
    """Run `aicore web`."""
    saved = [Path(getattr(info(name), "file", "")) for name in games] if watch else []
    if watch and not all(path.suffix == ".py" for path in saved or [Path()]):
        raise click.UsageError("--watch needs a FILE.py of your own, and no other game")
    if not host.strip():
        raise click.BadParameter(
            "give an address: 127.0.0.1 for this machine only, 0.0.0.0 for anyone who can reach it",
            param_hint="--host",
        )
    if not all(name.strip() for name in names):
        raise click.BadParameter("give a name, as in games.example.org", param_hint="--name")
    for proxy in proxies:
        _require_address(proxy)
    app = _app(host, names, workers, engines, Retention(keep, keep_unplayed), saved)
    http, ws = protocols(Connections(room(), proxies))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        if sys.platform != "win32":  # there it would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(WAITING)  # clients that connect early wait a moment
        except (OSError, OverflowError) as error:
            raise click.ClickException(f"{host}, port {port}: {_words(error)}") from error
        port = listener.getsockname()[1]
        shown = "localhost" if host in (*LOCAL, "0.0.0.0", "::") else host
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
        if host not in LOCAL:
            say(
                f"Warning: everyone who can reach {host} can open tables here and make this "
                "machine think; nothing is encrypted. See docs/web.md.",
                error=True,
            )
        if engines:
            say("Warning: every visitor can start programs on this machine.", error=True)
        say(f"{address}   Ctrl-C stops the server")
        if opens:
            webbrowser.open(address)
        _load_games()
        # no paths or queries in any log: a table's id is enough to watch it
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, ws_max_size=16 << 10, server_header=False,
            timeout_graceful_shutdown=2, lifespan="on", http=http, ws=ws, timeout_keep_alive=20,
            proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
            ws_per_message_deflate=host not in LOCAL,  # it takes 50 kB and time per viewer
        )  # fmt: skip
        BoundedServer(config).run(sockets=[listener])


def _require_address(proxy: str) -> None:
    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise click.BadParameter(
            f"{proxy} is not an IP address or network", param_hint="--proxy"
        ) from None


def _load_games() -> None:
    """Load the games in advance for the first visitors, and exempt them from garbage collection."""
    for name in offered():
        with contextlib.suppress(AicoreError):  # a game whose own code fails
            load(name)
    gc.collect()
    gc.freeze()


def _app(
    host: str,
    names: tuple[str, ...],
    workers: int | None,
    engines: bool,
    keeping: Retention,
    saved: Sequence[Path],
) -> ASGIApp:
    store = TableStore(data_folder() / "web.sqlite")
    count = workers or max(1, processors() - 1)
    called = (*names, host) if host in LOCAL else (*names, host, socket.gethostname())
    return make_app(
        lambda: Hub(store, WorkerPool(count), engines, keeping=keeping),
        HostNames(called),
        saved,
        register,
    )


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
