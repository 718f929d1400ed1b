"""What somebody who is invited to ride is asked, and told, until the fleet service knows them."""

from bot.texts.callbacks import Verb, press
from bot.texts.message import Ask, Button, FixedMessage, Message, Style
from bot.texts.reasons import why
from bot.texts.words import Words

ASK_PHONE = FixedMessage(
    "👋 You are invited to ride here. Two things are missing: your phone number and your name.",
    "Share your number with the button below.",
    ask=Ask.CONTACT,
    hint="Share my phone number",
)
PHONE_TAKEN = FixedMessage("Thank you, I have your number.", ask=Ask.CLOSE)
TOO_LATE = FixedMessage("That was too long ago. Write /start, and I ask you again.")
NOT_INVITED = FixedMessage(
    "You are not invited to ride here any more. Nothing was changed; ask the dispatcher."
)
PHONE_OF_ANOTHER = FixedMessage(
    "❌ Another rider has your phone number already, so you do not ride here yet.",
    "Ask the dispatcher to put that right, then write /start.",
)
GIVEN_UP = FixedMessage(
    "⚠️ There was no connection for a day, so you do not ride here yet.",
    "Write /start to try again.",
)


def which_name(say: Words, suggested: str) -> Message:
    """Ask for a name, and offer the one that Telegram knows, if that is one."""
    use = Button(label=suggested, data=press(Verb.SIGN_UP), style=Style.GOOD)
    return Message.of(
        say("What are you called? Customers read your first name."),
        say("Tap your name, or write it.") if suggested else say("Write your first and last name."),
        rows=((use,),) if suggested else (),
    )


def under_way(say: Words, name: str) -> Message:
    return Message.of(say("⏳ {name}: not confirmed yet.", name=name))


def done(say: Words, name: str) -> Message:
    return Message.of(
        say("✅ All done, {name}.", name=name),
        say("You ride here: jobs come to you as cards with one button for the next step."),
        say("/help shows what you can do."),
    )


def refused(say: Words, reason: str) -> Message:
    return Message.of(
        say("❌ You do not ride here yet."),
        why(say, reason),
        say("Ask the dispatcher, then write /start."),
    )
