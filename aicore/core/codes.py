"""Text ids of the C enums' members, derived from their names."""

from __future__ import annotations


def ids_of(codes: type, before: str = "", after: str = "") -> tuple[str, ...]:
    """Return the names of an enum's codes in text form: ``HEAT_RAY`` is `heat-ray`.

    Args:
        codes: the enum.
        before, after: prefix and suffix to remove from the names.
    """
    members: dict[str, int] = codes.__members__  # type: ignore[attr-defined]
    return tuple(
        name.removeprefix(before).removesuffix(after).lower().replace("_", "-") for name in members
    )
