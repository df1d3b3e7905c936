"""The rules: positions, actions, and what they bring."""
