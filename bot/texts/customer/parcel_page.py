"""Texts around the card on a parcel's page."""

from bot.texts.words import Words


def around_card(say: Words) -> dict[str, str]:
    """Return the words of the page, each by its place in the template."""
    return {
        "proof": say.label("The parcel where it was handed over"),
        "said": say.label("Messages"),
        "attached": say.label("📎 A picture or a voice message came with it."),
        "field": say.label("Write to the rider or the business"),
        "never": say.label("Never write your code here."),
        "send": say.label("Send"),
        "again": say.label("Load again"),
        "telegram": say.label("Go on in Telegram"),
        "languages": say.label("Language"),
    }


def nothing_here(say: Words) -> tuple[str, str]:
    """Tell somebody that their link opens nothing, without saying why."""
    return (
        say.label("This link opens nothing."),
        say.label("The delivery may be over. If you wait for a parcel, ask who sends it."),
    )


def later(say: Words) -> tuple[str, str]:
    """Ask for patience: there are too many requests, or the bot is not ready."""
    return (
        say.label("One moment, please."),
        say.label("The page cannot be shown now. Load it again in a minute."),
    )
