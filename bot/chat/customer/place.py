"""A place that a customer sends, to which the rider of their parcel has to go."""

from datetime import timedelta

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.customer.subscriptions import Followed
from bot.actions.fleet_requests.send_place import End, SendPlace, is_wanted
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.parcel_meant import parcel_meant
from bot.chat.turn import Turn, settled
from bot.domain.limits import PLACES_A_DAY
from bot.domain.person import Role
from bot.fleet import Point, State
from bot.store import dialogs, quotas
from bot.store.dialogs import Question
from bot.store.quotas import Quota
from bot.store.subscriptions import SENDER
from bot.texts.callbacks import Verb
from bot.texts.customer import place as texts

_A_DAY = Quota("place", PLACES_A_DAY, timedelta(days=1))


class PlaceQuestion(Question):
    """A place whose delivery the customer has not named yet."""

    name = "place"
    lasts = timedelta(minutes=30)

    point: Point


async def place_sent(turn: Turn) -> bool:
    """Keep a place for a delivery; return `False` if none was sent, or none can be kept."""
    sent = turn.message.location
    is_customers = Role.CUSTOMER in turn.person.roles and not turn.person.dispatches
    if turn.context.door is None or sent is None or sent.live_period or not is_customers:
        return False
    waiting, meant = await turn.context.database.read(_waiting, turn)
    if not waiting:
        return False
    point = Point(latitude=sent.latitude, longitude=sent.longitude)

    def keep_or_ask(tx: Transaction) -> None:
        if meant is None:
            PlaceQuestion(point=point).ask(tx, turn.person.user_id)
            orders = [(one.row.uuid, one.row.order_number) for one in waiting]
            turn.reply(tx, texts.which_delivery(turn.say, orders))
        elif _ask_to_keep(tx, turn, meant, point):
            turn.receipt(tx)
        else:
            turn.reply(tx, texts.too_many(turn.say, meant.row.order_number))

    await turn.settle(keep_or_ask)
    return True


def _waiting(tx: Transaction, turn: Turn) -> tuple[list[Followed], Followed | None]:
    """Return the deliveries to whose place a rider still has to go, and the one that is meant."""
    mine = subscriptions.all_for(tx, turn.person, Action.SEND_PLACE)
    waiting = [one for one in mine if is_wanted(one.row.state, _end(one))]
    if len(waiting) == 1:
        return waiting, waiting[0]
    meant = parcel_meant(tx, turn)
    # `parcel_meant` may guess. Its guess holds for a parcel that is named or already on its way;
    # otherwise ask the customer.
    is_clear = meant.one and (meant.is_named or meant.one.row.state == State.IN_TRANSIT)
    clear = (one for one in waiting if is_clear and one == meant.one)
    return waiting, next(clear, None)


def _end(followed: Followed) -> End:
    return End.SENDER if followed.party == SENDER else End.RECEIVER


def _ask_to_keep(tx: Transaction, turn: Turn, followed: Followed, point: Point) -> bool:
    """Ask the fleet service to keep the place; return `False` if there were too many today."""
    if not quotas.take(tx, _A_DAY, turn.person.user_id, followed.row.uuid):
        return False
    delivery, end = followed.row.uuid, _end(followed)
    request = SendPlace(by=turn.person.user_id, delivery=delivery, end=end, point=point)
    request_queue.enqueue(tx, request, turn.job.key)
    return True


@settled
def place_for(tx: Transaction, turn: Turn) -> None:
    question = PlaceQuestion.current(tx, turn.person.user_id)
    one = subscriptions.one_for(tx, turn.person, Action.SEND_PLACE, turn.delivery())
    if question is None or one is None:
        turn.replace(tx, texts.ASK_AGAIN)
        return
    dialogs.close(tx, turn.person.user_id)
    if _ask_to_keep(tx, turn, one, question.point):
        turn.replace(tx, texts.asked(turn.say, one.row.order_number))
    else:
        turn.replace(tx, texts.too_many(turn.say, one.row.order_number))


SEND_PLACE = Button(Verb.SEND_PLACE, Action.SEND_PLACE, place_for, is_quiet=True)
