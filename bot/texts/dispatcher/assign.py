"""Texts for dispatchers who give deliveries to riders."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Page
from bot.texts import pagination
from bot.texts.callbacks import Verb, mark, press
from bot.texts.dispatcher.rider_picker import (
    Candidate,
    Caveat,
    asked_before,
    roster_rows,
    waiting,
)
from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

_NOTHING = Html()

NO_RIDERS = FixedMessage(
    "There is no active rider. Activate one at the fleet service, then try again."
)
_STILL_POSSIBLE = phrase("I have left it so. Its card lets you give it to another rider.")


def which_rider(
    say: Words,
    order: str,
    delivery: str,
    former: str | None,
    page: Page[Candidate],
    invited: Sequence[str] = (),
) -> Message:
    """Let a dispatcher choose a rider instead of the former one, if there is one.

    `invited` riders cannot be chosen yet, since they are not active.
    """
    if not page.items:
        return say.message(NO_RIDERS)
    rows = roster_rows(
        say,
        page,
        lambda rider: press(Verb.ASSIGN, delivery, rider, tokens=(mark(former),)),
        lambda number: press(Verb.RIDER_PAGE, delivery, tokens=(number,)),
    )
    cancel = (say.button("Cancel", Verb.CANCEL),)
    return Message.of(
        say("Who takes <b>order {order}</b>?", order=order),
        pagination.page_line(say, page),
        waiting(say, invited),
        rows=(*rows, cancel),
    )


def with_same_direction(
    say: Words, message: Message, delivery: str, others: Sequence[DeliveryRow]
) -> Message:
    """Offer to give along the orders that are ready together with this one and go the same way."""
    if not others:
        return message
    along = say.button(
        "➕ {count} more in the same direction: {orders}",
        Verb.SAME_DIRECTION,
        delivery,
        tokens=(1,),
        count=len(others),
        orders=", ".join(each.order_number for each in others),
    )
    return message.model_copy(update={"rows": ((along,), *message.rows)})


def ask_before(say: Words, delivery: str, former: str | None, caveat: Caveat) -> Message:
    """Ask before giving a delivery to a rider whom no message reaches."""
    about = (delivery, caveat.rider.uuid)
    anyway = say.button("Assign anyway", Verb.ASSIGN_ANYWAY, *about, tokens=(mark(former),))
    another = say.button("Choose another", Verb.RIDER_PAGE, delivery, tokens=(1,))
    return asked_before(say, caveat, anyway, another)


def already_given_by(say: Words, order: str, rider: str, by: str) -> Message:
    return Message.of(
        say("↪️ {by} has already given order {order} to {rider}.", by=by, order=order, rider=rider),
        say(_STILL_POSSIBLE),
    )


def already_given_by_you(say: Words, order: str, rider: str) -> Message:
    return Message.of(
        say("↪️ You have already given order {order} to {rider}.", order=order, rider=rider),
        say(_STILL_POSSIBLE),
    )


def already_given(say: Words, order: str, rider: str) -> Message:
    return Message.of(
        say("↪️ Order {order} has been given to {rider} meanwhile.", order=order, rider=rider),
        say(_STILL_POSSIBLE),
    )


def taken_back(say: Words, order: str) -> Message:
    return Message.of(
        say("↪️ Order {order} has lost its rider meanwhile. Tap its card to assign it.", order=order)
    )


@dataclass(frozen=True, slots=True)
class AssignedOrder:
    """The outcome of one delivery among several that were given.

    `rider` and `state` are its present ones; both are empty if it is no longer known.
    """

    order: str
    is_given: bool
    rider: str = ""
    state: Html = _NOTHING


def given(say: Words, rider: str, assigned: Sequence[AssignedOrder]) -> Message:
    lines = []
    for each in assigned:
        order, state = each.order, each.state
        if each.is_given:
            line = say("✅ {order}", order=order)
        elif each.rider:
            line = say(
                "⏭ {order} was left out: {state}, {rider}",
                order=order,
                state=state,
                rider=each.rider,
            )
        elif state:
            line = say("⏭ {order} was left out: {state}", order=order, state=state)
        else:
            line = say("⏭ {order} was left out: the fleet service does not know it.", order=order)
        lines.append(line)
    return Message.of(
        say.many(
            "<b>{count} delivery is {rider}’s now.</b>",
            "<b>{count} deliveries are {rider}’s now.</b>",
            count=sum(each.is_given for each in assigned),
            rider=rider,
        ),
        *lines,
    )


def many_refused(say: Words, rider: str, reason: str) -> Message:
    return Message.of(
        say("❌ Nothing was given to {rider}.", rider=rider),
        why(say, reason),
    )


def taken_from_rider(say: Words, orders: Sequence[str]) -> Message:
    return Message.of(
        say.many(
            "↪️ {count} job is not yours any more: the dispatcher gave it to another rider.",
            "↪️ {count} jobs are not yours any more: the dispatcher gave them to another rider.",
            count=len(orders),
        ),
        say("Orders: {orders}", orders=say.listed(orders)),
    )
