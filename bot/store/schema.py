"""The bot's schema: where its migrations are."""

from pathlib import Path

from sqlalchemy import func, select

from bot.base.schema import Schema
from bot.store.tables import deliveries

SCHEMA = Schema(
    program="bot",
    example="config.example.toml",
    migrations=Path(__file__).with_name("migrations"),
    lock=4_711_001,
    highest_number=select(func.max(deliveries.c.as_of)),
)
