"""/find, and `@bot 1042` in any chat: search the fleet service's deliveries for some words."""

from telegram import MessageEntity

from bot.actions.access import Action, may_ask
from bot.actions.dispatcher import search
from bot.base.plain_text import clean
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.fleet import FleetError
from bot.texts import pagination, toasts
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import inline as inline_texts
from bot.texts.dispatcher import lists
from bot.texts.dispatcher import replies as texts
from bot.texts.dispatcher.inline import Hits
from bot.texts.message import Message
from bot.texts.words import phrase

_MOST = 20
"""The most hits of a search from any chat."""


async def find(turn: Turn) -> None:
    text = turn.argument
    if not text:
        await turn.answer(texts.HOW_TO_FIND)
        return
    async with asking_the_fleet(turn):
        await turn.answer(await _listed(turn, text, 1))


async def turn_page(turn: Turn) -> None:
    # No button can carry the search words, so read them from the heading of the list.
    listed = turn.update.effective_message
    marked = listed.parse_entities([MessageEntity.CODE]) if listed else {}
    text = clean(next(iter(marked.values()), ""))
    if not text:
        turn.toast(toasts.OLD_LIST)
        return
    async with asking_the_fleet(turn):
        message = await _listed(turn, text, pagination.asked(turn.tokens()[0]))
        await turn.show(message)


async def _listed(turn: Turn, text: str, number: int) -> Message:
    """List a page of the hits; the first page begins with the riders of that name."""
    page = await search.found(turn.context, text, number)
    riders = await search.work_of_riders(turn.context, text) if page.number == 1 else []
    return lists.found(turn.say, text, page, turn.context.clock.now(), riders)


FIND = Command(
    "find",
    Action.FIND,
    phrase("look for a name or a number"),
    find,
    takes=phrase("<words>"),
    is_at_desk=True,
)
FOUND_PAGE = Button(Verb.FOUND, Action.FIND, turn_page, about=0, tokens=1)


async def look_up(turn: Turn) -> None:
    """Find what was typed, or the newest deliveries; find nothing if the service does not answer.

    Telegram sends a search for each typed letter, so each makes one request to the service.
    """
    if not may_ask(turn.person, Action.FIND):
        turn.hits = inline_texts.stranger(turn.say)
        return
    query = turn.update.inline_query
    text = query.query if query else ""
    try:
        page = await search.found(turn.context, text, per_page=_MOST, most_requests=1)
        riders = await search.work_of_riders(turn.context, text)
    except FleetError:
        turn.hits = Hits()
        return
    now = turn.context.clock.now()
    carried = [delivery for rider in riders for delivery in rider.open]
    # The search may also find a delivery that a listed rider carries: list it once.
    listed = {delivery.uuid: delivery for delivery in [*carried, *page.items]}
    hits = [inline_texts.hit(turn.say, delivery, now) for delivery in listed.values()]
    turn.hits = Hits(tuple(hits[:_MOST]))
