"""The checks find what they look for."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from bot.fleet import Delivery
from bot.local_telegram import LocalTelegram
from tests.faults.cast import Cast
from tests.faults.chatlog import ChatLog, Seen
from tests.faults.checks import CHECKS
from tests.faults.duplicates import duplicates
from tests.faults.evidence import Evidence
from tests.faults.kill_log import KillLog
from tests.faults.ledger import Ledger, Request
from tests.faults.parcels import Parcel, Parcels
from tests.faults.plan import CUSTOMERS, RIDERS, Fate

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def at(second: float) -> datetime:
    return START + timedelta(seconds=second)


@pytest.fixture
def evidence() -> Evidence:
    telegram = LocalTelegram()
    telegram.add_bot("1:secret", username="bot", first_name="Bot")
    cast = Cast(
        telegram.add_user("Olu"),
        {"rider": telegram.add_user("Musa")},
        {CUSTOMERS[0]: telegram.add_user(CUSTOMERS[0])},
        {RIDERS[0]: "rider"},
    )
    return Evidence(Parcels(), Ledger(), ChatLog(), KillLog([]), cast)


@pytest.fixture
def parcel(evidence: Evidence) -> Parcel:
    delivery = Delivery(uuid=str(uuid4()), order_number="1001")
    return evidence.parcels.add(delivery, Fate(CUSTOMERS[0], RIDERS[0]))


def happened(evidence: Evidence, parcel: Parcel, second: float, change: str, detail: str = ""):
    request = Request(at(second), change, parcel.uuid, detail, accepted=True)
    evidence.ledger.requests.append(request)
    evidence.parcels.hear(request)


def seen(evidence: Evidence, second: float, text: str, kind: str = "sent"):
    chat = evidence.cast.dispatcher.id
    evidence.log.seen.append(Seen(at(second), kind, chat, 1, text, from_bot=True))


def found(check: str, evidence: Evidence) -> list[str]:
    return list(CHECKS[check](evidence))


def test_a_delivery_that_ended_in_silence_is_lost_to_everybody(evidence: Evidence, parcel: Parcel):
    happened(evidence, parcel, 1, "assigned", "rider")
    happened(evidence, parcel, 2, "cancelled")
    assert len(found("loud messages never sent", evidence)) == 3
    assert found("wrong cards", evidence) == ["order 1001: the customer's card says None"]


def test_a_delivery_that_goes_no_further_is_unfinished(evidence: Evidence, parcel: Parcel):
    assert found("unfinished deliveries", evidence) == [f"order 1001 is still {parcel.state}"]


def test_a_card_may_not_go_back(evidence: Evidence, parcel: Parcel):
    seen(evidence, 1, "📦 Order 1001 · 🛵 On the way")
    assert not found("out of order", evidence)
    seen(evidence, 2, "📦 Order 1001 · 👍 Accepted by the rider", "edited")
    assert len(found("out of order", evidence)) == 1


def test_nobody_hears_of_the_pickup_after_the_end(evidence: Evidence, parcel: Parcel):
    seen(evidence, 1, "✅ Order 1001 was delivered.")
    seen(evidence, 2, "🛵 Order 1001 is on the way.")
    assert len(found("out of order", evidence)) == 1


def test_nothing_may_be_shown_before_it_was_asked_for(evidence: Evidence, parcel: Parcel):
    seen(evidence, 1, "📦 Order 1001 · ✅ Delivered")
    happened(evidence, parcel, 2, "delivered")
    assert len(found("shown too early", evidence)) == 1


def test_nothing_may_be_asked_for_twice(evidence: Evidence, parcel: Parcel):
    happened(evidence, parcel, 1, "assigned", "rider")
    happened(evidence, parcel, 2, "accepted")
    assert not found("done or asked twice", evidence)
    happened(evidence, parcel, 3, "accepted")
    assert len(found("done or asked twice", evidence)) == 1


def test_another_rider_may_accept_anew(evidence: Evidence, parcel: Parcel):
    for second, rider in ((1, "rider"), (3, "other")):
        happened(evidence, parcel, second, "assigned", rider)
        happened(evidence, parcel, second + 1, "accepted")
    assert not found("done or asked twice", evidence)


@pytest.mark.parametrize(("killed_at", "explained"), [(1.5, True), (30.0, False)])
def test_what_was_said_twice_is_explained_by_a_kill_just_after_it(
    evidence: Evidence, killed_at: float, explained: bool
):
    evidence.kills.at.append(at(killed_at))
    for second in (1, 40):
        seen(evidence, second, "❌ Order 1001 was cancelled.")
    assert [duplicate.explained for duplicate in duplicates(evidence)] == [explained]
