"""The chat with riders: their commands, buttons and sentences."""
