"""The chat with customers: their commands, buttons and sentences."""
