"""A town through its page: a delivery by hand, the tour, and the switches behind it."""

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot import logs
from bot.base.http.server import Server
from bot.demo.certificates import Certificates
from bot.demo.forward_clock import ForwardClock
from bot.demo.page_server import ShownTown, shown
from bot.demo.town import Town
from bot.fleet import Delivery, DeliveryQuery, FilterToken, Page, State
from tests.page.conftest import Window
from tests.page.viewer import Viewer, serious
from tests.support.clock import ManualClock
from tests.support.drawn_codes import DrawnCodes

PHONE_SIZED = {"width": 390, "height": 844}
PERMISSIONS = ["clipboard-read", "clipboard-write"]
ROLES = ("dispatcher", "rider", "customer")


@pytest.fixture
def tour_clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def shown_town(
    town_folder: Path, certificates: Certificates, tour_clock: ManualClock
) -> AsyncIterator[ShownTown]:
    logs.configure("ERROR", as_json=False)
    clock = ForwardClock()
    town = Town(town_folder, clock=clock, certificates=certificates, draw=DrawnCodes())
    async with shown(town, clock, tour_clock=tour_clock) as page:
        yield page


@pytest.fixture
async def url(shown_town: ShownTown) -> AsyncIterator[str]:
    async with Server(shown_town.asgi) as server:
        yield server.url
        shown_town.log.close()


async def state_of(shown_town: ShownTown) -> State:
    (delivery,) = (await deliveries(shown_town)).items
    return delivery.state


async def deliveries(shown_town: ShownTown) -> Page[Delivery]:
    return (await shown_town.town.shop.list_deliveries(DeliveryQuery())).page


async def delivered_by_hand(viewer: Viewer) -> None:
    """Everything from the first word to the door, by what can be seen and clicked."""
    await viewer.starts("dispatcher")
    await viewer.sees("dispatcher", "Olu")
    await viewer.starts("rider")
    await viewer.shares_number("rider")
    await viewer.sees("rider", "You ride here")
    await viewer.asks_behind("An order")
    await viewer.sees("dispatcher", "Waiting for a rider")
    await viewer.presses("dispatcher", "⋯")
    await viewer.presses("dispatcher", "Customer link")
    await viewer.messages("dispatcher").locator("a", has_text="start=").first.click()
    await viewer.answers("dispatcher", "Bola")
    await viewer.sees("customer", "✅ Ordered")
    await viewer.presses("dispatcher", "Assign")
    await viewer.presses("dispatcher", "Musa")
    await viewer.sees("rider", "A new job for you")
    await viewer.presses("rider", "Accept")
    await viewer.presses("rider", "Picked up")
    await viewer.sees("rider", "type the pickup code")
    await viewer.copies_code("Pickup")
    await viewer.pastes("rider")
    await viewer.sees("customer", "✅ On the way")
    await viewer.presses("rider", "Delivered")
    await viewer.sees("rider", "type the drop-off code")
    right = await viewer.copies_code("Drop-off")
    await viewer.writes("rider", "0000" if right != "0000" else "1111")
    await viewer.sees("rider", "4 tries left")
    await viewer.pastes("rider")
    await viewer.sees("customer", "✅ Delivered")
    await viewer.sees("dispatcher", "✅ Delivered")


async def test_a_delivery_is_made_by_hand_by_clicking_what_one_sees(
    shown_town: ShownTown, url: str, window: Window
):
    async with window(permissions=PERMISSIONS) as viewer:
        await viewer.open(url)
        await delivered_by_hand(viewer)
        assert await state_of(shown_town) is State.DELIVERED
        codes = viewer.messages("rider").filter(has_text=re.compile(r"^\d{4}"))
        await expect(codes).to_have_count(0)
        assert viewer.hosts == {url.split("/")[2]}


async def test_the_tour_plays_to_the_end_and_again(
    shown_town: ShownTown, url: str, window: Window, tour_clock: ManualClock
):
    async with window() as viewer:
        await viewer.open(url)
        for _ in range(2):
            await viewer.tour.get_by_role("button", name="Play").click()
            await plays_on(viewer, tour_clock)
            await viewer.sees("customer", "✅ Delivered")
        delivered = DeliveryQuery(status=FilterToken.DELIVERED)
        assert len((await shown_town.town.shop.list_deliveries(delivered)).page.items) == 2
        times = viewer.messages("dispatcher").locator('time[data-form="t"]')
        assert not [told for told in await times.all_inner_texts() if "UTC" in told]


async def plays_on(viewer: Viewer, clock: ManualClock) -> None:
    """Let time pass for the tour, a step after the other, until it has ended."""
    step = viewer.tour.locator(".step")
    await expect(step).to_have_text(re.compile(r"^1 of \d+"))
    while (at := await step.inner_text()) != "The end":
        clock.advance(timedelta(seconds=10))
        await expect(step).not_to_have_text(at)


async def test_the_tour_pauses_goes_on_step_by_step_and_gives_way_to_who_acts(
    shown_town: ShownTown, url: str, window: Window
):
    async with window() as viewer:
        await viewer.open(url)
        player = viewer.tour.get_by_role("button")
        await player.filter(has_text="Play").click()
        await player.filter(has_text="Pause").click()
        for number in (2, 3, 4):
            await player.filter(has_text="Next").click()
            await expect(viewer.tour.locator(".step")).to_have_text(re.compile(f"^{number} of"))
        await expect(player.filter(has_text="Play")).to_be_visible()
        await viewer.writes("dispatcher", "/help")
        await expect(viewer.tour.locator(".step")).to_have_text("By hand")
        await expect(player).to_have_text(["Play again"])
        assert shown_town.tour.state()["state"] == "taken_over"


async def test_the_switches_change_the_town(shown_town: ShownTown, url: str, window: Window):
    async with window() as viewer:
        await viewer.open(url)
        await viewer.starts("dispatcher")
        await viewer.sees("dispatcher", "Olu")
        await viewer.switches("Delivery system")
        await expect(viewer.strip.get_by_role("switch", name="Delivery system")).not_to_be_checked()
        await viewer.asks_behind("An order")
        await expect(viewer.strip.get_by_role("status")).not_to_be_empty()
        await viewer.switches("Delivery system")
        await viewer.switches("Telegram")
        await expect(viewer.strip.get_by_role("switch", name="Telegram")).not_to_be_checked()
        await viewer.asks_behind("An order")
        await expect(viewer.strip.locator(".hooks li").first).to_contain_text("200")
        await viewer.switches("Telegram")
        await viewer.sees("dispatcher", "Waiting for a rider")
        await viewer.asks_behind("An hour passes")
        hour = viewer.strip.get_by_role("button", name="An hour passes")
        await expect(hour).to_contain_text("+1 h")
        await viewer.asks_behind("Add a rider")
        people = viewer.phone("rider").get_by_role("combobox", name="Person").locator("option")
        await expect(people).to_have_count(4)
        await viewer.asks_behind("Twenty orders")
        await expect(viewer.strip.locator(".hooks li").nth(20)).to_be_attached()
        assert (await deliveries(shown_town)).total == 21


async def test_a_small_screen_shows_one_phone_at_a_time_and_counts_what_waits(
    shown_town: ShownTown, url: str, window: Window
):
    async with window(viewport=PHONE_SIZED, permissions=PERMISSIONS, has_touch=True) as viewer:
        await viewer.open(url)
        tabs = viewer.page.get_by_role("navigation", name="Phones").get_by_role("button")
        await expect(viewer.phone("dispatcher")).to_be_visible()
        await expect(viewer.phone("rider")).to_be_hidden()
        await viewer.starts("dispatcher")
        await viewer.sees("dispatcher", "Olu")
        await tabs.filter(has_text="Backstage").click()
        await viewer.asks_behind("An order")
        await expect(tabs.first).to_have_accessible_name(re.compile("Dispatcher, [1-9] unread"))
        await tabs.first.click()
        await viewer.sees("dispatcher", "Waiting for a rider")
        await expect(tabs.first).to_have_accessible_name("Dispatcher")
        width = await viewer.page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE_SIZED["width"]


async def test_the_keyboard_alone_is_enough(shown_town: ShownTown, url: str, window: Window):
    async with window() as viewer:
        keyboard = viewer.page.keyboard
        await viewer.open(url)
        for role in ("dispatcher", "rider"):
            await viewer.tabs_to(role, "Start")
            await keyboard.press("Enter")
            await expect(viewer.field(role)).to_be_visible()
        await viewer.tabs_to("rider", "Share my phone number")
        await keyboard.press("Enter")
        await expect(viewer.sheet("rider")).to_be_visible()
        await keyboard.press("Escape")
        await expect(viewer.sheet("rider")).to_have_count(0)
        await keyboard.press("Enter")
        await keyboard.press("Enter")
        await viewer.sees("rider", "You ride here")
        await viewer.tabs_to("", "An order")
        await keyboard.press("Space")
        await viewer.sees("dispatcher", "Waiting for a rider")
        await viewer.tabs_to("dispatcher", "Assign")
        await keyboard.press("Enter")
        await expect(viewer.button("dispatcher", "Musa")).to_be_visible()
        await viewer.tabs_to("dispatcher", "Musa")
        await keyboard.press("Enter")
        await viewer.sees("rider", "A new job for you")
        await viewer.tabs_to("dispatcher", "Message")
        await keyboard.type("/hel")
        await keyboard.press("Enter")
        await viewer.sees("dispatcher", "/help")
        assert await state_of(shown_town) is State.AWAITING_PICKUP


@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_axe_finds_nothing_serious(
    shown_town: ShownTown, url: str, window: Window, colours: str
):
    async with window(color_scheme=colours, permissions=PERMISSIONS) as viewer:
        await viewer.open(url)
        await delivered_by_hand(viewer)
        assert await serious(viewer) == []
        await viewer.field("dispatcher").fill("/")
        assert await serious(viewer) == []
        await viewer.phone("rider").get_by_role("button", name="Share a photo").click()
        assert await serious(viewer) == []
        await viewer.page.set_viewport_size(PHONE_SIZED)
        assert await serious(viewer) == []
