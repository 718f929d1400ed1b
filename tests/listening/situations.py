"""Situations in which somebody says something: a person of their own for each sentence."""

import sqlite3
from dataclasses import dataclass, field
from datetime import timedelta

from bot.actions.rider.codes import Stage
from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, NewDelivery, NewItem, NewReceiver, Origin, StatusToken
from bot.local_telegram import ChatMessage, LocalUser
from bot.service.operations.enrolment import register_rider
from bot.texts.callbacks import Press, Verb, decode
from tests.listening.sentences import Sentence
from tests.support.business import Business

_DIGITS = {
    "en": "zero one two three four five six seven eight nine",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "pt": "zero um dois três quatro cinco seis sete oito nove",
    "ar": "صفر واحد اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة",
}
_CIRCLED = str.maketrans("0123456789", "⓪①②③④⑤⑥⑦⑧⑨")
_EASTERN = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_ON_THE_WAY = {"on_the_way", "several", "dropoff_asked", "delivered"}
_STATUS_ASKED = "status_asked"
_PARCELS = {"nothing": 0, "several": 3}


@dataclass
class Situation:
    """Somebody who is about to say something, and what can be seen of what follows.

    `orders` are theirs, `codes` the codes that are due for these now.
    """

    business: Business
    sentence: Sentence
    speaker: LocalUser
    name: str
    rider: LocalUser | None = None
    orders: list[Delivery] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    strange: str = ""
    """The number of an open order that is somebody else's."""
    language: str = "en"

    @property
    def words(self) -> str:
        """What is said, its places filled."""
        places = {
            **self._code_places(),
            "wrong": self._wrong(),
            "strange": self.strange,
            **dict(zip(("other_code", "third_code"), self.codes[1:], strict=False)),
            **self._numbers(),
        }
        return self.sentence.words.format_map(places)

    def codes_said(self) -> list[str]:
        """The code, in each form in which the sentence has it."""
        if not self.codes:
            return []
        places = self._code_places()
        return [form for place, form in places.items() if f"{{{place}}}" in self.sentence.words]

    def _code_places(self) -> dict[str, str]:
        code = (self.codes or ["0000"])[0]
        spoken = [_DIGITS[self.language].split()[int(digit)] for digit in code]
        return {
            "code": code,
            "code_spaced": f"{code[:2]} {code[2:]}",
            "code_hyphened": f"{code[:2]}-{code[2:]}",
            "code_wide": " ".join(code),
            "code_arabic": code.translate(_EASTERN),
            "code_circled": code.translate(_CIRCLED),
            "code_keycaps": "".join(f"{digit}\ufe0f\u20e3" for digit in code),
            "code_unseen": "\u200b".join(code),
            "code_dotted": ".".join(code),
            "code_words": " ".join(spoken),
            "code_commas": ", ".join(spoken),
            "code_mixed": f"{spoken[0]} {code[1]} {spoken[2]} {spoken[3]}",
        }

    def _numbers(self) -> dict[str, str]:
        numbers = [order.order_number for order in self.orders]
        return dict(zip(("order", "other", "third"), numbers, strict=False))

    def _wrong(self) -> str:
        taken = {*self.codes, *self._numbers().values()}
        return next(code for code in ("7384", "8493", "6275", "5837") if code not in taken)

    def named(self) -> list[str]:
        """The numbers of the orders that the sentence names; of theirs the first if it has none."""
        found = [
            number
            for place, number in self._numbers().items()
            if f"{{{place}}}" in self.sentence.words
        ]
        return found or list(self._numbers().values())[:1]

    def remembered(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Ask what the bot's database holds now."""
        path = self.business.town.folder / "handover.db"
        with sqlite3.connect(path) as database:
            return database.execute(statement, values).fetchall()

    def question(self) -> str | None:
        """The question that is open for the speaker."""
        found = self.remembered("SELECT name FROM dialogs WHERE user_id = ?", self.speaker.id)
        return str(found[0][0]) if found else None

    def wrong_codes(self) -> int:
        marks = ",".join("?" * len(self.orders))
        uuids = [order.uuid for order in self.orders]
        counted = self.remembered(
            f"SELECT count(*) FROM guesses WHERE delivery IN ({marks})", *uuids
        )
        return int(str(counted[0][0]))


LISTED_ANEW = timedelta(seconds=31)
"""After so long the bot asks who rides once more."""


async def enrol(business: Business, name: str, phone: str) -> str:
    """Let the fleet service know a rider, by their uuid."""
    return await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name=name,
        phone_code="234",
        phone_number="0" + phone.removeprefix("+234"),
        email=f"{name.split(maxsplit=1)[0].lower()}@example.com",
    )


class Town:
    """Makes situations in a business, many of a kind at once."""

    def __init__(self, business: Business, language: str) -> None:
        self._business = business
        self._language = language
        self._people = 0

    async def make(self, sentences: list[Sentence]) -> list[Situation]:
        by, when = sentences[0].by, sentences[0].when
        if by == "stranger":
            return [self._stranger(sentence) for sentence in sentences]
        if by == "dispatcher" and when != _STATUS_ASKED:
            return await self._desk(sentences)
        return await self._with_parcels(sentences, by, when)

    async def _join(self, people: list[LocalUser]) -> None:
        """All of them say hello to the bot, and then share their phone numbers."""
        for person in people:
            person.write("/start")
        await self._business.town.idle()
        for person in people:
            person.share_contact()
        await self._business.town.idle()

    def _user(self, name: str) -> LocalUser:
        self._people += 1
        return self._business.town.telegram.add_user(
            name, phone=f"+23480{self._people + 50_000_000:08d}", language_code=self._language
        )

    async def _hire(self) -> tuple[LocalUser, str]:
        rider = self._user(f"Musa{self._people}")
        return rider, await enrol(self._business, f"{rider.first_name} Bello", rider.phone or "")

    def _stranger(self, sentence: Sentence) -> Situation:
        person = self._user(f"Eve{self._people}")
        return Situation(self._business, sentence, person, person.first_name)

    async def _desk(self, sentences: list[Sentence]) -> list[Situation]:
        """The owner speaks, whose business has two orders that wait and one on the way."""
        business = self._business
        shown = [await self._order(f"Tobi{n}", f"+23481{n:08d}") for n in range(3)]
        await business.town.idle()
        musa = business.riders["Musa Bello"]
        await self._bring(shown[2], musa, {"on_the_way"})
        return [
            Situation(business, sentence, business.owner, business.owner.first_name, orders=shown)
            for sentence in sentences
        ]

    async def _with_parcels(self, sentences: list[Sentence], by: str, when: str) -> list[Situation]:
        riders = [await self._hire() for _ in sentences]
        customers = [
            [self._user(f"Ada{self._people}") for _ in range(_PARCELS.get(when, 1))]
            for _ in sentences
        ]
        self._business.clock.advance(LISTED_ANEW)
        await self._join([riders[0][0]])  # the list of riders is read, and kept for a while
        await self._join([rider for rider, _ in riders[1:]])
        if by == "customer":
            await self._join([theirs[0] for theirs in customers])
        orders = [
            [await self._order(each.first_name, each.phone or "") for each in theirs]
            for theirs in customers
        ]
        await self._business.town.idle()  # until the codes are told
        for (_, uuid), theirs in zip(riders, orders, strict=True):
            for order in theirs:
                await self._bring(order, uuid, {when})
        await self._business.town.idle()
        return [
            await self._about_to_say(sentence, rider, expecting, theirs)
            for sentence, (rider, _), expecting, theirs in zip(
                sentences, riders, customers, orders, strict=True
            )
        ]

    async def _about_to_say(
        self,
        sentence: Sentence,
        rider: LocalUser,
        customers: list[LocalUser],
        orders: list[Delivery],
    ) -> Situation:
        speakers = {"rider": rider, "dispatcher": self._business.owner}
        speaker = speakers.get(sentence.by) or customers[0]
        made = Situation(self._business, sentence, speaker, speaker.first_name, rider, orders)
        made.language = self._language
        if "{strange}" in sentence.words:
            made.strange = (await self._given_to_another()).order_number
        is_pickup = sentence.when in {"new", "accepted", "pickup_asked", _STATUS_ASKED}
        phones = [_SHOP if is_pickup else customer.phone or "" for customer in customers]
        pairs = zip(orders, phones, strict=True)
        made.codes = [self._business.code(order.order_number, phone) for order, phone in pairs]
        await self._ask(made, sentence.when)
        return made

    async def _given_to_another(self) -> Delivery:
        order = await self._order("Kemi", "+2348150000001")
        await self._bring(order, self._business.riders["Sani Ali"], {"accepted"})
        await self._business.town.idle()
        return order

    async def ask_for_status(self, made: Situation) -> None:
        """Let the dispatcher who is about to speak be asked for the code."""
        number, owner = made.orders[0].order_number, made.speaker
        await self._business.says(owner, f"/delivery {number}")
        for verb in (Verb.IN_FULL, Verb.STATUS, Verb.SET_STATUS):
            pressed = next(
                button.label
                for row in owner.last.buttons
                for button in row
                if (press := decode(button.data)) and press.verb is verb and self._is_step(press)
            )
            await self._business.presses(owner, pressed, message=owner.last)

    @staticmethod
    def _is_step(press: Press) -> bool:
        return press.verb is not Verb.SET_STATUS or Stage.PICKUP in press.tokens

    async def _ask(self, made: Situation, when: str) -> None:
        if made.sentence.by != "rider" or when not in {"pickup_asked", "dropoff_asked"}:
            return
        while made.question() is None:  # the card may still offer the step before
            card = next(m for m in reversed(made.speaker.messages) if m.from_bot and m.buttons)
            step = card.buttons[0][0].label
            await self._business.presses(made.speaker, step, message=card)

    async def _order(self, name: str, phone: str) -> Delivery:
        created = await self._business.town.shop.create_delivery(
            NewDelivery(
                creation_date=self._business.clock.now().date(),
                fee=1500,
                sender=Origin(
                    name="Chidi Kitchen",
                    address="12 Marina Road",
                    phone_code="234",
                    phone_number="0" + _SHOP.removeprefix("+234"),
                ),
                receivers=(
                    NewReceiver(
                        name=f"{name} Obi",
                        address="9 Creek Road",
                        phone_code="234",
                        phone_number="0" + phone.removeprefix("+234"),
                        items=(NewItem(description="Rice", quantity=1, value=1000),),
                    ),
                ),
            )
        )
        return created[0]

    async def _bring(self, order: Delivery, rider: str, when: set[str]) -> None:
        """Let the business's system bring an order to where it is in a situation."""
        shop, uuid = self._business.town.shop, order.uuid
        await shop.assign(rider, [uuid])
        if when & {"accepted", "pickup_asked", "waiting", _STATUS_ASKED, *_ON_THE_WAY}:
            await shop.update_status(uuid, StatusToken.ACCEPTED)
        if when & _ON_THE_WAY:
            code = self._business.code(order.order_number, _SHOP)
            await shop.update_status(uuid, StatusToken.IN_TRANSIT, pickup_code=code)
        if when & {"delivered"}:
            receiver = order.receivers[0]
            phone = "+234" + receiver.phone_number.lstrip("0")
            code = self._business.code(order.order_number, phone)
            await shop.update_status(uuid, StatusToken.DELIVERED, dropoff_code=code)


_SHOP = "+2348040000009"


def since(person: LocalUser, known: set[int]) -> list[ChatMessage]:
    """The bot's messages in somebody's chat that were not there before."""
    return [
        message
        for message in person.messages
        if message.from_bot and message.message_id not in known
    ]
