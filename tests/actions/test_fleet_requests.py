"""Fleet requests: each can be read back from its job, and is carried out by an operation."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from bot.actions import fleet_requests
from bot.actions.fleet_requests.cancel import Cancel
from bot.actions.fleet_requests.operation import AnyOperation, RequestOperation
from bot.actions.fleet_requests.registry import OPERATIONS
from bot.actions.fleet_requests.switch_riders import SwitchRiders
from bot.actions.request_queue import read, readable
from bot.identifiers import RiderUuid
from tests.actions.business import DELIVERY, DISPATCHER

# Rows in the databases of running bots are called so: a name may be added, and none be changed.
KINDS = {
    "accept",
    "accept_for_rider",
    "assign",
    "assign_many",
    "cancel",
    "confirm_receipt",
    "count_report",
    "create_delivery",
    "edit_delivery",
    "use_address",
    "hand_over",
    "hand_over_by_staff",
    "invite_riders",
    "report_problem",
    "send_place",
    "set_payment",
    "set_taker",
    "sign_up",
    "switch_rider",
}


def test_every_kind_that_is_kept_has_one_operation():
    kinds = [operation.carries_out.model_fields["kind"].default for operation in OPERATIONS]
    assert sorted(kinds) == sorted(KINDS)


def test_no_operation_is_forgotten_in_the_registry():
    for module in pkgutil.iter_modules(fleet_requests.__path__, f"{fleet_requests.__name__}."):
        importlib.import_module(module.name)
    assert {kind for kind in below(RequestOperation) if "carries_out" in vars(kind)} == set(
        OPERATIONS
    )


def below(kind: type[AnyOperation]) -> Iterator[type[AnyOperation]]:
    for child in kind.__subclasses__():
        yield child
        yield from below(child)


def test_a_request_is_read_back_as_it_was_asked_for():
    cancel = Cancel(delivery=DELIVERY, by=DISPATCHER, reason="closed today")
    assert read(cancel.model_dump_json().encode()) == cancel


def test_a_rider_whom_an_earlier_version_was_asked_to_switch_is_still_switched():
    kept = b'{"by": 1, "kind": "switch_rider", "rider": "r", "active": false}'
    assert read(kept) == SwitchRiders(by=1, riders=(RiderUuid("r"),), active=False)


@pytest.mark.parametrize(
    "body",
    [
        b'{"kind": "of a later version"}',
        b'{"kind": "cancel", "by": 1, "delivery": "d", "reason": "r", "of_a_later_version": 1}',
        b'{"by": 1}',
        b"[]",
        b"{",
    ],
)
def test_what_another_version_has_asked_for_is_passed_over(body: bytes):
    assert readable(body) is None
