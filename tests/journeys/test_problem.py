"""Problems: what a rider tells reaches those who can help, and those who have to know."""

from bot.demo.town import ENVIRONMENT
from bot.fleet import State, StatusToken
from bot.service.operations.enrolment import register_rider
from tests.support.business import Business, bare, finds, heard, labels, sees, told


async def followed_on_the_way(business: Business):
    """A delivery that its sender and its receiver follow; Musa has it."""
    ada = business.town.telegram.add_user("Ada")
    delivery = await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.follows(ada, "Ada's Kitchen")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    return delivery, ada


async def picked_up(business: Business):
    delivery, ada = await followed_on_the_way(business)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    return delivery, ada


async def test_nobody_there_is_told_with_the_riders_words_until_it_is_solved(business: Business):
    _, ada = await picked_up(business)
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Nobody there")
    await business.says(business.musa, "I rang three times")

    assert heard(business.owner, "Order 1001: Musa needs help.") == 1
    news = finds(business.owner, "Musa needs help")
    assert "🚪 Nobody is there. “I rang three times”" in told(business.owner)[-1]
    assert labels(news) == ["Give to another rider", "Cancel the delivery"]
    assert news.reply_to is finds(business.owner, "📦 Order 1001")
    assert "Nobody is there. “I rang three times”" in staff_card(business)

    assert heard(business.bola, "the rider is at the address and finds nobody there") == 1
    assert labels(finds(business.bola, "finds nobody there")) == ["Message the rider"]
    assert not sees(business.bola, "I rang three times")
    assert not sees(ada, "nobody there")

    assert "🚪 Nobody is there. The dispatcher knows." in own_card(business)
    assert not sees(business.musa, "what is wrong?")
    await business.presses(business.musa, "Solved")
    assert "Nobody is there" not in staff_card(business)
    assert "Nobody is there" not in own_card(business)
    assert "⚠️ Problem" in labels(finds(business.musa, "Order 1001"))


async def test_a_photo_is_passed_on_to_dispatchers_and_to_nobody_else(business: Business):
    await picked_up(business)
    before = len(told(business.bola))
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Damaged")
    photo = business.musa.send_photo(caption="The box is wet")
    await business.town.idle()
    news = finds(business.owner, "Musa needs help")
    assert news.photo is not None
    assert news.photo.file == photo.photo.file
    assert "“The box is wet”" in told(business.owner)[-1]
    assert "📷 With a photo." in staff_card(business)
    assert len(told(business.bola)) == before


async def test_what_cannot_be_passed_on_is_said_and_the_question_stays_open(business: Business):
    await picked_up(business)
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Something else")
    assert labels(finds(business.musa, "in a few words")) == ["Cancel"]
    typed = await business.says(business.musa, business.dropoff_code)
    assert typed not in business.musa.messages
    assert sees(business.musa, "That looked like a code, so I have deleted it and told nobody.")
    business.musa.send_sticker()
    await business.town.idle()
    assert sees(business.musa, "Please write a few words, or send one photo")
    await business.says(business.musa, "very " * 60)
    assert sees(business.musa, "Please write at most 250 characters")
    assert not sees(business.owner, "needs help")

    await business.town.stop_bot()
    await business.later(seconds=2)
    await business.town.start_bot()
    await business.says(business.musa, "The bridge is closed")
    assert heard(business.owner, "⚠️ Something is wrong. “The bridge is closed”") == 2


async def test_at_the_pickup_it_is_the_sender_who_hears(business: Business):
    _, ada = await followed_on_the_way(business)
    await business.says(business.musa, "/problem 1001")
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Send as it is")
    assert heard(ada, "finds nobody there") == 1
    assert not sees(business.bola, "nobody there")

    await business.says(business.musa, "/problem 1001")
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Send as it is")
    assert business.musa.toasts[-1].text == "The dispatcher knows."
    assert heard(business.owner, "needs help") == 1
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert "Nobody is there" not in staff_card(business)


async def test_a_problem_can_be_left_and_a_job_that_is_gone_has_none(business: Business):
    delivery, _ = await picked_up(business)
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Refused")
    await business.presses(business.musa, "Cancel")
    assert not sees(business.musa, "The parcel is refused")
    await business.says(business.musa, "just talking")
    assert not sees(business.owner, "needs help")

    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Refused")
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Lost")
    await business.town.idle()
    await business.says(business.musa, "They do not want it")
    assert sees(business.musa, "Order 1001 is not an open job of yours any more")
    assert not sees(business.owner, "needs help")


async def test_the_typed_form_says_what_is_missing(business: Business):
    await business.assigned()
    for line, answer in (
        ("/problem", "Write the order number: /problem 1042"),
        ("/problem 9999", "I find no order 9999 among your open jobs"),
        ("/problem 1001", "Order 1001: why can't you take it?"),
    ):
        await business.says(business.musa, line)
        assert answer in told(business.musa)[-1]


async def test_a_rider_who_cannot_take_a_job_gives_it_back_with_a_reason(business: Business):
    delivery = await business.assigned()
    await business.presses(business.musa, "Can't take it")
    await business.presses(business.musa, "My vehicle is broken")
    assert heard(business.owner, "Order 1001: Musa needs help.") == 1
    assert "🚫 The rider can't take the job. The vehicle is broken." in told(business.owner)[-1]
    assert own_card(business).splitlines() == [
        "🧪 Order 1001",
        "🚫 You can't take it. Waiting for the dispatcher.",
    ]
    assert labels(finds(business.musa, "You can't take it")) == []
    assert await business.state(delivery) is State.AWAITING_PICKUP

    await business.says(business.musa, "/accept 1001")
    assert await business.state(delivery) is State.ACCEPTED
    assert "can't take" not in staff_card(business)
    assert "Waiting for the dispatcher" not in own_card(business)

    await business.presses(business.musa, "Can't take it")
    await business.presses(business.musa, "No reason")
    await business.presses(business.owner, "Others", message=news(business))
    await business.presses(business.owner, "Sani Ali", message=business.owner.last)
    assert "can't take" not in staff_card(business)
    assert sees(business.musa, "Order 1001 · given to another rider")


def news(business: Business):
    return finds(business.owner, "Musa needs help")


def staff_card(business: Business) -> str:
    """What the dispatcher's card says."""
    return bare(finds(business.owner, "📦 Order 1001"))


def own_card(business: Business) -> str:
    """What the rider's card says."""
    return bare(finds(business.musa, "🧪 Order 1001"))


async def test_a_parcel_in_the_bag_is_not_given_back_with_an_old_button(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Can't take it")
    question = business.musa.last
    assert "why can't you take it?" in bare(question)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT
    await business.presses(business.musa, "My vehicle is broken", message=question)
    assert business.musa.toasts[-1].text == "This has changed."
    assert not sees(business.owner, "needs help")


async def test_a_declined_job_comes_back_with_those_who_can_take_it_by_load(business: Business):
    for number in range(3, 7):
        phone = f"080200000{number:02}"
        name = f"Rider {number}"
        await register_rider(
            business.town.service.environment(ENVIRONMENT),
            name=name,
            phone_code="234",
            phone_number=phone,
            email=f"rider{number}@example.com",
        )
        if number < 6:
            one = business.town.telegram.add_user(name, phone=f"+234{phone[1:]}")
            await business.later(seconds=31)
            await business.joins_by_phone(one)
    await business.assigned("Sani Ali")
    await business.later(seconds=31)
    delivery = await business.assigned("Musa Bello")
    await business.presses(business.musa, "Can't take it")
    await business.presses(business.musa, "No reason")
    message = news(business)
    assert labels(message) == [
        "Rider 3 · 0 open",
        "Rider 4 · 0 open",
        "Rider 5 · 0 open",
        "Others",
        "Cancel the delivery",
    ]
    await business.presses(business.owner, "Rider 4", message=message)
    rider = (await business.town.shop.get_delivery(delivery.uuid)).rider
    assert rider is not None
    assert rider.name == "Rider 4"


async def test_who_is_offered_is_neither_out_of_reach_nor_off_duty(business: Business):
    await business.says(business.sani, "/duty off")
    await business.assigned()
    await business.presses(business.musa, "Can't take it")
    await business.presses(business.musa, "No reason")
    assert labels(news(business)) == ["Give to another rider", "Cancel the delivery"]


async def test_a_job_that_is_declined_while_the_fleet_service_is_away_is_told_all_the_same(
    business: Business,
):
    await business.assigned()
    await business.later(seconds=31)
    await business.town.close_fleet()
    await business.presses(business.musa, "Can't take it")
    await business.presses(business.musa, "No reason")
    assert labels(news(business)) == ["Give to another rider", "Cancel the delivery"]


async def test_a_problem_at_the_pickup_is_over_whoever_tells_that_the_parcel_is_on_its_way(
    business: Business,
):
    delivery = await business.accepted()
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Send as it is")
    assert "Nobody is there" in staff_card(business)
    assert "Nobody is there" in own_card(business)

    await business.town.shop.update_status(
        delivery.uuid, StatusToken.IN_TRANSIT, pickup_code=business.pickup_code
    )
    await business.town.idle()
    assert "Nobody is there" not in staff_card(business)
    assert "Nobody is there" not in own_card(business)


async def test_a_declined_job_that_its_rider_takes_after_all_is_no_problem_any_more(
    business: Business,
):
    for state in ("new", "accepted"):
        if state == "new":
            await business.assigned()
        await business.presses(business.musa, "Can't take it")
        await business.presses(business.musa, "No reason")
        assert "The rider can't take the job" in staff_card(business), state

        await business.says(business.musa, "/accept 1001")
        await business.later(seconds=31)
        assert "The rider can't take the job" not in staff_card(business), state
        assert "👍 yours" in own_card(business), state
