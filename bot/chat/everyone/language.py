"""/language: what the bot speaks to somebody."""

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notices import SetMenu, ShowCard, View
from bot.base.database import Transaction
from bot.chat.everyone.start import acquaint
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.store import cards, people
from bot.texts.callbacks import Verb
from bot.texts.catalogues import languages
from bot.texts.everyone import language as texts
from bot.texts.words import Words, phrase


async def language_typed(turn: Turn) -> None:
    wanted = turn.argument.lower()
    async with turn.settle() as tx:
        if wanted in languages():
            await _speak(tx, turn, wanted)
            await turn.reply(tx, Words(wanted).message(texts.CHOSEN))
        else:
            await turn.reply(tx, texts.which_language(turn.say))


async def language_pressed(turn: Turn) -> None:
    wanted = turn.tokens()[0]
    async with turn.settle() as tx:
        if wanted in languages():
            await _speak(tx, turn, wanted)
            await turn.replace(tx, Words(wanted).message(texts.CHOSEN))
        else:
            await turn.replace(tx, texts.which_language(turn.say))


async def _speak(tx: Transaction, turn: Turn, language: str) -> None:
    """Keep the language, and write what stays in the chat in it: the menu and the cards."""
    await acquaint(tx, turn)
    await people.set_language(tx, turn.person.user_id, language)
    await notices.post(tx, SetMenu(chat_id=turn.chat.id), effect_keys.own_menu(turn.job.key))
    for card in await cards.of_chat(tx, turn.chat.id):
        where = {"chat_id": card.chat_id, "delivery": card.delivery}
        shown = ShowCard(**where, view=View(card.view), create=False)
        key = effect_keys.card_translated(turn.job.key, card.delivery, card.view)
        await notices.post(tx, shown, key)


LANGUAGE = Command(
    "language", Action.CHOOSE_LANGUAGE, phrase("choose what I speak"), language_typed
)
LANGUAGE_BUTTON = Button(Verb.LANGUAGE, Action.CHOOSE_LANGUAGE, language_pressed, about=0, tokens=1)
