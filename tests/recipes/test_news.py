"""The recipe "News": customers hear that it rains, and their parcel is covered."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

WORDS = '''\
"""Rain: what a customer reads of it."""

from bot.fleet import Delivery
from bot.texts.message import Message
from bot.texts.words import Words


def covered(say: Words, delivery: Delivery) -> Message:
    return Message.of(say("☔ Order {order} is covered.", order=delivery.order_number))
'''
ROW = """\
RAIN = News("rain", Hears.RECEIVERS, Urgency.NEWS, muted_as=texts.RAIN)

"""
DEED = '''\
"""Rain: a rider says that the parcel is covered."""

from bot.actions.news import RAIN
from bot.actions.recipients import readers
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.texts.rider import rain as texts


def cover(tx: Transaction, row: DeliveryRow, key: EffectKey) -> None:
    readers.tell(tx, RAIN, row, texts.covered, key)
'''
STORY = '''\
"""Rain: who hears that a parcel is covered."""

from bot.actions.rider.rain import cover
from bot.base.queue.jobs import EffectKey
from bot.store import muted_kinds
from tests.actions.business import CUSTOMER, IN_TRANSIT, NEIGHBOUR, Business


async def test_receivers_hear_it_unless_they_have_muted_it(business: Business):
    await business.read(IN_TRANSIT)
    await business.forget_news()
    await business.database.write(muted_kinds.mute, NEIGHBOUR, "c-rain")
    await business.database.write(cover, await business.row(), EffectKey("rain"))
    assert ["is covered" in each for each in await business.said(CUSTOMER)] == [True]
    assert await business.said(NEIGHBOUR) == []
'''
TRANSLATED = {
    "☔ Order {order} is covered.": "☔ {order}.",
    "Rain on the way": "☔ …",
}


def test_news_reaches_those_who_hear_it_as_soon_as_it_stands_in_the_table(tmp_path: Path):
    project = Project(tmp_path)
    project.add("bot/texts/rider/rain.py", WORDS)
    project.insert(
        "bot/texts/announcements.py", 'RAIN = phrase("Rain on the way")\n', before="NEW_PARCEL ="
    )
    project.insert("bot/actions/news.py", ROW, before="# Problems.")
    project.add("bot/actions/rider/rain.py", DEED)
    project.insert(
        "tests/actions/test_news.py",
        '    "rain": (Hears.RECEIVERS, Urgency.NEWS, True, True),\n',
        before='    "tip": ',
    )
    project.add("tests/actions/test_rain.py", STORY)
    project.translate(TRANSLATED)
    project.tests(
        "tests/actions/test_news.py", "tests/actions/test_rain.py", "tests/texts/test_languages.py"
    )
    assert_true_to_the_letter(project, "News")
