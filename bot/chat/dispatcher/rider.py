"""/riders and /rider: the list of riders, and one rider's card and history."""

from bot.actions.access import Action, may
from bot.actions.dispatcher import rider_info
from bot.actions.rider import history
from bot.chat.dispatcher import switch_riders
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.fleet import NotFound
from bot.identifiers import RiderUuid
from bot.texts import message, pagination
from bot.texts.callbacks import Verb
from bot.texts.delivered import HistoryDays
from bot.texts.dispatcher import rider_info as texts
from bot.texts.words import phrase

_A_PAGE = 10


async def riders(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        await turn.answer(await _page(turn, 1))


async def page(turn: Turn) -> None:
    (number,) = turn.tokens()
    async with asking_the_fleet(turn):
        shown = await _page(turn, pagination.asked(number))
        await turn.show(shown)


async def _page(turn: Turn, number: int) -> message.Message:
    listed = await rider_info.everyone(turn.context)
    totals = await rider_info.totals(turn.context)
    return texts.overview(turn.say, pagination.cut(listed, number, _A_PAGE), totals)


RIDERS = Command(
    "riders",
    Action.SEE_RIDERS,
    phrase("the riders, their load and state"),
    riders,
    is_at_desk=True,
)
RIDERS_PAGE = Button(Verb.RIDERS, Action.SEE_RIDERS, page, about=0, tokens=1, is_quiet=True)


async def rider_typed(turn: Turn) -> None:
    name = turn.argument
    if not name:
        await riders(turn)
        return
    async with asking_the_fleet(turn):
        listed = await rider_info.everyone(turn.context)
        alike = rider_info.called_like(listed, name)
        # A last word such as "off" may be a name; it is a wish only if nobody has that name.
        wish = None if alike else switch_riders.wish_of(turn)
        if wish is not None:
            await switch_riders.wanted(turn, wish, listed)
        elif len(alike) == 1:
            await turn.answer(await _card(turn, alike[0].rider.uuid))
        elif alike:
            await turn.answer(texts.which(turn.say, name, alike))
        else:
            await turn.answer(texts.nobody(turn.say, name))


async def rider_pressed(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        await turn.answer(await _card(turn, RiderUuid(turn.objects()[0])))


async def _card(turn: Turn, uuid: RiderUuid) -> message.Message:
    try:
        one = await rider_info.one(turn.context, uuid)
    except NotFound:
        return turn.say.message(texts.GONE)
    # People must not cut off their own chat from their rider.
    may_remove = may(turn.person, Action.REMOVE_RIDER_LINK) and one.user_id != turn.person.user_id
    now = turn.context.clock.now()
    return texts.card(turn.say, one, one.rider.revenue, now, may_remove=may_remove)


async def history_pressed(turn: Turn) -> None:
    name, number = turn.tokens()
    asked, uuid = HistoryDays.read(name), RiderUuid(turn.objects()[0])
    async with asking_the_fleet(turn):
        rider = await turn.context.riders.named(uuid)
        if rider is None:
            await turn.answer(texts.GONE)
            return
        read = await history.of_rider(turn.context, uuid, asked)
        work = read.page(pagination.asked(number))
        await turn.show(texts.history(turn.say, rider, asked, work))


RIDER = Command(
    "rider",
    Action.SEE_RIDERS,
    phrase("one rider: work, history, activation"),
    rider_typed,
    takes=phrase("<name> [on|off]"),
)
RIDER_CARD = Button(Verb.RIDER, Action.SEE_RIDERS, rider_pressed, is_quiet=True)
RIDER_HISTORY = Button(
    Verb.RIDER_HISTORY, Action.SEE_RIDERS, history_pressed, tokens=2, is_quiet=True
)
