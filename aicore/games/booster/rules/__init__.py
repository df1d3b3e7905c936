"""The rules: positions, actions and their effects."""
