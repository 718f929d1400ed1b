"""/help: what somebody can write here, by their roles, and all their commands behind a button."""

import pytest

from bot.texts.callbacks import Verb, press
from bot.texts.catalogues import languages
from tests.support.business import Business, labels, sees, told
from tests.support.help import written_examples


async def test_each_role_reads_five_sentences_with_examples(business: Business):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    for person, example in (
        (business.owner, "1043 to Grace"),
        (business.musa, "nobody is home"),
        (business.bola, "where is my parcel"),
    ):
        await business.says(person, "/help")
        page = told(person)[-1]
        assert example in page
        assert len(page.splitlines()) == 6
        assert "/" not in page
        assert labels(person.last) == ["All commands"]


async def test_all_commands_of_each_role_stand_behind_a_button(business: Business):
    await business.says(business.owner, "/help")
    await business.presses(business.owner, "All commands")
    assert "/assign <order>" in told(business.owner)[-1]
    assert "/pickup" not in told(business.owner)[-1]
    await business.says(business.musa, "/help")
    await business.presses(business.musa, "All commands")
    assert "/pickup <order> <code>" in told(business.musa)[-1]
    assert "/assign" not in told(business.musa)[-1]


async def test_a_stranger_reads_how_to_get_what_they_came_for_and_no_commands(business: Business):
    eve = business.town.telegram.add_user("Eve", phone="+2348030000001")
    await business.order()
    await business.says(eve, "/help")
    assert sees(eve, "Waiting for a parcel? Share your number below")
    await business.presses(eve, "Share my phone number")
    assert sees(eve, "Order 1001")


async def test_a_stranger_who_presses_for_all_commands_sees_what_is_for_everybody(
    business: Business,
):
    eve = business.town.telegram.add_user("Eve")
    await business.says(eve, "/start")
    eve.press_data(press(Verb.ALL_COMMANDS), message=eve.last)
    await business.town.idle()
    assert not sees(eve, "/board")


@pytest.mark.parametrize("language", languages())
async def test_what_dispatchers_read_as_an_example_is_understood(business: Business, language: str):
    await business.says(business.owner, f"/language {language}")
    await business.order()
    for example in written_examples(language, 0, order="1001", rider="Musa"):
        await business.says(business.owner, example)
    await business.says(business.owner, "/health")
    assert "✅" in told(business.owner)[-1]
    assert "❓" not in told(business.owner)[-1]
