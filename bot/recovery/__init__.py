"""The recovery from a gap or a restored copy, before the bot does anything new."""
