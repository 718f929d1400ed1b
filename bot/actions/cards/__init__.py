"""The cards: their contents for each reader, and the messages that show them."""
