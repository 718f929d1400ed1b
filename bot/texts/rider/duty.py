"""On and off duty: a rider's own switch for the sound of messages."""

from bot.texts.callbacks import Verb, press
from bot.texts.message import Button, Message
from bot.texts.words import Words


def off_duty(say: Words) -> Message:
    """Tell a rider that nothing will ring, and that jobs may come all the same."""
    back = Button(label=say.label("🟢 On duty"), data=press(Verb.DUTY, tokens=("on",)))
    return Message.of(
        say("🌙 You are <b>off duty</b>: what I write comes without a sound."),
        say("Dispatchers see it. Jobs that you have already stay yours: /jobs shows them."),
        rows=((back,),),
    )


def on_duty(say: Words) -> Message:
    """Tell a rider that new jobs ring again."""
    leave = Button(label=say.label("🌙 Off duty"), data=press(Verb.DUTY, tokens=("off",)))
    return Message.of(say("🟢 You are <b>on duty</b>: new jobs ring."), rows=((leave,),))


def how_to_switch(say: Words) -> Message:
    """Tell how to switch by typing."""
    return Message.of(say("Write <code>/duty on</code> or <code>/duty off</code>."))
