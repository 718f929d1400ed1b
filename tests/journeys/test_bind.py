"""/bind in private: an owner chooses a group with a key of Telegram's, and it gets the cards."""

import pytest

from bot.local_telegram import LocalGroup, LocalUser
from tests.support.business import Business, bare, finds, heard, sees, told

INSIDE, OUTSIDE = "👥 Choose a group", "➕ Add me to a group"
REFUSED = "This question is over. /team, /bind or /shop asks it again."
BOUND = "This chat is bound."


def group_of(business: Business, *people: LocalUser, with_bot: bool = True) -> LocalGroup:
    bot = [business.town.account] if with_bot else []
    return business.town.telegram.add_group("Depot", [*people, *bot])


def written(group: LocalGroup) -> list[str]:
    return [bare(message) for message in group.messages if message.from_bot]


def is_bound(group: LocalGroup) -> bool:
    return any(BOUND in text for text in written(group))


def request_id(person: LocalUser) -> int:
    """The number of the first key that somebody sees."""
    keyboard = person.chat().keyboard_message
    assert keyboard is not None
    return keyboard.posting.markup.rows[0][0].choice.request_id


async def chooses(business: Business, person: LocalUser, label: str, group: LocalGroup) -> None:
    await business.restart()
    person.choose_group(label, group)
    await business.town.idle()


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_a_chosen_group_gets_the_cards_and_both_chats_are_told(business: Business):
    group = group_of(business, business.owner)
    await business.says(business.owner, "/bind")
    assert "Which group is to get a card of each delivery?" in told(business.owner)[-1]
    await chooses(business, business.owner, INSIDE, group)
    assert "“Depot” gets a card of each delivery from now on" in told(business.owner)[-1]
    assert BOUND in written(group)[-1]
    assert business.owner.chat().keyboard_message is None
    await business.order()
    assert "Order 1001" in written(group)[-1]


async def test_a_group_that_the_bot_is_not_in_lets_it_in_by_being_chosen(business: Business):
    group = group_of(business, business.owner, with_bot=False)
    await business.says(business.owner, "/bind")
    with pytest.raises(ValueError, match="the bot is not in Depot"):
        business.owner.choose_group(INSIDE, group)
    await business.says(business.owner, "/bind")
    await chooses(business, business.owner, OUTSIDE, group)
    assert is_bound(group)
    await business.order()
    assert "Order 1001" in written(group)[-1]


async def test_an_answer_that_nobody_has_asked_for_binds_nothing(business: Business):
    group = group_of(business, business.owner)
    business.owner.share_chat(7, group)
    await business.town.idle()
    assert REFUSED in told(business.owner)[-1]
    await business.says(business.owner, "/bind")
    number = request_id(business.owner)
    for wrong in (number + 2, number - 1, 0):
        business.owner.share_chat(wrong, group)
        await business.town.idle()
        assert REFUSED in told(business.owner)[-1]
    assert not is_bound(group)


async def test_an_answer_is_taken_once_and_not_long_after(business: Business):
    first, second = group_of(business, business.owner), group_of(business, business.owner)
    await business.says(business.owner, "/bind")
    number = request_id(business.owner)
    await chooses(business, business.owner, INSIDE, first)
    business.owner.share_chat(number, second)
    await business.town.idle()
    assert REFUSED in told(business.owner)[-1]
    await business.says(business.owner, "/bind")
    await business.later(hours=2)
    await chooses(business, business.owner, INSIDE, second)
    assert REFUSED in told(business.owner)[-1]
    assert not is_bound(second)


async def test_a_group_without_the_bot_is_not_bound_whatever_is_told_of_it(business: Business):
    group = group_of(business, business.owner, with_bot=False)
    await business.says(business.owner, "/bind")
    business.owner.share_chat(request_id(business.owner), group)
    await business.town.idle()
    assert "I am not in that group, or you are not" in told(business.owner)[-1]
    await business.order()
    assert heard(business.owner, "I cannot write in") == 0


async def test_a_group_that_the_owner_is_not_in_is_not_bound(business: Business):
    group = group_of(business, business.bola)
    await business.says(business.owner, "/bind")
    business.owner.share_chat(request_id(business.owner), group)
    await business.town.idle()
    assert "I am not in that group, or you are not" in told(business.owner)[-1]
    assert not is_bound(group)


async def test_who_is_no_owner_binds_nothing_and_who_does_not_dispatch_gets_no_answer(
    business: Business,
):
    tola = await business.hires("Tola")
    for person, answers in ((tola, 1), (business.musa, 0), (business.bola, 0)):
        group = group_of(business, person)
        await business.says(business.owner, "/bind")
        before = len(told(person))
        person.share_chat(request_id(business.owner), group)
        await business.town.idle()
        assert len(told(person)) == before + answers
        assert not is_bound(group)
    assert REFUSED in told(tola)[-1]
    await business.says(tola, "/bind")
    assert tola.chat().keyboard_message is None


async def test_an_answer_for_another_question_is_none(business: Business):
    group = group_of(business, business.owner)
    await business.says(business.owner, "/bind")
    number = request_id(business.owner)
    await business.says(business.owner, "/shop")
    business.owner.share_chat(number, group)
    await business.town.idle()
    assert REFUSED in told(business.owner)[-1]
    await business.says(business.owner, "/new")
    business.owner.share_chat(number, group)
    await business.town.idle()
    assert REFUSED in told(business.owner)[-1]
    await business.says(business.owner, "Ada\n+2348040000009\n12 Marina Road")
    assert "Who gets it?" in told(business.owner)[-1]
    assert not is_bound(group)


async def test_a_shops_group_becomes_the_dispatchers_as_by_the_command(business: Business):
    await business.order()
    group = group_of(business, business.owner)
    business.owner.write("/shop", chat=group)
    await business.town.idle()
    await business.presses(business.owner, "Ada's Kitchen")
    await business.says(business.owner, "/bind")
    await chooses(business, business.owner, INSIDE, group)
    assert is_bound(group)
    await business.order()
    assert "Order 1002" in written(group)[-1]
    await business.presses(business.owner, "Assign", message=finds(business.owner, "Order 1002"))
    await business.presses(business.owner, "Musa Bello")
    assert not any("Ready when?" in text for text in written(group))


async def test_a_group_that_is_bound_already_keeps_its_topic(business: Business):
    group = business.town.telegram.add_group(
        "Depot", [business.owner, business.town.account], forum=True
    )
    topic = group.add_topic("Deliveries")
    business.owner.write("/bind", chat=group, topic=topic)
    await business.town.idle()
    await business.says(business.owner, "/bind")
    await chooses(business, business.owner, INSIDE, group)
    await business.order()
    last = [message for message in group.messages if message.from_bot][-1]
    assert "Order 1001" in bare(last)
    assert last.posting.thread_id == topic


async def test_the_keys_are_in_the_language_of_their_reader(business: Business):
    await business.says(business.owner, "/language es")
    await business.says(business.owner, "/bind")
    assert business.owner.last.keyboard == [["👥 Elegir un grupo"], ["➕ Añadirme a un grupo"]]
    assert not sees(business.owner, "Choose a group")
