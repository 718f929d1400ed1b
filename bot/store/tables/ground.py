"""The base of all tables: their metadata, and decisions that many columns share."""

from datetime import timedelta

from sqlalchemy import MetaData, Sequence

from bot.base.database.personal_data import Kept, OfDelivery, Theirs, Then, Whose, about
from bot.base.queue.tables import queue

TALKED_ABOUT = timedelta(days=7)
"""The time for which words that people said to each other are kept."""

NOBODY = 0
"""The account number in place of a person who is no longer known."""

# The usual decisions about columns with data of people.
THEIR_ROW = about(Whose(Then.DELETE))
THEIR_NUMBER = about(Whose(Then.NOBODY))
THEIRS = about(Theirs())
COPY = about(Kept("a copy of what the business's delivery service holds"))
OF_DELIVERY = about(OfDelivery())

metadata = MetaData()
# For `Transaction.next_number`, where a database has sequences.
Sequence("numbers", metadata=metadata)

# The queue is in the same database; its rows are for `bot.base` alone.
for _table in queue.sorted_tables:
    _table.to_metadata(metadata)
