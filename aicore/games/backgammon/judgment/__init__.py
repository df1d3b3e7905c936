"""Judgment of backgammon: facts about positions."""
