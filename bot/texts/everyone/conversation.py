"""What people say to each other here: cards of what was said, and the answers to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.limits import PASSED_ON_AN_HOUR, QUICK_MINUTES
from bot.fleet import Delivery
from bot.identifiers import RiderUuid
from bot.texts.callbacks import NOBODY, Verb, press
from bot.texts.html import OWN_WORDS, Html, escaped
from bot.texts.message import Ask, Button, FixedMessage, Message, Row, Rows, column
from bot.texts.names import party_name
from bot.texts.order_lines import order_label
from bot.texts.words import Words, phrase

RIDER = phrase("rider")
CUSTOMER = phrase("customer")
SENDER = phrase("sender")

_CHOICES = 10
_SHOWN = 12
"""Lines of a conversation that a card shows, the newest."""


class Quick(StrEnum):
    """An answer that is one tap."""

    SEEN = "seen"
    CALL = "call"
    OK = "ok"
    SOON = "soon"
    LATER = "later"
    HERE = "here"


_LABELS = {
    Quick.SEEN: phrase("👍 Seen"),
    Quick.CALL: phrase("📞 I will call"),
    Quick.OK: phrase("👍 All right"),
    Quick.SOON: phrase("🕑 {minutes} minutes"),
    Quick.LATER: phrase("🕑 {minutes} minutes"),
    Quick.HERE: phrase("🚪 I am here"),
}

_SAID = {
    Quick.SEEN: phrase("👍 Seen, thank you."),
    Quick.CALL: phrase("📞 I will call you."),
    Quick.OK: phrase("👍 All right."),
    Quick.SOON: phrase("🕑 I need about {minutes} minutes."),
    Quick.LATER: phrase("🕑 I need about {minutes} minutes."),
    Quick.HERE: phrase("🚪 I am here, at the door."),
}

_MINUTES = dict(zip((Quick.SOON, Quick.LATER), QUICK_MINUTES, strict=True))
_OF_STAFF = (Quick.SEEN, Quick.CALL)
_OF_RIDERS = ((Quick.OK, Quick.HERE), (Quick.SOON, Quick.LATER))


@dataclass(frozen=True, slots=True)
class Load:
    """The work of a rider who cannot go on."""

    rider: RiderUuid
    name: str


def quick_words(say: Words, quick: Quick) -> str:
    # Most answers name no minutes, and have no place for the number.
    return say.label(_SAID[quick], minutes=_MINUTES.get(quick, 0))


def from_somebody(say: Words, name: str, role: str, orders: Sequence[str]) -> Html:
    """Say who speaks, and about which orders."""
    if not orders:
        return say("💬 <b>{name}</b>, {role}:", name=name, role=role)
    listed = say.listed(orders)
    return say("💬 <b>{name}</b>, {role} · {orders}:", name=name, role=role, orders=listed)


def from_customer(say: Words, delivery: Delivery, party: str) -> Html:
    name, order = party_name(delivery, party), delivery.order_number
    if not name:
        return say("💬 Message from the sender of <b>order {order}</b>:", order=order)
    return say(
        "💬 Message from {name}, the customer of <b>order {order}</b>:", name=name, order=order
    )


def may_be_lost(say: Words, order: str) -> Message:
    """Tell who wrote something that nobody knows whether it has arrived; `order` may be ""."""
    again = say("Please write them again.")
    if not order:
        return Message.of(say("❗ I do not know whether your words have arrived."), again)
    about = say(
        "❗ I do not know whether your words about <b>order {order}</b> have arrived.", order=order
    )
    return Message.of(about, again)


def asked(say: Words, words: str) -> Html:
    return say.quoted(words)


def answered(say: Words, name: str, words: str) -> Html:
    if not name:
        return say("↩️ You: “{words}”", words=escaped(words, OWN_WORDS))
    return say("↩️ {name}: “{words}”", name=name, words=escaped(words, OWN_WORDS))


def for_staff(
    say: Words,
    head: Html,
    lines: Sequence[Html],
    uuid: str,
    delivery: str | None,
    *,
    is_answered: bool,
    is_in_group: bool = False,
    load: Load | None = None,
    is_order: bool = False,
    has_address: bool = False,
) -> Message:
    """Show what somebody says, with a button for what it asks for.

    That is to give away the `load` of a rider whose vehicle is broken, to make an order of words
    that are one, or to bring a parcel to another address. What stands in a group is answered there.
    """
    wishes = []
    if is_order:
        wishes.append(say.button("📦 New order", Verb.ORDER_OF_WORDS, uuid))
    if has_address:
        wishes.append(_use_address(say, uuid))
    move: Row = ()
    if load:
        # Who takes the work over is chosen next: so far it is nobody.
        give_away = say.button(
            "🛵 Give all of {name}'s work to …",
            Verb.MOVE,
            load.rider,
            NOBODY,
            tokens=(1,),
            name=load.name,
        )
        move = (give_away,)
    reply = () if is_in_group else _reply(say, uuid)
    quick = () if is_answered or is_in_group else _quick(say, uuid, _OF_STAFF)
    show = (say.button("Show the order", Verb.SHOW, delivery),) if delivery else ()
    rows = (move, tuple(wishes), reply, quick, show)
    return Message.of(head, *lines[-_SHOWN:], rows=rows)


def for_rider(
    say: Words,
    head: Html,
    lines: Sequence[Html],
    uuid: str,
    *,
    is_answered: bool,
    address: str,
) -> Message:
    """Show what a customer says; an `address` that they want is used as it is read here."""
    quick = () if is_answered else tuple(_quick(say, uuid, row) for row in _OF_RIDERS)
    read = say("🏠 New address: {address}", address=escaped(address, OWN_WORDS))
    use: Row = (_use_address(say, uuid),) if address else ()
    rows = (use, _reply(say, uuid), *quick)
    return Message.of(head, *lines[-_SHOWN:], read if address else Html(), rows=rows)


def _use_address(say: Words, uuid: str) -> Button:
    return say.button("🏠 Use the new address", Verb.USE_ADDRESS, uuid)


def _reply(say: Words, uuid: str) -> Row:
    return (say.button("💬 Reply", Verb.REPLY, uuid),)


def _quick(say: Words, uuid: str, answers: Sequence[Quick]) -> Row:
    return tuple(
        say.button(
            _LABELS[quick],
            Verb.QUICK_REPLY,
            uuid,
            tokens=(quick,),
            minutes=_MINUTES.get(quick, 0),
        )
        for quick in answers
    )


def with_words(say: Words, head: Html, words: str, uuid: str) -> Message:
    """Show what came with a picture or a voice message."""
    return Message.of(head, say.quoted(words) if words else Html(), rows=(_reply(say, uuid),))


def over(say: Words, order: str) -> Message:
    """Stand in place of a customer's words, of which nothing is left with a rider who is done."""
    return Message.of(say("💬 Order {order} is over.", order=order))


def from_staff(say: Words, order: str, words: str) -> Message:
    head = (
        say("💬 The dispatcher writes about <b>order {order}</b>:", order=order)
        if order
        else say("💬 The dispatcher writes:")
    )
    text = escaped(words, OWN_WORDS) if words else Html()
    return Message.of(head, text, say("Just write here to answer."))


def passed_on(say: Words, name: str, more: Html, rows: Rows = ()) -> Message:
    """Tell who reads what somebody has said: a rider, or the dispatcher where nobody is named."""
    if name:
        return Message.of(say("✔️ Passed on to {name}.", name=name), more)
    hint = say("Is it for the rider of one order? Tap the order.") if rows else Html()
    return Message.of(say("✔️ Passed on to the dispatcher."), more, hint, rows=rows)


def for_which_rider(uuid: str, deliveries: Sequence[Delivery]) -> Rows:
    """Offer to hand words to the rider of one of the orders that they may be about."""
    return column(
        Button(label=order_label(each), data=press(Verb.HAND_ON, uuid, each.uuid))
        for each in deliveries[:_CHOICES]
    )


def code_left_out(say: Words) -> Html:
    return say(
        "🔑 There was a number in it that may be a code, so I have left it out and deleted your"
        " message. <b>Never send a code to anybody.</b>"
    )


def nobody_there(say: Words, business: Html) -> Message:
    return Message.of(
        say("Nobody can be reached here now, so nobody has read it yet. Please call."), business
    )


def too_many(say: Words, business: Html) -> Message:
    return Message.of(
        say.many(
            "That was {count} message within an hour; I pass on no more of them for now.",
            "Those were {count} messages within an hour; I pass on no more of them for now.",
            count=PASSED_ON_AN_HOUR,
        ),
        business,
    )


def call_us(say: Words, name: str, phone: str) -> Html:
    """Say how to reach the business; nothing where the settings do not tell."""
    if not phone:
        return Html()
    if not name:
        return say("If it is urgent, call {phone}.", phone=phone)
    return say("If it is urgent, call {name}: {phone}", name=name, phone=phone)


def ask_for_words(say: Words, name: str) -> Message:
    """Ask what to tell somebody; a dispatcher where nobody is named."""
    question = (
        say("💬 What shall I tell {name}?", name=name)
        if name
        else say("💬 What shall I tell the dispatcher?")
    )
    hint = say("Words, a photo or a voice message; never a code. /cancel if not now.")
    return Message.of(question, hint, ask=Ask.REPLY, hint=say.label("Your message"))


def to_whom(
    say: Words, delivery: str, order: str, people: Sequence[tuple[int, str, str]]
) -> Message:
    """Ask to whom of an order somebody writes: (Telegram's user id, role, first name)."""
    if not people:
        return Message.of(
            say("For order {order}, nobody can be reached here. Please call.", order=order)
        )
    rows = column(
        say.button(
            "{name} ({role})",
            Verb.WRITE,
            delivery,
            tokens=(user_id,),
            name=name,
            role=say.label(role),
        )
        for user_id, role, name in people
    )
    return Message.of(say("💬 Order {order}: who do you want to write to?", order=order), rows=rows)


def not_sent(say: Words, name: str) -> Message:
    return Message.of(
        say("{name} cannot be reached here now, so I have not sent it. Please call.", name=name)
    )


GONE = FixedMessage("It is too late for that, so I have sent nothing.")


def who_we_are(say: Words, name: str, phone: str) -> Message:
    """Say whose bot this is, to somebody who wonders who writes to them."""
    return Message.of(
        _whose_bot(say, name),
        say(
            "I tell you what happens to your parcels. What you write to me, I pass on to a person."
        ),
        say("To talk to somebody, call {phone}.", phone=phone) if phone else Html(),
        say("/help shows what you can do, /stop ends my messages."),
    )


def who_we_are_to_stranger(say: Words, name: str, phone: str) -> Message:
    """Say whose bot this is to a stranger, whose words are passed on to nobody."""
    return Message.of(
        _whose_bot(say, name),
        say("To talk to somebody, call {phone}.", phone=phone) if phone else Html(),
        say("If you ride for it or expect a parcel from it, write /start."),
    )


def _whose_bot(say: Words, name: str) -> Html:
    if name:
        return say("I am the delivery bot of <b>{name}</b>.", name=name)
    return say("I am the bot of a delivery business.")
