"""Plausible people of Lagos and their orders, different each time."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import count
from random import Random

from bot.fleet import NewDelivery, NewItem, NewReceiver, Origin

PHONE_CODE = "234"
SETTINGS = {"business": {"timezone": "Africa/Lagos"}}
"""The bot's settings for a business there."""

_SHOPS = (
    ("Ada's Kitchen", "12 Marina Road, Lagos Island", "08040000001"),
    ("Mama Cass Grill", "44 Allen Avenue, Ikeja", "08040000002"),
    ("Yaba Phone Market", "7 Herbert Macaulay Way, Yaba", "08040000003"),
    ("Lekki Bakes", "3 Admiralty Way, Lekki Phase 1", "08040000004"),
    ("Surulere Pharmacy", "21 Adeniran Ogunsanya Street, Surulere", "08040000005"),
)
_FIRST_NAMES = (
    "Amaka", "Bisi", "Chidi", "Damilola", "Efe", "Femi", "Gbenga", "Halima", "Ifeoma", "Jide",
    "Kemi", "Ladi", "Mide", "Ngozi", "Obinna", "Patience", "Rukayat", "Segun", "Tunde", "Uche",
    "Yemi", "Zainab",
)  # fmt: skip
_LAST_NAMES = (
    "Abiola", "Adeyemi", "Bello", "Balogun", "Danjuma", "Eze", "Ibrahim", "Lawal", "Nwosu", "Obi",
    "Okafor", "Okonkwo", "Salami", "Usman",
)  # fmt: skip
_STREETS = (
    "Awolowo Road, Ikoyi", "Bode Thomas Street, Surulere", "Creek Road, Apapa",
    "Broad Street, Lagos Island", "Toyin Street, Ikeja", "Adeola Odeku Street, Victoria Island",
    "Ikorodu Road, Maryland", "Akin Adesola Street, Victoria Island", "Opebi Road, Ikeja",
    "Commercial Avenue, Yaba", "Freedom Way, Lekki", "Isaac John Street, Ikeja GRA",
)  # fmt: skip
_ITEMS = (
    ("Jollof rice", 3000), ("Meat pie", 900), ("Suya, spicy", 2500), ("Phone charger", 7500),
    ("Birthday cake", 18_000), ("Malaria tablets", 4200), ("Moin moin", 1200),
    ("Egusi soup with pounded yam", 3800), ("Puff puff, a dozen", 1000), ("Earphones", 9500),
)  # fmt: skip
_FEES = (1200, 1500, 1800, 2000, 2500)


@dataclass
class Lagos:
    """Makes up people and orders; no two people get the same phone number."""

    random: Random = field(default_factory=Random)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def name(self) -> str:
        return f"{self.random.choice(_FIRST_NAMES)} {self.random.choice(_LAST_NAMES)}"

    def phone(self) -> str:
        """Return a new phone number, as it is dialled inside the country."""
        return f"0807{next(self._numbers):07}"

    def order(self, day: date) -> NewDelivery:
        shop, address, phone = self.random.choice(_SHOPS)
        fee = self.random.choice(_FEES)
        items = tuple(
            NewItem(description=what, quantity=self.random.randint(1, 3), value=value)
            for what, value in self.random.sample(_ITEMS, self.random.choice((1, 1, 2)))
        )
        receiver = NewReceiver(
            name=self.name(),
            address=f"{self.random.randint(1, 99)} {self.random.choice(_STREETS)}",
            phone_code=PHONE_CODE,
            phone_number=self.phone(),
            items=items,
        )
        return NewDelivery(
            creation_date=day,
            fee=fee,
            sender=Origin(name=shop, address=address, phone_code=PHONE_CODE, phone_number=phone),
            receivers=(receiver,),
        )


def e164(phone: str) -> str:
    """Return a number that is dialled inside the country in its international form."""
    return f"+{PHONE_CODE}{phone.removeprefix('0')}"
