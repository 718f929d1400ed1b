"""Customer link: to be sent, copied or scanned."""

import httpx

from tests.support.business import Business, bare, labels, sees


async def test_each_party_has_a_link_that_can_be_copied_or_scanned(business: Business):
    await business.order()
    await business.presses(business.owner, "Customer link")
    listed = business.owner.last
    assert labels(listed) == ["WhatsApp", "Telegram", "Copy", "QR", "For the shop …"]
    link = listed.buttons[0][2].copy_text
    assert link in bare(listed)
    whatsapp, telegram = (httpx.URL(button.url) for button in listed.buttons[0][:2])
    assert whatsapp.path == "/2348030000001"
    assert whatsapp.params["text"].endswith(f" {link}")
    assert telegram.params["url"] == link
    await business.presses(business.owner, "QR", message=listed)
    scanned = business.owner.last
    assert scanned.photo is not None
    assert "Let Bola Ahmed scan this to follow order 1001." in bare(scanned)
    fresh = scanned.buttons[0][0].copy_text
    assert fresh not in bare(listed)
    await business.says(business.bola, f"/start {fresh.split('start=')[1]}")
    assert sees(business.bola, "📦 Order 1001")
    await business.presses(business.owner, "For the shop", message=listed)
    assert "Ada's Kitchen:" in bare(business.owner.last)
    assert labels(business.owner.last) == ["WhatsApp", "Telegram", "Copy", "QR"]
    await business.presses(business.owner, "QR")
    assert "Let Ada's Kitchen scan this" in bare(business.owner.last)


async def test_a_party_that_is_not_there_has_no_link(business: Business):
    await business.order()
    await business.presses(business.owner, "Customer link")
    listed = business.owner.last
    invented = listed.buttons[0][3].data.replace(";0", ";7")
    business.owner.press_data(invented, message=listed)
    await business.town.idle()
    assert business.owner.toasts[-1].text == "This has changed."
    assert business.owner.last is listed
