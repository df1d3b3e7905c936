"""Codes and rules of Free Trader that Python asks for, too: see state.pxd."""


def cost(int card, int planet):
    """What a load costs by the figures of a card and a planet, V; 0 when it is not for sale."""
    return cost_by(card, planet)


def sale(int card, int planet):
    """What a load brings by the figures of a card and a planet, V."""
    return sale_by(card, planet)


def fine_value(int price):
    """What a fine counts a module for that has this price, V."""
    return part_of(price)


def enemy_bonus(int month):
    """What enemies add to their attack and defense in a month, 1 and up."""
    return bonus_in(month)
