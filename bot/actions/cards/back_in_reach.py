"""People back in reach: update the cards that became outdated while nothing could be sent to them.

They chose not to hear of the changes, so the updates make no sound.
"""

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.store import cards


def put_cards_right(tx: Transaction, user_id: int, cause: EffectKey) -> None:
    """Update every card in a person's chat by editing; send no new message."""
    for card in cards.of_chat(tx, user_id):
        key = effect_keys.put_right(cause, card.message_id)
        notices.put_right(tx, user_id, card.delivery, View(card.view), key)
