"""A dispatcher makes a delivery.

If no answer came, deliveries that have appeared since and look like the draft count as ours. If
there are none, the person is asked.
"""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.dispatcher.drafts import usual
from bot.actions.dispatcher.drafts.to_request import (
    alike,
    likeness,
    new_delivery,
    receiver_for,
    wanted,
)
from bot.actions.fleet_requests.account_operation import SendOnceOperation
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import contacts
from bot.actions.request_queue import FleetRequest
from bot.actions.rider import cash
from bot.actions.snapshots import snapshot
from bot.actions.tracking import reconcile
from bot.actions.tracking.projection import Observation, apply
from bot.base.database.transaction import Transaction
from bot.base.days import LONG_AGO
from bot.domain.cash import hundredths
from bot.domain.draft import Blank, Draft, Spot
from bot.fleet import Delivery, DeliveryQuery, Period, Refused
from bot.fleet.pagination import SWEEP_PAGE
from bot.store import (
    customer_notes,
    deliveries,
    dialogs,
    door_amounts,
    groups,
    order_pictures,
    people,
    subscriptions,
)
from bot.store.customer_notes import DISPATCHER, CustomerNote
from bot.store.drafts import OpenDraft
from bot.store.order_pictures import OrderPicture
from bot.store.sent_requests import SentRequest
from bot.store.subscriptions import SENDER, Subscription
from bot.texts.dispatcher import new_delivery as texts
from bot.texts.dispatcher.draft_questions import Suggested, question
from bot.texts.dispatcher.draft_summary import summary
from bot.texts.group import shops as shop_texts
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.words import Words

_CARDS_SHOWN = 3
"""The number of deliveries made together that get cards; more are listed, each a tap away."""

_CLOCKS_DIFFER = timedelta(minutes=10)
_DAY = timedelta(days=1)


class CreateDelivery(FleetRequest):
    """A dispatcher makes a delivery for each receiver of a draft."""

    allowed_by = Action.CREATE_DELIVERY

    kind: Literal["create_delivery"] = "create_delivery"
    draft: Draft


class CreateDeliveryOperation(SendOnceOperation[CreateDelivery]):
    carries_out = CreateDelivery

    async def send(self, say: Words) -> None:
        today = self.context.today
        order = new_delivery(self.request.draft, today)
        # If the answer is lost, a delivery that looked like the draft before is not ours.
        known = map(snapshot, await self.context.database.read(deliveries.all_open))
        before = [delivery.uuid for delivery in alike(self.request.draft, known)]
        try:
            async with self.sending(before=json.dumps(before)):
                made = await self.context.fleet.create_delivery(order)
        except Refused as refusal:
            lacks_email = "sender_email" in refusal.fields and not order.sender.email
            blank = Spot(Blank.FROM_EMAIL) if lacks_email else None
            await self._give_back(say, texts.refused(say, refusal.message), blank)
        else:
            await self._adopt(say, made)

    async def _adopt(self, say: Words, made: Sequence[Delivery]) -> None:
        """Take deliveries as ours, as the fleet service has them now."""
        news = []
        for each in made:
            as_of = await self.context.database.next_number()
            delivery = await self.context.fleet.get_delivery(each.uuid)
            if delivery.commission is None:
                # Only the answer to a creation tells the commission.
                delivery = delivery.model_copy(update={"commission": each.commission})
            news.append(Observation(delivery, as_of, actor=self.request.by))
        await self.context.database.write(self._keep, say, news)

    def _keep(self, tx: Transaction, say: Words, news: Sequence[Observation]) -> None:
        """Keep the new deliveries, and show them to the dispatcher and to the shop that ordered."""
        draft = self.request.draft
        author = people.get(tx, draft.sent_by) if draft.sent_by is not None else None
        for observed in news:
            uuid = observed.delivery.uuid
            if author is not None and author.reachable:
                # The author of a shop's order follows it as its sender.
                subscriptions.add(tx, Subscription(author.user_id, uuid, SENDER))
            apply(tx, observed)
            self._record_ours(tx, observed.delivery)
            row = deliveries.get(tx, uuid)
            if row is None:
                continue
            if draft.sent_by is not None and contacts.subscription(tx, draft.sent_by, uuid):
                notices.show_card(tx, draft.sent_by, row, View.CUSTOMER, quiet=True)
            if len(news) <= _CARDS_SHOWN:
                by = self.request.by
                notices.show_card(tx, by, row, View.DISPATCHER, quiet=True, urgency=Urgency.ANSWER)
        usual.remember(tx, draft)
        numbers = [observed.delivery.order_number for observed in news]
        self._tell_group(tx, numbers)
        self.finish(tx, texts.created(say, numbers))

    def _tell_group(self, tx: Transaction, numbers: Sequence[str]) -> None:
        """Tell the shop's group in which the order was written that it is accepted."""
        author = self.request.draft.sent_by
        group = groups.get(tx, author) if author is not None else None
        if group is not None and group.shop:
            message = shop_texts.accepted(Words(group.language), numbers)
            notice = Say(chat_id=group.chat_id, message=message, topic=group.topic)
            notices.post(tx, notice, effect_keys.told(self.job.key, "shop"))

    def _record_ours(self, tx: Transaction, delivery: Delivery) -> None:
        """Keep what the contract has no field for: note, amounts at the door, and picture."""
        receiver = receiver_for(self.request.draft, delivery)
        if receiver.note:
            note = CustomerNote(delivery.uuid, self.request.by, DISPATCHER, receiver.note)
            customer_notes.add(tx, note)
            deliveries.touch(tx, delivery.uuid)
        if receiver.goods or receiver.pays_with:
            goods, pays_with = hundredths(receiver.goods), hundredths(receiver.pays_with)
            door_amounts.put(tx, delivery.uuid, goods, pays_with)
            row = deliveries.get(tx, delivery.uuid)
            if row is not None:
                # A webhook may have been faster, and its cards lack the amounts.
                cash.refresh_cards(tx, row)
        picture = self.request.draft.picture
        if picture is not None:
            order_pictures.record(
                tx, OrderPicture(delivery.uuid, picture.file_id, picture.is_file, tx.now)
            )
            deliveries.touch(tx, delivery.uuid)

    async def look_for(self, say: Words, sent: SentRequest) -> None:
        candidates = await self._appeared_since(sent)
        expected = wanted(self.request.draft)
        if Counter(map(likeness, candidates)) == expected:
            await self._adopt(say, candidates)
        elif candidates:
            # The buttons under the answer name these deliveries, so they must be known.
            for delivery in candidates:
                await reconcile.compare(self.context, delivery)
            named = [(delivery.order_number, delivery.uuid) for delivery in candidates]
            await self.end(texts.unclear(say, named, len(self.request.draft.receivers)))
        elif not await self.still_expected(sent):
            await self._give_back(say, texts.lost(say))

    async def _appeared_since(self, sent: SentRequest) -> list[Delivery]:
        """Return the deliveries that look like the draft and were not there before the request."""
        since = sent.sent_at - _CLOCKS_DIFFER
        # The zone of the service's days is not known, so ask for a day more on either side.
        query = DeliveryQuery(
            per_page=SWEEP_PAGE,
            period=Period.CREATED_AT,
            start=(since - _DAY).date(),
            end=(self.context.clock.now() + _DAY).date(),
        )
        listed = [delivery async for delivery in self.context.fleet.deliveries(query)]
        before = set(json.loads(sent.before))
        return [
            delivery
            for delivery in alike(self.request.draft, listed)
            if delivery.uuid not in before and (delivery.created_at or LONG_AGO) >= since
        ]

    async def _give_back(self, say: Words, why: Html, asked: Spot | None = None) -> None:
        """Return the draft to the dispatcher, to change it and try again; `asked` is asked at once.

        If another dialog is open, the draft is sent as text.
        """
        draft, by = self.request.draft, self.request.by

        def give_back(tx: Transaction) -> None:
            if dialogs.current(tx, by) is None:
                opened = OpenDraft(draft=draft, asked=asked)
                opened.ask(tx, by)
                again = summary(say, opened, above=why)
                self.finish(tx, question(say, opened, Suggested()) if asked else again)
            else:
                self.finish(tx, texts.form_again(say, draft, why))

        await self.context.database.write(give_back)

    def refused(self, say: Words, refusal: Refused) -> Message:
        """Return the message for a refused reading: the deliveries may have been created."""
        return texts.form_again(say, self.request.draft, texts.not_shown(say, refusal.message))

    def expired(self, say: Words) -> Message:
        return texts.form_again(say, self.request.draft, texts.given_up(say))
