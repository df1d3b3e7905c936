"""The server: routes, headers and access control."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request, cookie_parser
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from aicore.core.errors import AicoreError, one_line
from aicore.core.language import LANGUAGES, accepted, language, speaking
from aicore.core.language import gettext as _
from aicore.core.picture import stylesheet
from aicore.web import catalog, page_files
from aicore.web.answers import Answers
from aicore.web.bounds import HostNames
from aicore.web.client_messages import MAX_SIZE, NewCode, ProtocolError, read_request
from aicore.web.codes import qr_code
from aicore.web.errors import LimitReached, NotFound, TooLarge, WebError, quiet, unforeseen
from aicore.web.hub import Hub
from aicore.web.reloading import Reloader
from aicore.web.viewer import Disconnected, Viewer
from aicore.web.visitors import Budget, UploadMeter, Visitors

MAX_SIZE_RECORD = 4 << 20  # bytes
MAX_SIZE_TOURNAMENT = 64 << 20  # bytes
PART_SECONDS = 20.0  # seconds until the next part of a body must arrive
UPLOAD_SECONDS = 600.0  # seconds for a whole body
CHOSEN = "aicore-language"  # cookie with the language that a visitor chose
FILE_COST = 0.1  # cost of one of the page's files, in requests; a page has many files

POLICY = (
    f"default-src 'none'; script-src 'self' {page_files.inline('script')}; "
    f"style-src 'self' {page_files.inline('style')}; img-src 'self' data:; font-src 'self'; "
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
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class Gate:
    """Middleware that answers only this server's pages, under its host names, and adds headers.

    All texts of an answer are in the language that the request prefers.
    """

    def __init__(self, app: ASGIApp, names: HostNames) -> None:
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
            with speaking(_language(headers)):
                error = _("this server does not answer requests from that page")
            refused = JSONResponse({"error": error}, 403)
            return await refused(scope, receive, _with_headers(send))
        guarded = _with_headers(send) if scope["type"] == "http" else send
        with speaking(_language(headers)):
            return await self.app(scope, receive, guarded)


def _language(headers: Mapping[str, str]) -> str:
    """Return the language that the visitor chose on the page, or else the browser's."""
    # `SimpleCookie` would drop all cookies if one of them, such as another server's, is malformed.
    chosen = cookie_parser(headers.get("cookie", "")).get(CHOSEN)
    return chosen if chosen in LANGUAGES else accepted(headers.get("accept-language", ""))


def _with_headers(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message.get("headers", [])}
            added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            added = [(name, value) for name, value in added if name not in given]
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return guarded


class Routes:
    """Handlers of the routes.

    Args:
        hub: the server's tables.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.answers = Answers(hub)
        self.files = PageFiles()

    async def page(self, request: Request) -> Response:
        """Serve the page. If its table does not exist, the status is 404, and the page says so."""
        exists, name = True, request.path_params.get("name", "")
        if request.url.path.startswith("/table/"):
            look_up = partial(self.hub.store.has, name)
            exists = await self.hub.scheduler.run(self.visitor(request), look_up)
        pages = self.files.home if request.url.path == "/" else self.files.page
        page = pages[language()]
        return _packed(request, page, "text/html; charset=utf-8", 200 if exists else 404)

    async def static(self, request: Request) -> Response:
        """Serve a script or a style; browsers keep it forever under its versioned address."""
        content, kind = self.files.find(request.path_params["name"])
        response = _packed(request, content, kind)
        if request.path_params.get("version") == self.files.version:
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response

    async def games(self, request: Request) -> Response:
        """Return all games and players."""
        text = await self.answers.games(self.visitor(request))
        return _packed(request, text, "application/json")

    async def game(self, request: Request) -> Response:
        """Return one game's manual."""
        text = await self.answers.game(self.visitor(request), request.path_params["name"])
        return _packed(request, text, "application/json")

    async def create(self, request: Request) -> Response:
        """Create a table."""
        budget = self.visitor(request)
        body = await _small_body(request, self.hub.visitors, budget, MAX_SIZE)
        return JSONResponse(await self.answers.create(budget, body))

    async def about(self, request: Request) -> Response:
        """Return the public summary of a table."""
        name = request.path_params["name"]
        return JSONResponse(await self.answers.about(self.visitor(request), name))

    async def puzzle(self, request: Request) -> Response:
        """Create a table for solving a puzzle."""
        budget = self.visitor(request)
        body = await _small_body(request, self.hub.visitors, budget, MAX_SIZE)
        return JSONResponse(await self.answers.puzzle(budget, body))

    async def lesson(self, request: Request) -> Response:
        """Create a table for a game's lesson."""
        budget = self.visitor(request)
        body = await _small_body(request, self.hub.visitors, budget, MAX_SIZE)
        return JSONResponse(await self.answers.lesson(budget, body))

    async def mine(self, request: Request) -> Response:
        """Return the tables that some tokens open."""
        budget = self.visitor(request)
        body = await _small_body(request, self.hub.visitors, budget, MAX_SIZE)
        return JSONResponse(await self.answers.mine(budget, body))

    async def code(self, request: Request) -> Response:
        """Return the QR code of a link."""
        budget = self.visitor(request)
        body = await _small_body(request, self.hub.visitors, budget, MAX_SIZE)
        text = read_request(NewCode, body, "code")["text"]
        if not text.startswith(("http://", "https://")):
            raise WebError(
                _("code.text: it must be an address that begins with http:// or https://")
            )
        picture = await self.hub.scheduler.run(budget, partial(qr_code, text))
        return JSONResponse({"picture": picture})

    async def record(self, request: Request) -> Response:
        """Create a table to step through a recorded game."""
        budget = self.visitor(request)
        async with _file_body(request, self.hub.visitors, budget, MAX_SIZE_RECORD) as path:
            return JSONResponse(await self.answers.record(budget, path))

    async def tournament(self, request: Request) -> Response:
        """Store the figures of a tournament's file."""
        budget = self.visitor(request)
        async with _file_body(request, self.hub.visitors, budget, MAX_SIZE_TOURNAMENT) as path:
            return JSONResponse(await self.answers.tournament(budget, path))

    async def ladder(self, request: Request) -> Response:
        """Return the figures of a tournament."""
        figures = self.answers.ladder(request.path_params["name"])
        return Response(figures, media_type="application/json")

    async def socket(self, socket: WebSocket) -> None:
        """Serve a viewer."""
        await socket.accept()
        await Viewer(self.hub, WebSocketConnection(socket), self.visitor(socket)).run()

    def visitor(self, connection: HTTPConnection) -> Budget:
        """Return the budget that pays for a connection's requests."""
        return self.hub.visitors.of(connection.client.host if connection.client else "")


class WebSocketConnection:
    """Connection of a viewer over a WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str:
        """Return the next message. Raises Disconnected, ProtocolError."""
        try:
            message = await self._socket.receive()
        except RuntimeError:
            raise Disconnected from None
        if message["type"] != "websocket.receive":
            raise Disconnected
        text = message.get("text")
        if not isinstance(text, str):
            raise ProtocolError("a message must be text")
        return text

    async def send(self, text: str) -> None:
        """Send a message. Raises Disconnected."""
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            raise Disconnected from None

    async def close(self, code: int, reason: str) -> None:
        """Close the connection if it is still open."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.close(code, reason)


async def _small_body(request: Request, visitors: Visitors, budget: Budget, limit: int) -> bytes:
    """Return a small body from memory. Raises TooLarge, LimitReached, WebError."""
    with visitors.upload(budget) as meter:
        return b"".join([part async for part in _parts(request, meter, limit)])


@contextlib.asynccontextmanager
async def _file_body(
    request: Request, visitors: Visitors, budget: Budget, limit: int
) -> AsyncIterator[Path]:
    """Yield the path of a temporary file that holds a body.

    Raises TooLarge, LimitReached, WebError.
    """
    with (
        visitors.upload(budget) as meter,
        tempfile.TemporaryDirectory(prefix="aicore-web-") as folder,
    ):
        path = Path(folder) / "upload"
        with path.open("wb") as kept:
            async for part in _parts(request, meter, limit):
                kept.write(part)
        yield path


async def _parts(request: Request, meter: UploadMeter, limit: int) -> AsyncIterator[bytes]:
    """Yield the parts of a body as they arrive."""
    parts = request.stream()
    try:
        async with asyncio.timeout(UPLOAD_SECONDS):
            while True:
                async with asyncio.timeout(PART_SECONDS):
                    part = await anext(parts, None)
                if part is None:
                    return
                meter.add(len(part))
                if meter.size > limit:
                    raise TooLarge(_("the upload is larger than {limit} KiB", limit=limit >> 10))
                yield part
    except TimeoutError:
        raise WebError(_("the upload took too long; try again")) from None
    except ClientDisconnect:
        raise WebError(_("the upload was cut off; try again")) from None


def _packed(request: Request, content: bytes, kind: str, status: int = 200) -> Response:
    """Return an answer that is the same for everybody, compressed if the browser accepts gzip."""
    headers = {"vary": "accept-encoding, accept-language, cookie"}
    if "gzip" in request.headers.get("accept-encoding", "") and not kind.startswith("font/"):
        content, headers["content-encoding"] = page_files.packed(content), "gzip"
    return Response(content, status, headers, kind)


class PageFiles:
    """Files of the page, read once.

    Attributes:
        version: a digest of all files, so that changed files get new addresses.
        page: the page's HTML by language, with these addresses and a preload of a table's script.
        home: the same for the start page, with a preload of the list of games.
    """

    def __init__(self) -> None:
        folder = files("aicore.web").joinpath("static")
        generated = {
            "picture.css": stylesheet(),
            page_files.SCRIPT: page_files.script(),
            page_files.TABLE_SCRIPT: page_files.table_script(),
            page_files.STYLE: page_files.style(),
        }
        self._files = {name: text.encode() for name, text in generated.items()}
        for file in folder.iterdir():
            if PurePosixPath(file.name).suffix in TYPES:
                self._files[file.name] = file.read_bytes()
        digest = hashlib.sha256()
        for name in sorted(self._files):
            digest.update(self._files[name])
        self.version = digest.hexdigest()[:16]
        where = f"/static-{self.version}/"
        games = '<link rel="preload" href="/api/games" as="fetch" crossorigin>\n    '
        table = f'<link rel="modulepreload" href="{where}{page_files.TABLE_SCRIPT}">\n    '
        self.page, self.home = (
            {code: page_files.html(where, early, code).encode() for code in LANGUAGES}
            for early in (table, games)
        )

    def find(self, name: str) -> tuple[bytes, str]:
        """Return a file and its type, looked up by name and never by path. Raises NotFound."""
        if name not in self._files:
            raise NotFound(_("there is no such page"))
        return self._files[name], TYPES[PurePosixPath(name).suffix]


async def _failed(request: Request, error: Exception) -> Response:
    codes: dict[type[Exception], int] = {NotFound: 404, LimitReached: 429, TooLarge: 413}
    code = codes.get(type(error), 400)
    # close the connection, because the rest of a refused upload is not read
    headers = {"connection": "close"} if code in (413, 429) else None
    return JSONResponse({"error": one_line(error)}, code, headers)


def make_app(
    hub: Callable[[], Hub],
    names: HostNames | None = None,
    watched: Sequence[Path] = (),
    load: Callable[[Path], str] = str,
) -> ASGIApp:
    """Return the server as an ASGI app.

    Args:
        hub: a function that makes the server's tables when the server starts.
        names: the host names that the server answers to.
        watched: the files of games to load again whenever they are saved.
        load: function that loads such a file, and returns its game's name.
    """
    running: dict[str, Routes] = {}

    def http(name: str, cost: float = 1.0) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            if not running["server"].visitor(request).requests.may(cost):
                raise LimitReached(_("too many requests; wait a moment"))
            try:
                response: Response = await getattr(running["server"], name)(request)
            except AicoreError:
                raise
            except Exception as error:  # Starlette would also log its traceback
                return JSONResponse({"error": unforeseen(error)}, 500)
            return response

        return answer

    async def socket(socket: WebSocket) -> None:
        await running["server"].socket(socket)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = running["server"] = Routes(hub())
        quiet()
        await asyncio.to_thread(catalog.load_games)
        reloader = Reloader(server.hub, watched, load, server.answers.forget)
        watching = asyncio.create_task(reloader.watch()) if watched else None
        yield
        if watching is not None:
            watching.cancel()
        await server.hub.close()

    post = ["POST"]
    routes = [
        Route("/", http("page")),
        Route("/progress", http("page")),
        Route("/table/{name}", http("page")),
        Route("/tournament/{name}", http("page")),
        Route("/static/{name}", http("static", FILE_COST)),
        Route("/static-{version}/{name}", http("static", FILE_COST)),
        Route("/api/games", http("games")),
        Route("/api/games/{name}", http("game")),
        Route("/api/tables", http("create"), methods=post),
        Route("/api/tables/{name}", http("about")),
        Route("/api/tables/mine", http("mine"), methods=post),
        Route("/api/puzzles", http("puzzle"), methods=post),
        Route("/api/lessons", http("lesson"), methods=post),
        Route("/api/codes", http("code"), methods=post),
        Route("/api/records", http("record"), methods=post),
        Route("/api/tournaments", http("tournament"), methods=post),
        Route("/api/tournaments/{name}", http("ladder")),
        WebSocketRoute("/socket", socket),
        WebSocketRoute("/socket/{name}", socket),  # the id leads to the table's process
    ]
    app = Starlette(routes=routes, exception_handlers={AicoreError: _failed}, lifespan=lifespan)
    return Gate(app, names or HostNames(()))
