"""/forget: whoever was everything here, once, stands nowhere any more."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.local_telegram import LocalUser
from bot.service.operations.enrolment import register_rider
from tests.support.business import SENDER, Business, finds, told
from tests.support.kept import told_in

NAME, SURNAME, PHONE = "Zubaida", "Oyinkansola", "+2348055512345"
SAID = (
    "blue gate",
    "mango tree",
    "green door",
    "pink house",
    "brown bridge",
    "gold roof",
    "silver spoon",
)

ORDERS = "an order of the business's, as its delivery service holds it, until it ends"
EXPLAINED = {
    "deliveries.snapshot": ORDERS,
    "phones.phone": ORDERS,
    "people.user_id": "or whoever was put out as a rider would be one again; without a name",
}
"""Where something of who was forgotten may stand, and why."""


async def everything(business: Business) -> LocalUser:
    """Somebody who orders, sends, rides and dispatches, and leaves a trace wherever one can."""
    zubaida = business.town.telegram.add_user(NAME, phone=PHONE)
    await rides(business, zubaida)
    await orders(business, zubaida)
    await sends(business, zubaida)
    await dispatches(business, zubaida)
    return zubaida


async def rides(business: Business, zubaida: LocalUser) -> None:
    """They ride for a while, bring nothing, and are put out."""
    rider = await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name=f"{NAME} {SURNAME}",
        phone_code="234",
        phone_number=PHONE.replace("+234", "0"),
        email="rider@example.com",
    )
    await business.later(hours=1)
    await business.joins_by_phone(zubaida)
    order = await business.order()
    await business.town.shop.assign(rider, [order.uuid])
    await business.town.idle()
    await business.presses(zubaida, "Accept", message=finds(zubaida, "Order 1001"))
    await business.says(zubaida, "I am at the gold roof")
    await business.presses(zubaida, "Problem", message=finds(zubaida, "Order 1001"))
    await business.presses(zubaida, "Something else")
    await business.says(zubaida, "The lift is stuck")
    await business.says(business.owner, "/team")
    await business.presses(business.owner, f"Remove {NAME} as a rider")
    await business.presses(business.owner, "Remove", message=business.owner.last)


async def orders(business: Business, zubaida: LocalUser) -> None:
    """They get a parcel that is on its way, and say something of it in every way."""
    await business.order(business.receiver(name=f"{NAME} {SURNAME}", phone=PHONE))
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.says(zubaida, "/note Ring at the blue gate")
    await business.says(zubaida, "Under the mango tree")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.code("1002", SENDER))
    await business.says(zubaida, "It is the green door")
    await business.says(business.musa, "I see it")
    await business.says(zubaida, "And the pink house next to it")
    zubaida.send_photo(caption="Here is the red kiosk")
    await business.town.idle()
    await business.says(business.musa, f"/dropoff 1002 {business.code('1002', PHONE)}")
    await business.says(zubaida, "/rate 1002")
    await business.presses(zubaida, "4 ⭐")
    await business.says(zubaida, "/mute 22-7")


async def sends(business: Business, zubaida: LocalUser) -> None:
    """They follow an order as its sender, and were given a link to one."""
    await business.order()
    await business.follows(zubaida, "Ada's Kitchen")
    await business.says(zubaida, "When is the brown bridge closed?")
    await business.presses(business.owner, "Reply", message=finds(business.owner, "brown bridge"))
    await business.says(business.owner, "At six")


async def dispatches(business: Business, zubaida: LocalUser) -> None:
    """They dispatch for a while, with a draft, a board and a request that waits."""
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    await business.says(zubaida, f"/start {business.owner.last.text.split('start=')[1]}")
    await business.says(zubaida, "/board")
    await business.says(zubaida, "/new")
    await business.says(zubaida, f"{NAME}\n{PHONE}\nthe grey wall")
    await business.order()
    await business.says(zubaida, "/assign 1004")
    await business.town.close_fleet()
    await business.presses(zubaida, "Sani Ali")
    await business.says(business.owner, "/team")
    await business.presses(business.owner, f"Remove {NAME} as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)


# Asked for updates, a Telegram that is down would not give the button that was pressed.
@pytest.mark.parametrize("mode", ["webhook"], indirect=True)
async def test_nothing_tells_of_who_was_everything_but_for_a_reason(business: Business):
    zubaida = await everything(business)
    await business.says(zubaida, "/forget")
    business.town.telegram.refuses_calls = True
    zubaida.send_photo(caption="It is the silver spoon")
    await business.town.idle()
    tells_of_them = [str(zubaida.id), NAME, SURNAME, PHONE[4:], *SAID]
    before = told_in(business, tells_of_them)
    assert {words for _, words in before} == {*tells_of_them}
    assert {("jobs.body", "silver spoon"), ("dialogs.data", str(zubaida.id))} <= before
    await business.presses(zubaida, "Erase my data")
    left = told_in(business, tells_of_them)
    assert {(where, what) for where, what in left if where not in EXPLAINED} == {
        ("jobs.body", str(zubaida.id))
    }
    business.town.telegram.refuses_calls = False
    await business.later(minutes=30)
    assert "I have forgotten you" in told(zubaida)[-1]
    left = told_in(business, tells_of_them)
    assert {(where, what) for where, what in left if where not in EXPLAINED} == set()
    assert {where for where, _ in left} == EXPLAINED.keys()
