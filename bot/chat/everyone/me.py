"""/me: what the bot knows of a person, and the settings of their chat."""

from bot.actions.access import Action
from bot.actions.cards import board
from bot.actions.customer import subscriptions
from bot.actions.follow_ups import digests
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.store import people
from bot.texts.callbacks import Verb
from bot.texts.everyone import me as texts
from bot.texts.message import Message
from bot.texts.words import phrase


@settled
def me(tx: Transaction, turn: Turn) -> None:
    turn.reply(tx, _who_you_are(tx, turn))


def _who_you_are(tx: Transaction, turn: Turn) -> Message:
    person = people.get(tx, turn.person.user_id) or turn.person
    followed = subscriptions.all_for(tx, person, Action.SEE_WHERE)
    seen = [one.seen for one in followed if one.row.is_open]
    return texts.who_you_are(turn.say, person, seen, tx.now)


@settled
def switch_folding(tx: Transaction, turn: Turn) -> None:
    keeps_finished = turn.tokens()[0] == "off"
    people.set_keeps_finished(tx, turn.person.user_id, keeps_finished)
    turn.replace(tx, _who_you_are(tx, turn))


@settled
def switch_lists(tx: Transaction, turn: Turn) -> None:
    people.set_plain_lists(tx, turn.person.user_id, turn.tokens()[0] == "on")
    # This choice makes boards and digests, in their chat or in a group, tables or lines.
    board.refresh(tx, is_news=False)
    digests.refresh(tx)
    turn.replace(tx, _who_you_are(tx, turn))


ME = Command("me", Action.SEE_ME, phrase("your settings"), me)
FOLD_AWAY = Button(
    Verb.FOLD_AWAY, Action.FOLD_AWAY, switch_folding, about=0, tokens=1, is_quiet=True
)
PLAIN_LISTS = Button(
    Verb.PLAIN_LISTS, Action.CHOOSE_LISTS, switch_lists, about=0, tokens=1, is_quiet=True
)
