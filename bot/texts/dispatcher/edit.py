"""Texts about changing a delivery, before and afterwards."""

from collections.abc import Iterable, Mapping
from datetime import date

from bot.domain.draft import Blank
from bot.fleet import Money
from bot.parsing.phones import readable
from bot.texts.callbacks import Verb
from bot.texts.days import written_day
from bot.texts.dispatcher.input_errors import InputError, problem_lines
from bot.texts.html import Html, joined
from bot.texts.message import FixedMessage, Message, Style, column
from bot.texts.money import amount
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

SAVE, LEAVE = "save", "leave"
"""The tokens of buttons in place of a field's name."""

_NAMES: Mapping[Blank, str] = {
    Blank.TO_NAME: phrase("Receiver's name"),
    Blank.TO_PHONE: phrase("Receiver's phone"),
    Blank.TO_ADDRESS: phrase("Drop-off address"),
    Blank.TO_EMAIL: phrase("Receiver's e-mail"),
    Blank.ITEMS: phrase("Items"),
    Blank.FEE: phrase("Fee"),
    Blank.FROM_NAME: phrase("Sender's name"),
    Blank.FROM_PHONE: phrase("Sender's phone"),
    Blank.FROM_ADDRESS: phrase("Pickup address"),
    Blank.FROM_EMAIL: phrase("Sender's e-mail"),
    Blank.DAY: phrase("Day"),
    Blank.NOTE: phrase("Note"),
    Blank.GOODS: phrase("Collected for the goods"),
    Blank.PAYS_WITH: phrase("Pays with"),
}

_PHONES = {Blank.TO_PHONE, Blank.FROM_PHONE}

OVERTAKEN = phrase("↪️ Somebody has changed this meanwhile. Is it still right?")
NO_CHANGE = FixedMessage("It says so already: nothing was changed.")
OVER = FixedMessage("This question is over. Tap Edit on the card to begin again.")
SAVING = FixedMessage("⏳ Saving, not confirmed yet.")


def which_field(say: Words, order: str, delivery: str, fields: Iterable[Blank]) -> Message:
    buttons = column(
        say.button(_NAMES[field], Verb.EDIT_FIELD, delivery, tokens=(field, "")) for field in fields
    )
    cancel = (say.button("Cancel", Verb.CANCEL),)
    return Message.of(
        say("✏️ What do you want to change in <b>order {order}</b>?", order=order),
        rows=(*buttons, cancel),
    )


def ask(
    say: Words, order: str, field: Blank, old: str, problems: Iterable[InputError] = ()
) -> Message:
    # An order's day cannot be read back, so there is no old one to show.
    how = say("A line each, with the value of one: <code>2 x Jollof rice 3000</code>")
    return Message.of(
        problem_lines(say, problems),
        say("✏️ <b>Order {order} · {field}</b>", order=order, field=say(_NAMES[field])),
        Html() if field is Blank.DAY else say("Now: {value}", value=_shown(say, field, old)),
        say("Write the new one, or /cancel."),
        how if field is Blank.ITEMS else Html(),
    )


def confirm(
    say: Words,
    order: str,
    delivery: str,
    field: Blank,
    old: str,
    new: str,
    *,
    digest: str,
    above: Html | None = None,
    below: Html | None = None,
) -> Message:
    """Show a change from the old value to the new one, to be confirmed."""
    save = say.button("✅ Save", Verb.EDIT_FIELD, delivery, tokens=(SAVE, digest), style=Style.GOOD)
    leave = say.button("Leave it", Verb.EDIT_FIELD, delivery, tokens=(LEAVE, digest))
    return Message.of(
        above or Html(),
        say("✏️ <b>Order {order} · {field}</b>", order=order, field=say(_NAMES[field])),
        Html() if field is Blank.DAY else say("Old: {value}", value=_shown(say, field, old)),
        say("New: {value}", value=_shown(say, field, new)),
        say("A new code goes to the new number by SMS.") if field in _PHONES else Html(),
        below or Html(),
        rows=((save, leave),),
    )


def changed(say: Words, field: Blank, old: str, new: str) -> Html:
    """Tell a field's old and new value."""
    return say(
        "✏️ <b>{field}</b>: {old} → {new}",
        field=say(_NAMES[field]),
        old=_shown(say, field, old),
        new=_shown(say, field, new),
    )


def time_not_kept(say: Words, time: str) -> Html:
    return say("🕘 “{time}” stands nowhere in an order: tell the rider yourself.", time=time)


def _shown(say: Words, field: Blank, value: str) -> Html:
    if not value:
        return say("nothing")
    if field in _PHONES:
        return say.value(readable(value))
    if field is Blank.DAY:
        return written_day(say, date.fromisoformat(value))
    lines = joined(map(say.value, value.splitlines()))
    # Several items stand under each other, below the name of the field.
    return Html(f"\n{lines}") if field is Blank.ITEMS else lines


def closed(say: Words, order: str) -> Message:
    return Message.of(say("Order {order} is over and cannot be changed any more.", order=order))


def incomplete(say: Words, order: str) -> Message:
    return Message.of(
        say(
            "Order {order} lacks its sender, its receiver or its fee: it can only be changed at"
            " the fleet service itself.",
            order=order,
        )
    )


def saved(
    say: Words,
    order: str,
    field: Blank,
    value: str,
    delivery: str = "",
    fee: Money | None = None,
    rider: str = "",
) -> Message:
    """Tell a field's new value, and which rider has set it.

    Another place may mean another `fee`, which can then be changed.
    """
    head = say("✅ <b>Order {order} · {field}</b>", order=order, field=say(_NAMES[field]))
    if fee is None or field is not Blank.TO_ADDRESS:
        return Message.of(head, _shown(say, field, value))
    change = say.button("Change the fee", Verb.EDIT_FIELD, delivery, tokens=(Blank.FEE, ""))
    return Message.of(
        head,
        _shown(say, field, value),
        say("Changed by {name}, the rider.", name=rider) if rider else Html(),
        say("The fee stays {fee}. Is it still right?", fee=amount(say, fee)),
        rows=((change,),),
    )


def changed_for_rider(say: Words, order: str, field: Blank, value: str) -> Message:
    return Message.of(
        say("✏️ Order {order} has changed. <b>{field}</b>:", order=order, field=say(_NAMES[field])),
        _shown(say, field, value),
    )


def refused(say: Words, order: str, reason: str) -> Message:
    return Message.of(
        say("❌ Order {order} was not changed.", order=order),
        why(say, reason),
    )
