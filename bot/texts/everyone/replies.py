"""What the bot answers everybody, known or not."""

from collections.abc import Sequence

from bot.domain.limits import HELD_UP_AFTER
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Ask, FixedMessage, Message, Row, Style
from bot.texts.moments import minutes
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

OWNER_NOW = FixedMessage(
    "🔑 You are the owner of this bot now.",
    "As soon as it runs, write /start here.",
)
"""What the first owner hears, before the bot runs."""

CLOSED_DOOR = FixedMessage("That is not for you here. /help shows what you can do.")

_ROLES = {
    "owner": phrase("Paste an order as it came, or tap New. /team adds your people."),
    "dispatcher": phrase("You dispatch here: paste an order as it came, or tap New."),
    "rider": phrase("You ride here: jobs come to you as cards with one button for the next step."),
    "customer": phrase("Your parcel has a card here that moves with it."),
}

BAD_LINK = FixedMessage("This link does not work any more. Ask who gave it to you for a new one.")
OWN_LINK = FixedMessage(
    "You have made this link for somebody else. Send it to them: it works once."
)
SHARE_YOUR_OWN = FixedMessage(
    "Please share <b>your own</b> number, with the button below this chat.",
    ask=Ask.CONTACT,
    hint="Share my phone number",
)
NUMBER_UNKNOWN = FixedMessage(
    "Thank you. I know no rider and no parcel with this number yet.",
    "If a parcel for this number is sent, I will write to you here.",
    ask=Ask.CLOSE,
)
NUMBER_ANONYMOUS = FixedMessage(
    "Thank you. Only Telegram knows this number, so I find no parcel by it.",
    "Customers: open the link in the text message about your parcel. Riders: ask the dispatcher for"
    " an invitation.",
    ask=Ask.CLOSE,
)
ASK_THE_DISPATCHER = FixedMessage(
    "More than one rider has this number. Please ask the dispatcher for an invitation."
)
TRY_LATER = FixedMessage("No connection right now. Please try again in a minute.")
STOPPED = FixedMessage("I will not write to you any more. Write /start if you change your mind.")
STAYS_STOPPED = FixedMessage(
    "You have stopped me, so no job reaches you here, on duty or off.",
    "Write /start to get messages again.",
)
CANCELLED = FixedMessage("All right, nothing was changed.")
NOTHING_TO_CANCEL = FixedMessage("There is nothing to cancel.")
NOT_UNDERSTOOD = FixedMessage("I did not understand that. /help shows what you can write.")
SOMETHING_WENT_WRONG = FixedMessage(
    "Sorry, something went wrong here. Nothing is lost; please try again."
)
POLITE_SENTENCE = FixedMessage("Hello! Write /start and I will tell you how to join.")


def stranger(say: Words, business: str) -> Message:
    """Greet somebody nobody knows: tell whose bot this is, and how a parcel or a job is reached."""
    return Message.of(
        say("Hello! This is <b>{name}</b>.", name=business)
        if business
        else say("Hello! This bot belongs to a delivery business."),
        say("Waiting for a parcel? Share your number below, and I show you where it is."),
        say("Riding for us? Open the link that you were sent, or share your number."),
        ask=Ask.CONTACT,
        hint=say.label("Share my phone number"),
    )


def welcome(say: Words, name: str, roles: Sequence[str]) -> Message:
    """Greet somebody by their roles; dispatchers find buttons there to begin with."""
    begin: Row = ()
    if "owner" in roles or "dispatcher" in roles:
        begin = (
            say.button("📦 New", Verb.NEW_ORDER, style=Style.MAIN),
            say.button("📋 Board", Verb.SHOW_BOARD),
            say.button("👥 Team", Verb.SHOW_TEAM),
        )
    return Message.of(
        say("Hello {name}!", name=name),
        *(say(sentence) for role, sentence in _ROLES.items() if role in roles),
        say("/help shows what you can do."),
        rows=(begin,),
        ask=Ask.NOTHING if begin else Ask.CLOSE,
    )


def welcome_by_link(say: Words, name: str) -> Message:
    """Greet a customer whom a link has brought here, and offer to recognise them from now on."""
    return Message.of(
        say("Hello {name}! Your parcel has a card here that moves with it.", name=name),
        say(
            "Share your phone number below, and I show you the address, too, and each later parcel"
            " for your number."
        ),
        ask=Ask.CONTACT,
        hint=say.label("Share my phone number"),
    )


def ask_to_stop(say: Words, orders: Sequence[str], *, is_last: bool) -> Message:
    """Tell what it means to stop: for the open jobs of a rider, and for the last dispatcher."""
    count = len(orders)
    jobs = say.many(
        "You have {count} open job. If you stop, you read nothing more of it here, and a"
        " dispatcher is told to call you.",
        "You have {count} open jobs. If you stop, you read nothing more of them here, and a"
        " dispatcher is told to call you.",
        count=count,
    )
    last = say(
        "You are the last dispatcher here who can be reached. If you stop, nobody hears"
        " of new orders, problems and alarms."
    )
    stop = say.button("Stop anyway", Verb.STOP, style=Style.BAD)
    stay = say.button("Go on as before", Verb.CANCEL)
    return Message.of(
        Html() if orders or is_last else say("Shall I write to you no more?"),
        jobs if orders else Html(),
        say("Orders: {orders}", orders=say.listed(orders)) if orders else Html(),
        last if is_last else Html(),
        rows=((stop,), (stay,)),
    )


NOT_CARRIED_OUT_AGAIN = FixedMessage(
    "⏸ Something went wrong here: your last wish may not be done.",
    "Please look whether it is done, and ask for it again if it is not.",
)


def held_up(say: Words) -> Message:
    return Message.of(
        say(
            "⏳ No connection for {span}. Nothing is lost: I keep trying.",
            span=minutes(say, HELD_UP_AFTER),
        )
    )


def refused(say: Words, reason: str) -> Message:
    return Message.of(why(say, reason))


def too_long(say: Words, most: int) -> Message:
    """Refuse words of which there are too many; `most` is the number of characters."""
    return Message.of(say("That is too long. Please write at most {most} characters.", most=most))
