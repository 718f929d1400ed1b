"""Several parcels for one door: one code after the other, without touching a card."""

from bot.fleet import State
from tests.support.business import BOLA, Business, heard, sees, told

NEIGHBOUR = "+2348030000007"


async def test_the_next_parcel_for_the_same_door_is_asked_for_at_once(business: Business):
    first, second, elsewhere, third = await business.in_the_bag(
        business.receiver(),
        business.receiver("Chidi Eze", NEIGHBOUR, "5, ALLEN  Avenue."),
        business.receiver("Emeka Obi", "+2348030000008", "9 Creek Road"),
        business.receiver("Bola A.", BOLA, "5 Allen Avenue, back door"),
    )
    await business.presses(business.musa, "Delivered", message=card(business, "1001"))
    await business.says(business.musa, business.code("1001", BOLA))
    assert await business.state(first) is State.DELIVERED
    assert sees(business.musa, "🚪 Next parcel for the same door: order 1002")

    await business.presses(business.musa, "Skip")
    assert "🚪 Next parcel for the same door: order 1004" in told(business.musa)[-1]
    assert heard(business.musa, "Next parcel for the same door") == 1
    typed = await business.says(business.musa, business.code("1004", BOLA))
    assert typed not in business.musa.messages
    assert await business.state(third) is State.DELIVERED

    assert await business.state(second) is State.IN_TRANSIT
    assert await business.state(elsewhere) is State.IN_TRANSIT
    assert not sees(business.musa, "Next parcel for the same door")


async def test_skipping_the_last_parcel_leaves_nothing_open(business: Business):
    await business.in_the_bag(business.receiver(), business.receiver())
    await business.says(business.musa, f"/dropoff 1001 {business.code('1001', BOLA)}")
    await business.presses(business.musa, "Skip")
    assert not sees(business.musa, "Next parcel for the same door")
    await business.says(business.musa, "/cancel")
    assert sees(business.musa, "There is nothing to cancel")


async def test_jobs_stand_in_the_order_of_the_work(business: Business):
    await business.in_the_bag(business.receiver())
    for _ in range(3):
        await business.later(minutes=1)
        await business.order()
    for order, rider in (("1004", "Musa"), ("1003", "Musa"), ("1002", "Musa")):
        await business.says(business.owner, f"/assign {order}")
        await business.presses(business.owner, rider)
    await business.says(business.musa, "/accept 1003")
    await business.says(business.musa, "/jobs")
    heading, in_the_bag, at_the_shop = told(business.musa)[-3:]
    assert "You have 4 open jobs, in the order of your work:" in heading
    assert "Order 1001" in in_the_bag
    assert [line[:4] for line in at_the_shop.splitlines() if " · " in line] == [
        "1002",
        "1003",
        "1004",
    ]


def card(business: Business, order: str):
    """The newest card of an order."""
    return next(
        message
        for message in reversed(business.musa.messages)
        if message.from_bot and f"{order}" in message.text and message.buttons
    )
