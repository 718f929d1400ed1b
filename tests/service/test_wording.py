"""What texts say, in which language, and how long they are."""

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.base.short_links import ShortLinks
from bot.service.operations.create import create_deliveries
from bot.service.records import Delivery
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.vocabulary import Stage
from bot.service.words import Wording
from tests.service.fleet import (
    KEY,
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    order,
    receiver,
    restated_receiver,
    running,
    settings_at,
)
from tests.support.clock import ManualClock

# GSM 03.38, whose letters a network sends 160 of in one message.
GSM = set(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
LONGEST_BOT = "a_bot_with_the_longest_name_ever"
FRENCH = receiver(customer_phone_code="225", customer_phone_number="0701020304")


async def delivery_of(fleet: Fleet, **changes: Any) -> Delivery:
    body = NewDelivery.model_validate(order(**changes))
    (made,) = await create_deliveries(fleet.development, body)
    return made


@pytest.mark.parametrize("language", ["en", "fr", "es", "pt"])
async def test_a_text_is_one_message_with_the_longest_code_number_and_bot(
    fleet: Fleet, language: Any
):
    made = replace(await delivery_of(fleet, sender_name="A shop " * 40), number=1_000_000)
    wording = Wording(language, "234", LONGEST_BOT)
    texts = [wording.courtesy(made), wording.booking_code("", "1" * 6)]
    for stage, replaces in itertools.product(Stage, (False, True)):
        texts.append(wording.code(made, stage, "1" * 12, replaces=replaces))
    page = f"https://{'a' * 24}/t/{'b' * 22}"
    texts.append(wording.code(made, Stage.DROPOFF, "1" * 12, page, replaces=False))
    for text in texts:
        assert set(text) <= GSM, text
        assert len(text) <= 160, text


async def test_a_sender_whose_name_is_one_long_word_is_named_as_far_as_there_is_room(fleet: Fleet):
    made = await delivery_of(fleet, sender_name="A" * 81)
    said = Wording("en", "234", "").courtesy(made)
    assert said == f"{'A' * 77}... is sending you a parcel: delivery 1001."


@pytest.mark.parametrize(
    ("code", "number", "begins"),
    [
        ("234", "08054445555", "Drop-off code: "),
        ("225", "0701020304", "Code de remise : "),
        ("34", "612345678", "Clave de entrega: "),
        ("55", "11961234567", "Senha de entrega: "),
        ("20", "1001234567", "رمز التسليم: "),
        # No table has them: as at home.
        ("81", "9012345678", "Drop-off code: "),
    ],
)
async def test_a_text_is_in_the_language_of_its_phones_country(
    fleet: Fleet, code: str, number: str, begins: str
):
    person = receiver(customer_phone_code=code, customer_phone_number=number)
    made = await delivery_of(fleet, receivers=[person], send_sms=True)
    told, coming = await fleet.texts_to(made.receiver.phone if made.receiver else "")
    assert told.startswith(begins)
    assert "1001" in told
    assert "Ada Stores" in coming
    (to_sender,) = await fleet.texts_to("+2348031112222")
    assert to_sender.startswith("Pickup code: ")


async def test_the_business_chooses_one_language_for_all(
    folder: Path, certificates: Path, clock: ManualClock
):
    async with running(settings_at(folder, certificates, language="pt"), clock) as fleet:
        await fleet.create(receivers=[FRENCH])
        (text,) = await fleet.texts_to("+2250701020304")
        assert text.startswith("Senha de entrega: ")


async def test_where_the_bot_has_pages_the_receivers_text_leads_to_theirs(
    folder: Path, certificates: Path, clock: ManualClock
):
    settings = settings_at(
        folder, certificates, bot_username="shop_bot", bot_url="https://bot.example"
    )
    async with running(settings, clock) as fleet:
        uuid = (await fleet.create())["uuid"]
        (told,) = await fleet.texts_to(RECEIVER_PHONE)
        code = ShortLinks(KEY).code(uuid, RECEIVER_PHONE)
        assert told.endswith(f"once you have the parcel. https://bot.example/t/{code}")
        assert len(told) <= 160
        (to_sender,) = await fleet.texts_to(SENDER_PHONE)
        assert "https://" not in to_sender
        moved = restated_receiver(await fleet.delivery(uuid), customer_phone_number="08090002222")
        await fleet.update(uuid, receivers=[moved])
        (to_new,) = await fleet.texts_to("+2348090002222")
        assert to_new.endswith(ShortLinks(KEY).code(uuid, "+2348090002222"))


async def test_only_the_receivers_first_code_leads_into_the_bot(
    folder: Path, certificates: Path, clock: ManualClock
):
    async with running(settings_at(folder, certificates, bot_username="shop_bot"), clock) as fleet:
        uuid = (await fleet.create())["uuid"]
        link = " https://t.me/shop_bot?start=hello"
        (told,) = await fleet.texts_to("+2348054445555")
        assert told.endswith(f"once you have the parcel.{link}")
        (to_sender,) = await fleet.texts_to("+2348031112222")
        assert link not in to_sender
        await fleet.update(uuid, sender_phone="08090002222")
        (to_new,) = await fleet.texts_to("+2348090002222")
        assert to_new.startswith("Pickup code: ")
