"""Any order of everything that can be asked of the service, next to the model."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.fleet import (
    DeliveryQuery,
    FilterToken,
    HistoryPeriod,
    HistoryQuery,
    NotFound,
    Period,
    RiderQuery,
    State,
    StatusToken,
)
from bot.service.errors import RefusedError
from bot.service.operations.dashboard import decline, mark_failed, resend_codes
from tests.stateful.asking import PHONES, WRONG, Asking, numbers, tally
from tests.stateful.line import Loss
from tests.stateful.model import DROPOFF, PICKUP

CHOICE = st.integers(0, 1000)
FEE = st.integers(0, 5000)
LOSS = st.sampled_from([Loss.NOTHING] * 6 + [Loss.THE_REQUEST, Loss.THE_ANSWER])
LOOKED_FOR = st.sampled_from([*FilterToken, Period.TODAY, Period.YESTERDAY, None])
RESTART = st.sampled_from([False] * 14 + [True])


class Service(Asking):
    """The service over real HTTP and the model, side by side."""

    @initialize(
        ways=st.lists(st.tuples(CHOICE, st.integers(0, 4), st.booleans()), min_size=3, max_size=5)
    )
    def begin_with_some_on_their_way(self, ways: Sequence[tuple[int, int, bool]]):
        fate = {"loss": Loss.NOTHING, "restart": False}
        for choice, steps, with_rider in ways:
            rider = self.a_rider(choice) if with_rider else None
            self.ask_to_create(self.an_order(1, choice, 1500, rider), **fate)
            self.every_delivery_is_as_in_the_model()
            for step in range(steps):
                self.days_pass(step % 2)
                self.ask_for_the_next(self.model.parcels[-1], choice, **fate)

    # What is asked

    @rule(
        count=st.integers(1, 3),
        phone=CHOICE,
        fee=FEE,
        choice=CHOICE,
        rider=st.booleans(),
        loss=LOSS,
        restart=RESTART,
    )
    def create(self, count: int, phone: int, fee: int, choice: int, rider: bool, **fate: Any):
        chosen = self.a_rider(choice) if rider else None
        self.ask_to_create(self.an_order(count, phone, fee, chosen), **fate)

    @precondition(lambda self: self.model.parcels)
    @rule(
        choices=st.lists(CHOICE, min_size=1, max_size=3),
        rider=CHOICE,
        same=st.booleans(),
        loss=LOSS,
        restart=RESTART,
    )
    def assign(self, choices: Sequence[int], rider: int, same: bool, **fate: Any):
        parcels = [self.a_parcel(choice) for choice in choices]
        chosen = (same and parcels[0].rider) or self.a_rider(rider)
        self.write(
            lambda: self.client.assign(chosen, [parcel.uuid for parcel in parcels]),
            lambda: self.model.assign(chosen, parcels),
            **fate,
        )

    @precondition(lambda self: self.model.parcels)
    @rule(
        choice=CHOICE,
        status=st.sampled_from(StatusToken),
        right=st.sampled_from([True, True, False]),
        loss=LOSS,
        restart=RESTART,
    )
    def move(self, choice: int, status: StatusToken, right: bool, **fate: Any):
        self.ask_to_move(self.a_parcel(choice), status, right, **fate)

    @precondition(lambda self: self.model.parcels)
    @rule(choice=CHOICE, rider=CHOICE, times=st.integers(1, 4), loss=LOSS, restart=RESTART)
    def go_on(self, choice: int, rider: int, times: int, **fate: Any):
        """Ask for what comes next on a delivery's way: by chance alone few would arrive."""
        parcel = self.a_parcel(choice)
        for _ in range(times - 1):
            self.ask_for_the_next(parcel, rider, loss=Loss.NOTHING, restart=False)
        self.ask_for_the_next(parcel, rider, **fate)

    @precondition(lambda self: self.model.parcels)
    @rule(choice=CHOICE, times=st.sampled_from([1, 2, 19, 20]), loss=LOSS, restart=RESTART)
    def guess(self, choice: int, times: int, **fate: Any):
        """Type one wrong code after another; at last not even the right one helps."""
        parcel = self.a_parcel(choice)
        for _ in range(times):
            status = StatusToken.DELIVERED
            if parcel.state is not State.IN_TRANSIT:
                status = StatusToken.IN_TRANSIT
            self.ask_to_move(parcel, status, False, Loss.NOTHING, False)
        self.ask_to_move(parcel, status, True, **fate)

    @precondition(lambda self: self.model.parcels)
    @rule(
        choice=CHOICE,
        fee=FEE,
        sender=st.booleans(),
        receiver=st.booleans(),
        phone=CHOICE,
        loss=LOSS,
        restart=RESTART,
    )
    def edit(self, choice: int, fee: int, sender: bool, receiver: bool, phone: int, **fate: Any):
        parcel = self.a_parcel(choice)
        number = PHONES[phone % len(PHONES)]
        phones = (
            number if sender else parcel.sender_phone,
            number if receiver else parcel.receiver_phone,
        )
        edit = self.edit_of(parcel, fee, *phones)
        self.write(
            lambda: self.client.update_delivery(parcel.uuid, edit),
            lambda: self.model.edit(parcel, fee, *phones),
            **fate,
        )

    @rule(choice=CHOICE, loss=LOSS, restart=RESTART)
    def switch_a_rider(self, choice: int, **fate: Any):
        rider = self.a_rider(choice)
        self.write(
            lambda: self.client.change_rider_status(rider),
            lambda: self.model.switch(rider),
            **fate,
        )

    # What the operator does

    @precondition(lambda self: self.model.parcels)
    @rule(choice=CHOICE, door=st.sampled_from(["mark_failed", "decline", "resend_codes"]))
    def use_the_operators_door(self, choice: int, door: str):
        parcel, service = self.a_parcel(choice), self.world.fleet.service
        tally[door] += 1
        expected, asked = {
            "mark_failed": (
                self.model.fail,
                lambda: mark_failed(
                    service.environment("development"), parcel.uuid, "Nobody is at home"
                ),
            ),
            "decline": (
                self.model.decline,
                lambda: decline(service.environment("development"), parcel.uuid, "Too far"),
            ),
            "resend_codes": (
                self.model.resend_codes,
                lambda: resend_codes(service.environment("development"), parcel.uuid),
            ),
        }[door]
        self.world.tick()
        taken = True
        try:
            self.world.wait(asked())
        except RefusedError:
            taken = False
        assert taken == expected(parcel)

    @rule(days=st.integers(1, 2))
    def days_pass(self, days: int):
        self.world.days_pass(days)
        self.model.today = self.world.clock.now().date()

    # What is looked up

    @rule(what=LOOKED_FOR, choice=CHOICE)
    def list_some(self, what: FilterToken | Period | None, choice: int):
        tally["list"] += 1
        rider = self.a_rider(choice)
        if isinstance(what, FilterToken):
            query, expected = {"status": what}, self.model.those_with(what)
        elif isinstance(what, Period):
            query, expected = {"period": what}, self.model.those_made(what)
        else:
            query, expected = {"rider_uuid": rider}, self.model.those_of(rider)
        self.looks_like(DeliveryQuery(per_page=100, **query), expected)

    @rule(choice=CHOICE, period=st.sampled_from(HistoryPeriod))
    def history(self, choice: int, period: HistoryPeriod):
        tally["history"] += 1
        rider = self.a_rider(choice)
        query = HistoryQuery(period=period, per_page=100)
        page = self.world.wait(self.client.rider_history(rider, query))
        expected = self.model.carried_on(rider, period)
        assert numbers(page.items) == [parcel.number for parcel in expected]
        assert page.total == len(expected)

    @precondition(lambda self: self.model.parcels)
    @rule(choice=CHOICE)
    def fetch(self, choice: int):
        tally["fetch"] += 1
        parcel = self.a_parcel(choice)
        self.is_as(self.world.wait(self.client.get_delivery(parcel.uuid)), parcel)
        for ask in (self.client.get_delivery, self.client.get_rider):
            with pytest.raises(NotFound):
                self.world.wait(ask(str(uuid4())))

    # What always holds

    @invariant()
    def every_delivery_is_as_in_the_model(self) -> None:
        self.world.settle()
        listed, counts = self.world.everything()
        assert numbers(listed) == [parcel.number for parcel in reversed(self.model.parcels)]
        for delivery, parcel in zip(listed, reversed(self.model.parcels), strict=True):
            parcel.uuid = parcel.uuid or delivery.uuid
            self.is_as(delivery, parcel)
        for name, count in counts.model_dump().items():
            assert count == len(self.model.those_with(FilterToken(name))), name

    @invariant()
    def the_riders_are_right(self) -> None:
        listed = self.world.wait(self.client.list_riders(RiderQuery(per_page=50)))
        for rider in listed.page.items:
            mine = self.model.those_of(rider.uuid)
            done = [parcel for parcel in mine if parcel.state is State.DELIVERED]
            ongoing = [parcel for parcel in mine if parcel.is_open]
            assert rider.active == self.model.riders[rider.uuid].active
            assert rider.completed == len(done)
            assert rider.ongoing_count == len(ongoing)
            assert numbers(rider.ongoing) == [parcel.number for parcel in ongoing]
        carried = [p for p in self.model.those_in([State.DELIVERED]) if p.rider is not None]
        assert listed.totals.fulfilled_orders == len(carried)
        assert listed.totals.active == sum(r.active for r in self.model.riders.values())

    @invariant()
    def the_webhooks_are_the_models(self) -> None:
        told = self.world.webhooks()
        assert told == {p.uuid: p.webhooks for p in self.model.parcels}

    @invariant()
    def the_codes_told_are_the_models(self) -> None:
        for parcel in self.model.parcels:
            for stage in (PICKUP, DROPOFF):
                told = self.world.codes[parcel.number, stage]
                assert len(told) == parcel.codes_told[stage], (parcel, stage)

    @invariant()
    def nothing_says_a_code(self) -> None:
        said = self.world.said()
        for codes in self.world.codes.values():
            for code in codes:
                assert code.encode() not in said
        assert WRONG.encode() not in said
