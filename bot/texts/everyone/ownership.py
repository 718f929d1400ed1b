"""What the first owner hears, before the bot runs."""

from bot.texts.message import FixedMessage

OWNER_NOW = FixedMessage(
    "🔑 You are the owner of this bot now.",
    "As soon as it runs, write /start here.",
)
