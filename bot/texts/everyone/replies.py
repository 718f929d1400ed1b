"""What the bot answers everybody, known or not."""

from collections.abc import Sequence

from bot.domain.limits import HELD_UP_AFTER
from bot.texts.callbacks import Verb
from bot.texts.html import Html, folded, isolated
from bot.texts.message import Ask, FixedMessage, Message, Style
from bot.texts.moments import minutes
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

STRANGER = FixedMessage(
    "Hello! This bot belongs to a delivery business. If you ride for it or expect a parcel"
    " from it, share your phone number with the button below, or open the link that you"
    " were given.",
    ask=Ask.CONTACT,
    hint="Share my phone number",
)
CLOSED_DOOR = FixedMessage("I have nothing for you there. /help shows what you can do.")

_ROLES = {
    "owner": phrase(
        "You own this bot: you dispatch, and you invite dispatchers and riders (/team)."
    ),
    "dispatcher": phrase("You dispatch here: new deliveries come to you as cards."),
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
    "Thank you. I know no rider and no open delivery with this number yet.",
    "If a parcel for this number is sent, I will write to you here.",
    ask=Ask.CLOSE,
)
NUMBER_ANONYMOUS = FixedMessage(
    "Thank you. This number is one that only Telegram knows, so no delivery and no rider has it.",
    "Customers: open the link in the text message about your parcel. Riders: ask the dispatcher for"
    " an invitation.",
    ask=Ask.CLOSE,
)
ASK_THE_DISPATCHER = FixedMessage(
    "More than one rider has this number. Please ask the dispatcher for an invitation."
)
TRY_LATER = FixedMessage(
    "The delivery system does not answer right now. Please try again in a minute."
)
STOPPED = FixedMessage("I will not write to you any more. Write /start if you change your mind.")
STAYS_STOPPED = FixedMessage(
    "You have stopped me, so no job reaches you here, on duty or off.",
    "Write /start to get messages again.",
)
CANCELLED = FixedMessage("All right, nothing was changed.")
NOTHING_TO_CANCEL = FixedMessage("There is nothing to cancel.")
NOT_UNDERSTOOD = FixedMessage("I did not understand that. /help shows what you can do.")
FOR_DISPATCHERS = phrase("<b>As a dispatcher</b>")
FOR_RIDERS = phrase("<b>As a rider</b>")
FOR_CUSTOMERS = phrase("<b>As a customer</b>")
FOR_ALL = phrase("<b>At any time</b>")
SOMETHING_WENT_WRONG = FixedMessage(
    "Sorry, something went wrong here. Nothing is lost; please try again."
)
POLITE_SENTENCE = FixedMessage("Hello! Write /start and I will tell you how to join.")


def welcome(say: Words, name: str, roles: Sequence[str]) -> Message:
    return Message.of(
        say("Hello {name}!", name=name),
        *(say(sentence) for role, sentence in _ROLES.items() if role in roles),
        say("/help shows what you can do."),
        ask=Ask.CLOSE,
    )


def welcome_by_link(say: Words, name: str) -> Message:
    """Greet a customer whom a link has brought here, and offer to recognise them from now on."""
    return Message.of(
        say("Hello {name}! Your parcel has a card here that moves with it.", name=name),
        say(
            "If you share your phone number with the button below, I show you the address, too,"
            " and every later parcel that is sent to your number."
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
        "You are the last one here who dispatches and can be reached. If you stop, nobody hears"
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
    "⏸ I was put back to an earlier state, and do not know what became of your last wish.",
    "Please look whether it is done, and ask for it again if it is not.",
)


def held_up(say: Words) -> Message:
    return Message.of(
        say(
            "⏳ The delivery system has not answered for {span}. Nothing is lost: I keep trying.",
            span=minutes(say, HELD_UP_AFTER),
        )
    )


def refused(say: Words, reason: str) -> Message:
    return Message.of(why(say, reason))


Entry = tuple[str, str, str]
"""A command in the help: its name, what follows it, what it does."""


_A_SCREEN = 12
"""Lines of a list that are not folded away."""


def help_page(say: Words, sections: Sequence[tuple[str, Sequence[Entry]]]) -> Message:
    """List the reader's commands under the titles of their roles; a title may be empty."""
    lines = [say("<b>What you can do</b>")]
    for title, entries in sections:
        if title and entries:
            lines.append(Html(f"\n{say(title)}"))
        listed = [
            Html(f"{_usage(say, name, takes)} – {say(what)}") for name, takes, what in entries
        ]
        lines += [folded(listed)] if len(listed) > _A_SCREEN else listed
    return Message.of(*lines)


def _usage(say: Words, name: str, takes: str) -> Html:
    command = isolated(Html(f"/{name}"))
    return Html(f"{command} {say.value(say.label(takes))}") if takes else command


def too_long(say: Words, most: int) -> Message:
    """Refuse words of which there are too many; `most` is the number of characters."""
    return Message.of(say("That is too long. Please write at most {most} characters.", most=most))
