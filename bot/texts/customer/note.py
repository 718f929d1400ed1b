"""Texts about customers' notes: the request, the answers, and the lines for other readers."""

from collections.abc import Sequence

from bot.domain.limits import LONGEST_NOTE, NOTES_A_DAY
from bot.fleet import Delivery
from bot.store.customer_notes import DISPATCHER, CustomerNote
from bot.texts.callbacks import Verb
from bot.texts.customer.track import MOST, only_latest
from bot.texts.html import OWN_WORDS, Html, escaped
from bot.texts.message import Ask, FixedMessage, Message
from bot.texts.names import party_name
from bot.texts.order_lines import order_rows
from bot.texts.words import Words

NEVER_SEND_CODES = FixedMessage(
    "🔑 That looked like a code, so I have deleted it and passed it on to nobody.",
    "<b>Never send your code here.</b> Tell it to the rider at the door, face to face.",
)
NOTHING_OPEN = FixedMessage(
    "No parcel of yours is under way now.", "Questions? Write here, and a person reads it."
)
WORDS_ONLY = FixedMessage("Please write the note in words. /cancel if not now.")


def over(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order} is over and needs no note any more.", order=order),
        say("For another order, write its number first."),
    )


def ask_for_note(say: Words, order: str) -> Message:
    return Message.of(
        say("📝 Order {order}: what should the rider know?", order=order),
        say("For example: “Blue gate, ring twice”. Never write your code. /cancel if not now."),
        ask=Ask.REPLY,
        hint=say.label("Note for the rider"),
    )


def which_delivery(say: Words, orders: Sequence[tuple[str, str]]) -> Message:
    """Ask which of several deliveries a note is for: (uuid, order number)."""
    return Message.of(
        say("📝 For which delivery is the note?"),
        only_latest(say, "note") if len(orders) > MOST else Html(),
        rows=order_rows(say, Verb.NOTE, orders[-MOST:]),
    )


def noted(say: Words, order: str, *, rider_reads: bool) -> Message:
    seen = (
        say("The rider and the dispatcher see it.")
        if rider_reads
        else say("The dispatcher sees it, and the rider as soon as one is here.")
    )
    return Message.of(say("📝 Noted for order {order}.", order=order), seen)


def too_long(say: Words) -> Message:
    return Message.of(
        say(
            "That is too long for a note. Please write at most {most} characters.",
            most=LONGEST_NOTE,
        )
    )


def too_many(say: Words, order: str) -> Message:
    return Message.of(
        say.many(
            "Order {order} has had {count} note in a day; that is the most.",
            "Order {order} has had {count} notes in a day; that is the most.",
            count=NOTES_A_DAY,
            order=order,
        ),
        say("“Message the rider” on the card reaches the rider, too."),
    )


def for_rider(say: Words, delivery: Delivery, note: CustomerNote) -> Message:
    head = say("📝 A note for order {order}:", order=delivery.order_number)
    return Message.of(head, line(say, delivery, note))


def line(say: Words, delivery: Delivery, note: CustomerNote) -> Html:
    words = escaped(note.text, OWN_WORDS)
    if note.party == DISPATCHER:
        return say("📝 {note}", note=words)
    name = party_name(delivery, note.party)
    if not name:
        return say("💬 The sender: “{words}”", words=words)
    return say("💬 {name}: “{words}”", name=name, words=words)
