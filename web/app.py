"""The server: routes, headers, and who is let in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from aicore.core.errors import AicoreError, one_line
from aicore.core.picture import stylesheet
from aicore.web import catalogue
from aicore.web.bounds import Bucket, Buckets, Limits, Names
from aicore.web.errors import Full, NotFound, WebError, unforeseen
from aicore.web.hub import Hub
from aicore.web.messages import LARGEST, MINE, TABLE, read_fields, read_object
from aicore.web.sight import Sight
from aicore.web.viewer import Viewer

LARGEST_RECORD = 4 << 20  # bytes
LARGEST_TOURNAMENT = 64 << 20

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


class Gate:
    """Lets in who asks this server by its name from its own pages, and guards every answer."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        host = headers.get("host", "")
        if not self.names.ours(host) or not self.names.same(headers.get("origin"), host):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return None
            refused = JSONResponse({"error": "this server does not answer that page"}, 403)
            return await refused(scope, receive, _guarded(send))
        guarded = _guarded(send) if scope["type"] == "http" else send
        return await self.app(scope, receive, guarded)


def _guarded(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return guarded


class Server:
    """What the routes do.

    Args:
        hub: the tables.
        limits: of one viewer, and of one address.
    """

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub = hub
        self.limits = limits
        self.newcomers = Buckets(limits.tables, limits.spare)

    async def page(self, request: Request) -> Response:
        """The page, whatever it is to show."""
        return _static("index.html")

    async def static(self, request: Request) -> Response:
        """A module, a style."""
        name = request.path_params["name"]
        if name == "picture.css":
            return Response(stylesheet(), media_type="text/css")
        return _static(name)

    async def games(self, request: Request) -> Response:
        """All games and players."""
        return JSONResponse(catalogue.games(self.hub.engines))

    async def game(self, request: Request) -> Response:
        """One game, for who wants to learn it."""
        return JSONResponse(catalogue.manual(request.path_params["name"]))

    async def create(self, request: Request) -> Response:
        """A new table."""
        wish = read_fields(read_object(await self._body(request, LARGEST)), TABLE, "a table")
        self._count(request)
        return JSONResponse(await self.hub.create(wish))

    async def mine(self, request: Request) -> Response:
        """The tables that some tokens open."""
        fields = read_fields(read_object(await self._body(request, LARGEST)), MINE, "the request")
        found = []
        for token in fields["tokens"]:
            key = self.hub.store.key(token)
            if key is None:
                continue
            await asyncio.sleep(0)  # others are served in between
            try:
                table = self.hub.find(key.table)
            except AicoreError:  # of a game that is here no more
                continue
            table.settle()
            sight = Sight(table, key.seat, key.owner, self.hub.here(table), False)
            found.append(
                {
                    "table": table.id,
                    "token": token,
                    "game": table.game.name,
                    "title": table.game.info.title,
                    "players": list(table.cast(key.seat).names),
                    "turn": table.turn,
                    "over": table.over,
                    "result": sight.result(),
                    "since": table.facts.since,
                }
            )
        return JSONResponse({"tables": found})

    async def record(self, request: Request) -> Response:
        """A recorded game, to step through."""
        data = await self._body(request, LARGEST_RECORD)
        self._count(request)
        try:
            line = data.decode()
        except UnicodeDecodeError:
            raise WebError("not a record: not UTF-8 text") from None
        record = await self.hub.outside("read_record", line.strip())
        made = self.hub.keep_record(record)
        return JSONResponse({"table": made["table"], "owner": made["owner"]})

    async def tournament(self, request: Request) -> Response:
        """A tournament's file, to look at its figures."""
        data = await self._body(request, LARGEST_TOURNAMENT)
        self._count(request)
        return JSONResponse({"tournament": await self.hub.read_tournament(data)})

    async def ladder(self, request: Request) -> Response:
        """The figures of a tournament."""
        figures = self.hub.store.tournament(request.path_params["name"])
        if figures is None:
            raise NotFound("there is no such tournament")
        return JSONResponse(figures)

    async def socket(self, socket: WebSocket) -> None:
        """A viewer."""
        bucket = Bucket(self.limits.messages, self.limits.burst)
        await Viewer(self.hub, socket, bucket).run()

    def _count(self, request: Request) -> None:
        address = request.client.host if request.client else ""
        if not self.newcomers.may(address):
            raise Full("too many new tables: wait a moment")

    async def _body(self, request: Request, limit: int) -> bytes:
        data = bytearray()
        async for part in request.stream():
            data += part
            if len(data) > limit:
                raise TooLarge(f"larger than {limit >> 10} KiB")
        return bytes(data)


class TooLarge(WebError):
    """More was sent than is taken."""


def _static(name: str) -> Response:
    """A file of the page; only those that lie there, whatever the name says."""
    folder = files("aicore.web").joinpath("static")
    known = {one.name for one in folder.iterdir()} if folder.is_dir() else set()
    kind = TYPES.get(PurePosixPath(name).suffix)
    if name not in known or kind is None:
        raise NotFound("there is no such page")
    return Response(folder.joinpath(name).read_bytes(), media_type=kind)


async def _failed(request: Request, error: Exception) -> Response:
    codes: dict[type[Exception], int] = {NotFound: 404, Full: 429, TooLarge: 413}
    code = codes.get(type(error), 400)
    return JSONResponse({"error": one_line(error)}, code)


async def _unforeseen(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": unforeseen(error)}, 500)


def make_app(
    hub: Callable[[], Hub], names: Names | None = None, limits: Limits | None = None
) -> ASGIApp:
    """The server.

    Args:
        hub: makes the tables, when the server starts.
        names: what the server may be called.
    """
    bounds = limits or Limits()
    held: dict[str, Server] = {}

    def http(name: str) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            found: Response = await getattr(held["server"], name)(request)
            return found

        return answer

    async def socket(socket: WebSocket) -> None:
        await held["server"].socket(socket)

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        server = held["server"] = Server(hub(), bounds)
        yield
        await server.hub.close()

    post = ["POST"]
    routes = [
        Route("/", http("page")),
        Route("/table/{name}", http("page")),
        Route("/tournament/{name}", http("page")),
        Route("/static/{name}", http("static")),
        Route("/api/games", http("games")),
        Route("/api/games/{name}", http("game")),
        Route("/api/tables", http("create"), methods=post),
        Route("/api/tables/mine", http("mine"), methods=post),
        Route("/api/records", http("record"), methods=post),
        Route("/api/tournaments", http("tournament"), methods=post),
        Route("/api/tournaments/{name}", http("ladder")),
        WebSocketRoute("/socket", socket),
    ]
    handlers = {AicoreError: _failed, Exception: _unforeseen}
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=life)
    return Gate(app, names or Names(()))
