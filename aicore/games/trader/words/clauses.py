"""Single events of Free Trader as clauses: effects of cards, actions of the trader.

An action of the trader is a predicate, such as "jump to Forge"; `Words.does` makes it a clause.
"""

from __future__ import annotations

from aicore.core.game import Position
from aicore.core.language import gettext as _
from aicore.core.story import SeenEvent
from aicore.games.trader.rules.state import CARGO
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.vocabulary import titled
from aicore.games.trader.words.wording import SEAT, SET_ASIDE, Words, vectorium


def card(words: Words, seen: SeenEvent) -> str:
    """Return the clause for an event card; "" if drawing it ended the game."""
    before, after, name = seen.before, seen.after, seen.words[1]
    if after["end"] in ("paid", "payment"):
        return ""
    match before["drawing"]:
        case "buy":
            here, prices = words.here(after), words.market(after)
            return _("the market at {planet}: {prices}", planet=here, prices=prices)
        case "arrive":
            return welcome(words, after, name)
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
    who = words.names[SEAT]
    match verb:
        case "planet":
            return _(
                "{who} {who:find|finds} {planet}: {about}",
                who=who,
                planet=titled(name),
                about=words.about(name),
            )
        case "place":
            planet = before["placing"]
            placed = words.does(place(words, before, name))
            far = words.far(before, planet)
            return _("{placed}, {far}", placed=placed, far=far) if far else placed
        case "buy":
            return _(
                "{who} {who:buy|buys} {loads} for {price} V: {left}, {free}",
                who=who,
                loads=words.loads({name: 1}),
                price=before["vectorium"] - after["vectorium"],
                left=vectorium(after),
                free=free_holds(words, after),
            )
        case "sell":
            sold, now = sale(words, {name: 1}, [event]), after["vectorium"]
            return _("{sold}: {now} V now", sold=words.does(sold), now=now)
        case "jump":
            return _(
                "{who} {who:jump|jumps} to {planet} for 1 V: {left}",
                who=who,
                planet=words.on(before, name),
                left=vectorium(after),
            )
        case "flee":
            fled = words.does(flight(words, before, name))
            return _("{fled} for 1 V: {left}", fled=fled, left=vectorium(after))
        case "counterattack":
            enemy = vocabulary.enemy(words.kind(before["enemy"]))
            return _("{who} {who:strike|strikes} back at {enemy}", who=who, enemy=enemy)
        case "sell-module":
            return words.does(sacrifice(words, [event]))
        case "damage":
            return damage(words, event)
        case "upgrade":
            return words.does(f"{upgrade(words, event)}: {improved(words, event)}")
    return words.does(leave(words, before, after))


def welcome(words: Words, after: Position, name: str) -> str:
    """Return the clause for the card met at a planet."""
    match words.kind(name):
        case "starport":
            return _("a starport welcomes the ship")
        case "police":
            aboard = after["hold"][words.goods[-1]]
            if not aboard:
                return _("the police find nothing wrong")
            return _("the police find {loads}", loads=words.loads({words.goods[-1]: aboard}))
    return _("{enemy} lies in wait", enemy=words.character(name))


def where_clause(words: Words, after: Position, name: str) -> str:
    """Return a clause that begins with ", where", about the card met at the planet named last."""
    match words.kind(name):
        case "starport":
            return _(", where a starport welcomes the ship")
        case "police":
            aboard = after["hold"][words.goods[-1]]
            if not aboard:
                return _(", where the police find nothing wrong")
            loads = words.loads({words.goods[-1]: aboard})
            return _(", where the police find {loads}", loads=loads)
    return _(", where {enemy} lies in wait", enemy=words.character(name))


def fine(words: Words, event: SeenEvent) -> str:
    """Return the clause for the police taking the illegals and setting a fine."""
    before, after = event.before, event.after
    taken = words.loads({words.goods[-1]: before["hold"][words.goods[-1]]})
    law, factor = words.law(after), words.fine_factor(event.words[1])
    if not law * factor:
        return _("the police take {loads}, but there is no fine (law {law})", loads=taken, law=law)
    fined = _(
        "the police take {loads} and fine {who} {fine} V (law {law} x {factor})",
        loads=taken,
        who=words.names[SEAT],
        fine=law * factor,
        law=law,
        factor=factor,
    )
    if not after["debt"]:
        return f"{fined}: {vectorium(after)}"
    if after["end"]:
        return _("{fined}: no module is left to sell", fined=fined)
    return _("{fined}: {due} V must come from modules", fined=fined, due=after["debt"])


def settled(after: Position) -> str:
    """Return the clause for the rest of a fine after a module was sold."""
    if not after["debt"]:
        return _("the fine is paid, {left}", left=vectorium(after))
    if after["end"]:
        return _("{due} V are still due, and no module is left", due=after["debt"])
    return _("{due} V are still due", due=after["debt"])


def attack(words: Words, event: SeenEvent) -> str:
    """Return the clause for the enemy's attack and its success."""
    before, after = event.before, event.after
    enemy = vocabulary.enemy(words.kind(before["enemy"]))
    sums, who = words.attack(after, event.words[1]), words.names[SEAT]
    if after["end"]:
        return _(
            "{enemy} attacks with {sums}: no module is left, and the ship is destroyed",
            enemy=enemy,
            sums=sums,
        )
    if after["phase"] == "damage":
        return _("{enemy} attacks with {sums} and hits {who}", enemy=enemy, sums=sums, who=who)
    return _("{enemy} attacks with {sums} and misses {who}", enemy=enemy, sums=sums, who=who)


def damage(words: Words, event: SeenEvent) -> str:
    """Return the clause for what the ship loses by a hit."""
    return _(
        "{who} {who:lose|loses} {part} ({left})",
        who=words.names[SEAT],
        part=words.part(event.words[1:]),
        left=words.level_in_words(event.after, event.words[1]),
    )


def answer(words: Words, event: SeenEvent) -> str:
    """Return the clause for the ship's counterattack and its success."""
    sums, who = words.strike(event), words.names[SEAT]
    if event.after["enemy"]:
        return _(
            "{who} {who:strike|strikes} back with {sums} and {who:miss|misses}", who=who, sums=sums
        )
    return _(
        "{who} {who:strike|strikes} back with {sums} and {destroys}",
        who=who,
        sums=sums,
        destroys=words.destroys(event),
    )


def warp(words: Words, after: Position, name: str) -> str:
    """Return the clause for the end of an emergency jump."""
    reached = {"who": words.names[SEAT], "planet": words.here(after)}
    if words.misjump(name):
        return _(
            "a misjump: {who} {who:reach|reaches} {planet}, and all other planets are off the map",
            **reached,
        )
    return _("{who} {who:reach|reaches} {planet} safely", **reached)


def place(words: Words, before: Position, cell: str) -> str:
    """Return the placing of a planet, as a predicate."""
    return _(
        "{who:place|places} {planet} {where}",
        who=words.names[SEAT],
        planet=titled(before["placing"]),
        where=words.place(before, cell),
    )


def flight(words: Words, before: Position, cell: str) -> str:
    """Return an emergency jump, as a predicate."""
    who = words.names[SEAT]
    goal = _("to {planet}", planet=words.on(before, cell)) if cell else _("to the unknown")
    if before["enemy"]:
        enemy = vocabulary.enemy(words.kind(before["enemy"]))
        return _("{who:flee|flees} from {enemy} {goal}", who=who, enemy=enemy, goal=goal)
    return _("{who:make|makes} an emergency jump {goal}", who=who, goal=goal)


def sale(words: Words, sold: dict[str, int], sales: list[SeenEvent]) -> str:
    """Return the sale of loads as a predicate, with the proceeds and any loss to the limit.

    Args:
        sold: number of loads, by good.
    """
    got = sales[-1].after["vectorium"] - sales[0].before["vectorium"]
    worth = sum(words.price(sale.before, sale.words[1]) for sale in sales)
    slots = {"who": words.names[SEAT], "loads": words.loads(sold), "got": got}
    if got >= worth:
        return _("{who:sell|sells} {loads} for {got} V", **slots)
    return _(
        "{who:sell|sells} {loads} for {got} V instead of {worth} ({who} can hold {most})",
        worth=worth,
        most=words.most,
        **slots,
    )


def sacrifice(words: Words, sales: list[SeenEvent]) -> str:
    """Return the sale of parts of the ship for a fine as a predicate, and what is still due."""
    return _(
        "{who:sell|sells} {parts} for {price} V: {settled}",
        who=words.names[SEAT],
        parts=words.parts([sale.words[1:] for sale in sales]),
        price=sum(words.refund(sale.words[1]) for sale in sales),
        settled=settled(sales[-1].after),
    )


def upgrade(words: Words, event: SeenEvent) -> str:
    """Return the purchase of a module, as a predicate."""
    module = event.words[1]
    return _(
        "{who:buy|buys} {module} for {price} V",
        who=words.names[SEAT],
        module=vocabulary.modules(module, 1),
        price=words.prices[words.modules.index(module)],
    )


def improved(words: Words, event: SeenEvent) -> str:
    """Return the module's new level and the vectorium left after its purchase."""
    level = words.level_in_words(event.after, event.words[1])
    return _("{level}, {n} V left", level=level, n=vectorium_before_payment(words, event))


def free_holds(words: Words, after: Position) -> str:
    """Return the number of free holds, in words."""
    return vocabulary.free_holds(words.level(after, CARGO) - sum(after["hold"].values()))


def stranded(event: SeenEvent) -> str:
    """Return a warning that no vectorium is left for the next jump; "" if some is.

    The ship cannot earn any before that jump.
    """
    before, after = event.before, event.after
    spent = event.words[0] in ("buy", "upgrade") or before["phase"] == "upgrade"
    if not spent or after["vectorium"] or after["end"]:
        return ""
    return _("that was the last V: without one the ship cannot jump, and the game is lost")


def broke(event: SeenEvent) -> str:
    """Return a warning about fleeing with the last V and no goods to sell; "" for other actions."""
    after = event.after
    penniless = not after["vectorium"] and not any(after["hold"].values())
    if event.words[0] != "flee" or not penniless or after["end"]:
        return ""
    return _(
        "that spends the last V, and you have nothing to sell: only pirates could bring you more"
    )


def too_little(words: Words, event: SeenEvent) -> str:
    """Return a warning that too little is left for a payment due at the next card; else ""."""
    before, after = event.before, event.after
    immediate = before.game.options["payment"] == "immediate"
    fled = event.words[0] == "flee" and before["enemy"]
    spent = fled or event.words[0] in ("buy", "upgrade")
    if not spent or after["end"] or not immediate:
        return ""
    jump = int(event.words[0] == "buy")
    due = words.payments[before["paid"]]
    if len(before["undrawn_events"]) - SET_ASIDE != 1 or before["vectorium"] - jump < due:
        return ""
    left = after["vectorium"]
    if left - jump >= due:
        return ""
    if jump:
        return _(
            "the next card ends the month: {due} V are due, and that leaves {left} V, "
            "and the jump costs 1",
            due=due,
            left=left,
        )
    return _(
        "the next card ends the month: {due} V are due, and that leaves {left} V",
        due=due,
        left=left,
    )


def vectorium_before_payment(words: Words, event: SeenEvent) -> int:
    """Return the vectorium after an action, but before a payment at the end of the turn."""
    paid = words.paid(event.before, event.after)
    return int(event.after["vectorium"]) + sum(paid)


def leave(words: Words, before: Position, after: Position) -> str:
    """Return the end of buying, selling or upgrading by `done`, as a predicate."""
    who = words.names[SEAT]
    if before["phase"] == "sell":
        return _("{who:sell|sells} no more", who=who)
    if before["phase"] != "buy":
        return _("{who:buy|buys} no module", who=who)
    loads = {good: size for good, size in after["hold"].items() if size}
    if not loads:
        if after["end"]:
            return _("{who:leave|leaves} the market with an empty hold and no V to jump", who=who)
        return _("{who:leave|leaves} the market with an empty hold", who=who)
    aboard = words.loads(loads, dative=True)
    if after["end"]:
        return _(
            "{who:leave|leaves} the market with {loads} and no V to jump", who=who, loads=aboard
        )
    return _("{who:leave|leaves} the market with {loads}", who=who, loads=aboard)
