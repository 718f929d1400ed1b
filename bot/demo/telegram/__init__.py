"""A local Telegram: the Bot API over real HTTP, and people who can be steered from Python."""

from bot.demo.telegram.attachments import Contact, Document, Location, Photo
from bot.demo.telegram.bots import BotAccount
from bot.demo.telegram.chats import Chat
from bot.demo.telegram.errors import ApiError, Problem
from bot.demo.telegram.events import ApiCall, ChatEvent, Toast
from bot.demo.telegram.faults import FloodLimits
from bot.demo.telegram.groups import LocalGroup
from bot.demo.telegram.markup import InlineButton
from bot.demo.telegram.messages import ChatMessage
from bot.demo.telegram.people import LocalUser
from bot.demo.telegram.pressing import NoSuchButton
from bot.demo.telegram.queries import InlineQuery
from bot.demo.telegram.telegram import LocalTelegram

__all__ = [
    "ApiCall",
    "ApiError",
    "BotAccount",
    "Chat",
    "ChatEvent",
    "ChatMessage",
    "Contact",
    "Document",
    "FloodLimits",
    "InlineButton",
    "InlineQuery",
    "LocalGroup",
    "LocalTelegram",
    "LocalUser",
    "Location",
    "NoSuchButton",
    "Photo",
    "Problem",
    "Toast",
]
