"""/mute: when messages come without a sound, and which kinds may have a sound at all."""

from bot.actions.access import Action
from bot.actions.follow_ups import sent_orders
from bot.actions.recipients import muted_kinds
from bot.base.database.transaction import Transaction
from bot.chat.everyone.start import acquaint
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.parsing import hours
from bot.parsing.hours import Aloud, EachNight, Until, Wish
from bot.store import muted_kinds as stored_kinds
from bot.store import people
from bot.texts.callbacks import Verb
from bot.texts.everyone import sound as texts
from bot.texts.message import Message
from bot.texts.words import phrase


async def mute_typed(turn: Turn) -> None:
    wish = _wish(turn, turn.argument)
    if turn.argument and wish is None:
        await turn.answer(texts.how_to_mute(turn.say))
        return

    def mute(tx: Transaction) -> None:
        turn.reply(tx, _set(tx, turn, wish))

    await turn.settle(mute)


@settled
def mute_pressed(tx: Transaction, turn: Turn) -> None:
    wish = _wish(turn, turn.tokens()[0])
    turn.replace(tx, _set(tx, turn, wish))


def _wish(turn: Turn, text: str) -> Wish | None:
    context = turn.context
    return hours.read(text, turn.say.language, context.clock.now(), context.identity.zone)


def _set(tx: Transaction, turn: Turn, wish: Wish | None) -> Message:
    person = acquaint(tx, turn)
    match wish:
        case Until(moment):
            people.mute_until(tx, person.user_id, moment)
        case EachNight(begin, end):
            people.set_quiet_hours(tx, person.user_id, begin, end)
        case Aloud():
            people.mute_until(tx, person.user_id, None)
            people.set_quiet_hours(tx, person.user_id, None, None)
    changed = people.get(tx, person.user_id) or person
    return texts.muting(turn.say, changed, tx.now)


@settled
def choose_news(tx: Transaction, turn: Turn) -> None:
    kind = muted_kinds.KINDS.get(turn.tokens()[0])
    mine = muted_kinds.kinds_of(turn.person)
    if kind in mine and kind is not None:
        muted_kinds.switch(tx, turn.person, kind)
        # End the message of all their orders that was kept up to date.
        if kind is muted_kinds.MANY_ORDERS:
            sent_orders.rest(tx, turn.person.user_id)
    muted = stored_kinds.of_person(tx, turn.person.user_id)
    kinds = {one.name: one.called for one in mine}
    audiences = [audience.view for audience in muted_kinds.audiences_of(turn.person)]
    turn.replace(tx, texts.choices(turn.say, kinds, muted, audiences))


MUTE = Command(
    "mute",
    Action.MUTE,
    phrase("no sound for a while, or each night"),
    mute_typed,
    takes=phrase("<2h, until 18:00, 22-7 or off>"),
)
MUTE_BUTTON = Button(Verb.QUIET, Action.MUTE, mute_pressed, about=0, tokens=1, is_quiet=True)
CHOOSE_NEWS = Button(
    Verb.NOTIFICATIONS, Action.CHOOSE_NEWS, choose_news, about=0, tokens=1, is_quiet=True
)
