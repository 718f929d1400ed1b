"""Parsers for what people write: arguments, intents, codes, orders, phone numbers."""
