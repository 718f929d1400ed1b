"""The dispatcher's card: everything about a delivery, and the buttons that move it on."""

from collections.abc import Collection, Sequence

from bot.domain.cash import Due, PaidAtDoor
from bot.fleet import Delivery, State
from bot.store.failed_attempts import FailedAttempt
from bot.store.handovers import StreetHandover
from bot.texts.callbacks import TO_CHOSEN, Verb
from bot.texts.cancellation import reason_line
from bot.texts.cards import parts
from bot.texts.cards.order_picture import picture_row
from bot.texts.cash import ANY, CHANGE, receipt, with_correction
from bot.texts.dispatcher import on_the_map as on_the_map_texts
from bot.texts.html import Html, dotted, joined
from bot.texts.message import MORE, Folded, Message, Row, Rows, Style
from bot.texts.moments import clock_time
from bot.texts.money import amount
from bot.texts.names import phone_of, rider_name
from bot.texts.order_lines import phone_line
from bot.texts.words import Words, phrase

_UNDER_WAY = {
    Verb.ASSIGN: phrase("⏳ Assigning, not confirmed yet"),
    Verb.SET_STATUS: phrase("⏳ Changing the status, not confirmed yet"),
    Verb.CANCEL_DELIVERY: phrase("⏳ Cancelling, not confirmed yet"),
    Verb.EDIT_FIELD: phrase("⏳ Changing, not confirmed yet"),
}

_NOTHING_DUE = Due()


def dispatcher_card(
    say: Words,
    delivery: Delivery,
    *,
    under_way: Collection[Verb],
    attempts: Sequence[FailedAttempt] = (),
    told: Sequence[Html] = (),
    handover: StreetHandover | None = None,
    can_take: bool = False,
    can_ask_shop: bool = False,
    can_ask_photo: bool = False,
    on_the_map: bool = False,
    has_picture: bool = False,
    has_photos: bool = False,
    at_door: PaidAtDoor | None = None,
    due: Due = _NOTHING_DUE,
) -> Message:
    """Show a delivery to a dispatcher; `under_way` are the buttons whose changes are awaited.

    A `handover` is one that the parcel's rider has not confirmed.
    `told` are lines of people here about it: a rider's problem, a customer's rating.
    `can_take`: the dispatcher can ride it. `can_ask_shop`: its shop is here and still has it.
    `can_ask_photo`: its rider can be asked for a photo. `has_photos`: riders have sent photos.
    `on_the_map`: its rider can be shown there.
    `has_picture`: the order came in a picture. `at_door` is the payment that its rider reports, and
    `due` the amount to collect.
    """
    headline, handed_over = parts.headline(say, delivery), Html()
    if delivery.state is State.AWAITING_PICKUP and delivery.rider:
        headline = say(
            "📦 <b>Order {order}</b> · 🕓 Given to {name}, not accepted yet",
            order=delivery.order_number,
            name=rider_name(delivery) or delivery.rider.name,
        )
    if handover:
        # A dispatcher may have to call the two who are to meet.
        phones = say.listed(filter(None, (handover.holder_phone, phone_of(delivery.rider))))
        line = parts.handover(say, delivery, handover)
        handed_over = joined([line, phone_line(say, phones)])
    moments = (
        (delivery.created_at, phrase("Created {time}")),
        (delivery.pickup_at, phrase("picked up {time}")),
        (delivery.dropoff_at, phrase("dropped off {time}")),
    )
    times = [say(text, time=clock_time(moment)) for moment, text in moments if moment]
    details = joined(
        [
            parts.pickup_place(say, delivery),
            parts.dropoff_places(say, delivery),
            parts.contents(say, delivery),
            parts.note(say, delivery),
            say("🕑 {times}", times=dotted(*times)) if times else Html(),
        ]
    )
    picture = picture_row(say, delivery.uuid, has_picture=has_picture)
    show = say.button("📷 Show the photos", Verb.SHOW_PHOTOS, delivery.uuid)
    photos = (show,) if has_photos else ()
    money = _money(say, delivery, at_door, due)
    rider = parts.rider(say, delivery, delivery.rider.name if delivery.rider else "")
    said = joined([_attempts(say, attempts), *told, reason_line(say, delivery)])
    if not delivery.state.is_open:
        return Message.of(
            headline,
            dotted(parts.from_to(say, delivery), rider),
            money,
            said,
            rows=(_row_of_ended(say, delivery, is_due=bool(at_door or due.is_something)),),
            folded=Folded(html=details, rows=(picture, photos)),
        )
    return Message.of(
        headline,
        parts.from_to(say, delivery),
        details,
        money,
        rider,
        handed_over,
        *(say(text) for verb, text in _UNDER_WAY.items() if verb in under_way),
        said,
        rows=_rows_of_open(say, delivery, under_way, handover, can_take, on_the_map),
        folded=Folded(
            rows=(*_more_rows(say, delivery, can_ask_shop, can_ask_photo), picture, photos)
        ),
    )


def _money(say: Words, delivery: Delivery, at_door: PaidAtDoor | None, due: Due) -> Html:
    fee = say("💰 {fee}", fee=amount(say, delivery.fee)) if delivery.fee else Html()
    goods = parts.goods_to_collect(say, due)
    if at_door is not None:
        paid = receipt(say, at_door.entry, rider_name(delivery))
        return joined([fee, goods, with_correction(say, at_door, paid)])
    if not fee or delivery.paid is None:
        return joined([fee, goods])
    if delivery.paid:
        paid = say("paid")
    elif delivery.state is State.DELIVERED:
        paid = say("❓ cash not confirmed")
    else:
        paid = say("not paid yet")
    return joined([dotted(fee, paid), goods])


def _attempts(say: Words, attempts: Sequence[FailedAttempt]) -> Html:
    if not attempts:
        return Html()
    latest = attempts[-1]
    counted = say.many(
        "⚠️ {count} failed attempt, at {time}",
        "⚠️ {count} failed attempts, the last at {time}",
        count=len(attempts),
        time=clock_time(latest.at),
    )
    return joined([counted, say.value(latest.note) if latest.note else Html()], ": ")


def _row_of_ended(say: Words, delivery: Delivery, *, is_due: bool) -> Row:
    again = say.button("🔁 Same again", Verb.REPEAT, delivery.uuid)
    if delivery.state is not State.DELIVERED or delivery.rider is None or not is_due:
        return (again, MORE)
    # A dispatcher writes it down for a rider who has forgotten to.
    paid = say.button("💵 What was paid", Verb.CASH, delivery.uuid, tokens=(CHANGE, ANY))
    return (paid, again, MORE)


def _rows_of_open(
    say: Words,
    delivery: Delivery,
    under_way: Collection[Verb],
    handover: StreetHandover | None,
    can_take: bool,
    on_the_map: bool,
) -> Rows:
    """Return the most used buttons, which give the order to a rider; `MORE` folds the others."""
    # Leave the main buttons out while a change is awaited that may alter what they do.
    if any(verb in under_way for verb in _UNDER_WAY):
        return ((MORE,),)
    handed = (say.button("🤝 Handed over", Verb.HANDED_OVER, delivery.uuid),) if handover else ()
    assign, take = parts.assign_button(say, delivery), parts.take_row(say, delivery, can_take)
    rider = delivery.rider_uuid
    shown = (on_the_map_texts.map_button(say, rider),) if rider and on_the_map else ()
    return (handed, (assign, *take, *shown, MORE))


def _more_rows(say: Words, delivery: Delivery, can_ask_shop: bool, can_ask_photo: bool) -> Rows:
    status = say.button("Status", Verb.STATUS, delivery.uuid)
    edit = say.button("Edit", Verb.EDIT, delivery.uuid)
    link = say.button("Customer link", Verb.CUSTOMER_LINK, delivery.uuid)
    write = say.button("💬 Write", Verb.WRITE, delivery.uuid, tokens=(TO_CHOSEN,))
    cancel = say.button("Cancel delivery", Verb.CANCEL_DELIVERY, delivery.uuid, style=Style.BAD)
    ask = (say.button("🍳 Ready when?", Verb.ASK_SHOP, delivery.uuid),) if can_ask_shop else ()
    photo = say.button("📷 Photo at the pickup", Verb.ASK_PHOTO, delivery.uuid)
    wanted = (photo,) if can_ask_photo else ()
    return ((status, edit), (link, write), ask, wanted, (cancel,))
