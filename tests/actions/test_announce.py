"""What a change of a delivery means to people, and who hears it how."""

import pytest

from bot.actions.deliveries.announce import TABLE, happening
from bot.actions.deliveries.projection import Observation
from bot.actions.happenings import Audience, Channel, Happening
from bot.actions.notices import Say, SetMenu
from bot.fleet import Delivery, State
from bot.store import muted_kinds, people
from bot.store.people import Role
from bot.texts.message import Picture
from tests.actions.business import (
    ASSIGNED,
    BOLA,
    CUSTOMER,
    DISPATCHER,
    EVERYBODY,
    IN_TRANSIT,
    MUSA,
    NEIGHBOUR,
    OTHER_RIDER,
    PENDING,
    RIDER,
    SANI,
    Business,
    at,
    webhook,
)

# (state and rider before, state and rider after): what it means
TRANSITIONS = [
    (None, (State.PENDING, None), Happening.CREATED),
    (None, (State.AWAITING_PICKUP, MUSA), Happening.ASSIGNED),
    (None, (State.ACCEPTED, MUSA), Happening.ACCEPTED),
    (None, (State.DELIVERED, MUSA), Happening.COMPLETED),
    (None, (State.UNKNOWN, None), Happening.CREATED),
    ((State.PENDING, None), (State.PENDING, None), None),
    ((State.PENDING, None), (State.AWAITING_PICKUP, MUSA), Happening.ASSIGNED),
    ((State.PENDING, None), (State.AWAITING_PICKUP, None), None),
    ((State.PENDING, None), (State.PENDING, MUSA), Happening.ASSIGNED),
    ((State.AWAITING_PICKUP, MUSA), (State.AWAITING_PICKUP, SANI), Happening.ASSIGNED),
    ((State.AWAITING_PICKUP, MUSA), (State.PENDING, None), None),
    ((State.AWAITING_PICKUP, MUSA), (State.ACCEPTED, MUSA), Happening.ACCEPTED),
    ((State.PENDING, None), (State.ACCEPTED, MUSA), Happening.ACCEPTED),
    ((State.ACCEPTED, MUSA), (State.IN_TRANSIT, MUSA), Happening.PICKED_UP),
    ((State.IN_TRANSIT, MUSA), (State.IN_TRANSIT, MUSA), None),
    ((State.IN_TRANSIT, MUSA), (State.IN_TRANSIT, SANI), Happening.ASSIGNED),
    ((State.IN_TRANSIT, MUSA), (State.DELIVERED, MUSA), Happening.COMPLETED),
    ((State.IN_TRANSIT, MUSA), (State.FAILED, MUSA), Happening.FAILED),
    ((State.FAILED, MUSA), (State.IN_TRANSIT, MUSA), None),
    ((State.FAILED, MUSA), (State.IN_TRANSIT, SANI), Happening.ASSIGNED),
    ((State.FAILED, MUSA), (State.FAILED, MUSA), None),
    ((State.PENDING, None), (State.CANCELLED, None), Happening.CANCELLED),
    ((State.IN_TRANSIT, MUSA), (State.CANCELLED, MUSA), Happening.CANCELLED),
    ((State.PENDING, None), (State.DECLINED, None), Happening.CANCELLED),
    ((State.PENDING, None), (State.DELIVERED, SANI), Happening.COMPLETED),
    ((State.PENDING, None), (State.UNKNOWN, None), None),
]


@pytest.mark.parametrize(("before", "after", "expected"), TRANSITIONS)
def test_a_change_means_the_most_important_thing_in_it(before, after, expected):
    assert happening(before and delivery(*before), delivery(*after)) is expected


def delivery(state: State, rider: object) -> Delivery:
    return PENDING.model_copy(update={"state": state, "rider": rider})


# Who is told how: the loud ones. Everybody else sees the card change.
LOUD = {
    (Happening.CREATED, Audience.CUSTOMER): Channel.CARD,
    (Happening.CREATED, Audience.DISPATCHER): Channel.CARD,
    (Happening.ASSIGNED, Audience.RIDER): Channel.CARD,
    (Happening.PICKED_UP, Audience.CUSTOMER): Channel.SAY,
    (Happening.COMPLETED, Audience.CUSTOMER): Channel.SAY,
    (Happening.CANCELLED, Audience.CUSTOMER): Channel.SAY,
    (Happening.CANCELLED, Audience.RIDER): Channel.SAY,
    (Happening.CANCELLED, Audience.DISPATCHER): Channel.SAY,
    (Happening.FAILED, Audience.CUSTOMER): Channel.SAY,
    (Happening.FAILED, Audience.DISPATCHER): Channel.SAY,
}


@pytest.mark.parametrize("what", Happening)
@pytest.mark.parametrize("audience", Audience)
def test_who_hears_what_how(what: Happening, audience: Audience):
    assert TABLE[what][audience] is LOUD.get((what, audience), Channel.EDIT)


async def learn(business: Business, *told: Delivery) -> None:
    """Learn several things, and look only at what the last one leads to."""
    for delivery_ in told[:-1]:
        await business.read(delivery_)
    await business.forget_news()
    await business.read(told[-1])


async def test_a_new_delivery_makes_a_card_for_dispatchers_and_customers(business: Business):
    await learn(business, PENDING)
    for user_id in (DISPATCHER, CUSTOMER, NEIGHBOUR):
        assert [card.create for card in await business.cards(user_id)] == [True]
    assert await business.waiting(RIDER) == []


async def test_a_rider_gets_a_loud_card_and_the_former_one_is_told(business: Business):
    await learn(business, PENDING, ASSIGNED, ASSIGNED.model_copy(update={"rider": SANI}))
    assert [card.fresh for card in await business.cards(OTHER_RIDER)] == [True]
    assert [card.create for card in await business.cards(RIDER)] == [False]
    (said,) = await business.said(RIDER)
    assert "not your job any more" in said


async def test_a_pickup_is_said_to_customers_only(business: Business):
    await learn(business, ASSIGNED, IN_TRANSIT)
    assert {user_id: len(await business.said(user_id)) for user_id in EVERYBODY} == {
        DISPATCHER: 0,
        RIDER: 0,
        OTHER_RIDER: 0,
        CUSTOMER: 1,
        NEIGHBOUR: 1,
    }
    assert all([await business.cards(user_id) for user_id in (DISPATCHER, RIDER, CUSTOMER)])


async def test_a_cancellation_is_said_to_everybody_with_its_reason(business: Business):
    over = {"state": State.CANCELLED, "cancellation_reason": "Nobody <home>"}
    await learn(business, ASSIGNED, ASSIGNED.model_copy(update=over))
    for user_id in (DISPATCHER, RIDER, CUSTOMER, NEIGHBOUR):
        (said,) = await business.said(user_id)
        assert "Nobody &lt;home&gt;" in said
    assert await business.waiting(OTHER_RIDER) == []


@pytest.mark.parametrize("actor", [DISPATCHER, RIDER])
async def test_who_caused_it_gets_no_echo_but_the_card(business: Business, actor: int):
    await business.read(ASSIGNED)
    await business.forget_news()
    await business.read(ASSIGNED.model_copy(update={"state": State.CANCELLED}), actor=actor)
    assert await business.said(actor) == []
    assert len(await business.cards(actor)) == 1
    assert len(await business.said(CUSTOMER)) == 1


async def test_nothing_is_sent_to_somebody_who_has_stopped(business: Business):
    async with business.database.write() as tx:
        for user_id in EVERYBODY:
            await people.set_reachable(tx, user_id, False)
    await learn(business, PENDING, ASSIGNED, IN_TRANSIT)
    assert await business.everything() == []


async def test_a_delivery_that_is_first_seen_long_after_its_creation_rings_nobody(
    business: Business,
):
    await learn(business, IN_TRANSIT.model_copy(update={"created_at": at(-61)}))
    assert [await business.said(user_id) for user_id in EVERYBODY] == [[]] * len(EVERYBODY)
    assert not any(card.fresh for card in await business.cards(RIDER))
    cards = [card for user_id in (RIDER, CUSTOMER) for card in await business.cards(user_id)]
    assert [card.quiet for card in cards] == [True, True]


async def test_a_delivery_that_is_over_when_it_is_first_seen_makes_no_card(business: Business):
    over = IN_TRANSIT.model_copy(update={"state": State.DELIVERED, "created_at": at(-61)})
    await learn(business, over)
    created = [card for user in EVERYBODY for card in await business.cards(user) if card.create]
    assert created == []


async def test_where_nothing_is_loud_a_card_that_somebody_lacks_makes_no_sound(
    business: Business,
):
    await learn(business, PENDING, ASSIGNED)
    assert [card.quiet for card in await business.cards(CUSTOMER)] == [True]
    assert [card.quiet for card in await business.cards(RIDER)] == [False]
    await learn(business, ASSIGNED.model_copy(update={"state": State.ACCEPTED}))
    assert [card.quiet for card in await business.cards(RIDER)] == [True]


async def test_a_receiver_hears_only_of_their_own_parcel(business: Business):
    await business.read(IN_TRANSIT)
    await business.forget_news()
    receivers = [{"uuid": BOLA, "status": "delivered"}]
    await business.handle_event(
        webhook("in_transit", at(5), status="in_transit", receiver_detail=receivers)
    )
    (said,) = await business.said(CUSTOMER)
    assert "was delivered" in said
    assert await business.said(NEIGHBOUR) == []


async def test_a_receiver_whose_own_status_nobody_knows_hears_of_the_delivery(business: Business):
    await business.read(IN_TRANSIT)
    await business.forget_news()
    receivers = [{"uuid": BOLA, "status": "completed"}]
    event = webhook("completed", at(5), status="delivered", receiver_detail=receivers)
    await business.handle_event(event)
    (said,) = await business.said(CUSTOMER)
    assert "was delivered" in said
    assert len(await business.said(NEIGHBOUR)) == 1


async def test_an_owner_hears_what_dispatchers_hear(business: Business):
    async with business.database.write() as tx:
        await people.grant(tx, OTHER_RIDER, Role.OWNER)
        await people.revoke(tx, OTHER_RIDER, Role.RIDER)
    await learn(business, PENDING)
    assert len(await business.cards(OTHER_RIDER)) == 1


async def test_what_is_no_change_is_told_to_nobody(business: Business):
    await learn(business, ASSIGNED, ASSIGNED)
    assert await business.everything() == []


async def test_an_answer_that_was_overtaken_is_told_to_nobody(business: Business):
    await business.read(ASSIGNED)
    await business.forget_news()
    assert not await business.learn(Observation(PENDING, at(-1)))
    assert await business.everything() == []


async def mute(business: Business, user_id: int, kind: str) -> None:
    async with business.database.write() as tx:
        await muted_kinds.mute(tx, user_id, kind)


async def test_what_somebody_has_muted_only_changes_their_card(business: Business):
    await mute(business, CUSTOMER, "c-picked_up")
    await learn(business, ASSIGNED, IN_TRANSIT)
    assert await business.said(CUSTOMER) == []
    assert len(await business.said(NEIGHBOUR)) == 1
    assert await business.cards(CUSTOMER)


async def test_a_new_delivery_that_is_muted_has_a_silent_card(business: Business):
    await mute(business, DISPATCHER, "d-created")
    await learn(business, PENDING)
    (card,) = await business.cards(DISPATCHER)
    assert card.create
    assert card.quiet


async def test_a_new_delivery_that_has_a_rider_already_is_muted_like_any_other(
    business: Business,
):
    await mute(business, CUSTOMER, "c-created")
    await learn(business, ASSIGNED)
    (card,) = await business.cards(CUSTOMER)
    assert card.quiet
    (heard,) = await business.cards(NEIGHBOUR)
    assert not heard.quiet


async def test_a_late_photo_is_not_shown_to_who_has_muted_the_news_of_it(business: Business):
    await mute(business, CUSTOMER, "c-completed")
    await learn(business, IN_TRANSIT, DELIVERED)
    await business.read(DELIVERED.model_copy(update={"dropoff_photo": PHOTO}))
    assert await photos(business) == []


async def test_bad_news_for_a_customer_and_jobs_of_a_rider_cannot_be_muted(business: Business):
    for happening_ in Happening:
        await mute(business, CUSTOMER, f"c-{happening_}")
        await mute(business, RIDER, f"r-{happening_}")
    await learn(business, IN_TRANSIT, IN_TRANSIT.model_copy(update={"state": State.CANCELLED}))
    assert len(await business.said(CUSTOMER)) == 1
    assert len(await business.said(RIDER)) == 1


PHOTO = "https://photos.example.com/door.jpg"
DELIVERED = IN_TRANSIT.model_copy(update={"state": State.DELIVERED})


async def photos(business: Business) -> list[str | None]:
    told = [notice for notice in await business.waiting(CUSTOMER) if isinstance(notice, Say)]
    pictures = [notice.message.attachment for notice in told]
    return [picture.url for picture in pictures if isinstance(picture, Picture)]


async def test_the_proof_photo_comes_once_with_the_news(business: Business):
    await learn(business, IN_TRANSIT, DELIVERED.model_copy(update={"dropoff_photo": PHOTO}))
    assert await photos(business) == [PHOTO]


async def test_a_proof_photo_that_comes_later_is_shown_once(business: Business):
    await learn(business, IN_TRANSIT, DELIVERED)
    assert await photos(business) == []
    for _ in range(2):
        await business.read(DELIVERED.model_copy(update={"dropoff_photo": PHOTO}))
    assert await photos(business) == [PHOTO]


async def test_somebody_whose_number_a_delivery_names_becomes_its_customer(business: Business):
    async with business.database.write() as tx:
        await people.set_phone(tx, OTHER_RIDER, "+2348040000001")
    await learn(business, PENDING)
    async with business.database.read() as tx:
        person = await people.get(tx, OTHER_RIDER)
    assert person is not None
    assert person.roles == {Role.RIDER, Role.CUSTOMER}
    assert SetMenu(chat_id=OTHER_RIDER) in await business.waiting(OTHER_RIDER)
