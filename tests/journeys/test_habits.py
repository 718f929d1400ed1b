"""A shop's habit: a layout that was read wrong and put right once is read right from then on."""

import pytest

from tests.journeys.test_pasted_orders import deliveries, made_before
from tests.support.business import Business, sees, told

FIRST = "Ojota depot #77 => laptop battery => Obinna Eze 0706 221 9034 => Festac house 22 => 3000"
SECOND = "Yaba depot #78 => 2 chargers => Bisi Alade 0803 441 2209 => 7 Ogunlana drive => 1500"

pytestmark = pytest.mark.parametrize("changed_settings", [{"business": {"country": "NG"}}])


async def puts_right(business: Business) -> None:
    """The first message is read wrong, and is put right."""
    await made_before(business)
    await business.says(business.owner, FIRST)
    assert "Festac house 22" not in told(business.owner)[-1].split("Not understood")[0]
    await business.says(business.owner, "address: Festac house 22")
    await business.says(business.owner, "fee 3000")
    await business.presses(business.owner, "✅ Create")
    assert (await deliveries(business))[-1].receivers[0].address == "Festac house 22"


async def test_the_second_message_of_a_shops_layout_is_read_right(business: Business):
    await puts_right(business)
    assert sees(business.owner, "I have learned how this message is laid out")
    await business.says(business.owner, SECOND)
    assert sees(business.owner, "Read in the layout that I have learned")
    await business.presses(business.owner, "✅ Create")
    made = (await deliveries(business))[-1]
    assert (made.receivers[0].name, made.receivers[0].address) == ("Bisi Alade", "7 Ogunlana drive")
    assert made.receivers[0].phone_number.endswith("8034412209")
    assert [(item.quantity, item.description) for item in made.items] == [(2, "chargers")]
    assert made.fee is not None
    assert made.fee.text == "1500"


async def test_a_layout_that_was_forgotten_is_read_afresh(business: Business):
    await puts_right(business)
    await business.presses(business.owner, "Forget this layout")
    assert sees(business.owner, "I have forgotten that layout")
    await business.says(business.owner, SECOND)
    assert not sees(business.owner, "Read in the layout that I have learned")


async def test_what_was_right_at_once_teaches_nothing(business: Business):
    await made_before(business)
    assert not sees(business.owner, "I have learned how this message is laid out")
