"""A local Telegram: the Bot API over real HTTP, and people who can be steered from Python."""

from bot.demo.telegram.attachments import Contact, Document, Location, Photo
from bot.demo.telegram.bots import BotAccount
from bot.demo.telegram.faults import FloodLimits
from bot.demo.telegram.groups import LocalGroup
from bot.demo.telegram.keeping import Keeping
from bot.demo.telegram.markup import InlineButton
from bot.demo.telegram.media import Dice, Media
from bot.demo.telegram.messages import Chat, ChatMessage
from bot.demo.telegram.polls import Poll
from bot.demo.telegram.pressing import NoSuchButton
from bot.demo.telegram.queries import InlineQuery
from bot.demo.telegram.refusals import ApiError, Refusal
from bot.demo.telegram.telegram import LocalTelegram
from bot.demo.telegram.users import LocalUser
from bot.demo.telegram.world import ApiCall, ChatEvent, Toast

__all__ = [
    "ApiCall",
    "ApiError",
    "BotAccount",
    "Chat",
    "ChatEvent",
    "ChatMessage",
    "Contact",
    "Dice",
    "Document",
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
]
