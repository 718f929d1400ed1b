"""/move: give all open work of one rider to another one, after showing and confirming it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.dispatcher import move, rider_picker
from bot.actions.dispatcher.move import Plan
from bot.actions.fleet_requests.assign_many import AssignMany
from bot.base.database.transaction import Transaction
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.identifiers import RiderUuid
from bot.texts import pagination
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import move as texts
from bot.texts.dispatcher.assign_many import giving_many
from bot.texts.dispatcher.rider_picker import PER_PAGE, Candidate, said_after
from bot.texts.message import Message
from bot.texts.names import called
from bot.texts.words import phrase


@dataclass(frozen=True, slots=True)
class Next:
    """The next message: a list to choose from, or the plan that waits for a yes."""

    message: Message
    plan: Plan | None = None


async def move_typed(turn: Turn) -> None:
    """Read two names, and ask for a rider who is missing or not clear."""
    async with asking_the_fleet(turn):
        riders = await rider_picker.everyone(turn.context)
        former, rider = move.understood(turn.words, riders)
        shown = await _next(turn, riders, former, rider, 1)
        await turn.settle(_show, turn, shown, turn.reply)


async def move_chosen(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        riders = await rider_picker.everyone(turn.context)
        # The button carries a uuid that no rider has for a rider who is not chosen yet.
        uuids = {rider.uuid for rider in riders}
        former, rider = (RiderUuid(uuid) if uuid in uuids else None for uuid in turn.objects())
        shown = await _next(turn, riders, former, rider, pagination.asked(turn.tokens()[0]))
        await turn.settle(_show, turn, shown, turn.replace)


def _show(
    tx: Transaction, turn: Turn, shown: Next, say: Callable[[Transaction, Message], None]
) -> None:
    say(tx, shown.message)
    if shown.plan:
        shown.plan.ask(tx, turn.person.user_id)


async def _next(
    turn: Turn,
    riders: list[Candidate],
    former: RiderUuid | None,
    rider: RiderUuid | None,
    number: int,
) -> Next:
    """Ask from whom, then to whom; once both are known, show the work to move."""
    by_uuid = {candidate.uuid: candidate for candidate in riders}
    if former is None:
        busy = [each for each in riders if each.open_jobs and each.uuid != rider]
        return Next(texts.from_whom(turn.say, pagination.cut(busy, number, PER_PAGE), rider))
    free = [each for each in await rider_picker.candidates(turn.context) if each.uuid != former]
    # A named rider may be inactive: they may have work in hand, but get no new work.
    if rider not in {each.uuid for each in free}:
        page = pagination.cut(free, number, PER_PAGE)
        named = by_uuid[rider].name if rider and rider != former else ""
        invited = await rider_picker.not_active_yet(turn.context)
        return Next(texts.to_whom(turn.say, page, by_uuid[former], invited, named))
    work = await move.work_of(turn.context, former)
    if not work:
        return Next(texts.nothing_to_move(turn.say, by_uuid[former].name))
    caveat, now = await rider_picker.caveat(turn.context, rider), turn.context.clock.now()
    message = texts.preview(turn.say, work, by_uuid[former], by_uuid[rider], now, caveat)
    deliveries = [delivery.uuid for delivery in work]
    return Next(message, Plan(former=former, rider=rider, deliveries=deliveries))


async def move_now(turn: Turn) -> None:
    """Move the work that was shown; leave out, and name, any delivery that has changed since."""
    former, rider = map(RiderUuid, turn.objects())
    async with asking_the_fleet(turn):
        taker = await turn.context.riders.named(rider)
        caveat = await rider_picker.caveat(turn.context, rider)

        def enqueue(tx: Transaction) -> None:
            # After a second press, or after a plan for other riders, this plan is gone.
            plan = move.proposed(tx, turn.person, former, rider)
            if plan is None or taker is None:
                turn.stale()
                turn.erase_message(tx)
                return
            request = AssignMany(
                by=turn.person.user_id,
                rider=rider,
                rider_name=called(taker),
                deliveries=dict.fromkeys(plan.deliveries, former),
            )
            request_queue.enqueue(tx, request, turn.job.key)
            turn.replace(tx, giving_many(turn.say, len(plan.deliveries), called(taker)))
            if caveat is not None:
                turn.reply(tx, said_after(turn.say, caveat))

        await turn.settle(enqueue)


MOVE = Command(
    "move",
    Action.MOVE_WORK,
    phrase("give all of one rider's work to another"),
    move_typed,
    takes=phrase("<from> <to>"),
)
MOVE_CHOSEN = Button(Verb.MOVE, Action.MOVE_WORK, move_chosen, about=2, tokens=1, is_quiet=True)
MOVE_NOW = Button(Verb.MOVE_NOW, Action.MOVE_WORK, move_now, about=2)
