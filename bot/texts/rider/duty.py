"""On and off duty: a rider's own switch for the sound of messages."""

from bot.texts.callbacks import Verb
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words

HOW_TO_SWITCH = FixedMessage("Write <code>/duty on</code> or <code>/duty off</code>.")


def off_duty(say: Words) -> Message:
    back = say.button("🟢 On duty", Verb.DUTY, tokens=("on",))
    return Message.of(
        say("🌙 You are <b>off duty</b>: what I write comes without a sound."),
        say("Dispatchers see it. Jobs that you have already stay yours: /jobs shows them."),
        rows=((back,),),
    )


def on_duty(say: Words) -> Message:
    leave = say.button("🌙 Off duty", Verb.DUTY, tokens=("off",))
    return Message.of(say("🟢 You are <b>on duty</b>: new jobs ring."), rows=((leave,),))
