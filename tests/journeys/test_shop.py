"""/shop in private: a dispatcher chooses a shop's group with a key of Telegram's."""

from tests.journeys.test_bind import INSIDE, chooses, group_of, written
from tests.support.business import Business, told


async def test_a_dispatcher_chooses_the_group_of_a_shop(business: Business):
    tola = await business.hires("Tola")
    await business.order()
    group = group_of(business, tola)
    await business.says(tola, "/shop")
    assert "Which group is a shop’s?" in told(tola)[-1]
    await chooses(business, tola, INSIDE, group)
    assert tola.chat().keyboard_message is None
    assert "Whose chat is “Depot”?" in told(tola)[-1]
    await business.presses(tola, "Ada's Kitchen")
    assert "This is the chat of Ada's Kitchen now" in written(group)[-1]
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    assert "Ready when?" in written(group)[-1]


async def test_the_dispatchers_group_becomes_no_shops(business: Business):
    await business.order()
    group = group_of(business, business.owner)
    await business.says(business.owner, "/bind")
    await chooses(business, business.owner, INSIDE, group)
    await business.says(business.owner, "/shop")
    await chooses(business, business.owner, INSIDE, group)
    assert "This chat gets the dispatchers’ cards. Write /unbind first." in told(business.owner)[-1]
    assert business.owner.chat().keyboard_message is None
