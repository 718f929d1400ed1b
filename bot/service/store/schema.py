"""The service's schema: where its migrations are."""

from pathlib import Path

from bot.base.database.schema import Schema
from bot.service.store.tables import metadata

SCHEMA = Schema(
    program="fleet service",
    landmark="counters",
    example="service.example.toml",
    tables=metadata,
    migrations=Path(__file__).with_name("migrations"),
    lock=4_711_002,
)
