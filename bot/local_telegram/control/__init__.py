"""The local Telegram over HTTP: what everyone sees, what people do, and what is to go wrong.

It stands next to the Bot API, and knows no more of the bots than Telegram does.
"""

from bot.local_telegram.control.bodies import ControlBody
from bot.local_telegram.control.event_log import EventLog
from bot.local_telegram.control.reads import Extension
from bot.local_telegram.control.requests import NotDone, read_json
from bot.local_telegram.control.site import ControlSite

__all__ = ["ControlBody", "ControlSite", "EventLog", "Extension", "NotDone", "read_json"]
