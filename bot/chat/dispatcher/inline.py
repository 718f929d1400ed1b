"""Inline mode: `@bot 1042` in any chat finds deliveries, for staff only."""

from bot.actions.access import Action, may_ask
from bot.actions.dispatcher import lookup
from bot.chat.turn import Turn
from bot.fleet import FleetError
from bot.texts.dispatcher import inline as texts
from bot.texts.dispatcher.inline import Hits

_MOST = 20


async def look_up(turn: Turn) -> None:
    """Find what was typed; without a word, the newest. Nobody waits for a service that is down."""
    if not may_ask(turn.person, Action.FIND):
        turn.offer(texts.stranger(turn.say))
        return
    query = turn.update.inline_query
    try:
        page = await lookup.found(turn.context, query.query if query else "", per_page=_MOST)
    except FleetError:
        turn.offer(Hits())
        return
    turn.offer(Hits(tuple(texts.hit(turn.say, delivery) for delivery in page.items[:_MOST])))
