"""/mute: when messages come without a sound, and which of them come loud at all."""

from bot.actions.access import Action
from bot.actions.people import choices, muting
from bot.actions.people.muting import Wish
from bot.chat.everyone.start import acquaint
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.store import muted_kinds, people
from bot.store.database import Transaction
from bot.texts.callbacks import Verb
from bot.texts.message import Message
from bot.texts.people import muting as texts
from bot.texts.words import phrase


async def mute_typed(turn: Turn) -> None:
    """Keep the wish that was typed, or show what is set."""
    wish = _wish(turn, turn.argument)
    if turn.argument and wish is None:
        await turn.answer(texts.how_to_mute(turn.say))
        return
    async with turn.settle() as tx:
        await turn.reply(tx, await _set(tx, turn, wish))


async def mute_pressed(turn: Turn) -> None:
    """Keep the wish behind the button, and show what is set in its place."""
    wish = _wish(turn, turn.tokens()[0])
    async with turn.settle() as tx:
        await turn.replace(tx, await _set(tx, turn, wish))


def _wish(turn: Turn, text: str) -> Wish | None:
    return muting.read(text, turn.desk.clock.now(), turn.desk.house.zone)


async def _set(tx: Transaction, turn: Turn, wish: Wish | None) -> Message:
    person = await acquaint(tx, turn)
    if wish is not None:
        await muting.grant(tx, person, wish)
    changed = await people.get(tx, person.user_id) or person
    return texts.muting(turn.say, changed, tx.now)


async def choose_news(turn: Turn) -> None:
    """Switch the kind of news behind the button, and show which are heard."""
    kind = choices.KINDS.get(turn.tokens()[0])
    mine = choices.kinds_of(turn.person)
    async with turn.settle() as tx:
        if kind in mine and kind is not None:
            await choices.switch(tx, turn.person, kind)
        muted = await muted_kinds.of_person(tx, turn.person.user_id)
        names = [one.name for one in mine]
        audiences = choices.audiences_of(turn.person)
        await turn.replace(tx, texts.choices(turn.say, names, muted, audiences))


MUTE = Command(
    "mute",
    Action.MUTE,
    phrase("no sound for a while, or each night"),
    mute_typed,
    takes=phrase("<2h, until 18:00, 22-7 or off>"),
)
MUTE_BUTTON = Button(Verb.QUIET, Action.MUTE, mute_pressed, about=0, tokens=1)
CHOOSE_NEWS = Button(Verb.NOTIFICATIONS, Action.CHOOSE_NEWS, choose_news, about=0, tokens=1)
