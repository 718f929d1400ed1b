"""The door through which machines speak: one ASGI app."""
