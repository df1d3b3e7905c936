"""A plain game on a page."""
from aicore.core.plain_picture import draw as draw
