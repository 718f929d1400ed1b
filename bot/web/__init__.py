"""Where machines speak to the bot: one ASGI app."""
