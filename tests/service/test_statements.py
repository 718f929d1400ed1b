"""How often the service asks its database for one delivery: it must not grow unseen.

Left out are the questions for work itself: how many share a commit is a matter of time.
"""

from tests.service.fleet import Fleet
from tests.support.sql import listening, without_the_queue

NEEDED, READ_AGAIN = 41, 8
"""What it takes, and what may be read again of what is remembered: where it is not sure that nobody
else has written to the file."""


async def test_a_delivery_from_its_creation_to_its_drop_off(fleet: Fleet):
    await fleet.at("Delivered")  # with the rider who carries the next one, too
    await fleet.service.idle()
    with listening() as asked:
        await fleet.at("Delivered")
        await fleet.service.idle()
    statements = without_the_queue(asked)
    assert len(statements) <= NEEDED + READ_AGAIN, "\n".join(statements)
