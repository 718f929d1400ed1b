"""What the bot answers everybody, known or not."""

from collections.abc import Sequence

from bot.texts.html import Html, isolated
from bot.texts.message import Ask, Message
from bot.texts.words import Words, phrase


def stranger(say: Words) -> Message:
    """Greet somebody who has no role here, and tell how to get one."""
    message = Message.of(
        say(
            "Hello! This bot belongs to a delivery business. If you ride for it or expect a parcel"
            " from it, share your phone number with the button below, or open the link that you"
            " were given."
        )
    )
    return message.model_copy(
        update={"ask": Ask.CONTACT, "hint": say.label("Share my phone number")}
    )


def closed_door(say: Words) -> Message:
    """Answer somebody for whom a command is not meant: no word of what it would do."""
    return Message.of(say("I have nothing for you there. /help shows what you can do."))


_ROLES = {
    "owner": phrase(
        "You own this bot: you dispatch, and you invite dispatchers and riders (/team)."
    ),
    "dispatcher": phrase("You dispatch here: new deliveries come to you as cards."),
    "rider": phrase("You ride here: jobs come to you as cards with one button for the next step."),
    "customer": phrase("Your parcel has a card here that moves with it."),
}


def welcome(say: Words, name: str, roles: Sequence[str]) -> Message:
    """Greet somebody who has a role here."""
    message = Message.of(
        say("Hello {name}!", name=name),
        *(say(sentence) for role, sentence in _ROLES.items() if role in roles),
        say("/help shows what you can do."),
    )
    return message.model_copy(update={"ask": Ask.CLOSE})


def welcome_by_link(say: Words, name: str) -> Message:
    """Greet a customer whom a link has brought here, and offer to recognise them from now on."""
    message = Message.of(
        say("Hello {name}! Your parcel has a card here that moves with it.", name=name),
        say(
            "If you share your phone number with the button below, I show you the address, too,"
            " and every later parcel that is sent to your number."
        ),
    )
    return message.model_copy(
        update={"ask": Ask.CONTACT, "hint": say.label("Share my phone number")}
    )


def bad_link(say: Words) -> Message:
    """Answer a link that is unknown, expired or used: all read the same."""
    return Message.of(
        say("This link does not work any more. Ask who gave it to you for a new one.")
    )


def own_link(say: Words) -> Message:
    """Answer who has tapped a link that they have made for somebody else."""
    return Message.of(
        say("You have made this link for somebody else. Send it to them: it works once.")
    )


def share_your_own(say: Words) -> Message:
    """Ask for the reader's own contact, shared with the button."""
    message = Message.of(
        say("Please share <b>your own</b> number, with the button below this chat.")
    )
    return message.model_copy(
        update={"ask": Ask.CONTACT, "hint": say.label("Share my phone number")}
    )


def number_unknown(say: Words) -> Message:
    """Tell that a number belongs to no rider and no open delivery."""
    message = Message.of(
        say("Thank you. I know no rider and no open delivery with this number yet."),
        say("If a parcel for this number is sent, I will write to you here."),
    )
    return message.model_copy(update={"ask": Ask.CLOSE})


def ask_the_dispatcher(say: Words) -> Message:
    """Tell that a number belongs to more than one rider."""
    return Message.of(
        say("More than one rider has this number. Please ask the dispatcher for an invitation.")
    )


def try_later(say: Words) -> Message:
    """Tell that the fleet service does not answer a question."""
    return Message.of(
        say("The fleet service does not answer right now. Please try again in a minute.")
    )


def held_up(say: Words) -> Message:
    """Tell that the fleet service has not answered for a while, and that the bot goes on trying."""
    return Message.of(
        say("⏳ The fleet service has not answered for 2 minutes. Nothing is lost: I keep trying.")
    )


def refused(say: Words, reason: str) -> Message:
    """Tell what the fleet service said to a question."""
    return Message.of(say("The fleet service says: {reason}", reason=reason))


def stopped(say: Words) -> Message:
    """Confirm that nothing more will be sent."""
    return Message.of(
        say("I will not write to you any more. Write /start if you change your mind.")
    )


def cancelled(say: Words) -> Message:
    """Confirm that a question is withdrawn."""
    return Message.of(say("All right, nothing was changed."))


def nothing_to_cancel(say: Words) -> Message:
    """Tell that there was no question open."""
    return Message.of(say("There is nothing to cancel."))


def not_understood(say: Words) -> Message:
    """Answer what the bot cannot make sense of."""
    return Message.of(say("I did not understand that. /help shows what you can do."))


Entry = tuple[str, str, str]
"""A command in the help: its name, what follows it, what it does."""


def help_page(say: Words, sections: Sequence[tuple[str, Sequence[Entry]]]) -> Message:
    """List the reader's commands under the titles of their roles; a title may be empty."""
    lines = [say("<b>What you can do</b>")]
    for title, entries in sections:
        if title and entries:
            lines.append(Html(f"\n{say(title)}"))
        lines += [
            Html(f"{_usage(say, name, takes)} – {say(what)}") for name, takes, what in entries
        ]
    return Message.of(*lines)


def _usage(say: Words, name: str, takes: str) -> Html:
    command = isolated(Html(f"/{name}"))
    return Html(f"{command} {say.value(say.label(takes))}") if takes else command


def something_went_wrong(say: Words) -> Message:
    """Apologise for a fault of ours."""
    return Message.of(say("Sorry, something went wrong here. Nothing is lost; please try again."))


def polite_sentence(say: Words) -> Message:
    """Answer a stranger's command: the same whatever it was."""
    return Message.of(say("Hello! Write /start and I will tell you how to join."))
