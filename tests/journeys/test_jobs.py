"""/jobs: a rider's open work, a card for each job or pickup, in working order."""

import re

from tests.support.business import Business, told


async def test_what_is_in_the_bag_comes_first_then_what_was_accepted_then_what_is_new(
    business: Business,
):
    for order in ("1001", "1002", "1003"):
        await business.order()
        await business.says(business.owner, f"/assign {order}")
        await business.presses(business.owner, "Musa Bello")
    await business.says(business.musa, "/accept 1002")
    await business.says(business.musa, "/accept 1003")
    code = business.code("1003", "+2348040000001")
    await business.says(business.musa, f"/pickup 1003 {code}")
    before = len(told(business.musa))
    await business.says(business.musa, "/jobs")
    assert "You have 3 open jobs" in "".join(told(business.musa))
    in_the_bag, at_the_shop = told(business.musa)[-2:]
    assert "Order 1003 · " in in_the_bag
    assert re.findall(r"(\d{4}) · .* · (.*)", at_the_shop) == [
        ("1001", "🆕 new"),
        ("1002", "👍 yours"),
    ]
    assert len(told(business.musa)) == before + 1  # the old cards went


async def test_without_work_a_rider_is_told_that_the_bot_writes_first(business: Business):
    await business.says(business.musa, "/jobs")
    assert (
        "You have no open jobs. I will write to you as soon as there is one."
        in told(business.musa)[-1]
    )
