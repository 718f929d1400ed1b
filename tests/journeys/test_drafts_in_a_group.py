"""Orders that a dispatcher pastes in the group: drafts that they alone see, and change there."""

from bot.local_telegram import ChatMessage, LocalGroup
from tests.journeys.test_desk import Witness, shown, telegram_asks_to_wait
from tests.journeys.test_groups import bound_group, says
from tests.support.business import Business, bare, labels

ORDER = """From: Ada's Kitchen, 12 Marina Road, +234 804 000 0001
To: Bola Ahmed
Phone: 0803 000 0001
Address: 5 Allen Avenue
Items: 2 x Jollof rice
Fee: 1500"""
WITHOUT_ADDRESS = ORDER.replace("Address: 5 Allen Avenue\n", "")


def draft(business: Business, group: LocalGroup) -> ChatMessage:
    """The only message that the owner alone sees there and has not written."""
    (one,) = [m for m in business.owner.sees(group) if m.only_for is business.owner and m.from_bot]
    return one


async def answers(business: Business, text: str, message: ChatMessage, group: LocalGroup) -> None:
    business.owner.write(text, chat=group, reply_to=message)
    await business.town.idle()


async def test_an_order_that_is_pasted_behind_a_command_is_drafted_corrected_and_made_there(
    business: Business,
):
    group, _ = await bound_group(business, business.musa)
    witness = Witness(business, group)
    private = len(business.owner.messages)
    await says(business, business.owner, f"/new {WITHOUT_ADDRESS}", group)
    asked = draft(business, group)
    assert "Answer by a reply to this: nobody else sees it." in bare(asked)
    await answers(business, "5 Allen Avenue", asked, group)
    assert draft(business, group) is asked
    assert "5 Allen Avenue" in bare(asked)
    await answers(business, "fee 1800", asked, group)
    assert draft(business, group) is asked
    assert "1800" in bare(asked).replace(",", "")
    await business.presses(business.owner, "Sender", message=asked)
    assert draft(business, group) is asked
    await answers(business, "Mama Put", asked, group)
    assert "Mama Put" in bare(asked)
    assert len(business.owner.messages) == private
    await business.presses(business.owner, "✅ Create", message=asked)
    (made,) = await business.deliveries()
    assert made.receivers[0].address == "5 Allen Avenue"
    assert made.sender is not None
    assert made.sender.name == "Mama Put"
    assert witness.saw_nothing_personal
    assert shown(business.musa, group) == []


async def test_what_is_looked_up_meanwhile_takes_no_place_of_the_draft(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    await says(business, business.owner, f"/new {ORDER}", group)
    asked = draft(business, group)
    await says(business, business.owner, "/find 1001", group)
    found = business.owner.sees(group)[-1]
    assert "by a reply" not in bare(found)
    before = bare(found)
    await answers(business, "fee 1800", asked, group)
    assert "1800" in bare(asked).replace(",", "")
    assert bare(found) == before


async def test_a_reply_with_an_order_to_what_one_alone_sees_is_a_draft(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    await business.presses(business.owner, "Details", chat=group)
    await answers(business, ORDER.replace("5 Allen", "7 Allen"), draft(business, group), group)
    assert "7 Allen Avenue" in shown(business.owner, group)[-1]
    assert "✅ Create" in labels(business.owner.sees(group)[-1])


async def test_an_order_that_all_could_read_is_taken_out_of_the_group(business: Business):
    eve = business.town.telegram.add_user("Eve")
    group, _ = await bound_group(business, eve)
    group.promote(business.town.account)
    pasted = business.owner.write(ORDER, chat=group)
    await business.town.idle()
    assert pasted not in group.messages
    assert "5 Allen Avenue" in bare(draft(business, group))
    for person, text in ((business.owner, "See you at 5"), (eve, ORDER)):
        said = person.write(text, chat=group)
        await business.town.idle()
        assert said in group.messages
    assert draft(business, group)


async def test_in_a_group_that_is_not_the_dispatchers_nobody_hears_an_order(business: Business):
    group = business.town.telegram.add_group("Friends", [business.owner, business.town.account])
    group.promote(business.town.account)
    await business.town.idle()
    before = len(business.owner.messages)
    pasted = business.owner.write(ORDER, chat=group)
    await business.town.idle()
    assert group.messages[-1] is pasted
    assert len(business.owner.messages) == before


async def test_where_the_group_cannot_be_answered_the_draft_goes_on_in_the_private_chat(
    business: Business,
):
    group, _ = await bound_group(business)
    telegram_asks_to_wait(business, group, seconds=16)
    await says(business, business.owner, f"/new {WITHOUT_ADDRESS}", group)
    await business.later(seconds=17)
    assert not any(m.only_for and m.from_bot for m in business.owner.sees(group))
    assert "nobody else sees it" not in bare(business.owner.last)
    await business.says(business.owner, "5 Allen Avenue")
    assert "✅ Create" in labels(business.owner.last)


async def test_a_draft_that_cannot_be_changed_any_more_is_shown_once_more(business: Business):
    group, _ = await bound_group(business)
    await says(business, business.owner, f"/new {WITHOUT_ADDRESS}", group)
    asked = draft(business, group)
    business.town.telegram.fail("editEphemeralMessageText", 400, "Bad Request: message not found")
    await answers(business, "5 Allen Avenue", asked, group)
    assert "5 Allen Avenue" in shown(business.owner, group)[-1]
    assert "5 Allen Avenue" not in bare(asked)


async def test_who_is_asked_privately_answers_nothing_by_a_reply_in_the_group(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    await business.presses(business.owner, "Details", chat=group)
    card = draft(business, group)
    await business.says(business.owner, "/new")
    asked = business.owner.last
    await answers(business, "Bola", card, group)
    assert "1001" in shown(business.owner, group)[-1]
    assert business.owner.last is asked
    await business.says(business.owner, "Mama Put")
    assert "phone" in bare(business.owner.last)
