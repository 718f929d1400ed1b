"""Where a parcel is: what is known, and nothing that nobody can know."""

import pytest

from bot.fleet import Delivery, RiderSummary, State
from bot.texts.customer.where import where_it_is
from bot.texts.words import Words
from tests.texts.markup import bare

UUID = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"


def told(state: State, *, on_the_map: bool = False, rider: RiderSummary | None = None) -> str:
    delivery = Delivery(uuid=UUID, order_number="0042", state=state, label="Weighed", rider=rider)
    return bare(where_it_is(Words(), delivery, on_the_map=on_the_map).html)


@pytest.mark.parametrize("state", State)
def test_every_state_has_a_sentence_even_where_rider_and_time_are_not_known(state: State):
    assert "0042" in told(state)


@pytest.mark.parametrize("state", State)
def test_the_riders_surname_is_told_to_nobody(state: State):
    assert "Bello" not in told(state, rider=RiderSummary(uuid=UUID, name="Musa Bello"))


def test_a_map_is_spoken_of_only_where_there_is_one():
    assert "on the map" in told(State.IN_TRANSIT, on_the_map=True)
    assert "Just ask" in told(State.IN_TRANSIT)
    assert "map" not in told(State.ACCEPTED)


def test_a_state_that_is_not_known_is_shown_as_the_fleet_service_calls_it():
    assert "Weighed" in told(State.UNKNOWN)
