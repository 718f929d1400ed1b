"""Handover: a Telegram bot for delivery businesses, and the fleet service it works against."""

__version__ = "0.1.0"
