"""How the machine asks for things, chooses among them, and compares."""

from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine

from bot.fleet import (
    Delivery,
    DeliveryEdit,
    DeliveryQuery,
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    Refused,
    State,
    StatusToken,
    Unknown,
)
from tests.stateful.line import Loss
from tests.stateful.model import DROPOFF, PICKUP, Courier, Model, Parcel
from tests.stateful.world import CODE_LENGTH, Ground, World

PHONES = [f"0805444555{digit}" for digit in range(4)]
SENDER_PHONE = "08031112222"
WRONG = "9" * CODE_LENGTH + "9"

tally: Counter[str] = Counter()
"""What all machines of this process have done."""


class Asking(RuleBasedStateMachine):
    """A world and a model of it, with two riders and nothing to carry."""

    def __init__(self, ground: Ground) -> None:
        super().__init__()
        self.world = World(ground)
        self.model = Model()
        self.client = self.world.client
        for name in ("musa", "sani", "tunde"):
            uuid = self.world.wait(self.world.fleet.rider(f"{name}@example.com", name))
            self.model.riders[uuid] = Courier(uuid)

    def teardown(self) -> None:
        tally["runs"] += 1
        tally["deliveries"] += len(self.model.parcels)
        tally["webhooks"] += sum(len(parcel.webhooks) for parcel in self.model.parcels)
        self.world.close()

    def write(
        self,
        ask: Callable[[], Coroutine[Any, Any, Any]],
        expect: Callable[[], bool],
        loss: Loss,
        restart: bool,
    ) -> None:
        """Ask for a change over a line that may lose it, and compare with the model."""
        self.world.tick()
        self.world.line.loses = loss
        outcome = self.world.wait(_outcome(ask()))
        tally[f"write: {outcome}"] += 1
        if loss is Loss.NOTHING:
            assert outcome == ("taken" if expect() else "refused")
        else:
            assert outcome == "lost"
            assert self.world.line.loses is Loss.NOTHING
            # Nobody has heard; what was done is found by looking, in the invariants.
            if loss is Loss.THE_ANSWER:
                expect()
        if restart:
            tally["restart at once"] += 1
            self.world.restart()

    def an_order(self, count: int, phone: int, fee: int, rider: str | None) -> NewDelivery:
        """Order something for so many receivers, whose phones follow each other."""
        return NewDelivery(
            creation_date=self.model.today,
            fee=fee,
            sender=Origin(
                name="Ada", address="1 Broad St", phone_code="234", phone_number=SENDER_PHONE
            ),
            receivers=tuple(
                NewReceiver(
                    name="Bola",
                    address="4 Marina Road",
                    phone_code="234",
                    phone_number=PHONES[(phone + n) % len(PHONES)],
                    items=(NewItem(description="Shoes", quantity=2, value=7500),),
                )
                for n in range(count)
            ),
            rider_uuid=rider,
        )

    def ask_to_create(self, new: NewDelivery, loss: Loss, restart: bool) -> None:
        phones = [receiver.phone_number for receiver in new.receivers]
        self.write(
            lambda: self.client.create_delivery(new),
            lambda: self.model.create(phones, SENDER_PHONE, new.fee, new.rider_uuid),
            loss,
            restart,
        )

    def ask_to_move(
        self, parcel: Parcel, status: StatusToken, right: bool, loss: Loss, restart: bool
    ) -> None:
        stage = DROPOFF if status is StatusToken.DELIVERED else PICKUP
        code = self.world.codes[parcel.number, stage][-1] if right else WRONG
        codes = {
            StatusToken.IN_TRANSIT: {"pickup_code": code},
            StatusToken.DELIVERED: {"dropoff_code": code},
            StatusToken.CANCELLED: {"note": "No more"},
        }.get(status, {})
        self.write(
            lambda: self.client.update_status(parcel.uuid, status, **codes),
            lambda: self.model.move(parcel, status, right_code=right),
            loss,
            restart,
        )

    def assign_one(self, parcel: Parcel, rider: str, loss: Loss, restart: bool) -> None:
        self.write(
            lambda: self.client.assign(rider, [parcel.uuid]),
            lambda: self.model.assign(rider, [parcel]),
            loss,
            restart,
        )

    def edit_of(self, parcel: Parcel, fee: int, sender: str, receiver: str) -> DeliveryEdit:
        edit = DeliveryEdit.of(self.world.wait(self.client.get_delivery(parcel.uuid)))
        return edit.model_copy(
            update={
                "fee": fee,
                "sender": edit.sender.model_copy(update={"phone_number": sender}),
                "receiver": edit.receiver.model_copy(update={"phone_number": receiver}),
            }
        )

    def a_parcel(self, choice: int) -> Parcel:
        """Choose among the newest: with all of them hardly one would get anywhere."""
        newest = self.model.parcels[-5:]
        return newest[choice % len(newest)]

    def a_rider(self, choice: int) -> str:
        return list(self.model.riders)[choice % len(self.model.riders)]

    def looks_like(self, query: DeliveryQuery, expected: Sequence[Parcel]) -> None:
        page = self.world.wait(self.client.list_deliveries(query)).page
        assert numbers(page.items) == [parcel.number for parcel in expected]
        assert page.total == len(expected)

    def is_as(self, delivery: Delivery, parcel: Parcel) -> None:
        assert delivery.uuid == parcel.uuid
        assert delivery.state is parcel.state
        assert delivery.fee is not None
        assert delivery.fee.amount == parcel.fee
        assert (delivery.rider.uuid if delivery.rider else None) == parcel.rider

    def ask_for_the_next(self, parcel: Parcel, rider: int, **fate: Any) -> None:
        if parcel.rider is None:
            self.assign_one(parcel, self.a_rider(rider), **fate)
            return
        following = {
            State.ACCEPTED: StatusToken.IN_TRANSIT,
            State.IN_TRANSIT: StatusToken.DELIVERED,
        }
        status = following.get(parcel.state, StatusToken.ACCEPTED)
        self.ask_to_move(parcel, status, True, **fate)


def numbers(deliveries: Sequence[Delivery]) -> list[int]:
    return [int(delivery.order_number) for delivery in deliveries]


async def _outcome(asked: Coroutine[Any, Any, Any]) -> str:
    try:
        await asked
    except Refused:
        return "refused"
    except Unknown as error:
        return "lost" if error.may_be_done else "not done"
    return "taken"
