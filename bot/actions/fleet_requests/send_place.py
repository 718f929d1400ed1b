"""A customer sends a place on the map: where they wait for a parcel, or where it waits.

The contract has no call for it, so it goes to the operator's door, if there is one. An unanswered
request is sent again; that changes nothing if the first one was carried out.
"""

from datetime import timedelta
from enum import StrEnum
from typing import Literal

from bot.actions import effect_keys
from bot.actions.access import Action
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.news import PLACE
from bot.actions.notice_kinds import View
from bot.actions.recipients import readers
from bot.actions.request_queue import DeliveryRequest, lane_of_places
from bot.base.database.transaction import Transaction
from bot.fleet import Coordinates, Delivery, Point, Refused, State
from bot.store import deliveries, people
from bot.texts.callbacks import Verb
from bot.texts.customer import place as texts
from bot.texts.words import Words


class End(StrEnum):
    """One of the two places of a delivery."""

    SENDER = "sender"
    RECEIVER = "receiver"


class SendPlace(DeliveryRequest):
    """A customer sends the place of one end of a delivery."""

    allowed_by = Action.SEND_PLACE
    pressed = Verb.SEND_PLACE

    kind: Literal["send_place"] = "send_place"
    end: End
    point: Point

    @property
    def lane(self) -> str:
        """A lane of its own: no code waits while the door is shut and the fleet service answers."""
        return lane_of_places(self.delivery)

    @property
    def detail(self) -> str:
        return self.end


class SendPlaceOperation(DeliveryOperation[SendPlace]):
    carries_out = SendPlace
    view = View.CUSTOMER

    expires = timedelta(hours=1)

    def is_done(self, delivery: Delivery) -> bool:
        ends, is_sender = delivery.coordinates, self.request.end is End.SENDER
        return (ends.sender if is_sender else ends.receiver) == self.request.point

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        if not is_wanted(asked.row.state, self.request.end):
            self.tell(tx, texts.too_late(asked.say, asked.order))
        elif Coordinates(receiver=self.request.point).receiver is None:
            self.tell(tx, texts.not_kept(asked.say, asked.order))
        else:
            return False
        return True

    async def send(self) -> None:
        if self.context.door is None:  # its settings were taken out meanwhile
            raise Refused
        point, is_sender = self.request.point, self.request.end is End.SENDER
        await self.context.door.put_places(
            self.request.delivery,
            sender=point if is_sender else None,
            receiver=None if is_sender else point,
        )

    def done(self, tx: Transaction) -> None:
        person = people.get(tx, self.request.by)
        row = deliveries.get(tx, self.request.delivery)
        if person is None or row is None:
            return
        self.tell(tx, texts.kept(Words(person.language), row.order_number))
        if is_wanted(row.state, self.request.end):
            readers.tell(
                tx,
                PLACE,
                row,
                lambda say, _: texts.for_rider(say, row.order_number),
                effect_keys.told(self.job.key, "rider"),
            )

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:  # noqa: ARG002
        self.expired(tx, asked)

    def expired(self, tx: Transaction, asked: Asked) -> None:
        self.tell(tx, texts.not_kept(asked.say, asked.order))


def is_wanted(state: str, end: End) -> bool:
    """Tell whether a rider still goes there: to the sender only before the pickup."""
    as_state = State(state)
    return as_state.is_open and (end is End.RECEIVER or as_state.rank < State.IN_TRANSIT.rank)
