"""What a job's card shows of its customers: what they have noted, and how to write to them."""

from collections.abc import Sequence

from bot.fleet import Delivery
from bot.store.customer_notes import CustomerNote
from bot.texts.customer.note import line
from bot.texts.customer.relay import customer_buttons
from bot.texts.html import joined
from bot.texts.message import Message
from bot.texts.words import Words


def with_customers(
    say: Words,
    job: Message,
    delivery: Delivery,
    notes: Sequence[CustomerNote],
    contacts: Sequence[tuple[str, int]],
) -> Message:
    """Add to a rider's card the customers' notes, and a button for each of them who is here."""
    html = joined([job.html, *(line(say, delivery, note) for note in notes)])
    rows = (*job.rows, *customer_buttons(say, delivery, contacts))
    return job.model_copy(update={"html": html, "rows": rows})
