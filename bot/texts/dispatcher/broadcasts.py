"""Texts about messages to all riders on duty, and about who has not seen them yet."""

from collections.abc import Sequence

from bot.store.broadcasts import RiderBroadcast
from bot.texts.callbacks import Verb
from bot.texts.html import OWN_WORDS, Html, escaped
from bot.texts.message import FixedMessage, Message, Style
from bot.texts.words import Words

LONGEST = 500
"""The most characters of a message to all."""

HOW_TO_WRITE = FixedMessage(
    "Write what all riders on duty are to read: <code>/toall Roads flooded at Ojota</code>"
)
NOBODY_ON_DUTY = FixedMessage("No rider is on duty and can be written to, so nobody has read it.")
NO_CODES = FixedMessage("That looked like a code, so I have deleted it and sent it to nobody.")


def for_rider(say: Words, broadcast: RiderBroadcast) -> Message:
    seen = say.button("👍 Seen", Verb.BROADCAST_SEEN, broadcast.uuid, style=Style.GOOD)
    return Message.of(
        say("📣 <b>To all riders</b>"), escaped(broadcast.words, OWN_WORDS), rows=((seen,),)
    )


def seen(say: Words, broadcast: RiderBroadcast) -> Message:
    """Show a rider a message that they have confirmed to have seen."""
    return Message.of(say("📣 <b>To all riders</b> · 👍 seen"), escaped(broadcast.words, OWN_WORDS))


def for_author(
    say: Words, broadcast: RiderBroadcast, sent_to: int, waited_for: Sequence[str]
) -> Message:
    """Show the author how many have seen it; `waited_for` are the names of those who have not."""
    left = say("Not yet: {names}", names=say.listed(waited_for)) if waited_for else Html()
    return Message.of(
        say(
            "📣 Sent to riders on duty: {count}. 👍 Seen: {seen}",
            count=sent_to,
            seen=sent_to - len(waited_for),
        ),
        escaped(broadcast.words, OWN_WORDS),
        left,
    )
