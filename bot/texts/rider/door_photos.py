"""A photo of a hand-over: what its rider is asked, and what stands under it."""

from collections.abc import Iterable, Sequence

from bot.fleet import PhotoStage
from bot.store.door_photos import DoorPhoto
from bot.texts.callbacks import Verb
from bot.texts.html import Html, dotted
from bot.texts.message import FixedMessage, Message, Picture, column
from bot.texts.moments import clock_time
from bot.texts.words import Words, phrase

_MOST = 6
_SHOWN_AT = {
    PhotoStage.PICKUP: phrase("📷 Photo at the pickup {time}"),
    PhotoStage.DROPOFF: phrase("📷 Photo at the door {time}"),
}

TOO_LATE = FixedMessage("That was too long ago. Please send the photo again.")


def what_it_shows(
    say: Words, doors: Sequence[tuple[str, str]], pickups: Sequence[tuple[str, str]]
) -> Message:
    """Ask whether a photo shows the door or the pickup of one of these orders: (uuid, label)."""
    at_doors = column(
        say.button("📷 {order}", Verb.DOOR_PHOTO, uuid, order=label)
        for uuid, label in doors[:_MOST]
    )
    at_pickups = column(
        say.button("📦 Pickup: {order}", Verb.PICKUP_PHOTO, uuid, order=label)
        for uuid, label in pickups[:_MOST]
    )
    staff = (say.button("💬 For the dispatcher", Verb.PHOTO_FOR_STAFF),)
    rows = (*at_doors, *at_pickups, staff)
    return Message.of(say("📷 Which hand-over does it show?"), rows=rows)


def please(say: Words) -> Html:
    return say("📷 Please send a photo of the parcel, too.")


def wanted(say: Words, order: str) -> Message:
    """Ask for the photo of a pickup that is over."""
    return Message.of(
        say("📷 Order {order}: the dispatcher wants to see it.", order=order),
        please(say),
    )


def line(say: Words, photos: Iterable[DoorPhoto], *, is_awaited: bool) -> Html:
    """Tell who dispatches which photos there are of a delivery, and which one is asked for."""
    asked = say("📷 Photo at the pickup: asked for") if is_awaited else Html()
    shown = (say(_SHOWN_AT[photo.stage], time=clock_time(photo.at)) for photo in photos)
    return dotted(asked, *shown)


def kept(say: Words, order: str) -> Message:
    return Message.of(say("📷 Kept for order {order}. The customer can see it.", order=order))


def kept_of_pickup(say: Words, order: str) -> Message:
    return Message.of(say("📦 Kept for the pickup of order {order}.", order=order))


def at_the_door(say: Words, order: str, file_id: str, words: str = "") -> Message:
    """Show a photo that a rider has taken, to a customer or a dispatcher, and words under it."""
    return _shown(
        say, say("📷 The photo of order {order} at its door.", order=order), file_id, words
    )


def at_pickup(say: Words, order: str, file_id: str, words: str = "") -> Message:
    """Show a dispatcher the photo that a rider has taken of a pickup, and words under it."""
    return _shown(
        say, say("📷 The photo of order {order} at its pickup.", order=order), file_id, words
    )


def _shown(say: Words, what: Html, file_id: str, words: str) -> Message:
    return Message.of(
        what,
        say.quoted(words) if words else Html(),
        attachment=Picture(file_id=file_id),
    )


def for_staff(say: Words, *, is_told: bool) -> Message:
    if is_told:
        return Message.of(say("💬 The dispatcher has it."))
    return Message.of(say("No dispatcher can be reached here now. Please call."))
