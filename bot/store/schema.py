"""The bot's schema: where its migrations are."""

from pathlib import Path

from bot.base.schema import Schema

SCHEMA = Schema(
    program="bot",
    example="config.example.toml",
    migrations=Path(__file__).with_name("migrations"),
    lock=4_711_001,
)
