"""/duty: a rider's shift: on and off duty, breaks, from when and until when."""

from bot.actions.access import Action
from bot.actions.rider import duty
from bot.actions.rider.duty import Duty
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.domain.person import Person
from bot.store import people
from bot.texts import message
from bot.texts.callbacks import Verb
from bot.texts.everyone.replies import STAYS_STOPPED
from bot.texts.rider import duty as texts
from bot.texts.words import phrase


@settled
def typed(tx: Transaction, turn: Turn) -> None:
    """Switch to the state that is typed; without one, show the present state."""
    if not turn.argument:
        turn.reply(tx, _shown(turn, turn.person))
        return
    wish = _wish(turn, turn.argument)
    turn.reply(tx, texts.HOW_TO_SWITCH if wish is None else _switch(tx, turn, wish))


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    """Switch to the button's state, however often it is pressed."""
    (word,) = turn.tokens()
    wish = _wish(turn, texts.as_typed(word)) or Duty(is_on=True)
    turn.replace(tx, _switch(tx, turn, wish))


def _wish(turn: Turn, text: str) -> Duty | None:
    context = turn.context
    return duty.read(text, turn.say.language, context.clock.now(), context.identity.zone)


def _switch(tx: Transaction, turn: Turn, wish: Duty) -> message.Message:
    duty.switch(tx, turn.person, wish, turn.job.key)
    # A rider who has stopped the bot may be on duty, but still gets no job here.
    if not turn.person.reachable:
        return turn.say.message(STAYS_STOPPED)
    return _shown(turn, people.get(tx, turn.person.user_id) or turn.person)


def _shown(turn: Turn, person: Person) -> message.Message:
    context = turn.context
    return texts.duty(turn.say, person, context.clock.now(), context.identity.zone)


DUTY = Command(
    "duty",
    Action.SET_DUTY,
    phrase("be on or off duty, with times and breaks"),
    typed,
    takes=phrase("[on|off|break|until 22:00]"),
)
DUTY_BUTTON = Button(Verb.DUTY, Action.SET_DUTY, pressed, about=0, tokens=1, is_quiet=True)
