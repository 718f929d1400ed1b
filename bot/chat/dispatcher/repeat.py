"""The same delivery once more: a draft with the data of an earlier one, to change and confirm."""

from decimal import Decimal

from bot.actions.access import Action
from bot.actions.dispatcher import door_amounts
from bot.actions.dispatcher.drafts.from_delivery import repeated
from bot.actions.snapshots import snapshot
from bot.chat.dispatcher.draft_dialog import go_on
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.domain.draft import Blank
from bot.store import deliveries
from bot.store.drafts import OpenDraft
from bot.texts.callbacks import Verb
from bot.texts.dispatcher.drafted_words import something_else_open


async def repeat(turn: Turn) -> None:
    row = await turn.context.database.read(deliveries.get, turn.delivery())
    if row is None:
        turn.stale()
        return
    # The bot keeps the amount to collect for the goods: a delivery's snapshot does not have it.
    goods = door_amounts.held(row, Blank.GOODS)
    draft = repeated(snapshot(row), Decimal(goods) if goods else None)
    opened = OpenDraft.read(turn.dialog)
    if turn.dialog is not None and opened is None:
        await turn.answer(something_else_open(turn.say))
    else:
        await go_on(turn, opened.with_more((draft,)) if opened else OpenDraft.of((draft,)))


REPEAT = Button(Verb.REPEAT, Action.CREATE_DELIVERY, repeat)
