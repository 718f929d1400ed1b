"""The door through which people speak: python-telegram-bot's handlers, a room for each role."""
