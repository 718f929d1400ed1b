"""A rich message in the browser: a table is one, its buttons are pressed, and folds stay."""

import pytest
from playwright.async_api import expect

from tests.page.conftest import Window
from tests.page.test_chats_in_browser import TOKEN, Place, place
from tests.page.viewer import serious

__all__ = ["place"]

PHONE = {"width": 390, "height": 844}


def give(order: str) -> str:
    return f'<tg-button type="callback_data" style="link" data="give:{order}">Give</tg-button>'


def board(*rows: tuple[str, str, str, str, str]) -> str:
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        "<h3>Board · 2 open</h3><table striped compact><caption>Late first</caption>"
        "<tr><th>No</th><th>To</th><th>Street</th><th>Age</th><th>Rider</th></tr>"
        f"{cells}</table><details><summary>Delivered today</summary><p>18, the last at "
        '<tg-time unix="1795000000" format="t">14:26</tg-time></p></details><hr/>'
        '<footer>As at <i>noon</i></footer><tg-button-row><tg-button type="callback_data" '
        'data="again" style="primary">Again</tg-button><tg-button type="disabled">Next</tg-button>'
        "</tg-button-row>"
    )


async def pressed(place: Place) -> str:
    """Return the data of the button that is pressed; the first update is the /start."""
    url = f"/bot{TOKEN}/getUpdates"
    (start, *_) = (await place.api.post(url)).json()["result"]
    wish = {"offset": start["update_id"] + 1, "timeout": 30}
    (press,) = (await place.api.post(url, json=wish)).json()["result"]
    return str(press["callback_query"]["data"])


@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_a_table_is_shown_and_the_button_in_a_row_is_pressed(
    place: Place, window: Window, colours: str
):
    rows = [
        ("1043", "Ada Obi", "12 Marina Road", "41 min", give("1043")),
        ("1044", "محمد علي", "9 Allen Avenue", "12 min", give("1044")),
    ]
    await place.calls("sendRichMessage", rich_message={"html": board(*rows)})
    message = place.person.messages[-1]
    async with window(color_scheme=colours, viewport=PHONE) as viewer:
        await viewer.open(place.url)
        phone = viewer.phone("person")
        await expect(phone.get_by_role("columnheader")).to_have_text(
            ["No", "To", "Street", "Age", "Rider"]
        )
        await expect(phone.get_by_role("heading", name="Board · 2 open")).to_be_visible()
        await expect(phone.get_by_role("button", name="Next")).to_be_disabled()
        await phone.get_by_text("Delivered today").click()
        await expect(phone.get_by_text("18, the last at")).to_be_visible()

        row = phone.get_by_role("row").filter(has_text="1044")
        await row.get_by_role("button", name="Give").click()
        await expect(row.get_by_role("button", name="Give")).to_have_attribute("aria-busy", "true")
        assert await pressed(place) == "give:1044"

        rows[1] = (*rows[1][:4], "Grace")
        edit = {"message_id": message.message_id, "rich_message": {"html": board(*rows)}}
        await place.calls("editMessageText", **edit)
        await expect(row).to_contain_text("Grace")
        await expect(phone.get_by_text("18, the last at")).to_be_visible()
        assert await serious(viewer) == []


async def test_what_is_written_is_shown_and_stopped_and_an_invoice_is_paid(
    place: Place, window: Window
):
    prices = [{"label": "Way", "amount": 1250}]
    invoice = {"title": "Delivery", "description": "To the door", "payload": "1043"}
    await place.calls("sendInvoice", **invoice, currency="EUR", provider_token="1", prices=prices)
    async with window(viewport=PHONE) as viewer:
        await viewer.open(place.url)
        phone = viewer.phone("person")
        await phone.get_by_role("button", name="Pay €12.50").click()
        await place.calls("sendMessageDraft", draft_id=1, can_stop=True)
        await expect(phone.get_by_text("Thinking…")).to_be_visible()
        await place.calls("sendMessageDraft", draft_id=1, can_stop=True, text="Looking for Grace")
        await expect(phone.get_by_text("Thinking…")).to_have_count(0)
        await expect(phone.get_by_text("Looking for Grace")).to_be_visible()
        await phone.get_by_role("button", name="Stop").click()
        await expect(phone.get_by_text("Looking for Grace")).to_have_count(0)
        assert await serious(viewer) == []
    updates = (await place.api.post(f"/bot{TOKEN}/getUpdates")).json()["result"]
    assert [list(update)[1] for update in updates] == [
        "message", "pre_checkout_query", "stopped_message_generation",
    ]  # fmt: skip
