"""How often the service asks its database for one delivery: it must not grow unseen."""

from tests.service.fleet import Fleet
from tests.support.sql import listening

MOST = 55


async def test_a_delivery_from_its_creation_to_its_drop_off(fleet: Fleet):
    await fleet.at("Delivered")  # with the rider who carries the next one, too
    await fleet.service.idle()
    with listening() as asked:
        await fleet.at("Delivered")
        await fleet.service.idle()
    assert len(asked) <= MOST, "\n".join(each.sql for each in asked)
