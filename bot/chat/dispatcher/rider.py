"""/riders and /rider: who rides, one rider's card and history, and whether they get work."""

from bot.actions import request_queue
from bot.actions.access import Action, may
from bot.actions.dispatcher import rider_info
from bot.actions.fleet_requests.switch_rider import SwitchRider
from bot.actions.rider import history
from bot.base.database.transaction import Transaction
from bot.base.folding import folded
from bot.chat.asking import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.fleet import NotFound, Rider
from bot.identifiers import RiderUuid
from bot.texts import message, paging
from bot.texts.callbacks import Verb
from bot.texts.delivered import HistoryDays
from bot.texts.dispatcher import rider_info as texts
from bot.texts.dispatcher.rider_info import RiderInfo
from bot.texts.words import phrase

_A_PAGE = 10
_WANTED = {"on": True, "off": False}


async def riders(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        await turn.answer(await _page(turn, 1))


async def page(turn: Turn) -> None:
    (number,) = turn.tokens()
    async with asking_the_fleet(turn):
        shown = await _page(turn, paging.asked(number))
        await turn.show(shown)


async def _page(turn: Turn, number: int) -> message.Message:
    listed = await rider_info.everyone(turn.context)
    totals = await rider_info.totals(turn.context)
    return texts.overview(turn.say, paging.cut(listed, number, _A_PAGE), totals)


RIDERS = Command("riders", Action.SEE_RIDERS, phrase("the riders, their load and state"), riders)
RIDERS_PAGE = Button(Verb.RIDERS, Action.SEE_RIDERS, page, about=0, tokens=1, is_quiet=True)


async def rider_typed(turn: Turn) -> None:
    name = turn.argument
    if not name:
        await riders(turn)
        return
    async with asking_the_fleet(turn):
        found = _called(await rider_info.everyone(turn.context), name)
        if len(found) == 1:
            await turn.answer(await _card(turn, found[0].rider.uuid))
        elif found:
            await turn.answer(texts.which(turn.say, name, found))
        else:
            await turn.answer(texts.nobody(turn.say, name))


def _called(listed: list[RiderInfo], name: str) -> list[RiderInfo]:
    """Return who is called exactly so, or else whose name has it in it."""
    wanted = folded(name)
    exact = [one for one in listed if folded(one.rider.name) == wanted]
    return exact or [one for one in listed if wanted in folded(one.rider.name)]


async def rider_pressed(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        await turn.answer(await _card(turn, RiderUuid(turn.objects()[0])))


async def _card(turn: Turn, uuid: RiderUuid) -> message.Message:
    try:
        one = await rider_info.one(turn.context, uuid)
    except NotFound:
        return turn.say.message(texts.GONE)
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
        page = paging.cut(read.deliveries, paging.asked(number), _A_PAGE)
        shown = texts.history(turn.say, rider, asked, page, read.fees, is_whole=read.is_whole)
        await turn.show(shown)


async def switch(turn: Turn) -> None:
    state, step = turn.tokens()
    async with asking_the_fleet(turn):
        rider = await turn.context.riders.named(turn.objects()[0])
        if rider is None or state not in _WANTED:
            await turn.answer(texts.GONE)
            return
        if step == "yes":
            await _switch(turn, rider, active=_WANTED[state])
        else:
            await turn.show(texts.ask_to_switch(turn.say, rider, active=_WANTED[state]))


@settled
def _switch(tx: Transaction, turn: Turn, rider: Rider, *, active: bool) -> None:
    request = SwitchRider(by=turn.person.user_id, rider=rider.uuid, active=active)
    request_queue.enqueue(tx, request, turn.job.key)
    turn.replace(tx, texts.switching(turn.say, rider))


RIDER = Command(
    "rider",
    Action.SEE_RIDERS,
    phrase("one rider: work, history, activation"),
    rider_typed,
    takes=phrase("<name>"),
)
RIDER_CARD = Button(Verb.RIDER, Action.SEE_RIDERS, rider_pressed, is_quiet=True)
RIDER_HISTORY = Button(
    Verb.RIDER_HISTORY, Action.SEE_RIDERS, history_pressed, tokens=2, is_quiet=True
)
SWITCH_RIDER = Button(Verb.SWITCH_RIDER, Action.SWITCH_RIDER, switch, tokens=2, is_quiet=True)
