"""A local Telegram: the Bot API over real HTTP, and people that Python code controls."""

from bot.local_telegram.attachments import Contact, Dice, Location, Media, Photo
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.button_lookup import NoSuchButton
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.groups import LocalGroup
from bot.local_telegram.markup import InlineButton
from bot.local_telegram.messages import Chat, ChatMessage
from bot.local_telegram.polls import Poll
from bot.local_telegram.queries import InlineQuery
from bot.local_telegram.refusals import ApiError, Refusal
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.users import LocalUser
from bot.local_telegram.world import ApiCall, ChatEvent, Keeping, Toast, World

__all__ = [
    "ApiCall",
    "ApiError",
    "BotAccount",
    "Chat",
    "ChatEvent",
    "ChatMessage",
    "Contact",
    "Dice",
    "FloodLimits",
    "InlineButton",
    "InlineQuery",
    "Keeping",
    "LocalGroup",
    "LocalTelegram",
    "LocalUser",
    "Location",
    "Media",
    "NoSuchButton",
    "Photo",
    "Poll",
    "Refusal",
    "Toast",
    "World",
]
