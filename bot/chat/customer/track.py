"""/track: where the customer's parcels are."""

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.notices import ShowCard, View
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.texts.customer import track as texts
from bot.texts.words import phrase


async def track(turn: Turn) -> None:
    async with turn.settle() as tx:
        followed = await subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
        rows = [one.row for one in followed if one.row.is_open]
        if not rows:
            await turn.reply(tx, texts.NOTHING_TO_TRACK)
        for row in rows:
            card = ShowCard(chat_id=turn.chat.id, delivery=row.uuid, view=View.CUSTOMER, fresh=True)
            await notices.post(tx, card, effect_keys.card_asked_for(turn.job.key, row.uuid))


TRACK = Command("track", Action.TRACK, phrase("a card for each of your parcels"), track)
