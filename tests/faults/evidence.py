"""All that a trial leaves to be judged."""

from dataclasses import dataclass, field

from bot.local_telegram import LocalUser
from tests.faults.cast import Cast
from tests.faults.chatlog import ChatLog
from tests.faults.kill_log import KillLog
from tests.faults.ledger import Ledger
from tests.faults.parcels import Parcel, Parcels
from tests.faults.people import Typed
from tests.faults.reading import Card, bare, read_card


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the fleet service did, what was seen and typed in chats, when the bot was killed."""

    parcels: Parcels
    ledger: Ledger
    log: ChatLog
    kills: KillLog
    cast: Cast
    typed: list[Typed] = field(default_factory=list)

    def cards(self, user: LocalUser, view: str) -> dict[str, list[Card]]:
        """Return the cards that stand in somebody's chat now, oldest first, by order number."""
        found: dict[str, list[Card]] = {}
        for message in user.messages:
            card = read_card(bare(message)) if message.from_bot else None
            if card is not None and card.view == view:
                found.setdefault(card.order, []).append(card)
        return found

    def customer(self, parcel: Parcel) -> LocalUser:
        """Return who is to get a parcel."""
        return self.cast.customers[parcel.fate.customer]
