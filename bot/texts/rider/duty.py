"""On and off duty: a rider's own switch for the sound of messages."""

from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words

HOW_TO_SWITCH = FixedMessage("Write <code>/duty on</code> or <code>/duty off</code>.")


def duty(say: Words, *, off_duty: bool) -> Message:
    """Tell whether a rider is on duty, with a button each way."""
    state = _off_duty(say) if off_duty else [say("🟢 You are <b>on duty</b>: new jobs ring.")]
    on = say.button("🟢 On duty", Verb.DUTY, tokens=("on",))
    off = say.button("🌙 Off duty", Verb.DUTY, tokens=("off",))
    return Message.of(*state, rows=((on, off),))


def _off_duty(say: Words) -> list[Html]:
    return [
        say("🌙 You are <b>off duty</b>: what I write comes without a sound."),
        say("Dispatchers see it. Jobs that you have already stay yours: /jobs shows them."),
    ]
