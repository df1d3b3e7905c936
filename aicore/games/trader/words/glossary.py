"""What the words and cards of Free Trader mean, with the figures of this game's cards."""

from __future__ import annotations

from typing import Any

from aicore.core.game import Game
from aicore.core.story import Names, listed
from aicore.games.trader.rules.state import CARGO, MAX_BONUS
from aicore.games.trader.words.wording import Words

USES = (
    "Your counterattacks have its level plus the card's attack.",
    "The enemy's attacks must beat its level plus the card's defense.",
    "The distance that a jump can reach: a planet that is farther needs more.",
    "Each is a hold for one load of goods; losing a loaded one loses the load.",
)
JUMPS = {"safe": "an emergency jump is safe", "misjump": "an emergency jump is a misjump"}


def glossary(game: Game) -> dict[str, str]:
    """What the words of the game and its cards mean."""
    words = Words(game, Names(("you",), 0))
    found = _actions(words) | _terms(game, words) | _sights(words)
    for name in words.planets:
        found[name] = f"A planet. What it adds to prices: {words.about(name)}."
    for name, row in words.events.items():
        found[name] = _event(words, row)
    for good in words.goods:
        found[good] = _good(words, good)
    for module, price, use in zip(words.modules, words.prices, USES, strict=True):
        about = f"A module, {price} V. {use}"
        found[module] = f"{found[module]} {about}" if module in found else about
    return found


def _actions(words: Words) -> dict[str, str]:
    """What is typed."""
    engines, cargo = words.modules[2], words.modules[CARGO]
    goods, modules = words.goods, words.modules
    most = words.most
    return {
        "place": "Choose where the planet just found lies: `place 0,1`, a free cell next to the "
        "ship's planet. The first figure counts east, the second north.",
        "buy": f"Buy a load of goods, as often as V and free holds allow: `buy {goods[1]}`. The "
        "price is the card's and the planet's added up, at least 1 V.",
        "sell": f"Sell a load: `sell {goods[1]}`. The price is the card's and the planet's added "
        f"up, at least 1 V; what comes above {most} V is lost.",
        "done": "Buy no more, sell no more, or add no module.",
        "jump": "Go to a neighboring planet, north, east, south or west, for 1 V: `jump 0,1`. "
        f"Your {engines} must reach its distance, and it is not the planet you just left.",
        "flee": "An emergency jump for 1 V: `flee 0,1`, to any neighbor, however far. Out of a "
        "fight, or when no ordinary jump is possible. A card says safe or misjump. `flee` alone "
        "when there is no neighbor: a planet is found and placed first.",
        "counterattack": "Strike back: your weapons and a card's attack against the enemy's value, "
        "the card's defense and the bonus. The greater destroys it; else it attacks again.",
        "damage": "Choose what a hit takes from the ship: `damage "
        f"{modules[1]}`, `damage {cargo}` for an empty hold, `damage {cargo} {goods[0]}` for a "
        "loaded one.",
        "sell-module": "Pay a fine with parts of the ship, for half their price, rounded down: "
        f"`sell-module {modules[0]}`, `sell-module {cargo}`, `sell-module {cargo} {goods[0]}`.",
        "upgrade": f"Add one module at the end of a turn: `upgrade {engines}`.",
        "planet": "A planet that is found: it comes at random from those not on the map.",
        "event": "An event card that is drawn: at random from those not yet drawn this month. One "
        "opens the market, one says who waits where you arrive, others decide fights, fines and "
        "emergency jumps.",
    }


def _terms(game: Game, words: Words) -> dict[str, str]:
    """Money, time and what ends the game."""
    data = game.info.data
    payments = listed([str(payment) for payment in words.payments])
    cards = len(words.events) - 2
    due = "at once, even in a fight"
    if game.options["payment"] == "turn_end":
        due = "at the end of that turn, or when the next month ends if that comes first"
    deck = "All cards but those face up" if game.options["reshuffle"] != "all" else "All cards"
    money = (
        f"V: money and fuel in one. {data['vectorium']['start']} at the start, never more than "
        f"{words.most}: what comes above is lost."
    )
    return {
        "vectorium": money,
        "v": money,
        "payment": f"One at the end of each month: {payments} V. It is due {due}. Who cannot make "
        "it has lost, who makes the fourth has won.",
        "payments": "Those still to make, and how many event cards are left until the next.",
        "month": f"At most {cards} event cards: two of the {len(words.events)} stay out, unseen. "
        f"{deck} make the next month's deck, and again two of them stay out.",
        "to come": "The event cards that may still be drawn this month, by type.",
        "bonus": f"What enemies add to attack and defense: the months before this one, at most "
        f"{MAX_BONUS}.",
        "fuel": "A jump takes 1 V. Who leaves the market without V has lost.",
        "destroyed": "A ship that is hit when it has no module left: the game is lost.",
        "emergency jump": "See flee.",
        "fight": "By turns: the enemy attacks, you strike back or flee. A card is drawn for each "
        "blow.",
        "combat": "See fight.",
        "explore": "The first part of a turn: a planet is found, as long as there are any.",
        "market": "Where you buy, before the jump, and sell, after it. The card last drawn and the "
        "planet make the prices.",
    }


def _sights(words: Words) -> dict[str, str]:
    """What stands on cards and map."""
    engines, illegals = words.modules[2], words.goods[-1]
    leaves = enumerate(words.leaves, 1)
    left = listed([f"{salvage} for value {value}" for value, salvage in leaves])
    return {
        "starport": "A type of event card: nobody troubles you on arrival.",
        "police": f"A type of event card: they take {illegals} and fine you; without {illegals} "
        "aboard they do nothing.",
        "pirate": f"A type of event card: it attacks on arrival. Destroyed, it leaves V: {left}.",
        "invader": "A type of event card: it attacks on arrival, and the card's attack counts "
        "twice. It leaves nothing.",
        "value": "The strength of a pirate or an invader, in attack and defense.",
        "att": "The attack of a card: added to the strength of whoever strikes.",
        "attack": "The enemy's value, the card's attack and the bonus against your defenses and "
        "the card's defense. If the enemy's is greater, you are hit and lose a module.",
        "def": "The defense of a card: added to the strength of whoever is struck.",
        "fine": "The planet's law times the card's factor (x2 on the card). V is taken first, then "
        "you sell modules; without any, the game is lost.",
        "law": "How hard a planet fines. Where it is 0 there is no fine.",
        "far": f"A planet's distance: a jump to it takes as many {engines}.",
        "too far": f"A planet on the map that your {engines} do not reach.",
        "left": "On the map: the planet you just left. An ordinary jump does not lead back to it.",
        "safe": "On a card: an emergency jump ends where it should.",
        "misjump": "On a card: an emergency jump ends where it should, but all other planets leave "
        "the map and must be found again.",
        "hold": "Room for one load; [ ] is an empty one, as is a dot where many share a box.",
        "here": "What the planet adds to the card's prices; a good with a 0 is not for sale.",
        "found": "The planet that you are to place.",
        "odds": "`odds` shows the exact chances of a jump, a blow or an escape, and what goods "
        "would bring next door.",
    }


def _good(words: Words, good: str) -> str:
    """What one of the goods costs and brings."""
    i = words.goods.index(good)
    bought = [row[3][i] for row in words.events.values() if row[3][i]]
    sold = [row[4][i] for row in words.events.values()]
    cost = f"The cards ask {min(bought)} to {max(bought)} V" if bought else "No card sells it"
    text = f"Goods. {cost} and pay {min(sold)} to {max(sold)} V; the planet's figure is added."
    if i == len(words.goods) - 1:
        text += " The police take them and fine you."
    return text


def _event(words: Words, row: list[Any]) -> str:
    """All that stands on an event card."""
    name, _, _, buy, sell, attack, defense, fine, jump = row
    bought = _prices(words, [price or "none" for price in buy])
    return (
        f"An event card: {words.whom(name)}. To buy: {bought}. To sell: {_prices(words, sell)}. "
        f"Attack {attack}, defense {defense}, fine x{fine}; {JUMPS[jump]}."
    )


def _prices(words: Words, prices: list[Any]) -> str:
    return ", ".join(f"{good} {price}" for good, price in zip(words.goods, prices, strict=True))
