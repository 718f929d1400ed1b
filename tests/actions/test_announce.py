"""What a change of a delivery means to people, and who hears it how."""

import pytest

from bot.actions import request_queue
from bot.actions.fleet_requests.cancel import Cancel
from bot.actions.happenings import HAPPENINGS
from bot.actions.notice_kinds import Say, SetMenu
from bot.actions.snapshots import snapshot
from bot.actions.tracking.projection import Observation
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Role, Unreachable
from bot.fleet import Delivery, State
from bot.store import groups, muted_kinds, people
from bot.store.groups import Group
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

INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069"))
GROUP = -100
LISTENING = (DISPATCHER, GROUP, RIDER, OTHER_RIDER, CUSTOMER)
ACCEPTED = ASSIGNED.model_copy(update={"state": State.ACCEPTED})
DELIVERED = IN_TRANSIT.model_copy(update={"state": State.DELIVERED})
FAILED = IN_TRANSIT.model_copy(update={"state": State.FAILED})
CANCELLED = ASSIGNED.model_copy(update={"state": State.CANCELLED})
DECLINED = ASSIGNED.model_copy(update={"state": State.DECLINED})

# What is learnt, and who hears of it: in words, or as a card that rings. The others see the card
# that they have change.
RINGS = "a card that rings"
HEARD = [
    ((PENDING,), {DISPATCHER: RINGS, GROUP: RINGS, CUSTOMER: RINGS}),
    ((PENDING, ASSIGNED), {RIDER: RINGS}),
    ((ASSIGNED, ACCEPTED), {}),
    ((ACCEPTED, IN_TRANSIT), {CUSTOMER: "🛵 Order 0042 is on the way."}),
    ((IN_TRANSIT, DELIVERED), {CUSTOMER: "✅ Order 0042 was delivered."}),
    (
        (IN_TRANSIT, FAILED),
        {
            DISPATCHER: "⚠️ A delivery attempt of order 0042 failed.",
            GROUP: "⚠️ A delivery attempt of order 0042 failed.",
            CUSTOMER: "⚠️ Order 0042 could not be delivered this time.",
        },
    ),
    (
        (ASSIGNED, CANCELLED),
        {
            DISPATCHER: "❌ Order 0042 was cancelled.",
            GROUP: "❌ Order 0042 was cancelled.",
            RIDER: "❌ Order 0042 was cancelled. Stop here.",
            CUSTOMER: "❌ Order 0042 was cancelled.",
        },
    ),
]


@pytest.mark.parametrize(("told", "heard"), HEARD)
async def test_who_hears_what(business: Business, told: tuple[Delivery], heard: dict[int, str]):
    await bind_group(business)
    await learn(business, *told)
    assert {user: found for user in LISTENING if (found := await loud(business, user))} == heard
    assert all([await business.cards(user) for user in (DISPATCHER, GROUP, CUSTOMER)])


async def loud(business: Business, user_id: int) -> str | None:
    """Return what makes somebody's phone ring."""
    said = [first_line(text) for text in await business.said(user_id)]
    rings = [RINGS for card in await business.cards(user_id) if card.create and not card.quiet]
    assert len(said + rings) <= 1
    return next(iter(said + rings), None)


def first_line(html: str) -> str:
    return html.partition("\n")[0].translate(INVISIBLE)


async def bind_group(business: Business) -> None:
    await business.database.write(groups.bind, Group(GROUP, None, "Dispatch", "en", DISPATCHER))


async def learn(business: Business, *told: Delivery) -> None:
    """Learn several things, and look only at what the last one leads to."""
    for delivery_ in told[:-1]:
        await business.read(delivery_)
    await business.forget_news()
    await business.read(told[-1])


async def test_a_rider_gets_a_loud_card_and_the_former_one_is_told(business: Business):
    await learn(business, PENDING, ASSIGNED, ASSIGNED.model_copy(update={"rider": SANI}))
    assert [card.fresh for card in await business.cards(OTHER_RIDER)] == [True]
    assert [card.create for card in await business.cards(RIDER)] == [False]
    (said,) = await business.said(RIDER)
    assert "not your job any more" in said


async def test_a_cancellation_is_said_with_its_reason_but_in_groups(business: Business):
    await bind_group(business)
    over = {"state": State.CANCELLED, "cancellation_reason": "Nobody <home>"}
    await learn(business, ASSIGNED, ASSIGNED.model_copy(update=over))
    for user_id in (DISPATCHER, RIDER, CUSTOMER, NEIGHBOUR):
        (said,) = await business.said(user_id)
        assert "Nobody &lt;home&gt;" in said
    (said,) = await business.said(GROUP)
    assert "home" not in said
    assert await business.waiting(OTHER_RIDER) == []


async def test_who_caused_it_gets_no_echo_but_the_card(business: Business):
    await bind_group(business)
    await business.read(ASSIGNED)
    await business.forget_news()
    cancel = Cancel(delivery=ASSIGNED.uuid, by=DISPATCHER, reason="closed today")
    await business.database.write(request_queue.enqueue, cancel, EffectKey("c"))
    await business.read(CANCELLED, actor=DISPATCHER)
    assert await business.said(DISPATCHER) == []
    assert await business.said(GROUP) == []
    assert len(await business.cards(DISPATCHER)) == 1
    assert len(await business.said(CUSTOMER)) == 1


@pytest.mark.parametrize("ended", [CANCELLED, FAILED, DECLINED])
async def test_who_reads_in_their_answer_how_it_ended_by_others_is_told(
    business: Business, ended: Delivery
):
    await business.read(ASSIGNED)
    await business.forget_news()
    await business.read(ended, actor=DISPATCHER)
    assert len(await business.said(DISPATCHER)) == 1


async def test_nothing_is_sent_to_somebody_who_has_stopped(business: Business):
    for user_id in EVERYBODY:
        await business.database.write(people.set_unreachable, user_id, Unreachable.BLOCKED)
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
    await business.database.write(people.grant, OTHER_RIDER, Role.OWNER)
    await business.database.write(people.revoke, OTHER_RIDER, Role.RIDER)
    await learn(business, PENDING)
    assert len(await business.cards(OTHER_RIDER)) == 1


async def test_what_is_no_change_is_told_to_nobody(business: Business):
    await learn(business, ASSIGNED, ASSIGNED)
    assert await business.everything() == []


async def test_an_answer_that_was_overtaken_is_told_to_nobody(business: Business):
    asked_first = await business.database.next_number()
    await business.read(ASSIGNED)
    await business.forget_news()
    assert not await business.learn(Observation(PENDING, asked_first))
    assert await business.everything() == []


async def mute(business: Business, user_id: int, kind: str) -> None:
    await business.database.write(muted_kinds.mute, user_id, kind)


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
    for one in HAPPENINGS:
        await mute(business, CUSTOMER, f"c-{one.name}")
        await mute(business, RIDER, f"r-{one.name}")
    await learn(business, IN_TRANSIT, IN_TRANSIT.model_copy(update={"state": State.CANCELLED}))
    assert len(await business.said(CUSTOMER)) == 1
    assert len(await business.said(RIDER)) == 1


PHOTO = "https://photos.example.com/door.jpg"


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
    await business.database.write(people.set_phone, OTHER_RIDER, "+2348040000001")
    await learn(business, PENDING)
    person = await business.database.read(people.get, OTHER_RIDER)
    assert person is not None
    assert person.roles == {Role.RIDER, Role.CUSTOMER}
    assert SetMenu(chat_id=OTHER_RIDER) in await business.waiting(OTHER_RIDER)


async def test_a_photo_of_the_pickup_comes_with_the_news(business: Business):
    await learn(business, ASSIGNED, IN_TRANSIT.model_copy(update={"pickup_photo": PHOTO}))
    assert await photos(business) == [PHOTO]


async def test_a_photo_of_the_pickup_that_comes_later_is_shown_once(business: Business):
    await learn(business, ASSIGNED, IN_TRANSIT)
    assert await photos(business) == []
    for _ in range(2):
        await business.read(IN_TRANSIT.model_copy(update={"pickup_photo": PHOTO}))
    assert await photos(business) == [PHOTO]


async def test_the_photo_of_the_rider_comes_with_the_news_unless_the_parcels_does(
    business: Business,
):
    rider = MUSA.model_copy(update={"photo": "https://photos.example.com/musa.jpg"})
    coming = IN_TRANSIT.model_copy(update={"rider": rider})
    await learn(business, ASSIGNED, coming)
    assert await photos(business) == [rider.photo]
    await business.read(coming.model_copy(update={"pickup_photo": PHOTO}))
    assert await photos(business) == [rider.photo, PHOTO]


async def test_the_photo_of_a_rider_without_a_name_is_not_shown(business: Business):
    nobody = MUSA.model_copy(update={"photo": PHOTO, "name": ""})
    await learn(business, ASSIGNED, IN_TRANSIT.model_copy(update={"rider": nobody}))
    assert await photos(business) == []


async def test_a_payment_changes_cards_and_rings_nowhere(business: Business):
    await learn(
        business,
        IN_TRANSIT.model_copy(update={"paid": False}),
        IN_TRANSIT.model_copy(update={"paid": True}),
    )
    assert [await loud(business, user) for user in LISTENING] == [None] * len(LISTENING)
    assert await business.cards(RIDER)


async def test_a_shape_that_says_nothing_of_the_payment_takes_nothing_back(business: Business):
    await learn(business, IN_TRANSIT.model_copy(update={"paid": True}), IN_TRANSIT)
    assert snapshot(await business.row()).paid is True
