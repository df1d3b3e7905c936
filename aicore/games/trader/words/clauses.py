"""Single events of Free Trader as clauses: effects of cards, actions of the trader."""

from __future__ import annotations

from aicore.core.game import Position
from aicore.core.story import SeenEvent, counted
from aicore.games.trader.rules.state import CARGO
from aicore.games.trader.words.wording import SEAT, Words, article, titled, vectorium

UNSEEN = 2  # number of event cards set aside unseen each month


def card(words: Words, seen: SeenEvent) -> str:
    """Return the clause for an event card; "" if drawing it ended the game."""
    before, after, name = seen.before, seen.after, seen.words[1]
    if after["end"] in ("paid", "payment"):
        return ""
    match before["drawing"]:
        case "buy":
            return f"the market at {words.here(after)}: {words.market(after)}"
        case "arrive":
            return f"{words.whom(name)}{welcome(words, after, name)}"
        case "fine":
            return fine(words, seen)
        case "attack":
            return attack(words, seen)
        case "counterattack":
            return answer(words, seen)
    return warp(words, after, name)


def action(words: Words, event: SeenEvent) -> str:
    """Return the clause for an action of the trader, or for a planet found."""
    before, after = event.before, event.after
    verb, *rest = event.words
    name = rest[0] if rest else ""
    match verb:
        case "planet":
            return words.you("find", f"{titled(name)}: {words.about(name)}")
        case "place":
            planet = before["placing"]
            where = f"{words.place(before, name)}{words.far(before, planet)}"
            return words.you("place", f"{titled(planet)} {where}")
        case "buy":
            price = before["vectorium"] - after["vectorium"]
            free = counted(words.level(after, CARGO) - sum(after["hold"].values()), "free hold")
            bought = f"{words.loads({name: 1})} for {price} V: {vectorium(after)}, {free}"
            return words.you("buy", bought)
        case "sell":
            sold = f"{words.loads({name: 1})} for {gain(words, [event])}"
            return words.you("sell", f"{sold}: {after['vectorium']} V now")
        case "jump":
            return words.you("jump", f"to {words.on(before, name)} for 1 V: {vectorium(after)}")
        case "flee":
            clause = words.you(*flight(words, before, name))
            return f"{clause} for 1 V: {vectorium(after)}"
        case "counterattack":
            return words.you("strike", f"back at the {words.kind(before['enemy'])}")
        case "sell-module":
            return words.you(
                "sell", f"{words.part(rest)} for {words.refund(name)} V: {settled(after)}"
            )
        case "damage":
            return damage(words, event)
        case "upgrade":
            left = f"{words.kept(after, name)}, {purse(words, event)} V left"
            return f"{words.you(*upgrade(words, event))}: {left}"
    return words.you(*leave(words, before, after))


def welcome(words: Words, after: Position, name: str) -> str:
    """Return the action of the card met at a planet: words that follow the card's name."""
    match words.kind(name):
        case "starport":
            return " welcomes the ship"
        case "police":
            aboard = after["hold"][words.goods[-1]]
            if not aboard:
                return " find nothing wrong"
            return f" find {words.loads({words.goods[-1]: aboard})}"
    return " lies in wait"


def fine(words: Words, event: SeenEvent) -> str:
    """Return the clause that says that the police take the illegals and set a fine."""
    before, after = event.before, event.after
    taken = words.loads({words.goods[-1]: before["hold"][words.goods[-1]]})
    law, factor = words.law(after), words.fine_factor(event.words[1])
    if not law * factor:
        return f"the police take {taken}, but there is no fine (law {law})"
    text = f"the police take {taken} and fine {words.names[SEAT]} {law * factor} V"
    text += f" (law {law} x {factor})"
    if after["debt"]:
        due = f"{after['debt']} V must come from modules"
        return f"{text}: " + ("no module is left to sell" if after["end"] else due)
    return f"{text}: {vectorium(after)}"


def settled(after: Position) -> str:
    """Return the clause for the rest of a fine after a module was sold."""
    if after["debt"]:
        due = f"{after['debt']} V are still due"
        return f"{due}, and no module is left" if after["end"] else due
    return f"the fine is paid, {vectorium(after)}"


def attack(words: Words, event: SeenEvent) -> str:
    """Return the clause for the enemy's attack and its success."""
    before, after = event.before, event.after
    you = words.names[SEAT]
    sums = words.attack(after, event.words[1])
    text = f"the {words.kind(before['enemy'])} attacks with {sums}"
    if after["end"]:
        return f"{text}: no module is left, and the ship is destroyed"
    return f"{text} and " + (f"hits {you}" if after["phase"] == "damage" else f"misses {you}")


def damage(words: Words, event: SeenEvent) -> str:
    """Return the clause for what the ship loses by a hit."""
    lost = f"{words.part(event.words[1:])} ({words.kept(event.after, event.words[1])})"
    return words.you("lose", lost)


def answer(words: Words, event: SeenEvent) -> str:
    """Return the clause for the ship's counterattack and its success."""
    text = words.you("strike", f"back with {words.strike(event)} and")
    if event.after["enemy"]:
        return f"{text} {words.names.verb(SEAT, 'miss')}"
    destroyed = f"{words.names.verb(SEAT, 'destroy')} the {words.kind(event.before['enemy'])}"
    return f"{text} {destroyed}{words.salvage(event)}"


def warp(words: Words, after: Position, name: str) -> str:
    """Return the clause for the end of an emergency jump."""
    if words.misjump(name):
        reached = words.you("reach", words.here(after))
        return f"a misjump: {reached}, and all other planets are off the map"
    return f"{words.you('reach', words.here(after))} safely"


def flight(words: Words, before: Position, cell: str) -> tuple[str, str]:
    """Return an emergency jump, as a verb and the rest."""
    goal = words.on(before, cell) if cell else "the unknown"
    if before["enemy"]:
        return "flee", f"from the {words.kind(before['enemy'])} to {goal}"
    return "make", f"an emergency jump to {goal}"


def gain(words: Words, sales: list[SeenEvent]) -> str:
    """Return the proceeds of sales, and whether the limit cut them."""
    got = sales[-1].after["vectorium"] - sales[0].before["vectorium"]
    worth = sum(words.price(sale.before, sale.words[1]) for sale in sales)
    most = f" instead of {worth} ({words.names[SEAT]} can hold {words.most})"
    return f"{got} V" + (most if got < worth else "")


def upgrade(words: Words, event: SeenEvent) -> tuple[str, str]:
    """Return the purchase of a module, as a verb and the rest."""
    module = event.words[1]
    price = words.prices[words.modules.index(module)]
    return "buy", f"{article(module)} module for {price} V"


def stranded(event: SeenEvent) -> str:
    """Return the clause for having spent the last vectorium before a jump; "" otherwise.

    No vectorium can be earned before that jump.
    """
    before, after = event.before, event.after
    spent = event.words[0] in ("buy", "upgrade") or before["phase"] == "upgrade"
    if not spent or after["vectorium"] or after["end"]:
        return ""
    return "that was the last V: without one the ship cannot jump, and the game is lost"


def fled(event: SeenEvent) -> str:
    """Return the clause for fleeing with the last V and nothing aboard to sell; "" otherwise."""
    after = event.after
    broke = not after["vectorium"] and not any(after["hold"].values())
    if event.words[0] != "flee" or not broke or after["end"]:
        return ""
    return "that spends the last V, and you have nothing to sell: only pirates could bring you more"


def short(words: Words, event: SeenEvent) -> str:
    """Return the clause for keeping too little for a payment due at the next card; else ""."""
    before, after = event.before, event.after
    immediate = before.game.options["payment"] == "immediate"
    if event.words[0] not in ("buy", "upgrade") or after["end"] or not immediate:
        return ""
    jump = int(event.words[0] == "buy")
    due = words.payments[before["paid"]]
    if len(before["undrawn_events"]) - UNSEEN != 1 or before["vectorium"] - jump < due:
        return ""
    if after["vectorium"] - jump >= due:
        return ""
    left = f"{after['vectorium']} V" + (", and the jump costs 1" if jump else "")
    return f"the next card ends the month: {due} V are due, and that leaves {left}"


def purse(words: Words, event: SeenEvent) -> int:
    """Return the vectorium after an action, but before a payment at the end of the turn."""
    paid = words.paid(event.before, event.after)
    return int(event.after["vectorium"]) + sum(paid)


def leave(words: Words, before: Position, after: Position) -> tuple[str, str]:
    """Return the end of buying, selling or upgrading by `done`, as a verb and the rest."""
    if before["phase"] == "buy":
        loads = {good: size for good, size in after["hold"].items() if size}
        aboard = f"with {words.loads(loads)}" if loads else "with an empty hold"
        return "leave", f"the market {aboard}" + (" and no V to jump" if after["end"] else "")
    return ("sell", "no more") if before["phase"] == "sell" else ("buy", "no module")
