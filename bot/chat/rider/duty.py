"""/duty: off duty nothing rings; the fleet service is not told, a rider stays active there."""

from bot.actions.access import Action
from bot.base.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.store import audit, people
from bot.texts import message
from bot.texts.callbacks import Verb
from bot.texts.everyone.replies import STAYS_STOPPED
from bot.texts.rider import duty as texts
from bot.texts.words import phrase

_OFF = {"on": False, "off": True}


@settled
def typed(tx: Transaction, turn: Turn) -> None:
    word = turn.argument.casefold()
    off = _OFF.get(word) if word else not turn.person.off_duty
    if off is None:
        turn.reply(tx, texts.HOW_TO_SWITCH)
        return
    turn.reply(tx, _switch(tx, turn, off))


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    """Switch to what the button says, however often it is pressed."""
    (word,) = turn.tokens()
    turn.replace(tx, _switch(tx, turn, _OFF.get(word, False)))


def _switch(tx: Transaction, turn: Turn, off: bool) -> message.Message:
    people.set_off_duty(tx, turn.person.user_id, off)
    audit.record(tx, turn.person.user_id, "off_duty" if off else "on_duty")
    if not turn.person.reachable:
        return turn.say.message(STAYS_STOPPED)
    return texts.off_duty(turn.say) if off else texts.on_duty(turn.say)


DUTY = Command(
    "duty",
    Action.SET_DUTY,
    phrase("be on or off duty"),
    typed,
    takes="[on|off]",  # typed so in every language
)
DUTY_BUTTON = Button(Verb.DUTY, Action.SET_DUTY, pressed, about=0, tokens=1, is_quiet=True)
