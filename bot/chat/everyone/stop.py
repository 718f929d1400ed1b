"""/stop: no more messages; and what Telegram tells when somebody blocks the bot."""

from telegram import ChatMember

from bot.actions.access import Action
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.store import people
from bot.texts.everyone import replies as texts
from bot.texts.words import phrase


async def stop(turn: Turn) -> None:
    """Stop to write to this person of our own accord."""
    async with turn.settle() as tx:
        await people.set_reachable(tx, turn.person.user_id, False)
        await turn.reply(tx, texts.STOPPED)


async def membership_changed(turn: Turn) -> None:
    change = turn.update.my_chat_member
    gone = change is not None and change.new_chat_member.status in {
        ChatMember.BANNED,
        ChatMember.LEFT,
    }
    async with turn.settle() as tx:
        await people.set_reachable(tx, turn.person.user_id, not gone)


STOP = Command("stop", Action.STOP, phrase("get no more messages"), stop)
