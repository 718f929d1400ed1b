"""Texts about a shop's group: how a group becomes one, and what it reads then."""

from collections.abc import Sequence

from bot.texts.callbacks import Verb, press
from bot.texts.dispatcher.choices import group_keys
from bot.texts.message import Ask, Button, FixedMessage, Message, column
from bot.texts.words import Words

LISTED = 12
"""The most senders to choose from at once; others are found by a part of their name."""

NO_SENDERS = FixedMessage("No sender is known yet: that comes with the first order.")
NO_SUCH_SENDER = FixedMessage("No sender is called so. Please write another part of the name.")
ASKED_PRIVATELY = FixedMessage("I have asked you privately whose chat this is.")
FOR_DISPATCHERS = FixedMessage("This chat gets the dispatchers’ cards. Write /unbind first.")
QUESTION_OVER = FixedMessage("This question is over. Write /shop in the group again.")
UNBOUND = FixedMessage("All right, nothing is asked here any more. /shop brings it back.")
ORDER_WAITS = FixedMessage("📦 The dispatcher has your order. You read here when it is accepted.")
HOW_TO = FixedMessage("Hello! If this is a shop’s chat, tell me so and I ask here what is ready.")


def which_group(say: Words, request_id: int) -> Message:
    return Message.of(
        say("Which group is a shop’s? Choose it below."),
        say("For one topic of a group, write /shop in that topic instead."),
        ask=Ask.CHOICE,
        keys=group_keys(say, request_id),
    )


def chosen(say: Words, title: str) -> Message:
    return Message.of(say("👥 {title}", title=title), ask=Ask.CLOSE)


def this_is_a_shop(say: Words) -> Button:
    return say.button("🏪 Make this group a shop’s", Verb.WHOSE_SHOP)


def whose(say: Words, title: str, senders: Sequence[tuple[str, str]]) -> Message:
    """Ask a dispatcher privately; `senders` are a label and a delivery's uuid each."""
    rows = column(
        Button(label=label, data=press(Verb.CHOOSE_SHOP, delivery)) for label, delivery in senders
    )
    return Message.of(
        say("🏪 Whose chat is “{title}”?", title=title),
        say("Tap the shop, or write a part of its name."),
        rows=rows,
    )


def label(name: str, street: str) -> str:
    return " · ".join(filter(None, (name, street)))


def bound(say: Words, shop: str) -> Message:
    return Message.of(
        say("✅ <b>This is the chat of {shop} now.</b>", shop=shop),
        say("When an order has a rider, I ask here when it is ready. Whoever is here can answer."),
        say("A new order that you write here as a reply to me goes to the dispatcher."),
        say("/unbind ends it."),
    )


def accepted(say: Words, orders: Sequence[str]) -> Message:
    return Message.of(say("✅ Accepted by the dispatcher: {orders}", orders=say.listed(orders)))


def bound_privately(say: Words, title: str, shop: str) -> Message:
    return Message.of(say("✅ “{title}” is the chat of {shop} now.", title=title, shop=shop))


def lost(say: Words, title: str) -> Message:
    """Tell an owner that a shop cannot be asked in its group any more."""
    return Message.of(
        say("I cannot write in “{title}” any more, so its shop is not asked there.", title=title),
        say("Write /shop there once I can."),
    )
