"""The local Telegram over HTTP: what everyone sees, what people do, and what is to go wrong.

It stands beside the Bot API, and knows no more of the bots than Telegram does.
"""

from bot.demo.telegram.control.bodies import ControlBody
from bot.demo.telegram.control.event_log import EventLog
from bot.demo.telegram.control.looking import Extension
from bot.demo.telegram.control.refused import NotDone, read_json
from bot.demo.telegram.control.site import ControlSite

__all__ = ["ControlBody", "ControlSite", "EventLog", "Extension", "NotDone", "read_json"]
