"""Where a trial is played, as those see it who act in it."""

from typing import Protocol

from bot.demo.telegram import LocalTelegram, LocalUser
from bot.fleet import FleetClient


class Place(Protocol):
    """A Telegram with the business's owner, and the API by which its own system orders."""

    telegram: LocalTelegram
    owner: LocalUser
    shop: FleetClient
