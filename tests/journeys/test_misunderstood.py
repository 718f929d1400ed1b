"""What the bot does not understand is answered kindly, once, or not at all."""

import pytest

from bot.fleet import State
from tests.support.business import Business, finds, sees, told


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("/dilivery 1001", "“dilivery” is not a command. Did you mean /delivery?"),
        ("/dropof 1001 4821", "I did not understand that"),
    ],
)
async def test_a_dispatchers_slip_is_answered_with_what_was_probably_meant(
    business: Business, line: str, answer: str
):
    await business.says(business.owner, line)
    assert answer in told(business.owner)[-1]


async def test_what_is_no_text_has_an_answer_of_its_own_or_none(business: Business):
    person = business.owner
    before = len(told(person))
    person.send_sticker()
    await business.town.idle()
    assert len(told(person)) == before
    person.send_voice()
    await business.town.idle()
    assert "then I pass your voice message on" in told(person)[-1]
    person.send_photo()
    await business.town.idle()
    assert "I keep it with this order; please type what it says" in told(person)[-1]
    await business.says(person, "/cancel")
    typed = await business.says(person, "good morning")
    person.edit(typed, "good evening")
    await business.town.idle()
    assert "I cannot read edits" in told(person)[-1]
    person.forward(typed)
    await business.town.idle()
    assert "What shall I do with that?" in told(person)[-1]


@pytest.mark.parametrize(
    "what",
    [
        {"dice": {"emoji": "🎲", "value": 4}},
        {"story": {"id": 7, "chat": {"id": -100555, "type": "channel", "title": "News"}}},
        {"game": {"title": "Chess", "description": "A game", "photo": []}},
        {
            "poll": {
                "id": "1",
                "question": "Pizza?",
                "options": [
                    {"text": text, "voter_count": 0, "persistent_id": text}
                    for text in ("Yes", "No")
                ],
                "total_voter_count": 0,
                "is_closed": False,
                "is_anonymous": True,
                "type": "regular",
                "allows_multiple_answers": False,
                "allows_revoting": True,
                "members_only": False,
            }
        },
    ],
    ids=lambda what: next(iter(what)),
)
@pytest.mark.parametrize("who", ["owner", "musa"])
async def test_what_nothing_can_be_done_with_is_answered_in_a_sentence(
    business: Business, what: dict[str, object], who: str
):
    person = getattr(business, who)
    message = {
        "message_id": 900,
        "date": int(business.clock.now().timestamp()),
        "chat": {"id": person.id, "type": "private"},
        "from": person.as_json(),
        **what,
    }
    business.town.account.queue.add("message", person.id, message)
    await business.town.idle()
    assert "/help shows what I know" in told(person)[-1]


async def test_a_forwarded_code_is_deleted_and_not_used(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    ada = business.town.telegram.add_user("Ada")
    written = ada.write(business.pickup_code)
    forwarded = business.musa.forward(written)
    await business.town.idle()
    assert forwarded not in business.musa.messages
    assert sees(business.musa, "I did not use it")
    assert (await business.state(delivery)).value == "accepted"


async def test_a_code_that_is_edited_in_is_deleted(business: Business):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    typed = await business.says(business.musa, "/cancel")
    business.musa.edit(typed, business.pickup_code)
    await business.town.idle()
    assert typed not in business.musa.messages


async def test_somebody_with_several_roles_reads_the_help_role_by_role(business: Business):
    await business.says(business.musa, "/help")
    assert "As a rider" not in told(business.musa)[-1]
    await business.order(business.receiver("Musa Bello", business.musa.phone, "1 Hill Road"))
    await business.says(business.musa, "/help")
    page = told(business.musa)[-1]
    assert page.index("As a rider") < page.index("As a customer")
    await business.presses(business.musa, "All commands")
    page = told(business.musa)[-1]
    titles = [page.index(title) for title in ("As a rider", "As a customer", "At any time")]
    assert titles == sorted(titles)
    assert titles[0] < page.index("/pickup") < titles[1] < page.index("/where") < titles[2]


@pytest.mark.parametrize("line", ["/dropof 1001 {code}"])
async def test_a_code_behind_an_order_number_is_deleted_even_if_the_rest_makes_no_sense(
    business: Business, line: str
):
    delivery = await business.on_the_way()
    typed = await business.says(business.musa, line.format(code=business.dropoff_code))
    assert typed not in business.musa.messages
    assert sees(business.musa, "I did not use it")
    assert await business.state(delivery) is State.IN_TRANSIT


@pytest.mark.parametrize("is_asked", [True, False])
@pytest.mark.parametrize("said", ["{code}", "left with the guard, code {code}"])
async def test_a_code_under_a_picture_is_taken_and_the_picture_is_passed_on_without_it(
    business: Business, said: str, is_asked: bool
):
    delivery = await business.on_the_way()
    if is_asked:
        await business.presses(business.musa, "Delivered")
    code = business.dropoff_code
    photo = business.musa.send_photo(caption=said.format(code=code))
    await business.town.idle()
    assert await business.state(delivery) is State.DELIVERED
    assert photo in business.musa.messages
    shown = finds(business.owner, said.format(code="•••"))
    assert shown.photo
    assert not sees(business.owner, code)


async def test_words_and_numbers_of_a_rider_are_no_code(business: Business):
    for line in ("I am at 5", "back at 10", "/history 2 weeks 3"):
        typed = await business.says(business.musa, line)
        assert typed in business.musa.messages


async def test_what_is_not_understood_is_counted_by_kind_for_a_week_without_a_word_of_it(
    business: Business,
):
    await business.says(business.owner, "/health")
    assert "Not understood" not in told(business.owner)[-1]
    await business.says(business.musa, "/dilivery")
    await business.says(business.owner, "a purple elephant")
    business.owner.send_voice()
    edited = await business.says(business.owner, "/me")
    business.owner.edit(edited, "/mee")
    await business.town.idle()
    await business.says(business.owner, "/health")
    counted = (
        "Not understood in 7 days: words 1 · commands 1 · pictures, files and voices 1 · edits 1"
    )
    assert counted in told(business.owner)[-1]
    await business.later(days=7)
    await business.says(business.owner, "/health")
    assert "Not understood" not in told(business.owner)[-1]
