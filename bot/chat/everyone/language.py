"""/language: the language in which the bot speaks to a person."""

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notice_kinds import SetMenu, ShowCard, View
from bot.base.database.transaction import Transaction
from bot.chat.everyone.start import acquaint
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.store import cards, people
from bot.texts.callbacks import Verb
from bot.texts.catalogues import languages
from bot.texts.everyone import language as texts
from bot.texts.words import Words, phrase


@settled
def language_typed(tx: Transaction, turn: Turn) -> None:
    wanted = turn.argument.lower()
    if wanted in languages():
        _speak(tx, turn, wanted)
        turn.reply(tx, Words(wanted).message(texts.CHOSEN))
    else:
        turn.reply(tx, texts.which_language(turn.say))


@settled
def language_pressed(tx: Transaction, turn: Turn) -> None:
    wanted = turn.tokens()[0]
    if wanted in languages():
        _speak(tx, turn, wanted)
        turn.replace(tx, Words(wanted).message(texts.CHOSEN))
    else:
        turn.replace(tx, texts.which_language(turn.say))


def _speak(tx: Transaction, turn: Turn, language: str) -> None:
    """Keep the language, and translate what stays in the chat: the menu and the cards."""
    # A stranger may choose a language, too: store a person to keep it with.
    acquaint(tx, turn)
    people.set_language(tx, turn.person.user_id, language)
    notices.post(tx, SetMenu(chat_id=turn.chat.id), effect_keys.own_menu(turn.job.key))
    for card in cards.of_chat(tx, turn.chat.id):
        # Do not send a card again that is gone from the chat.
        notice = ShowCard(
            chat_id=card.chat_id, delivery=card.delivery, view=View(card.view), create=False
        )
        key = effect_keys.card_translated(turn.job.key, card.delivery, card.view)
        notices.post(tx, notice, key)


LANGUAGE = Command(
    "language", Action.CHOOSE_LANGUAGE, phrase("choose the language"), language_typed
)
LANGUAGE_BUTTON = Button(
    Verb.LANGUAGE, Action.CHOOSE_LANGUAGE, language_pressed, about=0, tokens=1, is_quiet=True
)
