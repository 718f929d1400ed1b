"""The recipe "A request": a dispatcher calls off, with one press, what waits at a closed shop."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

REQUEST = '''\
"""A dispatcher calls off what cannot be fetched, because the shop is closed."""

from typing import Literal

from bot.actions.access import Action
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.notice_kinds import View
from bot.actions.request_queue import DeliveryRequest
from bot.base.database.transaction import Transaction
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as texts


class CloseShop(DeliveryRequest):
    """The delivery is called off; `reason` says in the dispatcher's language that it is closed."""

    allowed_by = Action.CANCEL_DELIVERY
    pressed = Verb.CLOSE_SHOP

    kind: Literal["close_shop"] = "close_shop"
    reason: str


class CloseShopOperation(DeliveryOperation[CloseShop]):
    """`cancelled` at the fleet service."""

    carries_out = CloseShop
    view = View.DISPATCHER

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.state is State.CANCELLED

    async def send(self) -> None:
        fleet, request = self.context.fleet, self.request
        await fleet.update_status(request.delivery, StatusToken.CANCELLED, note=request.reason)

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        self.tell(tx, texts.cancel_refused(asked.say, asked.order, refusal.message))
'''
CHAT = '''\
"""Shop closed: what cannot be fetched is called off with one press."""

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.fleet_requests.close_shop import CloseShop
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open, show_card
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.texts.callbacks import Verb
from bot.texts.cards.dispatcher_card import SHOP_IS_CLOSED


@settled
def close_shop(tx: Transaction, turn: Turn) -> None:
    """Call the delivery off."""
    row = pressed_open(tx, turn, Action.CANCEL_DELIVERY)
    if row is not None:
        reason = turn.say.label(SHOP_IS_CLOSED)
        request = CloseShop(delivery=row.uuid, by=turn.person.user_id, reason=reason)
        request_queue.enqueue(tx, request, turn.job.key)
        show_card(tx, turn, row.uuid)


CLOSE_SHOP = Button(Verb.CLOSE_SHOP, Action.CANCEL_DELIVERY, close_shop)
'''
STORY = '''\
"""Shop closed: what cannot be fetched is called off, once the fleet service is there."""

from bot.fleet import State
from tests.support.business import Business, heard, sees


async def test_a_closed_shop_calls_the_delivery_off(business: Business):
    delivery = await business.accepted()
    await business.town.close_fleet()
    await business.presses(business.owner, "⋯")
    await business.presses(business.owner, "Shop closed")
    assert sees(business.owner, "Closing, not confirmed yet")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await business.state(delivery) is State.CANCELLED
    assert heard(business.musa, "Reason: The shop is closed") == 1
'''
CARD = "bot/texts/cards/dispatcher_card.py"


def test_a_request_is_a_file_with_its_operation_and_a_button_that_asks_for_it(tmp_path: Path):
    project = Project(tmp_path)
    project.add("bot/actions/fleet_requests/close_shop.py", REQUEST)
    registry = "bot/actions/fleet_requests/registry.py"
    project.insert(
        registry,
        "from bot.actions.fleet_requests.close_shop import CloseShopOperation\n",
        before="from bot.actions.fleet_requests.confirm_code import ",
    )
    project.insert(registry, "    CloseShopOperation,\n", before="    CreateDeliveryOperation,\n")
    project.insert(
        "tests/actions/test_fleet_requests.py",
        '    "close_shop",\n',
        before='    "count_report",\n',
    )
    button(project)
    project.add("tests/journeys/test_close_shop.py", STORY)
    project.translate(
        {
            "The shop is closed": "Closed",
            "Shop closed": "Closed",
            "⏳ Closing, not confirmed yet": "⏳ Closing",
        }
    )
    project.tests(
        "tests/actions/test_access.py",
        "tests/actions/test_fleet_requests.py",
        "tests/texts/test_languages.py",
        "tests/journeys/test_close_shop.py",
    )
    assert_true_to_the_letter(project, "A request", "A button")


def button(project: Project) -> None:
    """Add who asks for it, by the recipe of a button."""
    project.insert("bot/texts/callbacks.py", '    CLOSE_SHOP = "cs"\n', before='    EDIT = "ed"\n')
    project.add("bot/chat/dispatcher/close_shop.py", CHAT)
    registry = "bot/chat/registry.py"
    project.insert(registry, "    close_shop,\n", before="    customer_link,\n")
    project.replace(registry, "cancel_delivery, unlock,", "cancel_delivery, close_shop, unlock,")
    project.insert(
        CARD,
        'SHOP_IS_CLOSED = phrase("The shop is closed")\n\n',
        before="_UNDER_WAY = {\n",
    )
    project.insert(
        CARD,
        '    Verb.CLOSE_SHOP: phrase("⏳ Closing, not confirmed yet"),\n',
        before="    Verb.EDIT_FIELD: phrase",
    )
    project.replace(
        CARD,
        "return ((status, edit), (link, write), ask, wanted, (cancel,))",
        "return ((status, edit), (link, write), ask, wanted, (cancel,), (closed,))",
    )
    project.insert(
        CARD,
        '    closed = say.button("Shop closed", Verb.CLOSE_SHOP, delivery.uuid)\n',
        before="    ask = (say.button(",
    )
