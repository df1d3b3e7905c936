"""Pig: a yardstick of pure chance and risk, its value known to nine digits."""
