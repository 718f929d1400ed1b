"""Texts about the outcome of a parcel that could not be delivered, for everybody concerned."""

from collections.abc import Callable, Mapping

from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, State
from bot.store.undelivered import Outcome
from bot.texts.callbacks import TO_STAFF, Verb
from bot.texts.html import Html, joined
from bot.texts.message import Ask, Button, FixedMessage, Message, Picture, Rows, Style
from bot.texts.moments import clock_time
from bot.texts.names import rider_name, sender_name
from bot.texts.words import Words, phrase

ASK, TOMORROW, BACK, LEFT, RETURNED, BRING = "ask", "tomorrow", "back", "left", "shop", "bring"
AS_SAID = "said"
"""Answers of a button besides a number of minutes."""

AGAIN_MINUTES = (30, 60, 120)
LONGEST = 100
"""The most characters of the words for who has the parcel."""

WORDS_OR_PHOTO = FixedMessage(
    "Please write in a few words who has it, or send a photo. /cancel if not now."
)


def what_now(say: Words, row: DeliveryRow) -> Message:
    """Ask a rider what happens with a parcel."""
    times = tuple(
        say.button("⏰ {count} min", Verb.OUTCOME, row.uuid, tokens=(count,), count=count)
        for count in AGAIN_MINUTES
    )
    # A rider who has put the parcel off may deliver it after all.
    bring = (_choice(say, phrase("🏁 I deliver it now"), row, BRING),) if row.outcome else ()
    return Message.of(
        say("📦 Order {order}: what becomes of the parcel?", order=row.order_number),
        say("If you try again later, the customer reads when."),
        rows=(
            times,
            (_choice(say, phrase("⏰ Tomorrow morning"), row, TOMORROW),),
            (_choice(say, phrase("↩️ Back to the shop"), row, BACK),),
            (_choice(say, phrase("🤝 I have left it with somebody"), row, LEFT),),
            bring,
            (say.button("Cancel", Verb.CANCEL),),
        ),
    )


def _choice(say: Words, label: str, row: DeliveryRow, said: str) -> Button:
    return say.button(label, Verb.OUTCOME, row.uuid, tokens=(said,))


def what_now_button(say: Words, delivery: str) -> Button:
    return say.button("📦 Later, back or left", Verb.OUTCOME, delivery, tokens=(ASK,))


def returned_button(say: Words, delivery: str) -> Button:
    return say.button(
        "✔️ The shop has it back", Verb.OUTCOME, delivery, tokens=(RETURNED,), style=Style.GOOD
    )


def ask_with_whom(say: Words, row: DeliveryRow) -> Message:
    return Message.of(
        say("🤝 Order {order}: with whom have you left it?", order=row.order_number),
        say("Write it, or send a photo with a few words. The customer reads it."),
        ask=Ask.REPLY,
        hint=say.label("Such as: the guard, Mr Obi"),
    )


def offer_left(say: Words, row: DeliveryRow, words: str) -> Message:
    """Ask how a parcel that was left with somebody ends: by its receiver, or by the code."""
    left = say.button("🤝 Left, the customer confirms", Verb.OUTCOME, row.uuid, tokens=(AS_SAID,))
    code = say.button("🏁 I have the code", Verb.DROPOFF, row.uuid)
    return Message.of(
        say("🤝 Order {order}: “{words}”", order=row.order_number, words=words),
        say("The customer reads that, and confirms with the code. If you have it, type it."),
        rows=((left,), (code,)),
    )


def try_again(say: Words, row: DeliveryRow) -> Message:
    """Remind a rider to try again at the time that they have set."""
    return Message.of(
        say("⏰ Order {order}: it is time to try again.", order=row.order_number),
        rows=((what_now_button(say, row.uuid),),),
    )


def for_rider(say: Words, row: DeliveryRow) -> Html:
    """Show the rider, on the card, the outcome that they have told."""
    return _FOR_RIDER[Outcome(row.outcome)](say, row) if row.outcome else Html()


def in_line(row: DeliveryRow) -> Html:
    """Show the outcome in a line of the round: a sign, and the time of the next attempt."""
    if not row.outcome:
        return Html()
    when = _again_at(row) if row.outcome == Outcome.AGAIN else Html()
    return joined([_SIGNS[Outcome(row.outcome)], when], " ")


def for_staff(say: Words, row: DeliveryRow, *, in_group: bool = False) -> Html:
    """Show dispatchers the outcome; a group does not read the rider's own words."""
    if in_group and row.outcome == Outcome.LEFT:
        return say("🤝 Left with somebody. The receiver has not confirmed it yet.")
    return _FOR_STAFF[Outcome(row.outcome)](say, row) if row.outcome else Html()


def taken_by(say: Words, row: DeliveryRow) -> Html:
    """Tell dispatchers who took a parcel at the door; shops and customers do not read it."""
    is_told = row.taken_by and row.state == State.DELIVERED
    return say("🤝 Who took it: “{words}”", words=row.taken_by) if is_told else Html()


def for_customer(say: Words, row: DeliveryRow, delivery: Delivery, *, is_sender: bool) -> Html:
    """Show a customer, on the card, when the parcel comes again, where it goes, or who has it."""
    if row.outcome == Outcome.LEFT and is_sender:
        return say("🤝 Left with somebody. The receiver has not confirmed it yet.")
    return _FOR_CUSTOMER[Outcome(row.outcome)](say, row, delivery) if row.outcome else Html()


_SIGNS: Mapping[Outcome, Html] = {
    Outcome.AGAIN: Html("⏰"),
    Outcome.BACK: Html("↩️"),
    Outcome.RETURNED: Html("↩️ ✔️"),
    Outcome.LEFT: Html("🤝"),
}

_FOR_RIDER: Mapping[Outcome, Callable[[Words, DeliveryRow], Html]] = {
    Outcome.AGAIN: lambda say, row: say(
        "⏰ <b>Again at {time}</b>: attempt {attempt}", time=_again_at(row), attempt=row.attempt
    ),
    Outcome.BACK: lambda say, _row: say(
        "↩️ <b>Take it back to the shop.</b> Who gets it there taps <b>We have it back</b>, or you"
        " tap <b>The shop has it back</b>."
    ),
    Outcome.RETURNED: lambda say, _row: say(
        "↩️ The shop has it back. <b>Waiting for the dispatcher.</b>"
    ),
    Outcome.LEFT: lambda say, row: say(
        "🤝 Left with: “{words}”. The order ends when the customer confirms with the code, or when"
        " you type it.",
        words=row.left_with,
    ),
}

_FOR_STAFF: Mapping[Outcome, Callable[[Words, DeliveryRow], Html]] = {
    Outcome.AGAIN: lambda say, row: say(
        "⏰ The rider tries again at {time}: attempt {attempt}",
        time=_again_at(row),
        attempt=row.attempt,
    ),
    Outcome.BACK: lambda say, _row: say("↩️ It goes back to the shop."),
    Outcome.RETURNED: lambda say, _row: say("↩️ The shop has it back."),
    Outcome.LEFT: lambda say, row: say(
        "🤝 Left with: “{words}”. The receiver has not confirmed it yet.", words=row.left_with
    ),
}


_FOR_CUSTOMER: Mapping[Outcome, Callable[[Words, DeliveryRow, Delivery], Html]] = {
    Outcome.AGAIN: lambda say, row, delivery: say(
        "⏰ {name} comes again at about {time}.",
        name=rider_name(delivery) or "?",
        time=_again_at(row),
    ),
    Outcome.BACK: lambda say, _row, delivery: say(
        "↩️ It goes back to {shop}. If you still want it, write to us.", shop=sender_name(delivery)
    ),
    Outcome.RETURNED: lambda say, _row, delivery: say(
        "↩️ {shop} has it back. If you still want it, write to us.", shop=sender_name(delivery)
    ),
    Outcome.LEFT: lambda say, row, delivery: say(
        "🤝 {name} has left it: “{words}”. Do you have it? Then confirm with the code from your"
        " SMS: write it here.",
        name=rider_name(delivery) or "?",
        words=row.left_with,
    ),
}


def _again_at(row: DeliveryRow) -> Html:
    return clock_time(row.again_at) if row.again_at else Html("?")


def tell_customer(
    say: Words, row: DeliveryRow, delivery: Delivery, photo: str | None = None
) -> Message:
    """Tell a receiver the outcome of the parcel; the rider's `photo` is above the text."""
    rows: Rows = ((say.button("💬 Message the rider", Verb.MESSAGE_RIDER, row.uuid),),)
    if row.outcome == Outcome.BACK:
        rows = ((say.button("💬 Message us", Verb.WRITE, row.uuid, tokens=(TO_STAFF,)),),)
    if row.outcome == Outcome.LEFT:
        rows = ((confirm_button(say, row.uuid),), *rows)
    return Message.of(
        say("<b>Order {order}</b>", order=row.order_number),
        for_customer(say, row, delivery, is_sender=False),
        rows=rows,
        attachment=Picture(file_id=photo) if photo else None,
    )


def confirm_button(say: Words, delivery: str) -> Button:
    return say.button("🔑 I have it: confirm", Verb.CONFIRM_RECEIPT, delivery, style=Style.GOOD)


def ask_for_code(say: Words, order: str) -> Message:
    return Message.of(
        say("🔑 Order {order}: write the code from your SMS.", order=order),
        ask=Ask.REPLY,
        hint=say.label("Code from the SMS"),
    )


def checking(say: Words, order: str) -> Message:
    return Message.of(say("🔑 Order {order}: thank you. I am checking the code.", order=order))


def not_accepted(say: Words, order: str, reason: Html) -> Message:
    return Message.of(
        say("🔑 Order {order}: the code was not accepted.", order=order),
        reason,
        say("Please look at the SMS and write it once more."),
    )


def no_more_tries(say: Words, order: str) -> Message:
    return Message.of(
        say("🔑 Order {order}: the code was wrong too often.", order=order),
        say("The dispatcher knows and gets in touch with you."),
    )


def waits_no_more(say: Words, order: str) -> Message:
    return Message.of(say("Order {order} does not wait for your code any more.", order=order))


def tell_staff(
    say: Words, row: DeliveryRow, rider: str, *, is_heard: bool, in_group: bool = False
) -> Message:
    """Tell dispatchers what a rider does with a parcel, or that its shop has it back.

    It asks the dispatchers to call the receiver, unless the receiver has read it (`is_heard`).
    """
    cancel = say.button("Cancel the delivery", Verb.CANCEL_DELIVERY, row.uuid)
    other = say.button("Give to another rider", Verb.CHOOSE_RIDER, row.uuid)
    return Message.of(
        say("<b>Order {order}</b> · {name}", order=row.order_number, name=rider),
        for_staff(say, row, in_group=in_group),
        Html() if is_heard else say("The receiver is not here: <b>please call them.</b>"),
        # Before the shop has it back, there is nothing for a dispatcher to decide.
        rows=((cancel,), (other,)) if row.outcome == Outcome.RETURNED else (),
    )


def tell_shop(say: Words, row: DeliveryRow, rider: str) -> Message:
    """Tell a shop that a parcel comes back, without the receiver's name or address."""
    back = say.button("✔️ We have it back", Verb.CAME_BACK, row.uuid, style=Style.GOOD)
    return Message.of(
        say(
            "↩️ <b>Order {order}</b> comes back to you with {name}.",
            order=row.order_number,
            name=rider,
        ),
        say("It could not be delivered. Tap when you have it."),
        rows=((back,),),
    )


def has_it_back(say: Words, order: str, name: str) -> Message:
    """Replace the question to a shop by who has taken the parcel back."""
    return Message.of(say("↩️ Order {order} is back: {name}", order=order, name=name))
