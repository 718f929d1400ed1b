"""Back in reach: what has changed while nothing could be sent to somebody is put right there.

They have chosen not to hear of it, so it makes no sound; but no card there says what is not so.
"""

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.store import cards


def put_cards_right(tx: Transaction, user_id: int, cause: EffectKey) -> None:
    """Bring every card up to date that stands in somebody's chat, and send none."""
    for card in cards.of_chat(tx, user_id):
        key = effect_keys.put_right(cause, card.message_id)
        notices.put_right(tx, user_id, card.delivery, View(card.view), key)
