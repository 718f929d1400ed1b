"""The service does what a small model of it says, briefly; `python -m tests.stateful` at length."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.stateful.machine import Service
from tests.stateful.world import Ground

BRIEFLY = settings(
    max_examples=5,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def ground() -> Iterator[Ground]:
    ground = Ground()
    yield ground
    ground.clear()


def test_in_any_order_of_requests_losses_and_restarts_the_service_does_what_the_model_says(
    ground: Ground,
):
    run_state_machine_as_test(lambda: Service(ground), settings=BRIEFLY)
