"""What is personal in a storm's orders: other words in each, so that each can be found again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from bot.fleet import NewDelivery, NewItem, NewReceiver, Origin
from tests.faults.office import phone_of
from tests.faults.plan import Fate

SENDER_PHONE = "+2348040000001"
_SENDER = "Ada's Kitchen"
_SYLLABLES = ("ba", "do", "fe", "gu", "ki", "lo", "mu", "ne", "pi", "ro", "su", "ta", "vo", "we")
_STREETS = ("Allen Avenue", "Acacia Row", "Creek Road", "Palm Close", "Harbour Lane")
_APART = re.compile(r"(?<=\d)[\s()\-\u2060]+(?=\d)")
_INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069"))


@dataclass
class OrderData:
    """The personal data of one order. `said` are words of its people that were passed on."""

    customer: str
    receiver: str
    surname: str
    address: str
    phone: str
    pickup: str
    said: list[str] = field(default_factory=list)

    @property
    def everything(self) -> Iterator[str]:
        yield from (self.surname, self.address, self.phone, self.pickup, *self.said)


class PrivateData:
    """The personal data of all orders, by their receivers' names: no two are alike."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._of_talk = Random(random.random())
        self._made: set[str] = set()
        self._numbers = iter(range(1001, 9999))
        self.of: dict[str, OrderData] = {}
        self._receivers: dict[str, str] = {}

    def make(self, customer: str) -> OrderData:
        """Make up an order for a customer."""
        surname = self._new_word(self._random).capitalize()
        number = next(self._numbers)
        made = OrderData(
            customer,
            f"{customer} {surname}",
            surname,
            f"{number} {self._random.choice(_STREETS)}",
            phone_of(customer).removeprefix("+234"),
            f"{number} Marina Road",
        )
        self.of[made.receiver] = made
        return made

    def know(self, delivery: str, receiver: str) -> None:
        """Take in for whom a delivery is."""
        self._receivers[delivery] = receiver

    def of_delivery(self, delivery: str) -> OrderData | None:
        """Return what is personal in a delivery, once it is known."""
        return self.of.get(self._receivers.get(delivery, ""))

    def word(self) -> str:
        """Make up a word that nobody has said before."""
        return self._new_word(self._of_talk)

    def _new_word(self, random: Random) -> str:
        """Draw one that is new. People speak when it comes to that: orders do not wait for it."""
        while (word := "".join(random.choices(_SYLLABLES, k=5))) in self._made:
            pass
        self._made.add(word)
        return word

    def order(self, fate: Fate) -> NewDelivery:
        """Make the order that the business's own system sends."""
        made = self.make(fate.customer)
        return NewDelivery(
            creation_date=datetime.now(UTC).date(),
            fee=1500,
            sender=Origin(
                name=_SENDER,
                address=made.pickup,
                phone_code="234",
                phone_number=f"0{SENDER_PHONE.removeprefix('+234')}",
            ),
            receivers=(
                NewReceiver(
                    name=made.receiver,
                    address=made.address,
                    phone_code="234",
                    phone_number=f"0{made.phone}",
                    items=(NewItem(description="Jollof rice", quantity=2, value=3000),),
                ),
            ),
        )

    def pasted(self, customer: str) -> tuple[OrderData, str]:
        """Make up an order, and the words in which a dispatcher pastes it."""
        made = self.make(customer)
        words = (
            f"From: {_SENDER}\nFrom phone: {SENDER_PHONE}\nFrom address: {made.pickup}\n"
            f"To: {made.receiver}\nPhone: 0{made.phone}\nAddress: {made.address}\nFee: 1500\n"
            "Items: 2x Jollof rice"
        )
        return made, words


def shown(text: str) -> str:
    """Return a text as it is searched: without invisible marks, and numbers in one piece."""
    return _APART.sub("", text.translate(_INVISIBLE))
