"""Deductions about hidden hands, for page and terminal."""

from aicore.core.game import Position


def deduced(fields: Position) -> list[list[str]]:
    """Return, for each hand, the hidden cards that the viewer can deduce.

    If unseen cards with the same deck number can be in one hand only, it must hold all of them.
    """
    seen = {card for hand in (fields["discard"], *fields["hands"]) for card in hand}
    hidden = [owner for owner, hand in enumerate(fields["hands"]) if None in hand]
    number_of: dict[str, int] = fields["deck_number"]
    cards: list[list[str]] = [[] for _ in fields["hands"]]
    for number in set(number_of.values()):
        owners = [owner for owner in hidden if number in fields["drawn_from"][owner]]
        if len(owners) == 1 and (number < max(number_of.values()) or not fields["deck"]):
            unseen = [card for card in number_of if card not in seen]
            cards[owners[0]] += [card for card in unseen if number_of[card] == number]
    return cards
