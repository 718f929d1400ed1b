"""A parcel that changes riders on the way: both know where it is and to whom it goes."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, State, StatusToken
from bot.local_telegram import ChatMessage, LocalUser
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import read
from bot.service.operations.enrolment import register_rider
from tests.support.business import Business, bare, finds, heard, labels, rung, sees, told

NGOZI = "+2348020000003"


async def given_to_sani(business: Business) -> Delivery:
    """A parcel that Bola follows, that Musa has picked up, and that is Sani's now."""
    delivery = await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await reassigned(business, "Sani Ali")
    return delivery


async def reassigned(business: Business, rider: str) -> None:
    await business.says(business.owner, "/assign 1001")
    await business.presses(business.owner, rider)


async def ngozi_joins(business: Business) -> LocalUser:
    ngozi = business.town.telegram.add_user("Ngozi", phone=NGOZI)
    await registered(business, "Ngozi Obi", NGOZI)
    await business.joins_by_phone(ngozi)
    return ngozi


async def registered(business: Business, name: str, phone: str) -> None:
    business.riders[name] = await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name=name,
        phone_code="234",
        phone_number="0" + phone.removeprefix("+234"),
        email=f"{name.split(maxsplit=1)[0].lower()}@example.com",
    )
    await business.later(seconds=31)


def card(person: LocalUser) -> ChatMessage:
    return finds(person, "Order 1001 ·")


def is_closed(rider: LocalUser) -> bool:
    """Whether nothing is left on a rider's card but whose the delivery is not."""
    shown = card(rider)
    lines = bare(shown).splitlines()
    return lines == ["🧪 Order 1001 · given to another rider"] and not labels(shown)


def is_asked_to_hand_over(person: LocalUser, to: str) -> int:
    return heard(person, f"🤝 Hand order 1001 to {to}.")


async def test_both_riders_are_told_where_the_parcel_is_and_to_whom_it_goes(business: Business):
    await given_to_sani(business)
    told_musa = finds(business.musa, "🤝 Hand order 1001 to Sani.")
    assert "+234 802 000 0002" in bare(told_musa)
    assert not told_musa.silent
    assert not sees(business.musa, "not your job any more")
    of_musa = card(business.musa)
    assert "You have the parcel. Hand it to Sani" in bare(of_musa)
    assert "Allen Avenue" not in bare(of_musa)
    assert labels(of_musa) == ["📍 Find Sani"]

    of_sani = card(business.sani)
    assert "🤝 Musa has the parcel." in bare(of_sani)
    assert "+234 802 000 0001" in bare(of_sani)
    assert not of_sani.silent
    assert "🤝 I have it" in labels(of_sani)
    assert "🏁 Delivered" not in labels(of_sani)
    staff = finds(business.owner, "📦 Order 1001")
    assert "🤝 Hand-over Musa → Sani, not confirmed yet" in bare(staff)


async def test_who_has_it_says_so_and_then_the_customer_reads_the_new_name(business: Business):
    delivery = await given_to_sani(business)
    customers = finds(business.bola, "📦 Order 1001")
    assert "Rider: Musa" in bare(customers)
    await business.says(business.bola, "/where 1001")
    assert "Musa" in told(business.bola)[-1]
    assert not sees(business.bola, "Sani")

    button = card(business.sani)
    await business.presses(business.sani, "I have it")
    assert heard(business.bola, "🛵 Order 1001: Sani brings it now.") == 1
    assert "Rider: Sani" in bare(customers)
    assert "🏁 Delivered" in labels(card(business.sani))
    assert is_closed(business.musa)
    assert "Hand-over" not in bare(finds(business.owner, "📦 Order 1001"))

    data = next(b.data for row in button.buttons for b in row if b.data)
    business.sani.press_data(data.replace(data[:2], "tp"), message=button)
    await business.town.idle()
    assert heard(business.bola, "brings it now") == 1
    await business.presses(business.sani, "Delivered")
    await business.says(business.sani, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED
    assert heard(business.bola, "brings it now") == 1


async def test_a_right_code_at_the_door_proves_who_has_the_parcel(business: Business):
    delivery = await given_to_sani(business)
    await business.says(business.sani, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED
    assert is_closed(business.musa)
    await business.later(minutes=20)
    assert not sees(business.owner, "has not confirmed")
    assert not sees(business.bola, "brings it now")


async def test_each_finds_the_other_where_they_share_it(business: Business):
    await given_to_sani(business)
    await business.presses(business.sani, "📍 Find Musa", message=card(business.sani))
    assert "Musa shares no location here now. Please call." in told(business.sani)[-1]
    assert "+234 802 000 0001" in told(business.sani)[-1]
    business.musa.share_location(6.5, 3.35, live_period=3600)
    await business.town.idle()
    await business.presses(business.sani, "📍 Find Musa", message=card(business.sani))
    venue = business.sani.last.body.attachment
    assert (venue.location.latitude, venue.title) == (6.5, "Musa")
    assert venue.address == "+234 802 000 0001"
    await business.presses(business.sani, "I have it")
    before = len(business.sani.messages)
    business.sani.press_data(find_button(business), message=card(business.sani))
    await business.town.idle()
    assert len(business.sani.messages) == before
    assert business.sani.toasts[-1].text == "This has changed."


def find_button(business: Business) -> str:
    told_musa = finds(business.musa, "🤝 Hand order 1001 to Sani.")
    return next(b.data for row in told_musa.buttons for b in row if b.label == "📍 Find Sani")


async def test_nobody_else_can_confirm_or_find(business: Business):
    await given_to_sani(business)
    ngozi = await ngozi_joins(business)
    take = card(business.sani).buttons[0][0].data
    for person in (ngozi, business.musa, business.bola):
        # What a former rider presses is emptied, and the button to find Sani is still wanted.
        pressed = card(person) if person is business.musa else person.last
        person.press_data(take, message=pressed)
        await business.town.idle()
    ngozi.press_data(find_button(business), message=ngozi.last)
    await business.town.idle()
    assert not sees(ngozi, "+234 802")
    assert "Hand-over Musa → Sani" in bare(finds(business.owner, "📦 Order 1001"))
    assert not sees(business.bola, "brings it now")


async def test_a_hand_over_that_nobody_confirms_is_told_and_a_dispatcher_can_end_it(
    business: Business,
):
    await given_to_sani(business)
    await business.later(minutes=14)
    assert not sees(business.owner, "⏰ Sani has not confirmed")
    await business.later(minutes=2)
    alarm = finds(business.owner, "⏰ Sani has not confirmed since")
    assert not alarm.silent
    assert "⏰ Hand-over not confirmed since" in bare(finds(business.owner, "📦 Order 1001"))
    await business.presses(business.owner, "Handed over", message=alarm)
    assert "🏁 Delivered" in labels(card(business.sani))
    assert heard(business.bola, "🛵 Order 1001: Sani brings it now.") == 1
    assert "⏰" not in bare(finds(business.owner, "📦 Order 1001"))
    await business.later(minutes=40)
    assert heard(business.owner, "has not confirmed") == 0
    assert "✅ Solved: no hand-over waits to be confirmed any more." in bare(alarm)


async def test_given_on_before_it_was_confirmed_the_first_one_hears_the_new_name(
    business: Business,
):
    await given_to_sani(business)
    ngozi = await ngozi_joins(business)
    await reassigned(business, "Ngozi Obi")
    assert is_asked_to_hand_over(business.musa, "Ngozi") == 1
    assert "Hand it to Ngozi" in bare(card(business.musa))
    assert sees(business.sani, "Order 1001 is not your job any more")
    assert is_closed(business.sani)
    assert "🤝 Musa has the parcel." in bare(card(ngozi))
    await business.presses(ngozi, "I have it")
    assert heard(business.bola, "Ngozi brings it now") == 1
    assert not sees(business.bola, "Sani")


async def test_given_back_to_who_has_it_there_is_nothing_to_hand_over(business: Business):
    await given_to_sani(business)
    await reassigned(business, "Musa Bello")
    assert "🏁 Delivered" in labels(card(business.musa))
    assert sees(business.sani, "Order 1001 is not your job any more")
    assert "Hand-over" not in bare(finds(business.owner, "📦 Order 1001"))
    assert not sees(business.bola, "brings it now")
    await business.later(minutes=20)
    assert not sees(business.owner, "has not confirmed")


async def test_who_has_the_parcel_hears_that_it_was_cancelled(business: Business):
    delivery = await given_to_sani(business)
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Late")
    await business.town.idle()
    for rider in (business.musa, business.sani):
        assert heard(rider, "❌ Order 1001 was cancelled. Stop here.") == 1
    assert labels(card(business.musa)) == []


async def test_what_was_not_picked_up_is_not_handed_over(business: Business):
    await business.accepted()
    await reassigned(business, "Sani Ali")
    assert sees(business.musa, "Order 1001 is not your job any more")
    assert not sees(business.musa, "🤝")
    assert not sees(business.sani, "🤝")


async def test_who_has_not_joined_is_called_and_the_dispatcher_says_that_it_is_done(
    business: Business,
):
    await registered(business, "Ngozi Obi", NGOZI)
    await business.on_the_way()
    await reassigned(business, "Ngozi Obi")
    await business.presses(business.owner, "Assign anyway")
    assert is_asked_to_hand_over(business.musa, "Ngozi") == 1
    assert sees(business.owner, "Ngozi Obi cannot be reached here. Please call.")
    staff = finds(business.owner, "📦 Order 1001")
    assert "+234 802 000 0003" in bare(staff)
    await business.presses(business.owner, "Handed over", message=staff)
    assert "Hand-over" not in bare(staff)
    assert is_closed(business.musa)


async def test_several_that_are_moved_are_handed_over_in_one_message(business: Business):
    receivers = [business.receiver(f"Bola {n}", address=f"{n} Allen Avenue") for n in (1, 2)]
    await business.in_the_bag(*receivers)
    await business.assigned("Musa Bello")
    await business.says(business.owner, "/move Musa Sani")
    await business.presses(business.owner, "Move it all")
    together = finds(business.musa, "🤝 Hand 2 parcels to Sani.")
    assert "Orders: 1001, 1002" in bare(together)
    assert sees(business.musa, "1 job is not yours any more")
    assert heard(business.musa, "🤝 Hand") == 1
    assert heard(business.sani, "🤝 Musa has 2 parcels for you.") == 1


async def seven_given_to_sani(business: Business) -> list[Delivery]:
    parcels = await business.in_the_bag(
        *(
            business.receiver("Efe Obi", f"+23480300000{at}2", f"{at} Broad Street")
            for at in range(7)
        )
    )
    await business.says(business.owner, "/move musa sani")
    await business.presses(business.owner, "Move it all")
    return parcels


async def test_a_whole_load_changes_hands_by_one_tap_with_one_sound(business: Business):
    before = len(rung(business, business.sani))
    parcels = await seven_given_to_sani(business)
    assert heard(business.sani, "has the parcel") == 0
    card = finds(business.sani, "🤝 Musa has 7 parcels for you.")
    assert "1004 · Efe O. · Broad Street · 💵 NGN1,500.00" in bare(card)
    assert "To collect in all: NGN10,500.00" in bare(card)
    assert len(bare(card).splitlines()) <= 12
    assert len(rung(business, business.sani)) == before + 1
    await business.presses(business.sani, "🤝 I have all 7", message=card)
    assert not sees(business.sani, "Musa has")
    assert heard(business.sani, "· 🛵 On the way") == 1
    assert "6 more stops" in bare(finds(business.sani, "Order 1001 · 🛵 On the way"))
    assert not sees(business.musa, "· 🛵 On the way")
    assert [await business.state(each) for each in parcels] == [State.IN_TRANSIT] * 7


async def test_of_a_load_one_parcel_after_the_other_can_be_taken(business: Business):
    await business.in_the_bag(*(business.receiver(address=f"{at} Broad St") for at in range(3)))
    await business.says(business.owner, "/move musa sani")
    await business.presses(business.owner, "Move it all")
    card = finds(business.sani, "🤝 Musa has 3 parcels for you.")
    await business.presses(business.sani, "🤝 1002 · Bola", message=card)
    assert sees(business.sani, "🤝 Musa has 2 parcels for you.")
    assert "Order 1002 · 🛵 On the way" in bare(finds(business.sani, "1 Broad St"))
    await business.presses(business.sani, "🤝 1001 · Bola", message=card)
    alone = bare(finds(business.sani, "🤝 Musa has the parcel."))
    assert alone.startswith("🧪 Order 1003 · 🛵 On the way")
    await business.presses(business.sani, "🤝 I have it", message=finds(business.sani, alone[:12]))
    assert not sees(business.sani, "Musa has")
    assert "2 more stops" in bare(finds(business.sani, "more stops"))


async def test_of_a_load_that_is_not_there_yet_nothing_is_left_that_is_another_riders(
    business: Business,
):
    await business.in_the_bag(*(business.receiver(address=f"{at} Broad St") for at in range(3)))
    await business.says(business.owner, "/move musa sani")
    await business.presses(business.owner, "Move it all")
    await business.says(business.owner, "/assign 1002")
    await business.presses(business.owner, "Musa Bello")
    assert sees(business.sani, "🤝 Musa has 2 parcels for you.")
    assert "1002" not in bare(finds(business.sani, "parcels for you"))


async def test_who_has_stopped_the_bot_gets_nothing_of_a_load_that_is_given_to_them(
    business: Business,
):
    await business.says(business.sani, "/stop")
    parcels = await business.in_the_bag(*(business.receiver() for _ in range(3)))
    sani = business.riders["Sani Ali"]
    await business.town.shop.assign(sani, [parcel.uuid for parcel in parcels])
    await business.town.idle()
    assert not sees(business.sani, "has the parcel")


async def test_of_two_who_both_say_to_have_it_one_does_and_the_dispatcher_reads_the_other(
    business: Business,
):
    await given_to_sani(business)
    await business.says(business.musa, "i have it")
    await business.says(business.sani, "i have it")
    await business.presses(business.sani, "I have it")
    assert heard(business.bola, "🛵 Order 1001: Sani brings it now.") == 1
    await business.says(business.musa, "no, i have 1001 here with me")
    assert sees(business.owner, "no, i have 1001 here with me")
    assert "Rider: Sani" in bare(finds(business.bola, "📦 Order 1001"))
    assert "Hand-over" not in bare(finds(business.owner, "📦 Order 1001"))


async def test_who_says_to_have_it_all_is_asked_once(business: Business):
    await seven_given_to_sani(business)
    await business.says(business.sani, "I have all of them now")
    assert labels(business.sani.last) == ["🤝 I have all 7"]
    await business.presses(business.sani, "🤝 I have all 7", message=business.sani.last)
    assert not [each for each in business.sani.messages if "has the parcel" in bare(each)]
    assert not sees(business.sani, "Do you have what was to be handed to you?")


async def test_work_of_a_rider_who_has_broken_down_is_given_away_from_their_words(
    business: Business,
):
    await business.in_the_bag(business.receiver())
    await business.says(business.musa, "my bike don spoil for Ojota")
    words = finds(business.owner, "my bike don spoil")
    await business.presses(business.owner, "Give all of Musa's work to …", message=words)
    await business.presses(business.owner, "Sani Ali")
    await business.presses(business.owner, "Move it all")
    assert sees(business.sani, "Musa has the parcel.")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "bike just stopped working"),
        ("en", "flat tyre at Ojota"),
        ("fr", "la moto est en panne"),
        ("fr", "pneu crevé"),
        ("es", "se me dañó la moto"),
        ("es", "me quedé varado en la 80"),
        ("pt", "minha moto quebrou"),
        ("pt", "furou o pneu"),
        ("ar", "الموتر خربان"),
        ("ar", "بنشر الكفر"),
    ],
)
def test_that_a_vehicle_is_broken_is_understood(language: str, words: str):
    assert read(words, language).means(Intent.BROKEN_DOWN)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "my bike is fine"),
        ("en", "the box is broken"),
        ("fr", "je suis au garage à moto"),
        ("es", "estoy al lado de la moto"),
        ("pt", "a encomenda quebrou"),
        ("ar", "انا عند الموتر"),
    ],
)
def test_other_words_of_a_vehicle_are_no_breakdown(language: str, words: str):
    assert not read(words, language).means(Intent.BROKEN_DOWN)
