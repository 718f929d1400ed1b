"""What people write: commands, intents, codes, orders, phone numbers."""
