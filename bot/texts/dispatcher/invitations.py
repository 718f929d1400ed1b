"""Texts for dispatchers about inviting riders by e-mail."""

from collections.abc import Sequence

from bot.fleet import Rider
from bot.texts.callbacks import Verb
from bot.texts.dispatcher.replies import stopped_trying
from bot.texts.html import Html, joined
from bot.texts.message import FixedMessage, Message, column
from bot.texts.reasons import why
from bot.texts.words import Words

HOW_TO_INVITE = FixedMessage(
    "Write one or more e-mail addresses and, if you like, the commission and its type:",
    "<code>/invite musa@example.com sani@example.com 10 commission</code>",
)


def no_addresses(say: Words, words: Sequence[str]) -> Message:
    """Name the words that are not e-mail addresses; nobody was invited."""
    return Message.of(
        *(say("⚠️ “{word}” is not an e-mail address.", word=word) for word in words),
        say("Nobody was invited. Please send the whole line again."),
    )


def too_many(say: Words, most: int) -> Message:
    return Message.of(
        say("Invite at most {most} riders at once. Nobody was invited yet.", most=most)
    )


def inviting(say: Words, count: int) -> Message:
    return Message.of(
        say.many(
            "⏳ Inviting {count} rider, not confirmed yet.",
            "⏳ Inviting {count} riders, not confirmed yet.",
            count=count,
        )
    )


def invited(
    say: Words, new: Sequence[Rider], former: Sequence[Rider], unseen: Sequence[str], *, sure: bool
) -> Message:
    """List who was invited, who was known already, and who is not in the service's list yet.

    `sure`: the fleet service has confirmed the invitations.
    """
    advice = (
        say("They are invited. /riders has their chat link as soon as they appear there.")
        if sure
        else say("The fleet service did not answer. Look at /riders before you invite them again.")
    )
    # Name people by the addresses to which their invitations went.
    return Message.of(
        _named(say, say("✅ <b>Invited</b>"), [rider.email or rider.name for rider in new]),
        _named(
            say, say("👤 <b>A rider already</b>"), [rider.email or rider.name for rider in former]
        ),
        _named(say, say("⏳ <b>Not in the list of riders yet</b>"), unseen),
        advice if unseen else Html(),
        say("Hand out their chat links with the buttons below.") if new or former else Html(),
        rows=column(
            say.button(
                "Chat link for {name}",
                Verb.INVITE_RIDER,
                rider.uuid,
                name=rider.name or rider.email or "?",
            )
            for rider in (*new, *former)
        ),
    )


def _named(say: Words, title: Html, names: Sequence[str]) -> Html:
    return joined([title, *map(say.value, names)]) if names else Html()


def lost(say: Words) -> Message:
    return Message.of(stopped_trying(say), say("Look at /riders before you invite anybody again."))


def refused(say: Words, reason: str) -> Message:
    return Message.of(say("❌ Nobody was invited."), why(say, reason))
