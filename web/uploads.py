"""What visitors send: counted while it arrives, files on the disk and not in memory."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.requests import ClientDisconnect, Request

from aicore.web.errors import TooLarge, WebError
from aicore.web.visitors import Budget, Cargo, Visitors

PART = 20.0  # seconds until the next part must have come
WHOLE = 600.0  # seconds for all of it


async def small(request: Request, visitors: Visitors, budget: Budget, limit: int) -> bytes:
    """A body of a few bytes. Raises TooLarge, Full, WebError."""
    with visitors.upload(budget) as cargo:
        return b"".join([part async for part in _parts(request, cargo, limit)])


@contextlib.asynccontextmanager
async def file(
    request: Request, visitors: Visitors, budget: Budget, limit: int
) -> AsyncIterator[Path]:
    """A body as a file, as long as it is needed. Raises TooLarge, Full, WebError."""
    with (
        visitors.upload(budget) as cargo,
        tempfile.TemporaryDirectory(prefix="aicore-web-") as folder,
    ):
        path = Path(folder) / "upload"
        with path.open("wb") as kept:
            async for part in _parts(request, cargo, limit):
                kept.write(part)
        yield path


async def _parts(request: Request, cargo: Cargo, limit: int) -> AsyncIterator[bytes]:
    """The parts of a body, as they come."""
    parts = request.stream()
    try:
        async with asyncio.timeout(WHOLE):
            while True:
                async with asyncio.timeout(PART):
                    part = await anext(parts, None)
                if part is None:
                    return
                cargo.add(len(part))
                if cargo.size > limit:
                    raise TooLarge(f"larger than {limit >> 10} KiB")
                yield part
    except TimeoutError:
        raise WebError("it took too long to arrive") from None
    except ClientDisconnect:
        raise WebError("it did not arrive whole") from None
