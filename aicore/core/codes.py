"""The ids of codes: what C code calls them is where their names come from."""

from __future__ import annotations


def ids_of(codes: type, before: str = "", after: str = "") -> tuple[str, ...]:
    """The names of an enum's codes as they are written: ``HEAT_RAY`` is `heat-ray`.

    Args:
        before, after: what names begin or end with besides.
    """
    members: dict[str, int] = codes.__members__  # type: ignore[attr-defined]
    return tuple(
        name.removeprefix(before).removesuffix(after).lower().replace("_", "-") for name in members
    )
