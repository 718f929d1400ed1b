"""The five vocabularies and the states that they stand for."""

import pytest

from bot.fleet import EventKind, FilterToken, State, StatusToken
from bot.fleet.vocabulary import event_kind, state_of_label


@pytest.mark.parametrize(
    ("label", "state"),
    [
        ("Pending", State.PENDING),
        ("Awaiting Pickup", State.AWAITING_PICKUP),
        ("Awaiting-Pickup", State.AWAITING_PICKUP),
        (" awaiting__PICKUP ", State.AWAITING_PICKUP),
        ("Order Accepted", State.ACCEPTED),
        ("accepted", State.ACCEPTED),
        ("order_accepted", State.ACCEPTED),
        ("Created", State.PENDING),
        ("Assigned", State.AWAITING_PICKUP),
        ("Picked Up", State.IN_TRANSIT),
        ("Completed", State.DELIVERED),
        ("Canceled", State.CANCELLED),
        ("In Transit", State.IN_TRANSIT),
        ("Delivered", State.DELIVERED),
        ("Cancelled", State.CANCELLED),
        ("Declined", State.DECLINED),
        ("Failed", State.FAILED),
        ("Returned", State.UNKNOWN),
        ("", State.UNKNOWN),
    ],
)
def test_a_label_stands_for_one_state_and_is_never_guessed(label: str, state: State) -> None:
    assert state_of_label(label) is state


def test_every_token_and_every_kind_of_event_has_a_state() -> None:
    states = [
        *(token.state for token in FilterToken),
        *(token.state for token in StatusToken),
        *(kind.state for kind in EventKind),
    ]
    assert State.UNKNOWN not in states
    assert all(isinstance(state, State) for state in states)


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (EventKind.CREATED, State.PENDING),
        (EventKind.ASSIGNED, State.AWAITING_PICKUP),
        (EventKind.PICKED_UP, State.IN_TRANSIT),
        (EventKind.IN_TRANSIT, State.IN_TRANSIT),
        (EventKind.COMPLETED, State.DELIVERED),
        (EventKind.CANCELLED, State.CANCELLED),
        (EventKind.FAILED, State.FAILED),
    ],
)
def test_an_event_tells_the_state_that_was_reached(kind: EventKind, state: State) -> None:
    assert kind.state is state
    assert event_kind(kind.value) is kind


@pytest.mark.parametrize("text", ["", "delivery", "delivery.exploded", "Delivery.Created"])
def test_an_event_that_the_contract_does_not_name_has_no_kind(text: str) -> None:
    assert event_kind(text) is None


@pytest.mark.parametrize(
    ("state", "rank", "is_open"),
    [
        (State.UNKNOWN, -1, True),
        (State.PENDING, 0, True),
        (State.AWAITING_PICKUP, 1, True),
        (State.ACCEPTED, 2, True),
        (State.IN_TRANSIT, 3, True),
        (State.FAILED, 3, True),
        (State.DELIVERED, 5, False),
        (State.CANCELLED, 5, False),
        (State.DECLINED, 5, False),
    ],
)
def test_a_state_knows_its_rank_and_whether_it_is_the_end(
    state: State, rank: int, is_open: bool
) -> None:
    assert (state.rank, state.is_open) == (rank, is_open)
