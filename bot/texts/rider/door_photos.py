"""A photo of a handed-over parcel: what its rider is asked, and what stands under it."""

from collections.abc import Sequence

from bot.texts.callbacks import Verb
from bot.texts.html import OWN_WORDS, Html, escaped
from bot.texts.message import FixedMessage, Message, Picture
from bot.texts.words import Words

_MOST = 6

TOO_LATE = FixedMessage("That was too long ago. Please send the photo again.")


def what_it_shows(say: Words, orders: Sequence[tuple[str, str]]) -> Message:
    """Ask whether a photo shows the hand-over of one of these orders: (uuid, label)."""
    hand_overs = tuple(
        (say.button("📷 {order}", Verb.DOOR_PHOTO, uuid, order=label),)
        for uuid, label in orders[:_MOST]
    )
    staff = (say.button("💬 For the dispatcher", Verb.PHOTO_FOR_STAFF),)
    return Message.of(say("📷 Which hand-over does it show?"), rows=(*hand_overs, staff))


def kept(say: Words, order: str) -> Message:
    return Message.of(say("📷 Kept for order {order}. The customer can see it.", order=order))


def at_the_door(say: Words, order: str, file_id: str, words: str = "") -> Message:
    """Show a photo that a rider has taken, to a customer or a dispatcher, and words under it."""
    return Message.of(
        say("📷 The photo of order {order} at its door.", order=order),
        say("“{words}”", words=escaped(words, OWN_WORDS)) if words else Html(),
        attachment=Picture(file_id=file_id),
    )


def for_staff(say: Words, *, is_told: bool) -> Message:
    if is_told:
        return Message.of(say("💬 The dispatcher has it."))
    return Message.of(say("No dispatcher can be reached here now. Please call."))
