"""The recipe "A button": one on the board, for what nobody has accepted."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

CHAT = '''\
"""Stuck: what of the board nobody has accepted."""

from bot.actions.access import Action
from bot.actions.cards.board import open_deliveries
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.fleet import State
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import board as texts


async def stuck(turn: Turn) -> None:
    """List what waits for somebody's yes, as last seen."""
    known = await turn.context.database.read(open_deliveries)
    waiting = [one for one in known if one.state in {State.PENDING, State.AWAITING_PICKUP}]
    await turn.answer(texts.stuck(turn.say, waiting, turn.context.clock.now()))


STUCK = Button(Verb.STUCK, Action.SEE_BOARD, stuck, about=0)
'''
TEXT = """\
def stuck(say: Words, waiting: Sequence[Delivery], now: datetime) -> Message:
    return Message.of(say("Nobody has accepted:"), *lists.lines(say, waiting, now))


"""
STORY = '''\
"""Stuck: what of the board nobody has accepted."""

from tests.support.business import Business, bare


async def test_the_board_leads_to_what_nobody_has_accepted(business: Business):
    await business.accepted()
    await business.order()
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Not accepted")
    assert "1002" in bare(business.owner.last)
    assert "1001" not in bare(business.owner.last)
'''
BOARD = "bot/texts/dispatcher/board.py"


def test_a_button_is_a_verb_a_handler_and_where_it_stands(tmp_path: Path):
    project = Project(tmp_path)
    project.insert("bot/texts/callbacks.py", '    STUCK = "sk"\n', before='    LIST = "ls"\n')
    project.add("bot/chat/dispatcher/stuck.py", CHAT)
    registry = "bot/chat/registry.py"
    project.insert(registry, "    stuck,\n", before="    team,\n")
    project.replace(registry, "*(board, deliveries,", "*(board, stuck, deliveries,")
    project.insert(BOARD, TEXT, before="def _press(number: int, wish: str)")
    project.replace(
        BOARD,
        "    return (*turns, (refresh, give_out_button(say)) if page.items else (refresh,))\n",
        '    stuck = say.button("Not accepted", Verb.STUCK)\n'
        "    give = give_out_button(say)\n"
        "    return (*turns, (refresh, give), (stuck,)) if page.items else (*turns, (refresh,))\n",
    )
    project.add("tests/journeys/test_stuck.py", STORY)
    project.translate({"Not accepted": "Stuck", "Nobody has accepted:": "Nobody:"})
    project.tests(
        "tests/actions/test_access.py",
        "tests/texts/test_callbacks.py",
        "tests/texts/test_languages.py",
        "tests/journeys/test_stuck.py",
    )
    assert_true_to_the_letter(project, "A button")
