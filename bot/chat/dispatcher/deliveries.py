"""/deliveries: the list with filters and pages, in one message whose buttons carry its state."""

from bot.actions.access import Action
from bot.actions.dispatcher import lookup, rider_picker
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.parsing.arguments import in_english
from bot.texts import pagination
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import lists
from bot.texts.dispatcher.filters import Criterion, Filters
from bot.texts.dispatcher.report import too_many
from bot.texts.dispatcher.rider_picker import PER_PAGE
from bot.texts.message import Message
from bot.texts.words import phrase


async def deliveries(turn: Turn) -> None:
    filters = Filters.said(in_english(turn.argument, turn.say.language), turn.context.today)
    if filters is None:
        await turn.answer(lists.HOW_TO_ASK)
        return
    async with asking_the_fleet(turn):
        await turn.answer(await _listed(turn, filters, 1))


async def turn_page(turn: Turn) -> None:
    token, number = turn.tokens()
    filters = Filters.read(turn.objects()[0], token)
    async with asking_the_fleet(turn):
        message = await _listed(turn, filters, pagination.asked(number))
        await turn.show(message)


async def _listed(turn: Turn, filters: Filters, number: int) -> Message:
    try:
        page = await lookup.listed(turn.context, filters, number)
    except lookup.TooMany:
        return too_many(turn.say, lookup.MOST)
    rider = await turn.context.riders.named(filters.rider) if filters.rider else None
    now = turn.context.clock.now()
    return lists.delivery_list(turn.say, page, filters, rider.name if rider else "", now)


async def choose_filter(turn: Turn) -> None:
    token, criterion, number = turn.tokens()
    filters = Filters.read(turn.objects()[0], token)
    async with asking_the_fleet(turn):
        if criterion == Criterion.RIDER:
            riders = await rider_picker.candidates(turn.context)
            page = pagination.cut(riders, pagination.asked(number), PER_PAGE)
            message = lists.choose_rider_filter(turn.say, filters, page)
        else:
            # Callback data can be made up, so an unknown criterion offers the statuses.
            is_known = criterion in set(Criterion)
            known = Criterion(criterion) if is_known else Criterion.STATUS
            message = lists.choose_filter(turn.say, filters, known)
        await turn.show(message)


DELIVERIES = Command(
    "deliveries",
    Action.LIST_DELIVERIES,
    phrase("all deliveries, with filters"),
    deliveries,
    takes=phrase("[created|assigned|delivered|scheduled] [days]"),
    is_at_desk=True,
)
LIST_PAGE = Button(Verb.LIST, Action.LIST_DELIVERIES, turn_page, tokens=2, is_quiet=True)
LIST_FILTER = Button(
    Verb.LIST_FILTER, Action.LIST_DELIVERIES, choose_filter, tokens=3, is_quiet=True
)
