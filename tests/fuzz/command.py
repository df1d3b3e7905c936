"""Command lines run in this process, judged by what a person would see."""

from __future__ import annotations

import io
import sys

from fuzz.door import ACCEPTED, REFUSED, Broken, printable, tidy


def run(arguments: list[str], typed: bytes = b"", quiet: bool = True) -> str:
    """Run a command line to its end. Return ACCEPTED or REFUSED, by its exit code.

    Args:
        typed: standard input, not a terminal.
        quiet: whether its output may not contain control characters.

    Raises Broken for a meaningless exit code, Untidy for a refusal that is not one line.
    """
    from aicore.cli import main

    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    ours = (
        io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"),
        io.TextIOWrapper(out, encoding="utf-8", write_through=True),
        io.TextIOWrapper(err, encoding="utf-8", write_through=True),
    )  # kept by name, because their bytes are freed with the last reference
    sys.stdin, sys.stdout, sys.stderr = ours
    try:
        main(arguments, "aicore")
    except SystemExit as error:
        code = error.code
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    errors = err.getvalue().decode("utf-8", "replace")
    if quiet:
        printable(out.getvalue().decode("utf-8", "replace"), "output")
    if code == 0:
        return ACCEPTED
    if code != 2 or not errors.startswith("Error: "):
        raise Broken(f"exit code {code}, saying {errors[:200]!r}")
    tidy(errors.removeprefix("Error: ").removesuffix("\n"), "printed error")
    return REFUSED
