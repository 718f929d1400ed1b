"""Texts for dispatchers about calling a delivery off."""

from collections.abc import Mapping
from functools import cache

from bot.fleet import Delivery
from bot.texts.callbacks import Verb, bound_to
from bot.texts.catalogues import languages
from bot.texts.html import Html
from bot.texts.message import Ask, Message, Style, column
from bot.texts.words import Words, phrase

REASONS = {
    "unwanted": phrase("The customer does not want it any more"),
    "no_goods": phrase("The sender cannot hand it over"),
    "address": phrase("The address is wrong or out of reach"),
    "twice": phrase("It was ordered twice"),
    "no_rider": phrase("No rider is free"),
}
"""Common reasons; everybody concerned reads the chosen one."""

OWN_WORDS = "own"

LONGEST = 200


def reason_line(say: Words, delivery: Delivery) -> Html:
    """Tell why a delivery was called off; a common reason in the reader's own language."""
    reason = delivery.cancellation_reason
    if not reason:
        return Html()
    common = _common().get(reason)
    return say("Reason: {reason}", reason=say(common) if common else reason)


def cancelled_by_line(say: Words, delivery: Delivery) -> Html:
    """Tell dispatchers who has called a delivery off, if the fleet service says so."""
    by = delivery.cancelled_by
    return say("By {name}", name=by) if by else Html()


@cache
def _common() -> Mapping[str, str]:
    """Return the common reasons by their text in every language: any dispatcher may choose one."""
    return {
        Words(language).label(reason): reason
        for language in languages()
        for reason in REASONS.values()
    }


def which_reason(say: Words, order: str, delivery: str) -> Message:
    """Ask why a delivery is called off; the choice of a reason calls it off."""
    reasons = [
        say.button(reason, Verb.CANCEL_REASON, delivery, tokens=(token,), style=Style.BAD)
        for token, reason in REASONS.items()
    ]
    own = say.button(
        "Another reason, in my words", Verb.CANCEL_REASON, delivery, tokens=(OWN_WORDS,)
    )
    keep = say.button("Keep the delivery", Verb.CANCEL)
    return Message.of(
        say("Why is <b>order {order}</b> cancelled?", order=order),
        say("Customer and rider are told the reason. It cannot be taken back."),
        rows=column([*reasons, own, keep]),
    )


def ask_with_words(say: Words, order: str, delivery: str, reason: str) -> Message:
    """Ask before typed words call a delivery off: they may have been meant for something else."""
    cancel = say.button(
        "Cancel delivery",
        Verb.CANCEL_REASON,
        delivery,
        tokens=(bound_to(reason),),
        style=Style.BAD,
    )
    return Message.of(
        say("📦 <b>Order {order}</b>", order=order),
        say("Reason: {reason}", reason=reason),
        say("Customer and rider are told the reason. It cannot be taken back."),
        rows=column([cancel, say.button("Keep the delivery", Verb.CANCEL)]),
    )


def own_words(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order}: write the reason in a few words.", order=order),
        say("Customer and rider are told the reason. It cannot be taken back."),
        ask=Ask.REPLY,
        hint=say.label("Reason"),
    )


def too_long(say: Words) -> Message:
    return Message.of(
        say.many(
            "That is too long: write at most {count} letter.",
            "That is too long: write at most {count} letters.",
            count=LONGEST,
        )
    )
