"""`handover service rider …` and `handover service delivery …`."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from PIL import Image

from bot.service.environment import Environment, UnitOfWork
from bot.service.operations.create import create_deliveries
from bot.service.operations.find import list_riders
from bot.service.operations.invitation import invite_riders
from bot.service.request_bodies.enrolment import NewRiders
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.settings import OrganizationSettings
from bot.service.store.searches import RiderSearch, Slice
from bot.service.vocabulary import State
from tests.cli.operating import Operator
from tests.service.fleet import order

MUSA = {
    "--name": "Musa Bello",
    "--phone-code": "+234",
    "--phone": "08020000001",
    "--email": "Musa@example.com",
    "--plate": "LAG-1",
    "--address": "3 Hill Road",
}
UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"


def add_musa(operator: Operator, **changes: str) -> list[str]:
    changed = MUSA | {f"--{name}": value for name, value in changes.items()}
    return ["rider", "add", "development", *(word for pair in changed.items() for word in pair)]


def test_a_rider_is_added_active_with_all_that_is_known(operator: Operator):
    uuid = operator.does(*add_musa(operator))
    for name in ("1", uuid, uuid.upper()):
        shown = operator.fields("rider", "show", "development", name)
        assert shown["uuid"] == uuid
    assert shown["phone"] == "+2348020000001"
    assert (shown["email"], shown["state"]) == ("musa@example.com", "active")
    assert (shown["vehicle plate number"], shown["address"]) == ("LAG-1", "3 Hill Road")
    ((number, name, *_),) = operator.rows("rider", "list", "development")
    assert (number, name) == ("1", "Musa Bello")
    assert operator.does("rider", "list", "production") == "production has no riders."


def test_a_rider_who_cannot_be_is_refused(operator: Operator):
    assert "phone number" in operator.cannot(*add_musa(operator, phone="none"), code=2)
    assert "email" in operator.cannot(*add_musa(operator, email="musa"), code=2)
    operator.does(*add_musa(operator))
    assert "musa@example.com already" in operator.cannot(*add_musa(operator), code=1)


def test_riders_are_deactivated_and_activated_as_often_as_one_likes(operator: Operator):
    operator.does(*add_musa(operator))
    for command, state in (("deactivate", "deactivated"), ("activate", "active")):
        for _ in range(2):
            operator.does("rider", command, "development", "1")
            assert operator.fields("rider", "show", "development", "1")["state"] == state


def test_who_was_invited_is_not_taken_on_before_anybody_could_call_them(operator: Operator):
    invitation = NewRiders(
        rider_emails=["bisi@example.com"], commission_value=1, commission_type="commission"
    )
    operator.operate(lambda environment: invite_riders(environment, invitation))
    assert operator.fields("rider", "show", "development", "1")["state"] == "invited"
    refusal = operator.cannot("rider", "activate", "development", "1", code=1)
    assert refusal == "Rider 1, bisi, has no phone number yet: fill it in first."
    assert operator.fields("rider", "show", "development", "1")["state"] == "invited"


def test_who_was_invited_gets_a_name_and_a_number_and_is_taken_on(operator: Operator):
    invitation = NewRiders(
        rider_emails=["bisi@example.com"], commission_value=1, commission_type="commission"
    )
    operator.operate(lambda environment: invite_riders(environment, invitation))
    bisi = ("--name", "Bisi Ola", "--phone-code", "+234", "--phone", "08020000002")
    assert operator.does("rider", "edit", "development", "1", *bisi) == "Rider 1 is changed."
    operator.does("rider", "edit", "development", "1", "--plate", "LAG-2")
    shown = operator.fields("rider", "show", "development", "1")
    assert (shown["name"], shown["phone"]) == ("Bisi Ola", "+2348020000002")
    assert (shown["vehicle plate number"], shown["state"]) == ("LAG-2", "invited")
    assert shown["email"] == "bisi@example.com"
    operator.does("rider", "activate", "development", "1")
    assert operator.fields("rider", "show", "development", "1")["state"] == "active"


def test_no_two_riders_have_one_number_however_it_is_written_or_one_address(operator: Operator):
    operator.does(*add_musa(operator))
    same = add_musa(operator, email="other@example.com", phone="0802 000 0001")
    already = "Rider 1, Musa Bello, has the phone number +2348020000001 already."
    assert operator.cannot(*same, code=1) == already
    operator.does(*add_musa(operator, email="sani@example.com", phone="08020000002"))
    edit = ("rider", "edit", "development", "2")
    assert operator.cannot(*edit, "--phone", "08020000001", code=1) == already
    address = operator.cannot(*edit, "--email", "MUSA@example.com", code=1)
    assert address == "A rider has the address musa@example.com already."
    operator.does(*edit, "--phone", "08020000002", "--email", "sani@example.com")


def test_a_change_says_what_is_to_change(operator: Operator):
    operator.does(*add_musa(operator))
    edit = ("rider", "edit", "development", "1")
    assert "Say what is to change" in operator.cannot(*edit, code=2)
    assert "phone number" in operator.cannot(*edit, "--phone", "none", code=2)
    assert "name" in operator.cannot(*edit, "--name", " ", code=2)


def test_a_delivery_is_paid_for_when_the_operator_says_so(operator: Operator):
    operator.creates()
    assert operator.fields("delivery", "show", "development", "1001")["paid"] == "no"
    paid = operator.does("delivery", "pay", "development", "1001")
    assert paid == "Delivery 1001 is paid for."
    assert operator.fields("delivery", "show", "development", "1001")["paid"] == "yes"
    undone = operator.does("delivery", "pay", "development", "1001", "--undo")
    assert undone == "Delivery 1001 is not paid for."
    assert operator.fields("delivery", "show", "development", "1001")["paid"] == "no"
    operator.cannot("delivery", "pay", "development", "7", code=1)


def test_what_riders_have_earned_is_listed_by_period(operator: Operator):
    operator.does(*add_musa(operator, commission="12.50"))
    assert operator.fields("rider", "show", "development", "1")["commission"] == "12.50"
    operator.does("rider", "edit", "development", "1", "--commission", "200")
    assert operator.fields("rider", "show", "development", "1")["commission"] == "200"
    assert "commission" in operator.cannot(
        "rider", "edit", "development", "1", "--commission", "a lot", code=2
    )
    earnings = ("rider", "earnings", "development", "--to", "2026-03-31")
    assert operator.does(*earnings, "--from", "2026-03-01") == "Nobody delivered anything then."
    assert "--from has to be a date" in operator.cannot(*earnings, "--from", "March", code=2)
    since = _today()  # a day may end in the middle of this
    operator.operate(lambda environment: _brings(environment, fee="1500.50"))
    (line,) = operator.rows("rider", "earnings", "development", "--from", since, "--to", _today())
    assert line == ["1", "Musa Bello", "1", "1500.50", "200.00"]


def _today() -> str:
    return OrganizationSettings().today(datetime.now(UTC)).isoformat()


async def _brings(environment: Environment, fee: str) -> None:
    """Let the one rider bring a parcel whose codes nobody asks for."""
    (rider,) = (await list_riders(environment, RiderSearch(), Slice(1, 1), with_ongoing=False)).page
    body = NewDelivery.model_validate(order(delivery_fee=fee, riderid=rider.uuid))
    (created,) = await create_deliveries(environment, body)
    await environment.write(_bring, created.uuid)


def _bring(work: UnitOfWork, uuid: str) -> None:
    delivery = work.delivery(uuid)
    earned = delivery.commission(work.environment.business.commission)
    marks = {"state": State.DELIVERED, "dropoff_at": work.now, "earned": earned}
    work.change(delivery, marks)


def test_a_delivery_has_its_places_once_the_operator_knows_them(operator: Operator):
    operator.creates()
    place = ("delivery", "place", "development", "1001")
    said = operator.does(*place, "--pickup", "-6.43, 3.42")
    assert said == "Delivery 1001 has its place on the map."
    operator.does(*place, "--dropoff", "6.5,180")
    shown = operator.fields("delivery", "show", "development", "1001")
    assert (shown["pickup at"], shown["drop-off at"]) == ("-6.43,3.42", "6.5,180.0")
    assert "--pickup or --dropoff" in operator.cannot(*place, code=2)
    for wrong in ("6.43", "91,3", "6,-181", "nan,3", "6.43;3.42"):
        assert "--dropoff has to be a latitude" in operator.cannot(
            *place, "--dropoff", wrong, code=2
        )


@pytest.mark.parametrize("command", ["show", "activate", "deactivate"])
@pytest.mark.parametrize("name", ["7", UNKNOWN, "Musa", "9" * 30, "²"])
def test_a_rider_who_is_not_there_is_said_not_to_be(operator: Operator, command: str, name: str):
    sentence = operator.cannot("rider", command, "development", name, code=1)
    assert sentence.startswith(f"There is no rider {name} in development;")


def test_deliveries_are_listed_newest_first_and_by_wish(operator: Operator):
    operator.creates()
    operator.creates(sender_name="Bisi Stores")
    operator.does("delivery", "decline", "development", "1001", "--note", "Too far")
    assert [row[:3] for row in operator.rows("delivery", "list", "development")] == [
        ["1002", "Pending", "Bola Ade"],
        ["1001", "Declined", "Bola Ade"],
    ]
    for wish in (["--status", "declined"], ["--search", "ada"]):
        ((order, *_),) = operator.rows("delivery", "list", "development", *wish)
        assert order == "1001"
    assert operator.does("delivery", "list", "production") == "There are no such deliveries."


def test_a_delivery_is_shown_by_either_name_without_its_codes(operator: Operator):
    delivery = operator.creates(delivery_fee=1800)
    for name in ("1001", delivery.uuid):
        shown = operator.fields("delivery", "show", "development", name)
        assert (shown["state"], shown["fee"], shown["items"]) == ("Pending", "1800", "2 x Shoes")
        assert shown["receiver"] == "Bola Ade, +2348054445555, 4 Marina Road"
    resent = operator.command("delivery", "resend-codes", "development", "1001")
    assert resent.stdout == "New codes are on their way: pickup, drop-off.\n"
    for printed in (*shown.values(), resent.output):
        assert not re.search(r"\b\d{10}\b", printed)


def test_what_a_name_holds_cannot_steer_the_terminal_or_add_a_line(operator: Operator):
    operator.creates(sender_name="Ada\nStores\t\x1b[31m")
    shown = operator.fields("delivery", "show", "development", "1001")
    assert shown["sender"].startswith("Ada Stores [31m, ")


def test_an_attempt_fails_only_on_the_way(operator: Operator):
    operator.creates()
    failing = ("delivery", "fail", "development", "1001", "--note", "Nobody at home")
    assert "is Pending and cannot have failed" in operator.cannot(*failing, code=1)
    with closing(sqlite3.connect(operator.folder / "fleet.db")) as database, database:
        database.execute("UPDATE deliveries SET state = 'In Transit'")
    operator.does("webhook", "set", "development", "https://bot.example/fleet")
    operator.does(*failing)
    ((_, order, event, *_),) = operator.rows("webhook", "log", "development")
    assert (order, event) == ("1001", "delivery.failed")


def test_a_proof_photo_gets_an_address_where_the_service_is_reached(operator: Operator):
    operator.creates()
    file = operator.folder / "door.png"
    Image.new("RGB", (4, 4)).save(file)
    putting = ("delivery", "photo", "development", "1001")
    assert "--pickup or --dropoff" in operator.cannot(*putting, code=2)
    whole = (*putting, "--dropoff", str(file))
    assert "has not been picked up yet" in operator.cannot(*whole, code=1)
    with closing(sqlite3.connect(operator.folder / "fleet.db")) as database, database:
        database.execute("UPDATE deliveries SET pickup_at = created_at")
    assert "http://127.0.0.1:8080/development/photos/" in operator.does(*whole)
    operator.says('[web]\npublic_url = "https://fleet.example"')
    Image.new("RGB", (4, 4), "white").save(file)
    said = operator.does(*whole)
    shown = operator.fields("delivery", "show", "development", "1001")["drop-off photo"]
    assert said == f"The photo of the drop-off of 1001 is seen at {shown}"
    assert shown.startswith("https://fleet.example/development/photos/")
    file.write_bytes(bytes(30 * 1024 * 1024))
    assert "more than 10 MB" in operator.cannot(*whole, code=1)


def test_a_delivery_is_declined_once_and_the_note_is_its_reason(operator: Operator):
    operator.creates()
    declining = ("delivery", "decline", "development", "1001", "--note", "Too far")
    operator.does(*declining)
    assert operator.fields("delivery", "show", "development", "1001")["called off"] == "Too far"
    assert "is Declined" in operator.cannot(*declining, code=1)
    assert "is Declined" in operator.cannot(
        "delivery", "resend-codes", "development", "1001", code=1
    )


@pytest.mark.parametrize("command", [["show"], ["fail", "--note", "x"], ["resend-codes"]])
def test_a_delivery_that_is_not_there_is_said_not_to_be(operator: Operator, command: list[str]):
    operator.creates()
    verb, *options = command
    for environment, name in (("development", "1002"), ("production", "1001")):
        sentence = operator.cannot("delivery", verb, environment, name, *options, code=1)
        assert sentence == f"There is no delivery {name} in {environment}."


def test_without_mail_an_invitation_prints_its_link_and_again_a_new_one(operator: Operator):
    invite = ("rider", "invite", "development", "bisi@example.com", "--commission", "12.50")
    first, second = operator.does(*invite), operator.does(*invite)
    for line in (first, second):
        pattern = r"bisi@example\.com\thttp://127\.0\.0\.1:8080/development/join/[\w-]{22}"
        assert re.fullmatch(pattern, line)
    assert first != second
    assert operator.fields("rider", "show", "development", "1")["commission"] == "12.50"
    assert operator.fields("rider", "show", "development", "1")["state"] == "invited"
    phone = ("--phone-code", "234", "--phone", "08020000002")
    operator.does("rider", "edit", "development", "1", *phone)
    operator.does("rider", "activate", "development", "1")
    assert operator.cannot(*invite, code=1) == "Rider 1, bisi@example.com, has joined already."
    assert "email" in operator.cannot("rider", "invite", "development", "bisi", code=2)


def test_with_mail_an_invitation_is_on_its_way_and_no_link_is_shown(operator: Operator):
    operator.says('[mail]\nhost = "smtp.example"\nsender = "rides@shop.example"')
    said = operator.does("rider", "invite", "development", "bisi@example.com")
    assert said == "The invitation to bisi@example.com is on its way."
