"""Where a rider stands, as dispatchers read it wherever riders are listed."""

from collections.abc import Mapping

from bot.domain.person import Standing
from bot.texts.words import phrase

STANDINGS: Mapping[Standing, str] = {
    Standing.READY: phrase("💬 in this chat"),
    Standing.OFF_DUTY: phrase("😴 off duty"),
    Standing.ON_BREAK: phrase("☕ on a break"),
    Standing.STOPPED: phrase("📵 has stopped the bot"),
    Standing.BLOCKED: phrase("📵 has blocked the bot"),
    Standing.NOT_JOINED: phrase("📵 not in this chat"),
}
