"""The story that the demo plays: one delivery to its door, and then a busy hour.

Each step acts as a person would, waits until nothing is due, and checks what people see or what the
fleet service holds. The first check that fails ends the story.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.demo.chat_of_person import buttons_of, press, said_by, says_so
from bot.demo.fleet_account import register_riders, shop_order
from bot.demo.town import Town
from bot.fleet import DeliveryQuery, FleetError, State
from bot.identifiers import DeliveryUuid
from bot.local_telegram import LocalUser
from bot.texts.callbacks import Verb
from bot.texts.catalogues import ENGLISH
from bot.texts.words import phrase

SENDER_PHONE = "+2348040000001"
RECEIVER_PHONE = "+2348030000001"
RIDER_PHONE = "+2348020000001"
SANI_PHONE = "+2348020000002"
PHONES = {SENDER_PHONE: "the sender", RECEIVER_PHONE: "the receiver"}
"""The recipients of text messages, by phone number."""


class StoryBroken(Exception):
    """A step of the story has failed; the message says in one sentence what did not happen."""


Act = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Step:
    """One act of the story, with the title of its scene.

    `words` tell a person who watches what happens, with placeholders for the names of `Cast`.
    `seconds` is the rest before the act, in which that person can look around.
    """

    title: str
    words: str
    act: Act
    seconds: float = 1.5


class Guide(Protocol):
    """Decides when each step of the story may happen."""

    async def before(self, step: Step, number: int, of: int) -> None:
        """Wait until a step may happen; `number` counts from 1."""


@dataclass(frozen=True, slots=True)
class Cast:
    dispatcher: LocalUser
    rider: LocalUser
    customer: LocalUser

    @property
    def everyone(self) -> tuple[LocalUser, LocalUser, LocalUser]:
        return self.dispatcher, self.rider, self.customer

    @property
    def names(self) -> dict[str, str]:
        """The first names of the people, by role."""
        roles = ("dispatcher", "rider", "customer")
        return dict(zip(roles, (each.first_name for each in self.everyone), strict=True))


def cast(town: Town, language: str = ENGLISH) -> Cast:
    """Add the rider and the customer to Telegram; return all people, who speak one language."""
    town.owner.language_code = language
    add = town.telegram.add_user
    return Cast(
        dispatcher=town.owner,
        rider=add("Musa", phone=RIDER_PHONE, language_code=language),
        customer=add("Bola", phone=RECEIVER_PHONE, language_code=language),
    )


RECOGNISED = "You ride here: jobs come to you as cards with one button for the next step."

HELLO = phrase("The dispatcher and the rider say hello to the bot")
CREATE = phrase("The shop's system creates a delivery at the fleet service")
FOLLOW = phrase("The customer opens a link to follow it")
ASSIGN = phrase("The dispatcher gives it to the rider, the rider accepts")
PICKUP = phrase("At the pickup: the sender tells the rider the pickup code")
DOOR = phrase("At the door: a wrong code first, then the right one")
CASH = phrase("Cash: what was paid at the door is handed in")
PASTE = phrase("An order as it came by chat")
MANY = phrase("Twenty orders at once, in words")

_PASTED = """From: Ada's Kitchen
From phone: +234 804 000 0001
From address: 12 Marina Road
To: Efe Obi
Phone: 0803 000 0002
Address: 7 Broad Street
Fee: 1500"""
_MANY = 20

_ACT_SECONDS = 30.0
_DONE = "✅ "
"""The sign of a customer's card before each step that is done."""


class Story:
    """The steps of the story; they begin with a greeting if the bot does not know the rider yet."""

    def __init__(self, town: Town, people: Cast, guide: Guide) -> None:
        self._town = town
        self._people = people
        self._guide = guide
        self._delivery = DeliveryUuid("")
        self._order = ""
        self._since = max((m.message_id for m in people.dispatcher.messages), default=0)

    @property
    def steps(self) -> list[Step]:
        people = self._people
        # The rider may be known from an earlier story, or from a person who played by hand.
        have_met = any(says_so(people.rider, each, RECOGNISED) for each in people.rider.messages)
        meeting = [
            Step(
                HELLO,
                phrase("{dispatcher}, who dispatches, writes /start."),
                lambda: self._says(people.dispatcher, "/start"),
            ),
            Step(HELLO, phrase("{rider}, a rider, writes /start, too."), self._rider_starts),
            Step(
                HELLO,
                phrase("{rider} shares his number: so the bot knows who he is."),
                self._share,
                2.5,
            ),
        ]
        return [
            *(() if have_met else meeting),
            Step(CREATE, phrase("A shop's system makes an order; a signed webhook tells the bot."),
                 self._create, 3.0),
            Step(FOLLOW, phrase("{dispatcher} asks for a link for the customer."),
                 self._ask_for_link, 4.0),
            Step(FOLLOW, phrase("{customer} opens the link, and sees the order."),
                 self._follow, 2.5),
            Step(ASSIGN, phrase("{dispatcher} asks who can take the order."),
                 lambda: self._press(people.dispatcher, Verb.CHOOSE_RIDER), 4.0),
            Step(ASSIGN, phrase("{dispatcher} gives it to {rider}."), self._assign, 2.0),
            Step(ASSIGN, phrase("{rider} reads the job, and accepts it."), self._accept, 4.0),
            Step(PICKUP, phrase("{rider} is at the shop: the shop has got a code by SMS."),
                 lambda: self._press(people.rider, Verb.PICKUP), 3.5),
            Step(PICKUP, phrase("{rider} types the code that the shop tells him."),
                 self._pick_up, 2.5),
            Step(DOOR, phrase("{rider} is at the door: {customer} has got another code."),
                 lambda: self._press(people.rider, Verb.DROPOFF), 3.5),
            Step(DOOR, phrase("{rider} mistypes the code; nothing is handed over."),
                 self._mistype, 2.5),
            Step(DOOR, phrase("{rider} types the right code: delivered."), self._drop_off, 3.0),
            Step(CASH, phrase("{rider} says with one tap what he was paid."), self._collect, 3.0),
            Step(CASH, phrase("{dispatcher} takes the cash, and {rider} says yes."),
                 self._hand_in, 4.0),
            Step(PASTE, phrase("{dispatcher} pastes an order as it came; the bot reads it."),
                 self._paste, 4.0),
            Step(PASTE, phrase("{dispatcher} has looked: create it."),
                 lambda: self._press(people.dispatcher, Verb.NEW_STEP, "confirm"), 2.5),
            Step(MANY, phrase("Lunchtime: the shop makes twenty orders."), self._make_many, 3.0),
            Step(MANY, phrase("{dispatcher} just asks: what is open?"),
                 self._ask_what_is_open, 3.5),
            Step(MANY, phrase("{dispatcher} gives everything to Sani in words, and taps once."),
                 self._give_all, 4.0),
        ]  # fmt: skip

    async def play(self) -> None:
        """Play all steps.

        Raises:
            StoryBroken: a step has failed.
        """
        steps = self.steps
        for number, step in enumerate(steps, 1):
            await self._guide.before(step, number, len(steps))
            try:
                async with asyncio.timeout(_ACT_SECONDS):
                    await step.act()
            except (FleetError, LookupError, ValueError, TypeError) as error:
                raise StoryBroken(f"“{step.title}” went wrong: {error}") from error
            except TimeoutError as error:
                late = f"“{step.title}” did not come to an end in {_ACT_SECONDS:.0f} seconds."
                raise StoryBroken(late) from error

    async def _rider_starts(self) -> None:
        await register_riders(self._town)
        await self._says(self._people.rider, "/start")

    async def _share(self) -> None:
        rider = self._people.rider
        rider.share_contact()
        await self._town.idle()
        self._expect(rider, RECOGNISED, "The rider was not recognised by phone number.")

    async def _create(self) -> None:
        # Another house each time: an order left over at the same one would be the same pickup.
        order = shop_order(house=12 + self._since)
        (created,) = await self._town.shop.create_delivery(order)
        self._delivery, self._order = created.uuid, created.order_number
        await self._town.idle()
        dispatcher = self._people.dispatcher
        about = (message for message in dispatcher.messages if self._order in message.text)
        if not any(any(buttons_of(message, Verb.IN_FULL)) for message in about):
            await self._says(dispatcher, self._order)  # among many, it is only a line
        self._expect(
            self._people.dispatcher,
            "🆕 Waiting for a rider",
            "The dispatcher was not told of the new delivery: did its webhook arrive and verify?",
        )

    async def _ask_for_link(self) -> None:
        await self._press(self._people.dispatcher, Verb.IN_FULL)
        await self._press(self._people.dispatcher, Verb.CUSTOMER_LINK)
        if self._link is None:
            raise StoryBroken("The dispatcher got no link for the customer.")

    async def _follow(self) -> None:
        customer = self._people.customer
        await self._says(customer, f"/start {self._link}")
        otherwise = "The customer got no card for the delivery."
        self._expect(customer, "Ordered", otherwise, sign=_DONE)

    @property
    def _link(self) -> str | None:
        """The start parameter of the newest link for a customer, if there is one."""
        lines = (m.text.splitlines() for m in reversed(self._people.dispatcher.messages))
        starts = (line.split("start=")[1] for each in lines for line in each if "start=" in line)
        return next(starts, None)

    async def _assign(self) -> None:
        people = self._people
        await self._press(people.dispatcher, Verb.ASSIGN, name=people.rider.first_name)
        await self._expect_state(State.AWAITING_PICKUP)
        self._expect(
            people.rider,
            "A new job for you. Tap <b>Accept</b> if you take it.",
            "The rider got no card for the job.",
        )
        self._expect(
            people.customer, "Rider: {name}", "The customer's card does not name the rider."
        )

    async def _accept(self) -> None:
        await self._press(self._people.rider, Verb.ACCEPT)
        await self._expect_state(State.ACCEPTED)

    async def _pick_up(self) -> None:
        await self._type_code(self._code(SENDER_PHONE))
        await self._expect_state(State.IN_TRANSIT)
        customer = self._people.customer
        otherwise = "The customer's card does not show the pickup."
        self._expect(customer, "On the way", otherwise, sign=_DONE)

    async def _mistype(self) -> None:
        right = self._code(RECEIVER_PHONE)
        # The right code plus one is another slip in each story: the bot asks about a repeated one.
        await self._type_code(str(int(right) + 1).zfill(len(right))[-len(right) :])
        rider = self._people.rider
        self._expect(
            rider,
            "❌ Order {order}: the drop-off was not confirmed.",
            "The rider was not told that the code was wrong.",
        )
        await self._expect_state(State.IN_TRANSIT)

    async def _drop_off(self) -> None:
        people = self._people
        await self._type_code(self._code(RECEIVER_PHONE))
        await self._expect_state(State.DELIVERED)
        self._expect(
            people.customer, "✅ Delivered", "The customer's card does not show the drop-off."
        )
        self._expect(
            people.dispatcher, "✅ Delivered", "The dispatcher's card does not show the end."
        )

    async def _collect(self) -> None:
        await self._press(self._people.rider, Verb.CASH)
        self._expect(
            self._people.rider, "💵 Collected: {amount}", "The rider's card does not show the cash."
        )

    async def _hand_in(self) -> None:
        people = self._people
        await self._says(people.dispatcher, "/cash")
        await self._press(people.dispatcher, Verb.RECEIVE_CASH, name=people.rider.first_name)
        await self._press(people.dispatcher, Verb.CASH_RECEIVED)
        await self._press(people.rider, Verb.CASH_TAKEN)
        self._expect(
            people.dispatcher,
            "✅ {name} confirms: you took {amount}.",
            "The rider did not confirm the hand-in.",
        )

    async def _paste(self) -> None:
        await self._says(self._people.dispatcher, _PASTED)
        self._expect(self._people.dispatcher, "Efe Obi", "The pasted order was not read.")

    async def _make_many(self) -> None:
        world = self._town.telegram.world
        # A second rider, who joins once for all stories, keeps Musa free for the next one.
        if not any(getattr(one, "phone", "") == SANI_PHONE for one in world.people.values()):
            language = self._people.rider.language_code
            sani = self._town.telegram.add_user("Sani", phone=SANI_PHONE, language_code=language)
            await self._says(sani, "/start")
            sani.share_contact()
            await self._town.idle()
        for number in range(_MANY):
            await self._town.shop.create_delivery(shop_order(house=12, door=number))
        await self._town.idle()

    async def _ask_what_is_open(self) -> None:
        dispatcher = self._people.dispatcher
        await self._says(dispatcher, said_by(dispatcher, phrase("what is open?")))
        self._expect(
            dispatcher, "📋 <b>Board</b> · {time}", "The dispatcher was not shown the board."
        )

    async def _give_all(self) -> None:
        dispatcher = self._people.dispatcher
        await self._says(dispatcher, said_by(dispatcher, phrase("give everything to Sani")))
        dispatcher.press_button(dispatcher.last, dispatcher.last.buttons[0][0])
        await self._town.idle()
        listed = (await self._town.shop.list_deliveries(DeliveryQuery())).page.items
        if any(delivery.state is State.PENDING for delivery in listed):
            raise StoryBroken("Not every order was given to the rider who was named.")

    async def _says(self, person: LocalUser, words: str) -> None:
        person.write(words)
        await self._town.idle()

    async def _press(self, person: LocalUser, verb: Verb, *tokens: str, name: str = "") -> None:
        press(person, verb, *tokens, name=name, order=self._order)
        await self._town.idle()

    def _code(self, phone: str) -> str:
        try:
            return self._town.code_for(phone)
        except LookupError as error:
            raise StoryBroken(f"No code was sent to {PHONES[phone]}.") from error

    async def _type_code(self, code: str) -> None:
        typed = self._people.rider.write(code)
        await self._town.idle()
        if typed in self._people.rider.messages:
            raise StoryBroken("The message with the code was left in the rider's chat.")

    async def _expect_state(self, state: State) -> None:
        delivery = await self._town.shop.get_delivery(self._delivery)
        if delivery.state is not state:
            raise StoryBroken(
                f"At the fleet service order {delivery.order_number} is “{delivery.label}”,"
                f" and should be {state.replace('_', ' ')}."
            )

    def _expect(self, person: LocalUser, sentence: str, otherwise: str, sign: str = "") -> None:
        """Check that the bot has written a sentence, after its sign, since the story began."""
        since = [each for each in person.messages if each.message_id > self._since]
        if not any(says_so(person, each, sentence, sign) for each in since):
            raise StoryBroken(otherwise)
