"""Codes and rules of Free Trader that Python also uses; see state.pxd."""


def cost(int card, int planet):
    """Return a load's buying price, in V, by the figures of card and planet; 0 if not for sale."""
    return cost_by(card, planet)


def sale(int card, int planet):
    """Return a load's selling price, in V, by the figures of a card and a planet."""
    return sale_by(card, planet)


def fine_value(int price):
    """Return the part of a fine, in V, that a module of this price covers."""
    return resale_value(price)


def enemy_bonus(int month):
    """Return the bonus to enemies' attack and defense in a month; months count from 1."""
    return bonus_in(month)
