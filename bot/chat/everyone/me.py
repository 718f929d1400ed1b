"""/me: who the bot thinks somebody is."""

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.base.transaction import Transaction
from bot.chat.handler import Command
from bot.chat.turn import Turn, settled
from bot.texts.everyone import me as texts
from bot.texts.words import phrase


@settled
def me(tx: Transaction, turn: Turn) -> None:
    followed = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    seen = [one.seen for one in followed if one.row.is_open]
    turn.reply(tx, texts.who_you_are(turn.say, turn.person, seen, tx.now))


ME = Command("me", Action.SEE_ME, phrase("who I think you are, and your settings"), me)
