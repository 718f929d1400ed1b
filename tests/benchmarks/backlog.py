"""Messages that wait in the bot's database before it starts."""

from collections.abc import Iterable

from bot.actions import notices
from bot.actions.notice_kinds import Say
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.demo.town import Town
from bot.local_telegram import LocalUser
from bot.texts.html import Html
from bot.texts.message import Message

WORDS = "Your parcel is on the way: Musa has it and is with you by 15:40."


async def fill(database: Database, chats: Iterable[int]) -> None:
    """Let a message wait for each of these chats, for the same one several times if need be."""
    await database.write(_post, list(chats))


def _post(tx: Transaction, chats: list[int]) -> None:
    message = Message(html=Html(WORDS))
    for number, chat in enumerate(chats):
        notices.post(tx, Say(chat_id=chat, message=message), EffectKey(f"waits|{number}"))


def people(town: Town, many: int) -> list[LocalUser]:
    """Have people to whom the bot may write, and whose first words it never gets."""
    users = [town.telegram.add_user(f"Reader {number}") for number in range(many)]
    for user in users:
        user.write("hello")
    town.account.queue.clear()
    return users
