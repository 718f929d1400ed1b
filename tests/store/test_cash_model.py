"""Cash: whatever is collected, corrected, handed in and disputed, in any order, the sums agree."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from bot.actions.context import BotIdentity, Context
from bot.actions.customer import tip
from bot.actions.customer.tip import TipStays
from bot.actions.dispatcher import cash as taking
from bot.actions.dispatcher.cash import NotTaken
from bot.actions.rider import cash as door
from bot.actions.rider_directory import RiderDirectory
from bot.base.database.transaction import Transaction
from bot.base.vault import Vault
from bot.domain.cash import ANSWERS, TIPS, Cash, CashEntry, EntryKind, PaidAtDoor
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person, Role
from bot.fleet import Delivery, FleetClient, Money, RiderSummary, State, Wire
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.metrics import Metrics
from bot.store import cash, deliveries, erasure, people
from bot.store.job_kind import LABELS
from bot.store.tables.riders import cash as table
from tests.store.work import KEY, opened
from tests.support.clock import ManualClock
from tests.support.sql import all_rows

SETTINGS = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
RIDERS = [RiderUuid(str(UUID(int=number))) for number in (1, 2)]
OTHER_DISPATCHER, DISPATCHER = 900, 901
GIVERS = (700, 701)
CURRENCIES = ("NGN", "")
FEE = 150_000
DELIVERY = st.integers(0, 4)
RIDER = st.integers(0, 1)
CURRENCY = st.sampled_from(CURRENCIES)
HUNDREDTHS = st.sampled_from([1, 50, FEE - 1, FEE, 10**11])
CHOICE = st.integers(0, 100)

# What is found has to be made small, too, before it is shown.
pytestmark = pytest.mark.timeout(600)


@dataclass
class Taken:
    """A hand-in as the model has it."""

    id: int
    rider: RiderUuid
    amount: Cash
    is_confirmed: bool | None = None


class Ledger(RuleBasedStateMachine):
    """The ledger and a model of it, side by side; `new_store` gives the address of an empty one.

    The model knows of each delivery the last answer, and of each hand-in whether it was denied.
    """

    def __init__(self, new_store: Callable[[], str]) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = ManualClock()
        self.url = new_store()
        self.database = self.wait(opened(self.url, self.clock))
        self.fleet = FleetClient(Wire("https://127.0.0.1:1", "a-key"))
        self.answers: dict[DeliveryUuid, tuple[RiderUuid, EntryKind, Cash]] = {}
        self.taken: list[Taken] = []
        self.tips: dict[tuple[DeliveryUuid, int], tuple[RiderUuid, EntryKind, Cash]] = {}
        self.seen: list[CashEntry] = []
        self.presses = 0
        self.forgotten = 0
        self.change(self.meet)

    def wait(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    def change(self, decide: Callable[..., Any], *arguments: Any) -> Any:
        return self.wait(self.database.write(decide, *arguments))

    @property
    def context(self) -> Context:
        return Context(
            database=self.database,
            fleet=self.fleet,
            riders=RiderDirectory(self.fleet, self.clock),
            clock=self.clock,
            vault=Vault(KEY),
            identity=BotIdentity(1, "demo_bot", "production", cash_limit=FEE),
            metrics=Metrics(LABELS),
        )

    @staticmethod
    def meet(tx: Transaction) -> None:
        """One of the two who dispatch rides, too."""
        for number, rider in enumerate(RIDERS):
            people.meet(tx, number + 1, f"Rider {number}", "en")
            people.grant(tx, number + 1, Role.RIDER, rider)
        people.grant(tx, 1, Role.DISPATCHER)
        for number in GIVERS:
            people.meet(tx, number, "Customer", "en")
        for number in (DISPATCHER, OTHER_DISPATCHER):
            people.meet(tx, number, f"Dispatcher {number}", "en")
            people.grant(tx, number, Role.DISPATCHER)

    def person(self, user_id: int) -> Person:
        found = self.wait(self.database.read(people.get, user_id))
        assert isinstance(found, Person)
        return found

    @staticmethod
    def delivered(tx: Transaction, number: int, rider: RiderUuid, currency: str) -> DeliveryRow:
        """Let a delivery be this rider's, whoever had it before."""
        uuid = DeliveryUuid(str(UUID(int=100 + number)))
        fee = Money(text="1500", amount=FEE / 100, currency=currency or None)
        summary = RiderSummary(uuid=rider, name="Somebody")
        delivery = Delivery(uuid=uuid, fee=fee, paid=False, state=State.DELIVERED, rider=summary)
        json, state = delivery.model_dump_json(), State.DELIVERED
        row = DeliveryRow(uuid, str(number), state, state.rank, False, rider, None, json)
        return deliveries.save(tx, row)

    @rule(
        number=DELIVERY,
        rider=RIDER,
        currency=CURRENCY,
        kind=st.sampled_from(sorted(ANSWERS)),
        hundredths=HUNDREDTHS,
        times=st.integers(1, 3),
    )
    def tell(
        self, number: int, rider: int, currency: str, kind: str, hundredths: int, times: int
    ) -> None:
        """A rider says what was paid, by one tap or several."""
        row = self.change(self.delivered, number, RIDERS[rider], currency)
        said = (RIDERS[rider], EntryKind(kind), Cash(hundredths, currency))
        for _ in range(times):
            self.presses += 1
            arguments = (self.context, self.person(rider + 1), row, *said[1:])
            is_new = self.change(door.tell_paid, *arguments, f"press-{self.presses}")
            assert is_new == (self.answers.get(row.uuid) != said)
            self.answers[row.uuid] = said

    @rule(
        number=DELIVERY,
        rider=RIDER,
        giver=st.sampled_from(GIVERS),
        currency=CURRENCY,
        kind=st.sampled_from([None, *sorted(TIPS)]),
        hundredths=HUNDREDTHS,
        times=st.integers(1, 2),
    )
    def tip(
        self,
        number: int,
        rider: int,
        giver: int,
        currency: str,
        kind: str | None,
        hundredths: int,
        times: int,
    ) -> None:
        """A customer says what the rider was given, or that it was nothing after all."""
        row = self.change(self.delivered, number, RIDERS[rider], currency)
        amount, told = Cash(hundredths, currency), (row.uuid, giver)
        said = None if kind is None else (RIDERS[rider], EntryKind(kind), amount)
        for _ in range(times):
            self.presses += 1
            arguments = (self.person(giver), row, said and said[1], amount)
            stays = self.change(tip.tell, *arguments, f"press-{self.presses}")
            former = self.tips.get(told)
            is_same = former[1:] == said[1:] if former and said else former == said
            assert (stays is TipStays.THE_SAME) == is_same
            if stays is None and said:
                self.tips[told] = said
            elif stays is None:
                del self.tips[told]

    @precondition(lambda self: self.tips)
    @rule(choice=CHOICE)
    def forget(self, choice: int) -> None:
        """Who gave a tip is forgotten: it stays, and is nobody's to change."""
        told = sorted(self.tips)[choice % len(self.tips)]
        self.change(erasure.forget, told[1])
        self.change(people.meet, told[1], "Customer", "en")
        for each in [each for each in self.tips if each[1] == told[1]]:
            self.forgotten += 1
            self.tips[each[0], -self.forgotten] = self.tips.pop(each)
        self.seen = self.entries()

    @rule(rider=RIDER, currency=CURRENCY, part=st.sampled_from([0.0, 0.5, 1.0, 1.5]))
    def take(self, rider: int, currency: str, part: float) -> None:
        """Two who dispatch take the same at once: one of them has it, unless it is too much."""
        held, as_of = self.held(RIDERS[rider], currency), self.last(RIDERS[rider], currency)
        amount = Cash(max(1, int(held * part)), currency)

        async def at_once() -> list[NotTaken | bool]:
            both = (
                self.database.write(taking.receive, person, RIDERS[rider], amount, as_of, None)
                for person in dispatchers
            )
            return await asyncio.gather(*both)

        dispatchers = [self.person(DISPATCHER), self.person(OTHER_DISPATCHER)]
        done = self.wait(at_once())
        written = [one for one in done if not isinstance(one, NotTaken)]
        assert len(written) == (amount.hundredths <= held)
        for _ in written:
            self.taken.append(Taken(self.last_entry(), RIDERS[rider], amount))

    @rule(currency=CURRENCY)
    def take_from_oneself(self, currency: str) -> None:
        as_of = self.last(RIDERS[0], currency)
        one = (self.person(1), RIDERS[0], Cash(1, currency), as_of, None)
        assert self.change(taking.receive, *one) is NotTaken.FROM_THEMSELVES

    @precondition(lambda self: self.taken)
    @rule(choice=CHOICE, words=st.lists(st.booleans(), min_size=1, max_size=3))
    def answer(self, choice: int, words: list[bool]) -> None:
        """A rider says whether a hand-in is right: the first word holds, whatever follows."""
        taken = self.taken[choice % len(self.taken)]
        number = RIDERS.index(taken.rider) + 1
        for is_right in words:
            said = self.change(self.say, self.person(number), taken.id, is_right)
            if taken.is_confirmed is None:
                taken.is_confirmed = is_right
            assert said.is_denied is not taken.is_confirmed

    @precondition(lambda self: self.taken)
    @rule(choice=CHOICE, is_right=st.booleans())
    def answer_for_another(self, choice: int, is_right: bool) -> None:
        taken = self.taken[choice % len(self.taken)]
        other = 2 - RIDERS.index(taken.rider)
        assert self.change(self.say, self.person(other), taken.id, is_right) is None

    @staticmethod
    def say(tx: Transaction, person: Person, entry: int, is_right: bool) -> Any:
        return door.answer_hand_in(tx, person, entry, is_right=is_right)

    @rule()
    def restart(self) -> None:
        self.wait(self.database.close())
        self.database = self.wait(opened(self.url, self.clock))

    def held(self, rider: RiderUuid, currency: str) -> int:
        """What the model says that a rider carries."""
        collected = sum(
            amount.hundredths
            for who, kind, amount in self.answers.values()
            if (who, kind, amount.currency) == (rider, EntryKind.COLLECTED, currency)
        )
        return collected - sum(
            one.amount.hundredths
            for one in self.taken
            if one.is_confirmed is not False
            and (one.rider, one.amount.currency) == (rider, currency)
        )

    def last(self, rider: RiderUuid, currency: str) -> int:
        return int(self.wait(self.database.read(cash.last_hand_in, rider, currency)))

    def last_entry(self) -> int:
        return self.entries()[-1].id

    def entries(self) -> list[CashEntry]:
        def read(tx: Transaction) -> list[CashEntry]:
            rows = all_rows(tx, table.select().order_by(table.c.id))
            return [CashEntry(**row._asdict()) for row in rows]

        found: list[CashEntry] = self.wait(self.database.read(read))
        return found

    @invariant()
    def entries_are_only_added(self) -> None:
        now = self.entries()
        assert now[: len(self.seen)] == self.seen
        self.seen = now

    @invariant()
    def the_sums_agree(self) -> None:
        for rider in RIDERS:
            for currency in CURRENCIES:
                found = self.wait(self.database.read(cash.carried, rider, currency))
                assert found == Cash(self.held(rider, currency), currency)
        sums = self.wait(self.database.read(cash.sums))
        expected: defaultdict[tuple[str, EntryKind], int] = defaultdict(int)
        for _, kind, amount in self.answers.values():
            expected[amount.currency, kind] += amount.hundredths
        for currency in CURRENCIES:
            for kind in ANSWERS:
                of_all = sum(one.of(kind).hundredths for one in sums if one.currency == currency)
                assert of_all == expected[currency, kind]

    @invariant()
    def each_tip_stands_for_its_rider(self) -> None:
        told = Counter((rider, kind, amount) for rider, kind, amount in self.tips.values())
        found: Counter[tuple[RiderUuid, EntryKind, Cash]] = Counter()
        for rider in RIDERS:
            for entry in self.wait(self.database.read(cash.tips_of_rider, rider)):
                found[entry.rider, entry.kind, entry.cash] += 1
        assert found == told
        sums = self.wait(self.database.read(cash.sums))
        of_all = sum(one.of(kind).hundredths for one in sums for kind in TIPS)
        assert of_all == sum(amount.hundredths for _, _, amount in self.tips.values())

    @invariant()
    def each_order_counts_once_and_none_is_lost(self) -> None:
        for delivery, said in self.answers.items():
            entries = self.wait(self.database.read(cash.of_delivery, delivery))
            paid = PaidAtDoor.of(entries)
            assert paid is not None
            assert (paid.entry.rider, paid.entry.kind, paid.entry.cash) == said
            taken_back = {one.about for one in entries if one.kind is EntryKind.CORRECTED}
            standing = [one for one in entries if one.kind in ANSWERS and one.id not in taken_back]
            assert standing == [paid.entry]

    @invariant()
    def what_is_listed_comes_to_what_is_carried(self) -> None:
        for rider in RIDERS:
            for one in self.wait(self.database.read(door.carried, rider)):
                listed = sum(amount.hundredths for _, amount in one.orders)
                assert listed + one.earlier.hundredths == one.sum.hundredths

    def teardown(self) -> None:
        self.wait(self.fleet.aclose())
        self.wait(self.database.close())
        self.runner.close()


def test_the_ledger_does_what_the_model_says(new_store: Callable[[], str]):
    run(lambda: Ledger(new_store), settings=SETTINGS)
