"""Where machines speak to the bot, and people without Telegram read: one ASGI app."""
