"""Tracking: the bot's copy of deliveries follows the fleet service."""
