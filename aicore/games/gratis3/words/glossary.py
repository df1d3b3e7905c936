"""What the words of gratis3 mean."""

from __future__ import annotations

from aicore.core.game import Game
from aicore.core.story import counted, listed
from aicore.games.gratis3.rules.board import Board, board_of
from aicore.games.gratis3.rules.state import (
    EMP_DICE,
    EVADED_DICE,
    FAR_GUNS_DICE,
    GUNS_DICE,
    MAX_DICE,
    NUKE_DICE,
)

FULL = 4  # shields
CARDS = {
    "launch-move": "launch up to two RAVs beside the Carrier (ravs), then move one Location (nav).",
    "move-launch": "move one Location (nav), then launch up to two RAVs beside it (ravs).",
    "shields-guns": "either `shields` and a move of one Location, or `guns` at the RAVs "
    "around you.",
    "short-range": f"fire at a Carrier (weapons): {GUNS_DICE} dice on your own Location, "
    f"{FAR_GUNS_DICE} on the next one. With one target it is fired at at once.",
    "missile": "send an EMP or a nuke at a Carrier on any other Location (weapons).",
    "override": "repair another system, or do this turn what a Down system would do. You may take "
    "it back at once (`return override`).",
}
SYSTEMS = {
    "nav": "Carrier does not move",
    "ravs": "Fighters and Bombers are neither launched nor fly nor attack",
    "defense": "shields are not raised and the defensive guns do not fire",
    "weapons": "short-range guns and missiles do not fire",
}
ACTIONS = {
    "play": "`play CARD` puts a card from your hand into the queue and does what it says. It comes "
    "back to the hand after three more turns.",
    "repair": "`repair SYSTEM` brings one Down system Online, once at the start of a turn.",
    "no-repair": "Repair nothing this turn.",
    "launch": "`launch KIND SPACE` puts a Fighter or a Bomber onto a free green Space beside your "
    "Carrier's Location: two a turn, at most one of them a Bomber, none at the Gate.",
    "launched": "Launch no more this turn.",
    "shields": f"Raise two shields (at most {FULL} in all), then move one Location. Each shield "
    "takes one hit. An action of the card shields-guns; # in the drawing.",
    "guns": f"Roll {MAX_DICE} dice at the enemy RAVs beside your Location, then spend the hits on "
    "them with `hit`. You do not move. An action of the card shields-guns.",
    "hit": "`hit SPACE` spends hits of the defensive guns to destroy the RAV there: 2 for a "
    "Fighter, 1 for a Bomber and one more for each Fighter of its seat next to it.",
    "hits-done": "Leave the other hits of the guns unspent.",
    "fire": f"`fire SEAT` fires the short-range guns at its Carrier: {GUNS_DICE} dice on your own "
    f"Location, {FAR_GUNS_DICE} at one Location's distance.",
    "emp": "`emp SEAT`: a missile that takes all shields of all Carriers on that Location, then "
    f"rolls {EMP_DICE} dice at the one named.",
    "nuke": f"`nuke SEAT`: a missile with {NUKE_DICE} dice; dice that hit are rolled again, until "
    "none hits.",
    "override repair": "Bring one more Down system Online.",
    "override move": "Move one Location though the nav system is Down.",
    "override ravs": "Let your RAVs fly and attack this turn though the ravs system is Down.",
    "override guns": "Fire the defensive guns though the defense system is Down.",
    "override fire": "`override fire SEAT` fires the short-range guns though the weapons system "
    "is Down.",
    "evade": "`evade CARD` puts a card of your hand face down into your queue and takes "
    f"{EVADED_DICE} dice off the attack (from a nuke's first roll only). One card at a time can "
    "lie there, on the middle one; it comes back with the card below it.",
    "no-evade": "Let the attack come with all its dice, and keep your cards.",
    "knock": "`knock SYSTEM` chooses which of two systems that the damage dice show goes Down.",
    "rav": "`rav SPACE to SPACE tail SPACE` flies the RAV on the first Space to the second, coming "
    "from the third: its tail points there afterwards. Each RAV that can must fly, once.",
    "attack": "`attack TARGET with SPACE,SPACE` attacks an enemy RAV (its Space) next to all the "
    "attackers, or a Carrier (its seat) whose Location they are beside. Each RAV attacks once, and "
    "each target is attacked once.",
    "attacks-done": "Attack no more with RAVs this turn.",
    "return": "Take the leftmost card of your queue back into the hand, with what lies face down "
    "on it. It happens by itself unless you played override.",
    "return override": "Take the card override back instead of the leftmost one of the queue.",
    "move": "A Carrier moves one Location forward, never back, while its nav is Online. It is "
    "typed only in `override move`.",
    "to": "In `rav SPACE to SPACE tail SPACE`: where the RAV ends.",
    "with": "In `attack TARGET with SPACE,SPACE`: the Spaces of the attackers, commas between.",
    "queue": "Cards that cool down, `next back` in the drawing, the leftmost first to come back. "
    "Three lie there between turns; they cannot be played. `missile + override`: an override lies "
    "face down on the missile; of others' you see that one lies there, not which.",
    "roll": "Dice at a target, as `roll DICE: SINGLES,DOUBLES`: each die misses on 1 to 3, hits "
    "once on 4 and 5 and twice on 6.",
    "systems": "Two damage dice, for each pair of hits that no shield took: 1 nav, 2 ravs, "
    "3 defense, 4 weapons, 5 and 6 a blank. One Online system that they show goes Down.",
}
PHASES = {
    "deal": "Three cards of each seat are drawn into its queue.",
    "command": "The step of a turn in which a card must be played.",
    "guns-roll": "The defensive guns roll their dice.",
    "hits": "The step in which the hits of the defensive guns are spent.",
    "carrier-roll": "Dice are rolled at a Carrier.",
    "rav-moves": "The step in which your RAVs fly, in the order that you like.",
    "rav-attacks": "The step in which your RAVs attack, if you like.",
    "rav-roll": "Dice are rolled at a RAV.",
}


def glossary(game: Game) -> dict[str, str]:
    """What the words of the game mean."""
    board = board_of(game)
    words = dict(ACTIONS | PHASES)
    cards = game.info.data["cards"]
    for card, copies in zip(cards["ids"], cards["copies"], strict=True):
        words[card] = (
            f"A command card; you have {counted(copies, 'of it', 'of them')}: {CARDS[card]}"
        )
    for number, (system, lost) in enumerate(SYSTEMS.items(), 1):
        words[system] = f"A system, {number} on the damage dice. While it is Down, your {lost}."
    words |= _pieces(game, board)
    words |= _ends(game)
    words |= {space.lower(): _space(board, space) for space in board.names}
    return words


def _pieces(game: Game, board: Board) -> dict[str, str]:
    """What lies on the table."""
    ship, last = game.info.data["ship"], board.locations
    gone = game.options["destroyed_ravs"] == "removed"
    back = "out of the game" if gone else "back to its owner's supply"
    fate = f"A destroyed one goes {back}; it is worth 1 point."
    return {
        "carrier": "Your ship: [0] in the drawing. It moves along the Locations, one at a time.",
        "fighter": f"A RAV, F0 in the drawing; you have {ship['fighters']}. It flies 1 to 3 lines. "
        "One attacks with one die, each further one with two. Two hits destroy it. " + fate,
        "bomber": f"A RAV, B0 in the drawing; you have {ship['bombers']}. It flies 1 or 2 lines "
        "and attacks with three dice. One hit destroys it, and one more for each Fighter of its "
        f"seat next to it. {fate}",
        "ravs": "Your Fighters and Bombers, which fly from Space to Space. Also the system, 2 on "
        f"the damage dice: while it is Down, your {SYSTEMS['ravs']}.",
        "tail": "< > ^ v beside a RAV: the Space it came from. Its next flight may not begin that "
        "way, and it cannot attack a RAV there. A launched RAV has none.",
        "space": "Where RAVs stand, one on each: a letter for the row and a number. Lines join "
        "them. `help` with its name tells what is next to it.",
        "green": "o in the drawing: a Space beside a Location. From there a Carrier is attacked, "
        "and there RAVs are launched.",
        "location": f"A stop of the Carriers, 1 to {last}; the Gate is 0.",
        "gate": "Where Carriers begin, Location 0. There nobody launches, fires or is fired at.",
        "planet": f"Gratis-3, at Location {last}. Arriving is worth a black chip, and so is each "
        "turn that begins there.",
        "shield": f"Takes one hit, and is gone. You begin with {ship['shields']} and have at most "
        f"{FULL}.",
        "online": "A system that works, with a chip on it.",
        "down": "A system that does not work, until it is repaired: one a turn.",
        "chip": f"Each seat has {ship['chips']} of its color, for shields and repairs. When they "
        "are used up, black ones are taken for that.",
        "chips": "In the table: chips of a seat's own color that are left for shields and repairs.",
        "black chip": "From the common stockpile: for a destroyed RAV, for reaching the planet and "
        "each turn begun there (1 point), and in place of own chips that are used up. The last one "
        "ends the game.",
        "stockpile": f"The black chips, {game.options['black_chips']} at the start. The last one "
        "ends the game at once.",
        "supply": "Own chips, and RAVs, that can still be used.",
        "trophies": "Chips you have won, as colored x2 + black: 2 points and 1 point each.",
        "colored": "A trophy from an enemy's system that you knocked out, worth 2 points.",
        "score": "Points: 2 for each colored trophy, 1 for each black one.",
        "hand": "Cards that you can play now.",
        "seat": "A player's number, on its pieces in the drawing and typed as a target.",
        "system": "nav, ravs, defense or weapons. Each is Online or Down.",
        "die": "Misses on 1 to 3, hits once on 4 and 5, twice on 6.",
        "mean": "In `odds`: how many systems or RAVs an attack knocks out on average.",
        "success": "In `odds`: the chance that a system goes Down, or a RAV is destroyed.",
    }


def _ends(game: Game) -> dict[str, str]:
    """How a game ends, and who wins."""
    return {
        "end": "When the last Carrier to come to the planet has had one more turn, when the last "
        f"black chip is taken, or after {game.options['max_turns']} turns each. Most points win; "
        "then the better ship, 2 for each Online system and 1 for each shield.",
        "turns": f"After {game.options['max_turns']} turns each the game ends.",
    }


def _space(board: Board, space: str) -> str:
    """Where a Space lies."""
    beside = [str(place) for place, names in enumerate(board.green) if space in names]
    text = "A Space beside no Location" if not beside else "A green Space beside "
    if beside:
        text += f"Location{'s' * (len(beside) > 1)} {listed(beside)}"
    return f"{text}. Lines lead to {listed(board.near[space])}."
