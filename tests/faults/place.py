"""Where a trial is played, as those see it who act in it."""

from typing import Protocol

from bot.fleet import FleetClient
from bot.local_telegram import LocalTelegram, LocalUser


class Place(Protocol):
    """A Telegram with the business's owner, and the API by which its own system orders."""

    telegram: LocalTelegram
    owner: LocalUser
    shop: FleetClient
