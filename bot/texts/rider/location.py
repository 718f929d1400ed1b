"""What a rider is told about sharing where they are."""

from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words

STOPPED = FixedMessage("📡 Nobody sees any more where you are.")
NOT_LIVE = FixedMessage(
    "This place stays where it is, so I show it to nobody.",
    "To let customers follow you on the map, tap 📎, <b>Location</b> and"
    " <b>Share my live location</b>.",
)


def shared(say: Words, until: Html | None) -> Message:
    """Confirm that a live location is shown, to whom and for how long, if it ends by itself."""
    return Message.of(
        say("📡 Customers whose parcels are on the way with you see where you are."),
        say("It ends at {until}.", until=until) if until else Html(),
        say("Customers see it between pickup and drop-off only."),
        say("Dispatchers see it, too, while you are on duty. Stop sharing whenever you like."),
    )
