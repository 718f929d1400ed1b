"""Any order of what people do with deliveries; after each step nobody sees what is not theirs."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.demo.certificates import Certificates
from bot.fleet import Delivery, State
from bot.local_telegram import LocalUser
from tests.faults.office import phone_of
from tests.faults.plan import CUSTOMERS, RIDERS
from tests.faults.storm.private_data import SENDER_PHONE
from tests.visible.seen_town import MOST_CUSTOMERS, MOST_RIDERS, SeenTown

_MOST_DELIVERIES = 4
_RIDER = st.sampled_from([name.split()[0] for name in RIDERS[:MOST_RIDERS]])
_CUSTOMER = st.sampled_from(CUSTOMERS[:MOST_CUSTOMERS])
_CHOICE = st.integers(0, _MOST_DELIVERIES - 1)


class Chats(RuleBasedStateMachine):
    """The chats of a town, whoever does what in it."""

    def __init__(self, certificates: Certificates) -> None:
        super().__init__()
        self._seen = SeenTown(certificates)
        self._known: list[Delivery] = []

    def teardown(self) -> None:
        self._seen.close()

    @initialize(customer=_CUSTOMER, rider=_RIDER)
    def begin(self, customer: str, rider: str) -> None:
        self.create(customer)
        self.assign(0, rider)

    @precondition(lambda self: len(self._known) < _MOST_DELIVERIES)
    @rule(customer=_CUSTOMER)
    def create(self, customer: str) -> None:
        self._seen.create(customer)
        self._look()

    @rule(choice=_CHOICE, rider=_RIDER)
    def assign(self, choice: int, rider: str) -> None:
        self._seen.assign(rider, self._delivery(choice))
        self._look()

    @rule(choice=_CHOICE)
    def accept(self, choice: int) -> None:
        self._rider_says(choice, "/accept {order}")

    @rule(choice=_CHOICE)
    def pick_up(self, choice: int) -> None:
        code = self._seen.code(self._delivery(choice), SENDER_PHONE)
        self._rider_says(choice, f"/pickup {{order}} {code}")

    @rule(choice=_CHOICE)
    def complete(self, choice: int) -> None:
        delivery = self._delivery(choice)
        if delivery.state is State.IN_TRANSIT:
            code = self._seen.code(delivery, phone_of(self._customer_of(delivery)))
            self._rider_says(choice, f"/dropoff {{order}} {code}")

    @rule(choice=_CHOICE)
    def cancel(self, choice: int) -> None:
        self._seen.cancel(self._delivery(choice))
        self._look()

    @rule(choice=_CHOICE)
    def note(self, choice: int) -> None:
        delivery = self._delivery(choice)
        self._customer_says(delivery, f"/note {delivery.order_number} The {{word}} gate")

    @rule(choice=_CHOICE)
    def relay(self, choice: int) -> None:
        delivery = self._delivery(choice)
        customer = self._seen.customers[self._customer_of(delivery)]
        if self._seen.presses(customer, "Message the rider", delivery.order_number):
            self._customer_says(delivery, "Ask for {word} please")

    @rule(rider=_RIDER)
    def reply(self, rider: str) -> None:
        user = self._rider(rider)
        if self._seen.presses(user, "💬 Reply"):
            self._seen.says(user, "I am nearly there")

    @rule(choice=_CHOICE)
    def press_what_is_old(self, choice: int) -> None:
        """Whoever still has a card, and whatever it offers, may press it."""
        riders = list(self._seen.riders.values())
        self._seen.presses(riders[choice % len(riders)], "Accept")
        self._look()

    @rule()
    def kill_and_restart(self) -> None:
        self._seen.restart()

    @rule(hours=st.sampled_from([1, 26]))
    def time_passes(self, hours: int) -> None:
        self._seen.hours_pass(hours)

    @invariant()
    def nobody_sees_what_is_not_theirs(self) -> None:
        found = [str(leak) for leak in self._seen.leaks()]
        assert not found, "\n".join(found)

    def _look(self) -> None:
        self._known = self._seen.deliveries()

    def _delivery(self, choice: int) -> Delivery:
        return self._known[choice % len(self._known)]

    def _rider(self, name: str) -> LocalUser:
        return next(user for user in self._seen.riders.values() if user.first_name == name)

    def _customer_of(self, delivery: Delivery) -> str:
        return (delivery.receivers[0].name or "").split()[0]

    def _rider_says(self, choice: int, text: str) -> None:
        delivery = self._delivery(choice)
        if delivery.rider is not None:
            rider = self._seen.riders[delivery.rider.uuid]
            self._seen.says(rider, text.format(order=delivery.order_number))
            self._look()

    def _customer_says(self, delivery: Delivery, text: str) -> None:
        word, order = self._seen.data.word(), self._seen.data.of_delivery(delivery.uuid)
        if order is not None:
            order.said.append(word)
        customer = self._seen.customers[self._customer_of(delivery)]
        self._seen.says(customer, text.format(word=word))
