"""A delivery in one line, by which people recognise the order without opening its card."""

from collections.abc import Sequence
from datetime import datetime

from bot.base.plain_text import clean
from bot.fleet import Delivery
from bot.texts.callbacks import Verb, press
from bot.texts.html import Html, dotted, joined
from bot.texts.message import Button, Rows, column
from bot.texts.moments import age, clock_time
from bot.texts.names import first_name, short_name
from bot.texts.states import state_label
from bot.texts.streets import short_place
from bot.texts.words import Words

_LONGEST_NAME = 24
"""The most characters of a name in a line, so that thirty lines fit into a message."""

_LONGEST_LABEL = 40
"""The most characters of a button; a phone shows no more in one row."""


def order_line(say: Words, delivery: Delivery, now: datetime) -> Html:
    """Tell an order's number, receiver, place, age, state and rider, as far as they are known.

    An order that is over has a time in place of its age.
    """
    who = rider(delivery)
    return dotted(
        which_order(say, delivery),
        _when(say, delivery, now),
        state_label(say, delivery),
        say.value(who) if who else Html(),
    )


def short_line(
    say: Words, delivery: Delivery, since: datetime, now: datetime, *, aloud: bool
) -> Html:
    """Tell an order's number, receiver, place and rider, and how long something has lasted.

    With `aloud`, for a line that many people read, there are no surnames.
    """
    if aloud:
        which = dotted(number(say, delivery), for_everybody(say, delivery))
        name = _shortened(first_name(clean(delivery.rider.name))) if delivery.rider else ""
    else:
        which, name = which_order(say, delivery), rider(delivery)
    return dotted(which, say.value(name) if name else Html(), age(say, since, now))


def which_order(say: Words, delivery: Delivery) -> Html:
    """Tell an order's number, and its receiver and place if they are known."""
    known = filter(None, (receiver(delivery), place(delivery)))
    return dotted(number(say, delivery), *map(say.value, known))


def number(say: Words, delivery: Delivery) -> Html:
    """Return an order's number for the beginning of a line."""
    return Html(f"<b>{say.value(delivery.order_number)}</b>")


def order_rows(say: Words, verb: Verb, orders: Sequence[tuple[str, str]]) -> Rows:
    """Make a button for each of several orders to choose from: (uuid, order number)."""
    return column(say.button("Order {order}", verb, uuid, order=order) for uuid, order in orders)


def phone_line(say: Words, phone: str) -> Html:
    """Show a phone number to call about an order; nothing if there is none."""
    return say("📞 {phone}", phone=phone) if phone else Html()


def number_label(delivery: Delivery) -> str:
    """Return an order's number as the whole label of a button."""
    # A number of only invisible characters would leave the button without a label.
    return _cut(clean(delivery.order_number), _LONGEST_LABEL) or "?"


def card_button(delivery: Delivery) -> Button:
    """Make the button of a table's cell that has an order's number and brings its card."""
    return Button(label=number_label(delivery), data=press(Verb.SHOW, delivery.uuid))


def give_button(say: Words, delivery: Delivery, *, aloud: bool = False) -> Button:
    """Make the button of a table's cell that gives an order to a rider, or to another one.

    With `aloud`, for a table that many people read, there are no surnames.
    """
    name = rider(delivery)
    label = (first_name(name) if aloud else name) or say.label("Give")
    return Button(label=label, data=press(Verb.CHOOSE_RIDER, delivery.uuid))


def receiver_and_place(say: Words, delivery: Delivery) -> Html:
    """Return the content of a table's cell: the receiver, and below it the place."""
    return joined(map(say.value, filter(None, (receiver(delivery), place(delivery)))), "<br>")


def state_and_time(say: Words, delivery: Delivery, now: datetime) -> Html:
    """Return the content of a table's cell: the state, and below it the age or the end."""
    return joined([state_label(say, delivery), _when(say, delivery, now)], "<br>")


def number_and_name(delivery: Delivery) -> str:
    """Return an order's number and its receiver's first name for a button."""
    names = (first_name(clean(receiver.name)) for receiver in delivery.receivers)
    return " · ".join(filter(None, (delivery.order_number, next(names, ""))))


def order_label(delivery: Delivery) -> str:
    """Return an order's number, receiver and place for a button."""
    parts = (clean(delivery.order_number), receiver(delivery), place(delivery))
    return _cut(" · ".join(filter(None, parts)), _LONGEST_LABEL) or "?"


def receiver(delivery: Delivery) -> str:
    """Return the first receiver's short name and the number of others; empty if none is known."""
    names = [_shortened(short_name(clean(each.name))) for each in delivery.receivers if each.name]
    if not names:
        return ""
    return f"{names[0]} +{len(names) - 1}" if len(names) > 1 else names[0]


def sender(delivery: Delivery) -> str:
    """Return the short name of the sending shop; empty if it is unknown."""
    return _shortened(clean(delivery.sender.name or "")) if delivery.sender else ""


def rider(delivery: Delivery) -> str:
    """Return the rider's short name; empty if there is no rider yet."""
    return _shortened(clean(delivery.rider.name)) if delivery.rider else ""


def place(delivery: Delivery) -> str:
    """Return the street or area of the first known destination; empty if none is known."""
    places = (short_place(each.address) for each in delivery.receivers)
    return next(filter(None, places), "")


def for_everybody(say: Words, delivery: Delivery) -> Html:
    """Return an order's destination for many readers: a first name, and a street or an area.

    An address may hold the names of the people who live there: such a place is left out.
    """
    names = [clean(each.name) for each in delivery.receivers if each.name]
    words_of_names = {word.casefold() for name in names for word in name.split()}
    street = place(delivery)
    if any(word.casefold() in words_of_names for word in street.split()):
        street = ""
    first = _shortened(first_name(names[0])) if names else ""
    parts = [text for text in (first, street) if text]
    return say("🏁 {place}", place=dotted(*map(say.value, parts))) if parts else Html()


def _when(say: Words, delivery: Delivery, now: datetime) -> Html:
    if delivery.state.is_open and delivery.created_at:
        return age(say, delivery.created_at, now)
    moment = delivery.dropoff_at or delivery.created_at
    return clock_time(moment) if moment else Html()


def _shortened(name: str) -> str:
    return _cut(name, _LONGEST_NAME)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
