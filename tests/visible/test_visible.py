"""Nobody sees what is not theirs, briefly; `python -m tests.visible` at length."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from bot.demo.certificates import Certificates
from tests.visible.visible_machine import Chats

BRIEFLY = settings(
    stateful_step_count=20,
    deadline=None,
    database=None,
    derandomize=True,  # the same days in each run; `python -m tests.visible` has others
    phases=[Phase.generate],  # to find the shortest way there is for `python -m tests.visible`
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize(
    "days", [1, pytest.param(5, marks=pytest.mark.long("five whole days are played"))]
)
def test_in_any_order_of_changes_and_kills_nobody_sees_what_is_not_theirs(
    days: int, certificates: Certificates
):
    briefly = settings(BRIEFLY, max_examples=days)
    run_state_machine_as_test(lambda: Chats(certificates), settings=briefly)
