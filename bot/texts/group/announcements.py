"""Texts for groups of dispatchers, and about them, without personal data."""

from collections.abc import Mapping

from bot.fleet import Delivery, State
from bot.texts.dispatcher.give_out import give_out_button
from bot.texts.html import Html
from bot.texts.message import Button, FixedMessage, Message, Rows
from bot.texts.states import state_name
from bot.texts.words import Words, phrase

BOUND = FixedMessage(
    "✅ <b>This chat is bound.</b> New deliveries are shown here from now on.",
    "Names, phones and addresses are shown to nobody but the dispatcher who asks.",
    "/board counts what is open; /unbind ends it.",
)
UNBOUND = FixedMessage(
    "All right, no more cards here. Those above stay as they are.", "/bind brings them back."
)
NOT_BOUND = FixedMessage("This chat gets no cards. An owner can change that with /bind.")
HOW_TO_BIND = FixedMessage(
    "Hello! Write /bind here, in the topic that you want, and deliveries get cards there."
)
ANSWER_BY_REPLY = phrase("↩️ Answer by a reply to this: nobody else sees it.")
OWNERS_ONLY = FixedMessage("Only an owner of this bot can do that.")
WHO_ARE_YOU = FixedMessage(
    "You write here as the group, so I cannot see who you are.",
    "Please switch off “Remain anonymous” in your administrator rights, then write it again.",
)


def group_help(say: Words, bot: str, *, answers_one_alone: bool) -> Message:
    return Message.of(
        say("<b>What you can do here</b>"),
        say("Press the buttons under the cards: <b>Assign</b>, <b>Details</b>."),
        say("/find, /delivery, /deliveries, /assign, /riders, /new – only you see the answer")
        if answers_one_alone
        else Html(),
        say("/board – how many deliveries are open"),
        say("/bind – get cards here · /unbind – get none"),
        say("/shop – make this a shop’s chat"),
        say("Everything else is between the two of us:"),
        rows=_open(say, bot),
    )


def write_privately(say: Words, bot: str) -> Message:
    return Message.of(say("Please write that to me privately."), rows=_open(say, bot))


def _open(say: Words, bot: str) -> Rows:
    return ((Button(label=say.label("Open our chat"), url=f"https://t.me/{bot}"),),)


def counts(say: Words, by_state: Mapping[str, int]) -> Message:
    """Show the counts of open deliveries, without names."""
    lines = [
        Html(f"{state_name(say, state)}: <b>{by_state[state]}</b>")
        for state in State
        if by_state.get(state)
    ]
    if not lines:
        return Message.of(say("<b>Open deliveries</b>"), say("None. All is done."))
    return Message.of(say("<b>Open deliveries</b>"), *lines, rows=((give_out_button(say),),))


def cancelled(say: Words, delivery: Delivery) -> Message:
    """Tell a group that somebody else cancelled a delivery; the reason is on the private card."""
    return Message.of(say("❌ Order {order} was cancelled.", order=delivery.order_number))


def failed(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("⚠️ A delivery attempt of order {order} failed.", order=delivery.order_number)
    )


def removed(say: Words, title: str) -> Message:
    return Message.of(
        say("I was removed from “{title}”, so it gets no more cards.", title=title),
        say("To undo it, add me again and write /bind there."),
    )


def refused(say: Words, title: str) -> Message:
    return Message.of(
        say(
            "Telegram takes none of my messages to “{title}”, so it gets no more cards.",
            title=title,
        ),
        say("If it is still there, write /bind in it again."),
    )


def silenced(say: Words, title: str) -> Message:
    return Message.of(
        say("I cannot write in “{title}” any more, so it gets no more cards.", title=title),
        say("Its topic may be deleted or closed. Write /bind where the cards are to go."),
    )
