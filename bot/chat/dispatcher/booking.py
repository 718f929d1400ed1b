"""/booking: the link by which customers book themselves, and how the business charges."""

from bot.actions.access import Action
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.fleet import NotFound
from bot.texts.dispatcher import booking as texts
from bot.texts.qr import qr_picture
from bot.texts.words import phrase


async def booking(turn: Turn) -> None:
    code = turn.argument
    if not code:
        await turn.answer(texts.HOW_TO_ASK)
        return
    async with asking_the_fleet(turn):
        try:
            link = await turn.context.fleet.get_booking_link(code)
        except NotFound:
            await turn.answer(texts.unknown(turn.say, code))
            return
        address = texts.web_address(link)
        picture = qr_picture(address) if address else None
        await turn.answer(texts.profile(turn.say, link, picture))


BOOKING = Command(
    "booking",
    Action.SEE_BOOKING,
    phrase("the page on which customers book"),
    booking,
    takes=phrase("<code>"),
)
