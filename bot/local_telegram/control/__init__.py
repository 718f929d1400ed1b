"""The control interface: the local Telegram over HTTP, for the page and for tests.

It is separate from the Bot API, and knows about bots only what Telegram knows.
"""

from bot.local_telegram.control.bodies import ControlBody
from bot.local_telegram.control.event_log import EventLog
from bot.local_telegram.control.reads import Extension
from bot.local_telegram.control.requests import NotDone, read_json
from bot.local_telegram.control.site import ControlSite

__all__ = ["ControlBody", "ControlSite", "EventLog", "Extension", "NotDone", "read_json"]
