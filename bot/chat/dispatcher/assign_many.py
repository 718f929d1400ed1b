"""Choose several: tick deliveries in a list, and give them to one rider together."""

from collections.abc import Sequence
from datetime import timedelta

from pydantic import Field

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.cards import board as board_actions
from bot.actions.dispatcher import give_out, lookup, rider_picker
from bot.actions.fleet_requests.assign_many import AssignMany
from bot.actions.snapshots import oldest_first, snapshot
from bot.base.database.transaction import Transaction
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button
from bot.chat.turn import Sayable, Turn, settled
from bot.fleet import Delivery, Rider
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import deliveries, dialogs
from bot.store.dialogs import Question
from bot.texts import pagination, tables, toasts
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import assign_many as texts
from bot.texts.dispatcher.assign import NO_RIDERS
from bot.texts.dispatcher.assign_many import Gift
from bot.texts.dispatcher.give_out import choose_group
from bot.texts.dispatcher.rider_picker import PER_PAGE, said_after
from bot.texts.names import called

_MOST = 50
"""The most deliveries that can be chosen at once."""


class Ticks(Question):
    """The ticked deliveries, each with the rider that it had at that moment."""

    name = "choose_many"
    lasts = timedelta(hours=1)

    deliveries: dict[str, str | None] = Field(default_factory=dict)


@settled
def choose(tx: Transaction, turn: Turn) -> None:
    _show(tx, turn, _ticks(tx, turn))


@settled
def tick(tx: Transaction, turn: Turn) -> None:
    delivery = turn.delivery()
    ticks = _ticks(tx, turn)
    if delivery in ticks.deliveries:
        del ticks.deliveries[delivery]
    elif len(ticks.deliveries) >= _MOST:
        turn.toast(toasts.AT_MOST, count=_MOST)
        return
    else:
        open_now = {each.uuid: each for each in board_actions.open_deliveries(tx)}
        if delivery in open_now:
            ticks.deliveries[delivery] = open_now[delivery].rider_uuid
        else:
            turn.stale()
    ticks.ask(tx, turn.person.user_id)
    _show(tx, turn, ticks)


async def choose_rider(turn: Turn) -> None:
    def ticked(tx: Transaction) -> list[Delivery]:
        uuids = map(DeliveryUuid, _ticks(tx, turn).deliveries)
        rows = (deliveries.get(tx, uuid) for uuid in uuids)
        return oldest_first(snapshot(row) for row in rows if row is not None)

    chosen = await turn.context.database.read(ticked)
    async with asking_the_fleet(turn):
        await turn.show(await which_rider(turn, chosen, pagination.asked(turn.tokens()[0])))


async def which_rider(turn: Turn, chosen: Sequence[Delivery], number: int) -> Sayable:
    """Ask who takes some deliveries; the rider nearest to their pickup comes first."""
    context, near = turn.context, give_out.pickup_point(chosen)
    page = pagination.cut(await rider_picker.candidates(context, near), number, PER_PAGE)
    if not page.items:
        return NO_RIDERS
    invited = await rider_picker.not_active_yet(context)
    return texts.which_rider_for_many(turn.say, chosen, page, context.clock.now(), invited)


async def assign(turn: Turn) -> None:
    """Give the deliveries to the chosen rider; if no message reaches them, ask first."""
    caveat = await rider_picker.caveat(turn.context, RiderUuid(turn.objects()[0]))
    if caveat is not None and caveat.must_be_asked:
        await turn.show(texts.ask_before_many(turn.say, caveat, turn.tokens()[0]))
    else:
        await assign_anyway(turn)


async def assign_anyway(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        chosen = RiderUuid(turn.objects()[0])
        rider = await turn.context.riders.named(chosen)
        caveat = await rider_picker.caveat(turn.context, chosen)

        def give(tx: Transaction) -> None:
            ticks = _ticks(tx, turn)
            # Something else may have been chosen since, in another message.
            if rider is None or turn.tokens()[0] != texts.mark_of_chosen(ticks.deliveries):
                turn.stale()
                turn.clear_pressed(tx)
                return
            seen_alone = turn.ephemeral_message
            request = AssignMany(
                by=turn.person.user_id,
                rider=rider.uuid,
                rider_name=called(rider),
                deliveries=ticks.deliveries,
                shown_in=seen_alone or turn.message_id,
                group=turn.place if seen_alone else None,
            )
            request_queue.enqueue(tx, request, turn.job.key)
            dialogs.close(tx, turn.person.user_id)
            turn.replace(tx, texts.giving_many(turn.say, len(ticks.deliveries), called(rider)))
            if caveat is not None:
                turn.reply(tx, said_after(turn.say, caveat))

        await turn.settle(give)


async def assign_named(turn: Turn, wanted: Sequence[tuple[Rider, Sequence[str]]]) -> None:
    """Offer to give the named orders to riders, with one tap for each rider.

    Several orders of one rider are given together.

    Raises:
        FleetError: the fleet service did not answer.
    """
    offers: list[Gift] = []
    missing: list[str] = []
    inactive = [called(rider) for rider, _ in wanted if rider.active is False]
    wanted = [(rider, orders) for rider, orders in wanted if rider.active is not False]
    for rider, orders in wanted:
        for order in orders:
            row = await lookup.by_order(turn.context, order)
            if row is None or not row.is_open:
                missing.append(order)
            else:
                gift = Gift(row.order_number, row.uuid, row.rider, rider.uuid, called(rider))
                offers.append(gift)
    # Several orders of one rider are ticked together, and given with one tap.
    is_one = len(wanted) == 1 and len(offers) > 1
    await turn.settle(_offer, turn, offers, missing, inactive, is_one=is_one)


@settled
def assign_waiting(tx: Transaction, turn: Turn, rider: Rider) -> None:
    """Offer to give orders without a rider to one rider, the oldest first, up to the limit."""
    waiting = oldest_first(map(snapshot, deliveries.without_rider(tx)))[:_MOST]
    if not waiting:
        turn.reply(tx, choose_group(turn.say, 0, ()))
        return
    name = called(rider)
    offers = [Gift(each.order_number, each.uuid, None, rider.uuid, name) for each in waiting]
    # An inactive rider gets nothing, so say that instead of offering anything.
    inactive = [name] if rider.active is False else []
    _offer(tx, turn, [] if inactive else offers, [], inactive, is_one=len(offers) > 1)


def _offer(
    tx: Transaction,
    turn: Turn,
    offers: Sequence[Gift],
    missing: Sequence[str],
    inactive: Sequence[str],
    *,
    is_one: bool,
) -> None:
    if is_one:
        ticked = {gift.delivery: gift.former for gift in offers}
        Ticks(deliveries=ticked).ask(tx, turn.person.user_id)
    turn.reply(tx, texts.give_these(turn.say, offers, missing, inactive, is_one=is_one))


def _ticks(tx: Transaction, turn: Turn) -> Ticks:
    return Ticks.current(tx, turn.person.user_id) or Ticks()


def _show(tx: Transaction, turn: Turn, ticks: Ticks) -> None:
    number = pagination.asked(turn.tokens()[0]) if turn.tokens() else 1
    open_now = board_actions.open_deliveries(tx)
    page = pagination.cut(open_now, number, texts.PER_PAGE)
    table = pagination.cut(open_now, number, tables.ROWS)
    turn.replace(tx, texts.choose_many(turn.say, page, ticks.deliveries, tx.now, table))


CHOOSE_MANY = Button(Verb.CHOOSE_MANY, Action.ASSIGN, choose, about=0, tokens=1, is_quiet=True)
TICK = Button(Verb.TICK, Action.ASSIGN, tick, tokens=1)
CHOOSE_RIDER_FOR_MANY = Button(
    Verb.CHOOSE_RIDER_FOR_MANY,
    Action.ASSIGN,
    choose_rider,
    about=0,
    tokens=1,
    is_quiet=True,
)
ASSIGN_MANY = Button(Verb.ASSIGN_MANY, Action.ASSIGN, assign, tokens=1)
ASSIGN_MANY_ANYWAY = Button(Verb.ASSIGN_MANY_ANYWAY, Action.ASSIGN, assign_anyway, tokens=1)
