"""What can be asked in a group: /board in figures, /help in short, the rest in private."""

from bot.chat.group.turn import GroupTurn
from bot.store import deliveries
from bot.texts.group import announcements as texts


async def board(turn: GroupTurn) -> None:
    """Count the open deliveries, without a name."""
    async with turn.settle() as tx:
        group = await turn.bound(tx)
        say = turn.words_of(group)
        if group is None:
            await turn.say_aloud(tx, say.message(texts.NOT_BOUND))
        else:
            await turn.say_aloud(tx, texts.counts(say, await deliveries.open_by_state(tx)))


async def show_help(turn: GroupTurn) -> None:
    async with turn.settle() as tx:
        say = turn.words_of(await turn.bound(tx))
        await turn.say_aloud(tx, texts.group_help(say, turn.context.identity.bot_username))


async def write_privately(turn: GroupTurn) -> None:
    async with turn.settle() as tx:
        say = turn.words_of(await turn.bound(tx))
        await turn.say_aloud(tx, texts.write_privately(say, turn.context.identity.bot_username))


async def hide_code(turn: GroupTurn) -> None:
    """Delete what carries a code, where the group lets the bot, and do nothing with it."""
    async with turn.settle() as tx:
        await turn.erase_message(tx)
        say = turn.words_of(await turn.bound(tx))
        await turn.say_aloud(tx, texts.write_privately(say, turn.context.identity.bot_username))


async def owners_only(turn: GroupTurn) -> None:
    async with turn.settle() as tx:
        await turn.say_aloud(tx, turn.words_of(await turn.bound(tx)).message(texts.OWNERS_ONLY))
