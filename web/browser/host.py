"""Tables in a web worker beside the page, in place of a server.

The page makes the same requests as to a server, and receives the same messages. Searches run in
another worker, so that this one always listens.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import pickle
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from aicore.core.errors import AicoreError, one_line
from aicore.core.language import SOURCE, speaking
from aicore.core.language import gettext as _
from aicore.web.answers import Answers
from aicore.web.bounds import Limits
from aicore.web.errors import NotFound, unforeseen
from aicore.web.hub import Hub
from aicore.web.pool import WorkerPool
from aicore.web.store import TableStore
from aicore.web.viewer import Disconnected, Viewer
from aicore.web.workers import ThinkingWorker

VISITOR = "here"
SAVE_PAUSE = 0.3  # seconds between checks for changes to save
WARM_DELAY = 1.0  # seconds until the search worker loads, so that the first board comes before it
UPLOADS = Path("/uploads")  # files that the page uploaded; the search worker has its own disk


class Port(Protocol):
    """Web worker that JavaScript provides."""

    def say(self, message: bytes) -> None:
        """Send a message."""

    def end(self) -> None:
        """End the worker at once."""


Hire = Callable[[Callable[[memoryview], None], Callable[[], None]], Port]
"""Function that starts a worker, given callbacks for its messages and for its failure."""


class BrowserWorker(ThinkingWorker):
    """Web worker of the browser."""

    def __init__(self, hire: Hire) -> None:
        super().__init__()
        self._queue: deque[bytes] = deque()
        self._broken = False
        self._listen: Callable[[], None] = lambda: None
        self._port = hire(self._received, self._failed)

    def _received(self, message: memoryview) -> None:
        self._queue.append(bytes(message))
        self._listen()

    def _failed(self) -> None:
        self._broken = True
        self._listen()

    def watch(self, listen: Callable[[], None]) -> None:
        """Set the function to call whenever the worker sends something or is gone."""
        self._listen = listen

    def heard(self) -> tuple[str, int, Any] | None:
        """Return the worker's next message, if any. Raises EOFError if the worker is gone."""
        if self._queue:
            message: tuple[str, int, Any] = pickle.loads(self._queue.popleft())
            return message
        if self._broken:
            raise EOFError
        return None

    def say(self, *words: Any) -> None:
        """Send words; for a job, also send the files that it reads."""
        if words[0] == "job":
            texts = [argument for argument in words[-1] if isinstance(argument, str)]
            paths = [text for text in texts if text.startswith(f"{UPLOADS}/")]
            words = (*words, {path: Path(path).read_bytes() for path in paths})
        self._port.say(pickle.dumps(words))

    @property
    def gone(self) -> bool:
        """Whether the worker is gone and all its messages are read."""
        return self._broken and not self._queue

    def end(self) -> None:
        """End the worker at once."""
        self._listen = lambda: None
        self._port.end()


class PageSocket:
    """Connection between the page and its viewer object.

    Args:
        send: callback for each text to the page.
        closed: callback for a code and a reason when this side closes the connection.
    """

    def __init__(self, send: Callable[[str], None], closed: Callable[[int, str], None]) -> None:
        self._send, self._closed = send, closed
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._open = True

    def deliver(self, text: str | None) -> None:
        """Take a message from the page; None means that the page is gone."""
        self._open = self._open and text is not None
        self._queue.put_nowait(text)

    async def receive(self) -> str:
        """Return the next message. Raises Disconnected."""
        text = await self._queue.get()
        if text is None:
            raise Disconnected
        return text

    async def send(self, text: str) -> None:
        """Send a message. Raises Disconnected."""
        if not self._open:
            raise Disconnected
        self._send(text)

    async def close(self, code: int, reason: str) -> None:
        """Close the connection if it is still open."""
        if self._open:
            self._open = False
            self._closed(code, reason)


class Host:
    """Tables of a browser; a host must be made in a running event loop.

    Args:
        folder: the folder that stores the tables.
        hire: function that starts a worker; see `Hire`.
        keep: function to call when the folder's content has changed.
    """

    def __init__(self, folder: str, hire: Hire, keep: Callable[[], None]) -> None:
        self.store = TableStore(Path(folder) / "tables.sqlite")
        pool = WorkerPool(1, hire=lambda: BrowserWorker(hire))
        self.hub = Hub(self.store, pool, limits=Limits())
        self.answers = Answers(self.hub)
        self._keep = keep
        self._tasks: set[asyncio.Task[None]] = set()
        self._run(self._save_changes())
        asyncio.get_running_loop().call_later(WARM_DELAY, pool.warm)

    async def ask(
        self, path: str, body: memoryview | None, language: str = SOURCE
    ) -> tuple[int, bytes]:
        """Return the answer to a request as over HTTP: a status and JSON."""
        with speaking(language):
            return await self._ask(path, body)

    async def _ask(self, path: str, body: memoryview | None) -> tuple[int, bytes]:
        try:
            words = path.strip("/").split("/")[1:]
            answer = await self._answer(words, None if body is None else bytes(body))
        except NotFound as error:
            return 404, _json({"error": one_line(error)})
        except AicoreError as error:
            return 400, _json({"error": one_line(error)})
        except Exception as error:
            return 500, _json({"error": unforeseen(error)})
        return 200, answer if isinstance(answer, bytes) else _json(answer)

    async def _answer(self, words: list[str], body: bytes | None) -> Any:
        budget, answers = self.hub.visitors.of(VISITOR), self.answers
        match words:
            case ["games"]:
                return await answers.games(budget)
            case ["games", name]:
                return await answers.game(budget, name)
            case ["tables"] if body is not None:
                return await answers.create(budget, body)
            case ["puzzles"] if body is not None:
                return await answers.puzzle(budget, body)
            case ["lessons"] if body is not None:
                return await answers.lesson(budget, body)
            case ["tables", "mine"] if body is not None:
                return await answers.mine(budget, body)
            case ["tables", name]:
                return await answers.about(budget, name)
            case ["records" | "tournaments" as kind] if body is not None:
                UPLOADS.mkdir(exist_ok=True)
                with tempfile.TemporaryDirectory(dir=UPLOADS) as folder:
                    path = Path(folder) / "upload"
                    path.write_bytes(body)
                    read = answers.record if kind == "records" else answers.tournament
                    return await read(budget, path)
            case ["studies"] if body is not None:
                from aicore.web.reports import read_study  # tables need not wait for this import

                figures = await self.hub.run_for_visitor(budget, "small_study", read_study(body))
                return answers.keep(budget, figures)
            case ["tournaments", name]:
                return answers.ladder(name)
        raise NotFound(_("there is no such page"))

    def open(
        self,
        send: Callable[[str], None],
        closed: Callable[[int, str], None],
        language: str = SOURCE,
    ) -> PageSocket:
        """Return a new connection for the page."""
        socket = PageSocket(send, closed)

        async def serve() -> None:
            with contextlib.suppress(Disconnected):
                await Viewer(self.hub, socket, self.hub.visitors.of(VISITOR)).run()

        with speaking(language):  # the task inherits the language
            self._run(serve())
        return socket

    async def close(self) -> None:
        """Stop everything."""
        for task in self._tasks:
            task.cancel()
        await self.hub.close()

    def _run(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _save_changes(self) -> None:
        saved = -1
        while True:
            if self.store.changes != saved:
                saved = self.store.changes
                self._keep()
            await asyncio.sleep(SAVE_PAUSE)


def _json(what: Any) -> bytes:
    return json.dumps(what, separators=(",", ":")).encode()
