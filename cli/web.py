"""`aicore web`: tables in the browser."""

from __future__ import annotations

import contextlib
import gc
import ipaddress
import socket
import sys
import webbrowser
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click
import uvicorn

from aicore.cli.streams import say
from aicore.core.errors import AicoreError, reason_of
from aicore.core.files import data_folder
from aicore.core.language import gettext as _
from aicore.core.processors import processors as cores
from aicore.core.registry import info, load, offered
from aicore.plain.loading import register
from aicore.web.app import make_app
from aicore.web.bounds import HostNames, Limits
from aicore.web.connections import WAITING, BoundedServer, Connections, protocols, room
from aicore.web.expiry import Retention
from aicore.web.hub import Hub
from aicore.web.peers import Inboxes, Peers, can_share
from aicore.web.pool import WorkerPool
from aicore.web.processes import Lifeline, run_pool, supervise
from aicore.web.shared_pool import SharedPool
from aicore.web.store import StoreLock, TableStore

GC_THRESHOLDS = (10_000, 20, 50)
"""Thresholds of garbage collection: a picture is many small objects, which are soon freed."""
LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")


def run(
    games: tuple[str, ...],
    port: int,
    host: str,
    names: tuple[str, ...],
    workers: int | None,
    processes: int,
    keep: float,
    keep_unplayed: float,
    proxies: tuple[str, ...],
    engines: bool,
    watch: bool,
    opens: bool,
) -> None:
    """Run `aicore web`."""
    games_named = [info(name) for name in games]
    watched = [Path(getattr(about, "file", "")) for about in games_named] if watch else []
    if watch and not all(path.suffix == ".py" for path in watched or [Path()]):
        raise click.UsageError(_("--watch needs a FILE.py of your own, and no other game"))
    if watch and processes > 1:
        raise click.UsageError(_("--watch and --processes cannot be combined: choose one"))
    if not host.strip():
        raise click.BadParameter(
            _(
                "give an address: 127.0.0.1 for this machine only, 0.0.0.0 for anyone who can "
                "reach it"
            ),
            param_hint="--host",
        )
    if not all(name.strip() for name in names):
        raise click.BadParameter(_("give a name, as in games.example.org"), param_hint="--name")
    for proxy in proxies:
        _require_address(proxy)
    if processes > 1 and not can_share():
        raise click.BadParameter(
            _("this system cannot share a port among processes; leave out --processes"),
            param_hint="--processes",
        )
    server = Server(
        host, names, workers or max(1, cores() - 1), proxies, engines,
        Retention(keep, keep_unplayed), tuple(watched),
    )  # fmt: skip
    store = TableStore(server.path) if processes == 1 else None
    lock = StoreLock(server.path) if store is None else None
    if lock is not None:
        TableStore(server.path, lock).close()  # prepare it before the processes open it
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        if sys.platform != "win32":  # on Windows it lets two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(WAITING)  # clients that connect early wait a moment
        except (OSError, OverflowError) as error:
            wrong = _("{host}, port {port}: {error}", host=host, port=port, error=reason_of(error))
            raise click.ClickException(wrong) from error
        port = listener.getsockname()[1]
        shown = "localhost" if host in (*LOCAL_HOSTS, "0.0.0.0", "::") else host
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
        if host not in LOCAL_HOSTS:
            say(
                _(
                    "Warning: everyone who can reach {host} can open tables here and make this "
                    "machine think; nothing is encrypted. See docs/web.md.",
                    host=host,
                ),
                error=True,
            )
        if engines:
            say(_("Warning: every visitor can start programs on this machine."), error=True)
        say(_("{address}   Ctrl-C stops the server", address=address))
        if opens:
            webbrowser.open(address)
        _load_games()
        if store is not None:
            server.run(listener, store)
        elif lock is not None:
            _share(server, listener, lock, processes)


@dataclass(frozen=True)
class Server:
    """Settings of the server.

    Args:
        host: the address on which it listens.
        names: the names under which it answers, besides its address.
        workers: the number of searches that may run at a time.
        proxies: addresses and networks of trusted proxies.
        engines: whether visitors may start programs.
        keeping: the time after which it deletes tables.
        watched: files of games that are loaded again when they are saved.
    """

    host: str
    names: tuple[str, ...]
    workers: int
    proxies: tuple[str, ...]
    engines: bool
    keeping: Retention
    watched: tuple[Path, ...]

    @property
    def path(self) -> Path:
        """Path of the tables' database."""
        return data_folder() / "web.sqlite"

    def run(
        self,
        listener: socket.socket,
        store: TableStore,
        peers: Peers | None = None,
        lifeline: Lifeline | None = None,
    ) -> None:
        """Serve in this process until a signal.

        Args:
            peers: the processes that share the tables, if there are several.
            lifeline: ends the server when its parent process is gone.
        """
        count = 1 if peers is None else peers.count

        def hub() -> Hub:
            pool = WorkerPool(self.workers) if peers is None else SharedPool(peers.pool)
            limits = Limits().shared(count)
            return Hub(store, pool, self.engines, limits, self.keeping, peers)

        local = self.host in LOCAL_HOSTS
        host_names = (self.host,) if local else (self.host, socket.gethostname())
        app = make_app(hub, HostNames((*self.names, *host_names)), self.watched, register)
        http, ws = protocols(Connections(room(), self.proxies, processes=count), peers)
        # no paths or queries in any log: a table's id is enough to watch it; no log_config, because
        # it closes the handlers of everybody else's logs in this process
        config = uvicorn.Config(
            app, log_level="warning", log_config=None, access_log=False,
            ws_max_size=16 << 10, server_header=False, timeout_graceful_shutdown=2,
            lifespan="on", http=http, ws=ws, timeout_keep_alive=20,
            proxy_headers=bool(self.proxies), forwarded_allow_ips=list(self.proxies),
            ws_per_message_deflate=not local,  # compression takes 50 kB and time per viewer
        )  # fmt: skip
        BoundedServer(config, peers, lifeline).run(sockets=[listener])


def _share(server: Server, listener: socket.socket, lock: StoreLock, processes: int) -> None:
    """Serve with several processes, and one more for the pool of workers."""
    inboxes, lifeline = Inboxes(processes + 1), Lifeline()

    def serve(peers: Peers) -> None:
        store = TableStore(server.path, lock, peers.owns)
        server.run(listener, store, peers, lifeline)

    def pool(peers: Peers) -> None:
        listener.close()
        run_pool(peers, server.workers, lifeline)

    *servers, last = [Peers(inboxes, number, processes) for number in range(processes + 1)]
    supervise([*(partial(serve, peers) for peers in servers), partial(pool, last)], lifeline)


def _require_address(proxy: str) -> None:
    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise click.BadParameter(
            _("{proxy} is not an IP address or network", proxy=proxy), param_hint="--proxy"
        ) from None


def _load_games() -> None:
    """Load the games in advance for the first visitors, and exempt them from garbage collection."""
    for name in offered():
        with contextlib.suppress(AicoreError):  # a game whose own code fails
            load(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
