"""We speak to Telegram, and hear it: all that knows the Bot API."""
