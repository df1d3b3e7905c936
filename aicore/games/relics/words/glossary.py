"""What the words of relics mean, with their figures from the game's data."""

from __future__ import annotations

from typing import Any

from aicore.core.game import Game
from aicore.core.story import counted, listed
from aicore.games.relics.rules.names import (
    AIRLOCKS,
    CENTER,
    GALLERY_IDS,
    GUN_IDS,
    PLATFORM_IDS,
    TILE_IDS,
    WAYS,
    gallery_tile,
)
from aicore.games.relics.words.wording import points

ITEM_NAMES = {
    "power-pack": "a power pack",
    "tape": "tape",
    "vitality": "vitality",
    "adrenaline": "adrenaline",
    "o2": "O2",
    "keycard": "a keycard",
    "security-hack": "a security hack",
    "grapple-gun": "a grapple gun",
    "rocketpack": "a rocketpack",
    "doorway": "a doorway",
    "foam-gun": "a foam gun",
    "heat-ray": "a heat ray",
    "freeze-ray": "a freeze ray",
    "platform-hack-1": "a platform hack 1",
    "platform-hack-2": "a platform hack 2",
}
LONG = {"n": "north", "e": "east", "s": "south", "w": "west"}


def artifact_name(name: str) -> str:
    """An artifact as sentences call it: "the Lunar Sickle"."""
    return f"the {name.replace('-', ' ').title()}"


def glossary(game: Game) -> dict[str, str]:
    """What can be asked about: things by their typed names, words, places."""
    data = game.info.data
    return {
        **_words(data["figures"], int(game.options["rounds"])),
        **_actions(data["figures"]),
        **_artifacts(data),
        **_items(data),
        **_places(data),
    }


def _words(figures: dict[str, Any], rounds: int) -> dict[str, str]:
    """The ideas of the game."""
    first, heart = figures["first_ap"], figures["heart_points"]
    defense = (
        "Once the Heart is taken, each later turn of its taker begins with it: everybody inside "
        "removes a platform on which nobody stands. With none left, one last turn for each."
    )
    return {
        "ap": f"Action points, what a turn is paid with: {first} in round 1, one less each round. "
        "What is not spent is lost; what is owed is taken from the next turn.",
        "points": "What you carry out: your artifacts, the Heart, 1 for each item. Inside they "
        "count nothing.",
        "round": f"Everybody has one turn in it. Round {rounds} is the last.",
        "act": "Your turn: as many actions as the AP pay for, in any order.",
        "artifact": "One lies on the middle of each gallery, A on the board; which one is seen "
        "when it is taken. Each is worth points and has a trap of its own.",
        "trap": "What an artifact does to who takes it. A raised shield, a ray or a keycard may "
        "stop it: ask for the artifact's name.",
        "heart": f"The Heart of Sol on {CENTER}: {heart} points and no trap. It costs its taker 1 "
        "AP in each later turn, and starts the Last Defense.",
        "last defense": defense,
        "defense": defense,
        "item": "A token with something useful, given to who steps onto the middle of a gallery "
        "where one lies. Each is 1 point as well.",
        "token": "An item that lies face down on a gallery: the digit after A, or after i.",
        "gallery": "A room of 5 by 5 squares with an artifact in its middle; g1 to g9.",
        "galleries": f"g1 to g9, row by row. {CENTER} in the center has the Heart and no walls.",
        "middle": "The large square of a gallery, where artifact and items lie: `go g2` leads to "
        "that of g2.",
        "large square": "The middle of a gallery, where its artifact and items lie.",
        "tile": "What a gallery looks like: n1 to w2, drawn by lot.",
        "platform": "A loose piece of 2 by 2 squares. Its number of floor squares, 1 to 3, is its "
        "cost in AP: a #2 costs 2. The other squares are wall.",
        "platforms": "p01 to p20. Sixteen lie on the board at the start, four are spare.",
        "spare": "A platform that is not on the board; platform-hack-1 brings one.",
        "lane": "A place where a platform lies at the start.",
        "airlock": "A way in and out: N, E, S and W, outside the middles of the edges. "
        "`airlock N` chooses where to start; `escape` leaves by any of them.",
        "airlocks": "The seats choose where they start, the last seat first.",
        "gun": "Fires along a line until a wall stops it, at moves that start or end there: each "
        "gun once a turn. A hit is a hole in the suit.",
        "guns": "Lines of fire are - and | on the board. With a charge in a Blaster or heat ray "
        "you are asked first: `shoot gun3 with blaster` or `hit gun3`.",
        "hole": "Damage of the suit. You can do nothing else before it is mended: `patch`, "
        "`use tape`, `use foam-gun hole`; you may only gain AP first.",
        "fire": "Stepping into flames (**) makes a hole, and they go out there.",
        "fires": "`use foam-gun fires` or `use freeze-ray fires` put all of them out, on the spot.",
        "net": f"Keeps you on the gallery of the Uranium Gem. `net pay` costs {figures['net']} AP; "
        "`net blaster`, `net heat-ray` and `net freeze-ray` a charge.",
        "charge": "One use of a weapon or a ray. An item without charges is still worth 1 point.",
        "weapon": f"A Blaster or a Shield with {counted(figures['weapon_charges'], 'charge')}, "
        "dealt to each seat at the start.",
        "weapons": "Each seat has a Blaster or a Shield: ask for blaster or shield.",
        "blaster": "A weapon: a charge destroys a gun that is about to fire, or a net.",
        "shield": "A weapon: `raise` puts it up for a charge, until a hit or a trap drops it.",
        "wall": "## on galleries, the number on platforms. Nobody walks there, and it stops fire.",
        "floor": "Where you can walk. `floor w` lays a platform so that its floor is in the west; "
        "`wall ne` a #3 so that its wall is in the north-east.",
        "shared square": "Others can be passed, but nobody stops where another piece stands; only "
        "airlocks have room for all.",
        "suit": "Your life: see hole. `use power-pack suit` makes AP of a power pack.",
    }


def _actions(figures: dict[str, Any]) -> dict[str, str]:
    """The words that are typed."""
    take, patch = figures["take"], figures["patch"]
    lift = "`lift p07 to 14,10 turn 1` moves an empty platform, its top left square onto 14,10. "
    return {
        "move": "`move n`: a step onto the next floor square, 1 AP. See go.",
        "go": "A walk, 1 AP a step: `go n2 e2`, `go 15,6`, `go g2` (its middle), `go exit N`.",
        "to": f"{lift}See lift.",
        "exit": "`go exit N` walks to airlock N, if a way leads there. `escape` then gets you out.",
        "lift": f"{lift}It costs as many AP as it has floor squares, and nobody may stand on it.",
        "at": "`at 14,10`: where the top left square of the lifted platform goes.",
        "turn": "`turn 1`: how a platform lies, in quarter turns clockwise from how it is drawn, 0 "
        "to 3. `lift p07 turn 2` turns it where it lies.",
        "take": f"Take the artifact in the middle of the gallery, or the Heart, for {take} AP. "
        f"`take keycard`, {figures['take_with_keycard']} AP, without its trap.",
        "use": "`use tape`: use an item. Ask for the item to see how.",
        "raise": "Put the shield up for a charge, 0 AP: it takes the next hit or stops a trap.",
        "overload": "`overload heat-ray`: all charges of a ray become AP.",
        "patch": f"Mend a hole for {patch} AP. With too few AP it mends all of them, what is "
        "missing is owed, and the turn ends.",
        "pay": f"`net pay`: get out of a net for {figures['net']} AP.",
        "escape": "On an airlock: out for good, with all points. There is no way back in.",
        "end": "End your turn. AP that are left are lost.",
        "shoot": "`shoot gun3 with blaster`: a charge destroys the gun before it fires.",
        "with": "`shoot gun3 with blaster` or `shoot gun3 with heat-ray`.",
        "hit": "`hit gun3`: let the gun fire and take the hit.",
        "respond": "`respond heat-ray`: a charge stops the trap.",
        "suffer": "Let the trap do what it does.",
        "lose": "`lose tape`: the item that the acid of the Venusian Dragonfly eats.",
        "remove": "`remove p07`: in the Last Defense, takes an empty platform off for good.",
    }


def _artifacts(data: dict[str, Any]) -> dict[str, str]:
    """By id and by last word: points, trap, what stops it."""
    figures = data["figures"]
    traps = {
        "mercurial-salamander": "the small squares of its gallery burn",
        "venusian-dragonfly": "acid makes a hole in the suit and eats an item",
        "lunar-sickle": "all that you do on its gallery costs double",
        "cererian-flower": f"a hole in the suit, and {figures['flower']} AP less next turn",
        "martian-spearhead": "two holes in the suit; a raised shield takes one of them",
        "jovian-scepter": f"you cannot lift a #2 before you moved {figures['scepter']} others",
        "saturnian-hourglass": f"takes {figures['hourglass']} AP at once; what is missing is owed",
        "uranium-gem": f"a net keeps you on its gallery: {figures['net']} AP or a charge",
        "neptunian-shell": f"your next {counted(figures['shell'], 'move')} at double cost",
    }
    found = {}
    for entry in data["artifacts"]:
        name = entry["id"]
        stops = [each.replace("-", " ") for each in entry["stopped_by"]]
        kept = f" Stopped by {listed(stops, 'or')}." if stops else ""
        found[name] = f"{points(entry['points'])}. Trap: {traps[name]}.{kept}"
        found[name.rpartition("-")[2]] = f"{artifact_name(name)[4:]}: {found[name]}"
    heart = f"{points(figures['heart_points'])}, on {CENTER}, no trap"
    found["heart-of-sol"] = f"{heart}. 1 AP less in later turns, and the Last Defense begins."
    return found


def _items(data: dict[str, Any]) -> dict[str, str]:
    """By id: how many there are, what is typed, what it does."""
    figures = data["figures"]
    pack, reach = figures["pack"], figures["grapple_reach"]
    uses = {
        "power-pack": f"`use power-pack suit`: {pack} AP more. `use power-pack heat-ray`: {pack} "
        "charges more for a ray that you have",
        "tape": "`use tape` mends a hole for nothing",
        "vitality": f"`use vitality`: {figures['vitality']} AP more",
        "adrenaline": "`use adrenaline`: this turn moves cost half, and no gun fires at them",
        "o2": f"`use o2`: {figures['o2']} AP more",
        "keycard": f"`take keycard` takes an artifact without its trap, for "
        f"{figures['take_with_keycard']} AP. Not the Heart",
        "security-hack": "`use security-hack gun4` switches a gun off for good, from anywhere",
        "grapple-gun": "`use grapple-gun 15,8`: 0 AP, straight over one or more squares without "
        f"walls, onto floor at most {reach} away",
        "rocketpack": f"`use rocketpack 17,8`: {figures['rocket']} AP, up to "
        f"{figures['rocket_reach']} squares straight or diagonally, no wall between, onto floor. "
        "Never used up",
        "doorway": "`use doorway 5,4 14,6` joins two walls next to floor, the first on the tile "
        "where you stand: who enters one comes out of the other",
        "foam-gun": "`use foam-gun hole` mends a hole, `use foam-gun fires` puts out the fires of "
        "your gallery",
        "heat-ray": "Destroys guns that are about to fire and nets, stops some traps; "
        "`overload heat-ray` makes AP of its charges",
        "freeze-ray": "`use freeze-ray fires` puts fires out; it destroys nets, stops some traps; "
        "`overload freeze-ray` makes AP of its charges",
        "platform-hack-1": "`use platform-hack-1` draws a spare platform, to be laid anywhere for "
        "nothing",
        "platform-hack-2": "`use platform-hack-2 p07 2` turns an empty platform, or the one you "
        "stand on with all on it, in place",
    }
    found = {}
    for entry in data["items"]:
        name, copies = entry["id"], counted(entry["copies"], "copy", "copies")
        charges = f", {counted(entry['charges'], 'charge')}" if "charges" in entry else ""
        found[name] = f"{uses[name]}. An item ({copies}{charges})."
    return found


def _places(data: dict[str, Any]) -> dict[str, str]:
    """Ways and airlocks, galleries, gallery tiles, platforms, guns."""
    found = {}
    for way, airlock in zip(WAYS, AIRLOCKS, strict=True):
        found[way] = (
            f"{LONG[way].title()}: `go {way}2` is two steps. {airlock} is the airlock there."
        )
    for name, (x, y), tokens in zip(
        GALLERY_IDS, data["board"]["galleries"], data["board"]["tokens"], strict=True
    ):
        lies = "the Heart" if name == CENTER else f"an artifact and {counted(tokens, 'item')}"
        found[name] = f"The gallery around {x + 2},{y + 2}, with {lies} at first."
    for tile in TILE_IDS:
        guns, turns = gallery_tile(data, tile)[1:]
        ways = [LONG[WAYS[(WAYS.index(way) + turns) % 4]] for _, _, way in guns]
        fires = f"fires {listed(ways)}" if ways else "has no gun"
        found[tile] = f"A gallery tile; it {fires}."
    sides = {"N": "north", "S": "south", "E": "east", "W": "west"}
    for name, floor in zip(PLATFORM_IDS, data["platforms"]["floors"], strict=True):
        quarters = floor.split()
        where = listed([f"{sides[each[0]]}-{sides[each[1]]}" for each in quarters])
        found[name] = f"A #{len(quarters)} platform, {len(quarters)} AP to move. Drawn with floor "
        found[name] += f"in the {where}."
    for gun in GUN_IDS:
        found[gun] = "A gun, if it is on the board: ^ > v or < with its number (a to c: 10 to 12)."
    return found
