"""A pickup's orders, one by one: what is behind the button of its card."""

from collections.abc import Sequence

from bot.texts.callbacks import Verb
from bot.texts.message import Message
from bot.texts.words import Words


def which_order(say: Words, orders: Sequence[tuple[str, str]]) -> Message:
    """Ask which order is to be shown in full, where its problem can be told: (uuid, number)."""
    rows = tuple(
        (say.button("Order {order}", Verb.SHOW_JOB, uuid, order=order),) for uuid, order in orders
    )
    return Message.of(
        say("📄 Which order? Its card has everything, and <b>Problem</b> or <b>Can't take it</b>."),
        rows=rows,
    )
