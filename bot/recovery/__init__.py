"""The recovery from a gap or a restored copy, before anything new is done."""
