"""The loops of the bot: over its jobs, and by the clock."""
