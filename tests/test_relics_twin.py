"""The plain model of relics: its board, and a scenario for rules that are easily misread."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from twins.relics import Twin
from twins.relics_data import ITEMS, LANES, LARGE, SQUARES_OF, WALLED

# No gun covers a side gallery's large square or its outer lane.
QUIET = dict(zip(WALLED, ["n2", "e1", "e2", "n1", "s1", "w2", "w1", "s2"], strict=True))
LANE_PLATFORMS = {"15,1": "p07", "28,15": "p08", "15,28": "p01"}
ROW_GUN = {**QUIET, "g1": "e1", "g2": "n2"}  # gun1 fires along row 6
OPEN_ROW = {"10,6": "p11", **LANE_PLATFORMS}  # where p11 has floor


def play(twin: Twin, *events: str) -> None:
    """Apply some events."""
    for event in events:
        twin.apply(event)


def begin(
    weapons: Iterable[str] = ("blaster", "shield"),
    airlocks: str = "NE",
    galleries: dict[str, str] = QUIET,
    platforms: dict[str, str] = LANE_PLATFORMS,
) -> Twin:
    """A game before its first turn; lanes that are not named take the other platforms by id."""
    twin = Twin(len(airlocks))
    for gallery in WALLED:
        twin.apply(f"gallery {gallery} {galleries[gallery]}")
    others = [name for name in SQUARES_OF if name not in platforms.values()]
    for x, y in LANES:
        lane = f"{x},{y}"
        twin.apply(f"platform {lane} {platforms.get(lane) or others.pop(0)}")
    for seat, weapon in enumerate(weapons):
        twin.apply(f"weapon {seat} {weapon}")
    for airlock in reversed(airlocks):
        twin.apply(f"airlock {airlock}")
    return twin


def give(twin: Twin, *items: str) -> None:
    """Let the seat on turn have found some items."""
    for item in items:
        twin.undrawn_items.remove(item)
        twin.items[twin.seat].append(item)
        if ITEMS[item].charges:
            twin.charge[twin.seat][item] = ITEMS[item].charges


def test_the_three_example_turns():
    # AP of ruling 6: 2 + 2 + 1 + 7 = 12; 12 - 4 - 7 + 2 - 2 - 1 = 0; 12 - 4 - 7 - 1 = 0
    twin = begin(["blaster", "shield", "shield"], "NES")
    play(twin, "lift p07", "at 15,0", "turn 0", "lift p08", "at 15,2", "turn 0")
    play(twin, "lift p01", "at 19,13", "turn 0")
    play(twin, *["move s"] * 7, "item tape")
    assert twin.pos[0] == LARGE["g2"]
    assert twin.ap == 0
    assert twin.legal() == ["end"]  # tape has nothing to mend, the artifact costs 2

    play(twin, "end", "lift p07", "at 27,15", "turn 1", "lift p08", "at 29,15", "turn 1")
    play(twin, *["move w"] * 7, "item o2")
    assert twin.ap == 1
    assert "take" not in twin.legal()
    play(twin, "use o2", "raise", "take", "artifact saturnian-hourglass")
    assert (twin.ap, twin.shield_up[1], twin.carried[1]) == (1, False, 0)
    play(twin, "lift p01", "at 19,13", "turn 1")
    assert twin.ap == 0

    play(twin, "end", "lift p07", "at 15,27", "turn 0", "lift p08", "at 15,29", "turn 0")
    play(twin, *["move n"] * 7, "item foam-gun", "lift p01", "at 15,0", "turn 2")
    assert (twin.ap, twin.pos[2]) == (0, LARGE["g8"])
    twin.apply("end")
    assert (twin.round, twin.seat, twin.ap) == (2, 0, 11)


def test_there_are_twelve_guns_by_gallery():
    twin = begin()
    assert sorted(twin.board.guns) == list(range(1, 13))
    assert twin.board.guns[1] == ((6, 4), "n")  # g1 n2: the arm's, then the block's
    assert twin.board.guns[2] == ((8, 5), "e")
    assert twin.board.guns[12] == ((22, 25), "w")  # g9 s2


def test_a_hit_is_a_hole_to_mend_first_and_comes_once_a_turn():
    twin = begin(["shield", "shield"], galleries=ROW_GUN, platforms=OPEN_ROW)
    twin.pos[0] = LARGE["g2"]
    give(twin, "o2", "adrenaline")
    twin.apply("move w")
    assert (twin.ap, twin.holes, twin.fired) == (11, 1, [1])
    assert sorted(twin.legal()) == ["patch", "use o2"]
    play(twin, "patch", "move w")
    assert (twin.ap, twin.holes) == (8, 0)

    play(twin, "end", "end", "raise", "move e")
    assert (twin.ap, twin.holes, twin.shield_up[0]) == (10, 0, False)
    play(twin, "end", "end", "use adrenaline", "move w", "move e", "move w")
    assert (twin.ap, twin.credit, twin.fired) == (8, 1, [])


def test_a_hole_without_the_ap_for_it_ends_the_turn():
    twin = begin(["shield", "shield"], galleries=ROW_GUN, platforms=OPEN_ROW)
    twin.pos[0] = LARGE["g2"]
    twin.ap = 2
    play(twin, "move w", "patch")
    assert (twin.turn, twin.carried[0]) == (1, 1)
    play(twin, "end")
    assert (twin.ap, twin.holes, twin.carried[0]) == (10, 0, 0)


def test_a_gun_that_is_shot_is_gone():
    twin = begin(galleries=ROW_GUN, platforms=OPEN_ROW)
    twin.pos[0] = LARGE["g2"]
    twin.apply("move e")
    assert twin.legal() == ["shoot gun1 with blaster", "hit gun1"]
    twin.apply("shoot gun1 with blaster")
    assert (twin.holes, twin.charge[0]["blaster"], 1 in twin.board.guns) == (0, 1, False)


def test_a_wall_on_the_line_stops_a_gun():
    twin = begin(galleries=ROW_GUN, platforms=OPEN_ROW)
    play(twin, "lift p11", "at 10,6", "turn 2")  # p11's floor is now below, its walls in row 6
    twin.pos[0] = LARGE["g2"]
    twin.apply("move w")
    assert twin.phase == "act"


def test_a_doorway_leads_from_gallery_to_gallery_until_its_platform_moves():
    twin = begin()
    twin.pos[0] = LARGE["g2"]  # (15, 6), with a closed arm to the east
    give(twin, "doorway")
    assert "use doorway 13,4 4,14" not in twin.legal()  # an outer corner: no floor beside it
    twin.apply("use doorway 17,6 29,16")  # p08 has its floor in the west
    play(twin, "move e")
    assert (twin.pos[0], twin.ap) == ((16, 6), 11)
    play(twin, "move e")
    assert (twin.pos[0], twin.ap) == ((29, 16), 10)
    assert "lift p08" not in twin.legal()
    play(twin, "move w", "move e")
    assert twin.pos[0] == (17, 6)
    play(twin, "lift p08", "at 0,0", "turn 0")
    assert twin.board.doorways == []
    play(twin, "move w")
    assert twin.pos[0] == (16, 6)


def test_nobody_stops_on_another_piece():
    twin = begin()
    twin.pos = [(15, 6), (15, 5)]
    give(twin, "o2")
    twin.ap = 1
    assert "move n" not in twin.legal()
    twin.ap = 2
    twin.apply("move n")
    assert twin.legal() == ["move n", "move s"]  # neither "end" nor the o2
    twin.apply("move n")
    assert twin.ap == 0
    assert "end" in twin.legal()


def test_a_net_holds_until_it_is_off():
    twin = begin()
    twin.pos[0] = LARGE["g2"]
    give(twin, "rocketpack")
    play(twin, "take", "artifact uranium-gem")
    leaps = {text.split()[2] for text in twin.legal() if text.startswith("use rocketpack")}
    assert leaps == {"15,5", "15,4", "16,6", "15,7", "15,8", "14,6", "13,6"}  # not the lane
    play(twin, "move n", "move n")
    assert "move n" not in twin.legal()
    assert {"net blaster", "net pay"} <= set(twin.legal())
    twin.apply("net blaster")
    assert twin.net[0] is None
    assert twin.charge[0]["blaster"] == 1


def test_sickle_shell_and_adrenaline_multiply():
    twin = begin()
    twin.pos[0] = LARGE["g2"]
    give(twin, "adrenaline")
    play(twin, "take", "artifact lunar-sickle")
    twin.shell[0] = 4
    twin.apply("move w")
    assert twin.ap == 12 - 2 - 4
    play(twin, "use adrenaline", "move w")
    assert (twin.ap, twin.credit, twin.shell[0]) == (4, 0, 2)
    assert "lift p01" in twin.legal()  # doubled: 2
    assert "lift p20" not in twin.legal()  # 6


def test_the_last_defense_takes_the_platforms_then_everyone_has_a_turn():
    twin = begin()
    twin.pos[0] = LARGE["g5"]
    for platform in list(twin.board.platforms)[3:]:  # three are left
        twin.board.remove(platform)
        twin.removed.append(platform)
    play(twin, "take", "end", "end")
    assert (twin.phase, twin.queue, twin.heart) == ("defense", [0, 1], 0)
    play(twin, "remove p07", "remove p08")
    assert (twin.final, twin.ap) == (False, 10)  # 11, less 1 for the Heart
    play(twin, "end", "end")
    assert twin.legal() == ["remove p01"]
    twin.apply("remove p01")
    assert (twin.final, twin.turn, twin.ap) == (True, 0, 9)
    play(twin, "end", "escape")
    assert (twin.end, twin.scores(), twin.returns()) == ("last-defense", [0, 0], [0.0, 1.0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_aimless_games_end(seats):
    for seed in range(20):
        dice = random.Random(f"{seats} {seed}")
        twin = Twin(seats)
        while twin.turn != "end":
            possible = twin.legal() or [text for text, _ in twin.outcomes()]
            kinds = sorted({text.split()[0] for text in possible})
            kind = dice.choice(kinds)
            twin.apply(dice.choice([text for text in possible if text.split()[0] == kind]))
        assert twin.end in ("all-out", "rounds", "last-defense")
        with pytest.raises(ValueError, match="not possible now"):
            twin.apply("end")
