"""What forgetting somebody means."""

from bot.texts.callbacks import Verb
from bot.texts.message import FixedMessage, Message, Style
from bot.texts.words import Words

ASK_THE_OWNER = FixedMessage(
    "You work here, so I need your account. Ask the owner to remove you from the team.",
    "Write /forget again after that, and I erase what is left.",
)
FORGOTTEN = FixedMessage(
    "Done: I have forgotten you. Write /start if you want me to know you again."
)


def what_is_erased(say: Words) -> Message:
    yes = say.button("🗑 Erase my data", Verb.FORGET, tokens=("yes",), style=Style.BAD)
    no = say.button("Keep it", Verb.CANCEL)
    return Message.of(
        say("<b>Shall I forget you?</b>"),
        say(
            "I erase your name, your number, what you follow, your notes, your settings, and"
            " your name from the stars that you gave. Parcels under way still come, but I write"
            " to you no more."
        ),
        say(
            "I cannot erase what the business's delivery service holds, what others have already"
            " read in their chats, and a log of actions that knows you by a number only."
        ),
        rows=((yes,), (no,)),
    )
