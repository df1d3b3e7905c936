"""Drawing of the table for the terminal."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from aicore.core.game import State, View


def draw(position: State | View, seat: int | None = None) -> RenderableType:
    """The board and the ships."""
    fields: dict[str, Any] = (
        position.to_dict() if isinstance(position, View) else position.to_dict(seat)
    )
    return Text(str(fields["phase"]))
