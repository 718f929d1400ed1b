"""How people join: by link and by their own contact."""

from bot.demo.town import ENVIRONMENT
from bot.service.operations.enrolment import register_rider
from tests.support.business import Business, bare, heard, sees


def link_in(person) -> str:
    line = next(line for line in bare(person.last).splitlines() if "start=" in line)
    return f"/start {line.split('start=')[1]}"


async def test_a_dispatcher_joins_by_a_link_that_works_once(business: Business):
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    link = link_in(business.owner)
    dayo = business.town.telegram.add_user("Dayo")
    eve = business.town.telegram.add_user("Eve")
    await business.says(dayo, link)
    await business.says(eve, link)
    assert sees(dayo, "You dispatch here")
    assert sees(eve, "This link does not work any more")
    await business.order()
    assert sees(dayo, "Order 1001")
    assert not sees(eve, "Order 1001")


async def test_who_tries_a_link_that_they_have_made_does_not_use_it_up(business: Business):
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    link = link_in(business.owner)
    await business.says(business.owner, link)
    assert sees(business.owner, "You have made this link for somebody else")
    dayo = business.town.telegram.add_user("Dayo")
    await business.says(dayo, link)
    assert sees(dayo, "You dispatch here")


async def test_a_rider_joins_by_a_link_and_sees_the_jobs_that_wait(business: Business):
    await business.assigned("Sani Ali")
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a rider")
    await business.presses(business.owner, "Sani Ali")
    new = business.town.telegram.add_user("Sani's new phone")
    await business.says(new, link_in(business.owner))
    assert sees(new, "You ride here")
    assert sees(new, "Order 1001")


async def test_a_rider_who_was_registered_just_now_is_known_by_their_number(business: Business):
    await business.says(business.owner, "/riders")
    await business.later(seconds=2)
    await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name="Bisi Ola",
        phone_code="234",
        phone_number="08020000009",
        email="bisi@example.com",
    )
    bisi = business.town.telegram.add_user("Bisi", phone="+2348020000009")
    await business.joins_by_phone(bisi)
    assert sees(bisi, "You ride here")


async def test_a_number_is_looked_for_in_the_list_of_a_moment_ago_while_nobody_gives_another(
    business: Business,
):
    await business.says(business.owner, "/riders")
    await business.later(seconds=2)
    await business.town.close_fleet()
    eve = business.town.telegram.add_user("Eve", phone="+2348020000009")
    await business.joins_by_phone(eve)
    assert sees(eve, "I know no rider and no parcel with this number yet")


async def test_a_riders_new_account_ends_the_old_one(business: Business):
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a rider")
    await business.presses(business.owner, "Sani Ali")
    new = business.town.telegram.add_user("Sani's new phone")
    await business.says(new, link_in(business.owner))
    await business.assigned("Sani Ali")
    assert sees(new, "A new job for you")
    assert not sees(business.sani, "A new job for you")


async def test_a_riders_old_account_keeps_nothing_to_read_and_shows_no_place_any_more(
    business: Business,
):
    await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    business.musa.share_location(6.5, 3.35, 3600)
    await business.presses(business.musa, "Delivered")
    (shown,) = [m for m in business.bola.messages if m.location]
    assert sees(business.musa, "5 Allen Avenue")
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a rider")
    await business.presses(business.owner, "Musa Bello")
    new = business.town.telegram.add_user("Musa's new phone")
    await business.says(new, link_in(business.owner))
    assert sees(new, "5 Allen Avenue")
    assert not sees(business.musa, "5 Allen Avenue")
    assert not sees(business.musa, "code")
    assert sees(business.musa, "You do not get jobs in this chat any more")
    assert shown.location.live_period is None


async def test_who_rides_as_somebody_else_from_now_on_keeps_none_of_the_former_jobs(
    business: Business,
):
    await business.accepted()
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a rider")
    await business.presses(business.owner, "Sani Ali")
    await business.says(business.musa, link_in(business.owner))
    assert not sees(business.musa, "5 Allen Avenue")


async def test_a_staff_link_ends_after_a_day(business: Business):
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    link = link_in(business.owner)
    await business.later(hours=24, seconds=1)
    dayo = business.town.telegram.add_user("Dayo")
    await business.says(dayo, link)
    assert sees(dayo, "This link does not work any more")


async def test_a_customers_link_ends_with_the_delivery(business: Business):
    await business.order()
    await business.presses(business.owner, "Customer link")
    link = link_in(business.owner)
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.says(business.bola, link)
    assert sees(business.bola, "This link does not work any more")


async def test_only_an_owner_invites_dispatchers(business: Business):
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    dayo = business.town.telegram.add_user("Dayo")
    await business.says(dayo, link_in(business.owner))
    await business.says(dayo, "/team")
    assert sees(dayo, "Olu · owner")
    labels = [button.label for row in dayo.last.buttons for button in row]
    assert "Invite a rider" in labels
    assert "Invite a dispatcher" not in labels


async def test_a_customer_with_a_known_number_gets_a_card_for_every_new_parcel(business: Business):
    await business.joins_by_phone(business.bola)
    assert sees(business.bola, "I know no rider and no parcel with this number yet")
    await business.order()
    assert sees(business.bola, "📦 Order 1001")
    await business.order()
    assert sees(business.bola, "📦 Order 1002")
    await business.says(business.bola, "/track")
    assert heard(business.bola, "📦 Order 1001") == 1
    assert heard(business.bola, "📦 Order 1002") == 1


async def test_a_riders_old_account_cannot_come_back_by_its_old_link(business: Business):
    links = []
    for _ in range(2):
        await business.says(business.owner, "/team")
        await business.presses(business.owner, "Invite a rider")
        await business.presses(business.owner, "Sani Ali")
        links.append(link_in(business.owner))
    lost = business.town.telegram.add_user("Sani's lost phone")
    new = business.town.telegram.add_user("Sani's new phone")
    await business.says(lost, links[0])
    await business.says(new, links[1])
    await business.says(lost, links[0])
    await business.assigned("Sani Ali")
    assert sees(new, "A new job for you")
    assert not sees(lost, "A new job for you")
