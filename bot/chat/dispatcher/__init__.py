"""The chat with dispatchers: their commands, buttons and sentences."""
