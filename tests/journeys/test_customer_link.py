"""Customer link: to be sent, copied or scanned."""

from tests.support.business import Business, bare, labels, sees


async def test_each_party_has_a_link_that_can_be_copied_or_scanned(business: Business):
    await business.order()
    await business.presses(business.owner, "Customer link")
    listed = business.owner.last
    assert labels(listed) == [
        "Copy for Bola Ahmed",
        "QR code",
        "Copy for Ada's Kitchen",
        "QR code",
    ]
    assert listed.buttons[0][0].copy_text in bare(listed)
    await business.presses(business.owner, "QR code", message=listed)
    scanned = business.owner.last
    assert scanned.photo is not None
    assert "Let Bola Ahmed scan this to follow order 1001." in bare(scanned)
    link = scanned.buttons[0][0].copy_text
    assert link not in bare(listed)
    await business.says(business.bola, f"/start {link.split('start=')[1]}")
    assert sees(business.bola, "📦 Order 1001")
    sender = listed.buttons[1][1].data
    business.owner.press_data(sender, message=listed)
    await business.town.idle()
    assert "Let Ada's Kitchen scan this" in bare(business.owner.last)


async def test_a_party_that_is_not_there_has_no_link(business: Business):
    await business.order()
    await business.presses(business.owner, "Customer link")
    listed = business.owner.last
    invented = listed.buttons[0][1].data.replace(";0", ";7")
    business.owner.press_data(invented, message=listed)
    await business.town.idle()
    assert business.owner.toasts[-1].text == "This has changed."
    assert business.owner.last is listed
