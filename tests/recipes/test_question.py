"""The recipe "A question": `/booking` without a code asks for it, and waits."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

ASK = '''\
class BookingQuestion(Question):
    name = "booking_code"
    lasts = timedelta(minutes=30)


async def booking(turn: Turn) -> None:
    """Show the profile behind the code that was typed, or ask for the code."""
    if turn.argument:
        await _show(turn, turn.argument)
    else:
        await _ask(turn)


@settled
def _ask(tx: Transaction, turn: Turn) -> None:
    BookingQuestion().ask(tx, turn.person.user_id)
    turn.reply(tx, texts.HOW_TO_ASK)


async def code_answered(turn: Turn) -> None:
    """Show the profile behind the code that was asked for."""
    await _show(turn, (turn.message.text or "").strip())


async def _show(turn: Turn, code: str) -> None:
    async with asking_the_fleet(turn):
        await _answer(turn, await _profile(turn, code))


@settled
def _answer(tx: Transaction, turn: Turn, message: Message) -> None:
    dialogs.close(tx, turn.person.user_id)
    turn.reply(tx, message)


async def _profile(turn: Turn, code: str) -> Message:
    try:
        link = await turn.context.fleet.get_booking_link(code)
    except NotFound:
        return texts.unknown(turn.say, code)
    address = texts.web_address(link)
    return texts.profile(turn.say, link, qr_picture(address) if address else None)


BOOKING_CODE = Answer(BookingQuestion.name, Action.SEE_BOOKING, code_answered)
'''
STORY = """

async def test_the_code_that_was_not_typed_is_asked_for_and_waited_for(business: Business):
    code = business.town.service.environment("development").booking.link_code
    await business.says(business.owner, "/booking")
    await business.says(business.owner, code)
    assert business.owner.last.photo is not None
    await business.says(business.owner, code)
    assert business.owner.last.photo is None
"""
CHAT, TEXTS = "bot/chat/dispatcher/booking.py", "bot/texts/dispatcher/booking.py"


def test_a_question_is_a_row_and_an_answer_beside_who_asks(tmp_path: Path):
    project = Project(tmp_path)
    chat = (project.folder / CHAT).read_text()
    handler = chat[chat.index("async def booking(") : chat.index("BOOKING = Command(")]
    project.replace(CHAT, handler, f"{ASK}\n")
    project.insert(CHAT, "from datetime import timedelta\n\n", before="from bot.actions.access ")
    project.insert(
        CHAT,
        "from bot.base.database.transaction import Transaction\n",
        before="from bot.chat.fleet_answer ",
    )
    project.replace(CHAT, "handler import Command\n", "handler import Answer, Command\n")
    project.replace(CHAT, "turn import Turn\n", "turn import Turn, settled\n")
    project.insert(
        CHAT,
        "from bot.store import dialogs\nfrom bot.store.dialogs import Question\n",
        before="from bot.texts.dispatcher ",
    )
    project.insert(CHAT, "from bot.texts.message import Message\n", before="from bot.texts.qr ")
    project.replace(
        TEXTS,
        'HOW_TO_ASK = FixedMessage("Write the code of the booking link: '
        '<code>/booking my-shop</code>")\n',
        "HOW_TO_ASK = FixedMessage(\n"
        '    "Write the code of the booking link: <code>/booking my-shop</code>",\n'
        "    ask=Ask.REPLY,\n"
        '    hint="Code of the booking page",\n'
        ")\n",
    )
    project.replace(TEXTS, "message import Button", "message import Ask, Button")
    project.insert(
        "bot/texts/everyone/put_aside.py",
        '    "booking_code": phrase("✋ Put aside: the booking page."),\n',
        before='    "which_group": ',
    )
    story = "tests/journeys/test_booking.py"
    project.replace(
        story,
        '"Pricing" in (profile.caption or "")\n',
        f'"Pricing" in (profile.caption or "")\n{STORY}',
    )
    aside = "✋ Put aside: the booking page."
    project.translate({"Code of the booking page": "Code", aside: aside})
    project.tests("--restarts", "tests/texts/test_languages.py", story)
    assert_true_to_the_letter(project, "A question")
