"""Who is only invited is marked wherever riders are chosen, and not offered before they can be."""

from typing import Any

import pytest

from tests.support.business import NEW_ORDER, Business, labels, told
from tests.support.fleet_readings import FleetReading

WAITS = "✉️ Invited and not active yet: ada"
FORM = f"{NEW_ORDER}\nItems: Jollof rice 3000\nFee: NGN 1,500"


@pytest.fixture
async def inviting(business: Business) -> Business:
    """A business with an order that is given, two that are not, and one rider who is invited."""
    await business.assigned()
    await business.order()
    await business.order()
    await business.says(business.owner, "/invite ada@example.com")
    await business.later(seconds=31)
    return business


async def show_choices(business: Business, where: str) -> None:
    if where in {"/assign 1002", "/move musa"}:
        await business.says(business.owner, where)
    elif where == "/new":
        await business.says(business.owner, FORM)
        await business.presses(business.owner, "Rider", message=business.owner.last)
    elif where == "several":
        await business.says(business.owner, "/board")
        await business.presses(business.owner, "Give out")
        await business.presses(business.owner, "Choose one by one")
        await business.presses(business.owner, "1002")
        await business.presses(business.owner, "Give ")
    else:
        await business.says(business.owner, "/board")
        await business.presses(business.owner, "Give out")
        await business.presses(business.owner, "Ada's Kitchen")


PLACES = ("/assign 1002", "/move musa", "/new", "several", "give out")


@pytest.mark.parametrize("where", PLACES)
async def test_who_cannot_be_chosen_yet_is_named_and_not_offered(inviting: Business, where: str):
    await show_choices(inviting, where)
    assert WAITS in told(inviting.owner)[-1]
    offered = labels(inviting.owner.last)
    assert any("Sani Ali" in label for label in offered)
    assert not any("ada ·" in label for label in offered)


async def test_who_is_named_and_not_active_gets_nothing_and_the_dispatcher_hears_why(
    inviting: Business,
):
    owner = inviting.owner
    refused = "ada is not active at the fleet service and cannot get any job."
    await inviting.says(owner, "/move musa ada")
    assert refused in told(owner)[-1]
    assert "Who takes over from Musa Bello?" in told(owner)[-1]
    await inviting.says(owner, "assign 1002 to ada")
    assert refused in told(owner)[-1]
    assert labels(owner.last) == []
    await inviting.says(owner, "1001 to Sani and 1002 to ada")
    assert refused in told(owner)[-1]
    assert labels(owner.last) == ["1001 to Sani Ali", "Cancel"]


@pytest.mark.older_telegram
async def test_riders_and_those_of_one_name_are_marked(inviting: Business):
    await inviting.says(inviting.owner, "/riders")
    assert "ada · ✉️ invited" in labels(inviting.owner.last)
    await inviting.says(inviting.owner, "/rider a")
    marked = [label for label in labels(inviting.owner.last) if "✉️ invited" in label]
    assert len(marked) == 1
    assert marked[0].startswith("ada · ✉️ invited")


class TestActiveUnsaid:
    """A service whose list does not say who is active: whom it has invited may get jobs."""

    @pytest.fixture
    def fleet_reading(self) -> FleetReading:
        return FleetReading(retold=(without_active,))

    @pytest.mark.parametrize("where", PLACES)
    async def test_who_is_invited_is_offered_and_marked(self, inviting: Business, where: str):
        await show_choices(inviting, where)
        assert WAITS not in told(inviting.owner)[-1]
        assert any(label.startswith("ada · ✉️ invited") for label in labels(inviting.owner.last))


def without_active(path: str, answer: Any) -> Any:
    if path == "/riders":
        for rider in answer["data"]["riders"]["data"]:
            del rider["active"]
    return answer
