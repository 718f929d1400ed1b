"""Which messages a bot is told of: in groups, its privacy mode leaves out most."""

from collections.abc import Iterator

from bot.local_telegram.attachments import Notice
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import ADMINISTRATOR
from bot.local_telegram.formatting.entities import utf16_slice
from bot.local_telegram.messages import ChatMessage


def hears(bot: BotAccount, message: ChatMessage) -> bool:
    """Say whether a bot in the chat is told of a message of somebody else's.

    Of an ephemeral one only the bot is told that it is for.
    Bots are never told what other bots say. With privacy mode, which is the default of @BotFather,
    a bot that is not an administrator is told of a group only what concerns it.
    """
    if message.posting.receiver is not None:
        return message.posting.receiver is bot
    if message.chat.private or isinstance(message.body.attachment, Notice):
        return True
    if message.sender.is_bot:
        return False
    leads = message.chat.status(bot) == ADMINISTRATOR
    return bot.can_read_all_group_messages or leads or _concerns(bot, message)


def _concerns(bot: BotAccount, message: ChatMessage) -> bool:
    replied = message.reply_to
    if replied is not None and replied.sender is bot:
        return True
    return message.posting.via == bot.username or any(_names(bot, message))


def _names(bot: BotAccount, message: ChatMessage) -> Iterator[bool]:
    """Yield for each command and mention of a message whether it means the bot."""
    own = f"@{bot.username}".lower()
    for entity in message.entities:
        said = utf16_slice(message.body.words.text, entity.offset, entity.length).lower()
        if entity.type == "mention":
            yield said == own
        elif entity.type == "text_mention":
            yield (entity.user or {}).get("id") == bot.id
        elif entity.type == "bot_command":
            yield said.endswith(own) or ("@" not in said and _is_addressed(bot, message))


def _is_addressed(bot: BotAccount, message: ChatMessage) -> bool:
    """Say whether a command without a name is this bot's: it is, of the last bot to speak."""
    spoken = (each.sender for each in reversed(message.chat.messages) if each.from_bot)
    return next(spoken, bot) is bot
