"""The game in pictures, for a page and for a terminal."""
