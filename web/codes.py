"""QR codes of links, as pictures."""

from __future__ import annotations

import io

import segno


def qr_code(text: str) -> str:
    """Return the QR code of a short text as SVG: black squares, with the quiet zone around them."""
    buffer = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        buffer, kind="svg", xmldecl=False, nl=False, omitsize=True, svgclass="code", lineclass=None
    )
    return buffer.getvalue().decode()
