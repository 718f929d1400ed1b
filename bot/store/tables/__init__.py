"""The tables, as SQLAlchemy Core sees them, a module for each subject.

They are made so, or by migrations; tests compare.
"""

from bot.store.tables import chats, deliveries, people, program, riders
from bot.store.tables.ground import NOBODY, metadata

# The metadata has each table once its module is imported.
__all__ = ["NOBODY", "chats", "deliveries", "metadata", "people", "program", "riders"]
