"""The bot's side of Telegram: all modules that know the Bot API."""
