"""What all tables stand on: their metadata, and what is decided of many columns alike."""

from datetime import timedelta

from sqlalchemy import MetaData, Sequence

from bot.base.database.personal_data import Kept, OfDelivery, Theirs, Then, Whose, about
from bot.base.queue.tables import queue

TALKED_ABOUT = timedelta(days=7)
"""How long what people have said to each other is kept."""

NOBODY = 0
"""Who has done what the log tells, where it is not known any more."""

# What is decided again and again of what columns hold of people.
THEIR_ROW = about(Whose(Then.DELETE))
THEIR_NUMBER = about(Whose(Then.NOBODY))
THEIRS = about(Theirs())
COPY = about(Kept("a copy of what the business's delivery service holds"))
OF_DELIVERY = about(OfDelivery())

metadata = MetaData()
# Of `Transaction.next_number`, where a database has sequences.
Sequence("numbers", metadata=metadata)

# The queue is in the same database; its rows are for `bot.base` alone.
for _table in queue.sorted_tables:
    _table.to_metadata(metadata)
