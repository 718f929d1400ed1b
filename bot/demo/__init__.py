"""A whole town in one process: the fleet service, a local Telegram, the bot, and its people."""
