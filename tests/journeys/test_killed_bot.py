"""The bot is killed at the worst moments and started again; nobody has to do anything twice."""

import os
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.base.clock import SystemClock
from bot.demo.certificates import Certificates
from bot.demo.town import ENVIRONMENT, Mode, Town
from bot.fleet import State
from bot.local_telegram import ChatMessage
from bot.local_telegram.world import ChatEvent
from bot.service.operations.enrolment import register_rider
from bot.service.operations.webhook_administration import set_webhook
from tests.faults.bot_process import BotProcess
from tests.faults.eyes import Eyes
from tests.faults.held_answers import HeldAnswers
from tests.support.business import Business, heard, sees

again = pytest.mark.long("the bot is a program that is killed and started once more")
SAVED = "code saved, not confirmed yet"


@pytest.fixture
def fleet_door() -> HeldAnswers:
    return HeldAnswers()


@pytest.fixture
async def town(
    tmp_path: Path, certificates: Certificates, mode: Mode, fleet_door: HeldAnswers
) -> AsyncIterator[Town]:
    async with Town(
        tmp_path, mode=mode, certificates=certificates, around_fleet=fleet_door.around
    ) as town:
        yield town
        fleet_door.let_go.set()


@pytest.fixture
async def bot(town: Town) -> AsyncIterator[BotProcess]:
    async with BotProcess(town) as bot:
        await bot.start()
        yield bot


@pytest.fixture
def eyes(town: Town) -> Eyes:
    return Eyes(town)


@pytest.fixture
async def business(town: Town, bot: BotProcess, eyes: Eyes) -> Business:
    business = Business(town, SystemClock())
    business.riders["Musa Bello"] = await register_rider(
        town.service.environment(ENVIRONMENT),
        name="Musa Bello",
        phone_code="234",
        phone_number="08020000001",
        email="musa@example.com",
    )
    business.owner.write("/start")
    await eyes.see(lambda: sees(business.owner, "Hello"))
    business.musa.write("/start")
    await eyes.see(lambda: bool(business.musa.messages[-1].keyboard))
    business.musa.press("Share my phone number")
    await eyes.see(lambda: sees(business.musa, "You ride here"))
    return business


async def asked_for_the_pickup_code(business: Business, eyes: Eyes) -> str:
    """Bring a delivery to the moment at which its rider is to type the pickup code."""
    delivery = await business.order()
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    for label, next_sight in (
        ("Accept", "At the pickup, ask"),
        ("Picked up", "type the pickup code"),
    ):
        await eyes.see(lambda label=label: offers(business.musa.messages, label))
        business.musa.press(label)
        await eyes.see(lambda sight=next_sight: sees(business.musa, sight))
    return delivery.uuid


def offers(messages: list[ChatMessage], label: str) -> bool:
    return any(
        label in button.label for message in messages for row in message.buttons for button in row
    )


def guesses(town: Town) -> int:
    """How many wrong codes the bot remembers."""
    with closing(sqlite3.connect(f"file:{town.folder}/handover.db?mode=ro", uri=True)) as store:
        return store.execute("SELECT count(*) FROM guesses").fetchone()[0]


async def test_a_code_typed_while_the_fleet_is_away_outlives_a_kill(
    town: Town, bot: BotProcess, business: Business, eyes: Eyes, fleet_door: HeldAnswers
):
    delivery = await asked_for_the_pickup_code(business, eyes)
    accepted = fleet_door.updates
    await town.close_fleet()
    typed = business.musa.write(business.pickup_code)
    await eyes.see(lambda: sees(business.musa, SAVED) and typed not in business.musa.messages)
    await bot.kill()

    await town.open_fleet()
    await bot.start()
    await eyes.see(lambda: sees(business.musa, "At the door, ask"))
    assert (await town.shop.get_delivery(delivery)).state is State.IN_TRANSIT
    assert fleet_door.updates == accepted + 1
    assert not sees(business.musa, "type the pickup code")
    assert not sees(business.musa, SAVED)


async def test_an_answer_that_never_arrived_is_found_out_and_not_asked_for_again(
    town: Town, bot: BotProcess, business: Business, eyes: Eyes, fleet_door: HeldAnswers
):
    delivery = await asked_for_the_pickup_code(business, eyes)
    accepted = fleet_door.updates
    await set_webhook(town.service.environment(ENVIRONMENT), None)
    fleet_door.holding = True
    business.musa.write(business.pickup_code)
    await fleet_door.executed.wait()
    await bot.kill()
    assert (await town.shop.get_delivery(delivery)).state is State.IN_TRANSIT
    assert not sees(business.musa, "At the door, ask")

    await bot.start()
    await eyes.see(lambda: sees(business.musa, "At the door, ask"))
    assert fleet_door.updates == accepted + 1
    assert guesses(town) == 0
    assert not sees(business.musa, "not confirmed")


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
@again
async def test_what_was_taken_from_telegram_is_answered_once_after_a_kill(
    town: Town, bot: BotProcess, business: Business, eyes: Eyes
):
    answer = "You have no open jobs"
    town.telegram.fail("sendMessage", 502, "Bad Gateway", times=3)  # until long after the kill
    business.musa.write("/jobs")
    await town.telegram.idle()
    await bot.kill()
    assert not heard(business.musa, answer)

    await bot.start()
    business.musa.write("/help")
    await eyes.see(lambda: sees(business.musa, "Each job is a card"))
    assert heard(business.musa, answer) == 1


@again
async def test_a_code_typed_twice_while_the_bot_is_away_does_not_stay_in_the_chat(
    bot: BotProcess, business: Business, eyes: Eyes
):
    await asked_for_the_pickup_code(business, eyes)
    await bot.kill()
    typed = [business.musa.write(business.pickup_code) for _ in range(2)]

    await bot.start()
    await eyes.see(lambda: sees(business.musa, "At the door, ask"))
    business.musa.write("/help")
    await eyes.see(lambda: sees(business.musa, "Each job is a card"))
    assert not set(typed) & set(business.musa.messages)


@again
async def test_a_card_sent_right_after_a_start_into_a_chat_that_had_none_is_found_after_a_kill(
    town: Town, bot: BotProcess, business: Business, eyes: Eyes
):
    await bot.kill()
    await bot.start()
    taken: list[ChatMessage] = []

    def kill(event: ChatEvent) -> None:
        if event.kind == "sent" and "1001" in event.message.text:
            os.kill(bot.pid, signal.SIGKILL)  # before the answer to what it has sent
            taken.append(event.message)

    town.telegram.listeners.append(kill)
    (delivery,) = await town.shop.create_delivery(business.new_order())
    await bot.gone()
    town.telegram.listeners.remove(kill)

    await bot.start()
    await town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await eyes.see(lambda: any("Musa" in message.text for message in cards(business)))
    assert cards(business) == taken


def cards(business: Business) -> list[ChatMessage]:
    """Return what stands of the order in the owner's chat."""
    return [message for message in business.owner.messages if "1001" in message.text]


@again
async def test_a_photo_whose_answer_never_arrived_is_brought_once_more_after_a_kill(
    town: Town, bot: BotProcess, business: Business, eyes: Eyes, fleet_door: HeldAnswers
):
    delivery = await asked_for_the_pickup_code(business, eyes)
    business.musa.write(business.pickup_code)
    await eyes.see(lambda: sees(business.musa, "At the door, ask"))
    business.musa.press("Delivered")
    await eyes.see(lambda: sees(business.musa, "type the drop-off code"))
    business.musa.write(business.dropoff_code)
    await eyes.see(lambda: sees(business.owner, "Delivered"))
    fleet_door.path_end, fleet_door.updates, fleet_door.holding = "/photos/dropoff", 0, True
    photo = BytesIO()
    Image.new("RGB", (8, 6)).save(photo, "JPEG")
    business.musa.send_photo(photo.getvalue())
    await eyes.see(lambda: offers(business.musa.messages, "📷 1001"))
    business.musa.press("📷 1001")
    await fleet_door.executed.wait()
    await bot.kill()
    first = (await town.shop.get_delivery(delivery)).dropoff_photo
    assert first is not None

    fleet_door.executed.clear()
    fleet_door.let_go.set()
    await bot.start()
    await fleet_door.executed.wait()
    assert fleet_door.updates == 2
    assert (await town.shop.get_delivery(delivery)).dropoff_photo == first
