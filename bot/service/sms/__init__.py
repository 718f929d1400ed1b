"""Text messages out: the carriers, and in `text_outbox` the durable rows behind them."""

from bot.service.sms.carrier import SmsError, SmsRefusedError, SmsSender
from bot.service.sms.console import ConsoleSms
from bot.service.sms.http import Gateway, HttpSms
from bot.service.sms.outbox import OutboxSms, Sms

__all__ = [
    "ConsoleSms",
    "Gateway",
    "HttpSms",
    "OutboxSms",
    "Sms",
    "SmsError",
    "SmsRefusedError",
    "SmsSender",
]
