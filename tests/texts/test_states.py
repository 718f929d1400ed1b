"""States: each has a name for people, and one that is unknown is shown as it came."""

import pytest

from bot.fleet import Delivery, State
from bot.texts.states import state_label
from bot.texts.words import Words
from tests.texts.markup import bare

UUID = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
KNOWN = [state for state in State if state is not State.UNKNOWN]


def label(state: State) -> str:
    return bare(state_label(Words(), Delivery(uuid=UUID, state=state, label="Weighed <b>")))


@pytest.mark.parametrize("state", KNOWN)
def test_every_state_has_a_name(state: State):
    assert "Weighed" not in label(state)


def test_no_two_states_have_the_same_name():
    assert len({label(state) for state in KNOWN}) == len(KNOWN)


def test_an_unknown_state_is_shown_as_the_fleet_service_wrote_it():
    assert label(State.UNKNOWN) == "❔ Weighed <b>"
