"""/invite: riders are invited by e-mail, and then into the chat."""

from bot.fleet import Rider
from tests.support.business import Business, sees, told

CHANGE = "/riders/change_status/"


async def rider(business: Business, name: str = "Musa Bello") -> Rider:
    return await business.town.shop.get_rider(business.riders[name])


async def test_riders_are_invited_by_e_mail_and_into_the_chat(business: Business):
    await business.says(business.owner, "/invite")
    assert "/invite musa@example.com" in told(business.owner)[-1]
    await business.says(business.owner, "/invite ada@example.com nonsense 10")
    assert "“nonsense” is no e-mail address" in told(business.owner)[-1]
    await business.says(business.owner, "/invite Ada@example.com, musa@example.com 10")
    answer = told(business.owner)[-1]
    assert "Invited\nada@example.com" in answer
    assert "A rider already\nmusa@example.com" in answer
    await business.presses(business.owner, "Chat link for ada")
    link = told(business.owner)[-1].splitlines()[-1]
    await business.says(business.bola, f"/start {link.split('start=')[1]}")
    assert sees(business.bola, "You ride here")
