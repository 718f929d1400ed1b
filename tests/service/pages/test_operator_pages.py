"""What an operator sees and does on the page: the same as on the command line, and never a code."""

import json
import logging
import re
from datetime import timedelta

import pytest

from bot.service.operations.invitation import invite_riders
from bot.service.operations.keys import known_keys
from bot.service.operations.tell import take_receipt
from bot.service.operations.webhook_administration import get_webhook
from bot.service.request_bodies.enrolment import NewRiders
from bot.service.sms import Sms, SmsError, SmsRefusedError
from bot.service.store.tables import UNDELIVERED
from tests.service.fleet import KEY, RECEIVER_PHONE, SENDER_PHONE, Fleet, receiver
from tests.service.pages.operators import Browser
from tests.service.receiver import Receiver
from tests.support.sql import execute

ROOT = "/operator/development"
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
TURNED = f"{TURNS[4]}gpj.{TURNS}exe{TURNS[8]}"
RIDER = {
    "name": "Musa Bello",
    "phone_code": "+234",
    "phone_number": "08067778888",
    "email": "Musa@example.com",
    "vehicle_plate_number": "LAG-123",
    "address": "2 Marina Road",
}


async def test_deliveries_are_found_by_words_state_and_day_page_by_page(fleet: Fleet, ada: Browser):
    for number in range(30):
        await fleet.create(receivers=[receiver(customer_name=f"Person {number}")])
    await ada.opens(f"{ROOT}/deliveries")
    assert "30 in all, page 1" in ada.words
    assert "Person 29" in ada.words
    assert "Person 4 " not in ada.words
    await ada.opens(re.findall(r'href="([^"]+)">Older', ada.page)[0])
    assert "Person 4 " in ada.words
    await ada.opens(f"{ROOT}/deliveries?search=Person+17")
    assert "1 in all" in ada.words
    await ada.opens(f"{ROOT}/deliveries?delivery_status=delivered")
    assert "Nothing matches." in ada.words
    await ada.opens(f"{ROOT}/deliveries?filter=yesterday")
    assert "Nothing matches." in ada.words
    answer = await ada.opens(f"{ROOT}/deliveries?start_date=soon")
    assert answer.status_code == 422
    assert "The start_date field has to be a date" in ada.words


async def test_a_day_of_the_list_is_one_of_the_business(fleet: Fleet, ada: Browser):
    fleet.clock.advance(timedelta(hours=14, minutes=20))  # 23:20 UTC, and 00:20 in Lagos
    await fleet.create()
    await ada.logs_in()
    await ada.opens(f"{ROOT}/deliveries?filter=today&start_date=&end_date=")
    assert "1 in all" in ada.words
    for day, words in (("2026-03-03", "1 in all"), ("2026-03-02", "Nothing matches.")):
        await ada.opens(f"{ROOT}/deliveries?filter=created_at&start_date={day}&end_date={day}")
        assert words in ada.words


async def test_each_environment_shows_its_own(fleet: Fleet, ada: Browser):
    uuid = (await fleet.create())["uuid"]
    assert (await ada.opens(f"{ROOT}/deliveries/{uuid}")).status_code == 200
    await ada.opens("/operator/production/deliveries")
    assert "There are no deliveries in production yet." in ada.words
    assert (await ada.opens(f"/operator/production/deliveries/{uuid}")).status_code == 404
    assert (await ada.opens("/operator/staging/deliveries")).status_code == 404
    assert (await ada.opens(f"{ROOT}/deliveries/nonsense")).status_code == 404


async def test_amounts_are_read_in_the_units_of_the_currency(fleet: Fleet, ada: Browser):
    uuid = (await fleet.create(delivery_fee="1700.50"))["uuid"]
    await ada.opens(f"{ROOT}/deliveries/{uuid}")
    assert "NGN 1,700.50, not paid" in ada.words
    await ada.opens(f"{ROOT}/deliveries")
    assert "NGN 1,700.50" in ada.words


async def test_a_payment_is_written_down_and_taken_back(
    fleet: Fleet, ada: Browser, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="bot")
    uuid = (await fleet.create())["uuid"]
    page = f"{ROOT}/deliveries/{uuid}"
    await ada.opens(page)
    answer = await ada.sends(f"{page}/paid")
    assert answer.headers["location"] == page
    assert "Delivery 1001 is written down as paid for." in ada.words
    assert (await fleet.delivery(uuid))["is_paid"] is True
    await ada.opens(page)
    assert "written down" not in ada.words  # it is said once
    await ada.sends(f"{page}/unpaid")
    assert (await fleet.delivery(uuid))["is_paid"] is False
    did = "operator ada in development: Delivery 1001 is written down as paid for."
    assert did in caplog.text


async def test_new_codes_are_texted_and_shown_to_nobody(fleet: Fleet, ada: Browser):
    uuid = (await fleet.create())["uuid"]
    page = f"{ROOT}/deliveries/{uuid}"
    former = await fleet.code(SENDER_PHONE)
    await ada.opens(page)
    await ada.sends(f"{page}/codes")
    assert "New codes of 1001 are on their way: pickup and drop-off." in ada.words
    fresh = await fleet.code(SENDER_PHONE)
    await ada.opens(page)
    assert "pickup code" in ada.words
    for code in (former, fresh, await fleet.code(RECEIVER_PHONE)):
        assert not re.search(rf"\b{code}\b", ada.words)


async def test_a_delivery_is_declined_with_a_reason_and_only_while_it_can_be(
    fleet: Fleet, ada: Browser
):
    uuid = (await fleet.create())["uuid"]
    page = f"{ROOT}/deliveries/{uuid}"
    await ada.opens(page)
    await ada.sends(f"{page}/decline", {"note": " "})
    assert "The note field" in ada.words
    await ada.sends(f"{page}/decline", {"note": "Too far"})
    assert "Delivery 1001 is declined." in ada.words
    assert "Too far" in ada.words
    await ada.sends(f"{page}/decline", {"note": "Again"})
    assert "Delivery 1001 is Declined and cannot be declined." in ada.words
    assert f"{page}/decline" not in ada.page


async def test_a_failed_attempt_is_told_while_it_is_on_its_way(
    fleet: Fleet, ada: Browser, receiver: Receiver
):
    uuid = await fleet.at("In Transit")
    await ada.opens(f"{ROOT}/webhooks")
    await ada.sends(f"{ROOT}/webhooks/set", {"url": receiver.url, "all": "1"})
    page = f"{ROOT}/deliveries/{uuid}"
    await ada.opens(page)
    await ada.sends(f"{page}/fail", {"note": "Nobody at home"})
    await fleet.service.idle()
    await ada.opens(page)
    assert "delivery.failed done" in ada.words


async def test_riders_are_added_edited_deactivated_and_activated(fleet: Fleet, ada: Browser):
    await ada.opens(f"{ROOT}/riders")
    assert "There are no riders in development yet." in ada.words
    await ada.opens(f"{ROOT}/riders/new")
    answer = await ada.sends(f"{ROOT}/riders/new/add", RIDER | {"phone_number": "many"})
    assert answer.status_code == 422
    assert "has to be a phone number" in ada.words
    assert 'value="LAG-123"' in ada.page  # what was typed is still there
    answer = await ada.sends(f"{ROOT}/riders/new/add", RIDER)
    page = answer.headers["location"]
    assert "Rider 1 is added" in ada.words
    await ada.sends(f"{page}/edit", RIDER | {"address": "", "name": "Musa B."})
    assert "Rider 1 is changed." in ada.words
    rider = await fleet.get(f"/riders/get/{page.rpartition('/')[2]}")
    assert (rider["name"], rider["address"], rider["phone_code"]) == ("Musa B.", "", "234")
    await ada.sends(f"{page}/remove")
    assert "Rider 1 gets no new deliveries." in ada.words
    assert (await fleet.riders(active="0"))["riders"]["total"] == 1
    await ada.sends(f"{page}/activate")
    assert (await fleet.riders(active="1"))["riders"]["total"] == 1


async def test_two_riders_do_not_get_one_phone_number(fleet: Fleet, ada: Browser):
    await fleet.rider()
    await ada.opens(f"{ROOT}/riders/new")
    answer = await ada.sends(f"{ROOT}/riders/new/add", RIDER | {"email": "other@example.com"})
    assert answer.status_code == 422
    assert "has the phone number +2348067778888 already" in ada.words


async def test_who_was_invited_is_filled_in_field_by_field(fleet: Fleet, ada: Browser):
    invitation = NewRiders(
        rider_emails=["new@example.com"], commission_value=10, commission_type="commission"
    )
    (invited,) = await invite_riders(fleet.development, invitation)
    page = f"{ROOT}/riders/{invited.uuid}"
    await ada.opens(page)
    assert "invited" in ada.words
    await ada.sends(f"{page}/activate")
    assert "has no phone number yet: fill it in first." in ada.words
    blank = RIDER | {"email": "new@example.com", "phone_code": "", "phone_number": ""}
    await ada.sends(f"{page}/edit", blank)
    assert "Rider 1 is changed." in ada.words
    await ada.sends(f"{page}/edit", RIDER | {"email": "new@example.com"})
    await ada.sends(f"{page}/edit", blank)
    assert "has to be a country's dialling code" in ada.words


async def test_a_new_key_is_shown_once_and_opens_the_api(
    fleet: Fleet, ada: Browser, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="bot")
    await ada.opens(f"{ROOT}/keys")
    assert "current" in ada.words
    assert KEY not in ada.page
    form = {"hours": "0", "newest": "1"}
    answer = await ada.sends(f"{ROOT}/keys/rotate", form)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    key = re.findall(r"hk_dev_[\w-]+", ada.page)[0]
    assert "flash" not in str([answer.headers, ada.http.cookies])
    assert key not in caplog.text
    await ada.sends(f"{ROOT}/keys/rotate", form)  # as a browser does that loads the answer again
    assert "A key was made since this page was shown, so none was made now." in ada.words
    assert "hk_dev_" not in ada.page
    assert (await fleet.http.get("/riders")).status_code == 401
    fleet.http.headers["x-api-key"] = key
    assert (await fleet.riders())["total_number_of_riders"] == 0


async def test_a_key_is_ended_once(fleet: Fleet, ada: Browser):
    (key,) = await known_keys(fleet.development)
    await ada.opens(f"{ROOT}/keys")
    await ada.sends(f"{ROOT}/keys/end", {"number": str(key.number)})
    assert f"Key {key.number} is ended" in ada.words
    assert "Replace the key" not in ada.words
    assert (await fleet.http.get("/riders")).status_code == 401
    await ada.sends(f"{ROOT}/keys/end", {"number": str(key.number)})
    assert f"There is no valid key {key.number} any more." in ada.words
    await ada.sends(f"{ROOT}/keys/end", {"number": "9" * 30})
    assert "The number field" in ada.words


async def test_webhooks_are_set_tried_seen_and_sent_again(
    fleet: Fleet, ada: Browser, receiver: Receiver
):
    page = f"{ROOT}/webhooks"
    await ada.opens(page)
    assert "No webhooks are sent" in ada.words
    await ada.sends(f"{page}/set", {"url": "http://plain.example", "all": "1"})
    assert "Webhooks go to HTTPS URLs only" in ada.words
    await ada.sends(f"{page}/set", {"url": receiver.url})
    assert "Choose at least one kind" in ada.words
    await ada.sends(f"{page}/set", {"url": receiver.url, "delivery.created": "1"})
    assert (await get_webhook(fleet.development)).events == {"delivery.created"}
    await ada.sends(f"{page}/test")
    assert "The receiver took the test webhook: 200." in ada.words
    receiver.status = 500
    await fleet.create()
    await fleet.service.idle()
    for minutes in (1, 5, 15):
        fleet.clock.advance(timedelta(minutes=minutes))
        await fleet.service.idle()
    await ada.opens(f"{page}?failed=1")
    assert "delivery.created failed" in ada.words
    await ada.sends(f"{page}/test")
    assert "The receiver did not take the test webhook: 500." in ada.words
    receiver.status = 200
    await ada.sends(f"{page}/resend", {"id": "1"})
    assert "Webhook 1 is sent again" in ada.words
    await fleet.service.idle()
    await ada.opens(page)
    assert "delivery.created done" in ada.words
    await ada.sends(f"{page}/resend", {"id": "77"})
    assert "not kept any more" in ada.words
    other = (await fleet.create())["uuid"]
    await ada.sends(f"{ROOT}/deliveries/{other}/resend", {"id": "1"})
    assert "not kept any more" in ada.words
    await fleet.service.idle()
    await ada.opens(page)
    await ada.sends(f"{page}/resend-failed")
    assert "Failed webhooks that are sent again: 0." in ada.words
    await ada.sends(f"{page}/off")
    assert (await get_webhook(fleet.development)).url is None


async def test_texts_that_wait_and_those_that_failed_are_seen_without_their_words(
    fleet: Fleet, ada: Browser
):
    await ada.opens(f"{ROOT}/texts")
    assert "No text waits." in ada.words
    assert "No text has failed." in ada.words
    carrier = Refusing(fleet)
    await fleet.create()
    await fleet.service.idle()
    await ada.opens(f"{ROOT}/texts")
    assert f"1001 pickup code {SENDER_PHONE} waiting 1" in ada.words
    assert f"1001 drop-off code {RECEIVER_PHONE} waiting 1" in ada.words
    carrier.error = SmsRefusedError("no such number")
    fleet.clock.advance(timedelta(seconds=5))
    await fleet.service.idle()
    await ada.opens(f"{ROOT}/texts")
    assert "No text waits." in ada.words
    assert "1001 pickup code – failed 2" in ada.words
    for sms in fleet.sms.messages:
        assert not re.search(rf"\b{sms.text.partition('code: ')[2][:4]}\b", ada.words)


async def test_what_the_gateway_told_of_a_text_stands_at_its_delivery(fleet: Fleet, ada: Browser):
    created = await fleet.create()
    await fleet.service.idle()
    page = f"{ROOT}/deliveries/{created['uuid']}"
    await ada.opens(page)
    assert "not delivered" not in ada.words
    await execute(fleet.development.database, "UPDATE texts SET message_id = 'm-1'")
    assert await take_receipt(fleet.development, "m-1", UNDELIVERED)
    await ada.opens(page)
    assert "not delivered" in ada.words


class Refusing:
    """What carries texts takes none of them."""

    def __init__(self, fleet: Fleet) -> None:
        self.error: SmsError = SmsError("out of order")
        fleet.sms.on_message.append(self._refuse)

    def _refuse(self, _sms: Sms) -> None:
        raise self.error


async def pages_with(fleet: Fleet, written: str) -> list[str]:
    """Let others write something wherever they can; return the pages where it may be shown."""
    rider = await fleet.rider(name=written)
    created = await fleet.create(
        sender_name=written,
        sender_address=written,
        note=written,
        receivers=[
            receiver(
                customer_name=written,
                customer_address=written,
                items=[{"item_description": written, "item_quantity": 1, "item_value": 1}],
            )
        ],
    )
    uuid = created["uuid"]
    await fleet.assign(rider, uuid)
    await fleet.move(uuid, "cancelled", note=written)
    return [
        *(f"deliveries/{uuid}", "deliveries", f"riders/{rider}", "riders"),
        *("texts", "webhooks", "audit"),
    ]


async def test_what_others_have_written_turns_no_text_on_any_page_and_is_kept_as_it_came(
    fleet: Fleet, ada: Browser
):
    seen = 0
    for page in await pages_with(fleet, TURNED):
        await ada.opens(f"{ROOT}/{page}")
        assert not set(TURNS) & set(ada.page)
        seen += ada.page.count("gpj.exe")
    assert seen >= 8
    await ada.opens(f"{ROOT}/deliveries?search={TURNED}")
    assert not set(TURNS) & set(ada.page)
    assert TURNED in json.dumps(await fleet.deliveries(), ensure_ascii=False)


async def test_what_others_have_written_is_shown_as_text_on_every_page(fleet: Fleet, ada: Browser):
    seen = 0
    for page in await pages_with(fleet, HOSTILE):
        answer = await ada.opens(f"{ROOT}/{page}")
        assert answer.status_code == 200
        assert "<script" not in ada.page
        assert "<img" not in ada.page
        seen += ada.page.count("&lt;script&gt;")
    assert seen >= 8
    await ada.opens(f"{ROOT}/deliveries?search={HOSTILE}")
    assert "<script" not in ada.page
