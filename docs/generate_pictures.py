"""Write the pictures of docs/pictures, each from the record of a game beside it.

python docs/generate_pictures.py
"""

from itertools import islice
from pathlib import Path

from aicore.core.picture import Scene, to_svg
from aicore.core.record import read_records, replay
from aicore.study.names import seat_names

FOLDER = Path(__file__).with_name("pictures")
SHOWN = {"relics": (166, 27)}
"""Game -> the ply that is drawn, and how many events before it are drawn as news."""


def pictures() -> dict[Path, str]:
    """What belongs into each file: the position as the seat on turn sees it."""
    found = {}
    for name, (ply, news) in SHOWN.items():
        record = next(iter(read_records(FOLDER / f"{name}.jsonl")))
        state = next(islice(replay(record), ply, None)).state
        seat = state.turn
        last = tuple(record.events[ply - news : ply])
        names = tuple(seat_names(record.players, seat))
        found[FOLDER / f"{name}.svg"] = to_svg(Scene(state.view(seat), names, (), last)) + "\n"
    return found


if __name__ == "__main__":
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
