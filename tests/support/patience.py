"""How long a test waits for what surely comes."""

PATIENCE = 60.0
"""Seconds: so many that no machine with other work is too slow. Nobody waits for all of them but
where something is broken, and what must not come is not waited for like this."""
