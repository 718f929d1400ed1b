"""The recipe "A command": `/stuck`, which lists for dispatchers what nobody has accepted."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

CHAT = '''\
"""/stuck: what nobody has accepted."""

from bot.actions.access import Action
from bot.actions.dispatcher.stuck import not_accepted
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.texts.dispatcher import stuck as texts
from bot.texts.words import phrase


async def stuck(turn: Turn) -> None:
    """List what waits, as last seen."""
    waiting = await turn.context.database.read(not_accepted)
    now = turn.context.clock.now()
    await turn.answer(texts.stuck(turn.say, waiting, now) if waiting else texts.NOTHING)


STUCK = Command("stuck", Action.SEE_STUCK, phrase("what nobody has accepted"), stuck)
'''
ACTIONS = '''\
"""What is stuck: open deliveries that no rider has accepted."""

from bot.actions.cards.board import open_deliveries
from bot.base.database.transaction import Transaction
from bot.fleet import Delivery, State


def not_accepted(tx: Transaction) -> list[Delivery]:
    """Return the deliveries that wait for somebody's yes, the oldest first."""
    waiting = {State.PENDING, State.AWAITING_PICKUP}
    return [delivery for delivery in open_deliveries(tx) if delivery.state in waiting]
'''
TEXTS = '''\
"""What dispatchers read of deliveries that nobody has accepted."""

from collections.abc import Sequence
from datetime import datetime

from bot.fleet import Delivery
from bot.texts.dispatcher import lists
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words

NOTHING = FixedMessage("Every open delivery is accepted.")


def stuck(say: Words, waiting: Sequence[Delivery], now: datetime) -> Message:
    return Message.of(
        say("Nobody has accepted:"),
        *lists.lines(say, waiting, now),
        rows=lists.order_buttons(waiting),
    )
'''
STORY = '''\
"""/stuck: what nobody has accepted."""

from tests.support.business import Business, labels, sees


async def test_what_nobody_has_accepted_is_listed_for_dispatchers(business: Business):
    await business.accepted()
    await business.says(business.owner, "/stuck")
    assert sees(business.owner, "Every open delivery is accepted.")
    await business.order()
    await business.says(business.owner, "/stuck")
    assert labels(business.owner.last) == ["1002 · Bola A. · Allen Avenue"]
    await business.says(business.musa, "/stuck")
    assert not sees(business.musa, "1002")
'''


def test_a_command_is_a_file_on_each_floor_and_a_line_in_each_table(tmp_path: Path):
    project = Project(tmp_path)
    project.add("bot/chat/dispatcher/stuck.py", CHAT)
    project.add("bot/actions/dispatcher/stuck.py", ACTIONS)
    project.add("bot/texts/dispatcher/stuck.py", TEXTS)
    project.add("tests/journeys/test_stuck.py", STORY)
    registry = "bot/chat/registry.py"
    project.insert(registry, "    stuck,\n", before="    team,\n")
    project.replace(registry, "*(board, deliveries,", "*(board, stuck, deliveries,")
    access = "bot/actions/access.py"
    project.insert(access, '    SEE_STUCK = "see_stuck"\n', before='    FIND = "find"\n')
    project.insert(access, "    Action.SEE_STUCK: _STAFF,\n", before="    Action.FIND: ")
    project.insert(
        "tests/actions/test_access.py",
        "see_stuck          -         yes    yes         -      -\n",
        before="find               -",
    )
    project.translate(
        {
            "what nobody has accepted": "nobody",
            "Every open delivery is accepted.": "Accepted.",
            "Nobody has accepted:": "Nobody:",
        }
    )
    project.python("-m", "tests.overview", "--page")
    project.tests(
        "tests/actions/test_access.py",
        "tests/test_docs.py",
        "tests/texts/test_languages.py",
        "tests/journeys/test_help.py",
        "tests/journeys/test_stuck.py",
    )
    assert_true_to_the_letter(project, "A command")
