"""What Telegram shows of the bot to somebody who has not written to it yet."""

from bot.texts.words import Words


def description(say: Words, business: str) -> str:
    """Return what stands in the empty chat: at most 512 characters (Bot API, setMyDescription)."""
    if business:
        return say.label(
            "📦 {business}: follow your parcel, see when it moves and who brings it, and write to"
            " the rider. Open the link that came with your order, or tap Start.",
            business=business,
        )
    return say.label(
        "📦 Follow your parcel, see when it moves and who brings it, and write to the rider. Open"
        " the link that came with your order, or tap Start."
    )


def short_description(say: Words, business: str) -> str:
    """Return what stands in the bot's profile, in at most 120 characters."""
    if business:
        return say.label("{business}: where your parcel is.", business=business)
    return say.label("Where your parcel is, and who brings it.")
