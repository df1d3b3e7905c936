"""What the traps of artifacts do, in words."""

from __future__ import annotations

from aicore.core.game import Game, Position
from aicore.core.story import counted, listed
from aicore.games.relics.words.words import bare, gallery_at, some_holes


def sprung(
    game: Game, name: str, seat: int, before: Position, after: Position, eaten: str = ""
) -> str:
    """What an artifact's trap did to a seat between two positions.

    Args:
        eaten: the item that the acid ate, if that is known.
    """
    where = gallery_at(game, after["pos"][seat])
    holes = some_holes(after["holes"] - before["holes"])
    carried = after["carried"][seat] - before["carried"][seat]
    shielded = before["shield_up"][seat] and not after["shield_up"][seat]
    if shielded and name != "martian-spearhead":
        return "the shield stops its trap and drops"
    match name:
        case "mercurial-salamander":
            return f"its trap sets {where} on fire"
        case "venusian-dragonfly":
            if eaten:
                return f"acid eats the {bare(eaten)} and makes {holes}"
            more = " and will eat an item" if after["phase"] == "lose" else ""
            return f"acid makes {holes}{more}"
        case "lunar-sickle":
            return f"its trap doubles every cost on {where}"
        case "cererian-flower":
            return f"its trap makes {holes} and takes {carried} AP of the next turn"
        case "martian-spearhead":
            kept = "the shield takes one hit and drops, the other makes" if shielded else ""
            return f"{kept or 'its trap makes'} {holes}"
        case "jovian-scepter":
            others = counted(after["scepter"][seat], "other")
            have = "has" if after["scepter"][seat] == 1 else "have"
            return f"its trap locks #2 platforms until {others} {have} been moved"
        case "saturnian-hourglass":
            parts = [f"{taken} AP"] if (taken := before["ap"] - after["ap"]) else []
            parts += [f"{carried} AP of the next turn"] if carried else []
            return f"its trap takes {listed(parts)}"
        case "uranium-gem":
            return f"its trap drops a net over {where}"
    moves = after["shell"][seat]
    return f"its trap makes the next {f'{moves} moves' if moves > 1 else 'move'} cost double"
