"""Cards: for every state and every reader, with what that reader may see and no more."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import Delivery, Item, Receiver, RiderSummary, Sender, State
from bot.store.failed_attempts import FailedAttempt
from bot.texts.callbacks import Verb, decode
from bot.texts.cards.customer_card import customer_card
from bot.texts.cards.dispatcher_card import dispatcher_card
from bot.texts.cards.group_card import group_card
from bot.texts.cards.rider_card import Waiting, closed_rider_card, rider_card
from bot.texts.message import Message
from bot.texts.words import Words
from tests.texts.markup import ANY_TEXT, bare, seen

say = Words()
UUID = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
RECEIVER = "1c1f9d3e-6c0a-4a58-8a43-0d6f1c9e2a22"
PRIVATE = ("Bola", "Ada's Kitchen", "12 Marina Road", "7 Allen Avenue", "801 234 5678", "803 000")


def delivery(state: State, **more: object) -> Delivery:
    fields: dict[str, object] = {
        "uuid": UUID,
        "order_number": "0042",
        "state": state,
        "label": "Weighed",
        "sender": Sender(
            name="Ada's Kitchen",
            phone_code="234",
            phone_number="08012345678",
            address="12 Marina Road",
        ),
        "receivers": (
            Receiver(
                uuid=RECEIVER,
                name="Bola",
                phone_code="234",
                phone_number="08030000001",
                address="7 Allen Avenue",
            ),
        ),
        "rider": RiderSummary(uuid=UUID, name="Musa Bello"),
        **more,
    }
    return Delivery.model_validate(fields)


def verbs(message: Message) -> list[Verb]:
    presses = [decode(button.data) for row in message.rows for button in row if button.data]
    return [pressed.verb for pressed in presses if pressed]


@pytest.mark.parametrize("state", State)
def test_every_reader_has_a_card_in_every_state(state: State):
    told = delivery(state)
    for card in (
        dispatcher_card(say, told, under_way=()),
        rider_card(say, told, waiting=None),
        closed_rider_card(say, told, is_theirs=True),
        customer_card(say, told, party=RECEIVER, address=None),
        customer_card(say, told, party="sender", address=None),
    ):
        assert "0042" in bare(card.html)


@pytest.mark.parametrize("is_theirs", [True, False])
@pytest.mark.parametrize("state", State)
def test_a_card_that_is_over_for_a_rider_names_nobody(state: State, is_theirs: bool):
    card = closed_rider_card(say, delivery(state), is_theirs=is_theirs)
    assert not [word for word in PRIVATE if word in bare(card.html)]
    assert card.rows == ()


NEXT = {
    State.PENDING: [Verb.ACCEPT],
    State.AWAITING_PICKUP: [Verb.ACCEPT],
    State.ACCEPTED: [Verb.PICKUP],
    State.IN_TRANSIT: [Verb.DROPOFF],
}


@pytest.mark.parametrize("state", State)
def test_a_rider_has_one_button_for_the_next_step(state: State):
    offered = verbs(rider_card(say, delivery(state), waiting=None))
    assert offered[:1] == NEXT.get(state, [])


@pytest.mark.parametrize("held_up", [True, False])
@pytest.mark.parametrize("verb", [Verb.PICKUP, Verb.DROPOFF])
def test_what_is_saved_is_never_shown_as_done(verb: Verb, held_up: bool):
    card = rider_card(say, delivery(State.IN_TRANSIT), waiting=Waiting(verb, held_up))
    text = bare(card.html)
    assert "saved, not confirmed yet" in text
    assert "✅" not in text
    assert verbs(card) == []


def test_a_customer_sees_no_address_unless_it_is_given():
    card = customer_card(say, delivery(State.IN_TRANSIT), party=RECEIVER, address=None)
    assert not [word for word in ("Marina", "Allen", "801", "803") if word in bare(card.html)]
    own = customer_card(say, delivery(State.IN_TRANSIT), party=RECEIVER, address="7 Allen Avenue")
    assert "7 Allen Avenue" in bare(own.html)


def test_a_customer_sees_the_riders_first_name_only():
    text = bare(customer_card(say, delivery(State.IN_TRANSIT), party=RECEIVER, address=None).html)
    assert "Musa" in text
    assert "Bello" not in text


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f", "\u3000"])
def test_a_surname_is_not_shown_in_a_group_whatever_space_is_before_it(space: str):
    rider = RiderSummary(uuid=RECEIVER, name=f"Musa{space}Bello")
    text = bare(group_card(say, delivery(State.IN_TRANSIT, rider=rider)).html)
    assert "Musa" in text
    assert "Bello" not in text


@pytest.mark.parametrize("state", State)
def test_only_who_gets_the_code_is_told_of_it(state: State):
    told = delivery(state)
    receiver = bare(customer_card(say, told, party=RECEIVER, address=None).html)
    sender = bare(customer_card(say, told, party="sender", address=None).html)
    assert ("drop-off code" in receiver) is (state is State.IN_TRANSIT)
    assert ("pickup code" in sender) is (state in {State.AWAITING_PICKUP, State.ACCEPTED})
    assert "pickup code" not in receiver
    assert "drop-off code" not in sender


@pytest.mark.parametrize("state", [State.DELIVERED, State.CANCELLED, State.DECLINED])
def test_a_delivery_that_is_over_cannot_be_assigned(state: State):
    assert Verb.CHOOSE_RIDER not in verbs(dispatcher_card(say, delivery(state), under_way=()))


def test_failed_attempts_are_counted_with_the_latest_time_and_reason():
    at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    attempts = [
        FailedAttempt(at, "Nobody home"),
        FailedAttempt(at + timedelta(hours=1), "Gate closed"),
    ]
    card = dispatcher_card(say, delivery(State.IN_TRANSIT), under_way=(), attempts=attempts)
    assert "2 failed attempts, the last at 10:00 UTC: Gate closed" in bare(card.html)


def test_an_assignment_that_is_not_confirmed_is_not_shown_as_one():
    text = bare(
        dispatcher_card(say, delivery(State.PENDING, rider=None), under_way={Verb.ASSIGN}).html
    )
    assert "not confirmed yet" in text
    assert "Musa" not in text


@given(st.data())
def test_no_value_of_a_delivery_formats_a_card(data: st.DataObject):
    def draw() -> str:
        return data.draw(ANY_TEXT)

    told = delivery(
        State.CANCELLED,
        order_number=draw(),
        note=draw(),
        cancellation_reason=draw(),
        sender=Sender(name=draw(), phone_number=draw(), address=draw()),
        receivers=(Receiver(uuid=RECEIVER, name=draw(), phone_number=draw(), address=draw()),),
        items=(Item(description=draw(), quantity=2),),
        rider=RiderSummary(uuid=UUID, name=draw()),
    )
    for card in (
        dispatcher_card(say, told, under_way=()),
        rider_card(say, told, waiting=None),
        customer_card(say, told, party=RECEIVER, address=draw()),
    ):
        kinds = {entity.type for entity in seen(card.html).entities}
        assert kinds <= {"bold", "date_time", "phone_number"}
