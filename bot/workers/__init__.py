"""The loops of the bot: workers of jobs, and regular tasks."""
