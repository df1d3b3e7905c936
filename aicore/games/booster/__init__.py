"""Booster: seats collect mission parts, meld one of each type, and race to a target score."""
