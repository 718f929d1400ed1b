"""Who has no Telegram follows a parcel, and writes, on the page that the text message leads to."""

import asyncio
import html
import re
import ssl
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest

from bot.base.short_links import ShortLinks
from bot.demo.town import ENVIRONMENT, Town
from bot.domain.limits import PASSED_ON_AN_HOUR
from bot.domain.person import is_on_page
from bot.fleet import State
from bot.service.operations.photos import put_photo
from bot.service.vocabulary import Stage
from tests.journeys.test_door_photo import picture, shows
from tests.support.business import BOLA, Business, bare, finds, heard, sees, told
from tests.web.test_wrong_signatures import FIRST_WAIT
from tests.workers.waiting import until

EFE = "+2348030000002"


@pytest.fixture
async def phone(town: Town) -> AsyncIterator[httpx.AsyncClient]:
    """The browser of a phone, which knows no address but the one in its text message."""
    trusts = ssl.create_default_context(cafile=town.certificates.authority)
    async with httpx.AsyncClient(verify=trusts, trust_env=False) as phone:
        yield phone


@pytest.fixture
def bot_pages() -> bool:
    return True


def link(business: Business, phone: str = BOLA) -> str:
    texts = [sms.text for sms in business.town.sms.messages if sms.phone == phone]
    (found,) = re.findall(r"https://127\.0\.0\.1:\d+/t/[\w-]{22}$", "\n".join(texts), re.MULTILINE)
    return str(found)


def read(page: httpx.Response) -> str:
    """What somebody reads on the page, without invisible marks."""
    text = html.unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", page.text, flags=re.DOTALL))
    return " ".join(re.sub("[\u2066-\u2069\u200f\u2060]", "", text).split())


async def writes(phone: httpx.AsyncClient, url: str, words: str) -> httpx.Response:
    """Fill in the form of the page, and follow to where it leads."""
    page = await phone.get(url)
    (form,) = re.findall(r'name="form" value="([^"]+)"', page.text)
    return await phone.post(url, data={"words": words, "form": form})


async def test_words_from_the_page_reach_the_rider_and_the_answer_is_there(
    business: Business, phone: httpx.AsyncClient
):
    await business.on_the_way()
    url = link(business)
    page = await phone.get(url)
    assert page.status_code == 200
    assert "Order 1001 From Ada's Kitchen" in read(page)
    assert "Rider: Musa" in read(page)
    assert "Bello" not in read(page)
    assert "5 Allen Avenue" not in read(page)
    assert (await writes(phone, url, "I am at the blue gate")).status_code == 303
    await business.town.idle()
    assert "Message from Bola, the customer of order 1001:\n“I am at the blue gate”" in bare(
        finds(business.musa, "blue gate")
    )
    await business.says(business.musa, "I am round the corner")
    await business.presses(business.musa, "Message Bola")
    await business.says(business.musa, "Two minutes")
    await business.later(hours=1)
    page = await phone.get(url)
    assert "You: “I am at the blue gate” ✔️ Passed on to Musa." in read(page)
    from_rider = "Message from Musa, the rider of order 1001:"
    assert f"{from_rider} I am round the corner 💬 {from_rider} Two minutes Write to" in read(page)


async def test_what_was_left_for_somebody_is_confirmed_there_with_the_code(
    business: Business, phone: httpx.AsyncClient
):
    delivery = await business.on_the_way()
    url = link(business)
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Send as it is")
    await business.later(seconds=10)
    await business.presses(business.musa, "Later, back or left")
    await business.presses(business.musa, "left it with somebody")
    await business.says(business.musa, "the guard")
    left = read(await phone.get(url))
    assert "Musa has left it: “the guard”" in left
    assert "Never write your code here" not in left
    await writes(phone, url, business.dropoff_code)
    await business.town.idle()
    assert await business.state(delivery) is State.DELIVERED
    page = read(await phone.get(url))
    assert "Delivered" in page
    assert business.dropoff_code not in page


async def test_before_the_pickup_it_is_the_business_that_answers(
    business: Business, phone: httpx.AsyncClient
):
    await business.order()
    url = link(business)
    await writes(phone, url, "Please ring twice")
    await business.town.idle()
    await business.presses(business.owner, "Reply", message=finds(business.owner, "ring twice"))
    await business.says(business.owner, "We shall")
    assert "The dispatcher writes about order 1001: We shall" in read(await phone.get(url))


async def test_a_problem_at_the_door_and_a_picture_stand_there_too(
    business: Business, phone: httpx.AsyncClient
):
    await business.on_the_way()
    url = link(business)
    await writes(phone, url, "I am in")
    await business.town.idle()
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Message Bola")
    business.musa.send_photo(caption="Is this your gate?")
    await business.town.idle()
    page = read(await phone.get(url))
    assert "Is this your gate? 📎 A picture or a voice message came with it." in page


async def test_a_code_typed_there_is_shown_to_nobody(business: Business, phone: httpx.AsyncClient):
    await business.on_the_way()
    url, code = link(business), business.dropoff_code
    await writes(phone, url, code)
    await writes(phone, url, f"My code is {code}, come up")
    await business.town.idle()
    page = await phone.get(url)
    assert "Never send your code here" in read(page)
    assert code not in read(page)
    assert not any(code in words for words in told(business.musa))
    assert sees(business.musa, "come up")


async def test_telegram_is_never_asked_to_tell_who_reads_a_page(
    business: Business, phone: httpx.AsyncClient
):
    await business.on_the_way()
    url = link(business)
    for words in ("I am in", "where is it?", "stop", "thank you", "/start"):
        await writes(phone, url, words)
        await business.town.idle()
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    chats = {str(call.arguments.get("chat_id", "0")) for call in business.town.telegram.calls}
    assert not any(is_on_page(int(chat)) for chat in chats if chat.lstrip("-").isdigit())


async def test_a_form_that_is_sent_twice_says_it_once(business: Business, phone: httpx.AsyncClient):
    await business.on_the_way()
    url = link(business)
    for _ in range(2):
        await phone.post(url, data={"words": "I am in", "form": "the same"})
    await business.town.idle()
    assert heard(business.musa, "I am in") == 1
    assert read(await phone.get(url)).count("I am in") == 1


async def test_too_long_and_too_much_are_refused_in_words(
    business: Business, phone: httpx.AsyncClient
):
    await business.on_the_way()
    url = link(business)
    refused = await writes(phone, url, "a " * 500)
    assert refused.status_code == 422
    assert "at most 800 characters" in read(refused)
    assert (await phone.post(url, content=b"words=" + b"a" * 20_000)).status_code == 413
    assert (await phone.post(url, content=b"&".join([b"\xff%00=%ff"] * 900))).status_code == 303
    for number in range(PASSED_ON_AN_HOUR):
        business.clock.advance(timedelta(seconds=2))
        await phone.post(url, data={"words": f"Hello {number}", "form": str(number)})
    business.clock.advance(timedelta(seconds=2))
    refused = await phone.post(url, data={"words": "Hello again", "form": "last"})
    assert "I pass on no more of them for now" in read(refused)
    assert "Hello again</textarea>" in refused.text


async def test_it_shows_the_end_and_the_photo_for_a_day(
    business: Business, phone: httpx.AsyncClient
):
    await business.on_the_way()
    url = link(business)
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await shows(business)
    page = await phone.get(url)
    assert "✅ Delivered" in read(page)
    assert "<form" not in page.text
    (photo,) = re.findall(r'<img src="([^"]+)"', page.text)
    shown = await phone.get(f"{url}{photo}")
    assert (shown.headers["content-type"], shown.content) == ("image/jpeg", picture())
    assert shown.headers["cache-control"] == "no-store"
    await phone.post(url, data={"words": "Thank you", "form": "1"})
    await business.town.idle()
    assert not sees(business.owner, "Thank you")
    business.clock.advance(timedelta(days=1, seconds=1))
    assert (await phone.get(url)).status_code == 404


async def test_a_photo_of_the_fleet_service_is_shown_from_there(
    business: Business, phone: httpx.AsyncClient
):
    delivery = await business.on_the_way()
    environment = business.town.service.environment(ENVIRONMENT)
    address = await put_photo(environment, delivery.uuid, Stage.DROPOFF, picture())
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    page = await phone.get(link(business))
    assert f'<img src="{address}"' in page.text
    policy = page.headers["content-security-policy"]
    assert "img-src 'self' data: https://127.0.0.1:*;" in policy
    assert (await phone.get(f"{link(business)}?photo")).status_code == 404


async def test_a_guessed_an_old_and_somebody_elses_link_read_the_same(
    business: Business, phone: httpx.AsyncClient
):
    created = await business.order()
    await business.order(business.receiver("Efe Obi", EFE))
    url = link(business)
    root = url.rpartition("/")[0]
    elsewhere = ShortLinks("another key").code(created.uuid, BOLA)
    efes = ShortLinks(business.town.api_key).code(created.uuid, EFE)
    answers = [
        await phone.get(f"{root}/{code}")
        for code in (elsewhere, efes, "A" * 22, "!" * 22, "short", "é" * 22, f"{url[-22:]}=")
    ]
    await business.presses(business.owner, "Edit", message=finds(business.owner, "Order 1001"))
    await business.presses(business.owner, "Receiver's phone")
    await business.says(business.owner, "0803 000 0007")
    await business.presses(business.owner, "Save")
    answers.append(await phone.get(url))
    answers.append(await phone.post(url, data={"words": "Hello", "form": "1"}))
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}
    assert {tuple(_but_date(answer)) for answer in answers} == {tuple(_but_date(answers[0]))}
    assert "This link opens nothing." in read(answers[0])
    assert (await phone.get(link(business, "+2348030000007"))).status_code == 200


def _but_date(answer: httpx.Response) -> list[tuple[str, str]]:
    return [(name, value) for name, value in answer.headers.items() if name != "date"]


@pytest.mark.parametrize("changed_settings", [{"fleet": {"former_api_key": "the-former-key"}}])
async def test_a_link_of_the_former_key_opens_during_a_rotation(
    business: Business, phone: httpx.AsyncClient
):
    created = await business.order()
    former = ShortLinks("the-former-key").code(created.uuid, BOLA)
    page = await phone.get(f"{link(business).rpartition('/')[0]}/{former}")
    assert "Order 1001" in read(page)


async def test_no_answer_is_kept_found_framed_or_told_to_others(
    business: Business, phone: httpx.AsyncClient
):
    await business.order()
    url = link(business)
    for answer in (await phone.get(url), await phone.get(f"{url}x"), await writes(phone, url, "a")):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-robots-tag"] == "noindex, nofollow, noarchive"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "set-cookie" not in answer.headers


async def test_who_asks_ten_times_a_second_waits_and_nobody_else_does(
    business: Business, phone: httpx.AsyncClient
):
    await business.order()
    await business.order(business.receiver("Efe Obi", EFE))
    url = link(business)
    answers = [(await phone.get(url)).status_code for _ in range(30)]
    assert answers == [200] * 10 + [429] * 20
    assert (await phone.get(link(business, EFE))).status_code == 200
    business.clock.advance(timedelta(seconds=3))
    assert [(await phone.get(url)).status_code for _ in range(4)] == [200] * 3 + [429]


async def test_who_goes_on_guessing_waits_and_a_link_of_the_same_network_opens(
    business: Business, phone: httpx.AsyncClient
):
    await business.order()
    url = link(business)
    for number in range(20):
        assert (await phone.get(f"{url[:-2]}{number:02}")).status_code == 404
    one_more = asyncio.create_task(phone.get(f"{url[:-2]}__"))
    await until(lambda: business.clock.rings_in(FIRST_WAIT))
    assert (await phone.get(url)).status_code == 200
    assert not one_more.done()
    business.clock.advance(FIRST_WAIT)
    assert (await one_more).status_code == 404


@pytest.mark.parametrize(
    ("asks", "language", "direction", "says"),
    [
        ("fr-CA,fr;q=0.9", "fr", "ltr", "Écrire au livreur ou à l’entreprise"),
        ("xx, pt-BR;q=0.5", "pt", "ltr", "Escrever ao entregador ou à empresa"),
        ("ar", "ar", "rtl", "اكتب إلى المندوب أو إلى الشركة"),
        ("", "en", "ltr", "Write to the rider or the business"),
    ],
)
async def test_it_is_in_the_browsers_language_or_the_one_that_is_chosen(
    business: Business,
    phone: httpx.AsyncClient,
    asks: str,
    language: str,
    direction: str,
    says: str,
):
    await business.order()
    url = link(business)
    page = await phone.get(url, headers={"Accept-Language": asks})
    assert f'<html lang="{language}" dir="{direction}">' in page.text
    assert says in read(page)
    chosen = await phone.get(f"{url}?lang=es", headers={"Accept-Language": asks})
    assert "Escribir al repartidor o a la empresa" in read(chosen)


async def test_the_rider_can_write_to_who_has_written_from_the_page(
    business: Business, phone: httpx.AsyncClient
):
    await business.on_the_way()
    await writes(phone, link(business), "I am in")
    await business.town.idle()
    await business.presses(
        business.musa, "Message Bola", message=finds(business.musa, "At the door")
    )
    assert sees(business.musa, "what shall I tell Bola?")


async def test_the_page_tells_that_the_rider_is_at_the_door(
    business: Business, phone: httpx.AsyncClient
):
    await business.on_the_way()
    url = link(business)
    await writes(phone, url, "Please ring twice")
    await business.says(business.musa, "im outside")
    assert "Musa is at your door with order 1001." in read(await phone.get(url))
