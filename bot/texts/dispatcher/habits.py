"""What dispatchers read of layouts that the bot has learnt from what they put right."""

from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words

UNLEARNT = FixedMessage("🗑 I have forgotten that layout, and read the next message afresh.")


def learnt(say: Words, habit: str) -> Message:
    return Message.of(
        say(
            "📐 I have learned how this message is laid out: the next one of the same person that"
            " looks so is read the same way. I keep its labels and signs, and no name, number or"
            " address; /forget of that person takes it away too."
        ),
        rows=((say.button("Forget this layout", Verb.NEW_STEP, tokens=("unlearn", habit, "")),),),
    )


def read_by_habit(say: Words) -> Html:
    return say(
        "📐 Read in the layout that I have learned. Put right what is wrong, and I learn it."
    )
