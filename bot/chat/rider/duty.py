"""/duty: off duty nothing rings; the fleet service is not told, a rider stays active there."""

from bot.actions.access import Action
from bot.actions.rider import locations
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.parsing.arguments import in_english
from bot.store import audit, people
from bot.texts import message
from bot.texts.callbacks import Verb
from bot.texts.everyone.replies import STAYS_STOPPED
from bot.texts.rider import duty as texts
from bot.texts.words import phrase

OFF = {"on": False, "off": True}


@settled
def typed(tx: Transaction, turn: Turn) -> None:
    """Switch to what is typed; show how things are where nothing is."""
    word = in_english(turn.argument, turn.say.language)
    if not word:
        turn.reply(tx, texts.duty(turn.say, off_duty=turn.person.off_duty))
    elif word in OFF:
        turn.reply(tx, _switch(tx, turn, OFF[word]))
    else:
        turn.reply(tx, texts.HOW_TO_SWITCH)


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    """Switch to what the button says, however often it is pressed."""
    (word,) = turn.tokens()
    turn.replace(tx, _switch(tx, turn, OFF.get(word, False)))


def _switch(tx: Transaction, turn: Turn, off: bool) -> message.Message:
    people.set_off_duty(tx, turn.person.user_id, off)
    audit.record(tx, turn.person.user_id, "off_duty" if off else "on_duty")
    locations.duty_changed(tx, turn.person.as_rider, turn.job.key)
    if not turn.person.reachable:
        return turn.say.message(STAYS_STOPPED)
    return texts.duty(turn.say, off_duty=off)


DUTY = Command(
    "duty",
    Action.SET_DUTY,
    phrase("be on or off duty"),
    typed,
    takes=phrase("[on|off]"),
)
DUTY_BUTTON = Button(Verb.DUTY, Action.SET_DUTY, pressed, about=0, tokens=1, is_quiet=True)
